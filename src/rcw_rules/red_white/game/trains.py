"""Armoured trains: they run along their track, ahead or back, and back off along it towards their own edge."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rcw_rules.kernel.dice import d
from rcw_rules.kernel.geometry.table import Group, Point, convex_outline, gap, gaps_from
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.actions import RunTrain
from rcw_rules.red_white.game.moving import most_of, mover
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.game.tracks import TRACK_STEP, on_line, shifted, track_of
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import full_move_of, keeps_off
from rcw_rules.red_white.profile import DiceMove

_SHARES = (100, 50, 25)


@frozen(kw_only=True)
class Run:
    """A run of a train that can be made.

    Attributes:
        troop: The train.
        start: Where it stands.
        end: Where the run ends.
        track: The points of its track.
        to_end: Whether it goes towards the end of the track.
    """

    troop: Troop
    start: Group
    end: Group
    track: tuple[Point, ...]
    to_end: bool


def plan_run(scene: Scene, action: RunTrain) -> Run:
    """Return a run of a train, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be made.

    Rules: p1-movement, p1-activation, gen-rear.
    """
    troop = mover(scene, action.unit)
    track = track_of(scene.state.scenario, troop)
    if troop.unit.type != "armoured_train" or not track:
        refuse("gen-rear", f"{troop.name} does not run on a track")
    if troop.name in scene.state.marks.idle:
        refuse("p1-activation", f"{troop.name} has failed to activate")
    move = most_of(full_move_of(scene.options, "armoured_train"))
    if not NOTHING < action.far <= move:
        refuse("p1-movement", f"{troop.name} runs more than 0 and at most {move}, got {action.far}")
    start = scene.group_of(troop.name)
    to_end = _faces_end(track, start) != action.back
    end = shifted(track, start, action.far, to_end=to_end)
    if end is None:
        refuse("gen-rear", f"the track of {troop.name} ends before {action.far}")
    if not scene.layout.table.is_on(end):
        refuse("p1-movement", f"it takes {troop.name} off the table")
    _keep_clear(scene, troop, track, start, action.far, to_end=to_end)
    return Run(troop=troop, start=start, end=end, track=track, to_end=to_end)


def _faces_end(track: tuple[Point, ...], group: Group) -> bool:
    return on_line(track, group).ahead


def _keep_clear(
    scene: Scene, troop: Troop, track: tuple[Point, ...], start: Group, far: Inches, *, to_end: bool
) -> None:
    """Refuse a run over somebody who stands on the track, or too near to an enemy.

    Rules: p1-movement.
    """
    limit, steps = keeps_off(scene.options), max(1, far.thousandths // 2000)
    names = [unit.name for unit in scene.layout.others(troop.name)]
    groups = [scene.group_of(name) for name in names]
    if not groups:
        return
    enemies = {enemy.name for enemy in scene.enemies(troop.side)}
    before = start
    for step in range(1, steps + 1):
        after = shifted(track, start, Inches(thousandths=far.thousandths * step // steps), to_end=to_end)
        if after is None:
            return
        corners = [corner for group in (before, after) for corner in group.bases[0].corners]
        for name, group, near in zip(names, groups, gaps_from([convex_outline(corners)], groups), strict=True):
            if near == NOTHING:
                refuse("p1-movement", f"{name} stands on the track")
            if name in enemies and near < limit and near < gap(start, group):
                refuse("p1-movement", f"it comes within {limit} of {name}")
        before = after


def run_train(umpire: Umpire[Options], scene: Scene, action: RunTrain) -> State:
    """Run a train along its track; where its move is given in dice, they may stop it earlier.

    Rules: p1-movement, gen-rear.
    """
    plan, state = plan_run(scene, action), scene.state
    name, far, end = plan.troop.name, action.far, plan.end
    known = full_move_of(scene.options, "armoured_train")
    if isinstance(known, DiceMove):
        far = min(far, inches(umpire.roll(d(known.sides).sum(known.dice), f"move of {name}", "p1-movement")))
        end = shifted(plan.track, plan.start, far, to_end=plan.to_end) or plan.start
    marks = state.marks
    marks = evolve(marks, movements=(*marks.movements, Went(unit=name, far=far)))
    return evolve(state, begun=True, marks=marks).with_group(end)


def runs(scene: Scene, troop: Troop) -> Iterator[RunTrain]:
    """Yield the runs of a train that are good candidates: its whole move, half and a quarter of it, ahead and back.

    Rules: p1-movement.
    """
    move = most_of(full_move_of(scene.options, "armoured_train"))
    for back in (False, True):
        for share in _SHARES:
            far = Inches(thousandths=move.thousandths * share // 100 // TRACK_STEP.thousandths * TRACK_STEP.thousandths)
            if far > NOTHING:
                yield RunTrain(unit=troop.name, far=far, back=back)
