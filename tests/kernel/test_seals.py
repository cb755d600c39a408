"""Sealed dice: the recipe by a slow twin, what was committed to, and what does not fit."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import d, d6, d10, opposed
from rcw_rules.kernel.errors import DiceError, ReplayError
from rcw_rules.kernel.seals import Seal, SealedDice, Secret
from rcw_rules.kernel.sources import AskingDice, GivenDice, MixedDice, SeededDice
from rcw_rules.kernel.variables import Variable
from rcw_rules.terminal import TerminalDice

RED = Secret("1919", "winter-in-the-don-steppe")
WHITE = Secret("Omsk", "kolchak-crosses-the-ural")


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def twin(secrets: list[tuple[str, str]], draw: int, purpose: str, sides: list[int]) -> list[int]:
    """Return what the dice show, by the recipe as it is written down and not as it is programmed."""
    by_commitment = sorted((hashed(f"rcw-seal-1|{seed}|{salt}"), f"{seed}|{salt}") for seed, salt in secrets)
    key = hashed("|".join(["rcw-key-1", *(told for _, told in by_commitment)]))
    shown: list[int] = []
    for place, number in enumerate(sides):
        kept: list[int] = []
        block = 0
        before = sides[:place].count(number)
        while len(kept) <= before:
            digits = hashed(f"rcw-throw-1|{key}|{draw}|{purpose}|{number}|{block}")
            for at in range(0, 64, 2):
                byte = int(digits[at : at + 2], 16)
                if byte < 256 // number * number:
                    kept.append(byte % number + 1)
            block += 1
        shown.append(kept[before])
    return shown


@given(
    st.lists(st.text("abc :9Č", min_size=1, max_size=4), min_size=1, max_size=3, unique=True),
    st.integers(1, 10**9),
    st.text(max_size=20),
    st.lists(st.sampled_from([2, 6, 10, 200]), min_size=1, max_size=40),
)
def test_the_faces_are_those_of_the_recipe(seeds: list[str], draw: int, purpose: str, sides: list[int]) -> None:
    salts = [f"a-salt-of-the-party-{number}" for number in range(len(seeds))]
    secrets = list(zip(seeds, salts, strict=True))
    others = [Secret(*secret) for secret in secrets[1:]]
    dice = SealedDice(seeds[0], salt=salts[0], others=others, first=draw)
    several = _several(sides)
    assert list(dice.throw(several, purpose, "a-rule")[0]) == twin(secrets, draw, purpose, sides)


class _several(Variable[int]):  # noqa: N801 - it stands where d6 would
    """Dice of any sizes in one throw."""

    def __init__(self, sides: list[int]) -> None:
        super().__init__((tuple(sides),), tuple(sides), "several dice")


def test_a_throw_depends_on_its_number_and_on_no_other_throw() -> None:
    whole = SealedDice(RED.seed, salt=RED.salt)
    assert (whole.draw, whole.next_draw) == (None, 1)
    thrown = [whole.throw(d10, "morale", "a-rule") for _ in range(30)]
    assert (whole.draw, whole.next_draw) == (30, 31)
    assert {by for _, by in thrown} == {"sealed"}
    for first in (1, 7, 30):
        assert SealedDice(RED.seed, salt=RED.salt, first=first).throw(d10, "morale", "a-rule") == thrown[first - 1]
    other = SealedDice(RED.seed, salt=RED.salt)
    assert [other.throw(d10, "fire", "a-rule") for _ in range(30)] != thrown


def test_every_face_of_a_die_is_about_as_likely_as_the_others() -> None:
    dice = SealedDice(RED.seed, salt=RED.salt)
    shown = [dice.throw(d6, "morale", "a-rule")[0][0] for _ in range(6000)]
    assert all(880 < shown.count(face) < 1120 for face in range(1, 7))  # 1000, and four standard deviations


def test_cards_are_sealed_as_dice_are() -> None:
    dice = SealedDice(RED.seed, salt=RED.salt)
    deck = Deck.standard()
    faces, by = dice.throw(deck.draw(), "deal", "a-rule")
    (number,) = twin([(RED.seed, RED.salt)], 1, "deal", [len(deck)])
    assert (faces, by) == ((list(deck)[number - 1].code,), "sealed")


def test_the_order_of_the_parties_does_not_matter() -> None:
    one = SealedDice(RED.seed, salt=RED.salt, others=[WHITE])
    other = SealedDice(WHITE.seed, salt=WHITE.salt, others=[RED])
    assert one.seal == other.seal
    assert one.throw(d(200), "die", "a-rule") == other.throw(d(200), "die", "a-rule")
    alone = SealedDice(RED.seed, salt=RED.salt)
    assert one.seal.key([RED, WHITE]) == one.seal.key([WHITE, RED]) != alone.seal.key([RED])


def test_a_number_and_its_text_are_one_seed() -> None:
    assert Secret(1919, RED.salt) == RED
    assert SealedDice(1919, salt=RED.salt).seal.commitments == (RED.commitment,)


def test_a_secret_is_written_with_its_salt_after_the_last_colon() -> None:
    assert Secret.parse(str(RED)) == RED
    assert Secret.parse("at 20:15:winter-in-the-don-steppe").seed == "at 20:15"
    assert Secret.parse(":sixteen-letters!").salt == "sixteen-letters!"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1919", r"^a secret is written SEED:SALT, not '1919'$"),
        ("1919:short", r"^a salt is a text of 16 characters or more without '\|', ':' and spaces, not 'short'$"),
        ("1919:fifteen-letters", "a salt is a text of 16"),
        ("1919:a salt of many words", "a salt is a text of 16"),
        ("1919:a|salt|of|many|words", "a salt is a text of 16"),
        ("19|19:winter-in-the-don-steppe", r"^a seed is a whole number or a text without '\|'"),
    ],
)
def test_what_is_no_secret_is_refused(text: str, told: str) -> None:
    with pytest.raises(DiceError, match=told):
        Secret.parse(text)


@pytest.mark.parametrize("first", [0, -1, True, "1", 1.0])
def test_throws_are_counted_from_1(first: object) -> None:
    with pytest.raises(DiceError, match="counted from 1"):
        SealedDice(1, salt=RED.salt, first=first)  # type: ignore[arg-type]


def test_each_party_has_a_secret_of_its_own() -> None:
    with pytest.raises(DiceError, match="two parties have the same seed and the same salt"):
        SealedDice(RED.seed, salt=RED.salt, others=[RED])


@pytest.mark.parametrize(
    ("commitments", "told"),
    [
        ((), "one commitment or more"),
        (("abc",), "64 hexadecimal digits"),
        ((RED.commitment.upper(),), "64 hexadecimal digits"),
        ((RED.commitment, RED.commitment), "no two of them are equal"),
        (tuple(sorted((RED.commitment, WHITE.commitment), reverse=True)), "the commitments of a seal ascend"),
    ],
)
def test_what_is_no_seal_is_refused(commitments: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Seal(commitments=commitments)


def test_a_party_that_reveals_another_seed_is_named() -> None:
    seal = SealedDice(RED.seed, salt=RED.salt, others=[WHITE]).seal
    with pytest.raises(ReplayError, match=f"^the seed of the commitment {WHITE.commitment} is not revealed"):
        seal.key([RED])
    liar = Secret("Perm", WHITE.salt)
    told = f"^nobody committed to the seed 'Perm' with this salt: its commitment is {liar.commitment}; nobody has "
    with pytest.raises(ReplayError, match=f"{told}revealed the seed of {WHITE.commitment}$"):
        seal.key([RED, liar])
    with pytest.raises(ReplayError, match=rf"its commitment is {liar.commitment}$"):
        seal.key([RED, WHITE, liar])


def test_sources_that_pass_throws_on_pass_the_seal_on() -> None:
    def sealed() -> SealedDice:
        return SealedDice(RED.seed, salt=RED.salt, first=5)

    pair = opposed(d6, d6)
    for source in (
        GivenDice([], otherwise=sealed()),
        AskingDice(lambda throw: None, otherwise=sealed()),
        MixedDice({"attacker*": sealed()}, otherwise=SeededDice(1)),
        MixedDice({"defender*": GivenDice([])}, otherwise=sealed()),
        TerminalDice(otherwise=GivenDice([], otherwise=sealed()), say=lambda line: None, answers=BytesIO(b"\n")),
    ):
        assert source.seal == sealed().seal
        assert source.draw is None
        assert source.throw(pair, "attacker's die", "a-rule") == sealed().throw(pair, "attacker's die", "a-rule")
        assert source.draw == 5
    assert (SeededDice(1).seal, SeededDice(1).draw, GivenDice([1]).seal) == (None, None, None)


def test_one_source_has_one_seal() -> None:
    other = SealedDice(2, salt=WHITE.salt)
    with pytest.raises(DiceError, match="under two seals"):
        MixedDice({"attacker*": SealedDice(1, salt=RED.salt)}, otherwise=other)
    with pytest.raises(DiceError, match="would each count throws of their own: name one of them twice"):
        MixedDice({"attacker*": GivenDice([], otherwise=SealedDice(2, salt=WHITE.salt))}, otherwise=other)
    both = MixedDice({"attacker*": GivenDice([], otherwise=other)}, otherwise=other)
    for draw, purpose in enumerate(("attacker's die", "defender's die"), start=1):
        both.throw(d6, purpose, "a-rule")
        assert both.draw == draw
