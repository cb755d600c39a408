"""Who acts next, and Clever officers: the cases of the book, and every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra


def asked(**facts: Any) -> ra.InitiativeRequest:
    return ra.InitiativeRequest(**facts)


def next_to_act(
    request: ra.InitiativeRequest, *faces: Any, choices: Any = None, **options: Any
) -> ra.InitiativeOutcome:
    ruleset = ra.ruleset.with_options(**options)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


# ---------------------------------------------------------------- in turns


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_the_players_take_turns_until_one_has_no_unit_left() -> None:
    # Attacker 4, defender 2; three units against five.
    left = {"attacker": 3, "defender": 5}
    last: Any = None
    order, faces = "", [4, 2]
    while any(left.values()):
        request = asked(attackers_left=left["attacker"], defenders_left=left["defender"], last=last)
        last = next_to_act(request, *faces).player
        assert last is not None
        left[last] -= 1
        order += last[0].upper()
        faces = []
    assert order == "ADADADDD"
    assert next_to_act(asked(last="defender")).turn_ends


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_ties_are_rolled_again() -> None:
    assert next_to_act(asked(attackers_left=1, defenders_left=1), 3, 3, 2, 5).player == "defender"
    odds = ra.ruleset.odds(asked(attackers_left=1, defenders_left=1))
    assert odds.probability(lambda outcome: outcome.player == "attacker") == Fraction(1, 2)


@pytest.mark.rule("red_actions", "turn-initiative-standard", "turn-initiative-rolloff")
@pytest.mark.parametrize(
    ("initiative", "first", "again"),
    [
        ("standard", "first initiative, ", "first initiative after a tie, "),
        ("rolloff", "roll-off, ", "roll-off after a draw, "),
    ],
)
def test_it_is_said_whose_die_comes_first(initiative: str, first: str, again: str) -> None:
    ruleset, whose = ra.ruleset.with_options(initiative=initiative), "attacker's die, defender's die"

    def rolls(request: ra.InitiativeRequest, *faces: int) -> list[str]:
        return [step.purpose for step in ruleset.resolve(request, dice=GivenDice(faces)).record.rolls]

    both = {"attackers_left": 1, "defenders_left": 1}
    assert rolls(asked(**both), 3, 3, 2, 5) == [first + whose, again + whose]
    if initiative == "rolloff":
        assert rolls(asked(**both, roll_off_loser="attacker"), 3, 3) == [first + whose]


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_nobody_rolls_where_only_one_has_a_unit() -> None:
    assert next_to_act(asked(attackers_left=0, defenders_left=2)).player == "defender"


# ---------------------------------------------------------------- roll-offs


@pytest.mark.rule("red_actions", "turn-initiative-rolloff")
def test_a_draw_goes_to_the_loser_of_the_last_roll_off_that_was_none() -> None:
    both = {"attackers_left": 3, "defenders_left": 3}
    first = next_to_act(asked(**both), 5, 3, initiative="rolloff")
    assert (first.player, first.roll_off_loser) == ("attacker", "defender")
    for _ in range(2):
        first = next_to_act(asked(**both, roll_off_loser=first.roll_off_loser), 4, 4, initiative="rolloff")
        assert (first.player, first.roll_off_loser) == ("defender", "defender")
    # With none before, 2-2 is rolled again.
    assert next_to_act(asked(**both), 2, 2, 1, 6, initiative="rolloff").player == "defender"


@pytest.mark.rule("red_actions", "turn-initiative-rolloff", "turn-rolloff-end")
@pytest.mark.parametrize("loser", [None, "attacker", "defender"])
@pytest.mark.parametrize("toggle", [False, True])
def test_every_throw_of_a_roll_off(loser: Any, toggle: bool) -> None:
    request = asked(attackers_left=2, defenders_left=2, roll_off_loser=loser)
    ruleset = ra.ruleset.with_options(initiative="rolloff", rolloff_double_one_ends_turn=toggle)
    chances = {"attacker": 0, "defender": 0, "ends": 0}
    for one, two in product(range(1, 7), repeat=2):
        if one == two == 1 and toggle:
            chances["ends"] += 1
        elif one != two:
            chances["attacker" if one > two else "defender"] += 1
        elif loser is not None:
            chances[loser] += 1
    odds = ruleset.odds(request)
    total = sum(chances.values())
    for player in ("attacker", "defender"):
        assert odds.map(lambda outcome: outcome.player)[player] == Fraction(chances[player], total)
    assert odds.probability(lambda outcome: outcome.turn_ends) == Fraction(chances["ends"], total)


@pytest.mark.rule("red_actions", "turn-rolloff-end")
def test_two_ones_end_the_turn_by_option_only() -> None:
    request = asked(attackers_left=2, defenders_left=2, roll_off_loser="attacker")
    assert next_to_act(request, 1, 1, initiative="rolloff", rolloff_double_one_ends_turn=True).turn_ends
    assert next_to_act(request, 1, 1, initiative="rolloff").player == "attacker"
    alone = asked(attackers_left=0, defenders_left=2)
    assert next_to_act(alone, initiative="rolloff").player == "defender"


# ---------------------------------------------------------------- cards


HQ = ra.InitiativeCard(name="HQ")
FIRST, SECOND = ra.InitiativeCard(name="1st", hq="HQ"), ra.InitiativeCard(name="2nd")


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_the_card_that_is_drawn_says_who_acts() -> None:
    # The third of three cards.
    outcome = next_to_act(asked(cards=(HQ, FIRST, SECOND)), 3, initiative="cards")
    assert (outcome.drawn, outcome.units, outcome.player) == ("2nd", ("2nd",), None)


@pytest.mark.rule("red_actions", "turn-initiative-cards", "act-combine")
def test_an_hq_and_its_unit_may_act_on_either_card() -> None:
    # The unit's card comes first: both may act on it, and the card of the HQ is then skipped.
    both = asked(cards=(HQ, FIRST, SECOND))
    assert next_to_act(both, 2, initiative="cards").units == ("1st", "HQ")
    waits = {"who_acts": lambda able, alternatives: ()}
    assert next_to_act(both, 2, initiative="cards", choices=waits).units == ()
    alone = {"who_acts": lambda able, alternatives: ("HQ",)}
    assert next_to_act(both, 2, initiative="cards", choices=alone).units == ("HQ",)
    skipped = asked(cards=(HQ, SECOND), drawn=(FIRST,), acted=("1st", "HQ"))
    outcome = next_to_act(skipped, 1, initiative="cards")
    assert (outcome.drawn, outcome.units, outcome.turn_ends) == ("HQ", (), False)


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_who_has_no_card_to_come_acts_now() -> None:
    # The HQ's own card is the last for both; nobody is asked.
    last = asked(cards=(HQ, SECOND), drawn=(FIRST,))
    assert next_to_act(last, 1, initiative="cards").units == ("HQ", "1st")


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_the_turn_ends_when_nobody_can_act_on_any_card() -> None:
    assert next_to_act(asked(cards=(HQ,), drawn=(FIRST,), acted=("1st", "HQ")), initiative="cards").turn_ends
    assert next_to_act(asked(), initiative="cards").turn_ends


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_cards_are_drawn_alike() -> None:
    odds = ra.ruleset.with_options(initiative="cards").odds(asked(cards=(HQ, FIRST, SECOND)))
    for name in ("HQ", "1st", "2nd"):
        assert odds.map(lambda outcome: outcome.drawn)[name] == Fraction(1, 3)


@pytest.mark.rule("red_actions", "turn-initiative-cards")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"cards": (HQ, HQ)}, "$.cards[1].name"),
        ({"cards": (FIRST,)}, "$.cards[0].hq"),
        ({"cards": (HQ,), "acted": ("3rd",)}, "$.acted[0]"),
    ],
)
def test_cards_that_do_not_fit(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as found:
        next_to_act(asked(**facts), initiative="cards")
    assert [problem.path for problem in found.value.problems] == [path]


# ---------------------------------------------------------------- Clever officers


@pytest.mark.rule("red_actions", "pre-clever", "off-clever")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_clever_officer_needs_a_six(face: int) -> None:
    resolution = ra.ruleset.resolve(ra.CleverPreemptRequest(), dice=GivenDice((face,)))
    outcome = resolution.outcome
    told = "its unit acts first" if face == 6 else "nothing comes of it, at no cost"
    assert resolution.record.steps[-1].text == told
    assert outcome.preempts == (face == 6)


@pytest.mark.rule("red_actions", "pre-clever", "off-clever", "pre-only-four")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"clever": False}, "off-clever"),
        ({"enemy_clever": True}, "pre-clever"),
        ({"visible": False}, "pre-clever"),
        ({"has_acted": True}, "pre-only-four"),
        ({"tried": True}, "pre-clever"),
    ],
)
def test_who_may_not_try(facts: dict[str, bool], rule: str) -> None:
    (field,) = facts
    with pytest.raises(IllegalRequestError) as found:
        ra.ruleset.resolve(ra.CleverPreemptRequest(**facts), dice=GivenDice((6,)))
    assert [(objection.rule, objection.path) for objection in found.value.verdict.objections] == [(rule, f"$.{field}")]
