"""What a combat, a pursuit or a combat phase has done to units, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rcw_rules.kernel import words
from rcw_rules.orel.definitions import clause, losing, names_of
from rcw_rules.orel.model import Side, Unit

if TYPE_CHECKING:
    from rcw_rules.orel.combat.course import DepotReturn, Exit

MOST_CHANGES = 10
"""At most so many sentences tell what happened to units; after them only their number."""


def told_changes(
    before: Mapping[str, Unit],
    after: Iterable[Unit],
    *,
    side: Side,
    forward: Collection[str] = (),
    exits: Iterable[Exit] = (),
) -> list[str]:
    """Return what has become of the units that are left, units that did the same together.

    Args:
        before: The units before, by key; a unit that is not among them is left out.
        after: The units that are left.
        side: The side that attacked.
        forward: The hexes into which its units advanced or pursued.
        exits: The units that were driven off the map.
    """
    left = {one.key: one.hex for one in exits}
    alike: dict[tuple[Side, tuple[str, ...]], list[str]] = {}
    for now in after:
        was = before.get(now.key)
        deeds = () if was is None else tuple(_deeds(was, now, side, forward, left))
        if deeds:
            alike.setdefault((now.side, deeds), []).append(now.key)
    names = names_of(before.values())
    told = [clause(keys, names, words.listed(deeds)) for (_, deeds), keys in alike.items()]
    more = len(told) - MOST_CHANGES
    return told if more <= 0 else [*told[:MOST_CHANGES], f"{words.counted(more, 'more change')} to units"]


def told_gone(
    names: Mapping[str, str],
    *,
    eliminated: Sequence[str],
    surrendered: Sequence[str],
    captured: Sequence[str],
    depots: Sequence[str],
) -> list[str]:
    """Return which units and depots are gone."""
    return [
        clause(eliminated, names, "[is|are] eliminated"),
        clause(surrendered, names, "surrender[s|]"),
        clause(captured, names, "[is|are] captured"),
        clause(depots, names, "[is|are] eliminated"),
    ]


def told_returns(returns: Iterable[DepotReturn]) -> Iterator[str]:
    """Yield when the depots come that replace eliminated ones."""
    for one in returns:
        if one.day is not None:
            yield f"an identical depot for {one.depot.key} comes on {one.day} October"


def told_prisoners(taken: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield who takes how many prisoners."""
    for who, count in taken:
        if count:
            yield f"the {who} takes {words.counted(count, 'prisoner')}"


def _deeds(was: Unit, now: Unit, side: Side, forward: Collection[str], exits: Mapping[str, str]) -> Iterator[str]:
    """Yield what a unit did or suffered, as `for_number` reads it."""
    if was.side != now.side:
        return  # it is captured, which has a sentence of its own
    if now.steps < was.steps:
        yield losing(was, was.steps - now.steps)
    routs = now.mode == "routed" != was.mode
    if now.key in exits and now.hex is None:
        yield f"{'rout' if routs else 'retreat'}[s|] off the map from hex {exits[now.key]}"
    elif now.hex != was.hex and now.hex is not None:
        stays_in_order = now.mode == "combat" and not now.is_vehicle
        if now.side == side and (now.hex in forward or stays_in_order):
            yield f"advance[s|] to hex {now.hex}"
        else:
            yield f"{'rout' if routs else 'retreat'}[s|] to hex {now.hex}"
    elif routs:
        yield "[is|are] Routed on the spot"
    elif now.mode != was.mode:
        yield f"[is|are] in {now.mode} mode now"
    if now.unsupplied != was.unsupplied:
        yield "become[s|] Unsupplied" if now.unsupplied else "[is|are] supplied again"
