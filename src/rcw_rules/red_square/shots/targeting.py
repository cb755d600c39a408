"""Targeting: which units a firer may fire at, with its weapon and in its circumstances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.red_square.fire import harmless
from rcw_rules.red_square.ground import (
    Field,
    band_at,
    half_angle_of,
    in_arc,
    is_concealed,
    is_observed,
    is_observed_by,
    is_on_table,
    is_reverse_slope,
    ranges_from,
    reach_of,
    sight_of,
    where,
)
from rcw_rules.red_square.model import (
    BROKEN_STATES,
    FIGURES,
    GOOD_BANDS,
    HORSED,
    RINGS_THAT_DISABLE,
    Band,
    Unit,
    Weapon,
    enemy_of,
)
from rcw_rules.red_square.movement import bases_with_horses
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.gun_positions import DEAD_ZONES, dead_zone_rule, not_ready
from rcw_rules.red_square.shots.observation import INDIRECT_GUNS, IndirectObservationRequest, indirect_objections
from rcw_rules.red_square.units import weapons_of

Opportunity: TypeAlias = Literal["activation", "held", "threat", "open_sights"]
"""What lets a unit fire: its own activation, the fire that it held, or before its activation an enemy that threatens it
or, for guns, comes within small-arms range."""

MOVING_RANGE = 2  # fire-3-moving-infantry
AEROPLANE = "aeroplane"
LEAST_TURNS = (0, 1, -1, 2, -2)  # mg-move-or-fire: 90 degrees either way bring everything into an arc of 90


@frozen(kw_only=True, cache_hash=True)
class Shooting:
    """The circumstances in which a unit fires.

    Attributes:
        opportunity: What lets it fire.
        band: How well it was activated.
        card: The card that it is activated on; "" for none, as for MGs without one of their own.
        moved: Whether it made a step or a wheel in this activation, or was run up to its obstacle. MGs turn freely.
        stepped: Whether it made a step in this activation.
        changed: Whether it changed formation, mounted, dismounted or unlimbered in this activation.
        has_fired: Whether it has fired in this activation already: other vehicles of a detachment, other weapons of a
            train, or infantry in Defence to another side.
        has_observed: Whether it has tried to observe in this activation already; it may do so once.
        card_given_up: Whether its vehicles have given up a card in this activation, for another shot.
    """

    opportunity: Opportunity = "activation"
    band: Band = "automatic"
    card: Annotated[str, Size(0, 3, rule="fire-3-moving-infantry")] = ""
    moved: Annotated[bool, Cites("fire-3-moving-infantry")] = False
    stepped: Annotated[bool, Cites("fire-mod-line")] = False
    changed: bool = False
    has_fired: Annotated[bool, Cites("fire-1-who")] = False
    has_observed: Annotated[bool, Cites("obs-roll")] = False
    card_given_up: Annotated[bool, Cites("fire-7-card-offset")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a step without a move."""
        if self.stepped and not self.moved:
            yield Problem(".stepped", "a unit that made a step has moved; set moved as well", "bad-input")


AT_REST = Shooting()


@frozen(kw_only=True)
class Book:
    """What is looked up to judge a shot.

    Attributes:
        charts: The charts in force.
        options: The options in force.
    """

    charts: Mapping[str, Chart]
    options: Options


@frozen(kw_only=True)
class Aim:
    """A unit that takes aim.

    Attributes:
        field: The field.
        firer: The unit that fires, as it stands now.
        weapon: The weapon.
        book: The charts and options in force.
        shooting: The circumstances.
        spotter: For howitzers and heavy guns: the name of the unit that is their post, or "aeroplane"; "" for none.
        area: For fire at an area, which needs no observed target: the square; else None.
    """

    field: Field
    firer: Unit
    weapon: Weapon
    book: Book
    shooting: Shooting = AT_REST
    spotter: str = ""
    area: Square | None = None

    @property
    def unobserved(self) -> bool:
        """Whether it fires at an area."""
        return self.area is not None

    def distance(self, target: Unit) -> int:
        """Return how many squares away a unit is."""
        return self.field.distance(self.firer, target)


