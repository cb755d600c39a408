"""Diplomacy: the pools of diplomatic actions, declarations, and negotiations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.directory.initiative import side_problems
from rcw_rules.directory.model import SIDES, City, Faction, Game, Side, agree, people
from rcw_rules.directory.options import Options
from rcw_rules.directory.turns import Phase
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences

Entering: TypeAlias = Literal["movement", "retreat", "advance", "placement"]
"""How units came into a city: advance is that after combat, placement is set-up, reinforcement or mobilization."""

ENTERINGS: tuple[Entering, ...] = get_args(Entering)

Action: TypeAlias = Literal["declare_war", "begin_mobilization", "begin_intervention", "persuade"]
"""What a diplomatic action is spent on."""

Target: TypeAlias = Literal[
    "bolsheviks",
    "directory",
    "volunteers",
    "makhnovists",
    "zelenyists",
    "grigorievists",
    "entente",
    "germans",
    "entente_and_germans",
]
"""Whom it is about; the Entente and the Germans are persuaded together."""

Actions: TypeAlias = Annotated[int, Range(0, 8, rule="dip-city-two")]
"""Diplomatic actions. The most that a side can have over a game are those of the Bolsheviks: 2 + 1 + 1 + 2 + 2."""

STARTING_ACTIONS: dict[Side, int] = {"bolsheviks": 2, "directory": 2}  # dip-start-bolsheviks, dip-start-directory
CITY_ACTIONS: dict[City, int] = {"kharkiv": 1, "katerynoslav": 1, "kyiv": 2, "odesa": 2}
_START_RULES: dict[Side, str] = {"bolsheviks": "dip-start-bolsheviks", "directory": "dip-start-directory"}
_CITY_RULES: dict[City, str] = {
    "kharkiv": "dip-city-one",
    "katerynoslav": "dip-city-one",
    "kyiv": "dip-city-two",
    "odesa": "dip-city-two",
}
_TARGET_RULES: dict[Target, str] = {
    "makhnovists": "dip-makhno",
    "zelenyists": "dip-zeleny",
    "grigorievists": "dip-grigoriev",
    "entente_and_germans": "dip-entente",
}
_UNCERTAIN: dict[Entering, str] = {"advance": "advance_enters", "placement": "placement_enters"}
INTERVENTION: tuple[Faction, ...] = ("entente", "germans")  # dip-entente
_INTERVENTION_TARGETS: tuple[Target, ...] = ("entente", "germans", "entente_and_germans")


def _allegiance_problems(game: Game, who: Target, allegiance: Side | None, path: str) -> Iterator[Problem]:
    """Yield problems with an allegiance: of a side to another side, or of a faction to a side of the other game.

    Rules: gen-factions, gen-games.
    """
    if allegiance is not None:
        yield from side_problems(game, allegiance, path)
    for side in SIDES[game]:
        if who == side and allegiance != side:
            given = "independent" if allegiance is None else f"of the {allegiance}"
            yield Problem(path, f"the {side} are a side of their own, not {given}; write {side}", "gen-factions")


# ------------------------------------------------------------------ the pool


@frozen(kw_only=True)
class CityEntry:
    """Units that came into a city.

    Attributes:
        city: The city.
        faction: Whose units they were.
        by: How they came in.
        allegiance: The side to which they belonged or were allied at that moment; None if they were independent.
    """

    city: City
    faction: Faction
    by: Entering
    allegiance: Side | None = None


@frozen(kw_only=True)
class DiplomaticPoolOutcome:
    """A pool of diplomatic actions.

    Attributes:
        gained: The actions gained so far, those of the start included.
        spent: The actions spent.
        left: The actions left.
    """

    gained: int
    spent: int
    left: int

    def summary(self, request: DiplomaticPoolRequest) -> str:
        """Return the actions that are left, and those gained and spent."""
        has = agree(request.side, "has", "have")
        left = counted(self.left, "diplomatic action")
        return sentences(f"{people(request.side)} {has} {left} left: {self.gained} gained, {self.spent} spent")


@frozen(kw_only=True, cache_hash=True)
class DiplomaticPoolRequest(Request[DiplomaticPoolOutcome]):
    """What a side's diplomatic actions depend on.

    Attributes:
        side: The side; only the Bolsheviks and the Directory have actions.
        entries: Every entry into a city so far, in order, by any faction.
        spent: The actions that the side has spent.
        game: Which of the two games is played; only one has diplomacy.
    """

    side: Side
    entries: Annotated[tuple[CityEntry, ...], Size(0, 1000)] = ()
    spent: Actions = 0
    game: Game = "fall_of_the_directory"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        for number, entry in enumerate(self.entries):
            path = f".entries[{number}].allegiance"
            yield from _allegiance_problems(self.game, entry.faction, entry.allegiance, path)
        if self.game == "fall_of_the_directory" and self.side in STARTING_ACTIONS:
            gained = sum(gain for _, gain, _ in _gains(self.side, self.entries, ENTERINGS))  # whatever the options
            if self.spent > gained:
                yield Problem(".spent", f"{self.spent} actions spent are more than the {gained} gained", "dip-cost")


def entering_counts(options: Options) -> tuple[Entering, ...]:
    """Return the ways of coming into a city that count as entering it.

    Rules: dip-city-entry, opt-advance-enters, opt-placement-enters.
    """
    ways: tuple[Entering, ...] = ("movement", "retreat")
    if options.advance_enters:
        ways += ("advance",)
    return (*ways, "placement") if options.placement_enters else ways


def _gains(side: Side, entries: tuple[CityEntry, ...], ways: tuple[Entering, ...]) -> Iterator[tuple[str, int, str]]:
    """Yield what gave actions to a side, how many, and the id of the rule.

    A city counts once, at the first entry that counts of units that were then Bolshevik or allied to them.

    Rules: dip-start-bolsheviks, dip-start-directory, dip-city-one, dip-city-two, dip-city-entry.
    """
    yield "start", STARTING_ACTIONS[side], _START_RULES[side]
    if side == "bolsheviks":
        entered = {entry.city for entry in entries if entry.allegiance == "bolsheviks" and entry.by in ways}
        for city, gain in CITY_ACTIONS.items():
            if city in entered:
                yield city, gain, _CITY_RULES[city]


def _side_objections(game: Game, side: Side) -> Iterator[Objection]:
    """Yield objections to diplomacy by a side that has none.

    Rules: dip-game, dip-no-volunteers.
    """
    if game != "fall_of_the_directory":
        message = f"{game} has no diplomacy; only fall_of_the_directory has"
        yield Objection(rule="dip-game", message=message, path="$.game")
    elif side not in STARTING_ACTIONS:
        message = f"the {side} have no diplomatic actions; only {' and '.join(STARTING_ACTIONS)} have"
        yield Objection(rule="dip-no-volunteers", message=message, path="$.side")


def _pool_example() -> DiplomaticPoolRequest:
    entries = (
        CityEntry(city="kharkiv", faction="bolsheviks", allegiance="bolsheviks", by="movement"),
        CityEntry(city="katerynoslav", faction="makhnovists", allegiance=None, by="movement"),
        CityEntry(city="kyiv", faction="bolsheviks", allegiance="bolsheviks", by="retreat"),
    )
    return DiplomaticPoolRequest(side="bolsheviks", entries=entries, spent=1)


@procedure(
    "directory.diplomatic_pool",
    title="How many diplomatic actions are left?",
    rules=("dip-start-bolsheviks",),
    example=_pool_example,
)
def diplomatic_pool(request: DiplomaticPoolRequest, umpire: Umpire[Options]) -> DiplomaticPoolOutcome:
    """Count the actions of a side: those of the start, for the Bolsheviks those of cities, less those spent.

    Rules: dip-cost.
    """
    if request.side == "bolsheviks":
        for way, option in _UNCERTAIN.items():
            if any(entry.by == way and entry.allegiance == "bolsheviks" for entry in request.entries):
                umpire.ruling(option)
    gains = _gains(request.side, request.entries, entering_counts(umpire.options))
    ledger = umpire.modify(
        Ledger(tuple(Modifier(id=name, value=gain, reason=name, rule=rule) for name, gain, rule in gains)),
        "diplomatic actions",
    )
    gained = sum(int(entry.value) for entry in ledger)
    left = gained - request.spent
    umpire.result("dip-cost", "{spent} spent, {left} left", spent=request.spent, left=left)
    return DiplomaticPoolOutcome(gained=gained, spent=request.spent, left=left)


@diplomatic_pool.legality
def _pool_objections(request: DiplomaticPoolRequest, options: Options) -> Iterator[Objection]:
    yield from _side_objections(request.game, request.side)


# ------------------------------------------------------------------ one action


@frozen(kw_only=True)
class DiplomacyOutcome:
    """The outcome of a diplomatic action.

    Attributes:
        succeeded: Whether it succeeded.
        activated: Whether the target is now active, at war with its enemies, by a declaration.
        allegiance: The side to which the target belongs or is allied afterwards; None if it is independent.
        withdrawn: Whether the target has withdrawn from the war.
        pool: The actions that the side has left.
    """

    succeeded: bool
    activated: bool
    allegiance: Side | None
    withdrawn: bool
    pool: int

    def summary(self, request: DiplomacyRequest) -> str:
        """Return whether the action succeeds, what it changes, and the actions that are left."""
        target, side = people(request.target), people(request.side)
        are = agree(request.target, "is", "are")
        if self.activated:
            result = f"{target} {are} active now, at war with {agree(request.target, 'its', 'their')} enemies"
        elif self.withdrawn:
            result = f"{target} withdraw: all their units leave the map"
        elif self.succeeded:
            result = f"{target} {are} persuaded and join{agree(request.target, 's', '')} {side}"
        else:
            result = f"{target} {are} not persuaded"
        left = counted(self.pool, "diplomatic action")
        return sentences(result, f"{side} {agree(request.side, 'has', 'have')} {left} left")


@frozen(kw_only=True, cache_hash=True)
class DiplomacyRequest(Request[DiplomacyOutcome]):
    """A diplomatic action that a side wants to take.

    Attributes:
        game: Which of the two games is played.
        phasing_side: Whose player-turn it is.
        side: Who acts.
        pool: The actions that the side has left.
        action: What the action is spent on.
        target: The faction that it is about: the one that becomes active by a declaration, or that is to be persuaded.
        allegiance: The side to which the target belongs or is allied now; None if it is independent.
        withdrawn: Whether the Entente and the Germans have withdrawn already; needed if the target is any of them.
        phase: The phase of the player-turn.
    """

    game: Game
    phasing_side: Side
    side: Side
    pool: Actions
    action: Action
    target: Target
    allegiance: Side | None = None
    withdrawn: bool | None = None
    phase: Phase = "diplomatic"

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "withdrawn",
            {"target": _INTERVENTION_TARGETS},
            message="is missing: say whether the Entente and the Germans have withdrawn already",
            rule="dip-independent",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from side_problems(self.game, self.phasing_side, ".phasing_side")
        yield from side_problems(self.game, self.side, ".side")
        yield from _allegiance_problems(self.game, self.target, self.allegiance, ".allegiance")
        if self.side == "directory" and self.pool > STARTING_ACTIONS["directory"]:
            message = f"the directory never has more than its first {STARTING_ACTIONS['directory']} actions"
            yield Problem(".pool", message, "dip-start-directory")
        if self.withdrawn and self.target not in _INTERVENTION_TARGETS:
            message = f"only the Entente and the Germans withdraw, not the {self.target}"
            yield Problem(".withdrawn", message, "dip-join-effect")


def _example() -> DiplomacyRequest:
    return DiplomacyRequest(
        game="fall_of_the_directory",
        phasing_side="directory",
        side="directory",
        pool=2,
        action="persuade",
        target="grigorievists",
        allegiance=None,
    )


@procedure(
    "directory.diplomacy",
    title="Does this diplomatic action succeed?",
    rules=("dip-table",),
    example=_example,
)
def diplomacy(request: DiplomacyRequest, umpire: Umpire[Options]) -> DiplomacyOutcome:
    """Take one diplomatic action; it is spent whether it succeeds or not.

    To declare war, to begin mobilization and to begin intervention succeed without a die, and the faction named becomes
    active; all three have the same effect. To persuade takes one die on the table of the side that acts: a faction
    joins it at once, and the Entente and the Germans withdraw together.

    Rules: dip-automatic, dip-cost, dip-table, dip-join-effect, dip-makhno, dip-zeleny, dip-grigoriev, dip-entente,
        gen-die.
    """
    side, target, left = request.side, request.target, request.pool - 1
    umpire.result("dip-cost", "the {side} spend an action and have {left} left", side=side, left=left)
    if request.action != "persuade":
        umpire.result("dip-automatic", "no die: the {target} are active now, at war with their enemies", target=target)
        return DiplomacyOutcome(
            succeeded=True,
            activated=True,
            allegiance=request.allegiance,
            withdrawn=False,
            pool=left,
        )
    withdraws = target == "entente_and_germans"
    if request.allegiance is not None and not withdraws:
        umpire.ruling("allies_may_be_persuaded")
    lowest = umpire.look_up("negotiation", target, side).result
    if not isinstance(lowest, int):
        raise ChartError("negotiation", f"row {target!r} should have the lowest face that succeeds, not {lowest!r}")
    succeeded = umpire.roll(d6.check(at_least=lowest), f"persuade the {target}", _TARGET_RULES[target])
    if succeeded:
        text = "all units of both leave the map" if withdraws else "the {target} are allies of the {side} at once"
        umpire.result("dip-join-effect", text, target=target, side=side)
    return DiplomacyOutcome(
        succeeded=succeeded,
        activated=False,
        allegiance=side if succeeded and not withdraws else request.allegiance,
        withdrawn=succeeded and withdraws,
        pool=left,
    )


@diplomacy.legality
def _objections(request: DiplomacyRequest, options: Options) -> Iterator[Objection]:
    yield from _side_objections(request.game, request.side)
    if request.side != request.phasing_side:
        message = f"it is the player-turn of the {request.phasing_side}; the {request.side} wait for their own"
        yield Objection(rule="dip-phasing", message=message, path="$.side")
    if request.phase != "diplomatic":
        message = f"actions are spent in the Diplomatic Phase, not in {request.phase}"
        yield Objection(rule="dip-phasing", message=message, path="$.phase")
    if request.pool == 0:
        message = f"the {request.side} have no action left; each attempt and each declaration takes one"
        yield Objection(rule="dip-cost", message=message, path="$.pool")
    yield from (
        _persuasion_objections(request, options) if request.action == "persuade" else _declaration_objections(request)
    )


def _persuasion_objections(request: DiplomacyRequest, options: Options) -> Iterator[Objection]:
    """Yield objections to persuading the target.

    The Entente and the Germans may be approached on whichever side they are, until they have withdrawn.

    Rules: dip-independent, dip-entente, opt-persuade-allies.
    """
    target = request.target
    if target in INTERVENTION:
        message = "the Entente and the Germans are persuaded together; name entente_and_germans"
        yield Objection(rule="dip-entente", message=message, path="$.target")
    elif target not in _TARGET_RULES:
        message = f"the {target} cannot be persuaded; only {', '.join(_TARGET_RULES)} can"
        yield Objection(rule="dip-independent", message=message, path="$.target")
    if request.withdrawn:
        message = "they have already withdrawn and cannot be persuaded to do so again"
        yield Objection(rule="dip-independent", message=message, path="$.withdrawn")
    elif (
        target in _TARGET_RULES
        and target != "entente_and_germans"
        and request.allegiance is not None
        and (request.allegiance == request.side or not options.allies_may_be_persuaded)
    ):
        message = f"the {target} are allied to the {request.allegiance}; only an independent faction can be approached"
        yield Objection(rule="dip-independent", message=message, path="$.allegiance")


def _declaration_objections(request: DiplomacyRequest) -> Iterator[Objection]:
    """Yield objections to a declaration: it must name one faction that still has units to become active.

    Rules: dip-automatic, dip-join-effect.
    """
    if request.target == "entente_and_germans":
        message = "a declaration names one faction: entente or germans"
        yield Objection(rule="dip-automatic", message=message, path="$.target")
    if request.withdrawn:
        message = "they have withdrawn and have no units left; name a faction that has some"
        yield Objection(rule="dip-join-effect", message=message, path="$.withdrawn")
