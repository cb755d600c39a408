"""The fate of a unit's companions: command figures, MGs that fired, and MGs in a retreat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_square.cards import BLACK_COURT, RED_COURT, DrawnFrom, Pile, court, wrong_cards
from rcw_rules.red_square.model import CardCode, FightingBases
from rcw_rules.red_square.options import Options

Companion: TypeAlias = Literal["co", "commissar", "cheka", "mg"]
"""Who draws for a base lost; "mg" is one base of an MG company that fired."""

Fate: TypeAlias = Literal["ok", "pinned", "removed"]

SAVED_PER_BASE = 2  # mg-save: on a D6
ORDER_OF_FATE: tuple[Companion, ...] = ("co", "commissar", "cheka", "mg")


_NAMES: dict[Companion, tuple[str, str]] = {
    "co": ("the CO", "COs"),
    "commissar": ("the Commissar", "Commissars"),
    "cheka": ("the CHEKA", "CHEKA figures"),
    "mg": ("the MG base", "MG bases"),
}


def _hit(who: Companion, fate: Fate, count: int, of: int) -> str:
    """Return how many of those who drew are pinned or removed."""
    one, several = _NAMES[who]
    number = one if of == 1 else f"{'all ' if count == of else ''}{count} {several}"
    if count < of:
        number = f"{count} of {of} {several}"
    return f"{number} {'is' if count == 1 else 'are'} {fate}"


@frozen(kw_only=True)
class FateOutcome:
    """What happens to each companion.

    Attributes:
        fates: The fate of each companion, in the order of the request; of an MG company alone, of each of its bases.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    fates: tuple[Fate, ...]
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: FateRequest) -> str:
        """Return how many of each kind are pinned or removed."""
        alone: Companion = "mg"
        there: tuple[Companion, ...] = request.companions or (alone,) * len(self.fates)
        fates: Counter[tuple[Companion, Fate]] = Counter(
            (who, fate) for who, fate in zip(there, self.fates, strict=True) if fate != "ok"
        )
        told = [_hit(who, fate, count, there.count(who)) for (who, fate), count in fates.items()]
        return sentences(*told) or "Nobody is pinned or removed."


@frozen(kw_only=True, cache_hash=True)
class FateRequest(Request[FateOutcome]):
    """A unit that lost bases and those who accompany it, or an MG company that accompanies nobody and was hit.

    Attributes:
        bases_lost: The bases that the unit has just lost; for artillery bases, not rings.
        companions: Those in its square who draw, in the order COs, Commissars, CHEKA, MG bases: its own CO unless
            pinned, every Commissar and CHEKA, and each base of MGs that fired since the unit's previous activation.
        lone_mg_bases: Or: the bases of an MG company in whose square is no combat unit, after its casualties.
        lone_mg_hits: The hit markers that it has just resolved.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    names_cards: ClassVar[bool] = True

    bases_lost: Annotated[int, Range(0, 12, rule="fire-10-fate")] = 0
    companions: Annotated[tuple[Companion, ...], Size(0, 20, rule="fire-10-fate")] = ()
    lone_mg_bases: Annotated[int, Range(0, 6, rule="fire-10-mg-alone")] = 0
    lone_mg_hits: Annotated[int, Range(0, 999, rule="fire-10-mg-alone")] = 0
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield companions out of order, and both questions in one."""
        places = [ORDER_OF_FATE.index(companion) for companion in self.companions]
        if places != sorted(places):
            yield Problem(".companions", f"they draw in the order {', '.join(ORDER_OF_FATE)}", "fire-10-fate")
        if self.lone_mg_bases and (self.companions or self.bases_lost):
            yield Problem(".lone_mg_bases", "MGs alone accompany no unit that lost bases", "fire-10-mg-alone")
        if self.lone_mg_hits and not self.lone_mg_bases:
            yield Problem(".lone_mg_hits", "are given without the bases of the MG company", "fire-10-mg-alone")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _fate_example() -> FateRequest:
    return FateRequest(bases_lost=2, companions=("co", "mg", "mg"))


