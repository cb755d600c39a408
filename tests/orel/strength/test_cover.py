"""Cover: terrain, rivers and entrenchments, never one on top of the other, and tanks that undo entrenchments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, HexsideFeature, TerrainArea
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.orel.model import GRID
from rcw_rules.orel.strength import cover_of, negates_entrenchment, wholly_entrenched

# Terrain Effects Table: cohesion bonus, assault, barrage, as the catalogue restores them.
TABLE = {
    "clear": (0, 0, 0),
    "village": (1, 0, 0),
    "town": (1, -1, -1),
    "orel_suburbs": (1, -1, -1),
    "orel_centre": (2, -2, -2),
    "forest": (1, -1, -1),
    "river": (1, -1, 0),
    "entrenchment": (1, -1, -2),
}


battalion = builder("infantry", key="a", side="white")


def dug_in(key: str = "e", **changes: Any) -> game.Unit:
    return battalion(key, **{"entrenchment": "entrenched", **changes})


battery = builder("artillery", key="g", side="white")


TANK = game.Unit(key="t", side="white", type="tank", strength=2)


def ask(purpose: Any, *defenders: game.Unit, terrains: Any = ("clear",), river: bool = False, **fields: Any) -> Any:
    cover = game.Cover(terrains=terrains, across_river=river)
    request = game.TerrainModifierRequest(purpose=purpose, defenders=defenders, cover=cover, **fields)
    outcome = game.ruleset.resolve(request, dice=GivenDice([])).outcome
    return [(figure.unit, figure.modifier, figure.source) for figure in outcome.figures]


def problems(request: Request[Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- every cell


@pytest.mark.rule("orel", "8.7.1-terrain", "8.8.1-entrenchment", "8.3.2-roll")
@pytest.mark.parametrize("row", ["clear", "village", "town", "orel_suburbs", "orel_centre", "forest"])
def test_every_terrain_alone(row: str) -> None:
    cohesion, assault, barrage = TABLE[row]
    assert ask("cohesion", battalion(), terrains=(row,))[0][1] == -cohesion
    assert ask("assault", battalion(), terrains=(row,))[0][1] == assault
    assert ask("barrage", battalion(), terrains=(row,))[0][1] == barrage


@pytest.mark.rule("orel", "7.3-effects")
def test_an_entrenchment_and_a_river_alone() -> None:
    assert [ask(purpose, dug_in())[0][1] for purpose in ("cohesion", "assault", "barrage")] == [-1, -1, -2]
    assert [ask(purpose, battalion(), river=True)[0][1] for purpose in ("cohesion", "assault", "barrage")] == [
        -1,
        -1,
        0,
    ]


# -------------------------------------------------------------------- cohesion


@pytest.mark.rule("orel", "8.7.1-terrain")
def test_the_best_terrain_of_a_hex_and_the_river() -> None:
    assert ask("cohesion", battalion(), terrains=("forest", "village"), river=True) == [("a", -2, "terrain")]
    assert ask("cohesion", battalion(), terrains=("village", "orel_centre")) == [("a", -2, "terrain")]
    assert ask("assault", battalion(), terrains=("village", "forest")) == [("", -1, "terrain")]


@pytest.mark.rule("orel", "8.7.1-terrain", "7.3-effects")
def test_an_entrenchment_helps_only_who_is_in_it() -> None:
    assert ask("cohesion", dug_in("a"), battalion("b")) == [("a", -1, "entrenchment"), ("b", 0, "none")]
    assert ask("barrage", dug_in("a"), battalion("b")) == [("a", -2, "entrenchment"), ("b", 0, "none")]


@pytest.mark.rule("orel", "7.3-effects")
def test_entrenchment_and_terrain_never_add_up() -> None:
    # Behind a river: the larger of 1 and 0 + 1. In the centre of Orel: of 1 and 2.
    assert ask("cohesion", dug_in(), river=True)[0][1] == -1
    assert ask("cohesion", dug_in(), terrains=("orel_centre",)) == [("e", -2, "terrain")]
    assert ask("assault", dug_in(), terrains=("town",)) == [("", -1, "terrain")]
    assert ask("barrage", dug_in(), terrains=("town",)) == [("e", -2, "entrenchment")]
    assert ask("barrage", dug_in(), terrains=("orel_centre",)) == [("e", -2, "terrain")]
    assert ask("assault", dug_in(), terrains=("town",), river=True) == [("", -2, "terrain")]


@pytest.mark.rule("orel", "7.3-effects")
def test_an_entrenchment_under_construction_gives_nothing() -> None:
    building = battalion(entrenchment="under_construction")
    assert [ask(purpose, building)[0][1:] for purpose in ("cohesion", "assault", "barrage")] == [(0, "none")] * 3


@pytest.mark.rule("orel", "8.7.1-terrain", "8.7.1-who-checks")
def test_who_has_a_figure_in_a_cohesion_check() -> None:
    assert [unit for unit, _, _ in ask("cohesion", battalion(), battery(), TANK)] == ["a"]
    assert [unit for unit, _, _ in ask("cohesion", battery("g"), battery("h"), TANK)] == ["g", "h"]
    assert [unit for unit, _, _ in ask("barrage", battalion(), battery(), TANK)] == ["a", "g", "t"]


@pytest.mark.rule("orel", "8.7.1-terrain", "X-dice")
def test_what_the_record_tells_of_cover() -> None:
    cover = game.Cover(terrains=("forest", "village"), across_river=True)
    request = game.TerrainModifierRequest(purpose="cohesion", defenders=(battalion(),), cover=cover)
    record = game.ruleset.resolve(request, dice=GivenDice([])).record
    steps = [step for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value, step.provenance) for step in steps] == [
        ("forest", -1, "reconstructed"),
        ("river_hexside", -1, "reconstructed"),
    ]
    assert {step.rule for step in steps} == {"8.7.1-terrain"}


# -------------------------------------------------------------------- the assault, and tanks


@pytest.mark.rule("orel", "8.8.1-entrenchment")
def test_in_an_assault_all_must_be_entrenched() -> None:
    assert ask("assault", dug_in("a"), dug_in("b"), battalion("c")) == [("", 0, "none")]
    assert ask("assault", dug_in("a"), dug_in("b")) == [("", -1, "entrenchment")]
    assert ask("assault", dug_in("a"), battery("g")) == [("", 0, "none")]
    assert ask("assault", dug_in("a"), battery("g", entrenchment="entrenched"), TANK) == [("", -1, "entrenchment")]
    assert ask("assault", TANK) == [("", 0, "none")]
    assert wholly_entrenched(()) is False


@pytest.mark.rule("orel", "9.2.2-combat", "8.8.1-entrenchment")
def test_a_tank_undoes_entrenchments_and_leaves_the_terrain() -> None:
    assert ask("cohesion", dug_in(), tank=True) == [("e", 0, "none")]
    assert ask("assault", dug_in(), tank=True) == [("", 0, "none")]
    assert ask("cohesion", dug_in(), tank=True, terrains=("village",)) == [("e", -1, "terrain")]
    assert ask("assault", dug_in(), tank=True, river=True) == [("", -1, "terrain")]


@pytest.mark.rule("orel", "9.2.2-combat", "8.2.3-effects", "9.2.1-breakdown")
@pytest.mark.parametrize(
    ("changes", "does"), [({}, True), ({"unsupplied": True}, False), ({"broken_down": True}, False)]
)
def test_only_a_tank_that_can_fight_undoes_entrenchments(changes: dict[str, Any], does: bool) -> None:
    tank = game.Unit(key="t", side="red", type="tank", strength=2, **changes)
    assert negates_entrenchment((battalion(), tank)) is does
    assert negates_entrenchment((battalion(),)) is False


@pytest.mark.rule("orel", "7.3-effects", "8.7.1-terrain", "8.8.1-entrenchment")
@given(
    st.sampled_from(["cohesion", "assault", "barrage"]),
    st.lists(
        st.sampled_from(["clear", "village", "town", "orel_suburbs", "orel_centre", "forest"]), min_size=1, max_size=3
    ),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_cover_is_the_better_of_ground_and_entrenchment(
    purpose: str, terrains: list[str], river: bool, entrenched: bool, tank: bool
) -> None:
    column = ("cohesion", "assault", "barrage").index(purpose)
    help_of = {row: abs(figures[column]) for row, figures in TABLE.items()}
    tank = tank and purpose != "barrage"
    ground = max(help_of[row] for row in terrains) + (help_of["river"] if river else 0)
    wanted = max(ground, help_of["entrenchment"] if entrenched and not tank else 0)
    unit = dug_in() if entrenched else battalion()
    found = ask(purpose, unit, terrains=tuple(terrains), river=river, tank=tank)
    assert [-modifier for _, modifier, _ in found] == [wanted]


# -------------------------------------------------------------------- from a board

BOARD = HexMap(
    title="A ford",
    grid=GRID,
    terrain=(TerrainArea(kind="forest", hexes=("1113",)), TerrainArea(kind="city", hexes=("2705",))),
    features=(Feature(kind="village", hexes=("1113",)),),
    hexsides=(HexsideFeature(kind="river", between=(("1113", "1112"), ("1012", "1113"))),),
)


@pytest.mark.rule("orel", "8.7.1-terrain", "D-map")
@pytest.mark.parametrize(
    ("attacking", "river"), [(("1112",), True), (("1112", "1012"), True), (("1112", "1114"), False), ((), False)]
)
def test_a_river_helps_only_against_those_who_all_cross_it(attacking: tuple[str, ...], river: bool) -> None:
    cover = game.Cover(terrains=("forest", "village"), across_river=river)
    assert cover_of(BOARD, "1113", attacking) == cover


@pytest.mark.rule("orel", "7.1.1-orel", "D-map")
def test_the_city_has_suburbs_and_a_centre() -> None:
    assert cover_of(BOARD, "2705").terrains == ("orel_suburbs",)
    assert cover_of(BOARD, "2705", location="centre").terrains == ("orel_centre",)
    assert cover_of(BOARD, "0101").terrains == ("clear",)


@pytest.mark.rule("orel", "8.7.1-terrain", "D-map")
def test_a_board_gives_the_cover_of_the_hex() -> None:
    request = game.TerrainModifierRequest(
        purpose="cohesion", defenders=(battalion(hex="1113"),), board=BOARD, attacking=("1112",)
    )
    assert [figure.modifier for figure in game.ruleset.outcome(request, dice=GivenDice([])).figures] == [-2]
    lent = game.ruleset.with_options(board=BOARD)
    centre = game.TerrainModifierRequest(purpose="assault", defenders=(battalion(hex="2705"),), location="centre")
    assert [figure.modifier for figure in lent.outcome(centre, dice=GivenDice([])).figures] == [-2]


@pytest.mark.rule("orel", "D-map")
def test_without_a_board_the_hex_is_named() -> None:
    request = game.TerrainModifierRequest(purpose="cohesion", defenders=(battalion(hex="1113"),))
    with pytest.raises(NeedsRuling, match=r"hex 1113.*D-map"):
        game.ruleset.resolve(request, dice=GivenDice([]))


@pytest.mark.rule("orel", "X-bad-combat")
@pytest.mark.parametrize("source", ["1115", "1113", "9999"])
def test_an_attack_comes_from_next_to_the_defenders(source: str) -> None:
    request = game.TerrainModifierRequest(
        purpose="cohesion", defenders=(battalion(hex="1113"),), board=BOARD, attacking=("1112", source)
    )
    with pytest.raises(IllegalRequestError, match=rf"\$\.attacking\[1\]: .*{source}.*X-bad-combat"):
        game.ruleset.resolve(request, dice=GivenDice([]))


@pytest.mark.rule("orel", "X-bad-units", "D-map")
def test_questions_about_cover_that_cannot_be() -> None:
    ask_for = game.TerrainModifierRequest
    clear = game.Cover()
    two = (battalion("a", hex="1113"), battalion("b", hex="1114"))
    assert problems(ask_for(purpose="assault", defenders=())) == [("$.defenders", "")]
    assert problems(ask_for(purpose="assault", defenders=two, cover=clear)) == [("$.defenders[1]", "X-bad-units")]
    mixed = (battalion("a"), battalion("b", side="red"))
    assert problems(ask_for(purpose="assault", defenders=mixed, cover=clear)) == [("$.defenders[1]", "X-bad-units")]
    assert problems(ask_for(purpose="assault", defenders=(battalion(),))) == [("$.cover", "D-map")]
    here = (battalion(hex="1113"),)
    assert problems(ask_for(purpose="assault", defenders=here, cover=clear, board=BOARD)) == [("$.board", "D-map")]
    assert problems(ask_for(purpose="assault", defenders=here, cover=clear, attacking=("1112",))) == [
        ("$.attacking", "D-map")
    ]
    assert problems(ask_for(purpose="barrage", defenders=here, cover=clear, tank=True)) == [("$.tank", "8.3.2-roll")]
    marsh = HexMap(title="Marsh", grid=GRID, terrain=(TerrainArea(kind="marsh", hexes=("1113",)),))
    assert problems(ask_for(purpose="assault", defenders=here, board=marsh)) == [("$.board.terrain[0].kind", "D-map")]
    swamp: Any = ("swamp",)
    assert problems(ask_for(purpose="assault", defenders=here, cover=game.Cover(terrains=swamp))) == [
        ("$.cover.terrains[0]", "")
    ]
