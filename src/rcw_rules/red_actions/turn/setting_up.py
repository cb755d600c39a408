"""The set-up: the armies and their worth, the number of turns, and where every unit begins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import evolve, fields, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name, OfficerToken, Side, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn.game import AttachedSenior, Deployed, FieldArmy, Game, Reinforcement
from rcw_rules.red_actions.turn.who_acts import InitiativeCard
from rcw_rules.red_actions.units import (
    has_too_many_markers,
    illustrative_troops,
    markers_of_the_night,
    note_cards,
    said,
)

SET_UP_DEPTH = inches(4)  # seq-steps

_BEFALLEN: tuple[tuple[str, str, str], ...] = (
    ("routing", "rout-causes", "be in rout"),
    ("rout_turns", "rally-optional-no-advance", "have made rout moves"),
    ("rallied", "rally-rout-success", "have rallied from rout"),
    ("evading", "evade-switch", "evade: that is chosen in a segment, or when shot at, and holds for the turn only"),
    ("moved_back", "retire-manner", "have moved away from the enemy"),
    ("retired_by_result", "retire-optional-terror", "have been made to retire"),
    ("ignored_retire", "retire-hard-cover", "have ignored a result to retire"),
    ("shot_at", "march-rate", "have been shot at"),
    ("draws_officer", "off-replacement", "have lost its officer"),
    ("has_acted", "defs-unit-action", "have used a segment"),
)
"""States that a unit gets only during the game: the field, the rule, and a description. Markers are not listed: a
scenario may give them to weary troops."""


@frozen(kw_only=True)
class SetUpOutcome:
    """A game that can begin.

    Attributes:
        game: The game before the first segment.
    """

    game: Game

    def summary(self, request: SetUpRequest) -> str:
        """Return that the game can begin, who attacks, for how long, and what the armies are worth."""
        game = self.game
        worth = (f"{army.side.capitalize()} is worth {said(army.original_points)} points" for army in game.armies)
        marked = "begins as a position marker" if len(game.hidden) == 1 else "begin as position markers"
        hidden = f"{listed(game.hidden)} {marked}"
        coming = listed(one.unit.name for one in game.reinforcements)
        return sentences(
            f"the game can begin: {game.attacker.capitalize()} attacks, for {counted(game.turns, 'turn')} at most",
            listed(worth),
            hidden if game.hidden else "",
            f"still to come: {coming}" if coming else "",
        )


@frozen(kw_only=True, cache_hash=True)
class SetUpRequest(Request[SetUpOutcome]):
    """A scenario: only its author can say who fights, for how long, and from where.

    Attributes:
        attacker: The side that attacks.
        turns: How many turns were agreed.
        armies: Both armies. Their worth at the start is computed from their units.
        units: All units on the table at the start.
        deployed: Where the units of the attacker enter.
        reinforcements: Units of the attacker that come later, each with the entry point noted for it.
        attached: The senior officers who begin with a unit, each with the card of the officer's own base.
        hidden: The names of units that begin as position markers.
        personal: With initiative by cards: which units are under the personal command of which HQ.
    """

    attacker: Side
    turns: Annotated[Annotated[int, Range(1, 99, rule="seq-steps")] | None, Cites("miss-scenarios")] = None
    armies: Annotated[tuple[FieldArmy, ...], Size(0, 2)] = ()
    units: Annotated[tuple[Unit, ...], Size(0, 200)] = ()
    deployed: Annotated[tuple[Deployed, ...], Size(0, 200), Cites("seq-steps")] = ()
    reinforcements: Annotated[tuple[Reinforcement, ...], Size(0, 100), Cites("seq-reinforcements")] = ()
    attached: Annotated[tuple[AttachedSenior, ...], Size(0, 40), Cites("defs-flight-number")] = ()
    hidden: Annotated[tuple[Name, ...], Size(0, 200), Cites("seq-position-markers")] = ()
    personal: Annotated[tuple[InitiativeCard, ...], Size(0, 200), Cites("turn-initiative-cards")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if len({army.side for army in self.armies}) < len(self.armies):
            yield Problem(".armies", "a game has a Red and a White army", "seq-steps")
        yield from self._names()
        sides = {unit.name: unit.side for unit in self.units}
        for number, place in enumerate(self.deployed):
            if sides.get(place.unit) != self.attacker:
                message = f"{place.unit!r} is not a unit of the attacker"
                yield Problem(f".deployed[{number}].unit", message, "seq-steps")
        for number, coming in enumerate(self.reinforcements):
            if coming.unit.side != self.attacker:
                message = "only the attacker has reinforcements"
                yield Problem(f".reinforcements[{number}].unit.side", message, "seq-reinforcements")
        seniors = {unit.name: len(unit.seniors) for unit in self.everybody}
        for number, senior in enumerate(self.attached):
            seniors[senior.unit] = seniors.get(senior.unit, 0) - 1
            if seniors[senior.unit] < 0:
                message = f"{senior.unit!r} has no such senior officer"
                yield Problem(f".attached[{number}].unit", message, "act-senior-attach")

    def _names(self) -> Iterator[Problem]:
        """Yield names that two units share, and names that no unit has."""
        names: list[Name] = []
        for path, unit in self.placed:
            if unit.name in names:
                yield Problem(f"{path}.name", f"two units are called {unit.name!r}", "conv-bad-input")
            names.append(unit.name)
        on_table = names[: len(self.units)]
        for number, name in enumerate(self.hidden):
            if name not in on_table:
                yield Problem(f".hidden[{number}]", f"there is no unit {name!r}", "seq-position-markers")
        for number, card in enumerate(self.personal):
            for field, name in (("name", card.name), ("hq", card.hq)):
                if name and name not in names:
                    path = f".personal[{number}].{field}"
                    yield Problem(path, f"there is no unit {name!r}", "turn-initiative-cards")

    @property
    def placed(self) -> tuple[tuple[str, Unit], ...]:
        """Every unit, on the table or still to come, with its path below the request."""
        return (
            *((f".units[{number}]", unit) for number, unit in enumerate(self.units)),
            *((f".reinforcements[{number}].unit", coming.unit) for number, coming in enumerate(self.reinforcements)),
        )

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """Every unit, on the table or still to come."""
        return tuple(unit for _, unit in self.placed)


def _armies() -> tuple[FieldArmy, ...]:
    troops = illustrative_troops()
    return tuple(FieldArmy(side=side, army=troops.army(side), original_points=Fraction(0)) for side in ("red", "white"))


def _units() -> tuple[Unit, ...]:
    troops = illustrative_troops()
    return (
        Unit(name="1st company", side="red", card=troops.card("red_regulars"), bases=4, officer=OfficerToken(id="a")),
        Unit(name="2nd company", side="red", card=troops.card("red_regulars"), bases=4, officer=OfficerToken(id="b")),
        Unit(
            name="Volunteers", side="white", card=troops.card("white_volunteers"), bases=5, officer=OfficerToken(id="c")
        ),
    )


def example_set_up() -> SetUpRequest:
    """Return a set-up to start from."""
    return SetUpRequest(
        attacker="red",
        turns=8,
        armies=_armies(),
        units=_units(),
        deployed=(
            Deployed(unit="1st company", entry="the road", depth=inches(4)),
            Deployed(unit="2nd company", entry="the wood", depth=inches(2)),
        ),
        hidden=("Volunteers",),
    )


@procedure(
    "red_actions.set_up",
    title="Can the game begin?",
    rules=("seq-steps",),
    example=example_set_up,
)
def set_up(request: SetUpRequest, umpire: Umpire[Options]) -> SetUpOutcome:
    """Begin a game: the armies, the turns, where the attacker stands, which units are hidden and which come later.

    The points of an army are those of all its bases, including reinforcements and attached senior officers. At night
    every unit except vehicles begins with a humiliated marker.

    Raises:
        IllegalRequestError: An attacking unit stands deeper than 4 inches from its entry point; a unit is too small,
            has more markers than bases, is in rout, has acted, or is otherwise not fresh.
        NeedsRuling: The scenario gives no turns, no armies, or no units for one of them; or no card gives the worth of
            an army, or of a senior officer who begins with a unit.

    Rules: seq-steps, seq-position-markers, miss-scenarios, wx-night-morale, defs-flight-number.
    """
    everybody = request.everybody
    if request.turns is None or len(request.armies) < 2 or len({unit.side for unit in everybody}) < 2:
        needed = "turns, two armies and units of both (the rules print no scenario)"
        raise NeedsRuling("miss-scenarios", "Who fights, where, and for how long?", needed)
    worth = {side: _worth(request, side) for side in ("red", "white")}
    game = Game(
        attacker=request.attacker,
        turns=request.turns,
        armies=tuple(evolve(army, original_points=worth[army.side]) for army in request.armies),
        units=tuple(_in_the_dark(unit, umpire.options) for unit in request.units),
        reinforcements=tuple(
            evolve(coming, unit=_in_the_dark(coming.unit, umpire.options)) for coming in request.reinforcements
        ),
        hidden=request.hidden,
        cards=_cards_of(everybody, request.personal) if umpire.options.initiative == "cards" else (),
    )
    note_cards(umpire, *everybody)
    if umpire.options.night != "off":
        umpire.ruling("night")
        umpire.result("wx-night-morale", "every unit but vehicles begins with a humiliated marker")
    umpire.result(
        "seq-steps",
        "{attacker} attacks; {turns} turns",
        attacker=request.attacker.capitalize(),
        turns=request.turns,
    )
    umpire.result(
        "defs-flight-number",
        "Red is worth {red} points, White {white}",
        red=str(worth["red"]),
        white=str(worth["white"]),
    )
    return SetUpOutcome(game=game)


@set_up.legality
def _forbidden_set_up(request: SetUpRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to the set-up: first the places, then the units, which must be fresh.

    Rules: seq-steps, defs-unit-size, defs-terror-rout, wx-night-morale, rout-causes, defs-unit-action.
    """
    fresh = {field.name: field.default for field in fields(Unit)}
    for number, place in enumerate(request.deployed):
        if place.depth > SET_UP_DEPTH:
            message = f"the attacker sets up at most {SET_UP_DEPTH} from an entry point, not {place.depth}"
            yield Objection(rule="seq-steps", message=message, path=f"$.deployed[{number}].depth")
    for path, unit in request.placed:
        fewest, begun = unit.card.fewest_bases, _in_the_dark(unit, options)
        if unit.bases < fewest:
            message = f"{unit.name} begins with {unit.bases} bases, fewer than the {fewest} that such a unit needs"
            yield Objection(rule="defs-unit-size", message=message, path=f"${path}.bases")
        elif has_too_many_markers(begun):
            message = f"{unit.name} would begin with {begun.markers} markers on {unit.bases} bases, and rout at once"
            yield Objection(rule="defs-terror-rout", message=message, path=f"${path}.terror")
        for field, rule, what in _BEFALLEN:
            if getattr(unit, field) != fresh[field]:
                message = f"{unit.name} cannot, before the game has begun, {what}"
                yield Objection(rule=rule, message=message, path=f"${path}.{field}")