@procedure(
    "red_square.fate",
    title="What happens to accompanying figures and MGs?",
    rules=("fire-10-fate",),
    example=_fate_example,
)
def fate(request: FateRequest, umpire: Umpire[Options]) -> FateOutcome:
    """Draw for every base lost, one card for each companion in turn; or one for every hit on MGs on their own.

    A red jack, queen or king pins, a black one removes, every other card does nothing. A companion that is removed
    draws no more; one that is pinned draws on and may still be removed. Of MGs on their own a red one pins the whole
    company, a black one removes a base, and drawing ends with the last of them.

    Rules: fire-10-fate, fire-10-mg-alone, co-risk.
    """
    pile = Pile.of(request.deck, request.discards, court)
    if request.lone_mg_bases:
        return _fate_of_lone_mgs(umpire, request, pile)
    fates: list[Fate] = ["ok"] * len(request.companions)
    names = _names(request.companions)
    for base in range(1, request.bases_lost + 1):
        for number, name in enumerate(names):
            if fates[number] == "removed":
                continue
            shown, pile = pile.draw(umpire, f"fate of {name}, base {base}", "fire-10-fate")
            if shown == BLACK_COURT:
                fates[number] = "removed"
            elif shown == RED_COURT:
                fates[number] = "pinned"
    for name, became in zip(names, fates, strict=True):
        umpire.result("co-risk" if name.startswith("co ") else "fire-10-fate", "{who}: {fate}", who=name, fate=became)
    return FateOutcome(fates=tuple(fates), cards=pile.told)


def _names(companions: tuple[Companion, ...]) -> list[str]:
    """Return what to call each in the record: the kind and a number of its own."""
    return [f"{one} {companions[:place].count(one) + 1}" for place, one in enumerate(companions)]


def _fate_of_lone_mgs(umpire: Umpire[Options], request: FateRequest, pile: Pile) -> FateOutcome:
    """Draw for every hit, as many cards together as are certain to be drawn.

    Rules: fire-10-mg-alone.
    """
    bases, hits, is_pinned = request.lone_mg_bases, request.lone_mg_hits, False
    while bases and hits:
        number = min(bases, hits)
        answers, pile = pile.draw_several(umpire, number, "cards for hits on MGs alone", "fire-10-mg-alone")
        is_pinned = is_pinned or RED_COURT in answers
        bases -= answers.count(BLACK_COURT)
        hits -= number
    umpire.result("fire-10-mg-alone", "MG bases left: {bases}; pinned: {pinned}", bases=bases, pinned=is_pinned)
    left: Fate = "pinned" if is_pinned else "ok"
    gone: Fate = "removed"
    return FateOutcome(fates=(left,) * bases + (gone,) * (request.lone_mg_bases - bases), cards=pile.told)


# -------------------------------------------------------------------- red_square.mg_save


@frozen(kw_only=True)
class MgSaveOutcome:
    """Whether the guns are saved.

    Attributes:
        saved: Whether they retreat with the unit; otherwise the company is removed.
    """

    saved: bool

    def summary(self, request: MgSaveRequest) -> str:
        """Return whether the guns are saved."""
        if self.saved:
            return "The guns are saved: the MG company retreats with its unit."
        return "The guns are lost: the MG company is removed."


@frozen(kw_only=True, cache_hash=True)
class MgSaveRequest(Request[MgSaveOutcome]):
    """An MG company whose unit begins to retreat.

    Attributes:
        bases: The surviving bases of the company.
    """

    bases: FightingBases


def _save_example() -> MgSaveRequest:
    return MgSaveRequest(bases=2)


@procedure(
    "red_square.mg_save",
    title="Are the guns saved?",
    rules=("mg-save",),
    example=_save_example,
)
def mg_save(request: MgSaveRequest, umpire: Umpire[Options]) -> MgSaveOutcome:
    """Roll a D6 once when the retreat begins: the guns are saved on twice their bases or less.

    Three bases and more are saved without a roll.

    Rules: mg-save.
    """
    at_most = SAVED_PER_BASE * request.bases
    if at_most >= d6.sides:
        umpire.result("mg-save", "so many bases are always saved")
        return MgSaveOutcome(saved=True)
    return MgSaveOutcome(saved=umpire.roll(d6.check(at_most=at_most), "saving the guns", "mg-save"))
