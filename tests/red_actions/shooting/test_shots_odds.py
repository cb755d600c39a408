"""The exact odds of shootings, against a twin that shares no code with the library."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from attrs import evolve
from red_actions_shots import (
    CAPTAIN,
    COLONEL,
    GUNS,
    MACHINE_GUNS,
    RIFLES,
    RULES,
    TANK,
    card,
    exchange,
    shot,
    unit,
    valued,
)

from rcw_rules import red_actions as ra

# --- exact odds against a twin that shares no code and knows only cells of which the catalogue is sure or nearly so


Ask: TypeAlias = Callable[[list[tuple[Any, Fraction]]], Any]


Fate: TypeAlias = tuple[object, ...]


SURE = {  # columns 8 to 10, from 2 to 12
    8: "-- -- R R TR 2T 2TS 2TSO K K K",
    9: "-- R T T TR 2TS 2TSO K K K K",
    10: "R T T TR TR 2TSO K K K K K",
}


WAYS = {score: sum(1 for a in range(1, 7) for b in range(1, 7) if a + b == score) for score in range(2, 13)}


def up_to(number: int) -> Fraction:
    return Fraction(sum(ways for score, ways in WAYS.items() if score <= number and score != 12), 36)


def every_course(play: Callable[[Ask], Fate]) -> dict[Fate, Fraction]:
    """Play every course of chance."""
    found: dict[Fate, Fraction] = {}

    def go_on(trail: list[Any], chance: Fraction) -> None:
        left = list(trail)
        more: list[tuple[Any, Fraction]] = []

        class WantsMoreError(Exception):
            pass

        def ask(branches: list[tuple[Any, Fraction]]) -> Any:
            if left:
                return left.pop(0)
            more.extend(branches)
            raise WantsMoreError

        try:
            fate = play(ask)
        except WantsMoreError:
            for value, share in more:
                if share:
                    go_on([*trail, value], chance * share)
        else:
            found[fate] = found.get(fate, Fraction(0)) + chance

    go_on([], Fraction(1))
    return found


def yes(chance: Fraction) -> list[tuple[Any, Fraction]]:
    return [(True, chance), (False, 1 - chance)]


def best_help(alive: list[int | None]) -> int:
    """The most that officers add: the commander, the commander with one senior, or a senior instead."""
    commander = alive[0] if alive and alive[0] is not None else 0
    seniors = [senior for senior in alive[1:] if senior is not None]
    return max(commander, *(commander + senior for senior in seniors), *seniors, -99)


def twin(
    ask: Ask,
    *,
    column: int,
    bases: int = 4,
    terror: int = 0,
    officers: tuple[int, ...] = (),
    guns: int = 0,
    gun_number: int = 10,
    tank: bool = False,
    gas: bool = False,
    sheltered: bool = False,
    routing: bool = False,
    one_serious: bool = False,
    fear: int = 8,
    serious: int = 8,
) -> Fate:
    """Shoot at foot once. The first of the officers commands, the others are attached seniors."""
    struck = 0
    for _ in range(guns):
        if struck < bases and ask(yes(Fraction(sum(ways for s, ways in WAYS.items() if s >= gun_number), 36))):
            struck += 1
    bases -= struck
    if not bases:
        return ("gone",)
    score = ask([(score, Fraction(ways, 36)) for score, ways in WAYS.items()])
    code = SURE[column].split()[score - 2]
    killed = code == "K"
    bases -= killed
    if not bases:
        return ("gone",)
    terror += 2 * ("2T" in code) or int("T" in code)
    terror += tank
    pinned = not routing and (killed or "2T" in code)
    alive: list[int | None] = list(officers)
    if code == "K" or "O" in code:
        for place in range(len(officers)):
            if ask(yes(Fraction(1, 6))):
                alive[place] = None
    beheaded = bool(officers) and all(officer is None for officer in alive)
    terror += beheaded
    left = tuple(officer for officer in alive if officer is not None)

    def fate(*, back: int = 0, routs: bool = False, ignored: bool = False) -> Fate:
        return (bases, terror, pinned, left, back, routs, ignored)

    if routing:
        return fate(routs=True)
    if terror > bases:
        return fate(routs=True)
    serious_result = code == "K" or "S" in code
    tests = ["fear"] * struck + ["serious"] * beheaded
    tests += ["serious"] * (serious_result and not (beheaded and one_serious))
    tests += ["fear"] * killed + ["fear"] * gas
    back = int(code in ("R", "TR"))
    for test in tests:
        number = (fear if test == "fear" else serious) + best_help(alive)
        if not ask(yes(up_to(number))):
            if test == "fear":
                return fate(routs=True)
            back += 1
    ignored = sheltered and back > 0
    return fate(back=3000 if back - ignored > 0 else 0, ignored=ignored)


def fates(asked: ra.ShootRequest, **options: Any) -> dict[Fate, Fraction]:
    found: dict[Fate, Fraction] = {}
    for outcome, chance in RULES.with_options(**options).odds(asked).items():
        left = outcome.target
        effects = tuple(officer.effect for officer in left.officers)
        back = outcome.aftermath.retired.thousandths
        fate: Fate = (left.bases, left.terror, left.pinned, effects, back, left.routing, left.ignored_retire)
        if not left.bases:
            fate = ("gone",)
        found[fate] = found.get(fate, Fraction(0)) + chance
    return found


def led(effects: tuple[int, ...], **changes: Any) -> ra.Unit:
    tokens = [ra.OfficerToken(id=f"officer {place}", effect=effect) for place, effect in enumerate(effects)]
    return unit(officer=tokens[0] if tokens else None, seniors=tuple(tokens[1:]), **changes)


@pytest.mark.rule("red_actions", "conv-test-order", "sho-sequence", "mor-multiple-example", "res-combined")
@pytest.mark.parametrize("column", [8, 9, 10])
@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({}, {}),
        ({"officers": (1, 1)}, {}),
        ({"officers": (-1, 2), "bases": 6}, {}),
        ({"officers": (2,), "bases": 2, "terror": 1}, {}),
        ({"bases": 1}, {}),
        ({"officers": (1, 0), "fear": 5, "serious": 11, "bases": 3}, {}),
        ({"officers": (1, 1), "guns": 2, "gas": True}, {}),
        ({"guns": 1, "gun_number": 11, "bases": 1}, {"indirect": "later"}),
        ({"officers": (1,), "tank": True, "bases": 2}, {}),
        ({"officers": (0, 1), "routing": True, "bases": 3}, {}),
        ({"officers": (1,), "one_serious": True}, {}),
        ({"officers": (1,), "sheltered": True}, {}),
    ],
)
def test_the_odds_of_a_whole_shooting(column: int, changes: dict[str, Any], facts: dict[str, Any]) -> None:
    numbers = {"fear": changes.get("fear", 8), "serious": changes.get("serious", 8)}
    sheltered = changes.get("sheltered", False)
    target = led(
        changes.get("officers", ()), troops=card(**numbers), bases=changes.get("bases", 4),
        terror=changes.get("terror", 0), routing=changes.get("routing", False),
        foxholes=Fraction(3 if sheltered else 0),
    )  # fmt: skip
    total = {8: 28, 9: 36, 10: 37}[column]
    more: dict[str, Any] = {"total": total}
    if sheltered:  # its foxholes are three columns, which near machine guns make up for
        more["by"] = MACHINE_GUNS
        if column == 10:
            return  # the shifts are held to the table only once they are added: column 10 it stays
    if changes.get("tank"):
        more["by"] = evolve(TANK, is_mg=False)
    if "guns" in changes:
        bases = changes["guns"]
        more = {"by": GUNS, "bases": bases, "total": total if facts.get("indirect") != "later" else total * 4 // 3 + 1}
    asked = shot(target, gas=changes.get("gas", False), **more, **facts)
    expected = every_course(lambda ask: twin(ask, column=column, **changes))
    assert fates(asked, one_serious_test_per_event=changes.get("one_serious", False)) == expected


@pytest.mark.rule("red_actions", "pre-return-fire", "conv-test-order")
def test_the_odds_of_an_exchange_of_fire() -> None:
    target = unit(valued(RIFLES, 10), bases=3, officer=CAPTAIN)
    asked = exchange(shot(target, total=30))

    def play(ask: Ask) -> Fate:
        # Both fires at once: neither changes the other, so that each target's fate is that of a fire alone.
        return (twin(ask, column=9, bases=3, officers=(1,)), twin(ask, column=9, bases=1))

    expected = every_course(play)
    found: dict[Fate, Fraction] = {}
    for outcome, chance in RULES.odds(asked).items():
        assert outcome.answer is not None
        one = _fate_of(outcome.target, outcome.first.aftermath.retired)
        other = _fate_of(outcome.shooter, outcome.answer.retired)
        found[one, other] = found.get((one, other), Fraction(0)) + chance
    assert found == expected


def _fate_of(left: ra.Unit, back: Any) -> Fate:
    if not left.bases:
        return ("gone",)
    effects = tuple(officer.effect for officer in left.officers)
    return (left.bases, left.terror, left.pinned, effects, back.thousandths, left.routing, left.ignored_retire)


@pytest.mark.rule("red_actions", "sho-sequence", "conv-test-order")
def test_exact_odds_run_a_shooting_and_each_chain_of_tests_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    for name in ("shoot", "morale_chain"):
        procedure = RULES.procedure(f"red_actions.{name}")

        def counted(request: Any, umpire: Any, play: Callable[..., Any] = procedure.run) -> Any:
            runs.append(request)
            return play(request, umpire)

        monkeypatch.setattr(procedure, "run", counted)
    asked = shot(unit(officer=CAPTAIN, seniors=(COLONEL,)), total=29)
    RULES.forget_odds()
    odds = RULES.odds(asked)
    assert len(runs) == len(set(runs)) > 1
    assert len(odds) > len(runs)
