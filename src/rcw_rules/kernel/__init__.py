"""Primitives that name no ruleset: dice, the umpire, exact odds, ledgers, charts, morale, cards, records."""
