"""Scale, effective bases, the flight of an army, and what may be fielded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import RANKS, effective_number
from rcw_rules.red_actions.units import command_of, disputed_distance, has_too_many_markers, missing_numbers, title_of


def ask(request: Any, **options: Any) -> Any:
    return ra.ruleset.with_options(**options).resolve(request, dice=GivenDice([])).outcome


def card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    fields: dict[str, Any] = {"id": "one", "name": "One", "arm": arm, "speed": inches(6)}
    return ra.TroopCard(**{**fields, **changes})


def unit(bases: int, terror: int = 0, humiliated: int = 0, **changes: Any) -> ra.Unit:
    fields: dict[str, Any] = {"name": "1st", "side": "red", "card": card()}
    return ra.Unit(**{**fields, "bases": bases, "terror": terror, "humiliated": humiliated, **changes})


@pytest.mark.rule("red_actions", "defs-scale", "conv-metres-govern")
@pytest.mark.parametrize(
    ("metres", "length"),
    [(0, 0), (50, 2), (75, 3), (100, 4), (150, 6), (200, 8), (250, 10), (300, 12), (400, 16), (1000, 40), (5000, 200)],
)
def test_metres_on_the_table(metres: int, length: int) -> None:
    assert ask(ra.ConvertDistanceRequest(metres=Fraction(metres))).inches == length


@pytest.mark.rule("red_actions", "defs-scale", "conv-exact-arithmetic")
def test_metres_are_not_rounded() -> None:
    assert ask(ra.ConvertDistanceRequest(metres=Fraction(1, 3))).inches == Fraction(1, 75)


@pytest.mark.rule("red_actions", "conv-metres-govern")
@pytest.mark.parametrize(
    ("of", "metres", "by_metres", "by_inches"), [("mounted_officer", 400, 16, 20), ("train_step", 50, 2, 1)]
)
def test_distances_printed_in_two_ways(of: Any, metres: int, by_metres: int, by_inches: int) -> None:
    request = ra.ConvertDistanceRequest(metres=Fraction(metres), of=of)
    assert ask(request).inches == by_metres
    assert ask(request, distance_conflicts="inches").inches == by_inches
    assert disputed_distance(of, ra.Options()) == inches(by_metres)
    # The same number of metres of anything else is not disputed.
    plain = ra.ConvertDistanceRequest(metres=Fraction(metres))
    assert ask(plain, distance_conflicts="inches").inches == by_metres
    assert "conv-metres-govern" in ra.ruleset.resolve(request, dice=GivenDice([])).record.rules
    with pytest.raises(InvalidRequestError, match=r"\$\.metres: .*conv-metres-govern"):
        ask(ra.ConvertDistanceRequest(metres=Fraction(75), of=of))


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_a_negative_distance_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.metres: .*conv-bad-input"):
        ask(ra.ConvertDistanceRequest(metres=Fraction(-1)))


@pytest.mark.rule("red_actions", "defs-scale")
def test_minutes_are_moves() -> None:
    assert [ra.moves_in(minutes) for minutes in (5, 30, 12)] == [1, 6, Fraction(12, 5)]


@pytest.mark.rule("red_actions", "defs-base")
def test_the_frontage_of_a_line() -> None:
    # 120 mm, at 25.4 mm to the inch.
    assert ra.frontage(4) == Fraction(600, 127) == Fraction(1200, 254)


@pytest.mark.rule("red_actions", "defs-effective-bases", "defs-terror-rout", "defs-humiliated", "conv-marker-count")
@pytest.mark.parametrize(
    ("bases", "terror", "humiliated", "effective", "routs"),
    [
        (5, 2, 0, 3, False),
        (1, 1, 0, Fraction(1, 2), False),
        (4, 3, 1, Fraction(1, 2), False),
        (2, 3, 0, 0, True),
        (3, 3, 0, Fraction(1, 2), False),
        (3, 4, 0, 0, True),
        (4, 1, 1, 2, False),
        (4, 0, 1, 3, False),
        (3, 2, 1, Fraction(1, 2), False),
        (3, 0, 4, 0, True),
    ],
)
def test_effective_bases(bases: int, terror: int, humiliated: int, effective: Fraction, routs: bool) -> None:
    outcome = ask(ra.EffectiveBasesRequest(bases=bases, terror=terror, humiliated=humiliated))
    assert (outcome.effective, outcome.routs) == (effective, routs)
    assert has_too_many_markers(unit(bases, terror, humiliated)) is routs


@pytest.mark.rule("red_actions", "defs-terror-rout")
def test_the_loss_of_a_base_may_cause_a_rout() -> None:
    assert not has_too_many_markers(unit(3, 3))
    assert has_too_many_markers(unit(2, 3))


@pytest.mark.rule("red_actions", "defs-terror-rout")
def test_a_unit_in_rout_and_a_unit_gone_do_not_rout_again() -> None:
    outcome = ask(ra.EffectiveBasesRequest(bases=2, terror=3, routing=True))
    assert (outcome.effective, outcome.routs) == (0, False)
    assert not has_too_many_markers(unit(2, 3, routing=True))
    assert not has_too_many_markers(unit(0, 3))
    assert effective_number(0, 0) == 0


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("fields", "path"),
    [({"bases": 0}, "bases"), ({"bases": 7}, "bases"), ({"bases": 3, "terror": -1}, "terror")],
)
def test_bases_and_markers_out_of_bounds(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}: "):
        ask(ra.EffectiveBasesRequest(**fields))


@pytest.mark.rule("red_actions", "defs-effective-bases")
@given(bases=st.integers(1, 6), markers=st.integers(0, 12))
def test_another_marker_never_makes_a_unit_stronger(bases: int, markers: int) -> None:
    fewer, more = effective_number(bases, markers), effective_number(bases, markers + 1)
    assert 0 <= more <= fewer <= bases
    assert (more < fewer) or fewer == 0


def losses(side: Any = "red", original: Any = 400, percent: int = 30, lost: Any = 0, **more: Any) -> ra.ArmyLosses:
    return ra.ArmyLosses(
        side=side, original_points=Fraction(original), percent=percent, lost_points=Fraction(lost), **more
    )


@pytest.mark.rule("red_actions", "defs-flight-number")
@pytest.mark.parametrize(
    ("original", "percent", "lost", "threshold", "flees"),
    [
        (400, 30, 120, 120, False),
        (400, 30, 121, 120, True),
        (250, 33, 83, Fraction(165, 2), True),
        (250, 33, 82, Fraction(165, 2), False),
        (100, 0, 0, 0, False),
        (100, 0, Fraction(1, 2), 0, True),
        (100, 100, 100, 100, False),
    ],
)
def test_flight_is_losing_more_than_the_flight_number(
    original: int, percent: int, lost: Any, threshold: Any, flees: bool
) -> None:
    outcome = ask(ra.FlightCheckRequest(armies=(losses("red", original, percent, lost),)))
    assert (outcome.armies[0].threshold, outcome.armies[0].in_flight) == (threshold, flees)
    assert (outcome.game_over, outcome.losers) == (flees, ("red",) if flees else ())


@pytest.mark.rule("red_actions", "seq-flight-stop", "miss-victory")
def test_both_armies_may_flee_at_once() -> None:
    outcome = ask(ra.FlightCheckRequest(armies=(losses("white", lost=121), losses("red", lost=150))))
    assert (outcome.game_over, outcome.losers) == (True, ("white", "red"))
    one = ask(ra.FlightCheckRequest(armies=(losses("white", lost=121), losses("red", lost=100))))
    assert (one.game_over, one.losers) == (True, ("white",))
    assert [army.in_flight for army in one.armies] == [True, False]


@pytest.mark.rule("red_actions", "train-captured", "tank-captured", "seq-flight-stop")
def test_a_captured_train_loses_the_game_and_captured_tanks_are_told() -> None:
    outcome = ask(ra.FlightCheckRequest(armies=(losses(train_taken=True),)))
    assert (outcome.armies[0].in_flight, outcome.armies[0].has_lost, outcome.losers) == (False, True, ("red",))
    request = ra.FlightCheckRequest(armies=(losses(intact_tanks_captured=2),))
    resolution = ra.ruleset.resolve(request, dice=GivenDice([]))
    assert (resolution.outcome.armies[0].intact_tanks_captured, resolution.outcome.game_over) == (2, False)
    assert "tank-captured" in resolution.record.rules


@pytest.mark.rule("red_actions", "defs-flight-number")
def test_what_a_unit_counts_as_lost() -> None:
    five = card(points_per_base=Fraction(5))
    assert ra.points_lost(unit(6, card=five), 6) == 0
    assert ra.points_lost(unit(4, card=five), 6) == 10
    assert ra.points_lost(unit(0, card=five), 6) == 30
    # In rout all of it counts, and after it has rallied only what is gone.
    assert ra.points_lost(unit(4, card=five, routing=True), 6) == 30


@pytest.mark.rule("red_actions", "defs-flight-number", "conv-bad-input")
@pytest.mark.parametrize(
    ("armies", "path"),
    [
        ((losses(original=0),), "armies[0].original_points"),
        ((losses(original=-1),), "armies[0].original_points"),
        ((losses(percent=101),), "armies[0].percent"),
        ((losses(percent=-1),), "armies[0].percent"),
        ((losses(lost=-1),), "armies[0].lost_points"),
        ((losses(lost=401),), "armies[0].lost_points"),
        ((losses("red"), losses("red")), "armies[1].side"),
        ((), "armies"),
    ],
)
def test_losses_that_cannot_be(armies: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        ask(ra.FlightCheckRequest(armies=armies))
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]


def muster(arm: Any = "rifle", bases: int = 4, **changes: Any) -> ra.Muster:
    fields: dict[str, Any] = {"name": "1st", "card": card(arm), "bases": bases}
    return ra.Muster(**{**fields, **changes})


def field(*units: ra.Muster, in_play: bool = False, extras: Any = ()) -> ra.UnitLegalityRequest:
    return ra.UnitLegalityRequest(units=units or (muster(),), in_play=in_play, extras=extras)


def reasons(request: ra.UnitLegalityRequest, **options: Any) -> list[tuple[str, str]]:
    verdict = ra.ruleset.with_options(**options).verdict(request)
    return [(objection.path, objection.rule) for objection in verdict.objections]


@pytest.mark.rule("red_actions", "defs-unit-size", "conv-bad-input")
@pytest.mark.parametrize(
    ("arm", "bases", "legal"),
    [
        ("rifle", 1, False),
        ("rifle", 2, True),
        ("rifle", 6, True),
        ("rifle", 7, False),
        ("sabres", 1, False),
        ("sabres", 6, True),
        ("sabres", 7, False),
        *((arm, bases, 1 <= bases <= 4) for arm in ("mg", "gun", "mortar", "tachanka") for bases in (0, 1, 4, 5)),
        *((arm, bases, bases == 1) for arm in ("tank", "armoured_car", "officer") for bases in (0, 1, 2)),
    ],
)
def test_how_many_bases_may_be_fielded(arm: str, bases: int, legal: bool) -> None:
    assert reasons(field(muster(arm, bases))) == ([] if legal else [("$.units[0].bases", "defs-unit-size")])


@pytest.mark.rule("red_actions", "defs-unit-size")
def test_one_rifle_base_is_refused_at_the_set_up_and_stands_after_losses() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.units\[0\]\.bases: .*2 to 6 bases, not 1 \[defs-unit-size\]"):
        ask(field(muster(bases=1)))
    with pytest.raises(IllegalRequestError, match=r"a unit of armoured car bases has 1 base, not 2 \[defs-unit-size\]"):
        ask(field(muster("armoured_car", 2)))
    assert reasons(field(muster(bases=1), in_play=True)) == []
    assert reasons(field(muster(bases=7), in_play=True)) == [("$.units[0].bases", "defs-unit-size")]


@pytest.mark.rule(
    "red_actions",
    "defs-unit-size",
    "defs-pinned",
    "defs-terror-rout",
    "defs-senior-officer-base",
    "form-formed-cavalry",
    "form-limbered",
    "char-white-officer-base",
    "conv-bad-input",
)
@pytest.mark.parametrize(
    ("arm", "changes", "path", "rule"),
    [
        ("rifle", {"pinned_markers": 2}, "pinned_markers", "defs-pinned"),
        ("rifle", {"other_cards": (card(id="two", name="Two"),)}, "other_cards[0]", "defs-unit-size"),
        ("rifle", {"white_officer_base": True}, "white_officer_base", "char-white-officer-base"),
        ("rifle", {"formed": True}, "formed", "form-formed-cavalry"),
        ("sabres", {"formed": True}, "formed", "form-formed-cavalry"),
        ("tachanka", {"limbered": True}, "limbered", "form-limbered"),
        ("mortar", {"limbered": True}, "limbered", "form-limbered"),
        ("rifle", {"terror": 9}, "terror", "defs-terror-rout"),
        ("rifle", {"terror": 3, "humiliated": 2}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "terror": 1}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "humiliated": 1}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "pinned_markers": 1}, "terror", "defs-terror-rout"),
        ("officer", {"bases": 1, "terror": 1}, "terror", "defs-senior-officer-base"),
        ("officer", {"bases": 1, "pinned_markers": 1}, "terror", "defs-senior-officer-base"),
    ],
)
def test_what_may_not_be_fielded(arm: str, changes: dict[str, Any], path: str, rule: str) -> None:
    request = field(muster(arm, **changes))
    assert reasons(request) == [(f"$.units[0].{path}", rule)]
    with pytest.raises(IllegalRequestError, match=rule):
        ask(request)


@pytest.mark.rule("red_actions", "defs-unit-size", "form-formed-cavalry", "form-limbered", "char-white-officer-base")
def test_what_may_be_fielded() -> None:
    conscripts = card(id="conscripts", morale_as="volunteers")
    units = (
        muster(name="a", pinned_markers=1, terror=3, humiliated=1),
        muster("gun", name="b", limbered=True),
        muster(name="c", card=card("sabres", may_form=True), formed=True),
        muster(name="d", card=conscripts, white_officer_base=True, other_cards=(conscripts,)),
        muster("officer", 1, name="e", humiliated=1),
    )
    assert reasons(field(*units)) == []
    # With more markers than bases it is in rout, which it may be once the game has begun.
    assert reasons(field(muster(terror=9), in_play=True)) == []


@pytest.mark.rule("red_actions", "wx-night-morale", "defs-terror-rout")
@pytest.mark.parametrize("night", ["dark", "moonlight_or_fog"])
def test_the_marker_of_the_night_counts_at_the_set_up(night: str) -> None:
    # Two markers and that of the night on two bases rout; one and that of the night do not.
    weary = field(muster(bases=2, humiliated=2))
    assert reasons(weary, night=night) == [("$.units[0].terror", "defs-terror-rout")]
    assert reasons(weary) == reasons(field(muster(bases=2, humiliated=1)), night=night) == []
    # Vehicles take none, and in play it has been placed already.
    assert reasons(field(muster("tank", 1)), night=night) == []
    assert reasons(field(muster(bases=2, humiliated=2), in_play=True), night=night) == []


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_every_reason_is_told_at_once() -> None:
    request = field(muster(bases=9), muster("mg", 5, formed=True))
    assert reasons(request) == [
        ("$.units[0].bases", "defs-unit-size"),
        ("$.units[1].name", "conv-bad-input"),
        ("$.units[1].bases", "defs-unit-size"),
        ("$.units[1].formed", "form-formed-cavalry"),
    ]


@pytest.mark.rule(
    "red_actions",
    "seq-dummy-markers",
    "note-no-aircraft",
    "note-no-cheka",
    "note-no-commissar-killing",
    "defs-junior-officers",
)
@pytest.mark.parametrize(
    ("extra", "rule"),
    [
        ("dummy_marker", "seq-dummy-markers"),
        ("detached_junior_officer", "defs-junior-officers"),
        ("aircraft", "note-no-aircraft"),
        ("cheka", "note-no-cheka"),
        ("blocking_unit", "note-no-cheka"),
        ("commissar_kills_commander", "note-no-commissar-killing"),
    ],
)
def test_what_the_rules_do_not_have(extra: str, rule: str) -> None:
    assert reasons(field(extras=(extra,))) == [("$.extras[0]", rule)]
    allowed = reasons(field(extras=(extra,)), dummy_markers=True)
    assert allowed == ([] if extra == "dummy_marker" else [("$.extras[0]", rule)])


@pytest.mark.rule("red_actions", "miss-scenarios")
def test_without_a_force_there_is_no_game() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units: .*miss-scenarios"):
        ask(ra.UnitLegalityRequest(units=()))


@pytest.mark.rule(
    "red_actions", "defs-categories", "defs-base", "defs-junior-officers", "conv-cards-missing", "miss-cards"
)
def test_what_is_told_of_a_unit_that_may_be_fielded() -> None:
    officer = ra.OfficerToken(id="Ivanov")
    outcome = ask(
        field(muster("tachanka", 2, name="a"), muster("rifle", 4, name="b", officer=officer), muster(name="c"))
    )
    first, second, third = outcome.units
    assert (first.category, first.may_be, first.frontage) == ("cavalry", (1, 4), Fraction(300, 127))
    assert (second.category, second.may_be, second.frontage) == ("infantry", (2, 6), Fraction(600, 127))
    assert [each.needs_officer for each in outcome.units] == [False, False, True]
    assert first.lacks == ("range", "shooting_value", "fighting_value", "fear", "serious", "rally")
    assert third.lacks == ("range", "shooting_value", "fighting_value", "charge", "fear", "serious", "rally")


@pytest.mark.rule("red_actions", "conv-cards-missing", "miss-cards")
@pytest.mark.parametrize(
    ("arm", "lacks"),
    [
        ("gun", ("range", "shooting_value", "fear", "serious", "rally")),
        ("tank", ("range", "shooting_value")),
        ("train_engine", ("fear", "rally")),
        ("train_mg", ("range", "shooting_value", "fear", "rally")),
        ("officer", ("fear", "serious", "rally")),
    ],
)
def test_which_numbers_a_card_needs(arm: str, lacks: tuple[str, ...]) -> None:
    assert missing_numbers(card(arm)) == lacks
    assert missing_numbers(card(arm, fear=7)) == tuple(field for field in lacks if field != "fear")


@pytest.mark.rule("red_actions", "defs-red-commanders", "note-unit-scale", "note-higher-formations")
def test_soviet_titles_and_commands_change_no_result() -> None:
    assert [title_of(rank, soviet=True) for rank in RANKS] == ["Kombat", "Kompolk", "Kombrig", "Komdiv"]
    assert [title_of(rank) for rank in RANKS] == ["captain", "colonel", "major general", "general"]
    assert [command_of(rank) for rank in RANKS[1:]] == ["a regiment", "a brigade", "a division"]
    assert "battalion" in command_of("captain")
    plain, renamed = ra.OfficerToken(id="Ivanov"), ra.OfficerToken(id=title_of("captain", soviet=True))
    assert ask(field(muster(officer=plain))) == ask(field(muster(officer=renamed)))
