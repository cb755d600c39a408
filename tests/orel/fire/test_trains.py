"""Armoured trains: contact, the duel of two trains with its exact odds, and capture."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap, Railway
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.fire import decides_on_contact
from rcw_rules.orel.model import GRID

LINE = ("2701", "2702", "2703", "2704", "2705", "2706", "2707")
"""A line from the northern edge, which is Red, southwards; it ends in 2707, far from the southern edge."""

BOARD = HexMap(title="A line", grid=GRID, railways=(Railway(hexes=LINE),))
SOUTHWARDS = tuple(f"27{row:02}" for row in range(1, 21))
THROUGH = HexMap(title="From edge to edge", grid=GRID, railways=(Railway(hexes=SOUTHWARDS),))


def light(key: str = "white", side: str = "white", **changes: Any) -> game.Unit:
    return game.Unit(**{"key": key, "side": side, "type": "armoured_train_light", "fire": 3, **changes})


def heavy(key: str = "white", side: str = "white", *, damaged: bool = False, **changes: Any) -> game.Unit:
    steps = {"steps": 1, "steps_full": 2} if damaged else {"steps": 2}
    return light(key, side, **{"type": "armoured_train_heavy", **steps, **changes})


def red(**changes: Any) -> game.Unit:
    return light(**{"key": "red", "side": "red", **changes})


infantry = builder("infantry", key="foot")


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.odds(request)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- contact


def contact(train: game.Unit, target: str, *attacking: str, **changes: Any) -> tuple[bool, tuple[str, ...]]:
    request = game.TrainContactRequest(**{
        "train": train, "target": target, "attacking": attacking, "board": BOARD, **changes,
    })  # fmt: skip
    outcome = game.ruleset.resolve(request, dice=GivenDice(())).outcome
    return outcome.may_enter, outcome.bars


@pytest.mark.rule("orel", "9.1-contact", "8.2.3-effects")
@pytest.mark.parametrize(
    ("train", "target", "attacking", "changes", "bars"),
    [
        (light(hex="2704"), "2705", ("2704",), {}, ()),
        (light(hex="2704"), "2703", ("2704",), {}, ()),
        (light(hex="2703"), "2705", ("2704",), {}, ("elsewhere", "railroad")),
        (light(hex="2704"), "2705", ("2604", "2706"), {}, ("elsewhere",)),
        (light(hex="2704"), "2804", ("2704",), {}, ("railroad",)),
        (light(hex="2705"), "2705", ("2704",), {"attacks": False}, ()),
        (light(hex="2705"), "2705", ("2805", "2706"), {"attacks": False}, ()),
        (light(hex="2705"), "2705", ("2805", "2604"), {"attacks": False}, ("railroad",)),
        (light(hex="2706"), "2705", ("2704",), {"attacks": False}, ("elsewhere", "railroad")),
        (light(hex="2704", unsupplied=True), "2705", ("2704",), {}, ("unsupplied",)),
        (light(hex="2704"), "2705", ("2704",), {"fired": "barrage"}, ("fired",)),
        (light(hex="2704"), "2705", ("2704",), {"fired": "counterbattery"}, ("fired",)),
        (
            light(hex="2703", unsupplied=True),
            "2705",
            ("2704",),
            {"fired": "support"},
            ("unsupplied", "fired", "elsewhere", "railroad"),
        ),
        (light(hex="2704"), "2705", ("2704",), {"board": None, "next_hexes": ("2703",)}, ("railroad",)),
        (light(hex="2704"), "2705", ("2704",), {"board": None, "next_hexes": ("2705",)}, ()),
    ],
)
def test_contact(
    train: game.Unit, target: str, attacking: tuple[str, ...], changes: dict[str, Any], bars: tuple[str, ...]
) -> None:
    assert contact(train, target, *attacking, **changes) == (not bars, bars)


@pytest.mark.rule("orel", "9.1-contact", "D-map")
def test_the_railroad_must_be_known() -> None:
    with pytest.raises(NeedsRuling, match=r"along the railroad from 2704") as caught:
        contact(light(hex="2704"), "2705", "2704", board=None)
    assert caught.value.rule == "D-map"
    request = game.TrainContactRequest(train=light(hex="2704"), target="2705", attacking=("2704",))
    assert game.ruleset.with_options(board=BOARD).outcome(request, dice=GivenDice(())).may_enter


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"train": infantry(hex="2704")}, ("$.train.type", "X-bad-units")),
        ({"train": light()}, ("$.train.hex", "X-bad-units")),
        ({"train": light(hex="2804")}, ("$.train.hex", "X-bad-units")),
        ({"target": "3321", "board": None}, ("$.target", "X-bad-units")),
        ({"attacking": ("2702",)}, ("$.attacking[0]", "X-bad-combat")),
        ({"next_hexes": ("2705",)}, ("$.next_hexes", "D-map")),
        ({"board": None, "next_hexes": ("2707",)}, ("$.next_hexes[0]", "X-bad-combat")),
        ({"board": None, "next_hexes": ("2799",)}, ("$.next_hexes[0]", "X-bad-units")),
    ],
)
def test_no_such_contact(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    fields: dict[str, Any] = {"train": light(hex="2704"), "target": "2705", "attacking": ("2704",), "board": BOARD}
    assert problems(game.TrainContactRequest(**{**fields, **changes})) == [expected]


@pytest.mark.rule("orel", "9.1-contact")
@pytest.mark.parametrize("answer", [None, True, False])
def test_the_owner_decides_and_supports_by_default(answer: bool | None) -> None:
    policies = {} if answer is None else {"train_contact": lambda situation, alternatives: answer}
    umpire = RollingUmpire(game.ruleset, GivenDice(()), policies, recording=False)
    assert decides_on_contact(umpire, light(), attacking=True).in_contact is bool(answer)


# -------------------------------------------------------------------- train against train


def duel(faces: tuple[int, ...], attacker: game.Unit, defender: game.Unit, **changes: Any) -> game.TrainDuelOutcome:
    choices = changes.pop("choices", None)
    request = game.TrainDuelRequest(**{"attacker": attacker, "defender": defender, "day": 20, **changes})
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


@pytest.mark.rule("orel", "9.1.1-duel")
@pytest.mark.parametrize(
    ("attacker", "defender", "faces", "winner", "fate"),
    [
        (light(), red(), (4, 3), "attacker", "removed"),
        (light(), red(), (4, 2), "attacker", "destroyed"),
        (light(), red(), (5, 5), "neither", "nothing"),
        (light(), red(), (3, 4), "defender", "removed"),
        (light(), red(), (1, 2), "defender", "destroyed"),
        (heavy(), red(), (2, 3), "attacker", "removed"),  # 4 to 3
        (heavy(), red(), (1, 3), "neither", "nothing"),
        (heavy(), red(), (1, 6), "defender", "falls back"),  # 3 to 6
        (heavy(damaged=True), red(), (2, 3), "defender", "removed"),
        (heavy(damaged=True), red(), (2, 4), "defender", "destroyed"),
        (red(), heavy(), (6, 1), "attacker", "falls back"),
        (red(), heavy(), (6, 2), "attacker", "removed"),
        (heavy(), heavy("red", "red"), (4, 1), "attacker", "falls back"),
        (heavy(), heavy("red", "red"), (3, 1), "attacker", "removed"),
    ],
)
def test_duels(attacker: game.Unit, defender: game.Unit, faces: tuple[int, int], winner: str, fate: str) -> None:
    outcome = duel(faces, attacker, defender)
    assert outcome.winner == winner
    loser = {"attacker": defender, "defender": attacker}.get(winner)
    left = (outcome.attacker, outcome.defender)
    if loser is None:
        assert left == (attacker, defender)
    elif fate == "falls back":
        assert evolve(loser, steps=1, steps_full=2) in left
    else:
        assert left == ((attacker, None) if winner == "attacker" else (None, defender))
    assert outcome.destroyed == ((loser.key,) if loser and fate == "destroyed" else ())
    assert outcome.falls_back == ((loser.key,) if loser and fate == "falls back" else ())
    assert (outcome.returning is not None) is (fate == "removed")
    if loser and fate == "removed":
        assert outcome.returning == evolve(loser, steps=loser.full_steps)
    assert (outcome.returns, outcome.returns_at) == ((22, None) if fate == "removed" else (None, None))


@pytest.mark.rule("orel", "9.1.1-duel", "1.1-vehicle-counters")
def test_the_removed_come_back_repaired() -> None:
    outcome = duel((2, 3), heavy(damaged=True), red())
    assert outcome.returning is not None
    assert (outcome.returning.steps, outcome.returning.full_steps, outcome.returning.hex) == (2, 2, None)
    cut_off = duel((4, 3), light(), red(unsupplied=True, in_contact=True))
    assert cut_off.returning == red()


@pytest.mark.rule("orel", "9.1.1-duel", "1.2-board-edges")
@pytest.mark.parametrize(
    ("faces", "board", "place"),
    [((4, 3), BOARD, "2701"), ((3, 4), BOARD, None), ((3, 4), THROUGH, "2720"), ((4, 3), THROUGH, "2701")],
)
def test_they_come_back_by_the_same_railroad(faces: tuple[int, int], board: HexMap, place: str | None) -> None:
    outcome = duel(faces, light(hex="2705"), red(hex="2704"), board=board)
    assert outcome.returning is not None
    assert (outcome.returning.side, outcome.returns_at) == ("red" if faces[0] > faces[1] else "white", place)


@pytest.mark.rule("orel", "9.1.1-duel", "8.5.1-retreat")
def test_who_loses_a_step_falls_back_along_the_railroad() -> None:
    attacker, defender = heavy(hex="2705"), heavy("red", "red", hex="2704")
    forth = duel((4, 1), attacker, defender, board=BOARD)
    assert forth.defender == evolve(defender, steps=1, steps_full=2, hex="2703")
    assert (forth.attacker, forth.falls_back) == (attacker, ())
    back = duel((1, 4), attacker, defender, board=BOARD)
    assert (back.attacker, back.defender) == (evolve(attacker, steps=1, steps_full=2, hex="2706"), defender)
    # At the end of the line, or with an enemy behind, it stays.
    stays = duel((1, 4), evolve(attacker, hex="2707"), evolve(defender, hex="2706"), board=BOARD)
    assert stays.attacker == evolve(attacker, steps=1, steps_full=2, hex="2707")
    blocked = duel((1, 4), attacker, defender, board=BOARD, others=(infantry(hex="2706"),))
    assert blocked.attacker == evolve(attacker, steps=1, steps_full=2)


def forward(situation: Any, alternatives: Any) -> bool:
    return True


@pytest.mark.rule("orel", "9.1.1-duel")
@pytest.mark.parametrize(
    ("faces", "changes", "place"),
    [
        ((4, 3), {}, "2704"),
        ((4, 2), {}, "2704"),
        ((4, 4), {}, "2705"),
        ((4, 3), {"others": (game.Unit(key="car", side="red", type="armoured_car", hex="2704", strength=2),)}, "2705"),
        ((4, 3), {"depots": (game.Depot(key="d", side="red", kind="convoi", capacity=2, hex="2704"),)}, "2704"),
        ((4, 3), {"choices": None}, "2705"),
    ],
)
def test_a_victorious_attacker_may_go_forward(faces: tuple[int, int], changes: dict[str, Any], place: str) -> None:
    outcome = duel(
        faces, light(hex="2705"), red(hex="2704"), **{"board": BOARD, "choices": {"train_advance": forward}, **changes}
    )
    assert outcome.attacker is not None
    assert outcome.attacker.hex == place


@pytest.mark.rule("orel", "9.1.1-duel", "3.3-elimination")
def test_a_depot_left_behind_falls_to_the_train_that_goes_forward() -> None:
    def depot(key: str, place: str, side: Any = "red") -> game.Depot:
        return game.Depot(key=key, side=side, kind="convoi", capacity=2, hex=place)

    depots = (depot("d", "2704"), depot("elsewhere", "2703"), depot("own", "2705", "white"))
    trains = (light(hex="2705"), red(hex="2704"))
    offered: dict[str, Any] = {"board": BOARD, "depots": depots, "choices": {"train_advance": forward}}
    entered = duel((4, 3), *trains, **offered)
    assert (entered.attacker, entered.depots_eliminated) == (light(hex="2704"), ("d",))
    stayed = duel((4, 3), *trains, **{**offered, "choices": None})
    assert (stayed.attacker, stayed.depots_eliminated) == (trains[0], ())
    assert duel((3, 4), *trains, **offered).depots_eliminated == ()
    # Another vehicle of the enemy in the hex still stops the train, and so saves the depot.
    car = game.Unit(key="car", side="red", type="armoured_car", hex="2704", strength=2)
    assert duel((4, 3), *trains, **offered, others=(car,)).depots_eliminated == ()


@pytest.mark.rule("orel", "9.1.1-duel")
def test_nobody_goes_forward_where_the_loser_stays() -> None:
    # The damaged train cannot leave 2707, the end of the line.
    outcome = duel(
        (6, 1), light(hex="2706"), heavy("red", "red", hex="2707"), board=BOARD, choices={"train_advance": forward}
    )
    assert outcome.attacker == light(hex="2706")
    # A defender that won stays where it is.
    held = duel((3, 4), light(hex="2705"), red(hex="2704"), board=BOARD, choices={"train_advance": forward})
    assert held.defender == red(hex="2704")


@pytest.mark.rule("orel", "9.1.1-duel", "8.2.3-effects")
@pytest.mark.parametrize(
    ("changes", "rule", "path"),
    [
        ({"others": (infantry(),)}, "9.1.1-duel", "$.others"),
        (
            {"others": (game.Unit(key="g", side="red", type="artillery", tq=4, steps=2, fire=3),)},
            "9.1.1-duel",
            "$.others",
        ),
        ({"again": True}, "9.1.1-duel", "$.again"),
        ({"attacker": light(unsupplied=True)}, "8.2.3-effects", "$.attacker.unsupplied"),
        (
            {"attacker": light(hex="2706"), "defender": red(hex="2704"), "board": BOARD},
            "9.1.1-duel",
            "$.defender.hex",
        ),
        (
            {
                "attacker": light(hex="2704"),
                "defender": red(hex="2703"),
                "board": BOARD,
                "others": (infantry(hex="2703"),),
            },
            "9.1.1-duel",
            "$.others",
        ),
    ],
)
def test_no_duel(changes: dict[str, Any], rule: str, path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        duel((), **{"attacker": light(), "defender": red(), **changes})
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [(rule, path)]


@pytest.mark.rule("orel", "9.1.1-duel")
def test_other_vehicles_and_units_elsewhere_do_not_matter() -> None:
    car = game.Unit(key="car", side="red", type="armoured_car", hex="2704", strength=2)
    assert duel((5, 5), light(), red(), others=(infantry(side="white"),)).winner == "neither"
    fields: dict[str, Any] = {"others": (car, infantry(hex="2703")), "board": BOARD}
    assert duel((5, 5), light(hex="2705"), red(hex="2704"), **fields).winner == "neither"


@pytest.mark.rule("orel", "9.1.1-duel", "D-map")
def test_a_duel_in_hexes_needs_the_railroad() -> None:
    with pytest.raises(NeedsRuling, match="join 2705 and 2704"):
        duel((4, 3), light(hex="2705"), red(hex="2704"))


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"attacker": infantry(side="white")}, ("$.attacker.type", "X-bad-units")),
        ({"defender": light("red")}, ("$.defender.side", "X-bad-units")),
        ({"defender": red(key="white")}, ("$.defender.key", "X-bad-units")),
        ({"attacker": light(hex="2705")}, ("$.defender.hex", "X-bad-combat")),
        ({"defender": red(hex="2704")}, ("$.attacker.hex", "X-bad-combat")),
        ({"day": 32}, ("$.day", "")),
    ],
)
def test_no_such_duel(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    fields: dict[str, Any] = {"attacker": light(), "defender": red(), "day": 20}
    assert problems(game.TrainDuelRequest(**{**fields, **changes})) == [expected]


Fate = tuple[str, str]
Class = Literal["light", "heavy", "damaged"]


def twin(attacker: Class, defender: Class) -> dict[Fate, Fraction]:
    """Throw both dice in every way: who wins and what becomes of the other."""
    found: dict[Fate, Fraction] = {}
    for one in range(1, 7):
        for two in range(1, 7):
            first, second = one + (2 if attacker == "heavy" else 0), two + (2 if defender == "heavy" else 0)
            fate = ("neither", "")
            for name, better, worse, loser in (
                ("attacker", first, second, defender),
                ("defender", second, first, attacker),
            ):
                if better > worse and better < 2 * worse:
                    fate = (name, "removed")
                elif better >= 2 * worse:
                    fate = (name, "damaged" if loser == "heavy" else "destroyed")
            found[fate] = found.get(fate, Fraction(0)) + Fraction(1, 36)
    return found


CLASSES: tuple[Class, ...] = ("light", "heavy", "damaged")


def of_class(kind: Class, key: str, side: str) -> game.Unit:
    return light(key, side) if kind == "light" else heavy(key, side, damaged=kind == "damaged")


@pytest.mark.rule("orel", "9.1.1-duel", "1.1-vehicle-counters")
@pytest.mark.parametrize("attacker", CLASSES)
@pytest.mark.parametrize("defender", CLASSES)
def test_exact_odds_are_those_of_the_twin(attacker: Class, defender: Class) -> None:
    request = game.TrainDuelRequest(
        attacker=of_class(attacker, "a", "white"), defender=of_class(defender, "d", "red"), day=20
    )
    found: dict[Fate, Fraction] = {}
    for outcome, chance in game.ruleset.odds(request).items():
        fate = ""
        if outcome.winner != "neither":
            fate = "destroyed" if outcome.destroyed else "damaged" if outcome.falls_back else "removed"
            assert (fate == "removed") is (outcome.returns == 22)
        found[outcome.winner, fate] = found.get((outcome.winner, fate), Fraction(0)) + chance
    assert found == twin(attacker, defender)


# -------------------------------------------------------------------- capture


def capture(train: game.Unit, **changes: Any) -> tuple[str, int]:
    request = game.TrainCaptureRequest(**{"train": train, **changes})
    outcome = game.ruleset.resolve(request, dice=GivenDice(())).outcome
    assert (outcome.captured is None) is (outcome.result != "captured")
    return outcome.result, outcome.hexes


@pytest.mark.rule("orel", "9.1.2-capture", "9-stack-lost")
@pytest.mark.parametrize(
    ("train", "changes", "expected"),
    [
        (light(), {"can_leave": False}, ("captured", 0)),
        (light(), {"can_leave": False, "attacker_enters": False}, ("stays", 0)),
        (light(), {"can_leave": True}, ("falls_back", 1)),
        (light(), {"can_leave": True, "stack_eliminated": True}, ("falls_back", 2)),
        (light(), {"can_leave": False, "stack_eliminated": True}, ("captured", 0)),
        (light(in_contact=True), {"can_leave": True, "stack_eliminated": True}, ("captured", 0)),
        (
            light(in_contact=True),
            {"can_leave": True, "stack_eliminated": True, "attacker_enters": False},
            ("stays", 0),
        ),
        (light(in_contact=True), {"can_leave": True}, ("falls_back", 1)),
    ],
)
def test_capture(train: game.Unit, changes: dict[str, Any], expected: tuple[str, int]) -> None:
    assert capture(train, **changes) == expected


@pytest.mark.rule("orel", "9.1.2-capture")
@pytest.mark.parametrize(
    ("place", "enemies", "expected"),
    [
        ("2707", ("2706",), ("captured", 0)),
        ("2707", ("2607",), ("falls_back", 1)),
        ("2705", ("2706",), ("falls_back", 1)),
        ("2705", ("2704", "2706"), ("captured", 0)),
    ],
)
def test_the_board_says_whether_it_can_leave(place: str, enemies: tuple[str, ...], expected: tuple[str, int]) -> None:
    units = tuple(infantry(key=where, hex=where) for where in enemies)
    assert capture(light(hex=place), enemies=units, board=BOARD) == expected


@pytest.mark.rule("orel", "9.1.2-capture")
def test_depots_bar_the_way_of_their_enemies() -> None:
    convoi = game.Depot(key="d", side="red", kind="convoi", capacity=2, hex="2706")
    assert capture(light(hex="2707"), depots=(convoi,), board=BOARD) == ("captured", 0)
    assert capture(light(hex="2707"), depots=(evolve(convoi, side="white"),), board=BOARD) == ("falls_back", 1)


@pytest.mark.rule("orel", "9.1.2-capture")
def test_the_captor_has_it_as_it_is() -> None:
    train = heavy(damaged=True, in_contact=True, division="1st Infantry Division", inactive=True)
    request = game.TrainCaptureRequest(train=train, stack_eliminated=True, can_leave=True)
    captured = game.ruleset.outcome(request, dice=GivenDice(())).captured
    assert captured == heavy("white", "red", damaged=True)
    assert captured is not None
    assert captured.is_damaged


@pytest.mark.rule("orel", "9.1.2-capture", "D-map")
def test_the_line_must_be_known_unless_it_cannot_matter() -> None:
    with pytest.raises(NeedsRuling, match="along the railroad from 2705"):
        capture(light(hex="2705"))
    assert capture(light(hex="2705", in_contact=True), stack_eliminated=True) == ("captured", 0)


@pytest.mark.rule("orel", "X-bad-units", "9.1.2-capture")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"train": infantry(), "can_leave": True}, ("$.train.type", "X-bad-units")),
        ({"train": light()}, ("$.train.hex", "9.1.2-capture")),
        ({"train": light(hex="2805"), "board": BOARD}, ("$.train.hex", "X-bad-units")),
        ({"train": light(), "can_leave": True, "enemies": (infantry(),)}, ("$.can_leave", "9.1.2-capture")),
        (
            {"train": light(hex="2705"), "board": BOARD, "enemies": (infantry(side="white"),)},
            ("$.enemies[0].side", "X-bad-units"),
        ),
    ],
)
def test_no_such_capture(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert problems(game.TrainCaptureRequest(**changes)) == [expected]
