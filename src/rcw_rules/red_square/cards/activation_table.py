"""The Activation Table: what a unit must do, and may do, on its score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias, assert_never

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards.pack import DrawnFrom, Pile, colour, suit_of, wrong_cards
from rcw_rules.red_square.cards.score import band_of
from rcw_rules.red_square.cards.suits import suits_moving_fire
from rcw_rules.red_square.ground import THE, wrong_formation
from rcw_rules.red_square.model import (
    HORSED,
    ORDERED,
    TANKS,
    VEHICLES,
    Band,
    CardCode,
    Formation,
    Order,
    Quality,
    Side,
    State,
    formation_needs,
)
from rcw_rules.red_square.options import Options

TABLE = "activation_table"
COLUMNS: dict[Band, str] = {"automatic": "2+", "2+": "2+", "1-0": "1-0", "below0": "0-"}
"""The column of the printed table for each band."""

Actor: TypeAlias = Literal[
    "infantry", "cavalry", "artillery", "mg", "tchanka", "armoured_car", "light_tank", "heavy_tank", "truck", "hq"
]
"""The kinds that act on a score; trains have a procedure of their own, figures only go along."""

Result: TypeAlias = Literal["acts", "rallies", "hides", "retreats", "stays", "returns", "stays_off"]
"""The result of an activation. "stays": it should retreat and cannot move. "returns": it is back on the table and acts
from the next turn on; "stays_off": it is not."""

PermittedAction: TypeAlias = Literal[
    "move",
    "move_and_fire",
    "observe_and_fire",
    "dig_in",
    "change_orders",
    "change_formation",
    "replace_casualties",
    "fire",
    "fire_wildly",
    "hold_fire",
]

MOBILE_FORMATIONS: tuple[Formation | None, ...] = (
    "masses",
    "waves",
    "mounted",
    "scouting",
    "dismounted",
    "limbered",
    None,
)
SILENT_FORMATIONS: tuple[Formation, ...] = (*HORSED, "limbered")
"""The formations that do not fire; horsemen fight mounted instead."""

NEVER_HIDE: tuple[Actor, ...] = ("armoured_car", "light_tank", "heavy_tank", "truck")  # act-hide
UNARMED: tuple[Actor, ...] = ("truck", "hq")
NEEDS_SCORE: tuple[State, ...] = ("hiding", "retreating", "off_table")  # turn-5-test-needed


@frozen(kw_only=True)
class ActivationResultOutcome:
    """What a unit does or may do.

    Attributes:
        result: The result of the activation.
        rule: The id of the rule that says so.
        remounts: Whether it mounts its horses to retreat.
        actions: What it may do if it acts; the actions of one line of the Activation Table exclude each other.
        must_fire: Whether it has to fire if it does nothing else that excuses it.
        order: The order in force from now on; None for units without.
        cards: The card drawn in a game to return to the table.
    """

    result: Result
    rule: str
    remounts: bool = False
    actions: tuple[PermittedAction, ...] = ()
    must_fire: bool = False
    order: Order | None = None
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: ActivationResultRequest) -> str:
        """Return what the unit does, or may do, and the order that it has from now on."""
        who, again = request.unit or THE[request.kind], request.state
        match self.result:
            case "acts":
                did = f"may {listed(map(in_words, self.actions), 'or')}" if self.actions else "can do nothing"
            case "rallies":
                did = "rallies"
            case "hides":
                did = "goes on hiding" if again == "hiding" else "hides"
            case "retreats":
                goes = "goes on retreating" if again == "retreating" else "retreats"
                did = f"mounts its horses and {goes}" if self.remounts else goes
            case "stays":
                did = "should retreat, but cannot move and stays"
            case "returns":
                did = "rallies, returns to the table and acts from the next turn on"
            case "stays_off":
                did = "stays off the table"
            case _:
                assert_never(self.result)
        order = f"it is to {in_words(self.order)} from now on" if self.order not in (None, request.order) else ""
        must = "it has a target, and must fire unless it is busy otherwise" if self.must_fire else ""
        return sentences(f"{who} {did}", must, order)


@frozen(kw_only=True, cache_hash=True)
class ActivationResultRequest(Request[ActivationResultOutcome]):
    """A unit whose score is known and whose markers are resolved.

    Attributes:
        kind: What it is.
        side: Red or White.
        quality: Its quality.
        formation: Its formation; None for kinds that have none.
        score: Its score; None if it was activated without a test.
        state: Its state before.
        order: The order in force; None for units without.
        card: The card on which it is activated; "" for none, as for an HQ.
        under_fire: Whether a die was rolled against it since its last activation.
        under_small_arms: Whether one was by rifles, MGs, tchankas or vehicle MGs.
        in_cover: Whether it is in a wood, a building, trenches or on a reverse slope.
        has_suffered: Whether it lost a base, or received a ring, in this activation.
        political_help: Whether a Red CHEKA or Commissar that is not pinned is in its square or beside it.
        ignores_spades: Whether they drive it on in spite of a spade.
        has_target: Whether it has an observed target that it may fire at.
        may_dig: Whether the scenario lets units dig in, and it may place one more marker in this turn.
        must_retreat: Of vehicles: whether damage makes it retreat.
        broken_down: Of vehicles: whether it has broken down.
        bogged: Of tanks: whether it is stuck.
        is_pinned: Of heavy tanks: whether it may neither move nor fire.
        deck: The cards left to draw from; None for a whole fresh deck with two jokers.
        discards: The cards that are shuffled to draw on when those are exhausted.
        unit: Its name, where it is a unit of a game whose owner is to be asked; "" for none.
    """

    names_cards: ClassVar[bool] = True

    kind: Actor
    side: Side = "red"
    quality: Quality = "normal"
    formation: Formation | None = None
    score: Annotated[int, Range(-9999, 99)] | None = None
    state: State = "steady"
    order: Order | None = None
    card: str = ""
    under_fire: Annotated[bool, Cites("act-cavalry-under-2")] = False
    under_small_arms: Annotated[bool, Cites("act-artillery-small-arms")] = False
    in_cover: Annotated[bool, Cites("act-hide")] = False
    has_suffered: Annotated[bool, Cites("act-hide-casualty")] = False
    political_help: Annotated[bool, Cites("art-9-cheka")] = False
    ignores_spades: Annotated[bool, Cites("turn-6-commissar")] = False
    has_target: Annotated[bool, Cites("fire-2-must-fire")] = False
    may_dig: Annotated[bool, Cites("dig-1a-markers")] = False
    must_retreat: Annotated[bool, Cites("at-results")] = False
    broken_down: Annotated[bool, Cites("turn-6-spades-breakdown")] = False
    bogged: Annotated[bool, Cites("move-unbog")] = False
    is_pinned: Annotated[bool, Cites("at-results")] = False
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()
    unit: Annotated[str, Size(0, 100), Cites("act-rally")] = ""

    needs: ClassVar[tuple[Need, ...]] = (
        *formation_needs(),
        Need(
            "score",
            {"state": NEEDS_SCORE},
            message="is missing: a unit that is {state:words} always tests",
            rule="turn-5-test-needed",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_formation(self.kind, self.formation)
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))
        if self.card:
            yield from wrong_cards((".card", self.card))
        word = in_words(self.kind)
        if self.state == "hiding" and self.kind in NEVER_HIDE:
            yield Problem(".state", f"{word} units never hide", "act-hide")
        if self.order is not None and self.kind not in ORDERED:
            yield Problem(".order", f"{word} units have no order", "orders-required")
        if self.under_small_arms and not self.under_fire:
            yield Problem(".under_fire", "a unit under small-arms fire is under fire", "act-artillery-small-arms")
        if self.political_help and self.side == "white":
            yield Problem(".political_help", "only the Reds have CHEKA and Commissars", "org-command-figures")
        if self.ignores_spades and not (self.political_help and self.kind == "infantry"):
            message = "only infantry with a CHEKA or Commissar near it ignores spades"
            yield Problem(".ignores_spades", message, "turn-6-commissar")
        if self.must_retreat and self.kind not in ("armoured_car", "light_tank"):
            yield Problem(".must_retreat", f"{word} units are never damaged", "at-results")
        if self.broken_down and self.kind not in VEHICLES:
            yield Problem(".broken_down", f"{word} units do not break down", "turn-6-spades-breakdown")
        if self.bogged and self.kind not in TANKS:
            yield Problem(".bogged", f"only tanks bog, not {word} units", "move-bog")
        if self.is_pinned and self.kind != "heavy_tank":
            yield Problem(".is_pinned", f"only heavy tanks are pinned in this way, not {word} units", "at-results")


@frozen(kw_only=True)
class Rallying:
    """What the owner of a unit that may rally sees.

    Attributes:
        state: Whether it hides, retreats or is off the table.
        score: Its score.
        unit: Its name; "" where the request does not tell.
        side: Whose it is.
    """

    state: State
    score: int
    unit: str = ""
    side: Side = "red"


RALLY: Choice[Rallying, bool] = Choice(
    "rally",
    rule="act-rally",
    who="owner",
    about="Rally, instead of hiding or retreating on? Default: yes.",
    default=lambda rallying, alternatives: True,
    unit=lambda rallying: rallying.unit,
    side=lambda rallying: rallying.side if rallying.unit else "",
)


def _example() -> ActivationResultRequest:
    return ActivationResultRequest(kind="infantry", formation="waves", score=2, state="retreating", order="attack")


@procedure(
    "red_square.activation_result",
    title="What must or may the unit do on this score?",
    rules=("act-table",),
    example=_example,
)
def activation_result(request: ActivationResultRequest, umpire: Umpire[Options]) -> ActivationResultOutcome:
    """Say what a unit does on its score: what is forced on it comes before what it may choose.

    In this order: a unit off the table may only come back; one that hid and suffered retreats; so does damaged armour,
    then guns under small-arms fire unless CHEKA or Commissar hold them, then horsemen who scored less than 2, mounted
    ones only under fire. Below 0 the others hide in cover or retreat. A unit that hid or retreated before rallies on 2
    or more, if its owner wants, and goes on with it otherwise. All others act, by the lines of the Activation Table. An
    order to attack has become one to defend when a unit rallies.

    Rules: act-table, act-rally, orders-attack.
    """
    band: Band = "automatic" if request.score is None else band_of(request.score)
    if request.state == "off_table":
        outcome = _off_the_table(umpire, request, band)
    else:
        outcome = _forced(umpire, request, band) or _ordinary(umpire, request, band)
    if outcome.result in ("rallies", "returns"):
        outcome = evolve(outcome, order=order_after_rally(request.order))
        if outcome.order != request.order:
            umpire.result("orders-attack", "its order is to defend from now on")
    umpire.result(outcome.rule, "result: {result}", result=in_words(outcome.result))
    return outcome


def _off_the_table(umpire: Umpire[Options], request: ActivationResultRequest, band: Band) -> ActivationResultOutcome:
    """Rally a unit that left the table, and draw the card that brings it back if it is red.

    Rules: act-exit-table.
    """
    rule = "act-exit-table"
    if not _rallies(umpire, request, band):
        return ActivationResultOutcome(result="stays_off", rule=rule, order=request.order)
    pile = Pile.of(request.deck, request.discards, colour)
    shown, pile = pile.draw(umpire, "card to return", rule)
    result: Result = "returns" if shown == "red" else "stays_off"
    return ActivationResultOutcome(result=result, rule=rule, order=request.order, cards=pile.told)


def _forced(umpire: Umpire[Options], request: ActivationResultRequest, band: Band) -> ActivationResultOutcome | None:
    """Return what a special rule or a score below 0 forces on a unit on the table; None for nothing.

    Rules: act-hide, act-hide-casualty, act-artillery-small-arms, act-cavalry-under-2, act-retreat, at-results.
    """
    if request.state == "hiding" and request.has_suffered:
        return _retreats(request, "act-hide-casualty")
    if request.must_retreat and _is_free(request):
        return _retreats(request, "at-results")
    if request.kind == "artillery" and request.under_small_arms:
        if not request.political_help:
            return _retreats(request, "act-artillery-small-arms")
        umpire.result("art-9-cheka", "the guns do not yield to small-arms fire")
    if (
        request.kind == "cavalry"
        and band in ("1-0", "below0")
        and (request.formation == "dismounted" or request.under_fire)
    ):
        return _retreats(request, "act-cavalry-under-2")
    if umpire.look_up(TABLE, "retreat_or_hide", COLUMNS[band]).result == "no":
        return None
    if request.state != "retreating" and request.in_cover and request.kind not in NEVER_HIDE:
        return ActivationResultOutcome(result="hides", rule="act-hide", order=request.order)
    return _retreats(request, "act-retreat")


def _retreats(request: ActivationResultRequest, rule: str) -> ActivationResultOutcome:
    """Return a retreat, on horseback for dismounted cavalry; those who cannot move stay.

    Rules: act-retreat, turn-6-spades-breakdown.
    """
    if not _is_free(request):
        return ActivationResultOutcome(result="stays", rule=rule, order=request.order)
    remounts = request.formation == "dismounted"
    return ActivationResultOutcome(result="retreats", rule=rule, remounts=remounts, order=request.order)


def _is_free(request: ActivationResultRequest) -> bool:
    """Return whether a vehicle can move at all."""
    return not (request.broken_down or request.bogged or request.is_pinned)


def _ordinary(umpire: Umpire[Options], request: ActivationResultRequest, band: Band) -> ActivationResultOutcome:
    """Return the result of an activation that forces nothing on the unit.

    Rules: act-rally, act-table, fire-2-must-fire.
    """
    if request.state in ("hiding", "retreating"):
        if _rallies(umpire, request, band):
            return ActivationResultOutcome(result="rallies", rule="act-rally", order=request.order)
        if request.state == "retreating":
            return _retreats(request, "act-rally")
        return ActivationResultOutcome(result="hides", rule="act-rally", order=request.order)
    actions = tuple(_actions(umpire, request, band))
    must_fire = request.has_target and ("fire" in actions or "fire_wildly" in actions)
    if must_fire:
        umpire.result("fire-2-must-fire", "it has an observed target and fires unless it is busy otherwise")
    return ActivationResultOutcome(
        result="acts", rule="act-table", actions=actions, must_fire=must_fire, order=request.order
    )


def _rallies(umpire: Umpire[Options], request: ActivationResultRequest, band: Band) -> bool:
    """Return whether a unit rallies: on 2 or more, poor troops not on a spade, and if its owner wants.

    Rules: act-rally, turn-6-spades-poor, turn-6-commissar.
    """
    cell = umpire.look_up(TABLE, "move_fire_observe_dig_rally", COLUMNS[band])
    if cell.result == "no" or request.score is None:
        return False
    if _held_by_spade(request):
        umpire.result("turn-6-spades-poor", "poor troops do not rally on a spade")
        return False
    rallying = Rallying(state=request.state, score=request.score, unit=request.unit, side=request.side)
    return umpire.choose(RALLY, (True, False), rallying)


def _held_by_spade(request: ActivationResultRequest) -> bool:
    """Return whether a spade keeps poor troops from moving and rallying.

    Rules: turn-6-spades-poor.
    """
    is_spade = request.card != "" and suit_of(request.card) == "S"
    return is_spade and request.quality == "poor" and not request.ignores_spades


def _actions(umpire: Umpire[Options], request: ActivationResultRequest, band: Band) -> Iterator[PermittedAction]:
    """Yield what the table allows and the kind and formation of the unit permit, in the order of the table.

    Rules: act-table, act-wild, move-who.
    """
    column = COLUMNS[band]
    fires = request.kind not in UNARMED and request.formation not in SILENT_FORMATIONS and not request.is_pinned
    if umpire.look_up(TABLE, "move_fire_observe_dig_rally", column).result == "Y":
        yield from _first_line(request, fires=fires)
    if umpire.look_up(TABLE, "orders_formation_replacement", column).result == "Y":
        if request.order is not None:
            yield "change_orders"
        if request.formation not in (None, "defence"):
            yield "change_formation"
        if request.kind == "infantry":
            yield "replace_casualties"
    fire = umpire.look_up(TABLE, "fire_hold_fire", column).result
    if fires and fire != "no":
        yield "fire" if fire == "Y" else "fire_wildly"
        if not request.has_target:
            yield "hold_fire"


def _first_line(request: ActivationResultRequest, *, fires: bool) -> Iterator[PermittedAction]:
    """Yield what the first line of the table allows, without rallying.

    Rules: move-who, turn-6-spades-poor, turn-6-spades-breakdown.
    """
    moves = request.formation in MOBILE_FORMATIONS and _is_free(request) and not _held_by_spade(request)
    if moves:
        yield "move"
    if moves and fires and _fires_on_the_move(request):
        yield "move_and_fire"
    if fires:
        yield "observe_and_fire"
    digs = request.kind in ("infantry", "mg") or request.formation in ("dismounted", "deployed")
    if digs and request.may_dig:
        yield "dig_in"


def _fires_on_the_move(request: ActivationResultRequest) -> bool:
    """Return whether a unit may move and fire: foot on a heart, armour always, tchankas to the rear, MGs never.

    Rules: act-table.
    """
    if request.kind in ("infantry", "cavalry"):
        return request.card != "" and suits_moving_fire(request.kind, request.formation, suit_of(request.card))
    return request.kind not in ("artillery", "mg")


def order_after_rally(order: Order | None) -> Order | None:
    """Return the order of a unit that was made to hide or retreat, once it has rallied: no attack goes on.

    >>> order_after_rally("attack"), order_after_rally("probe")
    ('defend', 'probe')

    Rules: orders-attack.
    """
    return "defend" if order == "attack" else order
