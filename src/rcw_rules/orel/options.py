"""The options: optional rules, the designer's later rules, and rulings where the text can be read in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.marks import Settles
from rcw_rules.orel.model import wrong_words


@frozen(kw_only=True)
class Options:
    """The options of The Battle of Orel, each with the rule that it settles.

    Attributes:
        events: Whether random events are played.
        single_support_roll: Whether one die for all of a side's supports, against their predominant quality, replaces
            the die of each, as the designer later proposed.
        side_wide_modifiers: Whether the modifiers of a cohesion check hold for the whole side, and the stronger side
            counts in place of the ratio, as the designer later proposed.
        predominant_cohesion: Whether the die of a cohesion check is held against the predominant quality of the side,
            with one result for all its units, as the designer later proposed.
        vehicle_checks_capped: Whether only as many vehicles check for destruction as their side lost steps.
        entry_zones_expire: Whether an entry zone becomes an ordinary hex once all reinforcements listed for it are in.
        supply_infantry_scale: Whether supply lines are measured with the movement costs of infantry for every unit.
        failed_counterbattery_marks: Whether a battery that failed its check for counterbattery fire is marked as having
            fired all the same.
        pursuit_prisoners_always: Whether half the losses of an ordinary pursuit are prisoners too, not only of the
            pursuit of a rout.
        red_minor_strict: Whether a Red minor victory is denied to a side that took Orel but not Kromy, as the letter of
            the text has it.
        red_station_scope: Whose absence makes a station lie south of the White units: of those on the railroad, or of
            all on the map.
        returns_inland: Whether a unit that was driven off the map may come back at any hex next to its exit, not only
            on the edge.
        returning_in_command: Whether a unit that comes back onto the map counts as in command in that turn, as
            reinforcements do, and does not keep the mark of its last check.
        staying_negates_own_zone: Whether a unit out of command that stays where it is negates the enemy zone in its own
            hex for itself too, and so attacks without a check.
        must_advance_after_assault: Whether an attacker must enter a hex that an assault has cleared, not only may.
        duels_at_once: Whether trains fight their duels in the movement phase, as soon as one is declared, not among the
            combats.
        board: The map in play, where a request brings none. The printed one is not in the source.
    """

    events: Annotated[bool, Settles("6-optional")] = False
    single_support_roll: Annotated[bool, Settles("OPT-a-support")] = False
    side_wide_modifiers: Annotated[bool, Settles("OPT-b-modifiers")] = False
    predominant_cohesion: Annotated[bool, Settles("OPT-c-predominant")] = False
    vehicle_checks_capped: Annotated[bool, Settles("9-destruction-option")] = False
    entry_zones_expire: Annotated[bool, Settles("7.4-zones")] = False
    supply_infantry_scale: Annotated[bool, Settles("8.2.2-range")] = False
    failed_counterbattery_marks: Annotated[bool, Settles("8.4-counterbattery")] = False
    pursuit_prisoners_always: Annotated[bool, Settles("8.7.4-pursuit-rout")] = False
    red_minor_strict: Annotated[bool, Settles("10.2-red-victory")] = False
    red_station_scope: Annotated[Literal["railroad", "map"], Settles("10.2-red-victory")] = "railroad"
    returns_inland: Annotated[bool, Settles("7.5-leave")] = False
    returning_in_command: Annotated[bool, Settles("7.5-leave")] = False
    staying_negates_own_zone: Annotated[bool, Settles("5.3-zoc")] = False
    must_advance_after_assault: Annotated[bool, Settles("8.8.3-advance")] = True
    duels_at_once: Annotated[bool, Settles("9.1.1-duel")] = False
    board: Annotated[HexMap | None, Settles("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield words of the board that the rules do not know."""
        yield from wrong_words(self.board)
