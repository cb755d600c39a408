"""Run every benchmark: ``python -m benchmarks``, or ``python -m benchmarks --quick`` only to see that they run.

Before a time counts, everybody's answer is shown to be the right one, in fractions. The figures go to
benchmarks/results.json and, as a table, to the screen; what is going on meanwhile is told on stderr.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import field, frozen
from benchmarks import actions, battles, bulk, charges, floors, games, grounds, loops, squares, tables, work
from benchmarks import field as orel_field
from benchmarks.measure import Line, Pace, duration, line, round_robin

from rcw_rules import Limits, Request, SeededDice, orel
from rcw_rules import red_actions as ra

RESULTS = Path(__file__).with_name("results.json")

FULL = Pace(rounds=15, batch=0.02)
QUICK = Pace(rounds=2, batch=0.0)

PLAIN = "a plain roll"
ICEPOOL, EXPERT, DYCE = "icepool, as a user", "icepool, by an expert", "dyce"
MODULES = {ICEPOOL: "with_icepool", EXPERT: "with_icepool_expert", DYCE: "with_dyce"}
HEAT_MAP = "heat map of 90 shootings"

uniform = random.Random(1).random


@frozen(kw_only=True)
class Item:
    """One work item, put to everybody.

    Attributes:
        name: What it is.
        ours: Asks rcw_rules; returns its answers.
        ask: Asks the module of a peer; returns its answers.
        right: Works the answers out by plain loops.
        plain: Takes one sample of each answer by a plain loop, or None where there is none to compare with.
        most: The goal in plain rolls.
        faster: The goals against peers: at least so many times faster. A peer that is not named has no goal.
        left_out: Peers that would take too long.
        rounds: How many rounds at most; the slowest peers set it.
    """

    name: str
    ours: Callable[[], Sequence[Any]]
    ask: Callable[[Any], Sequence[Any]]
    right: Callable[[], Sequence[loops.Odds]]
    plain: Callable[[], object] | None
    most: float | None = None
    faster: dict[str, float] = field(factory=dict)
    left_out: tuple[str, ...] = ()
    rounds: int = 15


ITEMS = (
    Item(
        name="W1 melee",
        ours=lambda: [work.ruleset.odds(work.W1)],
        ask=lambda peer: [peer.melee(work.W1)],
        right=lambda: [loops.melee_odds(work.W1)],
        plain=lambda: loops.roll_melee(uniform, 6, 5, 1, 2, 1, 0, may_reroll=True),
        most=300,
        faster={ICEPOOL: 50, EXPERT: 3.5, DYCE: 100},
    ),
    Item(
        name="W2 shooting",
        ours=lambda: [work.ruleset.odds(work.W2)],
        ask=lambda peer: [peer.shooting(work.W2)],
        right=lambda: [loops.shooting_odds(work.W2)],
        plain=lambda: loops.roll_shooting(uniform, 24),
        most=100,
    ),
    Item(
        name="W3 bombardment",
        ours=lambda: [work.ruleset.odds(work.W3)],
        ask=lambda peer: [peer.bombardment(work.W3)],
        right=lambda: [loops.bombardment_odds(work.W3)],
        plain=lambda: loops.roll_bombardment(uniform, 5, 1, 0, 7),
        most=550,
        faster={ICEPOOL: 1000},
    ),
    Item(
        name="W3 heat map of 450",
        ours=lambda: [work.ruleset.odds(request) for request in work.HEAT_MAP],
        ask=lambda peer: [peer.bombardment(request) for request in work.HEAT_MAP],
        right=lambda: [dict(work.ruleset.odds(request).items()) for request in work.HEAT_MAP],
        plain=None,
        faster={EXPERT: 8},
        left_out=(ICEPOOL, DYCE),
        rounds=9,
    ),
    Item(
        name="W4 casualties, 123 queries",
        ours=lambda: [work.ruleset.odds(request) for request in work.W4],
        ask=lambda peer: [peer.casualties(request) for request in work.W4],
        right=lambda: [loops.casualties_odds(request) for request in work.W4],
        plain=lambda: [loops.roll_casualties(uniform, request.hits, request.base) for request in work.W4],
    ),
    Item(
        name="W5 six rounds",
        ours=lambda: [work.battle_odds(work.W5, 6)],
        ask=lambda peer: [peer.battle(work.W5, 6)],
        right=lambda: [loops.battle_odds(work.W5, 6)],
        plain=lambda: loops.roll_battle(uniform, work.W5, 6),
        most=10_000,
        faster={ICEPOOL: 150},
        rounds=7,
    ),
)


def measure_item(item: Item, peers: dict[str, ModuleType], pace: Pace) -> list[Line]:
    """Ask everybody, with nothing cached by us or by the functions of the peers."""

    def ours() -> Sequence[Any]:
        work.forget()
        return item.ours()

    def theirs(module: ModuleType) -> Sequence[Any]:
        module.forget()
        return item.ask(module)

    tell(f"{item.name}: comparing the answers")
    right = [dict(odds.items()) for odds in item.right()]
    assert [dict(distribution.items()) for distribution in ours()] == right, item.name
    cases: dict[str, Callable[[], object]] = {"ours": ours}
    if item.plain is not None:
        cases[PLAIN] = item.plain
    for name, module in peers.items():
        if name not in item.left_out:
            assert [module.odds(answer) for answer in theirs(module)] == right, f"{item.name}: {name}"
            cases[name] = partial(theirs, module)
    times = round_robin(cases, Pace(rounds=min(pace.rounds, item.rounds), batch=pace.batch))
    return [
        line(times, f"{item.name}, exact, nothing cached", "ours", other, at_most=item.most)
        if other == PLAIN
        else line(times, f"{item.name}, exact, nothing cached", "ours", other, faster=item.faster.get(other, 0))
        for other in cases
        if other != "ours"
    ]


def measure_repeated(pace: Pace) -> list[Line]:
    """Ask the same question again."""
    tell("W1 again")
    work.ruleset.odds(work.W1)
    times = round_robin({"ours": lambda: work.ruleset.odds(work.W1), PLAIN: ITEMS[0].plain or (lambda: None)}, pace)
    return [line(times, "W1 melee, exact, asked again", "ours", PLAIN, at_most=1)]


def measure_rolled(pace: Pace) -> list[Line]:
    """Play with a sample's dice, with seeded dice, and with a record; all but the dice is as in the exact walk."""
    found: list[Line] = []
    for item, request, idle in (
        (ITEMS[0], work.W1, floors.idle_melee()),
        (ITEMS[2], work.W3, floors.idle_bombardment()),
    ):
        tell(f"{item.name}, rolled")
        dice = SeededDice(1919)
        possible = dict(work.ruleset.odds(request).items())
        assert all(work.ruleset.outcome(request, dice=dice) in possible for _ in range(200))
        assert set(work.ruleset.sample(request, 200, seed=1919, limits=PLAYED)) <= set(possible)
        times = round_robin({**_rolled_cases(request, dice, item.plain or (lambda: None)), "idle": idle}, pace)
        plays, plain = times["plays"], times[f"{PLAYS} plain rolls"]
        times["a play"], times["of them"] = [each / PLAYS for each in plays], [each / PLAYS for each in plain]
        found.append(
            line(
                {"a play": times["a play"], PLAIN: times["of them"]},
                f"{item.name}, a play of a sample",
                "a play",
                PLAIN,
                at_most=1.6,
            )
        )
        found.append(line(times, f"{item.name}, its procedure alone, without any chance", "idle", PLAIN))
        found.append(line(times, f"{item.name}, rolled with seeded dice", "off", PLAIN, at_most=4))
        found.append(line(times, f"{item.name}, resolved, its record unread", "unread", PLAIN, at_most=6))
        found.append(line(times, f"{item.name}, resolved, its record read", "read", PLAIN))
        found.append(line(times, f"{item.name}, resolved with a new seed, unread", "new", PLAIN))
    return found


