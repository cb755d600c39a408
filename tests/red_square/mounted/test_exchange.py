"""The exchange of a mounted combat on plain facts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from red_square_charges import CAVALRY, LINE, MGS, PLAIN

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.mounted import MountedCombatRequest, MountedExchangeOutcome, MountedExchangeRequest
from rcw_rules.red_square.ruleset import ruleset


def exchange(**fields: Any) -> MountedExchangeRequest:
    plain: dict[str, Any] = {"attacker_bases": 3, "target_kind": "infantry", "target_bases": 3}
    if fields.get("target_kind", "infantry") == "infantry":
        plain["target_formation"] = "firing_line"
    return MountedExchangeRequest(**{**plain, **fields})


def fought(*faces: int | str, **fields: Any) -> MountedExchangeOutcome:
    return ruleset.outcome(exchange(**fields), dice=GivenDice(faces))


def dice_of(to: str, **fields: Any) -> int:
    """The sum of the modifiers on the record."""
    record = ruleset.resolve(exchange(**fields), dice=SeededDice(7)).record
    return sum(int(step.value) for _, step in record.walk() if isinstance(step, ModifierStep) and step.to == to)


# ---------------------------------------------------------------- dice and scores


@pytest.mark.rule("red_square", "mounted-1a-attack-dice")
@pytest.mark.parametrize(
    ("fields", "dice"),
    [
        ({}, 3),
        ({"aspect": "oblique"}, 4),
        ({"target_formation": "waves"}, 3),
        ({"target_formation": "masses"}, 4),
        ({"target_formation": "masses", "aspect": "oblique"}, 5),
        ({"target_kind": "cavalry", "target_formation": "mounted"}, 4),
        ({"target_kind": "cavalry", "target_formation": "mounted", "aspect": "flank"}, 6),
        ({"target_kind": "cavalry", "target_formation": "mounted", "aspect": "rear"}, 6),
        ({"target_kind": "cavalry", "target_formation": "scouting", "aspect": "rear"}, 5),
        ({"target_kind": "cavalry", "target_formation": "dismounted"}, 3),
        ({"target_kind": "artillery", "target_formation": "limbered"}, 4),
        ({"target_kind": "artillery", "target_formation": "deployed"}, 3),
        ({"target_kind": "tchanka", "target_bases": 1, "aspect": "flank"}, 3),
    ],
)
def test_the_dice_of_the_attack(fields: dict[str, Any], dice: int) -> None:
    assert dice_of("attack dice", **fields) == dice


@pytest.mark.rule("red_square", "mounted-1a-return")
@pytest.mark.parametrize(
    ("fields", "dice"),
    [
        ({}, 4),
        ({"target_formation": "waves"}, 3),
        ({"target_formation": "masses"}, 3),
        ({"target_kind": "cavalry", "target_formation": "mounted"}, 3),
        ({"target_kind": "cavalry", "target_formation": "dismounted"}, 4),
        ({"target_kind": "artillery", "target_formation": "deployed"}, 3),
        ({"target_kind": "artillery", "target_formation": "limbered"}, 0),
        ({"target_kind": "tchanka", "target_bases": 1}, 0),
    ],
)
def test_the_dice_of_the_return_fire(fields: dict[str, Any], dice: int) -> None:
    assert dice_of("return dice", **fields) == dice


@pytest.mark.rule("red_square", "mounted-1a-return")
def test_the_dice_of_mgs_and_tchankas() -> None:
    assert dice_of("dice of MG company 1", mgs=(2,)) == 3
    assert dice_of("dice of each tchanka", tchankas=1) == 2


@pytest.mark.rule("red_square", "mounted-1a-figures", "fire-6-excess")
def test_four_bases_score_two_hits_a_die_without_a_throw() -> None:
    # 12 figures against waves of 2 bases in front: 3 dice, 2 hits each. Waves answer 3 dice at 6: 3 hits.
    # Attacker: 3 hits, twice (1-3 loses a base). Target: 6 hits cost a base without a die.
    outcome = fought(4, 3, attacker_bases=4, target_formation="waves", target_bases=2)
    assert (outcome.target_hits, outcome.attacker_hits, outcome.winner) == (6, 3, "attacker")
    assert (outcome.attacker_bases_lost, outcome.target_bases_lost) == (1, 1)


@pytest.mark.rule("red_square", "mounted-1a-figures")
def test_poor_units_count_a_base_fewer() -> None:
    # 3 poor bases: 6 figures, one hit a die. The poor line of 3 bases: 6 figures as well, 4 dice, 4 hits.
    outcome = fought(5, 5, 4, attacker_quality="poor", target_quality="poor")
    assert (outcome.target_hits, outcome.attacker_hits) == (3, 4)
    # A lone poor base counts nobody: its dice are not thrown.
    outcome = fought(1, 6, 6, 2, attacker_bases=1, target_quality="poor", target_bases=1)
    assert (outcome.target_hits, outcome.attacker_hits, outcome.target_bases_lost) == (1, 0, 0)


@pytest.mark.rule("red_square", "mounted-1b-counts")
@pytest.mark.parametrize(("aspect", "attack", "score"), [("front", 4, 12), ("oblique", 5, 8), ("flank", 6, 4)])
def test_cavalry_that_is_not_fronted_counts_fewer_figures(aspect: Any, attack: int, score: int) -> None:
    # The attack of a poor base counts nobody, so that no die is thrown for it, and nobody loses anything by it.
    rolled = (score % 6 > 0) * 3
    faces = (4, 4, 4)[:rolled]
    fields: dict[str, Any] = {"attacker_bases": 1, "attacker_quality": "poor", "target_kind": "cavalry"}
    fields |= {"target_formation": "mounted", "target_bases": 4, "aspect": aspect}
    hits = 3 * (score // 6) + (3 if score % 6 >= 4 else 0)
    left_over = (6,) if hits < 6 else ()
    outcome = fought(*faces, *left_over, **fields)
    assert (outcome.attacker_hits, outcome.target_hits) == (hits, 0)
    assert dice_of("attack dice", **fields) == attack


@pytest.mark.rule("red_square", "mounted-1b-counts")
def test_infantry_attacked_obliquely_counts_two_figures_a_base() -> None:
    # 4 bases: score 8, one hit a die and another on 2 or less.
    fields: dict[str, Any] = {"attacker_bases": 1, "attacker_quality": "poor", "target_bases": 4, "aspect": "oblique"}
    assert fought(2, 2, 2, 3, **fields).attacker_hits == 7


@pytest.mark.rule("red_square", "mounted-3-dismounted", "mounted-1a-return")
def test_dismounted_cavalry_leaves_a_base_with_the_horses() -> None:
    fields: dict[str, Any] = {"attacker_bases": 1, "attacker_quality": "poor", "target_kind": "cavalry"}
    # 2 bases fire with 3 figures in 4 dice.
    outcome = fought(3, 4, 4, 4, 6, 6, target_formation="dismounted", target_bases=2, **fields)
    assert outcome.attacker_hits == 1
    # Its horses lost, both bases fire: 6, a hit for each die, and none is thrown.
    fields |= {"target_formation": "dismounted", "target_bases": 2, "target_has_horses": False}
    assert fought(6, 6, **fields).attacker_hits == 4


@pytest.mark.rule("red_square", "mounted-1a-return")
def test_guns_mgs_and_tchankas_answer_with_scores_of_their_own() -> None:
    weak: dict[str, Any] = {"attacker_bases": 1, "attacker_quality": "poor"}
    # Two batteries: 8, three dice. 1 hit each and another on 2 or less; 5 hits and 1-5 destroys the base.
    outcome = fought(2, 2, 3, 6, target_kind="artillery", target_formation="deployed", target_bases=2, **weak)
    assert outcome.attacker_hits == 5
    # Limbered guns are silent, but MGs beside them are not: 2 bases hit on 4 or less.
    outcome = fought(4, 5, 4, 6, target_kind="artillery", target_formation="limbered", mgs=(2,), **weak)
    assert outcome.attacker_hits == 2
    # Two tchankas, two dice each at 3 or less; the target's own come with those beside it.
    assert fought(3, 4, 3, 4, 6, target_kind="tchanka", target_bases=2, **weak).attacker_hits == 2
    assert fought(3, 4, 3, 4, 6, target_kind="tchanka", target_bases=1, tchankas=1, **weak).attacker_hits == 2


# ---------------------------------------------------------------- casualties


@pytest.mark.rule("red_square", "mounted-1f-casualties")
def test_cavalry_that_attacks_infantry_suffers_everything_twice() -> None:
    # Line of 4: 12 figures, 4 dice, 8 hits without a throw: 1 base and another on a 2, then 1 base and none on a 3.
    # 6 bases: 18 figures, 3 dice, 9 hits on the line: 1 base and a die for 3, thrown after those of the attacker.
    outcome = fought(2, 3, 4, attacker_bases=6, target_bases=4)
    assert (outcome.attacker_hits, outcome.attacker_bases_lost) == (8, 3)
    assert (outcome.target_hits, outcome.target_bases_lost) == (9, 1)


@pytest.mark.rule("red_square", "mounted-1f-casualties", "opt-twice-die-only")
@pytest.mark.parametrize(("only_die", "lost"), [(False, 3), (True, 2)])
def test_eight_hits_and_a_two_and_a_three(only_die: bool, lost: int) -> None:
    asked = exchange(attacker_bases=4, target_bases=4)  # 6 hits on the line, 8 on the cavalry, none thrown
    outcome = ruleset.with_options(twice_die_only=only_die).outcome(asked, dice=GivenDice([2, 3]))
    assert (outcome.attacker_hits, outcome.target_hits) == (8, 6)
    assert (outcome.attacker_bases_lost, outcome.target_bases_lost) == (lost, 1)


@pytest.mark.rule("red_square", "opt-twice-die-only")
@pytest.mark.parametrize(("only_die", "lost"), [(False, 2), (True, 1)])
def test_six_hits_without_a_die(only_die: bool, lost: int) -> None:
    # A line attacked obliquely with 3 bases: 6 figures. Masses: 3 dice at 6 are 3 hits; MGs of 3 bases: 3 more.
    asked = exchange(attacker_bases=4, target_formation="masses", aspect="oblique", mgs=(3,))
    # 12 figures in 5 dice are 10 hits on the target: a base, and 4 left over.
    outcome = ruleset.with_options(twice_die_only=only_die).outcome(asked, dice=GivenDice([5]))
    assert (outcome.attacker_hits, outcome.attacker_bases_lost, outcome.target_bases_lost) == (6, lost, 1)


@pytest.mark.rule("red_square", "mounted-1f-casualties")
def test_cavalry_that_attacks_cavalry_suffers_once() -> None:
    # Four bases each, in front: 12 figures. 4 dice against mounted: 8 hits; 3 in return: 6 hits.
    fields: dict[str, Any] = {"target_kind": "cavalry", "target_formation": "mounted", "target_bases": 4}
    outcome = fought(2, attacker_bases=4, **fields)
    assert (outcome.attacker_hits, outcome.attacker_bases_lost) == (6, 1)
    assert (outcome.target_hits, outcome.target_bases_lost) == (8, 2)


@pytest.mark.rule("red_square", "mounted-1f-casualties")
def test_eight_hits_by_cavalry_cost_the_attackers_two_bases_on_a_two() -> None:
    # Horsemen of 4 in front hit 6 times and MGs of a base add 2; the attackers' 8 hits come from 4 dice at 12.
    fields: dict[str, Any] = {"target_kind": "cavalry", "target_formation": "mounted", "target_bases": 4, "mgs": (1,)}
    outcome = fought(1, 2, 3, 2, 6, attacker_bases=4, **fields)
    assert (outcome.attacker_hits, outcome.attacker_bases_lost) == (8, 2)
    assert (outcome.target_hits, outcome.target_bases_lost) == (8, 1)


@pytest.mark.rule("red_square", "mounted-1f-casualties", "mounted-1a-return")
def test_guns_take_rings() -> None:
    # 3 dice at 12 are 6 hits: one ring. Three batteries answer at 12 in 3 dice: 6 hits, once.
    fields: dict[str, Any] = {"target_kind": "artillery", "target_formation": "deployed", "attacker_bases": 4}
    outcome = fought(target_bases=3, **fields)
    assert (outcome.target_bases_lost, outcome.target_rings, outcome.attacker_bases_lost) == (0, 1, 1)
    outcome = fought(target_bases=3, target_rings=2, **fields)
    assert (outcome.target_bases_lost, outcome.target_rings) == (1, 0)


@pytest.mark.rule("red_square", "mounted-1-trigger", "at-procedure")
def test_tchankas_draw_cards_for_their_hits() -> None:
    # A poor regiment of 2 counts 3 figures: 3 dice at 3, one hits. The tchanka misses twice. One hit left over: two
    # cards; MGs hit on hearts, diamonds and clubs.
    fields: dict[str, Any] = {"attacker_bases": 2, "attacker_quality": "poor", "target_kind": "tchanka"}
    assert fought(3, 4, 4, 5, 5, 6, "2S", "KS", target_bases=1, **fields).target_bases_lost == 0
    assert fought(3, 4, 4, 5, 5, 6, "2S", "KC", target_bases=1, **fields).target_bases_lost == 1
    named = fought(3, 4, 4, 5, 5, 5, 5, 6, "2S", "KC", target_bases=2, deck=("2S", "KC", "4H"), **fields)
    assert (named.target_bases_lost, set(named.cards)) == (1, {"2S", "KC"})


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_the_side_with_more_hits_loses() -> None:
    assert fought(6, 6, 6, attacker_bases=2, target_formation="waves", target_bases=2).winner == "neither"  # 3 and 3


# ---------------------------------------------------------------- refusals of the calculator


@pytest.mark.rule("red_square", "move-overrun-flank", "mounted-1-trigger")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"aspect": "flank"}, r"\$\.aspect: .*move-overrun-flank"),
        ({"aspect": "rear"}, r"\$\.aspect: .*move-overrun-flank"),
        (
            {"target_kind": "cavalry", "target_formation": "dismounted", "aspect": "rear"},
            r"\$\.aspect: .*move-overrun-flank",
        ),
        (
            {"target_kind": "artillery", "target_formation": "deployed", "aspect": "flank"},
            r"\$\.aspect: .*move-overrun-flank",
        ),
        ({"target_formation": "defence"}, r"\$\.target_formation: .*mounted-1-trigger"),
    ],
)
def test_who_is_overrun_or_entrenched_is_not_fought(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        fought(**fields)


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"target_formation": "mounted"}, r"\$\.target_formation"),
        ({"target_kind": "tchanka", "target_formation": "waves"}, r"\$\.target_formation"),
        ({"target_rings": 1}, r"\$\.target_rings"),
        ({"attacker_bases": 7}, r"\$\.attacker_bases"),
        ({"target_bases": 0}, r"\$\.target_bases"),
        ({"mgs": (0,)}, r"\$\.mgs\[0\]"),
        ({"deck": ("1H",)}, r"\$\.deck\[0\]"),
    ],
)
def test_contradictory_facts_are_refused(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        fought(**fields)


# ---------------------------------------------------------------- exact odds against a slow twin


Chances = dict[Any, Fraction]


def then(chances: Chances, what: Any) -> Chances:
    """Follow every course with what comes next of it."""
    found: Chances = {}
    for state, chance in chances.items():
        for after, share in what(state).items():
            found[after] = found.get(after, Fraction(0)) + chance * share
    return found


def twin_hits(dice: int, score: int) -> Chances:
    chances: Chances = {0: Fraction(1)}
    if score <= 0:
        return chances
    for _ in range(dice):
        always, rest = score // 6, score % 6

        def throw(hits: int, always: int = always, rest: int = rest) -> Chances:
            found: Chances = {}
            for face in range(1, 7):
                after = hits + always + (1 if face <= rest else 0)
                found[after] = found.get(after, Fraction(0)) + Fraction(1, 6)
            return found

        chances = then(chances, throw)
    return chances


def twin_loss(bases: int, hits: int) -> Chances:
    """Return the chances of how many bases are left."""
    sure = max(0, bases - hits // 6)
    more = max(0, sure - 1)
    rest = Fraction(hits % 6, 6)
    if sure == more or not rest:
        return {sure: Fraction(1)}
    return {more: rest, sure: 1 - rest}


def twin_exchange(
    attackers: int, targets: int, *, dice: int, score: int, back: int, back_score: int, mgs: int, twice: bool
) -> Chances:
    """Return the chances of hits on either side and bases left on either side."""
    chances: Chances = {}
    for (given_hits, one), (taken, other), (by_mgs, third) in product(
        twin_hits(dice, score).items(),
        twin_hits(back, back_score).items(),
        twin_hits(3 if mgs else 0, 2 * mgs).items(),
    ):
        key = (taken + by_mgs, given_hits)
        chances[key] = chances.get(key, Fraction(0)) + one * other * third

    def losses(hits: tuple[int, int]) -> Chances:
        left = twin_loss(attackers, hits[0])
        if twice:
            left = then(left, lambda bases: twin_loss(bases, hits[0]))
        return {
            (*hits, mine, theirs): a * b
            for mine, a in left.items()
            for theirs, b in twin_loss(targets, hits[1]).items()
        }

    return then(chances, losses)


@pytest.mark.rule("red_square", "mounted-1a-figures", "mounted-1a-return", "mounted-1f-casualties", "fire-6-excess")
@pytest.mark.parametrize(
    ("fields", "twin"),
    [
        (
            {"attacker_bases": 3, "target_bases": 3, "mgs": (1,)},
            {"dice": 3, "score": 9, "back": 4, "back_score": 9, "mgs": 1, "twice": True},
        ),
        (
            {"attacker_bases": 2, "target_bases": 4, "aspect": "oblique", "target_formation": "masses"},
            {"dice": 5, "score": 6, "back": 3, "back_score": 8, "mgs": 0, "twice": True},
        ),
        (
            {
                "attacker_bases": 4,
                "attacker_quality": "poor",
                "target_bases": 4,
                "target_kind": "cavalry",
                "target_formation": "mounted",
                "aspect": "rear",
                "mgs": (2,),
            },
            {"dice": 6, "score": 9, "back": 3, "back_score": 4, "mgs": 2, "twice": False},
        ),
    ],
)
def test_exact_odds_of_an_exchange(fields: dict[str, Any], twin: dict[str, Any]) -> None:
    expected = twin_exchange(fields["attacker_bases"], fields["target_bases"], **twin)
    found: Chances = {}
    for outcome, chance in ruleset.odds(exchange(**fields)).items():
        key = (
            outcome.attacker_hits,
            outcome.target_hits,
            fields["attacker_bases"] - outcome.attacker_bases_lost,
            fields["target_bases"] - outcome.target_bases_lost,
        )
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected


def twin_whole(*, squares_left: int, target_quality: str, horse: int, foot: int, guns: int) -> Chances:
    """Horsemen charge a line with perhaps an MG base from the north on a plain, by the book.

    Tells the combats as (hits on the cavalry, hits on the line), the bases left, and whether there was a new contact. A
    beaten line goes back two squares straight away from the horse, so that those who have two squares left come upon
    its rear: it flees on 3 (4 if poor, 2 if elite), or stands and fights with all of its front.
    """
    flees = Fraction({"poor": 4, "normal": 3, "elite": 2}[target_quality], 6)

    def combat(state: tuple[Any, ...]) -> Chances:
        fights, horse, foot, guns, pinned, _ = state
        found: Chances = {}
        line = max(0, foot - (target_quality == "poor"))
        for (taken, given_hits, horse_left, foot_left), chance in twin_exchange(
            horse, foot, dice=3, score=3 * horse, back=4, back_score=3 * line, mgs=guns - pinned, twice=True
        ).items():
            for (guns_now, pinned_now), share in fate(guns, pinned, foot - foot_left).items():
                won = "horse" if taken < given_hits else "foot" if given_hits < taken else "nobody"
                guns_saved = Fraction(1)
                retreats = won != "foot" and foot_left > 0
                if retreats and guns_now:
                    guns_saved = Fraction(2, 6)
                for guns_end, part in ((guns_now, guns_saved), (0, 1 - guns_saved)):
                    down = pinned_now if guns_end else 0
                    after = ((*fights, (taken, given_hits)), horse_left, foot_left, guns_end, down, won)
                    found[after] = found.get(after, Fraction(0)) + chance * share * part
        return found

    def fate(guns: int, pinned: int, lost: int) -> Chances:
        if guns - pinned <= 0:
            return {(guns, pinned): Fraction(1)}
        chances: Chances = {(1, 0, 0): Fraction(1)}  # guns, pinned, cards drawn
        for _ in range(lost):

            def draw(state: tuple[int, int, int]) -> Chances:
                here, down, drawn = state
                if not here:
                    return {state: Fraction(1)}
                # Of 54 cards 6 are red courts and 6 black ones. None of the black was drawn yet, and none of the red
                # as long as the base is not pinned; afterwards red ones change nothing.
                black = red = Fraction(6, 54 - drawn)
                found = {(0, 0, drawn + 1): black, (1, 1, drawn + 1): red}
                found[1, down, drawn + 1] = found.get((1, down, drawn + 1), Fraction(0)) + 1 - black - red
                return found

            chances = then(chances, draw)
        found: Chances = {}
        for (here, down, _), chance in chances.items():
            found[here, down] = found.get((here, down), Fraction(0)) + chance
        return found

    def follow(state: tuple[Any, ...]) -> Chances:
        fights, horse, foot, guns, pinned, won = state
        if won != "horse" or not foot or not horse or squares_left < 2:
            return {(*state, False): Fraction(1)}
        gone: Chances = {(fights, horse, 0, 0, 0, "flight", True): flees}
        stands = then({(fights, horse, foot, guns, pinned, won): 1 - flees}, combat)
        return {**gone, **{(*after, True): chance for after, chance in stands.items()}}

    return then(combat(((), horse, foot, guns, 0, "")), follow)


@pytest.mark.rule(
    "red_square", "mounted-1c-result", "mounted-1f-casualties", "mg-save", "move-overrun-shaken", "fire-10-fate"
)
@pytest.mark.parametrize(
    ("squares_left", "quality", "horse", "foot", "guns"),
    [(0, "normal", 3, 3, 1), (2, "normal", 2, 2, 1), (2, "poor", 2, 3, 0), (2, "elite", 1, 2, 0)],
)
def test_exact_odds_of_a_whole_mounted_combat(
    squares_left: int, quality: Any, horse: int, foot: int, guns: int
) -> None:
    units = [evolve(CAVALRY, bases=horse), evolve(LINE, quality=quality, bases=foot)]
    units += [evolve(MGS, bases=guns)] if guns else []
    asked = MountedCombatRequest(
        field=Field(board=PLAIN, units=tuple(units)), attacker="Cavalry", squares_left=squares_left
    )
    found: Chances = {}
    for outcome, chance in ruleset.odds(asked).items():
        now = {unit.name: unit for unit in outcome.units}
        key = (
            tuple((one.attacker_hits, one.target_hits) for one in outcome.combats),
            now["Cavalry"].bases,
            now["Line"].bases,
            now["MGs"].bases if guns else 0,
            now["MGs"].pinned if guns else 0,
            outcome.contact_again,
        )
        found[key] = found.get(key, Fraction(0)) + chance
    expected: Chances = {}
    for (*state, _, again), chance in twin_whole(
        squares_left=squares_left, target_quality=quality, horse=horse, foot=foot, guns=guns
    ).items():
        key = (*state, again)
        if chance:
            expected[key] = expected.get(key, Fraction(0)) + chance
    assert found == expected
