"""What a seed may be."""

from __future__ import annotations

from rcw_rules.kernel.errors import DiceError


def require_seed(seed: int | str) -> None:
    """Raise unless *seed* is a whole number, or a text without the character ``|``.

    Raises:
        DiceError: It is not.
    """
    if type(seed) not in (int, str) or (type(seed) is str and "|" in seed):
        raise DiceError(f"a seed is a whole number or a text without '|', not {seed!r}")
    try:
        str(seed).encode()
    except UnicodeEncodeError:
        raise DiceError(f"a seed is text that can be written as UTF-8, not {seed!r}") from None
    except ValueError:
        raise DiceError("a seed has at most as many digits as Python writes out, 4300") from None