PLAYED = Limits(branches=0, seconds=None)
"""No exact odds: every draw is played."""

PLAYS = 2_000
"""How many plays a sample has here; a sample begins anew each time."""


def _rolled_cases(
    request: Request[Any], dice: SeededDice, plain: Callable[[], object]
) -> dict[str, Callable[[], object]]:
    def plain_rolls() -> None:
        for _ in range(PLAYS):
            plain()

    return {
        "plays": lambda: work.ruleset.sample(request, PLAYS, seed=1919, limits=PLAYED),
        f"{PLAYS} plain rolls": plain_rolls,
        "off": lambda: work.ruleset.outcome(request, dice=dice),
        "unread": lambda: work.ruleset.resolve(request, dice=dice),
        "read": lambda: work.ruleset.resolve(request, dice=dice).record.steps,
        "new": lambda: work.ruleset.resolve(request, dice=SeededDice(1919)),
        PLAIN: plain,
    }


def measure_floating(pace: Pace) -> list[Line]:
    """Walk in floating point as well: the same walk, with shares instead of whole numbers."""
    found: list[Line] = []
    for item, request in ((ITEMS[0], work.W1), (ITEMS[1], work.W2), (ITEMS[2], work.W3)):
        tell(f"{item.name}, in floating point")

        def exact(request: Request[Any] = request) -> object:
            work.forget()
            return work.ruleset.odds(request)

        def floating(request: Request[Any] = request) -> object:
            work.forget()
            return floors.floating(request)

        right = dict(work.ruleset.odds(request).items())
        near = dict(floors.floating(request).pairs)
        assert right.keys() == near.keys()
        assert all(abs(float(chance) - near[outcome]) < 1e-12 for outcome, chance in right.items())
        times = round_robin({"exact": exact, "in floating point": floating}, pace)
        found.append(line(times, f"{item.name}, exact", "exact", "in floating point", at_most=1.4))
    return found


