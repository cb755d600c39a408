"""The question whether a move is legal: its record, and names that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_moves import ask, change, field, holding, road, step, unit, wheel, wood

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs


def test_a_name_that_is_not_on_the_field_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="is not a unit on the field"):
        ask(field(unit()), step("NE"), name="nobody")
    with pytest.raises(InvalidRequestError, match="move-instead"):
        ask(field(unit()), wheel(3))


@pytest.mark.rule("red_square", "move-table", "move-closed", "terrain-wire", "mounted-3-dismounted", "mg-move-or-fire")
def test_the_record_names_the_rate_and_what_is_done() -> None:
    def told(here: rs.Field, *actions: rs.Action, **fields: Any) -> str:
        request = rs.MoveRequest(field=here, unit=here.units[0].name, actions=actions, **fields)
        return rs.ruleset.resolve(request, dice=GivenDice([])).explain()

    by_road = told(field(unit("truck"), ground=road((3, 4), (3, 5))), step("NE"))
    assert "the row wheeled gives 4 squares along the road [move-table]" in by_road
    assert "step along the road to (3, 5), then facing N; squares used: 1" in by_road
    wooded = told(field(unit("heavy_tank"), ground=wood((3, 5))), step("NE"), suit="S")
    assert "the row heavy tank gives 1 square in all with a closed step [move-table]" in wooded
    assert "the tank bogs in (3, 4) [move-bog]" in wooded
    assert "closed step to (3, 5), then facing N; squares used: 1 [move-closed]" in told(
        field(unit(), ground=wood((3, 5))), step("NE")
    )
    assert "the row infantry firing line gives no square in the open" in told(
        field(unit(formation="firing_line")), change("waves")
    )
    assert "the wire takes its whole turn [terrain-wire]" in told(
        field(unit(), ground=holding("wire", (3, 5))), step("NE")
    )
    riders = told(field(unit("cavalry")), rs.Dismount(horses=(3, 5)))
    assert "dismount in (3, 4), facing N then; squares used: 1 [move-instead]" in riders
    assert "its horses are held in (3, 5) [mounted-3-dismounted]" in riders
    guns = told(field(unit("mg", accompanies="infantry"), unit()), rs.Face(to="S"))
    assert "face in (3, 4), facing S then; squares used: 0 [mg-move-or-fire" in guns
