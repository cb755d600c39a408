"""Primitives that name no ruleset: dice, the umpire, exact odds, ledgers, charts, morale, cards, records."""

KERNEL_VERSION = 1
"""Rises whenever a ruleset that was written for this kernel has to be changed to go on working."""
