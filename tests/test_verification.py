"""A record proves itself: whatever is edited in it is refused, or is what the verification marks as somebody's word."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import reduce
from random import Random
from typing import Any

import attrs
import border_war as bw
import pytest
from attrs import evolve
from damaged_documents import renewed

from rcw_rules import (
    AskingDice,
    DiceError,
    GivenDice,
    InvalidRequestError,
    MixedDice,
    Override,
    OverrideError,
    ReplayError,
    Resolution,
    RulesError,
    SeededDice,
    directory,
    red_white,
)
from rcw_rules.kernel.record import ChoiceStep, OverrideStep, ProcedureStep, Record, ResultStep, RollStep, Step
from rcw_rules.kernel.seals import SealedDice, Secret
from rcw_rules.ruleset import Ruleset
from rcw_rules.verification import Verification, require_whole_game

RED = Secret("1919", "winter-in-the-don-steppe")
WHITE = Secret("Omsk", "kolchak-crosses-the-ural")

RULESETS: dict[str, Ruleset[Any]] = {"red_white": red_white.ruleset, "directory": directory.ruleset}
GUARD = bw.Band(side="north", spears=6, guard=True, shaken=True)
"""Stands on 6 or less; the guard gives it a second throw."""

PROCEDURES = [procedure.id for ruleset in RULESETS.values() for procedure in ruleset.procedures]


def ruleset_of(id: str) -> Ruleset[Any]:
    return RULESETS[id.partition(".")[0]]


def played(id: str, seed: int = 1) -> Resolution[Any]:
    ruleset = ruleset_of(id)
    example = ruleset.procedure(id).example
    assert example is not None
    resolution: Resolution[Any] = ruleset.resolve(example, dice=SealedDice(seed, salt=RED.salt))
    return resolution


def checked(ruleset: Ruleset[Any], text: str, *seeds: Secret) -> Verification[Any]:
    """Verify a record as strictly as can be: with the *seeds*, if they are given, and as a whole game."""
    found = ruleset.verify(ruleset.load_resolution(text), seeds=seeds or None)
    require_whole_game({"the record": found})
    return found


# ------------------------------------------------------------------ edits of a document


Path = tuple[Any, ...]


def leaves(data: Any, path: Path = ()) -> Iterator[Path]:
    entries: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    if not entries:
        yield path
    for key, item in entries:
        yield from leaves(item, (*path, key))


def other(value: object) -> object:
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}s"
        case None:
            return 1
        case _:
            return ["new"]


def edited(document: dict[str, Any], path: Path) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = other(place[path[-1]])
    return changed


def sampled(document: dict[str, Any], random: Random) -> list[Path]:
    """Return some leaves of every part of a document: the envelope, and of each key a few."""
    found: list[Path] = []
    for key, item in document.items():
        below = list(leaves(item, (key,)))
        found += random.sample(below, min(len(below), 6 if key == "record" else 3))
    return found


@pytest.mark.parametrize("id", PROCEDURES)
def test_no_edit_of_a_document_passes_unnoticed(id: str) -> None:
    ruleset = ruleset_of(id)
    document = json.loads(played(id).to_json())
    for path in sampled(document, Random(id)):
        with pytest.raises(RulesError):
            ruleset.load_resolution(json.dumps(edited(document, path)))


SAID = {"request", "options"}
"""The parts of a document that are somebody's word."""


@pytest.mark.parametrize("id", PROCEDURES)
def test_a_forger_who_renews_the_digest_changes_only_what_is_on_their_word(id: str) -> None:
    ruleset = ruleset_of(id)
    document = json.loads(played(id).to_json())
    for path in sampled({key: item for key, item in document.items() if key != "digest"}, Random(id)):
        changed = edited(document, path)
        try:
            found = checked(ruleset, json.dumps(renewed(changed)), Secret(1, RED.salt))
        except RulesError:
            continue
        assert path[0] in SAID, path
        assert found.on_their_word[0] == "the request and the options"


@pytest.mark.parametrize("key", ["request", "options"])
def test_what_matters_of_the_request_and_the_options_is_compared(key: str) -> None:
    document = json.loads(red_white.ruleset.resolve(red_white.melee_example_2(), dice=GivenDice([5, 5])).to_json())
    name = {"request": "defenders", "options": "melee_elite"}[key]
    if key == "request":
        document[key][name][0]["stands"] -= 1
    else:
        document[key][name] = "per_unit"
    with pytest.raises((ReplayError, DiceError)):
        checked(red_white.ruleset, json.dumps(renewed(document)))


