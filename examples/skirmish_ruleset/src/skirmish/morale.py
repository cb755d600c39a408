"""Morale: whether a squad stands after it lost figures."""

from typing import Literal

from attrs import frozen

from rcw_rules import Choice, Request, Umpire, d6, procedure
from skirmish.model import Figures, Options, Squad


@frozen(kw_only=True)
class MoraleOutcome:
    """What a squad does about its losses.

    Attributes:
        result: It stands, runs or surrenders.
    """

    result: Literal["stands", "runs", "surrenders"]


@frozen(kw_only=True, cache_hash=True)
class MoraleRequest(Request[MoraleOutcome]):
    """A squad that lost figures.

    Attributes:
        squad: Those who are left.
        fallen: How many fell.
    """

    squad: Squad
    fallen: Figures


ROLL_AGAIN: Choice[MoraleRequest, bool] = Choice(
    "roll_again",
    rule="morale-again",
    who="owner of the squad",
    about="The roll failed: roll again, and surrender if that fails too? Default: yes if 2 fell or fewer.",
    default=lambda request, alternatives: request.fallen <= 2,
    unit=lambda request: f"squad {request.squad.number}",
    side=lambda request: request.squad.side,
)


@procedure(
    "skirmish.morale",
    title="Does this squad stand?",
    rules=("squads",),
    example=lambda: MoraleRequest(squad=Squad(figures=5), fallen=1),
)
def morale(request: MoraleRequest, umpire: Umpire[Options]) -> MoraleOutcome:
    """Throw a die, which needs 2 and 1 more for each of the fallen; after a failure perhaps a second one.

    Rules: morale-roll, morale-again, opt-houses.
    """
    if request.squad.cover == "house":
        umpire.ruling("houses_hold")
        if umpire.options.houses_hold:
            return MoraleOutcome(result="stands")
    needed = 2 + request.fallen
    if umpire.roll(d6.check(at_least=needed), "morale", "morale-roll"):
        return MoraleOutcome(result="stands")
    if not umpire.choose(ROLL_AGAIN, (True, False), request):
        return MoraleOutcome(result="runs")
    stands = umpire.roll(d6.check(at_least=needed), "morale again", "morale-again")
    return MoraleOutcome(result="stands" if stands else "surrenders")
