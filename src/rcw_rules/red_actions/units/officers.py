"""Officer tokens: drawing them, replacing the fallen, and promoting juniors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import pick
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import RANKS, Name, OfficerToken, Rank, TroopCard, Unit, name_problems
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.saying import officers_said
from rcw_rules.red_actions.units.troops import Army, TokenCount, illustrative_troops, note_cards

DrawOccasion: TypeAlias = Literal["set_up", "replacement"]
"""Before the game, or when a unit that lost its officer next acts voluntarily."""

Turn: TypeAlias = Annotated[int, Range(1, 999, rule="conv-bad-input")]


@frozen(kw_only=True)
class Drawn:
    """What the owner sees when choosing a senior officer.

    Attributes:
        senior: Which senior officer it is for, from 1.
        tokens: The tokens shown, in the order drawn.
    """

    senior: int
    tokens: tuple[OfficerToken, ...]


def _highest_effect(drawn: Drawn, alternatives: tuple[str, ...]) -> str:
    effects = {token.id: token.effect for token in drawn.tokens}
    return max(alternatives, key=effects.__getitem__)  # ties: the first drawn


KEEP_TOKEN: Choice[Drawn, str] = Choice(
    "keep_token",
    rule="defs-officer-draw",
    who="owner",
    about="Which of the tokens shown does the senior officer keep, by its id? Default: the one with the highest morale "
    "effect; of equal ones the first drawn.",
    default=_highest_effect,
    unit=lambda drawn: f"senior officer {drawn.senior}",
)


@frozen(kw_only=True)
class DrawOfficersOutcome:
    """The officers that were drawn.

    Attributes:
        seniors: The token of each senior officer.
        juniors: The token of each junior officer.
        pool: What is left in the pool.
    """

    seniors: tuple[OfficerToken, ...]
    juniors: tuple[OfficerToken, ...]
    pool: tuple[TokenCount, ...]

    def summary(self, request: DrawOfficersRequest) -> str:
        """Return the officers drawn, with what they do to morale, and how many tokens are left."""
        seniors, juniors = officers_said(self.seniors), officers_said(self.juniors)
        left = sum(counted_token.count for counted_token in self.pool)
        new = "the new officer is" if request.occasion == "replacement" else _officers("junior", len(self.juniors))
        pool = f"{counted(left, 'token')} {'is' if left == 1 else 'are'}" if left else "no token is"
        return sentences(
            f"{_officers('senior', len(self.seniors))} {seniors}" if seniors else "",
            f"{new} {juniors}" if juniors else "",
            f"{pool} left in the pool",
        )


def _officers(what: str, count: int) -> str:
    return f"the {what} officer is" if count == 1 else f"the {count} {what} officers are"


@frozen(kw_only=True, cache_hash=True)
class DrawOfficersRequest(Request[DrawOfficersOutcome]):
    """Officers to be drawn for an army.

    Attributes:
        army: The army, with the tokens that are in its pool now.
        seniors: How many senior officers it has.
        juniors: How many junior officers it has.
        occasion: Whether this is the set-up, or one officer who replaces a fallen junior.
    """

    army: Army
    seniors: Annotated[int, Range(0, 20, rule="conv-bad-input")] = 0
    juniors: Annotated[int, Range(0, 60, rule="conv-bad-input")] = 0
    occasion: Annotated[DrawOccasion, Cites("off-replacement")] = "set_up"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.occasion == "replacement" and (self.seniors, self.juniors) != (0, 1):
            yield Problem(".juniors", "a replacement is one junior officer, and no senior one", "off-replacement")
        elif not self.seniors and not self.juniors:
            yield Problem(".juniors", "asks for no officer: give seniors or juniors", "defs-officer-draw")
        there = sum(counted.count for counted in self.army.pool)
        shown = self.seniors - 1 + self.army.senior_tokens_drawn if self.seniors else 0
        needed = max(shown, self.seniors + self.juniors)
        if 0 < there < needed:
            message = f"{there} tokens are too few: the draw needs {needed}"
            yield Problem(".army.pool", message, "defs-officer-draw")


def _draw_example() -> DrawOfficersRequest:
    pool = (
        TokenCount(token=OfficerToken(id="plain"), count=3),
        TokenCount(token=OfficerToken(id="gifted", effect=1, characteristics=("Clever",)), count=1),
        TokenCount(token=OfficerToken(id="weak", effect=-1, characteristics=("Mob",)), count=1),
    )
    army = Army(id="red", senior_tokens_drawn=2, flight_percent=33, pool=pool)
    return DrawOfficersRequest(army=army, seniors=1, juniors=1)


@procedure(
    "red_actions.draw_officers",
    title="Which officers does the army have?",
    rules=("defs-officer-draw",),
    example=_draw_example,
)
def draw_officers(request: DrawOfficersRequest, umpire: Umpire[Options]) -> DrawOfficersOutcome:
    """Draw tokens one at a time, without replacement: seniors first, then one for each junior.

    For a senior officer the owner sees two or three tokens, depending on the army, and keeps one; the others go back
    before the next officer's draw. A junior officer gets the first token drawn. A replacement is drawn like a junior,
    before any die of the action that needs one.

    Raises:
        NeedsRuling: The army's pool of tokens is not given.

    Rules: defs-officer-draw, off-replacement.
    """
    pool = _required_pool(request.army.pool)
    _note_tokens(umpire, pool)
    seniors: list[OfficerToken] = []
    for senior in range(1, request.seniors + 1):
        left, shown = pool, list[OfficerToken]()
        for place in range(1, request.army.senior_tokens_drawn + 1):
            token = _draw(umpire, left, f"token {place} for senior officer {senior}")
            left = _without(left, token)
            shown.append(token)
        alternatives = tuple(dict.fromkeys(token.id for token in shown))
        chosen = umpire.choose(KEEP_TOKEN, alternatives, Drawn(senior=senior, tokens=tuple(shown)))
        kept = next(token for token in shown if token.id == chosen)
        seniors.append(kept)
        pool = _without(pool, kept)
    juniors: list[OfficerToken] = []
    rule = "off-replacement" if request.occasion == "replacement" else "defs-officer-draw"
    for junior in range(1, request.juniors + 1):
        token = _draw(umpire, pool, f"token for junior officer {junior}", rule)
        juniors.append(token)
        pool = _without(pool, token)
    return DrawOfficersOutcome(seniors=tuple(seniors), juniors=tuple(juniors), pool=pool)


def replacement_request(army: Army) -> DrawOfficersRequest:
    """Return the request for the junior officer who replaces the one that a unit has lost.

    Resolve it at the start of the unit's next voluntary action, before any of its dice; an attempt to rally from rout
    is such an action.

    Rules: off-replacement.
    """
    return DrawOfficersRequest(army=army, juniors=1, occasion="replacement")


@frozen(kw_only=True)
class PromotionOutcome:
    """A junior officer who was promoted.

    Attributes:
        senior: The new base of a senior officer, placed at the unit that the officer led.
        unit: That unit, with the junior officer just drawn for it.
        pool: What is left in the pool.
    """

    senior: Unit
    unit: Unit
    pool: tuple[TokenCount, ...]

    def summary(self, request: PromotionRequest) -> str:
        """Return who is promoted, and which officer the unit draws instead."""
        promoted, drawn = officers_said(self.senior.officers), officers_said(self.unit.officers[:1])
        return sentences(
            f"the officer of {self.unit.name}, {promoted}, is promoted and becomes {self.senior.name}",
            f"{self.unit.name} draws a new officer: {drawn}",
        )


@frozen(kw_only=True)
class Candidates:
    """What the owner sees when promoting an officer.

    Attributes:
        units: The units whose officers may be promoted.
    """

    units: tuple[Unit, ...]


def _best_candidate(candidates: Candidates, alternatives: tuple[str, ...]) -> str:
    officers = {unit.name: unit.officer or OfficerToken(id="none") for unit in candidates.units}
    return max(alternatives, key=lambda name: (RANKS.index(officers[name].rank), officers[name].effect))


PROMOTE: Choice[Candidates, str] = Choice(
    "promote",
    rule="off-senior-killed",
    who="owner",
    about="The junior officer of which unit is promoted? Default: the highest in rank, then in morale effect, then the "
    "first listed.",
    default=_best_candidate,
    unit=lambda candidates: ", ".join(unit.name for unit in candidates.units),
    side=lambda candidates: candidates.units[0].side,
)


@frozen(kw_only=True, cache_hash=True)
class PromotionRequest(Request[PromotionOutcome]):
    """A senior officer who was killed and needs a successor.

    Attributes:
        known_in_turn: The turn in which the death became known.
        turn: The turn that ends now.
        units: The units under that officer whose junior officer may be promoted.
        card: The troop card of the new base.
        name: What the new base is known by.
        army: The army, with the tokens that are in its pool now.
    """

    known_in_turn: Turn
    turn: Turn
    units: Annotated[tuple[Unit, ...], Size(1, 200)]
    card: TroopCard
    name: Name
    army: Army

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from name_problems(".name", self.name)
        names = [unit.name for unit in self.units]
        for number, unit in enumerate(self.units):
            if unit.officer is None or unit.card.arm == "officer":
                yield Problem(f".units[{number}].officer", f"{unit.name} has no junior officer", "off-senior-killed")
            if unit.name in (*names[:number], self.name):
                yield Problem(f".units[{number}].name", f"two units are called {unit.name!r}", "conv-bad-input")
            if unit.side != self.units[0].side:
                yield Problem(
                    f".units[{number}].side", "all units are of the side that lost the officer", "off-senior-killed"
                )
        if self.card.arm != "officer":
            message = f"expected the card of a senior officer's base, got {self.card.name}"
            yield Problem(".card.arm", message, "defs-senior-officer-base")


def _promotion_example() -> PromotionRequest:
    troops = illustrative_troops()
    unit = Unit(
        name="1st", side="red", card=troops.card("red_regulars"), bases=4, officer=OfficerToken(id="Ivanov", effect=1)
    )
    pool = (
        TokenCount(token=OfficerToken(id="plain"), count=2),
        TokenCount(token=OfficerToken(id="weak", effect=-1), count=1),
    )
    army = Army(id="red", senior_tokens_drawn=2, flight_percent=33, pool=pool)
    card = troops.card("senior_officer_foot")
    return PromotionRequest(known_in_turn=3, turn=4, units=(unit,), card=card, name="Headquarters", army=army)


@procedure(
    "red_actions.promotion",
    title="Who succeeds a fallen senior officer?",
    rules=("off-senior-killed",),
    example=_promotion_example,
)
def promotion(request: PromotionRequest, umpire: Umpire[Options]) -> PromotionOutcome:
    """Promote a junior officer at the end of the turn after the one in which the loss became known.

    The officer keeps the token and becomes a base at the unit, which draws a new junior officer at once. Its other
    officers stay and take no part.

    Raises:
        IllegalRequestError: It is too early.
        NeedsRuling: The army's pool of tokens is not given.

    Rules: off-senior-killed.
    """
    names = tuple(unit.name for unit in request.units)
    chosen = umpire.choose(PROMOTE, names, Candidates(units=request.units))
    unit = next(unit for unit in request.units if unit.name == chosen)
    senior = Unit(name=request.name, side=unit.side, card=request.card, officer=unit.officer)
    note_cards(umpire, senior)
    umpire.result("off-senior-killed", "the officer of {unit} is promoted", unit=unit.name)

    def replaced(drawn: DrawOfficersOutcome) -> PromotionOutcome:
        return PromotionOutcome(
            senior=senior, unit=evolve(unit, officer=drawn.juniors[0], draws_officer=False), pool=drawn.pool
        )

    return umpire.last_resolve(replacement_request(request.army), "the new junior officer", replaced)


@promotion.legality
def _forbidden_promotion(request: PromotionRequest, options: Options) -> Iterator[Objection]:
    if request.turn <= request.known_in_turn:
        message = (
            f"no officer is promoted in turn {request.turn}: the end of turn {request.known_in_turn + 1} is the "
            f"earliest, because the loss became known in turn {request.known_in_turn}"
        )
        yield Objection(rule="off-senior-killed", message=message, path="$.turn")


def commanding(officers: tuple[OfficerToken, ...]) -> tuple[OfficerToken, ...]:
    """Return which of several officers may claim command: a Commissar before all others, then the highest in rank.

    >>> kombat, kompolk = OfficerToken(id="a"), OfficerToken(id="b", rank="colonel")
    >>> [officer.id for officer in commanding((kombat, kompolk))]
    ['b']

    Returns:
        Those with the best claim, in the order given; more than one where only chance decides.

    Rules: act-combine, note-higher-formations, off-commissar.
    """
    commissars = tuple(officer for officer in officers if "Commissar" in officer.characteristics)
    claimants = commissars or officers
    highest = max((RANKS.index(officer.rank) for officer in claimants), default=0)
    return tuple(officer for officer in claimants if RANKS.index(officer.rank) == highest)


def _required_pool(pool: tuple[TokenCount, ...]) -> tuple[TokenCount, ...]:
    """Return the pool of officer tokens.

    Raises:
        NeedsRuling: It is not given.

    Rules: conv-cards-missing.
    """
    if not pool:
        raise NeedsRuling("conv-cards-missing", "Which officer tokens has the army?", "the tokens of the army's pool")
    return pool


def _note_tokens(umpire: Umpire[Options], pool: tuple[TokenCount, ...]) -> None:
    """Note that officer tokens are illustrative.

    Rules: conv-cards-missing.
    """
    if any(counted.token.values == "illustrative" for counted in pool):
        umpire.result("conv-cards-missing", "the officer tokens are illustrative", "illustrative")


def _draw(
    umpire: Umpire[Options], pool: tuple[TokenCount, ...], purpose: str, rule: str = "defs-officer-draw"
) -> OfficerToken:
    ids = [counted.token.id for counted in pool for _ in range(counted.count)]
    (drawn,) = umpire.roll(pick(ids), purpose, rule)
    return next(counted.token for counted in pool if counted.token.id == drawn)


def _without(pool: tuple[TokenCount, ...], token: OfficerToken) -> tuple[TokenCount, ...]:
    """Return a pool without one token of a kind."""
    left = list(pool)
    place = next(place for place, counted in enumerate(left) if counted.token.id == token.id)
    if left[place].count == 1:
        del left[place]
    else:
        left[place] = evolve(left[place], count=left[place].count - 1)
    return tuple(left)


SOVIET_TITLES: dict[Rank, str] = {
    "captain": "Kombat",
    "colonel": "Kompolk",
    "major_general": "Kombrig",
    "general": "Komdiv",
}

COMMANDS: dict[Rank, str] = {
    "captain": "one unit: a battalion, a squadron or a company",
    "colonel": "a regiment",
    "major_general": "a brigade",
    "general": "a division",
}


def title_of(rank: Rank, *, soviet: bool = False) -> str:
    """Return the title of an officer of a rank. No rule depends on it.

    >>> title_of("major_general"), title_of("major_general", soviet=True)
    ('major general', 'Kombrig')

    Rules: defs-red-commanders.
    """
    return SOVIET_TITLES[rank] if soviet else in_words(rank)


def command_of(rank: Rank) -> str:
    """Return what an officer of a rank usually leads. No rule depends on it.

    >>> command_of("colonel")
    'a regiment'

    Rules: note-unit-scale, note-higher-formations.
    """
    return COMMANDS[rank]
