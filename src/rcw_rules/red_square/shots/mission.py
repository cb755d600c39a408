"""A whole shot on the field: its target, observation, dice, trenches, buildings, wire, scouts, and units that break."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import DrawnFrom, Pile, is_heart, wrong_cards
from rcw_rules.red_square.fire import SMALL_ARMS, FireProfileOutcome, FireRequest
from rcw_rules.red_square.ground import (
    STONE_BUILDING,
    AreaFire,
    Field,
    Observation,
    change,
    changes,
    comes_into_view,
    cover_against,
    is_building,
    is_on_table,
    many,
    numbers,
    where,
    without_markers,
)
from rcw_rules.red_square.model import ARMOUR, GUNS, CardCode, Name, Unit, Weapon, enemy_of
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.area_fire import area_objections, possible_targets
from rcw_rules.red_square.shots.breaking import begin_retreat, break_if_shaken, rest_of
from rcw_rules.red_square.shots.choosing import choose_target
from rcw_rules.red_square.shots.profiles import area_name, observation_of, profile_of
from rcw_rules.red_square.shots.scouting import ScoutingContactRequest
from rcw_rules.red_square.shots.targeting import (
    AEROPLANE,
    AT_REST,
    Aim,
    Book,
    Shooting,
    Target,
    facing_to_fire,
    firer_objections,
    needs_test,
    proof_against,
    spotting_of,
    target_objections,
    targets,
    weapon_against,
)
from rcw_rules.red_square.units import BuildingFireRequest, TrenchRollRequest, WireRequest, weapons_of

Shot: TypeAlias = Literal["fired", "without_dice", "not_observed", "not_pointed_out", "no_second_heart"]
"""The result of a shot: fired, with no dice left, or lost because the target was not observed or not pointed out, or
because no second heart was drawn."""


@frozen(kw_only=True)
class FireMissionOutcome:
    """What a shot did.

    Attributes:
        shot: Its result.
        target: The name of the unit that it was aimed at; "" for fire into an area without a unit.
        hits: The hit markers that it caused; the target may have shed them at once, by breaking or as scouts.
        units: Every unit that changed, as it is now; the firer first.
        observations: The observations made.
        area_fire: The fire into an area, to be remembered for the turn.
        burning: The square whose building has caught fire.
        wire_removed: The square whose wire is gone.
        broken: Whether the target broke at once.
        cards: The cards drawn, in order; none are named where the request names no deck.
        surrendered: The unplayed cards that were given up for the shot, or that the target lost by breaking.
    """

    shot: Shot
    target: str
    hits: int
    units: tuple[Unit, ...]
    observations: tuple[Observation, ...] = ()
    area_fire: AreaFire | None = None
    burning: Square | None = None
    wire_removed: Square | None = None
    broken: bool = False
    cards: tuple[CardCode, ...] = ()
    surrendered: tuple[CardCode, ...] = ()

    def summary(self, request: FireMissionRequest) -> str:
        """Return the hits, and what became of the target and of what it stands in."""
        return sentences(*self.told(request.field, request.firer, request.area))

    def told(self, before: Field, firer: str, area: Square | None = None) -> tuple[str, ...]:
        """Return what the shot did, one text a sentence.

        Args:
            before: The field before the shot.
            firer: The name of the unit that fired.
            area: The square aimed at, for fire into an area.
        """
        aim = self.target or (f"the area of {area}" if area is not None else "an area")
        others = changes(before.units, self.units, firer, self.target)
        lost = f"{counted(len(self.surrendered), 'unplayed card')} of the two sides "
        lost += f"{'is' if len(self.surrendered) == 1 else 'are'} given up or lost"
        return (
            *self._on_target(before, firer, aim),
            *others,
            f"the buildings at {self.burning} catch fire" if self.burning is not None else "",
            f"the wire at {self.wire_removed} is removed" if self.wire_removed is not None else "",
            lost if self.surrendered else "",
        )

    def _on_target(self, before: Field, firer: str, aim: str) -> Iterator[str]:
        now = next((unit for unit in self.units if unit.name == self.target), None)
        was = before.unit(self.target) if self.target else None
        match self.shot:
            case "fired" if (
                was is not None and now is not None and now.markers == was.markers + self.hits and self.hits
            ):
                markers = numbers(was.markers, now.markers)
                yield f"{firer} fires at {aim}, which takes {counted(self.hits, 'hit marker')} {markers}"
                was = without_markers(was, now)
            case "fired":
                yield f"{firer} fires at {aim} and scores {many(self.hits, 'hit')}"
            case "without_dice":
                yield f"{firer} fires at {aim} without a shot die, to no effect"
            case "not_observed":
                yield f"{firer} does not observe {aim}, and the shot is lost"
            case "not_pointed_out":
                yield f"{aim} is not pointed out to {firer}, and the shot is lost"
            case "no_second_heart":
                yield f"{firer} draws no second heart, and the shot at {aim} is lost"
        if self.broken:
            yield f"{aim} breaks at once"
        if was is not None and now is not None:
            yield change(was, now)


@frozen(kw_only=True, cache_hash=True)
class FireMissionRequest(Request[FireMissionOutcome]):
    """A unit on the field that fires.

    Attributes:
        field: The field.
        firer: The name of the unit that fires.
        target: The name of its target; "" lets the player choose one.
        area: For fire into an area without observation: the square aimed at.
        shooting: The circumstances.
        weapon: The weapon, for vehicles with two and for trains; None for the guns of a train, for the gun of a vehicle
            that may use it, and wherever there is one only.
        vehicles: How many vehicles of a detachment fire at this target; None for all.
        spotter: For howitzers and heavy guns without a line of sight of their own: the name of the unit that is their
            post, or "aeroplane".
        deck: The cards left to draw from; None for a whole fresh deck with two jokers.
        discards: The cards that are shuffled to draw on when those are exhausted.
    """

    recurs = False

    field: Field
    firer: Name
    target: Annotated[str, Size(0, 100)] = ""
    area: Annotated[Square | None, Cites("obs-area-fire")] = None
    shooting: Shooting = AT_REST
    weapon: Weapon | None = None
    vehicles: Annotated[int, Range(1, 6, rule="fire-6-per-unit")] | None = None
    spotter: Annotated[str, Size(0, 100), Cites("art-indirect")] = ""
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        firer = self.field.find(self.firer)
        if firer is None:
            yield Problem(".firer", f"{self.firer!r} is not a unit on the field", "bad-input")
        if self.target and self.field.find(self.target) is None:
            yield Problem(".target", f"{self.target!r} is not a unit on the field", "bad-input")
        if self.area is not None and not self.field.board.grid.has(self.area):
            yield Problem(".area", f"{self.area} is not on the board", "bad-input")
        post = self.field.find(self.spotter)
        is_friend = post is not None and firer is not None and post.side == firer.side and is_on_table(post)
        if self.spotter not in ("", AEROPLANE) and not is_friend:
            yield Problem(
                ".spotter", f"{self.spotter!r} is neither a friend on the table nor {AEROPLANE!r}", "bad-input"
            )
        if self.area is not None and self.target:
            message = "must be empty for fire at an area: the firer chooses which unit there is hit"
            yield Problem(".target", message, "obs-area-fire")
        if self.area is not None and self.spotter:
            yield Problem(".spotter", "must be empty for fire at an area, which needs no observation", "obs-area-fire")
        held = (self.shooting.card,) if self.shooting.card else ()
        yield from wrong_cards((".shooting.card", held), (".deck", self.deck), (".discards", self.discards))
        if firer is None:
            return
        arms = weapons_of(firer)
        if self.weapon is not None and arms and self.weapon not in arms:
            yield Problem(".weapon", f"{self.firer!r} fires {' or '.join(arms)}, not {self.weapon}", "bad-input")
        if firer.kind in ARMOUR and not arms:
            yield Problem(".firer", f"the weapons of {self.firer!r} are missing", "units-afv")
        if self.vehicles is not None and (not firer.is_vehicle_target or self.vehicles > firer.bases):
            yield Problem(".vehicles", f"{self.firer!r} has fewer vehicles than that", "fire-6-per-unit")


def meadow() -> Field:
    """Return the field of the examples: a line in the open, and waves three squares in front of it."""
    board = SquareMap(title="A meadow", grid=SquareGrid(columns=6, rows=10))
    red = Unit(
        name="1st battalion",
        side="red",
        kind="infantry",
        square=(2, 2),
        bases=4,
        formation="firing_line",
        order="defend",
    )
    white = Unit(
        name="Kornilov battalion",
        side="white",
        kind="infantry",
        square=(2, 5),
        facing="S",
        bases=4,
        formation="waves",
        order="attack",
        visible=True,
    )
    return Field(board=board, units=(red, white))


def _example() -> FireMissionRequest:
    return FireMissionRequest(field=meadow(), firer="1st battalion", target="Kornilov battalion")


@procedure(
    "red_square.fire_mission",
    title="What does this shot do?",
    rules=("fire-1-who",),
    example=_example,
)
def fire_mission(request: FireMissionRequest, umpire: Umpire[Options]) -> FireMissionOutcome:
    """Carry out a shot on the field from the choice of a target to a unit that breaks.

    In this order: whether the shot is allowed; with the option second_heart the card of infantry that moved; the die of
    guns that others look for; the dice to observe a concealed target; the target's digging markers, if any die is going
    to be rolled against it; the shot dice, of several vehicles all together; scouts that slip away; the card for a
    building; the cards for wire; last whether the target breaks. A shot without dice does nothing, though it was the
    unit's shot.

    Raises:
        IllegalRequestError: If the shot is not allowed.

    Rules: fire-1-who, fire-3-moving-infantry, fire-min-dice, fire-8-accumulate, opt-second-heart.
    """
    field, pile, book = request.field, Pile.of(request.deck, request.discards, is_heart), _book(umpire)
    aim, target = _aimed(umpire, request, book)
    field = field.with_units(aim.firer)
    lost: Shot | None = None
    if target is not None:
        lost, field, pile = _before_the_shot(umpire, request, evolve(aim, field=field), target, pile)
    if lost:
        return _outcome(request, field, pile, shot=lost, target=target)
    return _shoot(umpire, request, evolve(aim, field=field), target, pile)


@fire_mission.legality
def _objections(request: FireMissionRequest, options: Options) -> Iterator[Objection]:
    """Yield what forbids any shot; what depends on the target is found once its player has chosen it."""
    firer = request.field.unit(request.firer)
    yield from firer_objections(request.field, firer, options, request.shooting)
    if request.shooting.card_given_up and firer.kind not in ARMOUR:
        message = "only armoured cars and tanks give up a card for their fire; leave it out"
        yield Objection(rule="fire-7-card-offset", message=message, path="$.shooting.card_given_up")


# -------------------------------------------------------------------- before the shot


def _book(umpire: Umpire[Options]) -> Book:
    return Book(charts=umpire.charts, options=umpire.options)


def _aimed(umpire: Umpire[Options], request: FireMissionRequest, book: Book) -> tuple[Aim, Unit | None]:
    """Return the aim that is taken, MGs turned to it, and the target; None if the area is empty.

    Rules: fire-1-target-in-square, mg-move-or-fire, opt-mg-heavy-tank.
    """
    field, firer = request.field, request.field.unit(request.firer)
    if request.area is not None:
        weapon = request.weapon or weapons_of(firer)[0]
        aim = Aim(field=field, firer=firer, weapon=weapon, book=book, shooting=request.shooting, area=request.area)
        Verdict(objections=tuple(area_objections(aim, request.area))).require()
        aim = evolve(aim, firer=evolve(firer, facing=facing_to_fire(field, firer, request.area)))
        return aim, _target_in_area(umpire, aim)
    target = field.unit(request.target) if request.target else _chosen_target(umpire, request, firer, book)
    weapon = request.weapon or weapon_against(field, firer, target, book)
    aim = Aim(field=field, firer=firer, weapon=weapon, book=book, shooting=request.shooting, spotter=request.spotter)
    Verdict(objections=tuple(target_objections(aim, target))).require()
    if weapon == "mg" and target.kind == "heavy_tank":
        umpire.ruling("mg_heavy_tank")
    return evolve(aim, firer=evolve(firer, facing=facing_to_fire(field, firer, where(target)))), target


def _chosen_target(umpire: Umpire[Options], request: FireMissionRequest, firer: Unit, book: Book) -> Unit:
    found = targets(
        request.field, firer, book, shooting=request.shooting, weapon=request.weapon, spotter=request.spotter
    )
    if not found.eligible:
        field = request.field
        nearest = min(found.refused, key=lambda one: field.distance(firer, field.unit(one.name)), default=None)
        reason = f": {nearest.objections[0].message}" if nearest else ""
        rule = nearest.objections[0].rule if nearest else "fire-1-target-in-square"
        message = f"{firer.name!r} has no target{reason}"
        Verdict(objections=(Objection(rule=rule, message=message, path="$.target"),)).require()
    return request.field.unit(choose_target(umpire, request.field, firer, found.eligible, book))


def _target_in_area(umpire: Umpire[Options], aim: Aim) -> Unit | None:
    """Return the unit of the square aimed at on whom the hits fall; one on whom this weapon has no effect is spared.

    Rules: obs-area-fire, fire-1-target-in-square.
    """
    assert aim.area is not None  # noqa: S101 - the caller has seen to it
    hit = tuple(
        Target(name=unit.name, range=aim.distance(unit), must_test=False, unit=unit, weapon=aim.weapon)
        for unit in possible_targets(aim.field, aim.area, aim.firer.side)
        if not proof_against(aim.weapon, unit, aim.distance(unit), aim.book)
    )
    if not hit:
        return None
    return aim.field.unit(choose_target(umpire, aim.field, aim.firer, hit, aim.book, area=aim.area))


def _before_the_shot(
    umpire: Umpire[Options], request: FireMissionRequest, aim: Aim, target: Unit, pile: Pile
) -> tuple[Shot | None, Field, Pile]:
    """Return what loses the shot, if anything does: no second heart, no sign from those who look, nothing observed.

    Rules: fire-3-moving-infantry, opt-second-heart, art-indirect, obs-roll.
    """
    field = aim.field
    if aim.shooting.moved and aim.weapon == "rifles":
        umpire.ruling("second_heart")
        if umpire.options.second_heart:
            shown, pile = pile.draw(umpire, "second heart", "opt-second-heart")
            if shown != "H":
                umpire.result("opt-second-heart", "no second heart: no shot")
                return "no_second_heart", field, pile
    if request.spotter and not umpire.resolve(spotting_of(aim, target), "those who look for the guns").may_fire:
        return "not_pointed_out", field, pile
    if needs_test(aim, target):
        seen = umpire.resolve(observation_of(field, aim.firer, target), f"observation of {target.name}")
        if not seen.observed:
            return "not_observed", field, pile
        found = Observation(observer=aim.firer.name, target=target.name, turn=field.turn)
        field = evolve(field, observations=(*field.observations, found))
    return None, field, pile


# -------------------------------------------------------------------- the shot


def _shoot(
    umpire: Umpire[Options], request: FireMissionRequest, aim: Aim, target: Unit | None, pile: Pile
) -> FireMissionOutcome:
    """Throw the dice and carry out what follows.

    Rules: fire-8-accumulate, fire-min-dice, dig-1b-trenches.
    """
    seen = target or _nobody(aim)
    profile, seen = _dice_for(umpire, request, aim, seen)
    dice, hits = profile.shots * profile.dice, 0
    field = _after_firing(aim, target, gave_up=profile.card_given_up)
    if target is not None:
        if dice:
            hits = umpire.resolve(FireRequest(dice=dice, score=profile.score), f"shot at {target.name}").hits
        field = field.with_units(_hit(aim, seen, dice, hits))
    is_gone = False
    if target is not None and target.formation == "scouting" and dice:
        contact = ScoutingContactRequest(field=field, scouts=target.name, enemy=aim.firer.name, markers=hits)
        slipped = umpire.resolve(contact, f"scouts under fire: {target.name}")
        field = evolve(field, observations=(*field.observations, *slipped.observations)).with_units(*slipped.units)
        is_gone = bool(slipped.friend)
    if dice and aim.weapon in GUNS:
        field, pile = _at_the_place(umpire, where(seen), hits, field, pile)
    broke = False
    if target is not None and hits and not is_gone and is_on_table(field.unit(target.name)):
        nerve = break_if_shaken(umpire, field, target.name, pile)
        field, pile, broke = nerve.field, nerve.pile, nerve.broke
    shot: Shot = "fired" if dice else "without_dice"
    return _outcome(request, field, pile, shot=shot, target=target, hits=hits, broken=broke)


def _nobody(aim: Aim) -> Unit:
    """Return a stand-in for the target of fire into an empty area: one that offers no advantage."""
    return Unit(name=area_name(_area(aim)), side=enemy_of(aim.firer.side), kind="co", square=_area(aim))


def _area(aim: Aim) -> Square:
    assert aim.area is not None  # noqa: S101 - it fires at an area
    return aim.area


def _dice_for(
    umpire: Umpire[Options], request: FireMissionRequest, aim: Aim, target: Unit
) -> tuple[FireProfileOutcome, Unit]:
    """Return the dice and the score, and the target, whose digging markers may just have become trenches.

    Rules: dig-1b-trenches, fire-7-card-offset.
    """
    question = profile_of(aim, target, vehicles=request.vehicles)
    profile = umpire.resolve(question, "dice of the shot")
    digs = target.digging_markers and not target.this_turn.trench_rolled and question.protection != "trenches"
    if not profile.dice or not digs:
        return profile, target
    dug = umpire.resolve(TrenchRollRequest(digging_markers=target.digging_markers), f"digging of {target.name}")
    trench_rolled = evolve(target.this_turn, trench_rolled=True)
    target = evolve(target, temporary_trenches=dug.temporary_trenches, this_turn=trench_rolled)
    if dug.temporary_trenches:
        question = profile_of(aim, target, vehicles=request.vehicles, may_give_up=False)
        question = evolve(question, card_given_up=profile.card_given_up)
        profile = umpire.resolve(question, "dice of the shot at trenches")
    return profile, target


def _after_firing(aim: Aim, target: Unit | None, *, gave_up: bool) -> Field:
    """Return the field with the firer as it is after its shot, and the fire at an area noted.

    Rules: obs-area-fire, obs-concealment, fire-mod-changing-target, fire-7-card-offset, fire-2-hold.
    """
    field, firer = aim.field, aim.firer
    cards = firer.this_turn.cards[1:] if gave_up and not aim.shooting.card_given_up else firer.this_turn.cards
    aimed_at = area_name(aim.area) if aim.area else target.name if target else ""
    firer = evolve(
        firer,
        idle=False,
        fired_in=field.turn,
        visible=comes_into_view(field, firer, by_firing=True),
        last_target=aimed_at if aim.weapon in GUNS else firer.last_target,
        this_turn=evolve(firer.this_turn, fired=True, holds_fire=False, cards=cards),
    )
    if aim.area:
        field = evolve(field, area_fires=(*field.area_fires, AreaFire(firer=firer.name, square=aim.area)))
    return field.with_units(firer)


def _hit(aim: Aim, target: Unit, dice: int, hits: int) -> Unit:
    """Return the target with its new markers; it was under fire if any die was rolled.

    Rules: fire-8-accumulate, terrain-hills, fire-min-dice.
    """
    if not dice:
        return target
    on_reverse_slope = hits > 0 and cover_against(aim.field, target, where(aim.firer)) == "reverse_slope"
    return evolve(
        target,
        markers=target.markers + hits,
        marker_weapons=(*target.marker_weapons, *[aim.weapon] * hits) if target.is_vehicle_target else (),
        under_fire=True,
        under_small_arms=target.under_small_arms or aim.weapon in SMALL_ARMS,
        hit_on_reverse_slope=target.hit_on_reverse_slope or on_reverse_slope,
    )


def _at_the_place(umpire: Umpire[Options], square: Square, hits: int, field: Field, pile: Pile) -> tuple[Field, Pile]:
    """Draw for the buildings and for the wire of a square at which artillery has fired.

    Rules: art-buildings-fire, art-wire.
    """
    if is_building(field.board, square) and square not in field.burning:
        hiding = [unit.name for unit in field.at(square) if unit.state == "hiding"]
        stone = field.board.terrain_at(square) == STONE_BUILDING
        fire = BuildingFireRequest(material="stone" if stone else "wood", hiding=bool(hiding), **rest_of(pile))
        caught = umpire.resolve(fire, "fire in the buildings")
        pile = pile.after(caught.cards)
        if caught.burning:
            field = evolve(field, burning=(*field.burning, square))
        for name in hiding if caught.driven_out else ():
            field = begin_retreat(umpire, field, name)
    if hits and field.has_wire(square):
        cut = umpire.resolve(WireRequest(hits=hits, **rest_of(pile)), "wire")
        pile = pile.after(cut.cards)
        if cut.removed:
            field = evolve(field, wire_removed=(*field.wire_removed, square))
    return field, pile


# -------------------------------------------------------------------- what is true afterwards


def after_mission(field: Field, outcome: FireMissionOutcome) -> Field:
    """Return the field as it is after a shot.

    Args:
        field: The field that the shot was asked about.
        outcome: What the shot did.
    """
    burning = () if outcome.burning is None else (outcome.burning,)
    removed = () if outcome.wire_removed is None else (outcome.wire_removed,)
    fires = () if outcome.area_fire is None else (outcome.area_fire,)
    after = field.with_units(*outcome.units)
    return evolve(
        after,
        observations=(*after.observations, *outcome.observations),
        area_fires=(*field.area_fires, *fires),
        burning=(*field.burning, *burning),
        wire_removed=(*field.wire_removed, *removed),
    )


def _outcome(
    request: FireMissionRequest,
    field: Field,
    pile: Pile,
    *,
    shot: Shot,
    target: Unit | None,
    hits: int = 0,
    broken: bool = False,
) -> FireMissionOutcome:
    before = request.field
    changed = [after for unit, after in zip(before.units, field.units, strict=True) if unit != after]
    changed.sort(key=lambda unit: unit.name != request.firer)
    return FireMissionOutcome(
        shot=shot,
        target=target.name if target else "",
        hits=hits,
        units=tuple(changed),
        observations=tuple(seen for seen in field.observations if seen not in before.observations),
        area_fire=next(iter(field.area_fires[len(before.area_fires) :]), None),
        burning=next(iter(field.burning[len(before.burning) :]), None),
        wire_removed=next(iter(field.wire_removed[len(before.wire_removed) :]), None),
        broken=broken,
        cards=pile.told,
        surrendered=cards_let_go(before, field),
    )


def cards_let_go(before: Field, after: Field) -> tuple[CardCode, ...]:
    """Return the unplayed cards that no unit holds any more, in the order of the rosters; a group shares its card.

    Rules: fire-8-shock, fire-7-card-offset.
    """
    kept = dict.fromkeys(_holdings(after))
    return tuple(card for card, holder in dict.fromkeys(_holdings(before)) if (card, holder) not in kept)


def _holdings(field: Field) -> Iterator[tuple[CardCode, str]]:
    for unit in field.units:
        for card in unit.this_turn.cards:
            yield card, unit.commander or unit.name
