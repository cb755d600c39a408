"""Whole games: set-up, turns by the phases of the profile, charges, morale, victory, and what each side sees."""
