"""Flight before an overrun: which units may be overrun, and which of them flee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.red_square.ground import THE, Cover, Field, aspect_of, where, wrong_formation
from rcw_rules.red_square.model import (
    BROKEN_STATES,
    FIGURES,
    HORSED,
    RINGS_THAT_DISABLE,
    Formation,
    Kind,
    Quality,
    State,
    Unit,
    formation_needs,
)
from rcw_rules.red_square.options import Options

Grounds: TypeAlias = Literal["helpless", "flank", "shaken"]
"""Why a unit may be overrun: alone and unfit to fight, taken in flank or rear, or hiding, retreating or rallying."""

FLEES_ON: dict[Quality, int] = {"poor": 4, "normal": 3, "elite": 2}  # move-overrun-shaken: on this face or less
HELPLESS: tuple[Kind, ...] = ("mg", *FIGURES, "truck", "horse_holders")
TAKEN_IN_FLANK: tuple[Kind, ...] = ("infantry", "artillery", "mg")
PROTECTED: tuple[Cover, ...] = ("building", "trench")
MAY_ENTER: tuple[Formation, ...] = ("masses", "waves", *HORSED, "dismounted")  # move-overrun-shaken
_RULE_OF: dict[Grounds, str] = {
    "helpless": "move-overrun-helpless",
    "flank": "move-overrun-flank",
    "shaken": "move-overrun-shaken",
}


@frozen(kw_only=True)
class FlightOutcome:
    """Whether a unit that was to be overrun is gone.

    Attributes:
        flees: Whether it flees, which removes it; otherwise it stands and fights.
        grounds: Why it could be overrun.
    """

    flees: bool
    grounds: Grounds

    def summary(self, request: FlightRequest) -> str:
        """Return whether the target flees or stands."""
        did = "flees and is removed" if self.flees else "stands and fights"
        return sentences(f"{THE[request.target_kind]} {did}")


@frozen(kw_only=True, cache_hash=True)
class FlightRequest(Request[FlightOutcome]):
    """A unit that infantry or cavalry is about to overrun.

    Attributes:
        target_kind: What it is.
        target_formation: Its formation, if it has one.
        target_state: Its state.
        target_quality: Its quality.
        aspect: Which side it shows to the square that the mover comes from.
        cover: What it is in.
        accompanied: Of MGs, figures and transport: whether a unit that can fight is in their square.
        mover_kind: What overruns it.
        mover_formation: The formation of the mover.
    """

    target_kind: Kind
    target_formation: Formation | None = None
    target_state: State = "steady"
    target_quality: Quality = "normal"
    aspect: Aspect = "front"
    cover: Cover = "none"
    accompanied: bool = False
    mover_kind: Kind = "cavalry"
    mover_formation: Formation | None = "mounted"

    needs: ClassVar[tuple[Need, ...]] = (
        *formation_needs("target_formation", of="target_kind"),
        *formation_needs("mover_formation", of="mover_kind"),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        both: tuple[tuple[str, Kind, Formation | None], ...] = (
            ("target", self.target_kind, self.target_formation),
            ("mover", self.mover_kind, self.mover_formation),
        )
        for who, kind, formation in both:
            yield from wrong_formation(kind, formation, f".{who}_formation")
        if self.target_formation == "defence" and self.aspect != "front":
            yield Problem(".aspect", "infantry in Defence shows its front to all sides", "geo-aspect")
        if self.target_state == "off_table":
            yield Problem(".target_state", "a unit off the table cannot be overrun", "move-overrun-shaken")


def grounds_for(request: FlightRequest) -> Grounds | None:
    """Return why a unit may be overrun, None if it may not: helpless before flank, flank before shaken.

    A unit that retreats has turned its own back: its rear alone is not taken in the flank.

    Rules: move-overrun-helpless, move-overrun-flank, move-overrun-shaken.
    """
    kind = request.target_kind
    if kind in HELPLESS and not request.accompanied:
        return "helpless"
    is_on_foot = kind in TAKEN_IN_FLANK or request.target_formation == "dismounted"
    turned_its_back = request.aspect == "rear" and request.target_state == "retreating"
    is_outflanked = request.aspect in ("flank", "rear") and not turned_its_back
    if is_on_foot and is_outflanked and request.cover not in PROTECTED:
        return "flank"
    return "shaken" if request.target_state in BROKEN_STATES else None


def _example() -> FlightRequest:
    return FlightRequest(target_kind="infantry", target_formation="firing_line", target_state="retreating")


@procedure(
    "red_square.flight",
    title="Does the unit that is overrun flee?",
    rules=("move-overrun-shaken",),
    example=_example,
)
def flight(request: FlightRequest, umpire: Umpire[Options]) -> FlightOutcome:
    """See whether a unit flees before those who overrun it: without a die if helpless or taken in flank, else a D6.

    Poor troops flee on 4 or less, normal ones on 3 or less, elite on 2 or less.

    Rules: move-overrun-shaken, move-overrun-flank, move-overrun-helpless.
    """
    grounds = grounds_for(request)
    assert grounds is not None  # noqa: S101 - the legality of the request has seen to it
    if grounds == "shaken":
        flees = umpire.roll(d6.check(at_most=FLEES_ON[request.target_quality]), "flight", "move-overrun-shaken")
    else:
        flees = True
    umpire.result(_RULE_OF[grounds], "the target flees and is removed" if flees else "the target stands and fights")
    return FlightOutcome(flees=flees, grounds=grounds)


@flight.legality
def _objections(request: FlightRequest, options: Options) -> Iterator[Objection]:
    if request.mover_formation not in MAY_ENTER:
        message = "only infantry in masses or waves and cavalry may overrun enemies"
        path = "$.mover_formation" if request.mover_kind == "infantry" else "$.mover_kind"
        yield Objection(rule="move-overrun-shaken", message=message, path=path)
    if grounds_for(request) is not None:
        return
    kind, word = request.target_kind, in_words(request.target_kind)
    if kind in HELPLESS and kind != "mg":
        message = f"a {word} that stands with a unit that can fight shares its fate; see whether that flees"
        yield Objection(rule="move-overrun-helpless", message=message, path="$.accompanied")
    elif kind not in TAKEN_IN_FLANK and request.target_formation != "dismounted":
        message = f"steady {word} units cannot be overrun; hiding, retreating or rallying ones may be"
        yield Objection(rule="move-overrun-flank", message=message, path="$.target_kind")
    elif request.aspect in ("flank", "rear"):
        message = f"a {request.cover} protects steady troops in flank and rear; those who hide or rally may be overrun"
        yield Objection(rule="move-overrun-flank", message=message, path="$.cover")
    else:
        rule = "missing-infantry-melee" if request.mover_kind == "infantry" else "move-overrun-flank"
        message = "steady troops may be overrun in flank or rear only; step next to them and shoot, or go round"
        yield Objection(rule=rule, message=message, path="$.aspect")


def principals(field: Field, square: Square) -> tuple[Unit, ...]:
    """Return the units in a square that can fight alone, in the order of the rosters.

    MGs, figures, lorries and horse holders share the fate of the units they stand with. A disabled train belongs to
    neither side.

    Rules: move-overrun-helpless, train-7-hits.
    """
    return tuple(unit for unit in field.at(square) if unit.kind not in HELPLESS and not is_disabled(unit))


def overrun_in(field: Field, square: Square) -> tuple[Unit, ...]:
    """Return the units that flee or stand when a square is overrun: those that can fight, else the first of the rest.

    A disabled train does neither: it is captured.

    Rules: move-overrun-helpless, train-7-hits.
    """
    return principals(field, square) or tuple(unit for unit in field.at(square) if not is_disabled(unit))[:1]


def is_disabled(unit: Unit) -> bool:
    """Return whether a unit is a disabled train, which is captured when its square is entered.

    Rules: train-7-hits.
    """
    return unit.kind == "train" and unit.rings >= RINGS_THAT_DISABLE


def flight_request(field: Field, mover: Unit, target: Unit) -> FlightRequest:
    """Return the question whether a unit flees before another that stands next to it."""
    return FlightRequest(
        target_kind=target.kind,
        target_formation=target.formation,
        target_state=target.state,
        target_quality=target.quality,
        aspect=aspect_of(field.board.grid, target, where(mover)),
        cover=field.cover_of(target),
        accompanied=bool(principals(field, where(target))),
        mover_kind=mover.kind,
        mover_formation=mover.formation,
    )
