"""Moving and firing in one segment: which troops turn or pivot before they fire, and which stay after it."""

from __future__ import annotations

from rcw_rules.red_actions.model import Arm

STAYS_AFTER_FIRING: dict[Arm, str] = {  # each with its rule
    "mg": "mvsh-table",
    "tachanka": "mvsh-tachanka",
    "mortar": "mvsh-table",
    "tank": "mvsh-table",
    "train_artillery": "train-artillery-car",
}
TURNERS: tuple[Arm, ...] = ("rifle", "sabres")  # mvsh-table: the others pivot
TURNS = (0, 90, 180)  # mvsh-table: degrees
MOST_PIVOT = 45  # mvsh-table: degrees
