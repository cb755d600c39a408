"""What orders demand and forbid."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import order_after_rally
from rcw_rules.red_square.units import demand_of, order_objections


def enemy(distance: int, after: int | None = None, **fields: Any) -> rs.KnownEnemy:
    return rs.KnownEnemy(range=distance, range_after=after, **fields)


def means(order: Any, formation: Any, *actions: Any, to: Any = None, **fields: Any) -> rs.OrderLegalityRequest:
    enemies = fields.pop("enemies", ())
    kind = fields.pop("kind", "infantry")
    return rs.OrderLegalityRequest(
        kind=kind, order=order, formation=formation, actions=actions, new_formation=to, enemies=enemies, **fields
    )


def rules(request: rs.OrderLegalityRequest) -> list[str]:
    return [objection.rule for objection in order_objections(request)]


def ask(request: rs.OrderLegalityRequest) -> rs.OrderLegalityOutcome:
    outcome: rs.OrderLegalityOutcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome


# ---------------------------------------------------------------- who has orders


@pytest.mark.rule("red_square", "orders-required")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("infantry", "masses"), ("cavalry", "mounted"), ("armoured_car", None), ("light_tank", None),
     ("heavy_tank", None), ("truck", None), ("train", None), ("mg", None), ("tchanka", None)],
)  # fmt: skip
def test_who_needs_an_order(kind: Any, formation: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"^\$\.order: .*need an order.*\[orders-required\]$"):
        ask(means(None, formation, kind=kind))
    assert ask(means("attack", formation, kind=kind)).order == "attack"


@pytest.mark.rule("red_square", "orders-required")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("artillery", "deployed"), ("hq", None), ("co", None), ("commissar", None), ("cheka", None),
     ("horse_holders", None)],
)  # fmt: skip
def test_who_has_none(kind: Any, formation: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"^\$\.order: .*have no order \[orders-required\]$"):
        ask(means("defend", formation, kind=kind))
    outcome = ask(means(None, formation, kind=kind))
    assert outcome == rs.OrderLegalityOutcome(demand="nothing", formation=None, order=None)


# ---------------------------------------------------------------- attack


@pytest.mark.rule("red_square", "orders-attack")
def test_an_attack_must_come_nearer_where_it_can() -> None:
    nearer = means("attack", "masses", "move", enemies=(enemy(4, 3),))
    assert ask(nearer) == rs.OrderLegalityOutcome(demand="advance", formation=None, order="attack")
    parallel = means("attack", "masses", "move", enemies=(enemy(4, 4),))
    with pytest.raises(IllegalRequestError, match=r"^\$\.actions: .*must end nearer.*\[orders-attack\]$"):
        ask(parallel)
    assert rules(attrs.evolve(parallel, can_come_nearer=False)) == []
    # The nearest enemy counts, whoever he is.
    assert rules(means("attack", "waves", "move", enemies=(enemy(4, 5), enemy(6, 3)))) == []
    assert rules(means("attack", "waves", "move", enemies=(enemy(4, 4), enemy(6, 5)))) == ["orders-attack"]
    for idle in ((), ("fire",), ("dig_in",), ("wheel",), ("hold_fire",)):
        assert rules(means("attack", "waves", *idle, enemies=(enemy(2),))) == ["orders-attack"]
    # Supports may give bases instead of moving, and masses may deploy.
    assert rules(means("attack", "waves", "replace_casualties", enemies=(enemy(2),))) == []
    assert rules(means("attack", "masses", "change_formation", to="waves", enemies=(enemy(3),))) == []
    # Whoever deploys and then steps must come nearer by the step.
    for after, broken in ((2, []), (3, ["orders-attack"]), (4, ["orders-attack"])):
        both = means("attack", "masses", "change_formation", "move", to="waves", enemies=(enemy(3, after),))
        assert rules(both) == broken


@pytest.mark.rule("red_square", "orders-attack")
def test_whoever_stands_beside_the_enemy_has_closed() -> None:
    assert rules(means("attack", "waves", "fire", enemies=(enemy(1),))) == []
    assert rules(means("attack", "waves", "move", enemies=(enemy(1, 1),))) == []
    assert rules(means("attack", "waves", "move", enemies=(enemy(1, 2),))) == ["orders-attack"]


@pytest.mark.rule("red_square", "orders-attack")
def test_infantry_attacks_in_masses_or_waves() -> None:
    line = means("attack", "firing_line", "fire", enemies=(enemy(3, is_target=True),))
    with pytest.raises(IllegalRequestError, match=r"must change from firing line to waves \[orders-attack\]"):
        ask(line)
    outcome = ask(means("attack", "firing_line", "change_formation", to="waves", enemies=(enemy(3),)))
    assert outcome == rs.OrderLegalityOutcome(demand="change_formation", formation="waves", order="attack")
    down = means("attack", "waves", "move", "change_formation", to="firing_line", enemies=(enemy(3, 2),))
    assert rules(down) == ["orders-attack"]
    # Nobody leaves his works, so Defence can only hold on until another order comes, far from the enemy too.
    held: tuple[tuple[Any, int], ...] = (("attack", 1), ("attack", 3), ("probe", 5))
    for order, distance in held:
        holds = means(order, "defence", "fire", enemies=(enemy(distance, is_target=True),))
        assert ask(holds) == rs.OrderLegalityOutcome(demand="fire", formation=None, order=order)


@pytest.mark.rule("red_square", "orders-attack")
def test_an_attack_ends_in_a_rally() -> None:
    assert ask(means("attack", "masses", "rally", enemies=(enemy(4),))).order == "defend"
    assert {order: order_after_rally(order) for order in ("probe", "defend", "counter_attack", None)} == {
        "probe": "probe", "defend": "defend", "counter_attack": "counter_attack", None: None
    }  # fmt: skip


@pytest.mark.rule("red_square", "orders-attack", "act-table")
def test_nothing_is_demanded_of_those_who_cannot_do_it() -> None:
    wild = means("attack", "firing_line", "fire", band="1-0", enemies=(enemy(3, is_target=True),))
    assert ask(wild).demand == "fire"
    assert ask(means("attack", "waves", band="below0", enemies=(enemy(1, is_target=True),))).demand == "nothing"
    with pytest.raises(InvalidRequestError, match=r"\$\.actions: a unit that scores below 0 .*\[act-table\]"):
        ask(means("attack", "waves", "fire", band="below0"))
    # Without any enemy an attack leads nowhere.
    assert rules(means("attack", "waves")) == []


# ---------------------------------------------------------------- probe


@pytest.mark.rule("red_square", "orders-probe")
def test_a_probe_goes_to_effective_range_and_no_closer_than_two() -> None:
    assert ask(means("probe", "masses", "move", enemies=(enemy(5, 3),))).demand == "advance"
    assert rules(means("probe", "masses", "fire", enemies=(enemy(4),))) == ["orders-probe"]
    assert rules(means("probe", "masses", "move", enemies=(enemy(5, 5),))) == ["orders-probe"]
    assert rules(means("probe", "waves", "move", enemies=(enemy(3, 2),))) == []
    with pytest.raises(IllegalRequestError, match=r"goes no closer than 2 squares \[orders-probe\]"):
        ask(means("probe", "waves", "move", enemies=(enemy(2, 1),)))
    # If the enemy has come to it, it need not draw off.
    assert rules(means("probe", "waves", "move", enemies=(enemy(1, 1),))) == []
    assert rules(means("probe", "waves", "fire", enemies=(enemy(1),))) == []
    # Vehicles are no infantry.
    assert rules(means("probe", None, "move", kind="armoured_car", enemies=(enemy(2, 1),))) == []


@pytest.mark.rule("red_square", "orders-probe")
def test_a_probe_deploys_at_effective_range() -> None:
    far = means("probe", "waves", "change_formation", to="firing_line", enemies=(enemy(4),))
    assert set(rules(far)) == {"orders-probe"}
    assert rules(attrs.evolve(far, enemies=(enemy(3),))) == []
    # At 4 it may step to 3 and deploy there, but not be in a line before it is there.
    both = means("probe", "waves", "move", "change_formation", to="firing_line", enemies=(enemy(5, 4),))
    assert rules(both) == ["orders-probe"]
    assert rules(attrs.evolve(both, enemies=(enemy(4, 3),))) == []
    # A line that the enemy has left behind goes back to waves to follow him.
    line = means("probe", "firing_line", "hold_fire", enemies=(enemy(6),))
    assert demand_of(line).formation == "waves"
    # No step of a line leads nearer, so that this does not let it off.
    assert demand_of(attrs.evolve(line, can_come_nearer=False)).formation == "waves"
    assert demand_of(attrs.evolve(line, enemies=(enemy(3),))).demand == "nothing"
    assert rules(line) == ["orders-probe"]
    assert rules(means("probe", "firing_line", "change_formation", to="waves", enemies=(enemy(6),))) == []


@pytest.mark.rule("red_square", "orders-probe")
@pytest.mark.parametrize(
    ("aspect", "in_open", "allowed"),
    [("front", True, False), ("oblique", True, False), ("flank", True, True), ("rear", True, True),
     ("flank", False, False), ("rear", False, False)],
)  # fmt: skip
def test_cavalry_that_probes_closes_only_on_a_flank_in_the_open(aspect: Any, in_open: bool, allowed: bool) -> None:
    charge = means(
        "probe", "mounted", "move", kind="cavalry", enemies=(enemy(3, 1, aspect_after=aspect, in_open=in_open),)
    )
    assert rules(charge) == ([] if allowed else ["orders-probe"])
    # The aspect at the end counts; one that is not named has not changed.
    before = attrs.evolve(charge, enemies=(enemy(3, 1, aspect=aspect, in_open=in_open),))
    assert rules(before) == rules(charge)
    # A square further off is free to it.
    assert rules(attrs.evolve(charge, enemies=(enemy(4, 2, aspect_after=aspect, in_open=in_open),))) == []


# ---------------------------------------------------------------- defend


@pytest.mark.rule("red_square", "orders-defend")
@pytest.mark.parametrize("formation", ["firing_line", "defence"])
def test_whoever_defends_stays_and_fires(formation: Any) -> None:
    assert rules(means("defend", formation, "hold_fire", enemies=(enemy(5),))) == []
    assert rules(means("defend", formation, "wheel", enemies=(enemy(5),))) == []
    with pytest.raises(IllegalRequestError, match=r"holds its position.*\[orders-defend\]"):
        ask(means("defend", formation, "move", enemies=(enemy(5, 4),)))
    assert rules(means("defend", None, "move", kind="train", enemies=(enemy(5, 4),))) == ["orders-defend"]


@pytest.mark.rule("red_square", "orders-defend")
def test_whoever_is_to_defend_forms_for_it() -> None:
    assert rules(means("defend", "waves", "fire")) == ["orders-defend"]
    assert ask(means("defend", "waves", "change_formation", to="firing_line")).demand == "change_formation"
    # Reserves stay in masses as long as no enemy is within 4 squares, and form link by link.
    assert rules(means("defend", "masses", enemies=(enemy(5),))) == []
    assert rules(means("defend", "masses", enemies=(enemy(4),))) == ["orders-defend"]
    assert rules(means("defend", "masses", "change_formation", to="waves", enemies=(enemy(4),))) == []
    assert rules(means("defend", "masses", "change_formation", to="waves", enemies=(enemy(5),))) == []
    assert rules(means("defend", "firing_line", "change_formation", to="waves")) == ["orders-defend"]
    assert rules(means("defend", "firing_line", "fire", band="1-0")) == []
    assert rules(means("defend", "waves", "fire", band="1-0")) == []


@pytest.mark.rule("red_square", "orders-defend")
def test_cavalry_defends_on_foot() -> None:
    mounted = means("defend", "mounted", "fire", kind="cavalry", enemies=(enemy(3),))
    with pytest.raises(IllegalRequestError, match=r"must change from mounted to dismounted \[orders-defend\]"):
        ask(mounted)
    assert rules(means("defend", "mounted", "change_formation", to="dismounted", kind="cavalry")) == []
    assert demand_of(means("defend", "scouting", kind="cavalry")).formation == "mounted"
    assert rules(means("defend", "scouting", "change_formation", to="mounted", kind="cavalry")) == []
    assert rules(attrs.evolve(mounted, can_change_formation=False)) == []
    assert rules(attrs.evolve(mounted, band="1-0")) == []
    away = means("defend", "dismounted", "change_formation", to="mounted", kind="cavalry")
    assert rules(away) == ["orders-defend"]


# ---------------------------------------------------------------- counter attack


@pytest.mark.rule("red_square", "orders-counter-attack")
def test_a_counter_attack_that_is_not_called_for_defends() -> None:
    for formation in ("firing_line", "waves", "defence"):
        assert rules(means("counter_attack", formation, enemies=(enemy(3),))) == []
        # A line and those in their works make no step anyhow.
        still = [] if formation == "waves" else ["move-who"]
        steps = means("counter_attack", formation, "move", enemies=(enemy(3, 2),))
        assert rules(steps) == ["orders-counter-attack", *still]
    assert rules(means("counter_attack", "masses", enemies=(enemy(4),))) == ["orders-counter-attack"]
    assert rules(means("counter_attack", "waves", "change_formation", to="masses")) == ["orders-counter-attack"]
    assert rules(means("counter_attack", "firing_line", "change_formation", to="waves")) == []
    assert rules(means("counter_attack", "mounted", kind="cavalry")) == ["orders-counter-attack"]
    assert ask(means("counter_attack", "waves", enemies=(enemy(3),))).order == "counter_attack"


@pytest.mark.rule("red_square", "orders-counter-attack")
@pytest.mark.parametrize(
    ("sign", "called"),
    [
        (enemy(4, was_broken=True), True),
        (enemy(5, was_broken=True), False),
        (enemy(4, was_broken=True, in_arc=False), False),
        (enemy(3, aspect="flank"), True),
        (enemy(3, aspect="rear", in_arc=False), True),
        (enemy(4, aspect="rear"), False),
        (enemy(3, aspect="oblique"), False),
        (enemy(3), False),
    ],
)
def test_what_calls_for_a_counter_attack(sign: rs.KnownEnemy, called: bool) -> None:
    waiting = means("counter_attack", "waves", enemies=(sign, enemy(6)))
    demand = demand_of(waiting)
    assert (demand.order, demand.demand) == (("attack", "advance") if called else ("counter_attack", "nothing"))
    assert rules(waiting) == (["orders-counter-attack"] if called else [])


@pytest.mark.rule("red_square", "orders-counter-attack")
def test_a_counter_attack_that_is_called_for() -> None:
    sign = enemy(3, aspect="flank")
    line = means("counter_attack", "firing_line", "fire", band="2+", enemies=(sign,))
    with pytest.raises(IllegalRequestError, match=r"must change from firing line to waves \[orders-counter-attack\]"):
        ask(line)
    changed = ask(attrs.evolve(line, actions=("change_formation",), new_formation="waves"))
    assert changed == rs.OrderLegalityOutcome(demand="change_formation", formation="waves", order="attack")
    advance = ask(means("counter_attack", "waves", "move", enemies=(attrs.evolve(sign, range_after=2),)))
    assert advance == rs.OrderLegalityOutcome(demand="advance", formation=None, order="attack")
    # The call stands even if it scores too little to follow it now.
    assert ask(attrs.evolve(line, band="1-0")).order == "attack"
    # Nobody leaves his works.
    dug_in = ask(means("counter_attack", "defence", "fire", enemies=(sign,)))
    assert dug_in == rs.OrderLegalityOutcome(demand="nothing", formation=None, order="counter_attack")


# ---------------------------------------------------------------- fire


@pytest.mark.rule("red_square", "fire-2-must-fire")
def test_whoever_keeps_to_his_place_fires_at_a_target() -> None:
    target = enemy(3, is_target=True)
    for passes in ((), ("hold_fire",)):
        with pytest.raises(IllegalRequestError, match=r"must fire \[fire-2-must-fire\]"):
            ask(means("defend", "firing_line", *passes, enemies=(target,)))
    outcome = ask(means("defend", "firing_line", "fire", enemies=(target, enemy(2))))
    assert outcome == rs.OrderLegalityOutcome(demand="fire", formation=None, order="defend")
    for other in ("wheel", "dig_in", "replace_casualties"):
        assert rules(means("defend", "firing_line", other, enemies=(target,))) == []
    assert rules(means("attack", "waves", "move", enemies=(enemy(3, 2, is_target=True),))) == []
    assert rules(means("defend", "waves", "change_formation", to="firing_line", enemies=(target,))) == []
    assert rules(means("defend", "firing_line", band="1-0", enemies=(target,))) == ["fire-2-must-fire"]
    assert rules(means("defend", "firing_line", enemies=(enemy(3),))) == []
    assert rules(means(None, "deployed", kind="artillery", enemies=(target,))) == ["fire-2-must-fire"]


@pytest.mark.rule("red_square", "fire-2-must-fire")
def test_nobody_is_told_to_fire_who_need_not() -> None:
    target = enemy(3, 2, is_target=True)
    probe = ask(means("probe", "waves", "move", enemies=(target,)))
    assert probe == rs.OrderLegalityOutcome(demand="nothing", formation=None, order="probe")
    wheels = means("defend", "firing_line", "wheel", enemies=(enemy(3, is_target=True),))
    assert ask(wheels).demand == "nothing"
    record = rs.ruleset.resolve(wheels, dice=GivenDice([])).record
    assert "fire-2-must-fire" not in {step.rule for step in record.steps}


@pytest.mark.rule("red_square", "act-table", "fire-2-must-fire")
@pytest.mark.parametrize("action", ["move", "wheel", "dig_in", "rally", "replace_casualties"])
def test_a_low_score_is_good_for_fire_alone(action: Any) -> None:
    low = means("defend", "waves", action, band="1-0")
    with pytest.raises(IllegalRequestError, match=rf"and does not {action.replace('_', ' ')} \[act-table\]$"):
        ask(low)
    assert "act-table" not in rules(attrs.evolve(low, band="2+"))
    for fires in ("fire", "hold_fire"):
        assert rules(attrs.evolve(low, actions=(fires,))) == []
    change = means("defend", "waves", "change_formation", to="firing_line", band="1-0")
    assert rules(change) == ["act-table"]
    # MGs turn at will.
    guns = means("defend", None, action, kind="mg", band="1-0")
    assert rules(guns) == ([] if action == "wheel" else rules(attrs.evolve(guns, kind="tchanka")))


@pytest.mark.rule("red_square", "move-who")
@pytest.mark.parametrize("formation", ["firing_line", "defence"])
def test_lines_and_works_make_no_step(formation: Any) -> None:
    steps = means("probe", formation, "move", enemies=(enemy(3, 2),))
    with pytest.raises(IllegalRequestError, match=r"^\$\.actions: infantry in .* makes no step \[move-who\]$"):
        ask(steps)
    assert rules(attrs.evolve(steps, formation="waves")) == []


@pytest.mark.rule("red_square", "notes-two-stage", "formations-sequence")
def test_no_suit_bars_a_change_of_formation() -> None:
    names = {field.name for field in attrs.fields(rs.OrderLegalityRequest)}
    assert not names & {"card", "suit"}
    deploys = means("probe", "waves", "change_formation", to="firing_line", band="2+", enemies=(enemy(3),))
    assert rules(deploys) == []


# ---------------------------------------------------------------- malformed


@pytest.mark.rule("red_square", "formations-list", "act-table", "act-rally", "orders-attack", "units-motor")
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (means("attack", "mounted"), r"\$\.formation: .*\[formations-list\]"),
        (means("attack", None), r"\$\.formation: is missing.*\[formations-list\]"),
        (means("attack", "masses", "change_formation"), r"\$\.new_formation: .*\[act-table\]"),
        (means("attack", "masses", to="waves"), r"\$\.new_formation: .*\[act-table\]"),
        (means("attack", "waves", "change_formation", to="waves"), r"it is in waves already \[formations-list\]"),
        (means("attack", "waves", "change_formation", to="mounted"), r"\$\.new_formation: .*\[formations-list\]"),
        (means("attack", "waves", "fire", "fire"), r"\$\.actions\[1\]: fire comes twice \[act-table\]"),
        (means("attack", "waves", "fire", enemies=(enemy(3, 2),)), r"\$\.enemies: .*\[orders-attack\]"),
        (means("attack", "waves", enemies=(enemy(0),)), r"\$\.enemies\[0\]\.range: "),
        (means("charge", "waves"), r"\$\.order: "),
        (means("defend", "waves", "fire", "hold_fire"), r"\$\.actions: .*not both \[act-table\]"),
        (means("attack", "waves", "rally", "move"), r"\$\.actions: a rally takes the whole turn.*\[act-rally\]"),
        (
            means("defend", None, kind="truck", enemies=(enemy(4), enemy(3, is_target=True))),
            r"\$\.enemies\[1\]\.is_target: truck units have nothing to fire with \[units-motor\]",
        ),
        (
            means(None, None, kind="horse_holders", enemies=(enemy(3, is_target=True),)),
            r"\$\.enemies\[0\]\.is_target: horse holders units have nothing to fire with \[units-motor\]",
        ),
        (means(None, None, kind="hq", enemies=(enemy(3, is_target=True),)), r"is_target: .*\[units-motor\]"),
    ],
)
def test_malformed_intentions(request_: rs.OrderLegalityRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        ask(request_)


BASIC = st.builds(
    rs.KnownEnemy,
    range=st.integers(1, 6),
    aspect=st.sampled_from(("front", "oblique", "flank", "rear")),
    in_arc=st.booleans(),
    is_target=st.booleans(),
    was_broken=st.booleans(),
)


@pytest.mark.rule(
    "red_square", "orders-attack", "orders-probe", "orders-defend", "orders-counter-attack", "fire-2-must-fire"
)
@given(
    st.sampled_from(("attack", "probe", "defend", "counter_attack")),
    st.sampled_from(("masses", "waves", "firing_line", "defence")),
    st.sampled_from(("automatic", "2+", "1-0", "below0")),
    st.lists(BASIC, max_size=3),
    st.booleans(),
)
def test_there_is_always_something_that_obeys_the_order(
    order: Any, formation: Any, band: Any, enemies: list[rs.KnownEnemy], can_come_nearer: bool
) -> None:
    facts = means(order, formation, band=band, enemies=tuple(enemies), can_come_nearer=can_come_nearer)
    demand = demand_of(facts)
    obeys = {
        "nothing": facts,
        "fire": attrs.evolve(facts, actions=("fire",)),
        "change_formation": attrs.evolve(facts, actions=("change_formation",), new_formation=demand.formation),
        "advance": attrs.evolve(
            facts,
            actions=("move",),
            enemies=tuple(attrs.evolve(each, range_after=max(1, each.range - 1)) for each in enemies),
        ),
    }[demand.demand]
    assert rules(obeys) == []
    assert demand_of(obeys) == demand
