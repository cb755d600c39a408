"""Documents damaged at random, as somebody who writes them by hand, or another program, might get them wrong."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from rcw_rules.digests import digest_of

# What JSON Schema can tell apart as `structure` does: it takes 1.0 for an integer, so no float is whole, and none has
# more than three decimals.
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 13, 100, -(10**7), 10**7, 0.5, 6.125, -0.25, 1_000_000.5),
    *("", "red", "1/6", "-2", "1/0", "7/2", "abcd", "x" * 300),
    *([], [[]], [None], {}, {"kind": "red"}, {"a": 1}),
)


def renewed(document: dict[str, Any]) -> dict[str, Any]:
    """Return *document* with the digest of what it says now, as a forger would write it."""
    return {**document, "digest": digest_of(document)}


def places(data: Any) -> list[tuple[Any, Any]]:
    """Return every container in *data* with one of its keys or indices, from the top down."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, item in entries:
        found.append((data, key))
        found.extend(places(item))
    return found


def damaged(document: Any, random: Random) -> Any:
    """Return a copy of *document* with one or two of its places changed; it may be as right as before."""
    document = copy.deepcopy(document)
    for _ in range(random.choice((1, 1, 2))):
        everywhere = places(document)
        if not everywhere:
            document["new"] = random.choice(ODD_VALUES)
            continue
        container, key = random.choice(everywhere)
        item = container[key]
        match random.choice(("replace", "swap", "nudge", "nudge", "nudge", "remove", "add", "repeat", "rename")):
            case "swap":  # with something that is right elsewhere: another kind, a word of another list
                other, where = random.choice(everywhere)
                container[key] = copy.deepcopy(other[where])
            case "nudge" if type(item) is int:
                container[key] = item + random.choice((-1, 1, -100, 100, 10**6))
            case "nudge" if isinstance(item, str):
                container[key] = random.choice(("", item[:-1], f"{item}s", item * 50))
            case "remove":
                del container[key]
            case "add" if isinstance(item, dict):
                item[random.choice(("new", "kind", "name", "id"))] = copy.deepcopy(random.choice(ODD_VALUES))
            case "add" if isinstance(item, list):
                item.append(copy.deepcopy(random.choice(ODD_VALUES)))
            case "repeat" if isinstance(item, list):
                container[key] = (item or [0]) * random.choice((2, 30))
            case "rename" if isinstance(container, dict):
                container[f"{key}s"] = container.pop(key)
            case _:
                container[key] = copy.deepcopy(random.choice(ODD_VALUES))
    return document
