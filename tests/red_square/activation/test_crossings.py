"""Ferries in an activation, and tanks whose owner has them try closed terrain on a SPADE."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_activations import always, battalion, enemy, field, plain, play, vehicle

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareWay

BANKS = ((3, 4), (3, 5))
RIVER = plain(edges=tuple(EdgeFeature(kind=kind, between=(BANKS,)) for kind in ("river", "ferry")))
FRESH = rs.ThisTurn(cards=("9C",))
TAKES: dict[str, Any] = {"activity": always("take_ferry"), "closes": always(False)}


def keeping(seen: list[tuple[str, ...]]) -> Any:
    """Return a policy that does nothing if it may, and keeps what it was offered."""

    def policy(situation: Any, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "nothing" if "nothing" in alternatives else alternatives[0]

    return policy


def next_turn(now: rs.Field) -> rs.Field:
    return evolve(now, turn=now.turn + 1, units=tuple(evolve(unit, this_turn=FRESH) for unit in now.units))


@pytest.mark.rule("red_square", "terrain-water")
@pytest.mark.parametrize(
    "unit",
    [battalion(square=(3, 4)), battalion(square=(3, 4), kind="cavalry", formation="mounted", bases=3)],
    ids=["infantry", "cavalry"],
)
def test_a_ferry_takes_two_activations_of_turns_running(unit: rs.Unit) -> None:
    on = field(unit, enemy((3, 9), this_turn=rs.ThisTurn()), board=RIVER)
    first = play(on, choices=TAKES).outcome.field
    waits = first.unit("Rifles")
    assert (waits.square, waits.ferry_to, waits.ferry_turn, waits.this_turn.is_over) == ((3, 4), (3, 5), 1, True)
    second = play(next_turn(first), choices=TAKES).outcome.field
    lands = second.unit("Rifles")
    assert (lands.square, lands.ferry_to, lands.this_turn.is_over) == ((3, 5), None, True)


@pytest.mark.rule("red_square", "terrain-water", "act-table")
def test_nobody_takes_a_ferry_who_is_not_told_to() -> None:
    on = field(battalion(square=(3, 4)), enemy((3, 9)), board=RIVER)
    assert play(on).outcome.field.unit("Rifles").ferry_to is None
    offered: list[tuple[str, ...]] = []
    play(on, choices={"activity": keeping(offered)})
    assert [alternatives[-1] for alternatives in offered] == ["take_ferry"]
    inland: list[tuple[str, ...]] = []
    play(field(battalion(square=(3, 2)), enemy((3, 9)), board=RIVER), choices={"activity": keeping(inland)})
    assert all("take_ferry" not in alternatives for alternatives in inland)


@pytest.mark.rule("red_square", "terrain-water", "orders-defend")
def test_who_is_to_hold_takes_no_ferry() -> None:
    seen: list[tuple[str, ...]] = []
    holding = battalion(square=(3, 4), formation="waves", order="counter_attack")
    play(field(holding, enemy((3, 9)), board=RIVER), choices={"activity": keeping(seen)})
    assert seen
    assert all("take_ferry" not in alternatives for alternatives in seen)


@pytest.mark.rule("red_square", "terrain-water", "fire-2-threat")
def test_who_lands_may_be_fired_at_and_who_waits_is_not() -> None:
    line = enemy((3, 8), this_turn=FRESH)
    on = field(battalion(square=(3, 4)), line, board=RIVER)
    first = play(on, choices=TAKES).outcome.field
    assert first.unit("Officers").this_turn.cards == ("9C",)
    second = play(next_turn(first), 6, 6, 6, choices=TAKES).outcome.field  # effective range 2, line 1
    assert (second.unit("Rifles").square, second.unit("Officers").this_turn.cards) == ((3, 5), ())


@pytest.mark.rule("red_square", "terrain-water", "occ-officers")
def test_figures_are_ferried_as_well() -> None:
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 4))
    far = battalion(square=(2, 3), commander="CO", order="defend", formation="firing_line")
    asked: list[tuple[str, ...]] = []

    def over(situation: Any, alternatives: tuple[str, ...]) -> str:
        if situation.unit.kind == "co":
            asked.append(alternatives)
            return "take_ferry"
        return "nothing" if "nothing" in alternatives else alternatives[0]

    on = field(officer, far, enemy((3, 9)), board=RIVER)
    first = play(on, commander="CO", choices={"activity": over}).outcome.field
    assert (first.unit("CO").square, first.unit("CO").ferry_to) == ((3, 4), (3, 5))
    second = play(next_turn(first), commander="CO", choices={"activity": over}).outcome.field
    assert (second.unit("CO").square, asked) == ((3, 5), [("move", "take_ferry")] * 2)
    stays = play(on, commander="CO", choices={"activity": lambda situation, ways: ways[0]}).outcome.field
    assert stays.unit("CO").ferry_to is None


@pytest.mark.rule("red_square", "terrain-water", "hq-activation")
def test_a_headquarters_may_take_a_ferry() -> None:
    def by_ferry(situation: Any, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        return next(one for one in alternatives if isinstance(one.actions[-1], rs.FerryAcross))

    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 4))
    on = field(hq, enemy((3, 9)), board=RIVER)
    moves: dict[str, Any] = {"hq_moves": always(True)}
    first = play(on, 6, units=("HQ",), card="", choices=moves | {"destination": by_ferry}).outcome.field
    assert first.unit("HQ").ferry_to == (3, 5)
    by_default = play(on, 6, units=("HQ",), card="", choices=moves).outcome.field
    assert (by_default.unit("HQ").ferry_to, by_default.unit("HQ").square != (3, 4)) == (None, True)


# ---------------------------------------------------------------- tanks that bog

WOOD = plain(terrain=(SquareArea(kind="wood", squares=((3, 4),)),))
SPADE = rs.ThisTurn(cards=("4S",))


@pytest.mark.rule("red_square", "move-bog", "turn-6-spades-breakdown")
@pytest.mark.parametrize("kind", ["light_tank", "heavy_tank"])
def test_a_tank_whose_owner_has_it_try_a_wood_on_a_spade_bogs_outside_it(kind: Any) -> None:
    on = field(vehicle(kind, this_turn=SPADE), enemy((3, 9)), board=WOOD)
    tries: dict[str, Any] = {"activity": always("try_closed")}
    resolution = play(on, "KD", units=("Cars",), card="4S", choices=tries)
    tank = resolution.outcome.field.unit("Cars")
    assert (tank.square, tank.bogged, tank.idle, tank.this_turn.moved) == ((3, 3), True, True, False)
    assert "move-bog" in resolution.record.rules
    # On no other suit is there anything to try: it just goes on.
    seen: list[tuple[str, ...]] = []
    dry = play(field(vehicle(kind), enemy((3, 9)), board=WOOD), units=("Cars",), choices={"activity": keeping(seen)})
    assert (dry.outcome.field.unit("Cars").square == (3, 3), dry.outcome.field.unit("Cars").bogged) == (False, False)
    assert all("try_closed" not in ways for ways in seen)


@pytest.mark.rule("red_square", "move-bog", "fire-1-who", "fire-mod-line")
def test_a_tank_that_has_bogged_fires_as_one_that_has_not_moved() -> None:
    beside = plain(terrain=(SquareArea(kind="wood", squares=((4, 4),)),))
    on = field(vehicle("light_tank", this_turn=SPADE), enemy((3, 6)), board=beside)
    tries: dict[str, Any] = {"activity": always("try_closed"), "closes": always(False)}
    # MGs at effective range 2, and the die that vehicles lose: one; it has not moved.
    after = play(on, "KD", 1, units=("Cars",), card="4S", choices=tries).outcome.field
    assert (after.unit("Cars").bogged, after.unit("Officers").markers) == (True, 1)


@pytest.mark.rule("red_square", "move-bog", "turn-6-spades-breakdown", "move-unbog")
def test_a_tank_that_broke_down_or_just_got_free_tries_nothing() -> None:
    seen: list[tuple[str, ...]] = []
    tank = vehicle("light_tank", this_turn=SPADE)
    for one, card in ((tank, "QS"), (evolve(tank, bogged=True), "KD")):
        play(
            field(one, enemy((3, 9)), board=WOOD), card, units=("Cars",), card="4S", choices={"activity": keeping(seen)}
        )
    assert all("try_closed" not in ways for ways in seen)


@pytest.mark.rule("red_square", "move-bog", "orders-defend")
def test_a_tank_that_is_to_hold_tries_nothing() -> None:
    tank = vehicle("light_tank", this_turn=SPADE, order="defend")
    seen: list[tuple[str, ...]] = []
    play(field(tank, enemy((3, 9)), board=WOOD), "KD", units=("Cars",), card="4S", choices={"activity": keeping(seen)})
    assert all("try_closed" not in ways for ways in seen)


@pytest.mark.rule("red_square", "move-bog", "move-table")
def test_a_tank_on_a_road_goes_along_it_or_tries_the_wood_beside_it() -> None:
    road = plain(
        terrain=(SquareArea(kind="wood", squares=((3, 4), (4, 4))),),
        roads=(SquareWay(squares=((3, 3), (4, 4))),),
        features=(SquareFeature(kind="hedge", squares=((0, 0),)),),
    )
    on = field(vehicle("light_tank", this_turn=SPADE), enemy((3, 9)), board=road)
    by_road = play(on, "KD", units=("Cars",), card="4S", choices={"activity": always("move")}).outcome.field
    assert (by_road.unit("Cars").square, by_road.unit("Cars").bogged) == ((4, 4), False)
    bogs = play(on, "KD", units=("Cars",), card="4S", choices={"activity": always("try_closed")}).outcome.field
    assert (bogs.unit("Cars").square, bogs.unit("Cars").bogged) == ((3, 3), True)
