"""Settings for every test."""

from __future__ import annotations

from hypothesis import settings

# A test never fails because the machine is busy; everything else stays as Hypothesis has it here.
settings.register_profile("any_machine", settings(), deadline=None)
settings.load_profile("any_machine")
