"""Barbed wire: getting through it, cutting a path, and crushing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TWO_DICE, Arm
from rcw_rules.red_actions.movement.vehicles import TROUBLE_DIE
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import troops_said

THROUGH_WIRE = 9  # wire-infantry
CUTS_WIRE = 8  # wire-engineers
CRUSHES_STRIP = 4  # wire-tanks
STRIP = inches(4)  # wire-tanks

_STRIP_DIE = d6.check(at_least=CRUSHES_STRIP)
_ON_FOOT: tuple[Arm, ...] = ("rifle", "mg", "mortar", "officer")  # terrain-table: all that use the infantry column
_CROSSING = inches(0)


@frozen(kw_only=True)
class CrossWireOutcome:
    """How a unit fares in wire.

    Attributes:
        across: Whether it is on the far side.
        path_cut: Whether it leaves a path one base wide, which is open ground for units in column.
        crushed: Whether the wire where a tank went across is crushed, as wide as its base.
        strips_crushed: For each whole strip of 4 inches that a tank went along it: whether it is crushed.
        stuck: Whether a tank is stuck for now.
    """

    across: bool
    path_cut: bool = False
    crushed: bool = False
    strips_crushed: tuple[bool, ...] = ()
    stuck: bool = False

    def summary(self, request: CrossWireRequest) -> str:
        """Return whether the unit is through the wire, and what happens to the wire."""
        many = request.arm not in ("tank", "officer")
        who = f"the {troops_said(request.arm) if many else request.arm}"
        if self.stuck:
            return sentences(f"{who} is stuck in the wire for now")
        if request.arm == "tank":
            return sentences(f"{who} {self._of_tank(request)}")
        if self.across:
            path = ", and cut a path one base wide, open ground for units in column" if self.path_cut else ""
            return sentences(f"{who} {'get' if many else 'gets'} through the wire{path}")
        if not request.turns_in_wire:
            return sentences(f"{who} {'halt' if many else 'halts'} in the wire, and may try to get through next turn")
        return sentences(f"{who} {'do' if many else 'does'} not get through the wire")

    def _of_tank(self, request: CrossWireRequest) -> str:
        if self.across:
            return "gets across, and crushes the wire as wide as its base"
        along = f"goes {request.along} along the wire"
        if not self.strips_crushed:
            return f"{along}, less than a whole strip of {STRIP}, and crushes none of it"
        strips = counted(len(self.strips_crushed), "strip")
        return f"{along}, and crushes {sum(self.strips_crushed)} of {strips} of {STRIP}"


@frozen(kw_only=True, cache_hash=True)
class CrossWireRequest(Request[CrossWireOutcome]):
    """A unit in wire.

    Attributes:
        arm: What its bases are.
        mounted: Of officers: whether they ride.
        engineers: Whether they are engineers.
        turns_in_wire: In how many turns they have been in the wire before this one; 0 in the turn in which they enter.
        wire_device: Of tanks: whether it can clear wire.
        along: Of tanks: how far it goes along the wire; 0 if it goes across.
    """

    arm: Arm
    mounted: Annotated[bool, Cites("mov-officer-speed")] = False
    engineers: Annotated[bool, Cites("wire-engineers")] = False
    turns_in_wire: Annotated[int, Range(0, 99, rule="wire-infantry")] = 1
    wire_device: Annotated[bool, Cites("wire-tanks")] = False
    along: Annotated[Inches, Range(0, 48, rule="wire-tanks")] = _CROSSING

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        word = in_words(self.arm)
        if self.engineers and self.arm != "rifle":
            yield Problem(".engineers", f"{word} bases cannot be engineers", "wire-engineers")
        if self.wire_device and self.arm != "tank":
            yield Problem(".wire_device", "only tanks have devices to clear wire", "wire-tanks")
        if self.along != _CROSSING and self.arm != "tank":
            yield Problem(".along", "only tanks move along the wire", "wire-tanks")
        if self.mounted and self.arm != "officer":
            yield Problem(".mounted", "applies to officers only: leave it out for other arms", "mov-officer-speed")


def _example() -> CrossWireRequest:
    return CrossWireRequest(arm="rifle", engineers=True)


@procedure(
    "red_actions.cross_wire",
    title="Does the unit get through the wire?",
    formerly=("Do they get through the wire?",),
    rules=("wire-infantry",),
    example=_example,
)
def cross_wire(request: CrossWireRequest, umpire: Umpire[Options]) -> CrossWireOutcome:
    """Throw for a unit in wire.

    Infantry throws 2d6 in each turn after the turn of entry and is through on 9 or more; engineers need 8 and cut a
    path. A tank throws a d6 first: on a 1 it is stuck for now and nothing else happens. Otherwise it is across and has
    crushed the wire. Along the wire it throws a d6 for each whole strip of 4 inches, in order, and crushes the strip on
    4 or more.

    Rules: wire-infantry, wire-engineers, wire-tanks, tank-wire.
    """
    if request.arm == "tank":
        return _tank(umpire, request.along)
    if request.turns_in_wire == 0:
        umpire.result("wire-infantry", "entering the wire ends the move: the throw comes in the next turn")
        return CrossWireOutcome(across=False)
    needed, rule = (CUTS_WIRE, "wire-engineers") if request.engineers else (THROUGH_WIRE, "wire-infantry")
    return umpire.last_roll(
        TWO_DICE.check(at_least=needed),
        "through the wire",
        rule,
        lambda through: CrossWireOutcome(across=through, path_cut=through and request.engineers),
    )


@cross_wire.legality
def _forbidden_crossing(request: CrossWireRequest, _options: Options) -> Iterator[Objection]:
    """Yield the objections to an attempt.

    Rules: wire-infantry, wire-tanks, wire-crushed.
    """
    if request.arm != "tank" and (request.arm not in _ON_FOOT or request.mounted):
        word = "mounted officers" if request.mounted else f"{in_words(request.arm)} bases"
        message = f"{word} cannot get through wire: only troops on foot and tanks can"
        yield Objection(rule="wire-infantry", message=message, path="$.arm")
    if request.along != _CROSSING and not request.wire_device:
        message = "only a tank with a device to clear wire goes along it: go across instead"
        yield Objection(rule="wire-tanks", message=message, path="$.along")


def _tank(umpire: Umpire[Options], along: Inches) -> CrossWireOutcome:
    """Throw for a tank that goes across the wire or along it.

    Rules: tank-wire, wire-tanks.
    """
    if umpire.roll(TROUBLE_DIE, "tracks in the wire", "tank-wire"):
        umpire.result("tank-wire", "the tank is stuck for now")
        return CrossWireOutcome(across=False, stuck=True)
    if along == _CROSSING:
        umpire.result("wire-tanks", "across, and the wire crushed as wide as the tank's base")
        return CrossWireOutcome(across=True, crushed=True)
    strips = along.thousandths // STRIP.thousandths  # wire-tanks: no throw for part of a strip
    crushed = tuple(umpire.roll(_STRIP_DIE, f"strip {number}", "wire-tanks") for number in range(1, strips + 1))
    return CrossWireOutcome(across=False, strips_crushed=crushed)
