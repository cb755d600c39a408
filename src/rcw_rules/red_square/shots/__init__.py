"""Shots on the field: who observes whom, who may be fired at, the whole of a shot, and fire out of sequence."""

from rcw_rules.red_square.shots.area_fire import area_objections, area_of
from rcw_rules.red_square.shots.breaking import break_if_shaken, has_political_help
from rcw_rules.red_square.shots.choosing import TARGET, TargetsInView, choose_target
from rcw_rules.red_square.shots.gun_positions import (
    STAGES_TO_FIRE,
    ArtilleryPositionOutcome,
    ArtilleryPositionRequest,
    GunAction,
    artillery_position,
)
from rcw_rules.red_square.shots.mission import (
    FireMissionOutcome,
    FireMissionRequest,
    after_mission,
    cards_let_go,
    fire_mission,
)
from rcw_rules.red_square.shots.observation import (
    INDIRECT_GUNS,
    POST_WITHIN,
    SPOTTERS,
    IndirectObservationOutcome,
    IndirectObservationRequest,
    ObserveOutcome,
    ObserveRequest,
    indirect_observation,
    observe,
)
from rcw_rules.red_square.shots.out_of_sequence import (
    FIRE_OUT_OF_SEQUENCE,
    Interruption,
    ThreatFireOutcome,
    ThreatFireRequest,
    interruptions,
    is_still_to_come,
    threat_fire,
)
from rcw_rules.red_square.shots.profiles import firing_bases
from rcw_rules.red_square.shots.scouting import ScoutingContactOutcome, ScoutingContactRequest, scouting_contact
from rcw_rules.red_square.shots.targeting import (
    AEROPLANE,
    Aim,
    Book,
    Refused,
    Shooting,
    Target,
    Targets,
    is_beside_defence,
    targets,
)

__all__ = [
    "AEROPLANE",
    "FIRE_OUT_OF_SEQUENCE",
    "INDIRECT_GUNS",
    "POST_WITHIN",
    "SPOTTERS",
    "STAGES_TO_FIRE",
    "TARGET",
    "Aim",
    "ArtilleryPositionOutcome",
    "ArtilleryPositionRequest",
    "Book",
    "FireMissionOutcome",
    "FireMissionRequest",
    "GunAction",
    "IndirectObservationOutcome",
    "IndirectObservationRequest",
    "Interruption",
    "ObserveOutcome",
    "ObserveRequest",
    "Refused",
    "ScoutingContactOutcome",
    "ScoutingContactRequest",
    "Shooting",
    "Target",
    "Targets",
    "TargetsInView",
    "ThreatFireOutcome",
    "ThreatFireRequest",
    "after_mission",
    "area_objections",
    "area_of",
    "artillery_position",
    "break_if_shaken",
    "cards_let_go",
    "choose_target",
    "fire_mission",
    "firing_bases",
    "has_political_help",
    "indirect_observation",
    "interruptions",
    "is_beside_defence",
    "is_still_to_come",
    "observe",
    "scouting_contact",
    "targets",
    "threat_fire",
]