def measure_bulk(pace: Pace) -> list[Line]:
    """Draw outcomes, and play whole battles, by the million."""
    tell("draws and battles in bulk")
    assert bulk.agree()
    by_numpy, by_hand = "numpy's Generator.choice", "numpy by hand"
    few = Pace(rounds=min(pace.rounds, 9), batch=pace.batch)
    draws = round_robin({"ours": bulk.draws, by_numpy: bulk.draws_by_numpy}, few)
    battles = round_robin({"ours": bulk.battles, by_hand: bulk.battles_by_hand}, few)
    return [
        line(draws, f"{bulk.DRAWS:,} outcomes of W1 drawn", "ours", by_numpy, faster=10),
        line(battles, f"{bulk.BATTLES:,} battles of W5", "ours", by_hand, faster=3),
    ]


def measure_reach(pace: Pace) -> list[Line]:
    """Find what is within reach among zones of control; what steps cost is kept on both sides, zones are not."""
    tell("reach on a map of hexes")
    assert dict(grounds.reach()) == grounds.reach_by_hand() == grounds.reach_by_networkx()
    by_hand, by_networkx = "a heap by hand", "networkx"
    times = round_robin(
        {"ours": grounds.reach, by_hand: grounds.reach_by_hand, by_networkx: grounds.reach_by_networkx}, pace
    )
    name = "reach, 35 x 20 hexes, live zones of control"
    return [
        line(times, name, "ours", by_hand, at_most=1.1),
        line(times, name, "ours", by_networkx, faster=2),
    ]


def measure_sight(pace: Pace) -> list[Line]:
    """Find who sees whom; the trees of both sides are made anew or kept as each does it."""
    tell("sight on a table")
    assert grounds.sights() == grounds.sights_by_tree()
    by_tree = "a query for each pair"
    times = round_robin({"ours": grounds.sights, by_tree: grounds.sights_by_tree}, pace)
    return [line(times, "sight, 100 units among 50 polygons", "ours", by_tree, at_most=0.25)]


