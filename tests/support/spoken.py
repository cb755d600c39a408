"""What sentences that are read aloud may not hold: values of the code, empty places, plurals of one."""

from __future__ import annotations

import re

LONGEST = 600

_NOT_SAID = (
    ("a value of the code", re.compile(r"\b(None|True|False|Fraction|Inches)\b|[{}<>=]|\(\)|\w_\w")),
    ("an empty place", re.compile(r"  | [,.;:)]|\( |\.\.|,,|: ?[.,;]")),
    (
        "a plural of one",
        re.compile(r"(?<![.\d])1 (stands|steps|hits|units|points|inches|bases|losses|cards|markers|hexes)\b"),
    ),
)


def require_english(text: str) -> None:
    """Hold a sentence, or several, to what a player can read aloud.

    Raises:
        AssertionError: If it holds what is not said, is too long, or does not begin and end as a sentence does.
    """
    for what, pattern in _NOT_SAID:
        assert not (found := pattern.search(text)), f"{what}: {found}: {text}"
    assert text[:1].isupper() or text.lstrip("(")[:1].isdigit(), text  # also with a square such as (3, 1)
    assert text[-1] in ".?!", text
    assert len(text) <= LONGEST, text