# ------------------------------------------------------------------ forgeries of steps, texts and all


def forged(steps: tuple[Step, ...], chosen: Random) -> Iterator[tuple[Step, str, tuple[Step, ...]]]:
    """Yield steps with one fact changed: the step, the fact's name, and all steps with the change."""
    for at, step in enumerate(steps):
        for field in attrs.fields(type(step)):
            value = getattr(step, field.name)
            if isinstance(step, ProcedureStep) and field.name == "steps":
                for inner, name, below in forged(step.steps, chosen):
                    yield inner, name, (*steps[:at], evolve(step, steps=below), *steps[at + 1 :])
            elif field.name != "by" and chosen.random() < 0.12:
                changed = changed_fact(value)
                yield step, field.name, (*steps[:at], evolve(step, **{field.name: changed}), *steps[at + 1 :])


def changed_fact(value: Any) -> Any:
    if isinstance(value, tuple):
        return (*value, *(value[:1] or (1,)))
    if isinstance(value, dict):
        return {**value, "more": 1} if not value else {key: other(item) for key, item in value.items()}
    return {"printed": "illustrative", "reconstructed": "printed", "add": "shift"}.get(value) or other(value)


@pytest.mark.parametrize("id", PROCEDURES)
def test_no_fact_of_a_step_can_be_forged_with_its_text(id: str) -> None:
    ruleset = ruleset_of(id)
    resolution = played(id, seed=2)
    for step, name, steps in forged(resolution.record.steps, Random(id)):
        try:
            text = evolve(resolution, record=Record(steps)).to_json()
        except (TypeError, ValueError):  # such a step cannot even be written
            continue
        try:
            checked(ruleset, text, Secret(2, RED.salt))
        except RulesError:
            continue
        pytest.fail(f"{name} of {step} was forged")


def relabelled(resolution: Resolution[Any], cls: type[Any], **facts: object) -> Resolution[Any]:
    steps = tuple(evolve(step, **facts) if isinstance(step, cls) else step for step in resolution.record.steps)
    return evolve(resolution, record=Record(steps))


def test_a_forged_text_is_refused_with_its_path() -> None:
    document = json.loads(played("red_white.melee").to_json())
    at = next(at for at, step in enumerate(document["record"]) if step["kind"] == "result")
    document["record"][at]["text"] = "the attacker wins"
    with pytest.raises(InvalidRequestError, match=rf"^\$\.record\[{at}\]\.text: differs from the facts beside it, wh"):
        checked(red_white.ruleset, json.dumps(renewed(document)))


@pytest.mark.parametrize("says", ["{", "}", "{margin.real}", "{margin!r}", "{margin:99}", "{nobody}", "{}", "{0}"])
def test_a_sentence_with_other_braces_than_its_values_is_refused(says: str) -> None:
    step = ResultStep(rule="melee-roll", says=says, values={"margin": 1})
    with pytest.raises(ValueError, match=r"brace|Single"):
        _ = step.text
    document = json.loads(played("red_white.melee").to_json())
    document["record"][-1].update(kind="result", says=says, values={"margin": 1}, text="won")
    problem = r"\$\.record\[\d+\]\.text: the facts beside it make no text: "
    with pytest.raises(InvalidRequestError, match=problem):
        checked(red_white.ruleset, json.dumps(renewed(document)))


def test_braces_that_are_doubled_are_braces() -> None:
    assert ResultStep(rule="a", says="{{{n}}} of {yes}", values={"n": 7, "yes": True}).text == "{7} of yes"
    assert ResultStep(rule="a", says="{{{n}}}").text == "{{{n}}}"


# ------------------------------------------------------------------ who rolled, who decided, who ruled


