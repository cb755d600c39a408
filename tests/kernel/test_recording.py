"""Records are made when they are read; the slow twin is an umpire who writes every step down while playing."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from itertools import count
from threading import Barrier, Thread
from typing import Any

import border_war as bw
import pytest
from attrs import evolve, frozen
from umpired_procedures import TOY, TWO_SHOTS

from rcw_rules import (
    Choice,
    GivenDice,
    NoOptions,
    NotDeterministicError,
    Override,
    Request,
    Ruleset,
    SeededDice,
    Umpire,
    procedure,
)
from rcw_rules.kernel.deciders import Defaults, InOrder
from rcw_rules.kernel.dice import d6, d8
from rcw_rules.kernel.errors import DiceError, IllegalRequestError, NeedsRuling
from rcw_rules.kernel.questions import Throw
from rcw_rules.kernel.record import Record, ResultStep, Step
from rcw_rules.kernel.seals import SealedDice
from rcw_rules.kernel.sources import DiceSource
from rcw_rules.kernel.umpire import Policies, RollingUmpire
from rcw_rules.registry import available, load

BAND = bw.Band(side="north", spears=4, guard=True, shaken=True)
PHASE = bw.NervePhaseRequest(bands=(BAND, evolve(BAND, guard=False, spears=6)))
SALT = "winter-in-the-don-steppe"


def written_down(
    ruleset: Ruleset[Any],
    request: Request[Any],
    dice: DiceSource,
    choices: Policies | None = None,
    overrides: Iterable[Override] = (),
) -> tuple[object, tuple[Step, ...]]:
    """Return the outcome and the steps that an umpire writes down on the way."""
    policies = ruleset.policies(choices)
    umpire: RollingUmpire[Any] = RollingUmpire(ruleset, dice, policies, recording=True, overrides=overrides)
    return umpire.run(request), umpire.record.steps


@pytest.mark.parametrize("name", available())
def test_every_procedure_has_the_record_that_is_written_on_the_way(name: str) -> None:
    ruleset = load(name)
    compared = 0
    for one in ruleset.procedures[::6]:
        if one.example is None:
            continue
        try:
            outcome, steps = written_down(ruleset, one.example, SeededDice(one.id))
        except (IllegalRequestError, NeedsRuling):
            continue
        resolution = ruleset.resolve(one.example, dice=SeededDice(one.id))
        assert (resolution.outcome, resolution.record.steps) == (outcome, steps)
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("seed", range(5))
def test_sealed_throws_keep_their_numbers(seed: int) -> None:
    def dice() -> SealedDice:
        return SealedDice(seed, salt=SALT, first=7)

    resolution = bw.ruleset.resolve(PHASE, dice=dice())
    assert resolution.record.steps == written_down(bw.ruleset, PHASE, dice())[1]
    assert [roll.draw for roll in resolution.record.rolls] == list(range(7, 7 + len(resolution.record.rolls)))


def test_overrides_stand_in_the_record() -> None:
    overrides = [Override(what="roll", at="shot 2/fire", value=6, reason="cocked die")]
    resolution = TOY.resolve(TWO_SHOTS, dice=GivenDice((1, 2)), overrides=iter(overrides))
    assert resolution.record.steps == written_down(TOY, TWO_SHOTS, GivenDice((1, 2)), None, overrides)[1]
    assert len(resolution.record.overrides) == 1


def test_who_decides_is_asked_once_and_not_when_the_record_is_read() -> None:
    asked: list[object] = []

    def cheer(situation: object, alternatives: tuple[bool, ...]) -> bool:
        asked.append(situation)
        return len(asked) == 1

    request = bw.NervePhaseRequest(bands=(BAND,) * 2)
    faces = [9, 3, 9, 1]
    resolution = bw.ruleset.resolve(request, dice=GivenDice(faces), choices={"cheer": cheer})
    assert len(asked) == 2
    twin = written_down(bw.ruleset, request, GivenDice(faces), {"cheer": InOrder([True, False])})[1]
    assert resolution.record.steps == twin
    assert len(asked) == 2


def test_a_session_has_the_record_up_to_its_question() -> None:
    session = bw.ruleset.begin(PHASE).automate(choices=Defaults())
    faces: list[int] = []
    while session.pending is not None:
        umpire: RollingUmpire[Any] = RollingUmpire(bw.ruleset, GivenDice(faces), {}, recording=True)
        with pytest.raises(DiceError, match="too few dice"):
            umpire.run(PHASE)
        assert session.record.steps == umpire.record.steps
        assert isinstance(session.pending, Throw)
        highest = session.pending.dice
        faces += highest
        session = session.answer(highest, by="given")
    assert len(faces) > 1


class TestARecordThatIsNotReadYet:
    def test_is_made_once(self) -> None:
        made = count()
        record = Record(make=lambda: (ResultStep(rule="x", says=str(next(made))),))
        assert record.steps[0].text == "0"
        assert record.steps is record.steps
        assert record == Record(record.steps)
        assert hash(record) == hash(Record(record.steps))

    def test_is_whole_when_it_is_pickled(self) -> None:
        resolution = bw.ruleset.resolve(PHASE, dice=SeededDice(3))
        again = pickle.loads(pickle.dumps(resolution.record))  # noqa: S301 - our own
        assert again == resolution.record
        assert again.steps

    def test_is_made_with_nothing_locked(self) -> None:
        """Two threads are in the making at once, or the barrier breaks."""
        both = Barrier(2, timeout=20)

        def make() -> tuple[Step, ...]:
            both.wait()
            return (ResultStep(rule="x", says="made"),)

        record = Record(make=make)
        seen: list[tuple[Step, ...]] = []
        threads = [Thread(target=lambda: seen.append(record.steps)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [(ResultStep(rule="x", says="made"),)] * 2
        assert record.steps == seen[0]


@frozen(kw_only=True)
class Again(Request[int]):
    """A question whose procedure remembers how often it was asked."""

    least: int = 0


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1), (1, 0)])
def test_a_procedure_that_asks_otherwise_the_second_time(first: int, second: int) -> None:
    throws = iter((first, second))

    @procedure("toy.again", title="How many?", rules=("x",))
    def again(request: Again, umpire: Umpire[NoOptions]) -> int:
        return sum(umpire.roll(d6, f"throw {number}", "x") for number in range(next(throws)))

    toy = Ruleset(id="toy", title="Toy", edition="1", rules_version=1, options=NoOptions(), procedures=(again,))
    resolution = toy.resolve(Again(), dice=SeededDice(1))
    with pytest.raises(NotDeterministicError, match="when it is run again for its record"):
        _ = resolution.record.steps


def _how_often(id: str) -> Choice[object, int]:
    return Choice(id, rule="x", who="owner", about="How often. Default: once.", default=lambda situation, numbers: 1)


AGAIN, ONCE_MORE = _how_often("again"), _how_often("once-more")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(lambda umpire: umpire.roll(d6, "a", "x"), lambda umpire: umpire.roll(d8, "a", "x"), id="dice"),
        pytest.param(lambda umpire: umpire.roll(d6, "a", "x"), lambda umpire: umpire.roll(d6, "b", "x"), id="purpose"),
        pytest.param(lambda umpire: umpire.roll(d6, "a", "x"), lambda umpire: umpire.roll(d6, "a", "y"), id="rule"),
        pytest.param(
            lambda umpire: umpire.choose(AGAIN, (1, 2), 0), lambda umpire: umpire.choose(ONCE_MORE, (1, 2), 0), id="id"
        ),
        pytest.param(
            lambda umpire: umpire.choose(AGAIN, (1, 2), 0), lambda umpire: umpire.choose(AGAIN, (3, 2), 0), id="what"
        ),
        pytest.param(lambda umpire: 1, lambda umpire: 2, id="outcome"),
    ],
)
def test_a_record_never_tells_what_was_not_asked(
    first: Callable[[Umpire[NoOptions]], int], second: Callable[[Umpire[NoOptions]], int]
) -> None:
    runs = iter((first, second))

    @procedure("toy.again", title="How many?", rules=("x",))
    def again(request: Again, umpire: Umpire[NoOptions]) -> int:
        return next(runs)(umpire)

    toy = Ruleset(
        id="toy",
        title="Toy",
        edition="1",
        rules_version=1,
        options=NoOptions(),
        procedures=(again,),
        choices=(AGAIN, ONCE_MORE),
    )
    resolution = toy.resolve(Again(), dice=SeededDice(1))
    with pytest.raises(NotDeterministicError, match="when it is run again for its record"):
        _ = resolution.record.steps
