"""The positions of guns: their dead zones, running up, and the three turns of masked howitzers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.red_square.model import GOOD_BANDS, GUN_NAMES, Band, Gun, GunPosition
from rcw_rules.red_square.options import Options

GunAction: TypeAlias = Literal["unlimber", "place_platform", "run_up", "fire", "limber"]

DEAD_ZONES: dict[GunPosition, int] = {"open": 0, "semi_masked": 1, "masked": 2}
"""How many squares in front of the guns cannot be fired into (artpos-semi-masked, artpos-masked)."""

STAGES_TO_FIRE = 2  # artpos-three-turns: unlimbered, on their platform


_WHERE: dict[GunPosition, str] = {
    "open": "in the open",
    "semi_masked": "in a semi-masked position",
    "masked": "in a masked position",
}


@frozen(kw_only=True)
class ArtilleryPositionOutcome:
    """How guns stand after what they did.

    Attributes:
        formation: Whether they are limbered or deployed.
        position: How they stand.
        stage: How far howitzers in a masked position are.
        stage_turn: The number of the turn in which they got so far; 0 for other guns.
        dead_zone: How many squares in front of them they cannot fire into.
        first_shot: The number of the first turn in which they can fire if nothing delays them; None while limbered.
    """

    formation: Literal["limbered", "deployed"]
    position: GunPosition
    stage: int
    stage_turn: int
    dead_zone: int
    first_shot: int | None

    def summary(self, request: ArtilleryPositionRequest) -> str:
        """Return how the guns stand now, where they cannot fire, and from which turn on they can."""
        guns, where = f"the {GUN_NAMES[request.guns]}", _WHERE[self.position]
        did = {
            "unlimber": f"{guns} unlimber {where}",
            "place_platform": f"{guns} place their platform {where}",
            "run_up": f"{guns} run up and stand {where}",
            "fire": f"{guns} may fire from where they stand, {where}",
            "limber": f"{guns} limber up",
        }[request.action]
        zone = f"they cannot fire into the nearest {counted(self.dead_zone, 'square')} in front of them"
        if self.dead_zone == 1:
            zone = "they cannot fire into the square in front of them"
        first = self.first_shot if request.action != "fire" else None
        return sentences(
            did,
            zone if self.dead_zone and self.formation == "deployed" else "",
            f"they can fire from turn {first} on" if first is not None else "",
        )


@frozen(kw_only=True, cache_hash=True)
class ArtilleryPositionRequest(Request[ArtilleryPositionOutcome]):
    """Guns that want to do something in their position.

    Attributes:
        guns: Their class.
        action: What they want to do.
        formation: Whether they are limbered or deployed.
        position: How they stand, or are to stand when they unlimber.
        stage: How far howitzers in a masked position are: 0 limbered, 1 unlimbered, 2 on their platform.
        stage_turn: The number of the turn in which they got so far.
        turn: The number of the turn.
        band: How well they were activated.
        target_range: For a shot: how many squares away the target is.
    """

    guns: Gun
    action: GunAction
    formation: Literal["limbered", "deployed"] = "deployed"
    position: GunPosition = "open"
    stage: Annotated[int, Range(0, 2, rule="artpos-three-turns")] = 0
    stage_turn: Annotated[int, Range(0, 999)] = 0
    turn: Annotated[int, Range(1, 999)] = 1
    band: Band = "automatic"
    target_range: Annotated[int, Range(1, 99, rule="bad-input")] | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need("target_range", {"action": ("fire",)}, message="is missing for a shot", rule="bad-input"),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.target_range is not None and self.action != "fire":
            yield Problem(".target_range", f"means nothing to guns that {self.action}", "bad-input")
        if self.stage and (self.position != "masked" or self.formation == "limbered"):
            yield Problem(".stage", "only unlimbered howitzers in a masked position have stages", "artpos-three-turns")


def _howitzers() -> ArtilleryPositionRequest:
    return ArtilleryPositionRequest(
        guns="howitzer", action="place_platform", position="masked", stage=1, stage_turn=4, turn=5
    )


@procedure(
    "red_square.artillery_position",
    title="What may guns do in their position?",
    rules=("artpos-three-turns",),
    example=_howitzers,
)
def artillery_position(request: ArtilleryPositionRequest, umpire: Umpire[Options]) -> ArtilleryPositionOutcome:
    """Work out how guns stand after an action, how far they cannot fire, and when they can fire first.

    Every stage of masked howitzers is the whole of an activation of 2 or better, one in a turn; they fire from the turn
    after that in which they placed their platform. Running up to the obstacle leaves guns in the open, without a dead
    zone. Limbering up undoes everything.

    Rules: artpos-three-turns, artpos-run-up.
    """
    formation, position, stage, stage_turn = request.formation, request.position, request.stage, request.stage_turn
    match request.action:
        case "limber":
            formation, position, stage, stage_turn = "limbered", "open", 0, 0
        case "unlimber":
            formation = "deployed"
            stage, stage_turn = (1, request.turn) if position == "masked" else (0, 0)
        case "place_platform":
            stage, stage_turn = STAGES_TO_FIRE, request.turn
        case "run_up":
            position = "open"
        case "fire":
            pass
    outcome = ArtilleryPositionOutcome(
        formation=formation,
        position=position,
        stage=stage,
        stage_turn=stage_turn,
        dead_zone=DEAD_ZONES[position],
        first_shot=_first_shot(position, stage, stage_turn, request.turn) if formation == "deployed" else None,
    )
    if position == "open":
        rule = "artpos-run-up" if request.action == "run_up" else "artpos-unmasked"
        umpire.result(rule, "guns in the open have no dead zone")
    else:
        rule = dead_zone_rule(position)
        umpire.result(rule, "the dead zone in front, in squares: {squares}", squares=outcome.dead_zone)
    return outcome


@artillery_position.legality
def _objections(request: ArtilleryPositionRequest, options: Options) -> Iterator[Objection]:
    if request.position == "masked" and request.guns != "howitzer":
        guns = GUN_NAMES[request.guns]
        message = f"only howitzers stand masked, not {guns}; stand semi-masked or in the open"
        yield Objection(rule="artpos-masked", message=message, path="$.position")
        return
    if (request.action == "unlimber") != (request.formation == "limbered"):
        message = f"{request.formation} guns cannot {in_words(request.action)}"
        yield Objection(rule="formations-list", message=message, path="$.formation")
        return
    if request.action != "fire" and request.band not in GOOD_BANDS:
        message = f"to {in_words(request.action)} takes an activation of 2 or better, or an automatic one"
        stage_rule = "artpos-three-turns" if request.position == "masked" else "act-table"
        rule = "artpos-run-up" if request.action == "run_up" else stage_rule
        yield Objection(rule=rule, message=message, path="$.band")
    if request.action == "fire" and request.band == "below0":
        message = "a score below 0 lets no guns fire; 0 or better does"
        yield Objection(rule="fire-1-who", message=message, path="$.band")
    if request.action == "run_up" and request.position != "semi_masked":
        message = f"guns are run up to the hedge or crest that they stand behind, not from the position {_w(request)}"
        yield Objection(rule="artpos-run-up", message=message, path="$.position")
    if request.action == "place_platform":
        if request.position != "masked" or request.stage != 1:
            message = "a platform is placed once, by masked howitzers that are unlimbered"
            yield Objection(rule="artpos-three-turns", message=message, path="$.stage")
        elif request.turn <= request.stage_turn:
            message = f"one stage in a turn: the platform can be placed from turn {request.stage_turn + 1} on"
            yield Objection(rule="artpos-three-turns", message=message, path="$.turn")
    if request.action == "fire":
        yield from _against_a_shot(request)


def _w(request: ArtilleryPositionRequest) -> str:
    return request.position.replace("_", "-")


def _against_a_shot(request: ArtilleryPositionRequest) -> Iterator[Objection]:
    reason = not_ready(request.position, request.stage, request.stage_turn, request.turn)
    if reason:
        yield Objection(rule="artpos-three-turns", message=reason, path="$.stage")
    dead_zone = DEAD_ZONES[request.position]
    if request.target_range is not None and request.target_range <= dead_zone:
        yield Objection(
            rule=dead_zone_rule(request.position),
            message=f"{_w(request)} guns cannot fire at range {request.target_range}; from {dead_zone + 1} on they can",
            path="$.target_range",
        )


def dead_zone_rule(position: GunPosition) -> str:
    """Return the rule of the dead zone of guns that do not stand in the open."""
    return "artpos-masked" if position == "masked" else "artpos-semi-masked"


def not_ready(position: GunPosition, stage: int, stage_turn: int, turn: int) -> str:
    """Return why guns cannot fire in a turn because they are not in action yet; "" if they are.

    The stages are taken in turns of the game, so that no masked howitzer fires before the third.

    Rules: artpos-three-turns.
    """
    first = _first_shot(position, stage, stage_turn, turn)
    if turn >= first:
        return ""
    done = ("not unlimbered yet", "unlimbered", "on their platform")[stage]
    return f"masked howitzers that are {done} fire from turn {first} on, if nothing delays them"


def _first_shot(position: GunPosition, stage: int, stage_turn: int, turn: int) -> int:
    if position != "masked":
        return turn
    if stage == STAGES_TO_FIRE:
        first = max(turn, stage_turn + 1)
    else:  # each stage that is missing takes a turn, this one at the earliest
        first = max(stage_turn + 2, turn + 1) if stage else turn + STAGES_TO_FIRE
    return max(first, STAGES_TO_FIRE + 1)