def measure_field(pace: Pace) -> list[Line]:
    """Check the whole field of Orel, and fight the worked example of its book."""
    tell("the field of Orel")
    dice = f"{orel_field.DICE:,} dice with a record"
    assert (orel_field.command(), orel_field.supply(), orel_field.zones()) == orel_field.EXPECTED
    times = round_robin(
        {
            "command": orel_field.command,
            "supply": orel_field.supply,
            "zones": orel_field.zones,
            dice: orel_field.recorded_dice,
        },
        Pace(rounds=min(pace.rounds, 9), batch=pace.batch),
    )
    found = [
        line(times, f"{name}, 114 units of Orel", case, dice, at_most=1)
        for case, name in (("command", "command check"), ("supply", "supply check"), ("zones", "zones of control"))
    ]
    tell("a combat of Orel: comparing the answers")
    assert orel_field.combat() == orel_field.fight_odds()
    combat = "a plain combat"

    def die() -> int:
        return int(uniform() * 6) + 1

    def nothing_kept() -> object:
        orel_field.forget()
        return orel.ruleset.odds(orel_field.COMBAT)

    def asked_again() -> object:
        return orel.ruleset.odds(orel_field.COMBAT)

    for name, ours, most in (("nothing cached", nothing_kept, 20_000), ("asked again", asked_again, 1)):
        times = round_robin({"ours": ours, combat: lambda: orel_field.fight(die)}, pace)
        found.append(line(times, f"combat of the book, exact, {name}", "ours", combat, at_most=most))
    return found


def measure_squares(pace: Pace) -> list[Line]:
    """Fire a shot of Red Square, follow its target, and play turns and games of two regiments a side."""
    tell("a shot of Red Square: comparing the answers")
    squares.check()

    def nothing_kept(question: Callable[[], object]) -> Callable[[], object]:
        def ask() -> object:
            squares.forget()
            return question()

        return ask

    shot, effect = "a plain shot", "a plain shot and what follows"
    times = round_robin(
        {
            "shot": nothing_kept(squares.shot),
            "facts": nothing_kept(squares.shot_by_its_facts),
            shot: lambda: squares.roll_shot(uniform),
        },
        pace,
    )
    found = [
        line(times, "hits of a fire mission, exact, nothing cached", "shot", shot, at_most=100),
        line(times, "hits by who fires at whom, exact, nothing cached", "facts", shot, at_most=100),
    ]
    times = round_robin(
        {"ours": nothing_kept(squares.effect), effect: lambda: squares.roll_effect(uniform)},
        pace,
    )
    found.append(line(times, "fire, activation and casualties, exact, nothing cached", "ours", effect, at_most=1_000))
    known, fresh = "a known pack", "a fresh pack"
    times = round_robin(
        {known: nothing_kept(squares.cards_of_a_game), fresh: nothing_kept(squares.cards_of_a_fresh_pack)}, pace
    )
    found.append(line(times, "wire, a tank and companions, exact, nothing cached", known, fresh, at_most=2))
    tell("a turn of Red Square")
    recorded, bare = "with a record", "without"
    times = round_robin(
        {recorded: squares.turn_with_a_record, bare: squares.turn_without},
        Pace(rounds=min(pace.rounds, 9), batch=pace.batch),
    )
    found.append(line(times, "a turn of 16 units with a record", recorded, bare, at_most=3))
    tell("a random game of Red Square")
    assert squares.random_game() == squares.random_game()
    assert squares.moves_of_an_officer() == squares.flood()
    dice, flood = f"{squares.DICE_OF_THE_FLOOR:,} plain dice", "a plain flood"
    times = round_robin(
        {
            "game": squares.random_game,
            dice: lambda: squares.plain_dice(uniform),
            "moves": squares.moves_of_an_officer,
            flood: squares.flood,
        },
        Pace(rounds=min(pace.rounds, 9), batch=pace.batch),
    )
    found.append(line(times, "a random game of 8 turns and 16 units", "game", dice))
    found.append(line(times, "whole moves of an officer on a plain", "moves", flood))
    return found


