"""``python -m rcw_rules`` is ``rcw``."""

from __future__ import annotations

import sys

from rcw_rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