def test_what_nothing_proves_is_summed_up() -> None:
    def by_hand(_: object) -> tuple[int, ...]:
        return (4,)

    mixed = MixedDice({"band 1/nerve": GivenDice([9]), "*second throw": AskingDice(by_hand)}, otherwise=SeededDice(1))
    resolution = bw.ruleset.resolve(bw.NerveRequest(band=GUARD), dice=GivenDice([9, 1]))
    assert bw.ruleset.verify(resolution).lines() == (
        "The record agrees with its dice.",
        "On their word: the request and the options, 2 throws (given).",
    )
    decided = bw.ruleset.resolve(
        bw.NerveRequest(band=GUARD), dice=GivenDice([9, 1]), choices={"cheer": lambda situation, alternatives: True}
    )
    assert bw.ruleset.verify(decided).on_their_word[1:] == ("2 throws (given)", "1 decision (policy)")
    phase = bw.ruleset.resolve(bw.NervePhaseRequest(bands=(GUARD, evolve(GUARD, guard=False))), dice=mixed)
    rolled = [roll.by for roll in phase.record.rolls]
    assert {"given", "asked"} <= set(rolled)
    words = bw.ruleset.verify(phase).on_their_word
    assert sum(int(word.split()[0]) for word in words if "throw" in word) == len(rolled)
    ruled = bw.ruleset.resolve(
        bw.hedge_brawl(),
        dice=GivenDice([6, 4]),
        overrides=[Override(what="modifier", at="through_hedge", value=0, reason="it is a low one")],
    )
    assert bw.ruleset.verify(ruled).on_their_word[-1] == "1 ruling of the referee"


def test_an_untouched_record_is_resolved_again_equal() -> None:
    for id in PROCEDURES:
        resolution = played(id)
        assert ruleset_of(id).replay(resolution) == resolution
        assert ruleset_of(id).verify(resolution).resolution == resolution


def test_who_rolled_is_kept_and_told_in_every_case() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    asked = relabelled(brawl, RollStep, by="asked")
    assert bw.ruleset.verify(asked).on_their_word[1:] == ("1 throw (asked)",)
    assert bw.ruleset.replay(asked) == asked


def test_a_default_that_the_documented_default_would_not_choose_is_named() -> None:
    asked = bw.NerveRequest(band=GUARD)
    by_default = bw.ruleset.resolve(asked, dice=GivenDice([9, 1]))
    (step,) = [step for step in by_default.record.steps if isinstance(step, ChoiceStep)]
    against = bw.ruleset.resolve(
        asked,
        dice=GivenDice([9], otherwise=SeededDice(2)),
        choices={"cheer": lambda situation, alternatives: not step.chosen},
    )
    assert bw.ruleset.verify(against).on_their_word[-1] == "1 decision (policy)"
    with pytest.raises((ReplayError, DiceError)):
        bw.ruleset.verify(relabelled(against, ChoiceStep, by="default"))


def test_the_line_that_is_shown_is_that_of_the_replayed_resolution() -> None:
    resolution = played("red_white.melee")
    found = red_white.ruleset.verify(evolve(resolution, title="Forged: the Reds win"))
    assert found.resolution.explain().splitlines()[2].startswith("Who wins this melee? ")


def blanked(step: Step) -> Step:
    return evolve(step, side="", unit="") if isinstance(step, ChoiceStep) else step


def spelt_out(step: Step) -> Step:
    return evolve(step, says=step.text) if isinstance(step, ResultStep) else step


def retold(steps: tuple[Step, ...], *tell: Callable[[Step], Step]) -> Record:
    found: list[Step] = []
    for old in steps:
        step = reduce(lambda one, each: each(one), tell, old)
        found.append(evolve(step, steps=retold(step.steps, *tell).steps) if isinstance(step, ProcedureStep) else step)
    return Record(tuple(found))


def test_a_record_says_that_it_has_the_words_of_an_older_document() -> None:
    resolution = played("red_white.activation_test", seed=2)

    def lines(*tell: Callable[[Step], Step]) -> tuple[str, ...]:
        changed = evolve(resolution, record=retold(resolution.record.steps, *tell))
        return checked(red_white.ruleset, changed.to_json()).lines()

    said = "It has the words of an older document, without the side and the unit of each decision."
    assert said not in lines()
    assert said in lines(blanked, spelt_out)
    for some in (blanked, spelt_out):  # no document has the words of two versions
        with pytest.raises(ReplayError, match=r"^step \d+ of the record is"):
            lines(some)


def test_a_record_may_hold_a_former_title_of_a_procedure_and_no_other() -> None:
    resolution = played("red_white.assault")

    def titled(title: str) -> Callable[[Step], Step]:
        def tell(step: Step) -> Step:
            if isinstance(step, ProcedureStep) and step.procedure == "red_white.charge":
                return evolve(step, title=title)
            return step

        return tell

    def verified(title: str) -> bool:
        changed = evolve(resolution, record=retold(resolution.record.steps, titled(title)))
        return bool(checked(red_white.ruleset, changed.to_json()).lines())

    assert verified("Who is left when the charge goes home?")
    with pytest.raises(ReplayError, match=r"^step \d+ of the record is"):
        verified("Who dies: stands, leader or priest?")  # a former title, of another procedure