def _worth(request: SetUpRequest, side: Side) -> Fraction:
    """Return the worth of an army: all its bases, and those of the senior officers who begin with its units.

    Raises:
        NeedsRuling: No card gives the worth of such an officer, or of any base of the army.

    Rules: defs-flight-number.
    """
    worth = Fraction(0)
    for unit in request.everybody:
        if unit.side != side:
            continue
        cards = [senior.card for senior in request.attached if senior.unit == unit.name]
        if len(cards) < len(unit.seniors):
            question = f"What is the base of each senior officer with {unit.name} worth?"
            raise NeedsRuling("defs-flight-number", question, "their cards in the field attached")
        worth += unit.bases * unit.card.points_per_base + sum(card.points_per_base for card in cards)
    if not worth:
        question = f"What is each base of the {side.capitalize()} army worth?"
        raise NeedsRuling("defs-flight-number", question, "points_per_base on its cards")
    return worth


def _in_the_dark(unit: Unit, options: Options) -> Unit:
    return evolve(unit, humiliated=unit.humiliated + markers_of_the_night(unit.card, options))


def _cards_of(units: tuple[Unit, ...], personal: tuple[InitiativeCard, ...]) -> tuple[InitiativeCard, ...]:
    """Return a card for each unit and HQ, with the HQ that commands the unit personally."""
    hqs = {card.name: card.hq for card in personal}
    return tuple(InitiativeCard(name=unit.name, hq=hqs.get(unit.name, "")) for unit in units)
