"""Options: optional rules, the weather, and rulings where the text is ambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.marks import Settles
from rcw_rules.red_actions.model import Night


@frozen(kw_only=True)
class Options:
    """The options of Red Actions!, each with the rule that it settles.

    Attributes:
        distance_conflicts: Which of the two holds in the three places where metres and inches disagree.
        one_serious_test_per_event: Whether the fall of the last officer and a serious result of the same event cause a
            single serious test.
        dummy_markers: Whether dummy position markers are in play.
        initiative: How to find who acts next: in turns, by cards, or by a roll-off for each segment.
        rolloff_double_one_ends_turn: Whether a roll-off in which both throw a 1 ends the turn.
        rout_no_advance: Whether each turn in rout costs two turns without advancing.
        standard_ra_rally: Whether routs are rallied by the standard Red Actions rules.
        second_retire_terror: Whether a further retire result in a turn is a terror marker instead.
        retire_exemptions: Which retire results hard cover and traits help against.
        rout_length_factor: How many times its speed a unit covers in a rout move; more than 0.
        gun_crews_as_mortars: Whether the crews of unlimbered guns that rout do as mortar teams do.
        class_measure: How to tell which of two units is of better class.
        march_ban: For how long those who were shot at may not march.
        fog_of_identity: Whether it matters from how far friend and foe can be told apart.
        commissar_examples: Whether a Commissar's unit that fails a charge test gains a terror marker.
        eliminate_prisoners: Whether prisoners may be eliminated.
        butchered: Whether those who surrender in combat are killed.
        engine_survives_third: Whether an engine is immobilised by the fourth direct hit only.
        hidden_units_move: Whether units that hide or lie in ambush move without a senior officer in contact.
        hidden_units_alternate: Whether units that the enemy does not see count when segments alternate.
        scout_empty_rolls: Whether whoever scouts terrain where nobody hides throws a die as well.
        harassing_keeps_priorities: Whether harassing fire keeps to the priorities of targets.
        pursuers_stop: Where pursuers stand after they have caught routers: at the end of a full move, or there.
        night: Whether it is night, or foggy.
        rain: Whether it rains.
    """

    distance_conflicts: Annotated[Literal["metres", "inches"], Settles("conv-metres-govern")] = "metres"
    one_serious_test_per_event: Annotated[bool, Settles("mor-multiple-example")] = False
    dummy_markers: Annotated[bool, Settles("seq-dummy-markers")] = False
    initiative: Annotated[Literal["standard", "cards", "rolloff"], Settles("turn-initiative-standard")] = "standard"
    rolloff_double_one_ends_turn: Annotated[bool, Settles("turn-rolloff-end")] = False
    rout_no_advance: Annotated[bool, Settles("rally-optional-no-advance")] = False
    standard_ra_rally: Annotated[bool, Settles("rally-optional-standard-ra")] = False
    second_retire_terror: Annotated[bool, Settles("retire-optional-terror")] = False
    retire_exemptions: Annotated[Literal["ret_and_serious", "ret_only"], Settles("retire-hard-cover")] = (
        "ret_and_serious"
    )
    rout_length_factor: Annotated[Annotated[Fraction, Range(0, 9)], Settles("rout-move")] = Fraction(1)
    gun_crews_as_mortars: Annotated[bool, Settles("rout-guns")] = False
    class_measure: Annotated[Literal["card_or_fear", "fear", "everyone"], Settles("mor-class")] = "card_or_fear"
    march_ban: Annotated[Literal["next_turn", "rest_of_game"], Settles("march-rate")] = "next_turn"
    fog_of_identity: Annotated[bool, Settles("vis-table")] = False
    commissar_examples: Annotated[bool, Settles("misc-commissar-examples")] = False
    eliminate_prisoners: Annotated[bool, Settles("misc-prisoners-kill")] = False
    butchered: Annotated[bool, Settles("cr-surrenders")] = False
    engine_survives_third: Annotated[bool, Settles("train-engine-hits")] = False
    hidden_units_move: Annotated[bool, Settles("amb-moving")] = False
    hidden_units_alternate: Annotated[bool, Settles("turn-initiative-standard")] = True
    scout_empty_rolls: Annotated[bool, Settles("amb-scout")] = True
    harassing_keeps_priorities: Annotated[bool, Settles("harassing")] = False
    pursuers_stop: Annotated[Literal["after_a_full_move", "where_they_catch"], Settles("pur-sabres")] = (
        "after_a_full_move"
    )
    night: Annotated[Night, Settles("wx-night-morale")] = "off"
    rain: Annotated[bool, Settles("wx-rain")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield the options with a forbidden value, with the paths below the options."""
        if not self.rout_length_factor:
            yield Problem(".rout_length_factor", "must be more than 0: units in rout move", "rout-move")