@frozen(kw_only=True)
class Target:
    """A unit that may be fired at.

    Attributes:
        name: Its name.
        range: How many squares away it is.
        must_test: Whether it must be observed first, by dice.
        unit: The unit.
        weapon: The weapon that is fired at it.
    """

    name: str
    range: int
    must_test: bool
    unit: Unit
    weapon: Weapon


@frozen(kw_only=True)
class Refused:
    """A unit that may not be fired at.

    Attributes:
        name: Its name.
        objections: Why.
    """

    name: str
    objections: tuple[Objection, ...]


@frozen(kw_only=True)
class Targets:
    """The units of the other side, as targets of a firer.

    Attributes:
        eligible: Those that it may fire at, nearest first, then in the order of the rosters.
        refused: The others, in the order of the rosters.
        objections: Why it may not fire at all.
    """

    eligible: tuple[Target, ...] = ()
    refused: tuple[Refused, ...] = ()
    objections: tuple[Objection, ...] = ()

    @property
    def observed(self) -> tuple[Target, ...]:
        """Targets that need no test; a unit that has one and does nothing else must fire (fire-2-must-fire)."""
        return tuple(target for target in self.eligible if not target.must_test)


def targets(
    field: Field,
    firer: Unit,
    book: Book,
    *,
    shooting: Shooting = AT_REST,
    weapon: Weapon | None = None,
    spotter: str = "",
) -> Targets:
    """Return the units that a unit may fire at, and why it may not fire at the others.

    Args:
        field: The field.
        firer: The unit that fires, as it stands now.
        book: The charts and options in force.
        shooting: The circumstances.
        weapon: With which weapon; None for whichever may be fired at each.
        spotter: For howitzers and heavy guns: the name of the unit that is their post, or "aeroplane".

    Rules: fire-1-who, fire-1-target-in-square.
    """
    objections = tuple(firer_objections(field, firer, book.options, shooting))
    if objections:
        return Targets(objections=objections)
    refused: list[Refused] = []
    for enemy in field.of(enemy_of(firer.side)):
        used = weapon or weapon_against(field, firer, enemy, book)
        aim = Aim(field=field, firer=firer, weapon=used, book=book, shooting=shooting, spotter=spotter)
        found = tuple(target_objections(aim, enemy))
        if found:
            refused.append(Refused(name=enemy.name, objections=found))
    eligible = eligible_targets(field, firer, book, shooting=shooting, weapon=weapon, spotter=spotter)
    return Targets(eligible=eligible, refused=tuple(refused))


def eligible_targets(
    field: Field,
    firer: Unit,
    book: Book,
    *,
    shooting: Shooting = AT_REST,
    weapon: Weapon | None = None,
    spotter: str = "",
) -> tuple[Target, ...]:
    """Return the units that a unit may fire at, nearest first, then in the order of the rosters.

    It asks as `targets` does, with the same arguments, and does not look for reasons against the others.

    Rules: fire-1-who, fire-1-target-in-square.
    """
    if next(firer_objections(field, firer, book.options, shooting), None) is not None:
        return ()
    eligible: list[Target] = []
    farthest = max(reach_of(book.charts, one) for one in ((weapon,) if weapon else weapons_of(firer)))
    ranges = ranges_from(field.board, where(firer))
    for enemy in field.of(enemy_of(firer.side)):
        squares = ranges[where(enemy)]
        if squares > farthest:
            continue  # as most are
        used = weapon or weapon_against(field, firer, enemy, book)
        aim = Aim(field=field, firer=firer, weapon=used, book=book, shooting=shooting, spotter=spotter)
        if next(target_objections(aim, enemy), None) is None:
            must_test = needs_test(aim, enemy)
            eligible.append(Target(name=enemy.name, range=squares, must_test=must_test, unit=enemy, weapon=used))
    eligible.sort(key=lambda target: target.range)
    return tuple(eligible)


