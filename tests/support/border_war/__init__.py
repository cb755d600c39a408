"""Border War, a made-up ruleset: two villages quarrel over a meadow.

Tests of what no ruleset in particular is needed for rest on it, so that a correction of a real rule changes none of
them. It has what such tests need: sub-procedures, a choice, options, charts of numbers and of codes, ledgers, house
rules' modifiers, and a question that nobody has answered.
"""

from __future__ import annotations

from border_war.brawl import BrawlOutcome, BrawlRequest, PursuitOutcome, PursuitRequest, brawl, pursuit
from border_war.model import Band, Gait, Options, Profile
from border_war.nerve import (
    CHEER,
    MusterOutcome,
    MusterRequest,
    NerveOutcome,
    NervePhaseOutcome,
    NervePhaseRequest,
    NerveRequest,
    NightfallOutcome,
    NightfallRequest,
    RetreatOutcome,
    RetreatRequest,
    muster,
    nerve,
    nerve_phase,
    nightfall,
    retreat,
)
from border_war.volley import BANNER, MUD, MUD_ON_A_CART, VolleyOutcome, VolleyRequest, volley
from rcw_rules import Ruleset

__all__ = [
    "CHEER",
    "Band",
    "BrawlOutcome",
    "BrawlRequest",
    "Gait",
    "MusterOutcome",
    "MusterRequest",
    "NerveOutcome",
    "NervePhaseOutcome",
    "NervePhaseRequest",
    "NerveRequest",
    "NightfallOutcome",
    "NightfallRequest",
    "Options",
    "Profile",
    "PursuitOutcome",
    "PursuitRequest",
    "RetreatOutcome",
    "RetreatRequest",
    "VolleyOutcome",
    "VolleyRequest",
    "big_brawl",
    "hedge_brawl",
    "ruleset",
]


def hedge_brawl() -> BrawlRequest:
    """Return the brawl at the hedge: the attacker's die has 1 less, the defender's 2 more."""
    red = Band(side="north", spears=7, guard=True)
    white = Band(side="south", spears=6, cover="ditch", drum=True)
    return BrawlRequest(attackers=(red,), defenders=(white,), through_hedge=True)


def big_brawl() -> BrawlRequest:
    """Return the big brawl: nothing for the attackers, veterans who lost some; 2 less for the defenders."""
    attackers = (Band(side="north", spears=6, veterans=True), Band(side="north", spears=7, lost=2, veterans=True))
    return BrawlRequest(attackers=attackers, defenders=(Band(side="south", spears=6, lost=2, cover="ditch"),))


ruleset: Ruleset[Options] = Ruleset(
    id="border_war",
    title="Border War",
    edition="made up",
    rules_version=2,
    options=Options(),
    procedures=(muster, brawl, pursuit, nerve, retreat, nerve_phase, volley, nightfall),
    choices=(CHEER,),
    modifiers=(BANNER, MUD, MUD_ON_A_CART),
    package="border_war",
)
