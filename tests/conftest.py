"""Settings for every test."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A test never fails because the machine is busy; `pytest --hypothesis-profile=thorough` looks longer.
settings.register_profile("any_machine", settings(), deadline=None, max_examples=25)
settings.register_profile("thorough", settings(), deadline=None, max_examples=1000)
settings.load_profile("any_machine")


@pytest.fixture(autouse=True, scope="session")
def time_stands_still() -> Iterator[None]:
    """Let no question run out of seconds, however slow the machine; tests of that turn the clock themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rcw_rules.kernel.limits.thread_time", lambda: 0.0)
        yield


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted even where the tests run in the background, which ignores interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
