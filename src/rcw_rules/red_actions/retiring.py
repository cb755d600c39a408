"""Retire results: who goes back, how far, and who may refuse."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.red_actions.model import Unit
from rcw_rules.ruleset import Cites

RetireCause: TypeAlias = Literal["ret", "serious", "combat"]
"""A Ret of shooting, a failed serious test, or a result of combat."""

RetireManner: TypeAlias = Literal["retired", "ignored_in_cover", "lost_base", "took_terror", "immobile"]
"""What a retire result came to: it went back (perhaps 0 inches), or what it did instead; who never retires stays."""


@frozen(kw_only=True, cache_hash=True)
class Footing:
    """What everybody must know of where a unit stands when it must retire.

    Attributes:
        hard_cover: Whether it is in hard cover; its own foxholes need not be said.
        room_behind: How far it can go back before impassable terrain or the edge of the table; None: far enough.
        friend_behind: How far behind it a friendly unit stands, which it would push back; None: none in its way.
    """

    hard_cover: Annotated[bool, Cites("retire-hard-cover")] = False
    room_behind: Annotated[Inches | None, Cites("retire-manner")] = None
    friend_behind: Annotated[Inches | None, Cites("retire-manner")] = None


OPEN_FOOTING = Footing()


@frozen(kw_only=True)
class RetireOutcome:
    """What became of a retire result.

    Attributes:
        unit: The unit afterwards; no bases where it gave up its last one.
        manner: What it did.
        moved: How far it went back.
        pushed: How far it pushed back the friendly unit behind it.
        routs: Whether a marker taken instead makes it rout.
    """

    unit: Unit
    manner: RetireManner
    moved: Inches
    pushed: Inches
    routs: bool


@frozen(kw_only=True, cache_hash=True)
class RetireRequest(Request[RetireOutcome]):
    """One retire result of a unit.

    Attributes:
        unit: The unit.
        cause: Where the result comes from.
        footing: Where it stands.
    """

    unit: Unit
    cause: RetireCause = "ret"
    footing: Footing = OPEN_FOOTING
