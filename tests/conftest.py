"""Settings for every test."""

from __future__ import annotations

from hypothesis import settings

# A test never fails because the machine is busy; `pytest --hypothesis-profile=thorough` looks longer.
settings.register_profile("any_machine", settings(), deadline=None, max_examples=60)
settings.register_profile("thorough", settings(), deadline=None, max_examples=1000)
settings.load_profile("any_machine")
