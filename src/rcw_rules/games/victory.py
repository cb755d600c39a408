"""Victory as data: points for places, losses and units that leave, or the last side standing.

>>> village = Victory(places=(PlacePoints(place="Village", points=3),), margin=2)
>>> print(judge(village, Standing(holds={"Village": "red"}, is_over=True), ("red", "white"), "missing-victory"))
red wins: red 3 points, white 0 [missing-victory]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

import attrs
from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.shapes import Range, Size

__all__ = [
    "ExitPoints",
    "GameResult",
    "LossPoints",
    "PlacePoints",
    "Score",
    "Scored",
    "Standing",
    "Victory",
    "judge",
    "points_of",
    "score_of",
    "scored",
]

Points = Annotated[int, Range(-999, 999)]


@frozen(kw_only=True)
class GameResult:
    """How a game ended.

    Attributes:
        winner: The side that won; None for a draw.
        reason: Why, in a sentence.
        rule: The rule that says so.
        points: What each side scored, in the order of the sides; empty where nobody counts.
    """

    winner: str | None
    reason: str
    rule: str
    points: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        won = "a draw" if self.winner is None else f"{self.winner} wins"
        return f"{won}: {self.reason} [{self.rule}]"


@frozen(kw_only=True)
class PlacePoints:
    """Points for a place, to the side that holds it at the end.

    Attributes:
        place: The name of the place.
        points: How many.
        side: The only side that scores them; "" for any.
    """

    place: str
    points: Points
    side: str = ""


@frozen(kw_only=True)
class LossPoints:
    """Points for what a side loses.

    Attributes:
        of: The side that loses it.
        to: The side that scores.
        points: How many for each unit that is lost, or for what the ruleset counts in its place.
    """

    of: str
    to: str
    points: Points


@frozen(kw_only=True)
class ExitPoints:
    """Points for units that leave the map.

    Attributes:
        side: Whose they are, and who scores.
        edge: Where they must leave, as the ruleset names it; "" for anywhere.
        points: How many for each.
    """

    side: str
    points: Points
    edge: str = ""


@frozen(kw_only=True)
class Victory:
    """Who wins.

    Attributes:
        places: Points for places.
        losses: Points for losses.
        exits: Points for units that leave.
        margin: By how much the best side must lead at the end; otherwise it is a draw.
        at_once: The score with which a side wins at once, if it leads; None to wait for the end.
        last_side_standing: Whether a side wins at once when no other has a unit left.
    """

    places: Annotated[tuple[PlacePoints, ...], Size(0, 99)] = ()
    losses: Annotated[tuple[LossPoints, ...], Size(0, 99)] = ()
    exits: Annotated[tuple[ExitPoints, ...], Size(0, 99)] = ()
    margin: Annotated[int, Range(1, 9999)] = 1
    at_once: Annotated[int, Range(1, 9999)] | None = None
    last_side_standing: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself: nothing that counts, and points that are listed twice."""
        if not (self.places or self.losses or self.exits or self.last_side_standing):
            yield Problem("", "names nothing that wins: give places, losses, exits or last_side_standing")
        for name in ("places", "losses", "exits"):
            listed = [attrs.evolve(entry, points=0) for entry in getattr(self, name)]
            for number, entry in enumerate(listed):
                if entry in listed[:number]:
                    yield Problem(f".{name}[{number}]", "is listed twice")
        for number, loss in enumerate(self.losses):
            if loss.of == loss.to:
                yield Problem(f".losses[{number}].to", f"{loss.to!r} cannot score for its own losses")

    def wrong_names(self, sides: tuple[str, ...], places: tuple[str, ...]) -> Iterator[Problem]:
        """Yield the sides and places that a game does not have, with paths below the victory.

        Args:
            sides: The sides of the game.
            places: The names of its places.
        """
        for number, place in enumerate(self.places):
            if place.place not in places:
                known = ", ".join(places) or "(none)"
                yield Problem(f".places[{number}].place", f"the map has no place {place.place!r}; it has {known}")
            if place.side and place.side not in sides:
                yield _no_side(f".places[{number}].side", place.side, sides)
        for number, loss in enumerate(self.losses):
            for name, side in (("of", loss.of), ("to", loss.to)):
                if side not in sides:
                    yield _no_side(f".losses[{number}].{name}", side, sides)
        for number, leaving in enumerate(self.exits):
            if leaving.side not in sides:
                yield _no_side(f".exits[{number}].side", leaving.side, sides)


def _no_side(path: str, side: str, sides: tuple[str, ...]) -> Problem:
    return Problem(path, f"the game has no side {side!r}; it has {', '.join(sides)}")