def measure_actions(pace: Pace, peers: Mapping[str, ModuleType]) -> list[Line]:
    """Shoot and charge in Red Actions, with all that follows, and map how likely a target routs."""
    tell("a shooting and a charge of Red Actions: comparing the answers")
    assert actions.fates(actions.shooting()) == actions.shoot_odds()
    assert charges.charge() == charges.charge_odds()

    def shooting() -> object:
        actions.forget()
        return actions.shooting()

    def charge() -> object:
        charges.forget()
        return ra.ruleset.odds(charges.CHARGE)

    def die() -> int:
        return int(uniform() * 6) + 1

    shot, ride = "a plain shooting", "a plain charge"
    shots = round_robin({"ours": shooting, shot: lambda: actions.shoot(die)}, pace)
    rides = round_robin({"ours": charge, ride: lambda: charges.roll_charge(uniform)}, pace)
    found = [
        line(shots, "a shooting with two officers, exact, nothing cached", "ours", shot, at_most=600),
        line(rides, "a charge with its fire and combat, exact, nothing cached", "ours", ride, at_most=3_000),
    ]
    if EXPERT not in peers:
        return found
    peer = import_module("benchmarks.actions_with_icepool")
    peer.check()

    def afresh() -> object:
        actions.forget()
        return actions.heat_map()

    def theirs_afresh() -> object:
        peer.forget()
        return peer.heat_map()

    fresh = round_robin({"ours": afresh, EXPERT: theirs_afresh}, pace)
    kept = round_robin({"ours": actions.heat_map, EXPERT: peer.heat_map}, pace)
    return [
        *found,
        line(kept, f"{HEAT_MAP}, from cached parts", "ours", EXPERT, faster=8),
        line(fresh, f"{HEAT_MAP}, nothing cached", "ours", EXPERT, faster=0),
    ]


