"""Random events in whole combats, pursuits, barrages and phases; duels, inactive targets, and batteries kept back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from orel_combats import NORTH, TARGET, ask, battery, horse, unit, white

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.record import ModifierStep, ResultStep
from rcw_rules.orel.retreats import RetreatStep, Way
from rcw_rules.orel.supply import SupplyFacts

EVENTS = ("defeatist_rumours", "leader_in_the_front_line", "officers_charge")
NO_SUPPLY = SupplyFacts(functional=("none",))


def train(key: str, side: Any, place: str) -> game.Unit:
    return game.Unit(key=key, side=side, type="armoured_train_light", hex=place, fire=3)


def run(request: Any, *faces: int, choices: Any = None) -> Resolution[Any]:
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices=choices)


def first(_situation: Any, alternatives: Any) -> Any:
    return alternatives[0]


def told(resolution: Resolution[Any]) -> list[tuple[str, str, Any]]:
    """Return the modifiers that stem from events: die, event, value."""
    steps = (step for _, step in resolution.record.walk() if isinstance(step, ModifierStep))
    return [(step.to, step.id, step.value) for step in steps if step.id in EVENTS]


# ---------------------------------------------------------------- a whole combat


@pytest.mark.rule("orel", "6-list", "8.7.1-procedure")
def test_rumours_and_leaders_count_in_the_cohesion_checks_of_a_combat() -> None:
    events = game.CombatEvents(defeatist_rumours=("R", "W", "Far"), leader_in_the_front_line=("attacker",))
    request = ask(white("W"), events=events, others=(unit("Far", place="0505"),), assault=False)
    # 6 - 1 + 1 against quality 5 is repulsed no more than disorganised; 5 + 1 against it disorganises W.
    resolution = run(request, 6, 5)
    results = {
        step.values["unit"]: step.values["total"]
        for _, step in resolution.record.walk()
        if isinstance(step, ResultStep) and step.rule == "8.7.1-procedure" and "total" in step.values
    }
    assert results == {"R": 6, "W": 6}
    assert told(resolution) == [
        ("attacker's cohesion die", "leader_in_the_front_line", -1),
        ("cohesion die of R", "defeatist_rumours", 1),
        ("cohesion die of W", "defeatist_rumours", 1),
    ]
    assert told(run(evolve(request, events=game.CombatEvents()), 6, 5)) == []


@pytest.mark.rule("orel", "6-list", "8.8.1-modifiers")
@pytest.mark.parametrize(("charge", "loser"), [(True, "defender"), (False, "attacker")])
def test_an_officers_charge_is_added_to_the_assault(charge: bool, loser: str) -> None:
    # 5 against 5: a 7 is an 8 with the charge, one step each and no morale; the 7 without it loses.
    events = game.CombatEvents(officers_charge=charge)
    outcome = run(ask(white("W"), events=events, assault=True), 1, 1, 3, 4).outcome
    assert (outcome.ended, outcome.loser) == ("assaulted", loser)


@pytest.mark.rule("orel", "6-list", "8.8-optional")
def test_an_officers_charge_counts_when_the_attacker_decides_about_the_assault() -> None:
    # With +0 the attacker wins by 8 and more, 15 of 36; with 1 more by 7, 21 of 36.
    request = ask(white("W"))
    assert run(request, 1, 1).outcome.ended == "not_assaulted"
    led = evolve(request, events=game.CombatEvents(officers_charge=True))
    assert run(led, 1, 1, 3, 4).outcome.ended == "assaulted"


@pytest.mark.rule("orel", "6-list", "8.7.4-pursuit")
def test_a_pursuit_after_a_combat_has_rumours_and_no_officers_charge() -> None:
    events = game.CombatEvents(defeatist_rumours=("W",), officers_charge=True)
    request = ask(white("W", tq=2, steps=3, strength=4), attackers=(unit("R"), horse("Cv")), events=events)
    # 9 against 4 gives +1, the charge +1, rumours +1: 3 is a 6, a rout. The pursuit: a 2 is a 9, and 5 - 2 + 1 - 2 + 1
    # is 3: a rout of who is routed.
    resolution = run(request, 1, 3, 1, 1, 5, choices={"pursue": first})
    assert told(resolution) == [
        ("cohesion die of W", "defeatist_rumours", 1),
        ("morale die of W", "defeatist_rumours", 1),
    ]
    assert (resolution.outcome.pursued, resolution.outcome.surrendered) == ("0912", ("W",))


@pytest.mark.rule("orel", "6-list", "8.7.4-pursuit")
def test_a_pursuit_asked_by_itself_has_its_own_events() -> None:
    rider = horse("Cv", place=TARGET)
    fled = white("W", place="1011", mode="march", steps=3)
    request = game.PursuitRequest(
        field=game.Battlefield(
            hex=TARGET, attacker="red", events=game.CombatEvents(officers_charge=True, defeatist_rumours=("W",))
        ),
        pursuers=(rider,),
        fugitives=(fled,),
        ways=(Way(units=("W",), steps=(RetreatStep(hex="1011"),), hex="1011"),),
        target="1011",
    )
    # 4 against 3, a 9 is a 10: one each, m-1; 6 - 1 + 1 + 1 against quality 5 is a retreat.
    resolution = run(request, 4, 5, 6)
    assert told(resolution) == [
        ("assault roll", "officers_charge", 1),
        ("morale die of W", "defeatist_rumours", 1),
    ]
    field = evolve(request.field, events=game.CombatEvents(defeatist_rumours=("X",)))
    with pytest.raises(InvalidRequestError) as caught:
        run(evolve(request, field=field), 4, 5, 6)
    assert [one.path for one in caught.value.problems] == ["$.field.events.defeatist_rumours[0]"]


@pytest.mark.rule("orel", "6-list")
@pytest.mark.parametrize(
    ("events", "path"),
    [
        ({"defeatist_rumours": ("R", "X")}, "$.events.defeatist_rumours[1]"),
        ({"leader_in_the_front_line": ("attacker", "attacker")}, "$.events.leader_in_the_front_line[1]"),
    ],
)
def test_wrong_events_of_a_combat(events: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        run(ask(white("W"), events=game.CombatEvents(**events)))
    assert [(one.path, one.rule) for one in caught.value.problems] == [(path, "6-list")]


# ---------------------------------------------------------------- fire


def barrage(**fields: Any) -> game.BarrageRequest:
    target = white("V", place="1011", tq=4)
    return game.BarrageRequest(
        firer=game.Firer(unit=battery("G")), target="V", hex=game.TargetHex(units=(target,)), **fields
    )


@pytest.mark.rule("orel", "6-list", "8.3.2-check")
@pytest.mark.parametrize(("rumours", "result"), [(False, "passed"), (True, "retreat")])
def test_rumours_count_in_the_check_of_a_barrage(rumours: bool, result: str) -> None:
    # 3 + 3 + 3 is 9: a check with -1. 6 - 1 is 1 above quality 4 and passed, with rumours 2 above it.
    resolution = run(barrage(defeatist_rumours=rumours), 3, 3, 6)
    assert resolution.outcome.result == result
    assert told(resolution) == ([("cohesion die", "defeatist_rumours", 1)] if rumours else [])


@pytest.mark.rule("orel", "6-list", "8.4-counterbattery")
def test_rumours_count_for_the_target_of_counterbattery_fire() -> None:
    guns, answering = battery("G", place="1009"), battery("H", "white", "1011")
    request = game.CounterbatteryRequest(
        fires=(game.CounterbatteryFire(firer=game.Firer(unit=answering), target="G"),),
        hexes=(game.TargetHex(units=(guns,)),),
        defeatist_rumours=("G",),
    )
    # 4 passes; 9: a check with -1; 6 - 1 + 1 is 2 above quality 4.
    resolution = run(request, 4, 3, 3, 6)
    assert resolution.outcome.results[0].barrage.result == "retreat"
    assert run(evolve(request, defeatist_rumours=()), 4, 3, 3, 6).outcome.results[0].barrage.result == "passed"
    with pytest.raises(InvalidRequestError) as caught:
        run(evolve(request, defeatist_rumours=("X",)), 4, 3, 3, 6)
    assert [one.path for one in caught.value.problems] == ["$.defeatist_rumours[0]"]


# ---------------------------------------------------------------- a whole phase


def phase(*units: game.Unit, **fields: Any) -> game.CombatPhaseRequest:
    orders = game.Orders(**{key: fields.pop(key) for key in ("attacks", "barrages", "counterbattery") if key in fields})
    return game.CombatPhaseRequest(
        **{"side": "red", "units": units, "orders": orders, "facts": SupplyFacts(), **fields}
    )


def calm(_situation: Any, _alternatives: Any) -> bool:
    return False


@pytest.mark.rule("orel", "6-list", "8.1-part2")
def test_events_reach_the_attacks_the_barrages_and_the_answers_of_a_phase() -> None:
    request = phase(
        unit("R"), battery("G"), white("W"), white("V", place="1111", tq=4), battery("H", "white", "1111"),
        attacks=(game.Attack(hex=TARGET, units=("R",), leader_in_the_front_line=("defender",), officers_charge=True),),
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
        defeatist_rumours=("V", "W", "G"),
    )  # fmt: skip
    # Barrage 9: 1 passes. H passes with a 4, 9, and G passes with a 1. 1 and 1, then the assault: 7 + 1, no morale.
    resolution = run(request, 3, 3, 1, 4, 3, 3, 1, 1, 1, 3, 4, choices={"assault": first})
    assert told(resolution) == [
        ("cohesion die", "defeatist_rumours", 1),
        ("cohesion die", "defeatist_rumours", 1),
        ("defender's cohesion die", "leader_in_the_front_line", -1),
        ("cohesion die of W", "defeatist_rumours", 1),
        ("assault roll", "officers_charge", 1),  # before the decision, and in the assault itself
        ("assault roll", "officers_charge", 1),
    ]


@pytest.mark.rule("orel", "6-list", "8.4-counterbattery")
def test_rumours_count_in_fire_that_waited_for_its_target() -> None:
    request = phase(
        battery("G", tq=2, place="1010"),
        battery("H", "white", "1011"),
        battery("I", "white", "1011"),
        white("V", place="1011"),
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=tuple(game.CounterbatteryOrder(unit=key, target="G") for key in ("H", "I")),
        defeatist_rumours=("G",),
    )
    # Barrage 2 + 3: nothing. Both pass. H has a 9, and 5 - 1 + 1 - 2 is a retreat. I waits: G is two hexes off in march
    # mode by then, 6 + 3 + 1 is a 10, and 4 - 1 + 1 - 2 makes it go on.
    resolution = run(request, 1, 1, 1, 1, 3, 3, 5, 3, 3, 4)
    assert told(resolution) == [("cohesion die", "defeatist_rumours", 1)] * 2
    places = {one.key: one.hex for one in resolution.outcome.units}
    assert HexGrid(columns=32, rows=20).distance(places["G"], TARGET) == 2


@pytest.mark.rule("orel", "6-list")
def test_rumours_of_a_unit_that_is_gone_by_then_do_not_matter() -> None:
    # W surrenders to the first attack, routed as it is; the second attack goes on without it.
    request = phase(
        unit("A"), unit("B", place="1509"), white("W", tq=2, mode="routed"), white("V", place="1510"),
        attacks=(game.Attack(hex=TARGET, units=("A",)), game.Attack(hex="1510", units=("B",))),
        defeatist_rumours=("W", "V"),
    )  # fmt: skip
    outcome = run(request, 1, 6, 1, 1, choices={"assault": calm}).outcome
    assert (outcome.surrendered, [one.ended for one in outcome.attacks]) == (("W",), ["cleared", "not_assaulted"])


@pytest.mark.rule("orel", "6-list")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"defeatist_rumours": ("X",)}, "$.defeatist_rumours[0]"),
        (
            {"attacks": (game.Attack(hex=TARGET, units=("R",), leader_in_the_front_line=("defender", "defender")),)},
            "$.orders.attacks[0].leader_in_the_front_line[1]",
        ),
    ],
)
def test_wrong_events_of_a_phase(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        run(phase(unit("R"), white("W"), **fields))
    assert [(one.path, one.rule) for one in caught.value.problems] == [(path, "6-list")]


# ---------------------------------------------------------------- duels and inactive targets


@pytest.mark.rule("orel", "9.1.1-duel")
def test_a_duel_of_trains_is_not_an_attack_of_a_combat_or_a_phase() -> None:
    ours, theirs = train("Ours", "red", NORTH), train("Theirs", "white", TARGET)
    order = game.Attack(hex=TARGET, units=("Ours",))
    for request, path in (
        (ask(theirs, attackers=(ours,)), "$.attackers"),
        (phase(ours, theirs, attacks=(order,)), "$.orders.attacks[0].units"),
    ):
        with pytest.raises(IllegalRequestError) as caught:
            run(request)
        assert [(one.path, one.rule) for one in caught.value.verdict.objections] == [(path, "9.1.1-duel")]
        assert "orel.train_duel" in str(caught.value)


@pytest.mark.rule("orel", "10.2-inactive")
def test_inactive_targets_defend_and_the_phase_tells_of_them() -> None:
    def of_inactive(request: game.CombatPhaseRequest, *faces: int) -> list[str]:
        steps = run(request, *faces, choices={"assault": calm}).record.walk()
        return [
            str(step.values["units"]) for _, step in steps if isinstance(step, ResultStep) and "inactive" in step.text
        ]

    units = (
        unit("R"), battery("G"), white("W", inactive=True), white("U"), white("V", place="1111", inactive=True),
        white("Z", place="1111", inactive=True), unit("S", place="0505", inactive=True),
    )  # fmt: skip
    attacks, barrages = (game.Attack(hex=TARGET, units=("R",)),), (game.BarrageOrder(unit="G", target="V"),)
    assert of_inactive(phase(*units, attacks=attacks, barrages=barrages), 1, 1, 1, 1) == ["W, V"]
    assert of_inactive(phase(*units)) == []
    # They are as inactive afterwards as before: who is released is another question.
    outcome = run(phase(*units, attacks=attacks), 1, 1, choices={"assault": calm}).outcome
    assert {one.key for one in outcome.units if one.inactive} == {"W", "V", "Z", "S"}


# ---------------------------------------------------------------- batteries kept back


@pytest.mark.rule("orel", "8.5-check", "8.5.1d-target-hex", "8.7.2-artillery-follows")
@pytest.mark.parametrize("joined", [False, True])
def test_a_battery_kept_back_stays_with_any_unit_that_had_fled_to_it(joined: bool) -> None:
    guns, fled = battery("g", "white", TARGET), white("f", steps=2, strength=2)
    defenders = (white("a", tq=4, steps=2, strength=3), guns, *((fled,) if joined else ()))
    request = ask(*defenders, joined=("f",) if joined else (), attempt=True, assault=False)
    # A 2 lets a go; the battery is kept back, throws for its strength, and passes with a 1. Who had fled there goes.
    outcome = run(request, 2, 4, 1, 1, choices={"artillery_follows": calm}).outcome
    places = {one.key: one.hex for one in outcome.units if one.side == "white"}
    assert places.pop("g") == TARGET
    assert set(places.values()) == {"0911"}
    assert len(places) == 1 + joined
    # With its leave the battery goes along, and there is no combat.
    gone = run(request, 2).outcome
    assert {one.hex for one in gone.units if one.side == "white"} == {"0911"}


@pytest.mark.rule("orel", "6-list", "8.5-check")
def test_good_intelligence_takes_one_off_the_die_of_a_retreat_before_combat() -> None:
    book = next(example for example in game.ruleset.examples if example.id == "EX-combat").request()
    assert isinstance(book, game.CombatRequest)
    slipping = evolve(book, attempt=True)
    warned = evolve(slipping, events=game.CombatEvents(good_intelligence=True))

    def refused(request: game.CombatRequest) -> Fraction:
        return game.ruleset.odds(request).probability(lambda outcome: outcome.ended == "refused")

    # Quality 6 against the die, 1 more for foot that cavalry outruns: a 6 fails, and no longer with 1 less.
    assert (refused(slipping), refused(warned)) == (Fraction(5, 6), Fraction(1))
    told = [(step.id, step.value) for _, step in run(warned, 6).record.walk() if isinstance(step, ModifierStep)]
    assert told == [("foot_from_cavalry", 1), ("good_intelligence", -1)]
    alone = game.RetreatBeforeCombatRequest(
        defenders=book.defenders, attackers=("infantry",), attempt=True, good_intelligence=True
    )
    assert [step.value for step in run(alone, 6).record.steps if isinstance(step, ModifierStep)] == [-1]


@pytest.mark.rule("orel", "6-list", "8.1-part2")
@pytest.mark.parametrize("warned", [False, True])
def test_good_intelligence_reaches_the_attack_of_a_phase(warned: bool) -> None:
    attack = game.Attack(hex=TARGET, units=("R", "C"), good_intelligence=warned)
    request = phase(unit("R"), horse("C"), white("W"), attacks=(attack,))
    # Quality 5 against the die, 1 more for foot that cavalry outruns: a 5 fails, and no longer with 1 less.
    choices = {"retreat_before_combat": lambda _situation, _alternatives: True, "assault": calm}
    resolution = run(request, *((5,) if warned else (5, 1, 1)), choices=choices)
    ids = [step.id for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert ("good_intelligence" in ids) is warned
    (left,) = [one.hex for one in resolution.outcome.units if one.key == "W"]
    assert (left != TARGET) is warned