def weapon_against(field: Field, firer: Unit, target: Unit, book: Book) -> Weapon:
    """Return the weapon that a unit fires at a target when its player does not say: the first that may.

    The guns of a train and of a tank come before their MGs.

    Rules: units-afv, train-2-armament, fire-armour-eligibility.
    """
    arms = weapons_of(firer)
    if len(arms) == 1:
        return arms[0]
    arms = tuple(sorted(arms, key=lambda weapon: weapon == "mg"))
    squares = field.distance(firer, target)
    for weapon in arms:
        if not proof_against(weapon, target, squares, book):
            return weapon
    return arms[0]


# -------------------------------------------------------------------- who fires


def firer_objections(field: Field, firer: Unit, options: Options, shooting: Shooting) -> Iterator[Objection]:
    """Yield why a unit may not fire at all.

    Rules: fire-1-who, mg-move-or-fire, opt-ac-single-fire, train-3-movement.
    """
    if not is_on_table(firer):
        yield _bar("fire-1-who", f"{firer.name!r} is not on the table; only units on it may fire")
        return
    yield from _unfit_to_fire(field, firer)
    if shooting.band == "below0":
        yield _bar("fire-1-who", "a unit with a score below 0 does not fire; it needs 0 or better", "$.shooting.band")
    if firer.kind == "mg" and shooting.moved:
        yield _bar("mg-move-or-fire", "MGs do not move and fire in one activation; they may turn", "$.shooting.moved")
    if firer.kind == "train" and (shooting.moved or firer.this_turn.moved):
        yield _bar("train-3-movement", "a train that has moved in this turn does not fire; a stationary one does")
    if shooting.has_fired and not fires_more_than_once(field, firer):
        yield _bar("fire-1-who", "it has fired in this activation; one shot is allowed", "$.shooting.has_fired")
    fired_before = firer.this_turn.fired and not shooting.has_fired
    if options.ac_single_fire and firer.kind == "armoured_car" and fired_before:
        message = "with the option ac_single_fire an armoured car fires in one of its activations of a turn only"
        yield _bar("opt-ac-single-fire", message)


def _unfit_to_fire(field: Field, firer: Unit) -> Iterator[Objection]:
    """Yield why a unit cannot fire as it is, whatever it does.

    Rules: fire-1-who, art-1-observed, fire-10-fate, at-results, train-7-hits, artpos-three-turns.
    """
    if not weapons_of(firer):
        word = in_words(firer.kind)
        yield _bar("fire-1-who", f"{word} units do not fire; infantry, dismounted cavalry, guns, MGs and armour do")
    if firer.formation in HORSED:
        yield _bar("fire-1-who", f"{firer.formation} cavalry does not fire at a distance; dismounted it may")
    if firer.formation == "limbered":
        yield _bar("art-1-observed", "limbered guns do not fire; deployed ones may")
    if firer.bases == bases_with_horses(field, firer):
        yield _bar(
            "fire-1-who", "the last base of a dismounted regiment holds the horses; two bases are needed to fire"
        )
    if firer.state in BROKEN_STATES:
        yield _bar("fire-1-who", f"a unit that is {firer.state} does not fire; once it has rallied it may")
    if firer.kind == "mg" and firer.pinned >= firer.bases:
        yield _bar("fire-10-fate", "all of its MGs are pinned; they fire again when their unit's next card is done")
    if firer.is_pinned:
        yield _bar("at-results", "the heavy tank is pinned for a turn and does not fire")
    if firer.kind == "train" and firer.rings >= RINGS_THAT_DISABLE:
        yield _bar("train-7-hits", "the train is disabled for good and fires no more")
    reason = not_ready(firer.position, firer.stage, firer.stage_turn, field.turn)
    if reason:
        yield _bar("artpos-three-turns", reason)


def _bar(rule: str, message: str, path: str = "$.firer") -> Objection:
    return Objection(rule=rule, message=message, path=path)


