"""What trains, vessels and aircraft do: which module checks an action, and which carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.actions import (
    Action,
    Board,
    Bombard,
    CastOff,
    Fly,
    GoOnPatrol,
    Land,
    LaunchBoats,
    LayString,
    RunTrain,
    Sail,
    TakeInTow,
)
from rcw_rules.red_white.game.air import go_on_patrol, lay_string, plan_patrol, plan_string, strings_of
from rcw_rules.red_white.game.bombarding import bombard, bombardments, plan_bombardment
from rcw_rules.red_white.game.landing import (
    board,
    land,
    landings,
    launch,
    plan_boarding,
    plan_landing,
    plan_launching,
)
from rcw_rules.red_white.game.river import plan_course, sail, sailings
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.towing import cast_off, plan_towing, take_in_tow, towings
from rcw_rules.red_white.game.trains import plan_run, run_train
from rcw_rules.red_white.options import Options

Afar: TypeAlias = RunTrain | Sail | CastOff | TakeInTow | Board | Land | LaunchBoats | Bombard | LayString | GoOnPatrol
"""The actions of trains and vessels, and the strings and patrols of aircraft; their flights are `flying.fly`."""


def declared_afar(scene: Scene, action: Afar) -> None:
    """Check an action of a train or a vessel as far as no dice are needed.

    Raises:
        IllegalRequestError: It is not legal.
    """
    match action:
        case RunTrain():
            plan_run(scene, action)
        case Sail():
            plan_course(scene, action)
        case CastOff():
            cast_off(scene, action)
        case TakeInTow():
            plan_towing(scene, action)
        case Board():
            plan_boarding(scene, action)
        case Land():
            plan_landing(scene, action)
        case LaunchBoats():
            plan_launching(scene, action)
        case Bombard():
            plan_bombardment(scene, action)
        case LayString():
            plan_string(scene, action)
        case GoOnPatrol():
            plan_patrol(scene, action)


def done_afar(umpire: Umpire[Options], scene: Scene, action: Afar) -> State:
    """Carry out an action of a train or a vessel.

    Raises:
        IllegalRequestError: It is not legal.

    Rules: p1-sequence.
    """
    match action:
        case RunTrain():
            return run_train(umpire, scene, action)
        case Sail():
            return sail(umpire, scene, action)
        case CastOff():
            return cast_off(scene, action)
        case TakeInTow():
            return take_in_tow(umpire, scene, action)
        case Board():
            return board(umpire, scene, action)
        case Land():
            return land(scene, action)
        case LaunchBoats():
            return launch(umpire, scene, action)
        case Bombard():
            return bombard(umpire, scene, action)
        case LayString():
            return lay_string(umpire, scene, action)
        case GoOnPatrol():
            return go_on_patrol(umpire, scene, action)


def afar_of(scene: Scene) -> Iterator[Action]:
    """Yield what vessels, those aboard and aircraft may try in the step under way; not all of it is legal.

    Rules: p1-sequence.
    """
    match scene.state.stage:
        case "air_string":
            yield from strings_of(scene)
        case "air_flight":
            waiting = scene.state.to_fly
            if waiting is not None:
                yield from (Fly(aircraft=waiting.name, dice=dice) for dice in (5, 4, 3, 2))
        case "movement":
            yield from sailings(scene)
            yield from towings(scene)
            yield from landings(scene)
        case "fire":
            yield from bombardments(scene)
        case _:
            return
