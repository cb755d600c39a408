"""Buildings under artillery fire: whether they burn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.cards import Card
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import DrawnFrom, Pile, is_heart, wrong_cards
from rcw_rules.red_square.model import CardCode
from rcw_rules.red_square.options import Options

Material: TypeAlias = Literal["stone", "wood"]


@frozen(kw_only=True)
class BuildingFireOutcome:
    """What an artillery shot did to the buildings of a square.

    Attributes:
        burning: Whether they burn from now on: no unit may enter, and they give no cover.
        driven_out: Whether troops who hide there must retreat at once.
        cards: The card drawn; none is named where the request names no deck.
    """

    burning: bool
    driven_out: bool
    cards: tuple[CardCode, ...]

    def summary(self, request: BuildingFireRequest) -> str:
        """Return whether the buildings burn, and who must leave them."""
        material = {"stone": "stone", "wood": "wooden"}[request.material]
        if not self.burning:
            return sentences(f"the {material} buildings do not catch fire")
        hiding = "units that hide there must retreat at once" if self.driven_out else ""
        return sentences(f"the {material} buildings burn", hiding)


@frozen(kw_only=True, cache_hash=True)
class BuildingFireRequest(Request[BuildingFireOutcome]):
    """Buildings at which artillery has fired a shot of at least one die.

    Attributes:
        material: Whether they are of stone or brick, or of wood or straw.
        hiding: Whether any unit hides there.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled to make a new rest when that is exhausted.
    """

    names_cards: ClassVar[bool] = True

    material: Material
    hiding: Annotated[bool, Cites("act-hide")] = False
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that do not exist, or come too often."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _building_fire_example() -> BuildingFireRequest:
    return BuildingFireRequest(material="wood", hiding=True)


@procedure(
    "red_square.building_fire",
    title="Does the building catch fire?",
    rules=("art-buildings-fire",),
    example=_building_fire_example,
)
def building_fire(request: BuildingFireRequest, umpire: Umpire[Options]) -> BuildingFireOutcome:
    """Draw a card for buildings that artillery has shot at: hearts set fire to stone, hearts and diamonds to wood.

    One card for each shot of guns, after it; the guns of tanks set nothing on fire. Units that hide there must retreat
    at once, and the others leave when they are next activated.

    Rules: art-buildings-fire.
    """
    pile = Pile.of(request.deck, request.discards, is_heart if request.material == "stone" else _red)
    shown, pile = pile.draw(umpire, "card for the buildings", "art-buildings-fire")
    burning = shown != "other"
    driven_out = burning and request.hiding
    if driven_out:
        umpire.result("art-buildings-fire", "the buildings burn; whoever hides there retreats at once")
    else:
        umpire.result("art-buildings-fire", "the buildings {now}", now="burn" if burning else "do not catch fire")
    return BuildingFireOutcome(burning=burning, driven_out=driven_out, cards=pile.told)


def _red(card: Card) -> str:
    """Return whether a card sets fire to wood.

    Rules: art-buildings-fire.
    """
    return "red" if card.is_red else "other"