def fires_more_than_once(field: Field, firer: Unit) -> bool:
    """Return whether a unit makes several shots in an activation: single vehicles, trains, Defence to each side.

    Rules: fire-6-per-unit, train-2-armament, dig-3-defence.
    """
    if firer.kind == "train" or firer.formation == "defence" or is_beside_defence(field, firer):
        return True
    return firer.is_vehicle_target and firer.bases > 1


def is_beside_defence(field: Field, unit: Unit) -> bool:
    """Return whether an MG company is part of the position of infantry in Defence.

    Rules: dig-3-defence.
    """
    head = field.find(unit.accompanies) if unit.kind == "mg" else None
    return head is not None and head.formation == "defence" and head.square == unit.square


# -------------------------------------------------------------------- at whom


def target_objections(aim: Aim, target: Unit) -> Iterator[Objection]:
    """Yield why a unit that may fire may not fire at a target.

    Rules: fire-1-target-in-square, fire-armour-eligibility, artpos-masked-engage, obs-roll, art-1-observed.
    """
    if not is_on_table(target) or target.side == aim.firer.side:
        yield _bar("fire-1-who", f"{target.name!r} is not an enemy on the table; fire at one that is", "$.target")
        return
    objection = sheltered(aim.field, target)
    if objection:
        yield objection
    yield from square_objections(aim, where(target), target)
    armour = proof_against(aim.weapon, target, aim.distance(target), aim.book)
    if armour:
        yield armour
    if target.position == "masked" and aim.weapon not in INDIRECT_GUNS:
        yield _bar("artpos-masked-engage", "masked guns are engaged by howitzers and heavy guns only", "$.weapon")
    if aim.spotter:
        yield from indirect_objections(spotting_of(aim, target), path="$.spotter")
    yield from _unobserved(aim, target)


def square_objections(aim: Aim, square: Square, target: Unit | None = None) -> Iterator[Objection]:
    """Yield why a unit may not fire into a square, whatever is there: range, dead zone, moving, arc, sight, friends.

    Args:
        aim: Who fires.
        square: The square.
        target: The unit fired at; None for fire at an area.

    Rules: fire-range-table, artpos-semi-masked, artpos-masked, fire-3-moving-infantry.
    """
    firer, shooting, weapon = aim.firer, aim.shooting, aim.weapon
    path = "$.target" if target else "$.area"
    squares = ranges_from(aim.field.board, where(firer))[square]
    reach = reach_of(aim.book.charts, weapon)
    if not 1 <= squares <= reach:
        message = f"range {squares} with {in_words(weapon)}; 1 to {reach} is allowed"
        yield _bar("fire-range-table", message, path)
    dead_zone = DEAD_ZONES[firer.position]
    if squares <= dead_zone:
        message = f"range {squares} lies in the dead zone of {firer.position.replace('_', '-')} guns"
        yield _bar(dead_zone_rule(firer.position), f"{message}; from {dead_zone + 1} on they may fire", path)
    if shooting.moved and weapon == "rifles":
        rule = "fire-3-moving-infantry"
        if shooting.card[-1:] != "H":
            yield _bar(rule, "infantry that moves fires only if it is activated on a heart", "$.shooting.card")
        if squares > MOVING_RANGE:
            yield _bar(rule, f"infantry that moves fires at {MOVING_RANGE} squares at most, not at {squares}", path)
    if squares:
        yield from _outside_arc(aim, square, path)
        yield from _out_of_sight(aim, square, target, path)


def sheltered(field: Field, target: Unit) -> Objection | None:
    """Return why a unit cannot be picked out among those in its square, if it cannot.

    MG companies hide behind any other combat unit there; command figures and horse holders behind MGs too.

    Rules: fire-1-target-in-square.
    """
    if target.kind not in ("mg", *FIGURES, "horse_holders"):
        return None
    screens = [unit for unit in field.at(where(target)) if unit.kind not in (*FIGURES, "horse_holders")]
    if target.kind == "mg":
        screens = [unit for unit in screens if unit.kind != "mg"]
    if not screens:
        return None
    names = " or ".join(repr(unit.name) for unit in screens)
    message = f"{target.name!r} is sheltered by those with it in the square; fire at {names}"
    return Objection(rule="fire-1-target-in-square", message=message, path="$.target")