def measure_games(pace: Pace) -> list[Line]:
    """Play whole games at random, and go on with matches that are short and long."""
    tell("whole games at random")
    few = Pace(rounds=min(pace.rounds, 5), batch=pace.batch)
    plays: dict[str, Callable[[], object]] = {id: games.random_game(id) for id in games.SCENARIOS}
    counts = {id: games.steps_of(id) for id in plays}
    if games.has_peer():
        plays[games.PEER] = games.peer_game
        counts[games.PEER] = games.peer_game()
    times = round_robin(plays, few)
    by_step = {name: [one / counts[name] for one in times[name]] for name in times}
    ours = games.SCENARIOS if games.has_peer() else ()
    found = [line(by_step, f"a step of a random game of {id}", id, games.PEER, at_most=1) for id in ours]
    tell("a table in inches")
    assert tables.facts() == tables.each_by_itself()
    each = "each spot by itself"
    times = round_robin({"ours": tables.facts, each: tables.each_by_itself}, pace)
    found.append(line(times, f"who sees whom of {tables.UNITS} units, nobody moved", "ours", each, at_most=0.1))
    numbers = cycle(range(100))
    times = round_robin(
        {"ours": lambda: tables.facts(next(numbers)), each: lambda: tables.each_by_itself(next(numbers))}, pace
    )
    found.append(line(times, f"who sees whom of {tables.UNITS} units, one has moved", "ours", each, at_most=0.1))
    found += measure_scenarios(pace)
    tell("a step by itself")
    times = round_robin({"ours": games.step, "its procedure": games.procedure}, pace)
    found.append(line(times, "a card of Red Square as a step of a game", "ours", "its procedure", at_most=3))
    found += measure_battles(pace)
    tell("long matches")
    long = games.EVENTS if pace is FULL else games.EVENTS // 50
    late, early = games.step_of(games.match_after(long // 2)), games.step_of(games.match_after(games.EARLY))
    before, playing = f"after {games.EARLY}", "playing it"
    times = round_robin({"ours": late, before: early}, pace)
    found.append(line(times, f"a step after {long // 2:,} events", "ours", before, at_most=1.1))
    path = games.long_file(long)
    times = round_robin(
        {"ours": lambda: games.open_file(path), playing: lambda: games.play_long(long)}, Pace(rounds=2, batch=0)
    )
    found.append(line(times, f"opening a match of {long:,} events", "ours", playing, at_most=1))
    return found


def measure_scenarios(pace: Pace) -> list[Line]:
    """Play random games of every scenario without records, and some of each ruleset on two processes at once."""
    second = "a second"
    found: list[Line] = []
    for id, scenario in games.shipped():
        name = f"{id} {scenario}"
        tell(f"random games of {name}")
        rounds = min(pace.rounds, 3)
        times = round_robin({name: games.another_game(id, scenario)}, Pace(rounds=rounds, batch=0))
        times[second] = [1.0] * rounds
        found.append(line(times, f"a random game of {name}", name, second, at_most=games.GOALS.get(name)))
    for id in games.SCENARIOS:
        tell(f"random games of {id} on two processes")
        times = games.at_once(id, min(pace.rounds, 3))
        name = f"{games.AT_ONCE} random games of {id} {games.SCENARIOS[id]} on two processes"
        found.append(line(times, name, "two", "one", faster=1.8))
    return found


def measure_battles(pace: Pace) -> list[Line]:
    """List what a side may do in the whole battle of Orel, show the odds of an attack, and step early and late."""
    tell("the battle of Orel")
    assert (battles.listed(), battles.reached()) == (4339, 2061)
    few = Pace(rounds=min(pace.rounds, 5), batch=pace.batch)
    single, before = "orel.reach of each unit", f"after {battles.EARLY}"
    times = round_robin({"ours": battles.listed, single: battles.reached}, few)
    found = [line(times, "Orel: the legal actions of a movement phase", "ours", single, at_most=3)]
    times = round_robin({"ours": battles.odds, "fighting it": battles.fought, "afresh": battles.odds_afresh}, few)
    found += [
        line(times, "Orel: the exact odds of a declared attack", "ours", "fighting it", at_most=1),
        line(times, "Orel: the same, nothing known before", "afresh", "fighting it", at_most=20),
    ]
    times = round_robin({"ours": battles.step_of(battles.LATE), before: battles.step_of(battles.EARLY)}, few)
    return [*found, line(times, f"Orel: a step after {battles.LATE} events", "ours", before, at_most=1.5)]


def measure_import(pace: Pace) -> list[Line]:
    """Import in interpreters that have just started; their own start does not count."""
    tell("import")
    clock = "import sys, time; start = time.perf_counter(); import {}; print(time.perf_counter() - start, *sys.modules)"

    def seconds(module: str) -> float:
        # The interpreter and the program are our own.
        told = subprocess.run([sys.executable, "-c", clock.format(module)], capture_output=True, check=True, text=True)  # noqa: S603
        taken, *loaded = told.stdout.split()
        assert not {"numpy", "networkx", "shapely"} & set(loaded)
        return float(taken)

    seconds("rcw_rules"), seconds("attrs")
    pairs = [(seconds("rcw_rules"), seconds("attrs")) for _ in range(pace.rounds)]
    times = {"ours": [ours for ours, _ in pairs], "import attrs": [other for _, other in pairs]}
    return [line(times, "import rcw_rules, fresh interpreter", "ours", "import attrs", at_most=2)]


def installed_peers() -> dict[str, ModuleType]:
    """Return the modules of the peers that are installed."""
    # dyce says of its `expand` that it may change; that is no news to a benchmark.
    warnings.filterwarnings("ignore", message=".*expand.* is experimental")
    found: dict[str, ModuleType] = {}
    for name, module in MODULES.items():
        try:
            found[name] = import_module(f"benchmarks.{module}")
        except ImportError as error:
            tell(f"left out: {name} ({error})")
    return found


def table(lines: Sequence[Line]) -> str:
    """Return the figures as a table in Markdown."""
    rows = [("what", "ours", "against", "it takes", "ours takes", "spread", "goal", "")]
    rows += [
        (
            each.name,
            duration(each.ours_s),
            each.other,
            duration(each.other_s),
            each.shown(each.ratio),
            f"{each.spread * 100:.0f} %",
            "" if each.most is None else each.shown(each.most),
            each.met,
        )
        for each in lines
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    text = [f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in rows]
    return "\n".join([text[0], f"|{'|'.join('-' * (width + 2) for width in widths)}|", *text[1:]])


def tell(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="see that everything runs; the figures mean nothing")
    pace = QUICK if parser.parse_args().quick else FULL
    peers = installed_peers()
    lines = [
        *(each for item in ITEMS for each in measure_item(item, peers, pace)),
        *measure_repeated(pace),
        *measure_rolled(pace),
        *measure_floating(pace),
        *measure_bulk(pace),
        *measure_reach(pace),
        *measure_sight(pace),
        *measure_field(pace),
        *measure_squares(pace),
        *measure_actions(pace, peers),
        *measure_games(pace),
        *measure_import(pace),
    ]
    if pace is FULL:
        RESULTS.write_text(json.dumps([each.plain() for each in lines], indent=2) + "\n", encoding="utf-8")
        tell(f"written: {RESULTS}")
    print(f"Python {platform.python_version()}, {platform.machine()}")
    print(table(lines))


if __name__ == "__main__":
    main()
