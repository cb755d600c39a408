"""Movement: hex by hex, by forced march, and by sea, river and rail."""

from rcw_rules.directory.movement.forced import (
    FORCE_MARCH,
    ForcedMarchOutcome,
    ForcedMarchRequest,
    Marching,
    StackForcedMarchOutcome,
    StackForcedMarchRequest,
    forced_march,
    stack_forced_march,
)
from rcw_rules.directory.movement.hex_by_hex import (
    MarchOutcome,
    MarchRequest,
    MovementOutcome,
    MovementRequest,
    march,
    movement,
)
from rcw_rules.directory.movement.restrictions import BASES
from rcw_rules.directory.movement.special import (
    LETTER_MODES,
    SERVING_BASE,
    WAYS,
    HexKind,
    HexKinds,
    Mode,
    Ride,
    SpecialMovementOutcome,
    SpecialMovementRequest,
    StackedBase,
    special_movement,
)

__all__ = [
    "BASES",
    "FORCE_MARCH",
    "LETTER_MODES",
    "SERVING_BASE",
    "WAYS",
    "ForcedMarchOutcome",
    "ForcedMarchRequest",
    "HexKind",
    "HexKinds",
    "MarchOutcome",
    "MarchRequest",
    "Marching",
    "Mode",
    "MovementOutcome",
    "MovementRequest",
    "Ride",
    "SpecialMovementOutcome",
    "SpecialMovementRequest",
    "StackForcedMarchOutcome",
    "StackForcedMarchRequest",
    "StackedBase",
    "forced_march",
    "march",
    "movement",
    "special_movement",
    "stack_forced_march",
]