def proof_against(weapon: Weapon, target: Unit, squares: int, book: Book) -> Objection | None:
    """Return why a weapon cannot harm a vehicle, tchanka or train, if it cannot.

    Guns, those of tanks among them, harm everything. MGs harm armoured cars and light tanks at close range, lorries and
    tchankas at any; rifles only these, at close or effective range.

    Rules: fire-armour-eligibility, opt-mg-heavy-tank.
    """
    if not target.is_vehicle_target:
        return None
    band = band_at(book.charts, weapon, squares) or "long"
    return harmless(weapon, target.kind, book.options, band)


def spotting_of(aim: Aim, target: Unit) -> IndirectObservationRequest:
    """Return the question whether the target is pointed out to howitzers or heavy guns.

    Rules: art-indirect.
    """
    field, guns, square = aim.field, aim.firer, where(target)
    weapon: Any = aim.weapon
    if aim.spotter == AEROPLANE:
        return IndirectObservationRequest(
            guns=weapon, by="aeroplane", aeroplane_over_target=guns.side in field.aeroplanes
        )
    post = field.unit(aim.spotter)
    return IndirectObservationRequest(
        guns=weapon,
        post_kind=post.kind,
        post_range=field.distance(guns, post),
        post_sees=sight_of(field, post, square).is_clear,
        post_has_observed=not is_concealed(field, target) or is_observed_by(field, target, post),
    )


def needs_test(aim: Aim, target: Unit) -> bool:
    """Return whether a unit must first observe a target by dice.

    Not for fire at an area or over open sights, and not guns that have others to look for them.

    Rules: obs-concealment, obs-share, obs-area-fire, art-open-sights.
    """
    if aim.unobserved or aim.spotter or aim.shooting.opportunity == "open_sights":
        return False
    return is_concealed(aim.field, target) and not is_observed_by(aim.field, target, aim.firer)


def _unobserved(aim: Aim, target: Unit) -> Iterator[Objection]:
    """Yield why a concealed target cannot be observed now.

    Rules: obs-roll, art-1-observed, artpos-masked-engage, fire-2-hold.
    """
    if not needs_test(aim, target):
        return
    rule = "obs-roll" if aim.firer.guns is None else "art-1-observed"
    rule = "artpos-masked-engage" if target.position == "masked" else rule
    is_short = aim.shooting.band not in GOOD_BANDS
    if aim.shooting.opportunity == "held":
        message = f"{target.name!r} is concealed; held fire is for those that are seen, or observed already"
        yield _bar("fire-2-hold", message, "$.target")
    elif is_short:
        message = f"{target.name!r} is not observed; a test for that takes an activation of 2 or better"
        yield _bar(rule, message, "$.target")
    elif aim.shooting.has_observed:
        message = f"{target.name!r} is not observed; one attempt to observe is made in an activation"
        yield _bar("obs-roll", message, "$.shooting.has_observed")
    elif aim.distance(target) >= d6.sides * dice_to_observe(aim.field, aim.firer, target):
        yield _bar(rule, f"{target.name!r} is not observed, and too far away for any roll", "$.target")


def dice_to_observe(field: Field, observer: Unit, target: Unit) -> int:
    """Return how many dice a unit rolls to observe another.

    Rules: obs-extra-die, obs-dawn.
    """
    by_guns = has_deployed_guns(observer) and not field.before_dawn
    at_guns = fired_lately(field, target) and target.position != "masked"
    return 2 if by_guns or at_guns else 1


