"""Both readings of what whole battles need and the book leaves open, and forces of one's own in single questions."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from orel_battles import PLAIN, battle, begun, foot, guns, horse, listed, on, reds_turn, unit_of

from rcw_rules import GivenDice, IllegalRequestError, orel
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.supply import points_to_nearest, supply_ground, supply_line

BODY = (foot("R:1", "0101"), foot("R:2", "0102"))


@pytest.mark.rule("orel", "5.3-zoc", "7.1.3-negation")
def test_whether_staying_negates_ones_own_zone() -> None:
    state = reds_turn(begun(battle(*BODY, foot("R:x", "0407"), foot("W:1", "0408"))))
    state = on(state, "stay with R:1", "stay with R:2")
    attack = "attack 0408 with R:x from 0407"
    assert unit_of(state, "R:x").out_of_command
    assert attack not in listed(state)
    with pytest.raises(IllegalRequestError, match=r"5\.3-zoc"):
        on(state, attack)
    literal = orel.game.with_options(staying_negates_own_zone=True)
    assert attack in listed(state, literal)
    assert on(state, attack, game=literal).declared[0].units == ("R:x",)
    # It must stay: from another hex of the zone it still needs its check.
    assert not [line for line in listed(state, literal) if line.startswith("attack") and "from 0407" not in line]


@pytest.mark.rule("orel", "7.5-leave", "7.4-command")
@pytest.mark.parametrize("in_command", [False, True])
def test_whether_who_comes_back_is_in_command(in_command: bool) -> None:
    gone = evolve(foot("W:x", None), out_of_command=True)
    one = battle(foot("R:1", "0101"), foot("W:1", "0808"), foot("W:2", "0707"), gone)
    off = orel.OffMap(unit="W:x", exit="0108", day=15, player="red")
    state = evolve(begun(one), off_map=(off,), moment=orel.Moment(day=16))
    game = orel.game.with_options(returning_in_command=in_command)
    back = unit_of(on(state, "go on", game=game), "W:x")
    assert (back.hex, back.out_of_command) == ("0108", not in_command)


@pytest.mark.rule("orel", "7.5-exception")
def test_units_of_ones_own_may_wait_and_enter_where_others_do() -> None:
    late = orel.LateReturn(units=("R:1/41D", "W:x"), day=17, hexes=("0508",))
    one = battle(foot("R:1", "0101"), foot("W:1", "0808"), foot("W:x", None), foot("R:1/41D", None), last_day=18)
    off = orel.OffMap(unit="W:x", exit="0108", day=15, player="red")
    for given, stays_off in (((late,), True), ((), False)):
        state = evolve(begun(evolve(one, late_returns=given)), off_map=(off,), moment=orel.Moment(day=16))
        after = on(state, "go on", return_hex=lambda _returning, alternatives: alternatives[-1])
        assert (unit_of(after, "W:x").hex is None) == stays_off
    # Who has waited enters where the battle says, on the day that it says.
    waits = evolve(begun(evolve(one, late_returns=(late,))), off_map=(off,), moment=orel.Moment(day=17))
    assert unit_of(on(waits, "go on"), "W:x").hex == "0508"


@pytest.mark.rule("orel", "10.2-inactive")
def test_groups_of_ones_own_are_released() -> None:
    group = orel.InactiveGroup(formation="1W", through=16, enemy_within=2)
    white = foot("W:1", "0408", inactive=True)
    for place, freed in (("0405", ()), ("0406", ("1W",))):
        request = orel.ActivationRequest(day=15, units=(foot("R:1", place), white), groups=(group,), board=PLAIN)
        outcome = orel.ruleset.outcome(request, dice=GivenDice(()))
        assert tuple(release.formation for release in outcome.released) == freed


@pytest.mark.rule("orel", "5.2.2-cavalry-formations", "5.1-lettone")
def test_formations_and_exceptions_of_ones_own_command() -> None:
    riders = (horse("R:h1", "0101"), horse("R:h2", "0104"))  # three hexes apart
    battery = guns("R:Guns", "0106", formation="2R")
    brigade = orel.Formation(key="1R", name="Horse", side="red", division="", arm="cavalry")
    exception = orel.CommandException(units=("R:Guns",), formations=("1R",))
    request = orel.CommandRequest(side="red", day=15, units=(*riders, battery), board=PLAIN)
    out = orel.ruleset.outcome(request, dice=GivenDice(())).out_of_command
    assert out == ("R:h1", "R:h2", "R:Guns")  # of a formation of infantry that has none
    own = evolve(request, formations=(brigade,), exceptions=(exception,))
    assert orel.ruleset.outcome(own, dice=GivenDice(())).out_of_command == ()


@pytest.mark.rule("orel", "10.2-reinforcements", "7.4-delay")
def test_a_reinforcement_of_ones_own_comes() -> None:
    comes = orel.Reinforcement(side="red", day=16, units=("R:new",), edge=("0301",), mp_penalty=2)
    request = orel.ReinforcementRequest(day=16, unit=foot("R:new", None), comes=comes, board=PLAIN)
    outcome = orel.ruleset.outcome(request, dice=GivenDice(()))
    assert (outcome.hex, outcome.allowance, outcome.mp_left) == ("0301", 3, 2)
    late = evolve(request, others=(foot("W:1", "0301"),))
    assert orel.ruleset.outcome(late, dice=GivenDice(())).hex in ("0201", "0401")
    with pytest.raises(IllegalRequestError, match=r"10\.2-reinforcements"):
        orel.ruleset.outcome(evolve(request, day=15), dice=GivenDice(()))


@pytest.mark.rule("orel", "8.2.2-range", "5.3-depot")
def test_one_search_finds_what_a_line_from_every_hex_costs() -> None:
    umpire = RollingUmpire(orel.ruleset, GivenDice(()), orel.ruleset.policies(None), recording=False)
    board, chance = orel.schematic_map("whole_field"), random.Random(5)
    listed_units = orel.order_of_battle().units
    places = board.grid.hexes
    units = tuple(
        evolve(unit, hex=None if unit.is_train or chance.random() < 0.4 else chance.choice(places))
        for unit in listed_units
    )
    met = {None: 0, 0: 0}
    for mover in (units[3], units[30], units[60]):
        goals = tuple(chance.sample(places, 3))
        ground = supply_ground(umpire, units, mover.side, board=board)
        found = points_to_nearest(mover, goals, ground)
        for place in chance.sample(places, 120):
            line = supply_line(evolve(mover, hex=place), goals, ground, budget=None)
            assert found.get(place) == (None if line is None else line.cost)
            met[None if line is None else 0] += 1
    assert min(met.values()) > 0
