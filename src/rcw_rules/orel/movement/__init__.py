"""Chapter 7, movement: moves, declared attacks, entrenching, tanks, and the end of the movement phase."""

from rcw_rules.orel.movement.closing import EndOfMovementOutcome, EndOfMovementRequest, end_of_movement
from rcw_rules.orel.movement.declarations import (
    CommandCheck,
    DeclareAttackOutcome,
    DeclareAttackRequest,
    action_cost,
    declare_attack,
    unable_to_act,
)
from rcw_rules.orel.movement.entrenching import EntrenchOutcome, EntrenchRequest, entrench, unable_to_entrench
from rcw_rules.orel.movement.ground import Moving, unable_to_move, zones_of
from rcw_rules.orel.movement.joint_attacks import (
    AttackCoordinationOutcome,
    AttackCoordinationRequest,
    attack_coordination,
    uncoordinated,
)
from rcw_rules.orel.movement.moves import MovementOutcome, MovementRequest, MoveStep, movement
from rcw_rules.orel.movement.reachable import (
    ReachedHex,
    ReachOutcome,
    ReachRequest,
    against_ending,
    next_steps,
    reach,
)
from rcw_rules.orel.movement.tanks import TankBreakdownOutcome, TankBreakdownRequest, tank_breakdown

__all__ = [
    "AttackCoordinationOutcome",
    "AttackCoordinationRequest",
    "CommandCheck",
    "DeclareAttackOutcome",
    "DeclareAttackRequest",
    "EndOfMovementOutcome",
    "EndOfMovementRequest",
    "EntrenchOutcome",
    "EntrenchRequest",
    "MoveStep",
    "MovementOutcome",
    "MovementRequest",
    "Moving",
    "ReachOutcome",
    "ReachRequest",
    "ReachedHex",
    "TankBreakdownOutcome",
    "TankBreakdownRequest",
    "action_cost",
    "against_ending",
    "attack_coordination",
    "declare_attack",
    "end_of_movement",
    "entrench",
    "movement",
    "next_steps",
    "reach",
    "tank_breakdown",
    "unable_to_act",
    "unable_to_entrench",
    "unable_to_move",
    "uncoordinated",
    "zones_of",
]
