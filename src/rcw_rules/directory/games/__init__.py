"""Whole games: their states, their actions and what comes of them."""
