"""The command line ``rcw``: the rulesets asked from a shell.

Only `main` is for use from Python; what the commands do is in the library itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``rcw`` and return its exit code.

    Args:
        arguments: What stands after ``rcw``; None for the arguments of this process.
    """
    if find_spec("click") is None or find_spec("rich") is None:
        sys.stderr.write("rcw: the command line needs click and rich: pip install 'rcw-rules[cli]'\n")
        return 2
    try:
        from rcw_rules.cli.running import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return 130
