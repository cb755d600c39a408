"""Orders: what they demand and forbid, and whether a new one gets through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import order_after_rally
from rcw_rules.red_square.ground import THE
from rcw_rules.red_square.model import (
    COMPANIONS,
    FIGURES,
    FORMATIONS,
    GOOD_BANDS,
    HORSED,
    ORDERED,
    STILL,
    Band,
    Formation,
    Kind,
    Order,
)
from rcw_rules.red_square.options import Options

IntendedAction: TypeAlias = Literal[
    "move", "wheel", "change_formation", "fire", "hold_fire", "dig_in", "rally", "replace_casualties"
]
"""What a unit does in an activation. A move makes at least one step; a wheel or about face keeps to its square."""

Demand: TypeAlias = Literal["nothing", "advance", "change_formation", "fire"]
"""What a unit must do by its order, or because it has a target (fire-2-must-fire)."""

EXPOSED: tuple[Aspect, ...] = ("flank", "rear")
EFFECTIVE_RANGE = 3  # orders-probe: that of rifles
NEAREST_PROBE = 2  # orders-probe
RESERVE_DISTANCE = 4  # orders-defend
FRONT_DISTANCE = 4  # orders-counter-attack
EXPOSED_DISTANCE = 3  # orders-counter-attack
ON_A_LOW_SCORE: tuple[IntendedAction, ...] = ("fire", "hold_fire")  # act-table
NO_WEAPONS: tuple[Kind, ...] = ("truck", "horse_holders", *FIGURES)  # units-motor
EXEMPT_FROM_FIRE: tuple[IntendedAction, ...] = (  # fire-2-must-fire
    "move", "wheel", "change_formation", "dig_in", "rally", "replace_casualties"
)  # fmt: skip


@frozen(kw_only=True, cache_hash=True)
class KnownEnemy:
    """An enemy unit that a unit knows of.

    Attributes:
        range: How many squares off it is when the unit is activated.
        range_after: How many after the intended move; None if that does not change.
        aspect: The aspect that it presents to the unit now.
        aspect_after: The one after the intended move; None if that does not change.
        in_open: Whether it is in the open.
        in_arc: Whether it is within 45 degrees of the unit's facing.
        is_target: Whether it is observed and may be fired at now.
        was_broken: Whether the unit made it retreat or hide.
    """

    range: Annotated[int, Range(1, 999)]
    range_after: Annotated[int, Range(1, 999)] | None = None
    aspect: Aspect = "front"
    aspect_after: Aspect | None = None
    in_open: bool = True
    in_arc: bool = True
    is_target: bool = False
    was_broken: bool = False


@frozen(kw_only=True)
class OrderLegalityOutcome:
    """How what a unit means to do stands to its order.

    Attributes:
        demand: What it must do, and does.
        formation: The formation into which it must change; None if it need not.
        order: The order that is in force from now on: a counter attack that is called for is an attack, and an attack
            ends in a rally.
    """

    demand: Demand
    formation: Formation | None
    order: Order | None

    def summary(self, request: OrderLegalityRequest) -> str:
        """Return what the unit does, whether its order demands that, and the order from now on."""
        who, by = THE[request.kind], ""
        if request.order is not None:
            by = f" under its order to {in_words(request.order)}"
        match self.demand:
            case "advance":
                did = f"must advance{by}, and does"
            case "change_formation" if self.formation is not None:
                did = f"must change to {in_words(self.formation)}{by}, and does"
            case "fire":
                did = "must fire at its target, and does"
            case _:
                actions = listed(map(in_words, request.actions))
                did = f"may {actions or 'do nothing'}{by}"
        now = self.order if self.order != request.order else None
        return sentences(f"{who} {did}", f"it is to {in_words(now)} from now on" if now is not None else "")


@frozen(kw_only=True, cache_hash=True)
class OrderLegalityRequest(Request[OrderLegalityOutcome]):
    """What a unit means to do in an activation.

    Attributes:
        kind: What it is.
        order: Its order; of MGs and tchankas that of the unit that they accompany.
        formation: Its formation when it is activated.
        can_change_formation: Whether it could change formation now; a regiment of one base, or one without room for its
            horses, cannot dismount.
        band: How well it was activated; a unit below 0 has nothing to decide.
        actions: What it means to do, in that order; nothing if it does nothing.
        new_formation: The formation into which it means to change.
        enemies: The enemy units that it knows of; if it knows none, all that are on the table.
        can_come_nearer: Whether any legal move takes it nearer to the nearest of them.
    """

    kind: Kind
    order: Order | None = None
    formation: Formation | None = None
    can_change_formation: Annotated[bool, Cites("mounted-3-dismounted")] = True
    band: Annotated[Band, Cites("act-table")] = "automatic"
    actions: Annotated[tuple[IntendedAction, ...], Size(0, 8)] = ()
    new_formation: Formation | None = None
    enemies: Annotated[tuple[KnownEnemy, ...], Size(0, 400)] = ()
    can_come_nearer: Annotated[bool, Cites("orders-attack")] = True

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "formation",
            {"kind": tuple(FORMATIONS)},
            message="is missing: {kind:words} units are always in one",
            rule="formations-list",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        allowed = FORMATIONS.get(self.kind, ())
        word = in_words(self.kind)
        for field in ("formation", "new_formation"):
            formation: Formation | None = getattr(self, field)
            if formation is not None and formation not in allowed:
                yield Problem(f".{field}", f"{word} units are never in {formation}", "formations-list")
        if ("change_formation" in self.actions) != (self.new_formation is not None):
            yield Problem(".new_formation", "goes with the action change_formation, and with no other", "act-table")
        if self.new_formation is not None and self.new_formation == self.formation:
            yield Problem(".new_formation", f"it is in {self.formation} already", "formations-list")
        for number, action in enumerate(self.actions):
            if action in self.actions[:number]:
                yield Problem(f".actions[{number}]", f"{action} comes twice", "act-table")
        if self.band == "below0" and self.actions:
            yield Problem(
                ".actions", "a unit that scores below 0 retreats or hides, and does nothing else", "act-table"
            )
        if "rally" in self.actions and len(self.actions) > 1:
            yield Problem(".actions", "a rally takes the whole turn, and nothing else comes with it", "act-rally")
        if {"fire", "hold_fire"} <= set(self.actions):
            yield Problem(".actions", "a unit fires or holds its fire, not both", "act-table")
        for number, enemy in enumerate(self.enemies):
            if enemy.is_target and self.kind in NO_WEAPONS:
                yield Problem(f".enemies[{number}].is_target", f"{word} units have nothing to fire with", "units-motor")
        if "move" not in self.actions and any(enemy.range_after is not None for enemy in self.enemies):
            yield Problem(".enemies", "range_after is for units that move", "orders-attack")


@frozen(kw_only=True)
class OrderDemand:
    """What a unit must do when it is activated, before it is known what it means to do.

    Attributes:
        demand: What it must do.
        formation: The formation into which it must change; None if it need not.
        order: The order in force: a counter attack that is called for is an attack.
        rule: The id of the rule that demands it.
    """

    demand: Demand
    formation: Formation | None
    order: Order | None
    rule: str


_TOWARDS_DISMOUNTED: dict[Formation | None, Formation] = {"mounted": "dismounted", "scouting": "mounted"}
NO_DEMAND = OrderDemand(demand="nothing", formation=None, order=None, rule="")


def _example() -> OrderLegalityRequest:
    enemy = KnownEnemy(range=5, range_after=3)
    return OrderLegalityRequest(
        kind="infantry", order="attack", formation="masses", actions=("move",), enemies=(enemy,)
    )


@procedure(
    "red_square.order_legality",
    title="Is this action allowed, or required, under the order?",
    rules=("orders-required",),
    example=_example,
)
def order_legality(request: OrderLegalityRequest, umpire: Umpire[Options]) -> OrderLegalityOutcome:
    """Say whether a unit may do what it means to do, and whether its order demands that.

    First a counter attack that is called for becomes an attack. Then the order may demand another formation, one link
    of the chain at a time, and only when that is as it should be an advance. What is left is the fire that a unit owes
    to a target if it keeps to its place. On a score of 1 or 0 an order demands nothing, since a unit can then only fire
    or hold its fire; a unit that rallies obeys no order, and one that was to attack is to defend afterwards.

    Raises:
        IllegalRequestError: If the order forbids it or demands something else.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack, fire-2-must-fire.
    """
    if "rally" in request.actions:
        order = order_after_rally(request.order)
        umpire.result("orders-attack", "its order after the rally: {order}", order=_worded(order))
        return OrderLegalityOutcome(demand="nothing", formation=None, order=order)
    demand = demand_of(request)
    if demand.demand == "fire" and _is_exempt_from_fire(request):
        demand = evolve(NO_DEMAND, order=demand.order)
    if demand.order != request.order:
        umpire.result("orders-counter-attack", "the counter attack is called for: the order is attack from now on")
    if demand.demand != "nothing":
        what = f"change to {_worded(demand.formation)}" if demand.formation is not None else demand.demand
        umpire.result(demand.rule, "it must {what}", what=what)
    return OrderLegalityOutcome(demand=demand.demand, formation=demand.formation, order=demand.order)


@order_legality.legality
def _legality(request: OrderLegalityRequest, options: Options) -> Iterator[Objection]:
    return order_objections(request)


def calls_for_attack(enemy: KnownEnemy) -> bool:
    """Return whether an enemy triggers a counter attack.

    It does when the unit made it retreat or hide in its arc within 4 squares, or when it presents its flank or rear
    within 3.

    Rules: orders-counter-attack.
    """
    broken_ahead = enemy.was_broken and enemy.in_arc and enemy.range <= FRONT_DISTANCE
    return broken_ahead or (enemy.aspect in EXPOSED and enemy.range <= EXPOSED_DISTANCE)


def demand_of(request: OrderLegalityRequest) -> OrderDemand:
    """Return what a unit must do, whatever it means to do; its actions do not matter.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack, fire-2-must-fire.
    """
    order = _order_in_force(request)
    found = NO_DEMAND
    if request.band in GOOD_BANDS and order is not None:
        found = _demand_of_order(request, order)
    if found.demand == "nothing" and request.band != "below0" and any(enemy.is_target for enemy in request.enemies):
        found = OrderDemand(demand="fire", formation=None, order=None, rule="fire-2-must-fire")
    return evolve(found, order=order)


def order_objections(request: OrderLegalityRequest, demand: OrderDemand | None = None) -> Iterator[Objection]:
    """Yield every reason why a unit may not do what it means to do.

    Args:
        request: What it means to do.
        demand: What `demand_of` returns, if that is known already.

    Rules: orders-required, orders-attack, orders-probe, orders-defend, orders-counter-attack, fire-2-must-fire.
    """
    needs_order = request.kind in (*ORDERED, *COMPANIONS)
    word = in_words(request.kind)
    if needs_order and request.order is None:
        message = f"{word} units need an order: attack, probe, defend or counter_attack"
        yield Objection(rule="orders-required", message=message, path="$.order")
    if not needs_order and request.order is not None:
        yield Objection(rule="orders-required", message=f"{word} units have no order", path="$.order")
    if "rally" in request.actions:
        yield from _impossible(request)
        return
    demand = demand or demand_of(request)
    if demand.demand == "change_formation" and request.new_formation != demand.formation:
        message = f"with the order {_worded(demand.order)} it must change from {_worded(request.formation)}"
        message += f" to {_worded(demand.formation)}"
        yield Objection(rule=demand.rule, message=message, path="$.actions")
    elif demand.demand == "advance" and not _advances(request):
        message = f"with the order {_worded(demand.order)} it must end nearer to the nearest known enemy, as it can"
        yield Objection(rule=demand.rule, message=message, path="$.actions")
    elif demand.order == "attack":
        yield from _attack_objections(request)
    if demand.order == "probe":
        yield from _probe_objections(request)
    elif demand.order in ("defend", "counter_attack"):
        yield from _hold_objections(request, demand)
    yield from _fire_objections(request)
    yield from _impossible(request)


def _impossible(request: OrderLegalityRequest) -> Iterator[Objection]:
    """Refuse what no order makes possible: more than fire on a low score, and steps of a line or in works.

    Rules: act-table, move-who.
    """
    barred = [in_words(one) for one in request.actions if one not in ON_A_LOW_SCORE]
    may_turn = request.kind == "mg" and barred == ["wheel"]
    if request.band == "1-0" and barred and not may_turn:
        message = f"on a score of 1 or 0 a unit fires or holds its fire, and does not {barred[0]}"
        yield Objection(rule="act-table", message=message, path="$.actions")
    if "move" in request.actions and request.formation in STILL and request.new_formation is None:
        message = f"infantry in {_worded(request.formation)} makes no step"
        yield Objection(rule="move-who", message=message, path="$.actions")


# ---------------------------------------------------------------- what is demanded


def _order_in_force(request: OrderLegalityRequest) -> Order | None:
    """Return the order, a counter attack that is called for being an attack; no battalion in Defence leaves its works.

    Rules: orders-counter-attack.
    """
    called = request.order == "counter_attack" and any(calls_for_attack(enemy) for enemy in request.enemies)
    return "attack" if called and request.formation != "defence" else request.order


def _demand_of_order(request: OrderLegalityRequest, order: Order) -> OrderDemand:
    formation = _formation_demanded(request, order)
    rule = f"orders-{order}".replace("_", "-")
    if request.order == "counter_attack":
        rule = "orders-counter-attack"
    if formation is not None and request.can_change_formation:
        return OrderDemand(demand="change_formation", formation=formation, order=order, rule=rule)
    goal = {"attack": 1, "probe": EFFECTIVE_RANGE}.get(order)
    now = _nearest(request)
    can_advance = request.can_come_nearer and formation is None and request.formation not in STILL
    if goal is not None and now is not None and now > goal and can_advance:
        return OrderDemand(demand="advance", formation=None, order=order, rule=rule)
    return NO_DEMAND


def _formation_demanded(request: OrderLegalityRequest, order: Order) -> Formation | None:
    """Return the formation into which a unit must change next; None if its own will do.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack, formations-sequence.
    """
    formation, now = request.formation, _nearest(request)
    if request.kind == "cavalry" and order in ("defend", "counter_attack"):
        # The way down from scouting leads through mounted.
        return _TOWARDS_DISMOUNTED.get(formation)
    if request.kind != "infantry":
        return None
    if order == "attack":
        return "waves" if formation == "firing_line" else None
    if order == "probe":
        # A line cannot step, so whether it could come nearer does not matter yet.
        far = now is not None and now > EFFECTIVE_RANGE
        return "waves" if far and formation == "firing_line" else None
    if formation == "masses":
        return "waves" if now is not None and now <= RESERVE_DISTANCE else None
    return "firing_line" if formation == "waves" and order == "defend" else None


def _nearest(request: OrderLegalityRequest) -> int | None:
    return min((enemy.range for enemy in request.enemies), default=None)


def _nearest_after(request: OrderLegalityRequest) -> int | None:
    return min((_range_after(enemy) for enemy in request.enemies), default=None)


def _range_after(enemy: KnownEnemy) -> int:
    return enemy.range if enemy.range_after is None else enemy.range_after


# ---------------------------------------------------------------- what is forbidden


def _advances(request: OrderLegalityRequest) -> bool:
    """Return whether a unit comes nearer to the enemy, or does what may take the place of that.

    Deploying into waves, mounting, and replacing casualties take the place of a move; a unit that makes a step as well
    must come nearer by it.

    Rules: orders-attack, orders-probe, fire-12-replace.
    """
    if "move" not in request.actions:
        return "replace_casualties" in request.actions or request.new_formation in ("waves", *HORSED)
    now, then = _nearest(request), _nearest_after(request)
    return now is not None and then is not None and then < now


def _attack_objections(request: OrderLegalityRequest) -> Iterator[Objection]:
    """Refuse formations in which infantry does not attack, and drawing off from an enemy that it has reached.

    Rules: orders-attack.
    """
    if request.kind == "infantry" and request.new_formation in STILL:
        message = f"infantry attacks in masses or waves, not in {_worded(request.new_formation)}"
        yield Objection(rule="orders-attack", message=message, path="$.new_formation")
    now, then = _nearest(request), _nearest_after(request)
    if now == 1 and then is not None and then > now:
        message = "it has closed with the enemy; it may not draw off"
        yield Objection(rule="orders-attack", message=message, path="$.actions")


def _probe_objections(request: OrderLegalityRequest) -> Iterator[Objection]:
    """Refuse infantry that deploys too far off or comes too near, and cavalry that charges a steady front.

    Rules: orders-probe.
    """
    rule, now, then = "orders-probe", _nearest(request), _nearest_after(request)
    if request.kind == "infantry" and now is not None and then is not None:
        if request.new_formation == "firing_line" and then > EFFECTIVE_RANGE:
            message = f"infantry that probes deploys at {EFFECTIVE_RANGE} squares from an enemy, not yet at {then}"
            yield Objection(rule=rule, message=message, path="$.new_formation")
        if then < min(now, NEAREST_PROBE):
            message = f"infantry that probes goes no closer than {NEAREST_PROBE} squares"
            yield Objection(rule=rule, message=message, path="$.actions")
    if request.kind == "cavalry":
        for number, enemy in enumerate(request.enemies):
            aspect = enemy.aspect_after or enemy.aspect
            exposed = enemy.in_open and aspect in EXPOSED
            if _range_after(enemy) == 1 < enemy.range and not exposed:
                message = "cavalry that probes closes only with an enemy in the open, on its flank or rear"
                yield Objection(rule=rule, message=message, path=f"$.enemies[{number}]")


def _hold_objections(request: OrderLegalityRequest, demand: OrderDemand) -> Iterator[Objection]:
    """Refuse a unit that is to defend a step, or a formation in which it does not defend.

    Rules: orders-defend, orders-counter-attack.
    """
    rule = f"orders-{demand.order}".replace("_", "-")
    if "move" in request.actions:
        message = f"with the order {_worded(demand.order)} it holds its position; it may wheel or fire there"
        yield Objection(rule=rule, message=message, path="$.actions")
    new = request.new_formation
    if new is None or new == demand.formation:
        return
    fits: tuple[Formation, ...] = ("firing_line",) if demand.order == "defend" else ("firing_line", "waves")
    if request.formation == "masses":
        fits = ("waves",)
    if request.kind == "cavalry":
        fits = ("dismounted", "mounted") if request.formation == "scouting" else ("dismounted",)
    if new not in fits:
        message = (
            f"with the order {_worded(demand.order)} it changes from {_worded(request.formation)} only to "
            + " or ".join(map(_worded, fits))
        )
        yield Objection(rule=rule, message=message, path="$.new_formation")


def _fire_objections(request: OrderLegalityRequest) -> Iterator[Objection]:
    """Refuse a unit that stays in place and does not fire, though it has a target.

    Rules: fire-2-must-fire.
    """
    owes = request.band != "below0" and not _is_exempt_from_fire(request)
    if owes and "fire" not in request.actions and any(enemy.is_target for enemy in request.enemies):
        message = "it has an observed target and stays in place, so it must fire"
        yield Objection(rule="fire-2-must-fire", message=message, path="$.actions")


def _is_exempt_from_fire(request: OrderLegalityRequest) -> bool:
    return any(action in EXEMPT_FROM_FIRE for action in request.actions)


def _worded(text: str | None) -> str:
    """Return an order or a formation in words."""
    return in_words(text or "none")


# ---------------------------------------------------------------- new orders