def has_deployed_guns(unit: Unit) -> bool:
    """Return whether a unit observes as unlimbered artillery does; a train is always ready.

    Rules: obs-extra-die, train-2-armament.
    """
    return unit.kind == "train" or unit.formation == "deployed"


def fired_lately(field: Field, unit: Unit) -> bool:
    """Return whether a unit is artillery that fired in this turn or the last.

    Rules: obs-extra-die.
    """
    return unit.guns is not None and unit.fired_in > 0 and unit.fired_in >= field.turn - 1


# -------------------------------------------------------------------- arcs and sight


def is_known_behind_its_crest(field: Field, target: Unit, firer: Unit) -> bool:
    """Return whether a unit is a masked battery on a reverse slope that was observed, so that howitzers reach it.

    Rules: art-los-hedge.
    """
    if target.position != "masked" or not is_observed(field, target):
        return False
    return is_reverse_slope(field, where(target), where(firer), field.edge_of(target.side))


def facing_to_fire(field: Field, firer: Unit, square: Square) -> Facing:
    """Return where a unit faces to fire into a square: MG companies turn as little as they must, others not at all.

    Of two turns as short as each other the clockwise one is made.

    Rules: mg-move-or-fire, geo-front-arc.
    """
    grid = field.board.grid
    if firer.kind != "mg" or is_beside_defence(field, firer):
        return firer.facing
    for eighths in LEAST_TURNS:
        facing = grid.turned(firer.facing, eighths)
        if in_arc(grid, where(firer), facing, square, half_angle_of("mg")):
            return facing
    return firer.facing


def _outside_arc(aim: Aim, square: Square, path: str) -> Iterator[Objection]:
    """Yield why a square is not in front of the firer; MGs turn as they like, Defence and trains fire to every side.

    Rules: fire-1-who, tchanka-activation, mg-move-or-fire, dig-3-defence, train-2-armament.
    """
    firer, grid = aim.firer, aim.field.board.grid
    if firer.kind in ("mg", "train") or firer.formation == "defence":
        return
    half_angle = half_angle_of(firer.kind)
    if firer.kind == "tchanka" and aim.shooting.moved:
        if not in_arc(grid, where(firer), grid.turned(firer.facing, 4), square, half_angle):
            yield _bar("tchanka-activation", "a tchanka that moved in this activation fires to its rear only", path)
    elif not in_arc(grid, where(firer), firer.facing, square, half_angle):
        yield _bar("fire-1-who", f"the target is more than {half_angle} degrees off its front, {firer.facing}", path)


def _out_of_sight(aim: Aim, square: Square, target: Unit | None, path: str) -> Iterator[Objection]:
    """Yield what stands between a unit and a square: what hides it from guns without a spotter, and friends.

    Rules: fire-4-los, fire-5-overhead, artpos-masked, artpos-masked-engage, art-indirect.
    """
    masked_battery = target is not None and target.position == "masked"
    known = target is not None and is_known_behind_its_crest(aim.field, target, aim.firer)
    seen = sight_of(aim.field, aim.firer, square, weapon=aim.weapon, observed_masked_battery=known)
    if not seen.is_clear and not aim.spotter:
        first = seen.blocked_by[0]
        message = f"the {first.reason} at {' and '.join(map(str, first.squares))} blocks the line of sight"
        if aim.weapon in INDIRECT_GUNS:
            message += "; a post or an aeroplane may look for the guns"
        is_unknown = target is not None and masked_battery and not is_observed(aim.field, target)
        rule = "artpos-masked-engage" if is_unknown else "fire-4-los"
        yield _bar(rule, message, path)
    elif aim.firer.position == "masked" and not aim.spotter:
        message = "masked howitzers need a spotter: a post or an aeroplane"
        yield _bar("artpos-masked", message, "$.spotter")
    if seen.friends_in_the_way:
        message = f"friends at {' and '.join(map(str, seen.friends_in_the_way))} are in the way; "
        message += "MGs and guns need a clear square on either side of them, others higher ground"
        yield _bar("fire-5-overhead", message, path)
