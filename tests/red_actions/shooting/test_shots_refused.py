"""Shootings that the rules forbid, and requests that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_shots import (
    GENERAL,
    GUNS,
    RIFLES,
    SABRES,
    TACHANKAS,
    TANK,
    after,
    card,
    exchange,
    resolve,
    shot,
    throws,
    unit,
    valued,
)

from rcw_rules import IllegalRequestError, InvalidRequestError, NeedsRuling, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import ResultStep

TRAIN_GUN = card(id="train_gun", name="Artillery Car", arm="train_artillery", weapon_class="field_gun")


# --- refusals


@pytest.mark.rule("red_actions", "prio-one-target", "sho-sequence", "rout-unit-state", "form-limbered")
@pytest.mark.rule("red_actions", "defs-senior-officer-base", "mvsh-tachanka", "note-tachanka", "sho-effective")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (shot(also_at=("2nd Company",)), r"\$\.also_at: .*one target.*prio-one-target"),
        (shot(move="after_dice"), r"\$\.move: .*before the dice.*sho-sequence"),
        (shot(by=TACHANKAS, move="before_dice"), r"\$\.move: .*mvsh-tachanka"),
        (shot(by=TANK, move="before_dice"), r"\$\.move: .*mvsh-table"),
        (shot(by=TRAIN_GUN, move="before_dice"), r"\$\.move: .*train-artillery-car"),
        (shot(unit(GENERAL, bases=1), distinct=False), r"\$\.distinct: .*2 in.*defs-senior-officer-base"),
        (shot(able_bases=0), r"\$\.able_bases: .*sho-effective"),
        (shot(unit(side="red")), r"\$\.target\.side: .*wx-night-friends"),
    ],
)
def test_what_is_forbidden(asked: ra.ShootRequest, message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        resolve(asked)


@pytest.mark.rule("red_actions", "rout-unit-state", "form-limbered")
def test_routers_and_limbered_guns_do_not_shoot() -> None:
    asked = shot()
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.routing: .*rout-unit-state"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, routing=True)))
    asked = shot(by=GUNS)
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.limbered: .*form-limbered"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, limbered=True)))


@pytest.mark.rule("red_actions", "act-one-only", "turn-forced-forfeit")
def test_who_has_used_or_forfeited_his_segment_does_not_shoot() -> None:
    first = shot(unit(valued(RIFLES, 10)), total=29)
    spent = evolve(first, shooter=evolve(first.shooter, has_acted=True))
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.has_acted: .*act-one-only"):
        resolve(spent)
    with pytest.raises(IllegalRequestError, match=r"\$\.first\.shooter\.has_acted: .*act-one-only"):
        resolve(exchange(spent))
    again = resolve(first, 1, 2).outcome
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.has_acted: "):
        resolve(evolve(first, shooter=again.shooter))


@pytest.mark.rule("red_actions", "sho-sequence", "seq-position-markers")
def test_a_move_before_the_dice_changes_nothing_and_a_marker_is_revealed_first() -> None:
    assert after(shot(total=29, move="before_dice"), 1, 2) == after(shot(total=29), 1, 2)
    hidden = resolve(shot(total=29, hidden=True), 1, 2)
    rules = [step.rule for _, step in hidden.record.walk()]
    assert rules.index("seq-position-markers") < rules.index("sho-table")
    assert "seq-position-markers" not in [step.rule for _, step in resolve(shot(total=29), 1, 2).record.walk()]


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
@pytest.mark.parametrize(
    ("by", "what"),
    [
        (card(range=None, shooting_value=None), "range"),
        (card(arm="gun"), "weapon_class"),
    ],
)
def test_what_a_card_lacks_is_asked_for(by: ra.TroopCard, what: str) -> None:
    shooter = ra.Unit(name="Shooter", side="red", card=by)
    with pytest.raises(NeedsRuling, match=what):
        resolve(ra.ShootRequest(shooter=shooter, target=unit(), distance=inches(4)))


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_a_missing_morale_number_is_asked_for_when_the_test_is_due() -> None:
    raw = shot(unit(card(fear=None, serious=None)), total=29)
    assert after(raw, 1, 2).moved_back == inches(3)
    with pytest.raises(NeedsRuling, match="serious"):
        resolve(raw, 4, 4)


@pytest.mark.rule("red_actions", "conv-bad-input", "sho-cover-definitions", "sho-mod-cumulative")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (shot(unit(bases=0)), r"\$\.target\.bases: "),
        (shot(unit(name="Shooter")), r"\$\.target\.name: "),
        (shot(able_bases=2), r"\$\.able_bases: 2 bases"),
        (shot(road_column=True), r"\$\.road_column: "),
        (shot(building="stone", cover="soft"), r"\$\.cover: "),
        (
            shot(building="stone", cover="wooden_building"),
            r"\$\.cover: a stone building gives better .* wooden building",
        ),
        (shot(building="wood", cover="wood"), r"\$\.cover: "),
        (
            shot(building="wood", cover="wooden_building", passing_through=True),
            r"\$\.passing_through: .*is not in one.*bld-moving-through",
        ),
        (
            shot(unit(SABRES, evading=True), building="stone", cover="stone", passing_through=True),
            r"\$\.passing_through: .*is not in one.*bld-moving-through",
        ),
        (shot(footing=ra.RetirePlace(hard_cover=True), cover="soft"), r"\$\.footing\.hard_cover: "),
        (shot(passing_through=True), r"\$\.passing_through: "),
        (shot(unit(pinned=2)), r"\$\.target\.pinned: "),
    ],
)
def test_what_contradicts_itself(asked: ra.ShootRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        resolve(asked)


@pytest.mark.rule("red_actions", "bld-moving-through", "dh-buildings")
def test_infantry_that_keeps_to_the_houses_as_it_evades_falls_with_them() -> None:
    # 21 is in column 7, 4 off it for stone and 1 for evading; the direct hit of a 4 and a 5 brings it down on 5 and 6.
    asked = shot(unit(evading=True), by=GUNS, total=21, building="stone", cover="stone", passing_through=True)
    fallen = resolve(asked, 4, 5, 5, 6).outcome
    assert (fallen.collapsed, fallen.target.bases) == (True, 0)


@pytest.mark.rule("red_actions", "sho-cover-definitions", "dh-buildings")
def test_a_house_of_solid_logs_is_of_wood_and_covers_like_stone() -> None:
    # 21 is in column 7, 4 off it for stone; the direct hit brings a house of wood down on 9.
    asked = shot(by=GUNS, total=21, building="wood", cover="stone")
    assert throws(resolve(asked, 4, 5, 4, 5)) == ["dh-roll", "dh-buildings"]
    shooting = [step for _, step in resolve(asked, 1, 1, 1, 1).record.walk() if isinstance(step, ResultStep)]
    assert [step.values["column"] for step in shooting if step.rule == "sho-column"] == [3]


@pytest.mark.rule("red_actions", "defs-terror-rout", "conv-marker-count")
def test_a_unit_with_more_markers_than_bases_is_in_rout() -> None:
    wild: dict[str, Any] = {"bases": 2, "terror": 2, "humiliated": 1}
    with pytest.raises(InvalidRequestError, match=r"\$\.target\.terror: 3 markers on 2 bases.*defs-terror-rout"):
        resolve(shot(unit(**wild)))
    asked = shot()
    with pytest.raises(InvalidRequestError, match=r"\$\.shooter\.terror: .*defs-terror-rout"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, terror=2)))
    assert not resolve(shot(unit(**wild, routing=True), total=2), 1, 1).outcome.aftermath.routs


@pytest.mark.rule("red_actions", "wx-night-friends", "wx-night-range")
def test_in_the_night_friends_are_shot_at_by_mistake() -> None:
    mistake = shot(unit(side="red"), total=29, distance=inches(3))
    # The Ter of a 4 calls for no test that the night could weigh on.
    assert after(mistake, 1, 3, night="dark").terror == 1
    with pytest.raises(IllegalRequestError, match="wx-night-friends"):
        resolve(mistake, 1, 3)
