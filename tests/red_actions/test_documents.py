"""What a request accepts gives a document that loads again; all else is refused at the caller's own field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import malformed
from red_actions_charges import charged, request, run
from red_actions_charges import unit as charging
from red_actions_units import card, unit

from rcw_rules import InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.documents import load_resolution
from rcw_rules.kernel.lengths import MOST_INCHES, inches

RED = ra.Army(
    id="Reds", senior_tokens_drawn=2, flight_percent=33, pool=(ra.TokenCount(token=ra.OfficerToken(id="a"), count=9),)
)
IVANOV, PETROV = ra.OfficerToken(id="Ivanov"), ra.OfficerToken(id="Petrov")
BASE = ra.illustrative_troops().card("senior_officer_foot")
FARTHEST = inches(MOST_INCHES)


def loads(asked: Any, seed: int = 1, **options: Any) -> Any:
    """Answer a request, and check that the document of the answer loads again."""
    game = ra.ruleset.with_options(**options)
    resolution = game.resolve(asked, dice=SeededDice(seed))
    assert load_resolution(game, resolution.to_json()).outcome == resolution.outcome
    return resolution.outcome


def promotion(**changes: Any) -> ra.PromotionRequest:
    led = unit(name="1st", officer=IVANOV)
    facts = {"known_in_turn": 3, "turn": 4, "units": (led,), "card": BASE, "name": "Headquarters", "army": RED}
    return ra.PromotionRequest(**{**facts, **changes})


@pytest.mark.rule("red_actions", "march-ambushed", "train-fear")
def test_a_march_does_not_weigh_on_the_rally_of_a_train() -> None:
    asked = ra.TrainRallyRequest(rally=7, situation=ra.Situation(ambushed_marching=True))
    malformed(asked, "march-ambushed", "$.situation.ambushed_marching")
    with pytest.raises(InvalidRequestError, match="not when a train rallies"):
        ra.ruleset.verdict(asked)


@pytest.mark.rule("red_actions", "march-ambushed", "charge-conditions")
def test_a_march_does_not_weigh_on_a_charge_test() -> None:
    marching = {"situation": ra.Situation(ambushed_marching=True)}
    asked = request(charging("sabres"), charged(charging("rifle", "white")), where=marching)
    malformed(asked, "march-ambushed", "$.charger.situation.ambushed_marching")
    with pytest.raises(InvalidRequestError, match=r"^\$\.charger\.situation\.ambushed_marching: "):
        ra.ruleset.verdict(asked)


@pytest.mark.rule("red_actions", "retire-manner", "conv-bad-input")
@pytest.mark.parametrize("field", ["room_behind", "friend_behind"])
def test_a_charger_with_all_the_room_in_the_world(field: str) -> None:
    footing: dict[str, Any] = {field: FARTHEST}
    foe = charged(charging("rifle", "white", has_acted=True))
    # Both pass their tests, and the charger has 5 inches more behind it when it meets the foe.
    met = run(request(charging("sabres"), foe, where={"footing": ra.RetirePlace(**footing)}), 3, 4, 3, 4, 3, 4)
    assert met.end == "contact"


@pytest.mark.rule("red_actions", "charge-flee", "conv-bad-input")
def test_a_unit_that_has_gone_back_as_far_as_can_be_may_still_flee() -> None:
    asked = request(charging("sabres"), charged(charging("rifle", "white", moved_back=FARTHEST)))
    fled = run(asked, 3, 4, 3, 4, choices={"charge_response": lambda seen, open_to: "flee"}).targets[0]
    assert (fled.fate, fled.unit.moved_back) == ("fled", FARTHEST)


@pytest.mark.rule("red_actions", "march-rate", "conv-bad-input")
def test_the_fastest_march_loads_again() -> None:
    assert loads(ra.MarchRequest(speed=inches(1000), by_road=True)).allowance == inches(2002)
    malformed(ra.MarchRequest(speed=inches(1001)), "conv-bad-input", "$.speed")


@pytest.mark.rule("red_actions", "rout-move", "conv-bad-input")
def test_the_longest_rout_loads_again() -> None:
    fast = unit(card("sabres", speed=inches(1000)), bases=2, terror=3, routing=True, rout_turns=1)
    assert loads(ra.RoutMoveRequest(unit=fast), rout_length_factor=Fraction(9)).moved == inches(9000)
    with pytest.raises(InvalidRequestError, match=r"^\$\.unit\.card\.speed: "):
        loads(ra.RoutMoveRequest(unit=evolve(fast, card=card("sabres", speed=inches(1001)))))


@pytest.mark.rule("red_actions", "off-senior-killed", "conv-bad-input")
def test_names_that_no_record_can_show_are_refused() -> None:
    assert loads(promotion()).senior.name == "Headquarters"
    malformed(promotion(name="Head\nquarters"), "", "$.name")
    whole = unit(name="1st", bases=4)
    malformed(ra.DivideUnitRequest(unit=whole, parts=(2, 2), names=("a", "b\n")), "", "$.names[1]")


@pytest.mark.rule("red_actions", "act-divide", "conv-bad-input")
def test_parts_of_a_unit_with_a_long_name_are_named_by_the_owner() -> None:
    longest = unit(name="x" * 98, bases=4)
    assert [part.unit.name for part in loads(ra.DivideUnitRequest(unit=longest, parts=(2, 2))).parts] == [
        "x" * 98 + " 1",
        "x" * 98 + " 2",
    ]
    too_long = ra.DivideUnitRequest(unit=evolve(longest, name="x" * 99), parts=(2, 2))
    malformed(too_long, "conv-bad-input", "$.names")
    loads(evolve(too_long, names=("a", "b")))


@pytest.mark.rule("red_actions", "act-combine", "conv-bad-input")
@pytest.mark.parametrize("field", ["spares", "seniors"])
def test_units_with_too_many_officers_for_one_do_not_combine(field: str) -> None:
    def half(name: str, officers: int) -> ra.Unit:
        return unit(name=name, bases=2, officer=IVANOV, **{field: (PETROV,) * officers})

    # Of two in command one becomes a spare.
    most = 5 if field == "spares" else 6
    loads(ra.CombineUnitsRequest(units=(half("1st", 3), half("2nd", most - 3))))
    malformed(
        ra.CombineUnitsRequest(units=(half("1st", 3), half("2nd", most - 2))), "conv-bad-input", f"$.units[0].{field}"
    )


@pytest.mark.rule("red_actions", "rout-unit-state", "rally-optional-no-advance", "conv-bad-input")
def test_what_only_grows_has_no_end() -> None:
    routers = unit(bases=3, terror=99, humiliated=99, routing=True, rout_turns=999)
    shaken = loads(ra.EventRequest(unit=routers, event=ra.Event(terror=2, humiliated=1)))
    assert (shaken.unit.terror, shaken.unit.humiliated) == (101, 100)
    # More humiliated markers than bases: it routs on without a test.
    assert loads(ra.RallyRoutRequest(unit=routers)).unit.rout_turns == 1000


@pytest.mark.rule("red_actions", "defs-officer-draw", "conv-bad-input")
def test_a_pool_holds_no_more_tokens_than_can_be_drawn_from() -> None:
    def pool(*counts: int) -> tuple[ra.TokenCount, ...]:
        return tuple(ra.TokenCount(token=ra.OfficerToken(id=f"t{at}"), count=count) for at, count in enumerate(counts))

    loads(ra.DrawOfficersRequest(army=evolve(RED, pool=pool(99, 99, 57)), juniors=1))
    full = evolve(RED, pool=pool(99, 99, 58))
    malformed(ra.DrawOfficersRequest(army=full, juniors=1), "conv-bad-input", "$.army.pool")
    malformed(promotion(army=full), "conv-bad-input", "$.army.pool")


@pytest.mark.rule("red_actions", "off-senior-killed", "conv-bad-input")
def test_no_successor_bears_the_name_of_a_unit() -> None:
    game = ra.Game(
        attacker="red",
        turns=8,
        turn=2,
        armies=tuple(ra.FieldArmy(side=side, army=RED, original_points=Fraction(100)) for side in ("red", "white")),
        units=(unit(name="1st", officer=IVANOV), unit(name="W", side="white", officer=PETROV)),
    )

    def fallen(name: str, **changes: Any) -> ra.FallenSenior:
        return ra.FallenSenior(**{"name": name, "side": "red", "card": BASE, "known_in_turn": 1, **changes})

    loads(ra.TurnRequest(game=evolve(game, fallen_seniors=(fallen("HQ"),))))
    for names, at in ((("1st",), 0), (("HQ", "HQ"), 1)):
        lost = evolve(game, fallen_seniors=tuple(fallen(name) for name in names))
        malformed(ra.TurnRequest(game=lost), "conv-bad-input", f"$.game.fallen_seniors[{at}].name")
    malformed(ra.TurnRequest(game=evolve(game, fallen_seniors=(fallen("H\nQ"),))), "", "$.game.fallen_seniors[0].name")
    rifles = evolve(game, fallen_seniors=(fallen("HQ", card=card("rifle")),))
    malformed(ra.TurnRequest(game=rifles), "defs-senior-officer-base", "$.game.fallen_seniors[0].card.arm")
    killed = ra.Segment(unit="W", seniors_killed=(fallen("1st"),))
    malformed(
        ra.TurnRequest(game=evolve(game, acting="defender"), segment=killed),
        "conv-bad-input",
        "$.segment.seniors_killed[0].name",
    )
    parted = ra.Segment(unit="1st", after=(unit(name="1st", bases=2), unit(name="HQ", bases=2)))
    waiting = evolve(game, acting="attacker", fallen_seniors=(fallen("HQ"),))
    malformed(ra.TurnRequest(game=waiting, segment=parted), "conv-bad-input", "$.segment.after[1].name")