def test_a_record_by_an_older_reading_says_so() -> None:
    resolution = played("red_white.melee")
    older = evolve(resolution, ruleset=evolve(resolution.ruleset, rules_version=1))
    assert red_white.ruleset.verify(older).lines()[1] == ("It names version 1 of the rules; version 5 gives the same.")


# ------------------------------------------------------------------ sealed dice


def sealed(first: int = 1, *others: Secret) -> SealedDice:
    return SealedDice(RED.seed, salt=RED.salt, others=others, first=first)


def test_a_seed_proves_every_sealed_face() -> None:
    resolution = bw.ruleset.resolve(bw.big_brawl(), dice=sealed(4))
    assert bw.ruleset.load_resolution(resolution.to_json()) == resolution
    (roll,) = resolution.record.rolls
    assert (roll.by, roll.draw, roll.sides) == ("sealed", 4, (6, 6))
    unproved, proved = bw.ruleset.verify(resolution), bw.ruleset.verify(resolution, seeds=[RED])
    assert unproved.lines()[1] == "Sealed, throw 4: not yet revealed."
    assert proved.lines()[1] == "Sealed, throw 4: the faces follow from the seeds that were committed to."
    published = f"Commitments, to compare with those published: {RED.commitment}."
    assert unproved.lines()[2] == proved.lines()[2] == published
    assert (unproved.draws, unproved.is_revealed, proved.is_revealed) == ((4,), False, True)
    assert proved.on_their_word == ("the request and the options",)


def test_a_seal_without_a_sealed_throw_proves_nothing() -> None:
    named = evolve(bw.ruleset.resolve(bw.big_brawl(), dice=SeededDice(1)), seal=sealed().seal)
    found = bw.ruleset.verify(bw.ruleset.load_resolution(named.to_json()), seeds=[RED])
    assert (found.draws, found.is_revealed) == ((), False)
    assert found.lines()[1] == "The dice were sealed, and no throw of this record is: no seed proves anything of it."
    assert found.on_their_word == ("the request and the options", "1 throw (seed)")


def chosen_faces(faces: tuple[int, int]) -> Resolution[Any]:
    """Return a record of chosen faces that calls them sealed, everything else in it as it must be."""
    given = bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice(faces))
    return evolve(relabelled(given, RollStep, by="sealed", draw=1, sides=(6, 6)), seal=sealed().seal)


def test_chosen_faces_that_are_called_sealed_are_found() -> None:
    drawn = bw.ruleset.resolve(bw.big_brawl(), dice=sealed()).dice
    for faces in [(one, two) for one in range(1, 7) for two in range(1, 7)]:
        resolution = bw.ruleset.load_resolution(chosen_faces(faces).to_json())
        if faces == drawn:
            assert bw.ruleset.verify(resolution, seeds=[RED]).is_revealed
            continue
        with pytest.raises(ReplayError, match=r"^throw 1, .*, is \d, \d in the record; its seed gives \d, \d$"):
            bw.ruleset.verify(resolution, seeds=[RED])


def test_seeds_prove_nothing_of_dice_that_were_not_sealed() -> None:
    given = bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice([1, 2]))
    with pytest.raises(ReplayError, match=r"^the dice of this record are not sealed"):
        bw.ruleset.verify(given, seeds=[RED])
    with pytest.raises(ReplayError, match="nobody committed to the seed 'Omsk'"):
        bw.ruleset.verify(chosen_faces((1, 2)), seeds=[WHITE])


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (({"draw": None}, {}), r"\.draw: expected a number from 1, got null$"),
        (({"draw": 0}, {}), r"\.draw: expected a number from 1, got 0"),
        (({}, {"draw": 2}), r"\.draw: expected 3, since the throws of a game are counted, got 2$"),
        (({}, {"draw": 4}), r"\.draw: expected 3, since the throws of a game are counted, got 4$"),
        (({"by": "given"}, {}), r": only a sealed throw has draw and sides, not one by 'given'$"),
        (({"by": "seed", "draw": None}, {}), r": only a sealed throw has draw and sides, not one by 'seed'$"),
        (({"sides": ()}, {}), r"\.sides: expected one number for each face$"),
    ],
)
def test_the_numbers_of_sealed_throws_follow_one_another(
    facts: tuple[dict[str, Any], dict[str, Any]], told: str
) -> None:
    twice = bw.ruleset.resolve(bw.NerveRequest(band=GUARD), dice=GivenDice([9, 1]))
    first, second = twice.record.rolls

    def sealed_as(one: dict[str, Any], other: dict[str, Any]) -> str:
        by_roll = {
            first: {"by": "sealed", "draw": 2, "sides": (10,), **one},
            second: {"by": "sealed", "draw": 3, "sides": (10,), **other},
        }
        steps = tuple(evolve(step, **by_roll[step]) if step in by_roll else step for step in twice.record.steps)
        return evolve(twice, record=Record(steps), seal=sealed().seal).to_json()

    assert bw.ruleset.load_resolution(sealed_as({}, {})).seal == sealed().seal
    with pytest.raises(InvalidRequestError, match=told):
        bw.ruleset.load_resolution(sealed_as(*facts))


