"""Ammunition: how many more moves a base can shoot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.saying import troops_said
from rcw_rules.red_actions.units.scale import MINUTES_PER_MOVE

CART_REACH = inches(2)  # ammo-artillery


@frozen(kw_only=True)
class Supply:
    """What a base has to shoot with.

    Attributes:
        rule: The id of the rule that says so.
        carried: How many moves of ammunition it carries.
        cart: How many moves of ammunition a cart holds.
    """

    rule: str
    carried: int
    cart: int


SUPPLIES: dict[Arm, Supply] = {
    "gun": Supply(rule="ammo-artillery", carried=10 // MINUTES_PER_MOVE, cart=30 // MINUTES_PER_MOVE),
    "mortar": Supply(rule="ammo-mortar", carried=15 // MINUTES_PER_MOVE, cart=45 // MINUTES_PER_MOVE),
}
"""Guns carry it with the limber, mortar crews on foot. All others have enough for the battle (ammo-small)."""


@frozen(kw_only=True)
class AmmunitionOutcome:
    """The ammunition of a base.

    Attributes:
        moves_left: How many more moves it can shoot, including a shot in this request; None: for the whole battle.
        carried_left: How many of these moves it carries itself; None: for the whole battle.
    """

    moves_left: int | None
    carried_left: int | None

    def summary(self, request: AmmunitionRequest) -> str:
        """Return for how many more moves there is ammunition, and how much of it the base carries."""
        if self.moves_left is None:
            return sentences(f"{troops_said(request.arm)} have ammunition for the whole battle")
        what = f"the {in_words(request.arm)}"
        if not self.moves_left:
            return sentences(f"{what} has no ammunition left")
        moves = f"{what} has ammunition for {counted(self.moves_left, 'more move')}"
        if self.carried_left == self.moves_left:
            return sentences(f"{moves}, all of it carried")
        return sentences(
            f"{moves}, {'none of it carried' if not self.carried_left else f'{self.carried_left} of them carried'}"
        )


@frozen(kw_only=True, cache_hash=True)
class AmmunitionRequest(Request[AmmunitionOutcome]):
    """A base that shoots.

    Attributes:
        arm: What it is.
        shots: In how many segments it has shot so far.
        carts: How many carts its battery has: the one that goes with it and, of guns, those brought up from the rear.
            Each was full when the battle began, and serves every base of the battery for as many moves.
        cart_distance: How far away they are.
        shoots: Whether it means to shoot now.
    """

    arm: Arm
    shots: Annotated[int, Range(0, 999, rule="conv-bad-input")] = 0
    carts: Annotated[int, Range(0, 99, rule="conv-bad-input"), Cites("ammo-artillery")] = 0
    cart_distance: Annotated[Inches, Cites("ammo-artillery")] = inches(0)
    shoots: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        supply = SUPPLIES.get(self.arm)
        if supply is None:
            if self.carts:
                yield Problem(".carts", f"{in_words(self.arm)} bases need no carts", "ammo-small")
            return
        if self.arm == "mortar" and self.carts > 1:
            yield Problem(".carts", f"mortars have one cart at most, not {self.carts}", "ammo-mortar")
        had = supply.carried + self.carts * supply.cart
        if self.shots > had:
            yield Problem(".shots", f"{self.shots} shots are more than the {had} that it had", supply.rule)


def _example() -> AmmunitionRequest:
    return AmmunitionRequest(arm="gun", shots=3, carts=1, cart_distance=inches("1.5"), shoots=True)


@procedure(
    "red_actions.ammunition",
    title="Is there ammunition left?",
    rules=("ammo-small",),
    example=_example,
)
def ammunition(request: AmmunitionRequest, umpire: Umpire[Options]) -> AmmunitionOutcome:
    """Count the moves that a base can still shoot; each segment with a shot uses one.

    What it carries goes first: a gun 2 moves and a mortar 3. Carts no farther than 2 inches add 6 each for guns, 9 for
    mortars. All others never run short.

    Raises:
        IllegalRequestError: It means to shoot and has nothing left.

    Rules: ammo-small, ammo-artillery, ammo-mortar.
    """
    supply = SUPPLIES.get(request.arm)
    if supply is None:
        umpire.result("ammo-small", "there is enough for the battle")
        return AmmunitionOutcome(moves_left=None, carried_left=None)
    left, carried = _moves_left(request, supply), max(0, supply.carried - request.shots)
    umpire.result(supply.rule, "ammunition for {moves} moves, {carried} of them carried", moves=left, carried=carried)
    return AmmunitionOutcome(moves_left=left, carried_left=carried)


@ammunition.legality
def _short_of_shells(request: AmmunitionRequest, options: Options) -> Iterator[Objection]:
    supply = SUPPLIES.get(request.arm)
    if supply is not None and request.shoots and _moves_left(request, supply) == 0:
        message = f"no ammunition is left after {request.shots} shots: bring a cart within {CART_REACH}"
        yield Objection(rule=supply.rule, message=message, path="$.shoots")


def _moves_left(request: AmmunitionRequest, supply: Supply) -> int:
    """Return how many moves a base can shoot where it stands; carts out of reach do not count.

    Rules: ammo-artillery, ammo-mortar.
    """
    if request.cart_distance > CART_REACH:
        return max(0, supply.carried - request.shots)
    return supply.carried + request.carts * supply.cart - request.shots
