"""Chapter 7, movement: moves, declared attacks, entrenching, tanks, and the end of the movement phase."""

from rcw_rules.orel.movement.closing import EndOfMovementOutcome, EndOfMovementRequest, end_of_movement
from rcw_rules.orel.movement.declarations import DeclareAttackOutcome, DeclareAttackRequest, declare_attack
from rcw_rules.orel.movement.entrenching import EntrenchOutcome, EntrenchRequest, entrench
from rcw_rules.orel.movement.joint_attacks import (
    AttackCoordinationOutcome,
    AttackCoordinationRequest,
    attack_coordination,
    uncoordinated,
)
from rcw_rules.orel.movement.moves import MovementOutcome, MovementRequest, MoveStep, movement
from rcw_rules.orel.movement.reachable import ReachedHex, ReachOutcome, ReachRequest, reach
from rcw_rules.orel.movement.tanks import TankBreakdownOutcome, TankBreakdownRequest, tank_breakdown

__all__ = [
    "AttackCoordinationOutcome",
    "AttackCoordinationRequest",
    "DeclareAttackOutcome",
    "DeclareAttackRequest",
    "EndOfMovementOutcome",
    "EndOfMovementRequest",
    "EntrenchOutcome",
    "EntrenchRequest",
    "MoveStep",
    "MovementOutcome",
    "MovementRequest",
    "ReachOutcome",
    "ReachRequest",
    "ReachedHex",
    "TankBreakdownOutcome",
    "TankBreakdownRequest",
    "attack_coordination",
    "declare_attack",
    "end_of_movement",
    "entrench",
    "movement",
    "reach",
    "tank_breakdown",
    "uncoordinated",
]
