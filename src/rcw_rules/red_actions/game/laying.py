"""What decides how well a shot is laid: who directs it, whether the guns are laid already, and columns on roads."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, gap_to_line
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.game.notes import Laid
from rcw_rules.red_actions.game.paths import ROADS
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.ground import is_in_arc, mount_of
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.positions import line_of_fire
from rcw_rules.red_actions.shooting import Indirect, ShootRequest


def is_road_column(scene: Scene, name: str) -> bool:
    """Return whether a unit is in column on a road, or has marched in its latest segment.

    On a road are those whose bases all have their middle on it.

    Rules: sho-mod-cumulative.
    """
    unit = scene.units[name]
    if not unit.in_column or unit.bases == 1:
        return False
    if name in scene.state.marching:
        return True
    roads = [line for line in scene.layout.table.lines if line.kind in ROADS]
    group = scene.group_of(name)

    def is_along(half: Inches, points: tuple[object, ...]) -> bool:
        return all(gap_to_line(points, base.centre) <= half for base in group.bases)  # type: ignore[arg-type]

    return any(is_along(Inches(thousandths=line.width.thousandths // 2), line.points) for line in roads)


# --- Guns that are laid -----------------------------------------------------------------------------------------------


def laid_at(state: State, unit: str, target: str) -> Laid | None:
    """Return the note that a unit shot at a target in its segment of the turn before; None if it did not.

    Rules: dh-range, ind-factor.
    """
    return next(
        (one for one in state.laid if (one.unit, one.target, one.turn) == (unit, target, state.game.turn - 1)), None
    )


def is_consecutive(state: State, unit: str, target: str) -> bool:
    """Return whether a unit shoots at a target again that has not moved since.

    Rules: dh-range.
    """
    note, group = laid_at(state, unit, target), state.group(target)
    return note is not None and group is not None and group.bases[0].at == note.at


def with_laid(state: State, shot: ShootRequest, target: Group, observer: str) -> State:
    """Return the state in which it is noted at whom a unit has shot, if guns, mortars or vehicles fired.

    Rules: dh-range, ind-factor.
    """
    unit = shot.shooter
    if unit.card.category in ("infantry", "cavalry") or shot.harassing:
        return state
    note = Laid(unit=unit.name, target=shot.target.name, at=target.bases[0].at, turn=state.game.turn, observer=observer)
    kept = tuple(one for one in state.laid if one.unit != unit.name and one.turn >= state.game.turn - 1)
    return evolve(state, laid=(*kept, note))


# --- Observers --------------------------------------------------------------------------------------------------------


def check_observer(scene: Scene, unit: Unit, target: Unit, observer: str) -> None:
    """Check that an observer may direct the fire of a unit.

    Raises:
        IllegalRequestError: Nobody does so.

    Rules: ind-factor.
    """
    friend = scene.units.get(observer)
    if friend is None or observer not in scene.on_table or friend.side != unit.side or observer == unit.name:
        refuse("ind-factor", f"a friend on the table directs the fire, not {observer!r}")
    if unit.card.category != "artillery" or unit.card.arm in TRAINS:
        refuse("ind-factor", f"guns and mortars fire at what an observer sees; {unit.name} does not")
    if friend.routing or not scene.sees(observer, target.name):
        refuse("ind-factor", f"{observer} must see {target.name}, and not rout")


def observers_of(scene: Scene, unit: Unit, target: Unit) -> Iterator[str]:
    """Yield who may direct the fire of guns or mortars at a target, the nearest to it first.

    Rules: ind-factor.
    """
    if unit.card.category != "artillery" or unit.card.arm in TRAINS or unit.limbered or unit.card.range is None:
        return
    near = sorted((scene.facts.gap(one.name, target.name), one.name) for one in scene.units_of(unit.side))
    for far, name in near:
        if far > unit.card.range:
            return
        if name != unit.name and not scene.units[name].routing and scene.sees(name, target.name):
            yield name


def indirect_of(state: State, unit: str, target: str, observer: str) -> Indirect:
    """Return whether an observer directs the fire of a unit at a target for the first time, or again.

    Rules: ind-factor.
    """
    if not observer:
        return "none"
    note = laid_at(state, unit, target)
    return "later" if note is not None and note.observer == observer else "first"


def able_over(scene: Scene, unit: Unit, target: Unit, shooters: Group) -> int:
    """Return how many bases of guns or mortars have a target in arc that an observer sees for them.

    Nobody who stands between bars such fire.

    Rules: ind-factor, arc-foot.
    """
    mount = mount_of(unit.card)
    if mount is None:
        return 0
    there = scene.group_of(target.name)

    def measure() -> int:
        return sum(is_in_arc(mount, None, line_of_fire(mount, base, there, None)[2]) for base in shooters.bases)

    question = f"How many bases of {unit.name} have {target.name} in arc?"
    return scene.facts.fact("bases", (unit.name, target.name), question, measure, (shooters, "over"))
