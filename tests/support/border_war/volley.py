"""Volleys: two dice against one, modifiers that no chart lists, and a chart of codes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from attrs import frozen

from border_war.model import Options
from rcw_rules import Ledger, Modifier, Objection, Range, Request, Umpire, d6, opposed, procedure

BANNER = Modifier(id="banner", value=3, reason="a banner to rally round", rule="volley-banner")
MUD = Modifier(id="mud", value=-1, reason="mud", rule="volley-mud")
MUD_ON_A_CART = Modifier(id="mud", value=-2, reason="mud, on a cart", rule="volley-carts")


@frozen(kw_only=True)
class VolleyOutcome:
    """What a volley does.

    Attributes:
        winner: Who gets the better of it.
        result: What happens to the target.
    """

    winner: Literal["archers", "nobody", "target"]
    result: str


@frozen(kw_only=True, cache_hash=True)
class VolleyRequest(Request[VolleyOutcome]):
    """Archers shoot.

    Attributes:
        distance: How many inches away the target is.
        banner: Whether the target has a banner.
        mud: Whether the archers stand in mud.
        cart: Whether they stand on a cart.
    """

    distance: Annotated[Fraction, Range(0, 99)] = Fraction(6)
    banner: bool = False
    mud: bool = False
    cart: bool = False


@procedure(
    "border_war.volley",
    title="What does this volley do?",
    rules=("volley-roll", "volley-range", "volley-banner", "volley-mud", "volley-carts", "volley-damage"),
    example=VolleyRequest,
)
def volley(request: VolleyRequest, umpire: Umpire[Options]) -> VolleyOutcome:
    """Throw two dice for the archers against one for the target; look up what the difference does.

    Rules: volley-roll, volley-damage.
    """
    mud = Ledger.of(MUD_ON_A_CART if request.cart else MUD) if request.mud else Ledger()
    archers = umpire.modify(mud, "archers' dice")
    target = umpire.modify(Ledger.of(BANNER) if request.banner else Ledger(), "target's die")
    dice = opposed(d6.sum(2), d6, plus_first=archers.total, plus_second=target.total)
    margin = umpire.roll(dice, "archers' dice, target's die", "volley-roll")
    if margin <= 0:
        return VolleyOutcome(winner="target" if margin else "nobody", result="none")
    cell = umpire.look_up("volley_damage", margin, umpire.roll(d6, "damage", "volley-damage"))
    return VolleyOutcome(winner="archers", result=str(cell.result))


@volley.legality
def out_of_range(request: VolleyRequest, options: Options) -> Iterator[Objection]:
    """Object to a target farther away than an arrow flies."""
    if request.distance > 12:
        yield Objection(rule="volley-range", message="an arrow flies 12 inches", path="$.distance")
