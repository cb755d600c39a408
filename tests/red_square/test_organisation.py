"""Units and scenarios: what is well formed, what is unusual, and what is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareFeature, SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.turn import game_result
from rcw_rules.red_square.units import typical_formation, weapons_of


def unit(kind: Any = "infantry", name: str = "unit", **fields: Any) -> rs.Unit:
    by_kind: dict[str, dict[str, Any]] = {
        "infantry": {"bases": 4, "formation": "masses", "order": "attack"},
        "cavalry": {"bases": 4, "formation": "mounted", "order": "attack"},
        "artillery": {"bases": 2, "formation": "limbered", "guns": "qf_gun"},
        "mg": {"bases": 2, "accompanies": "1st"},
        "tchanka": {"accompanies": "horse"},
        "armoured_car": {"weapons": ("mg",), "order": "attack"},
        "light_tank": {"weapons": ("mg",), "order": "attack"},
        "heavy_tank": {"weapons": ("mg", "tank_gun"), "order": "attack"},
        "truck": {"order": "defend"},
        "train": {"guns": "heavy", "order": "attack"},
    }
    placed = {"name": name, "side": "red", "kind": kind, "square": (3, 2), **by_kind.get(kind, {}), **fields}
    return rs.Unit(**placed)


def look_at(one: rs.Unit, **fields: Any) -> rs.ValidateUnitOutcome:
    request = rs.ValidateUnitRequest(unit=one, **fields)
    outcome: rs.ValidateUnitOutcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome


def remarked(one: rs.Unit, **fields: Any) -> list[str]:
    return [remark.rule for remark in look_at(one, **fields).remarks]


# ---------------------------------------------------------------- units


@pytest.mark.rule("red_square", "units-max-six")
def test_sizes_beyond_one_to_six_are_refused() -> None:
    assert remarked(unit(bases=6)) == ["units-infantry"]
    assert look_at(unit(bases=6)).remarks[0].message == "6 bases at the start; 4 are usual"
    with pytest.raises(InvalidRequestError, match=r"^\$\.unit\.bases: .*\[units-max-six\]$"):
        look_at(unit(bases=7))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: a unit has 1 to 6 bases.*\[units-max-six\]"):
        look_at(unit(bases=0))
    with pytest.raises(InvalidRequestError, match=r"a train is one, not 2 \[units-max-six\]"):
        look_at(unit("train", bases=2))


@pytest.mark.rule("red_square", "units-max-six")
def test_a_unit_did_not_begin_with_more_than_six_bases() -> None:
    assert remarked(unit(bases=3, bases_removed=3)) == ["units-infantry"]
    message = r"^\$\.unit\.bases_removed: with 4 lost it began with 7 bases; 6 are the most \[units-max-six\]$"
    with pytest.raises(IllegalRequestError, match=message):
        look_at(unit(bases=3, bases_removed=4))
    assert refused(scenario(unit(bases=3, bases_removed=4))) == [
        ("units-max-six", "$.scenario.field.units[2].bases_removed")
    ]


@pytest.mark.rule("red_square", "units-cavalry", "units-motor")
def test_how_usual_sizes_are_said() -> None:
    said = {kind: look_at(unit(kind, bases=bases)).remarks[0].message for kind, bases in (("cavalry", 5), ("truck", 6))}
    assert said == {
        "cavalry": "5 bases at the start; 3 or 4 are usual",
        "truck": "6 bases at the start; 1 to 4 are usual",
    }


SIZES = [  # kind, bases, figures or guns or vehicles, the rule that remarks on the size
    ("infantry", 4, 12, None),
    ("infantry", 3, 9, "units-infantry"),
    ("mg", 2, 4, None),
    ("mg", 1, 2, "units-mg"),
    ("cavalry", 2, 6, "units-cavalry"),
    ("cavalry", 3, 9, None),
    ("cavalry", 4, 12, None),
    ("cavalry", 5, 15, "units-cavalry"),
    ("tchanka", 1, 1, None),
    ("tchanka", 2, 2, None),
    ("tchanka", 3, 3, "units-tchanka"),
    ("artillery", 1, 1, "units-artillery"),
    ("artillery", 2, 2, None),
    ("artillery", 3, 3, None),
    ("artillery", 4, 4, "units-artillery"),
    ("armoured_car", 2, 2, None),
    ("armoured_car", 3, 3, "units-afv"),
    ("light_tank", 1, 1, None),
    ("light_tank", 3, 3, "units-afv"),
    ("heavy_tank", 2, 2, None),
    ("heavy_tank", 3, 3, "units-afv"),
    ("truck", 4, 4, None),
    ("truck", 5, 5, "units-motor"),
    ("train", 1, 1, None),
    ("co", 1, 2, None),
]


@pytest.mark.rule(
    "red_square", "units-infantry", "units-mg", "units-cavalry", "units-tchanka", "units-artillery", "units-afv",
    "units-motor", "units-train", "org-command-figures",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "bases", "models", "rule"), SIZES)
def test_usual_sizes(kind: Any, bases: int, models: int, rule: str | None) -> None:
    found = look_at(unit(kind, bases=bases))
    assert found.models == models
    assert [remark.rule for remark in found.remarks] == ([] if rule is None else [rule])


@pytest.mark.rule("red_square", "units-cavalry")
def test_cossacks_have_four_bases() -> None:
    assert remarked(unit("cavalry", bases=4), cossacks=True) == []
    assert look_at(unit("cavalry", bases=3), cossacks=True).remarks[0].message == "3 bases at the start; 4 are usual"
    # A regiment that has lost a base began with four.
    assert remarked(unit("cavalry", bases=3, bases_removed=1), cossacks=True) == []
    with pytest.raises(InvalidRequestError, match=r"\$\.cossacks: only cavalry is Cossack \[units-cavalry\]"):
        look_at(unit(), cossacks=True)


@pytest.mark.rule("red_square", "units-artillery")
def test_gun_shields() -> None:
    for guns, shields in (("light_gun", True), ("qf_gun", True), ("howitzer", False), ("heavy", False)):
        assert look_at(unit("artillery", guns=guns)).has_shields is shields
        assert look_at(unit("artillery", guns=guns, shielded=not shields)).has_shields is not shields
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.guns: is missing \[units-artillery\]"):
        look_at(unit("artillery", guns=None))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.shielded: .*\[units-artillery\]"):
        look_at(unit(shielded=True))


@pytest.mark.rule("red_square", "units-afv", "units-motor", "train-2-armament")
def test_what_everybody_fires_with() -> None:
    kinds: Any = {
        "infantry": ("rifles",),
        "cavalry": ("rifles",),
        "artillery": ("qf_gun",),
        "mg": ("mg",),
        "tchanka": ("mg",),
        "heavy_tank": ("mg", "tank_gun"),
        "truck": (),
        "train": ("heavy", "mg"),
        "hq": (),
        "co": (),
    }
    assert {kind: weapons_of(unit(kind)) for kind in kinds} == kinds
    assert look_at(unit("truck", bases=5)).weapons == ()


@pytest.mark.rule("red_square", "units-afv")
def test_armour_lists_its_weapons() -> None:
    with pytest.raises(IllegalRequestError, match=r"^\$\.unit\.weapons: .*mg, tank_gun or both.*\[units-afv\]$"):
        look_at(unit("light_tank", weapons=()))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.weapons: names a weapon twice \[units-afv\]"):
        look_at(unit("heavy_tank", weapons=("mg", "mg")))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.weapons: .*\[units-afv\]"):
        look_at(unit("truck", weapons=("mg",)))


@pytest.mark.rule("red_square", "units-train")
def test_the_model_of_a_train() -> None:
    with pytest.raises(IllegalRequestError, match=r"it lacks a gun carriage \[units-train\]"):
        look_at(unit("train"), has_gun_carriage=False)
    with pytest.raises(IllegalRequestError, match=r"it lacks a locomotive \[units-train\]"):
        look_at(unit("train"), has_locomotive=False)


@pytest.mark.rule("red_square", "units-quality")
def test_quality() -> None:
    assert unit().quality == "normal"
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.quality"):
        look_at(unit(quality="veteran"))
    assert remarked(unit("mg", quality="elite")) == ["units-quality"]
    assert remarked(unit("tchanka", quality="poor")) == ["units-quality"]
    assert remarked(unit(quality="elite")) == []


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("infantry", "mounted"), ("mg", "masses"), ("cavalry", None), ("cavalry", "waves"), ("artillery", "defence"),
     ("infantry", "deployed"), ("truck", "limbered"), ("infantry", None)],
)  # fmt: skip
def test_formations_of_the_wrong_kind(kind: Any, formation: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.formation: .*\[formations-list\]"):
        look_at(unit(kind, formation=formation))


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize(
    ("kind", "formations"),
    [
        ("infantry", ("firing_line", "waves", "masses", "defence")),
        ("cavalry", ("mounted", "scouting", "dismounted")),
        ("artillery", ("limbered", "deployed")),
    ],
)
def test_every_formation(kind: Any, formations: tuple[Any, ...]) -> None:
    for formation in formations:
        assert remarked(unit(kind, formation=formation)) == []


@pytest.mark.rule("red_square", "formations-diagrams")
def test_nobody_asks_where_bases_stand_in_a_formation() -> None:
    names = {field.name for field in attrs.fields(rs.Unit)}
    assert names & {"bases", "bases_removed", "base_positions", "layout"} == {"bases", "bases_removed"}


@pytest.mark.rule("red_square", "formations-typical-use")
def test_how_battalions_usually_begin() -> None:
    assert [typical_formation(role) for role in ("attacker", "defender", "reserve")] == [
        "masses", "firing_line", "masses"
    ]  # fmt: skip


@pytest.mark.rule("red_square", "org-command-figures", "bad-input")
@pytest.mark.parametrize("kind", ["commissar", "cheka"])
def test_only_reds_have_commissars_and_cheka(kind: Any) -> None:
    assert look_at(unit(kind)).remarks == ()
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.kind: only the Reds .*\[org-command-figures\]"):
        look_at(unit(kind, side="white"))


@pytest.mark.rule("red_square", "org-no-higher-structure")
@pytest.mark.parametrize("kind", ["artillery", "truck", "heavy_tank", "train"])
def test_guns_and_motors_belong_to_no_co(kind: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.commander: .*\[org-no-higher-structure\]"):
        look_at(unit(kind, commander="Colonel"))


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("kind", "fields", "where"),
    [
        ("infantry", {"markers": -1}, "markers"),
        ("artillery", {"rings": -1}, "rings"),
        ("artillery", {"rings": 3}, "rings"),
        ("infantry", {"advancing": True, "idle": True}, "advancing"),
        ("infantry", {"square": None}, "square"),
    ],
)
def test_bad_state(kind: Any, fields: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.unit\.{where}: .*\[bad-input\]"):
        look_at(unit(kind, **fields))


# ---------------------------------------------------------------- scenarios


def open_board(columns: int = 6, rows: int = 10, **fields: Any) -> SquareMap:
    return SquareMap(title="open", grid=SquareGrid(columns=columns, rows=rows), **fields)


HQS = (unit("hq", "Red HQ", square=(2, 0)), unit("hq", "White HQ", side="white", square=(2, 9), facing="S"))


def scenario(*units: rs.Unit, hqs: tuple[rs.Unit, ...] = HQS, board: SquareMap | None = None, **fields: Any) -> Any:
    field = rs.Field(board=board or open_board(), units=(*hqs, *units), **fields.pop("field", {}))
    return rs.Scenario(**{"title": "test", "field": field, "turn_limit": 6, **fields})


def look_over(one: Any) -> rs.ValidateScenarioOutcome:
    request = rs.ValidateScenarioRequest(scenario=one)
    outcome: rs.ValidateScenarioOutcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome


def refused(one: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as error:
        look_over(one)
    return [(objection.rule, objection.path) for objection in error.value.verdict.objections]


def noted(one: Any) -> list[str]:
    return [remark.rule for remark in look_over(one).remarks]


@pytest.mark.rule("red_square", "area-size")
def test_the_least_table() -> None:
    assert noted(scenario(board=open_board(6, 10))) == []
    assert noted(scenario(board=open_board(10, 6), hqs=(HQS[0], attrs.evolve(HQS[1], square=(2, 5))))) == []
    assert refused(scenario(board=open_board(5, 12))) == [("area-size", "$.scenario.field.board.grid")]
    assert noted(scenario(board=open_board(5, 12), allow_small_board=True)) == []
    # A division's table is 12 by 5 feet (notes-two-stage): 24 by 10 squares of half a foot.
    assert noted(scenario(board=open_board(24, 10))) == []


@pytest.mark.rule("red_square", "area-terrain-whole-squares", "bad-input")
def test_the_map_and_everybody_on_it_are_checked() -> None:
    half = SquareFeature(kind="half a wood", squares=((1, 1),))
    with pytest.raises(InvalidRequestError, match=r"features\[0\]\.kind: .*\[area-terrain-whole-squares\]"):
        look_over(scenario(board=open_board(features=(half,))))
    with pytest.raises(InvalidRequestError, match=r"units\[2\]\.square: .*not on the board \[bad-input\]"):
        look_over(scenario(unit(square=(6, 2))))


@pytest.mark.rule("red_square", "command-levels")
def test_each_side_has_a_headquarters() -> None:
    assert refused(scenario(hqs=HQS[:1])) == [("command-levels", "$.scenario.field.units")]
    assert refused(scenario(hqs=HQS[1:])) == [("command-levels", "$.scenario.field.units")]
    lost = attrs.evolve(HQS[0], bases=0, square=None)
    assert refused(scenario(hqs=(lost, HQS[1]))) == [("command-levels", "$.scenario.field.units")]


@pytest.mark.rule("red_square", "units-mg", "mg-place-speed")
def test_an_mg_company_alone_is_refused() -> None:
    battalion = unit(name="1st", square=(3, 2))
    assert noted(scenario(battalion, unit("mg", "guns", square=(3, 2)))) == []
    assert noted(scenario(battalion, unit("mg", "guns", square=(4, 2)))) == []
    path = "$.scenario.field.units[3].square"
    assert refused(scenario(battalion, unit("mg", "guns", square=(5, 2)))) == [("units-mg", path)]
    # Another company, or a command figure, is no company; enemies are not either.
    other = unit("mg", "others", square=(4, 2))
    officer = unit("co", "Colonel", square=(5, 2))
    enemy = unit(name="enemy", side="white", square=(5, 3))
    found = refused(scenario(battalion, unit("mg", "guns", square=(5, 2)), other, officer, enemy))
    assert found == [("units-mg", path)]
    # A friend beside it, but not the one with whom it keeps.
    friend = unit(name="2nd", square=(5, 3))
    assert refused(scenario(battalion, unit("mg", "guns", square=(5, 2)), friend)) == [("mg-place-speed", path)]
    # Nor does it keep with a unit that is off the table.
    gone = attrs.evolve(battalion, state="off_table", square=(4, 2))
    assert refused(scenario(gone, unit("mg", "guns", square=(5, 2)), friend)) == [("mg-place-speed", path)]
    with pytest.raises(InvalidRequestError, match=r"accompanies: is missing.*\[mg-place-speed\]"):
        look_over(scenario(unit("mg", "guns", accompanies="")))


@pytest.mark.rule("red_square", "tchanka-place")
def test_tchankas_keep_with_cavalry() -> None:
    horse = unit("cavalry", "horse", square=(3, 2))
    assert noted(scenario(horse, unit("tchanka", "carts", square=(3, 3)))) == []
    path = "$.scenario.field.units[3].accompanies"
    assert refused(scenario(horse, unit("tchanka", "carts", square=(3, 4)))) == [("tchanka-place", path)]
    foot = unit(name="1st", square=(3, 2))
    carts = unit("tchanka", "carts", square=(3, 3), accompanies="1st")
    assert refused(scenario(foot, carts)) == [("tchanka-place", path)]


@pytest.mark.rule("red_square", "mounted-3-dismounted")
def test_horses_stand_beside_their_regiment() -> None:
    horse = unit("cavalry", "horse", square=(3, 2), formation="dismounted", order="defend")
    assert noted(scenario(horse, unit("horse_holders", "h", square=(4, 2), accompanies="horse"))) == []
    path = "$.scenario.field.units[3].square"
    for square in ((3, 2), (5, 2)):
        holders = unit("horse_holders", "h", square=square, accompanies="horse")
        assert refused(scenario(horse, holders)) == [("mounted-3-dismounted", path)]
    # One lot of horses, and a regiment on foot without any cannot mount again.
    twice = [
        unit("horse_holders", name, square=square, accompanies="horse")
        for name, square in (("h", (4, 2)), ("i", (2, 2)))
    ]
    assert refused(scenario(horse, *twice)) == [("mounted-3-dismounted", "$.scenario.field.units[4].accompanies")]
    assert noted(scenario(horse)) == ["mounted-3-dismounted"]
    mounted = attrs.evolve(horse, formation="mounted")
    assert noted(scenario(mounted)) == []
    assert refused(scenario(mounted, unit("horse_holders", "h", square=(4, 2), accompanies="horse"))) == [
        ("mounted-3-dismounted", path)
    ]


@pytest.mark.rule("red_square", "co-scope", "bad-input")
def test_a_red_co_over_white_units_is_refused() -> None:
    whites = unit(name="1st", side="white", square=(3, 7), commander="Comrade")
    with pytest.raises(
        InvalidRequestError, match=r"units\[3\]\.commander: 'Comrade' is of the other side \[co-scope\]"
    ):
        look_over(scenario(unit("co", "Comrade"), whites))


@pytest.mark.rule("red_square", "occ-table", "occ-two-types", "occ-officers")
def test_two_cavalry_regiments_in_a_square_are_refused() -> None:
    both = (unit("cavalry", "a"), unit("cavalry", "b"), unit("co", "Colonel"), unit("commissar", "Comrade"))
    with pytest.raises(IllegalRequestError, match=r"in \(3, 2\), only one cavalry regiment to a square \[occ-table\]"):
        look_over(scenario(*both))
    # Another square, and neither command figures nor those who are removed count.
    removed = unit("cavalry", "c", bases=0, square=None)
    moved = attrs.evolve(both[1], square=(3, 3))
    assert noted(scenario(both[0], moved, *both[2:], removed)) == ["command-levels"]
    with pytest.raises(InvalidRequestError, match=r"units\[3\]\.square: opponents are both in \(3, 2\) \[occ-table\]"):
        look_over(scenario(unit("cavalry", "a"), unit("cavalry", "b", side="white")))


@pytest.mark.rule("red_square", "train-5-carrying", "train-1-square", "units-train")
def test_trains_and_whom_they_carry() -> None:
    rails = open_board(railways=(SquareWay(squares=((0, 2), (1, 2), (2, 2), (3, 2))),))
    train = unit("train", "Red October", square=(3, 2))
    aboard = unit(name="1st", square=None, carried_by="Red October")
    assert noted(scenario(train, aboard, board=rails)) == []
    second = attrs.evolve(aboard, name="2nd")
    assert noted(scenario(train, aboard, attrs.evolve(second, bases=0), board=rails)) == []
    assert refused(scenario(train, aboard, second, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    guns = unit("mg", "guns", square=None, carried_by="Red October")
    assert refused(scenario(train, aboard, guns, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    car = unit("armoured_car", "car", square=None, carried_by="Red October")
    assert refused(scenario(train, car, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    assert refused(scenario(train)) == [("train-1-square", "$.scenario.field.units[2].square")]
    white = unit("train", "For Russia", side="white", square=(0, 2))
    assert noted(scenario(train, white, board=rails)) == ["units-train"]


@pytest.mark.rule("red_square", "orders-required", "orders-attack", "units-afv")
def test_orders_at_the_start() -> None:
    path = "$.scenario.field.units[2]"
    assert refused(scenario(unit(order=None))) == [("orders-required", f"{path}.order")]
    # Those who are removed need none.
    assert noted(scenario(unit(order=None, bases=0, square=None))) == []
    assert refused(scenario(unit("truck", order=None))) == [("orders-required", f"{path}.order")]
    assert noted(scenario(unit("artillery"))) == []
    with pytest.raises(InvalidRequestError, match=r"order: artillery units have no order \[orders-required\]"):
        look_over(scenario(unit("artillery", order="defend")))
    assert refused(scenario(unit(formation="firing_line"))) == [("orders-attack", f"{path}.formation")]
    assert noted(scenario(unit(formation="waves"))) == []
    assert refused(scenario(unit("light_tank", weapons=()))) == [("units-afv", f"{path}.weapons")]


@pytest.mark.rule("red_square", "org-infantry-regiment")
@pytest.mark.parametrize("side", ["red", "white"])
def test_infantry_regiments(side: Any) -> None:
    colonel = unit("co", "Colonel", side=side, square=(0, 4))
    squares = [(column, 4) for column in range(5)]
    battalions = [
        unit(name=f"{number}", side=side, square=square, commander="Colonel") for number, square in enumerate(squares)
    ]
    assert noted(scenario(colonel, *battalions[:3])) == []
    assert noted(scenario(colonel, *battalions[:4])) == []
    assert noted(scenario(colonel, *battalions)) == ["org-infantry-regiment"]
    lost = [*battalions[:4], attrs.evolve(battalions[4], bases=0, square=None)]
    assert noted(scenario(colonel, *lost)) == []
    few = look_over(scenario(colonel, *battalions[:2])).remarks
    usual = {"red": "3 are usual for the Reds", "white": "4 are usual for the Whites"}[side]
    assert [remark.message for remark in few] == [f"'Colonel' has 2 battalions; {usual}"]


@pytest.mark.rule("red_square", "org-cavalry-brigade", "command-levels")
def test_cavalry_brigades() -> None:
    general = unit("co", "General", square=(0, 4))
    regiments = [unit("cavalry", f"{column}", square=(column, 4), commander="General") for column in range(4)]
    assert noted(scenario(general, *regiments[:2])) == []
    assert noted(scenario(general, *regiments[:3])) == []
    assert noted(scenario(general, *regiments)) == ["org-cavalry-brigade"]
    assert noted(scenario(general, regiments[0])) == ["org-cavalry-brigade"]
    assert noted(scenario(general)) == ["command-levels"]
    foot = [unit(name=f"foot {column}", square=(column, 3), commander="General") for column in range(3)]
    assert noted(scenario(general, *regiments[:2], *foot)) == ["command-levels"]


@pytest.mark.rule("red_square", "missing-victory")
def test_without_a_condition_of_victory_the_game_ends_undecided() -> None:
    played = scenario(turn_limit=3)
    turns = [attrs.evolve(played.field, turn=turn) for turn in (1, 2, 3)]
    assert [game_result(played, field) for field in turns] == [None, None, "undecided"]

    def victory(field: rs.Field) -> Any:
        return "white" if field.turn == 2 else None

    assert [game_result(played, field, victory) for field in turns] == [None, "white", "undecided"]
    with pytest.raises(InvalidRequestError, match=r"\$\.scenario\.turn_limit: .*\[missing-victory\]"):
        look_over(scenario(turn_limit=3, field={"turn": 4}))


@pytest.mark.rule("red_square", "missing-transport")
def test_aeroplanes_fly_when_the_scenario_says_so() -> None:
    missions = (
        rs.AeroplaneMission(side="white", turn=2),
        rs.AeroplaneMission(side="red", turn=2),
        rs.AeroplaneMission(side="red", turn=3),
    )
    flown = scenario(aeroplanes=missions)
    assert [flown.aeroplanes_in(turn) for turn in (1, 2, 3)] == [(), ("red", "white"), ("red",)]
    with pytest.raises(InvalidRequestError, match=r"aeroplanes\[3\]: .*listed twice \[missing-transport\]"):
        look_over(scenario(aeroplanes=(*missions, missions[0])))
    with pytest.raises(InvalidRequestError, match=r"\$\.scenario\.field\.aeroplanes: .*\[missing-transport\]"):
        look_over(scenario(field={"aeroplanes": ("red",)}))
    # Lorries carry nobody: only a train does.
    rider = unit(name="1st", square=None, carried_by="lorries")
    with pytest.raises(InvalidRequestError, match=r"carried_by: 'lorries' is no train \[train-5-carrying\]"):
        look_over(scenario(unit("truck", "lorries"), rider))


@pytest.mark.rule("red_square", "dig-2-prepared", "dig-3-defence")
def test_prepared_positions_serve_whoever_holds_them() -> None:
    works = open_board(
        features=(SquareFeature(kind="trench", squares=((3, 2), (4, 2))), SquareFeature(kind="wire", squares=((3, 2),)))
    )
    red, white = unit(name="a"), unit(name="b", side="white", square=(4, 2))
    held = scenario(red, white, board=works)
    assert noted(held) == []
    assert [held.field.cover_of(one) for one in (red, white)] == ["trench", "trench"]
    # After their owner has left, the enemy has them.
    taken = held.field.with_units(attrs.evolve(white, square=(5, 3)), attrs.evolve(red, square=(4, 2)))
    assert taken.cover_of(taken.unit("a")) == "trench"
    assert taken.has_wire((3, 2))
    dug_in = unit(name="d", formation="defence", order="defend")
    assert noted(scenario(dug_in, board=works)) == []
    assert noted(scenario(attrs.evolve(dug_in, square=(4, 2)), board=works)) == ["dig-3-defence"]


@pytest.mark.rule("red_square", "notes-two-stage")
def test_large_games_are_remarked_on() -> None:
    battalions = [unit(name=f"{column}", square=(column, 4)) for column in range(6)]
    more = [unit(name=f"{column + 6}", square=(column, 5)) for column in range(3)]
    eight = look_over(scenario(*battalions, *more[:2], unit("commissar", "Comrade")))
    assert (eight.red_units, eight.white_units, eight.remarks) == (8, 0, ())
    nine = look_over(scenario(*battalions, *more))
    assert (nine.red_units, [remark.rule for remark in nine.remarks]) == (9, ["notes-two-stage"])


@pytest.mark.rule("red_square", "equipment-cards-dice", "equipment-draw-pile")
@pytest.mark.parametrize(("field", "value"), [("jokers", 5), ("jokers", -1), ("decks", 0), ("decks", 3)])
def test_decks_and_jokers(field: str, value: int) -> None:
    assert (scenario().jokers, scenario().decks) == (2, 1)
    with pytest.raises(InvalidRequestError, match=rf"\$\.scenario\.{field}: "):
        look_over(attrs.evolve(scenario(), **{field: value}))