@frozen(kw_only=True)
class Standing:
    """How things stand, as far as a victory asks.

    Attributes:
        holds: The side that holds a place, by its name; places that nobody holds are absent.
        lost: What each side has lost.
        left_by: How many units have left, by side and edge.
        on_map: How many units each side still has, those to come counted; a side that is absent has none.
        is_over: Whether the last turn has been played.
    """

    holds: Mapping[str, str] = attrs.Factory(dict[str, str])
    lost: Mapping[str, int] = attrs.Factory(dict[str, int])
    left_by: Mapping[tuple[str, str], int] = attrs.Factory(dict[tuple[str, str], int])
    on_map: Mapping[str, int] = attrs.Factory(dict[str, int])
    is_over: bool = False


@frozen(kw_only=True)
class Scored:
    """What a victory counts, and who scores by it now.

    Attributes:
        what: What counts: "Mill", "2 losses of white", "1 unit of red left by north".
        side: Who scores; "" for nobody yet.
        points: How many.
    """

    what: str
    side: str
    points: int


@frozen(kw_only=True)
class Score:
    """How a game stands, as its rule of victory counts.

    Attributes:
        rows: What counts.
        says: What wins, or how it would be judged, in sentences.
    """

    rows: tuple[Scored, ...] = ()
    says: tuple[str, ...] = ()


def scored(victory: Victory, standing: Standing) -> Iterator[Scored]:
    """Yield what a victory counts, place by place, loss by loss and exit by exit, also where nobody scores yet."""
    for place in victory.places:
        holder = standing.holds.get(place.place, "")
        side = holder if place.side in ("", holder) else ""
        yield Scored(what=place.place, side=side, points=place.points if side else 0)
    for loss in victory.losses:
        count = standing.lost.get(loss.of, 0)
        told = f"{count} {'loss' if count == 1 else 'losses'} of {loss.of}"
        yield Scored(what=told, side=loss.to, points=loss.points * count)
    for leaving in victory.exits:
        count = sum(
            number
            for (side, edge), number in standing.left_by.items()
            if side == leaving.side and leaving.edge in ("", edge)
        )
        where = f" by {leaving.edge}" if leaving.edge else ""
        told = f"{count} {'unit' if count == 1 else 'units'} of {leaving.side} left{where}"
        yield Scored(what=told, side=leaving.side, points=leaving.points * count)


def score_of(victory: Victory, standing: Standing) -> Score:
    """Return how a game stands, and what wins it."""
    says: list[str] = []
    if victory.places or victory.losses or victory.exits:
        lead = "the most points win" if victory.margin == 1 else f"a lead of {victory.margin} points wins"
        says.append(f"At the end {lead}.")
    if victory.at_once is not None:
        says.append(f"{victory.at_once} points win at once.")
    if victory.last_side_standing:
        says.append("The last side with a unit left wins at once.")
    return Score(rows=tuple(scored(victory, standing)), says=tuple(says))


def points_of(victory: Victory, standing: Standing, sides: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return what each side has scored, in the order of the sides."""
    points: Counter[str] = Counter()
    for entry in scored(victory, standing):
        points[entry.side] += entry.points
    return tuple((side, points[side]) for side in sides)


def judge(victory: Victory, standing: Standing, sides: tuple[str, ...], rule: str) -> GameResult | None:
    """Return who has won; None while the game goes on.

    In this order: the last side standing, enough points to win at once, and at the end the side that leads by the
    margin; otherwise it is a draw.

    Args:
        victory: Who wins.
        standing: How things stand.
        sides: The sides of the game.
        rule: The rule of the ruleset that leaves victory to the scenario.
    """
    points = points_of(victory, standing, sides)
    if victory.last_side_standing:
        left = [side for side in sides if standing.on_map.get(side, 0)]
        if len(left) < 2:
            winner = left[0] if left else None
            reason = f"no unit is left of any side but {winner}" if winner else "no side has a unit left"
            return GameResult(winner=winner, reason=reason, rule=rule, points=points)
    ranked = sorted(points, key=lambda score: -score[1])
    (best, most), (_, second) = ranked[:2]
    scored = f"{best} {most} points, " + ", ".join(f"{side} {count}" for side, count in ranked[1:])
    if victory.at_once is not None and most >= victory.at_once and most > second:
        return GameResult(winner=best, reason=f"{scored}; {victory.at_once} win at once", rule=rule, points=points)
    if not standing.is_over:
        return None
    if most - second >= victory.margin:
        return GameResult(winner=best, reason=scored, rule=rule, points=points)
    reason = scored if most == second else f"{scored}, and a lead of {victory.margin} is needed"
    return GameResult(winner=None, reason=reason, rule=rule, points=points)
