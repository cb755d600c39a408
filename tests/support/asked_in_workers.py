"""What the tests of the service ask its workers."""

from __future__ import annotations

import time

from rcw_rules.kernel.errors import QuestionCancelledError
from rcw_rules.service.computing import limits_here


def wait_until_called_off() -> None:
    """Look now and then whether to give up, as long questions do."""
    is_cancelled = limits_here().cancelled
    assert is_cancelled is not None
    while not is_cancelled():
        time.sleep(0.01)
    raise QuestionCancelledError