def test_a_resolution_in_memory_is_held_to_the_same() -> None:
    given = bw.ruleset.resolve(bw.NerveRequest(band=GUARD), dice=GivenDice([1]))
    seal = SealedDice(1, salt=RED.salt).seal
    for facts in ({"draw": None}, {"draw": 0}, {"draw": 1, "sides": ()}):
        called = relabelled(evolve(given, seal=seal), RollStep, **{"by": "sealed", "sides": (10,), **facts})
        with pytest.raises(ReplayError, match=r"^the throws of the record are not counted"):
            bw.ruleset.verify(called)


def test_a_sealed_throw_needs_a_seal() -> None:
    resolution = evolve(bw.ruleset.resolve(bw.big_brawl(), dice=sealed()), seal=None)
    with pytest.raises(InvalidRequestError, match=r"\.by: a throw is sealed, and \$\.seal is null$"):
        bw.ruleset.load_resolution(resolution.to_json())


def game(*numbers: int, others: tuple[Secret, ...] = ()) -> dict[str, Verification[Any]]:
    """Return records of one sealed throw each, by a name that tells its number."""
    return {
        f"{place}.json": bw.ruleset.verify(bw.ruleset.resolve(bw.big_brawl(), dice=sealed(number, *others)))
        for place, number in enumerate(numbers)
    }


def test_the_records_of_a_game_hold_every_throw_once() -> None:
    assert require_whole_game(game(1, 2, 3)) == require_whole_game(game(3, 1, 2)) == 3
    by_hand = bw.ruleset.verify(bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice([1, 2])))
    assert require_whole_game({**game(1, 2), "by_hand.json": by_hand}) == 2
    assert require_whole_game({"by_hand.json": by_hand}) == 0


@pytest.mark.parametrize(
    ("records", "told"),
    [
        (game(1, 3), "^throw 2 of the sealed game stands in none of the records, though the game went on to throw 3$"),
        (game(2, 5), "^throws 1, 3, 4 of the sealed game stand in none of the records"),
        (game(1, 2, 1), r"^throw 1 of the sealed game stands in 0\.json and in 2\.json$"),
        ({**game(1), "b.json": game(2, others=(WHITE,))["0.json"]}, r"^0\.json and b\.json are of two games"),
    ],
)
def test_a_throw_that_was_thrown_away_is_named(records: dict[str, Verification[Any]], told: str) -> None:
    with pytest.raises(ReplayError, match=told):
        require_whole_game(records)


def test_an_override_stays_the_word_of_the_referee() -> None:
    ruled = bw.ruleset.resolve(
        bw.hedge_brawl(),
        dice=GivenDice([6, 4]),
        overrides=[Override(what="modifier", at="through_hedge", value=0, reason="it is a low one")],
    )
    other_reason = relabelled(ruled, OverrideStep, reason="bribed")
    assert bw.ruleset.verify(other_reason).on_their_word[-1] == "1 ruling of the referee"


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\v", "\x85", "\u2028"])
def test_a_name_cannot_pass_for_a_line_of_its_own(line_break: str) -> None:
    phase = bw.NervePhaseRequest(bands=(evolve(GUARD, name=f"Guard{line_break}  forged"),))
    named = bw.ruleset.resolve(phase, dice=SeededDice(1))
    roll = named.record.rolls[0]
    assert "forged" in named.explain()
    told = [*named.explain().splitlines(), *named.line().splitlines()]
    assert not any(line.strip().startswith("forged") for line in told)
    low = Override(what="roll", at=roll.purpose, value=True, reason=f"low{line_break}  forged")
    with pytest.raises(OverrideError, match="the reason of an override is one line of text"):
        bw.ruleset.resolve(phase, dice=SeededDice(1), overrides=[low])
