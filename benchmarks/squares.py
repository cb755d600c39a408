"""Shots of Red Square, as a player would ask before he fires: the hits, and what becomes of the target.

A battalion in line, four bases, enfilades another in masses at three squares: six dice at score 4. The hits are asked
for three times over: by dice and score, by the facts that these come from, and as the whole fire mission on its field,
where range, arc, sight, observation and modifiers are worked out as well. By hand there are only the dice. What the
shot does is then followed to the end of the target's next test, with a CO beside it and one marker on it before.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, TypeAlias

from attrs import evolve

from rcw_rules import Distribution, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.red_square.movement import rates_in

DICE, SCORE, BASES, MARKERS = 6, 4, 4, 1

SHOT = rs.FireRequest(dice=DICE, score=SCORE)
PROFILE = rs.FireRequest(
    profile=rs.FireProfileRequest(
        firer="infantry",
        weapon="rifles",
        bases=BASES,
        formation="firing_line",
        range=3,
        target="infantry",
        target_formation="masses",
        aspect="flank",
    )
)
MISSION = rs.FireMissionRequest(
    field=rs.Field(
        board=SquareMap(title="A meadow", grid=SquareGrid(columns=6, rows=10)),
        units=(
            rs.Unit(
                name="1st battalion",
                side="red",
                kind="infantry",
                square=(2, 2),
                bases=BASES,
                formation="firing_line",
                order="defend",
            ),
            rs.Unit(
                name="Kornilov battalion",
                side="white",
                kind="infantry",
                square=(2, 5),
                facing="E",
                bases=BASES,
                formation="masses",
                order="attack",
                visible=True,
            ),
        ),
    ),
    firer="1st battalion",
    target="Kornilov battalion",
)
EFFECT = rs.FireEffectRequest(shot=SHOT, bases=BASES, markers=MARKERS, co_present=True)

FRESH = (
    rs.WireRequest(hits=4),
    rs.VehicleHitsRequest(kind="light_tank", bases=3, marker_weapons=("light_gun",) * 4, unplayed_cards=1),
    rs.FateRequest(bases_lost=2, companions=("co", "mg", "mg")),
)
KNOWN = tuple(evolve(request, deck=rs.fresh_pack()) for request in FRESH)

Die: TypeAlias = Callable[[], int]
Uniform: TypeAlias = Callable[[], float]
Fate: TypeAlias = tuple[int, str | None, int]
"""The hits of the shot, how well the target is activated next, None where it breaks at once, and the bases it loses."""


def forget() -> None:
    """Forget all odds and all requests found legal."""
    rs.ruleset.forget_odds()


# --- Asked of the library ------------------------------------------------------------------------------------------


def shot() -> Distribution[rs.FireOutcome]:
    """Work out the hits of six dice at score 4."""
    return rs.ruleset.odds(SHOT)


def shot_by_its_facts() -> Distribution[rs.FireOutcome]:
    """Work out the hits from who fires at whom."""
    return rs.ruleset.odds(PROFILE)


def mission() -> Distribution[rs.FireMissionOutcome]:
    """Work out the hits on the field, from the choice of weapon to the nerve of the target."""
    return rs.ruleset.odds(MISSION)


def effect() -> Distribution[rs.FireEffectOutcome]:
    """Work out what becomes of the target."""
    return rs.ruleset.odds(EFFECT)


def cards_of_a_game() -> list[Distribution[Any]]:
    """Work out wire, a tank and companions with the cards of a game, the whole pack."""
    return [rs.ruleset.odds(request) for request in KNOWN]


def cards_of_a_fresh_pack() -> list[Distribution[Any]]:
    """Work out the same with a fresh pack."""
    return [rs.ruleset.odds(request) for request in FRESH]


# --- By hand -------------------------------------------------------------------------------------------------------


def roll_shot(uniform: Uniform) -> int:
    """Throw the dice once, and count the hits."""
    hits = 0
    for _ in range(DICE):
        if int(uniform() * 6) + 1 <= SCORE:
            hits += 1
    return hits


def roll_effect(uniform: Uniform) -> Fate:
    """Fire once, and follow the target."""
    return suffer(roll_shot(uniform), lambda: int(uniform() * 6) + 1)


def suffer(hits: int, die: Die) -> Fate:
    """Test the target once, the better of two dice because of its CO, and throw for its casualties."""
    markers = MARKERS + hits
    if markers > 6:  # not even a 6 could hold it
        band = None
    else:
        score = max(die(), die()) - markers
        band = "2+" if score >= 2 else "1-0" if score >= 0 else "below0"
    lost, left = divmod(markers, 6)
    if left and die() <= left:
        lost += 1
    return hits, band, lost


def shot_odds() -> dict[int, Fraction]:
    """Throw every face of the shot dice."""
    odds: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=DICE):
        hits = sum(face <= SCORE for face in faces)
        odds[hits] = odds.get(hits, Fraction(0)) + Fraction(1, 6**DICE)
    return odds


def effect_odds() -> dict[Fate, Fraction]:
    """Throw every face of the shot dice, of the test and of the casualties."""
    odds: dict[Fate, Fraction] = {}
    for hits, probability in shot_odds().items():
        for faces in product(range(1, 7), repeat=3):
            # Of a die that is not thrown all faces lead to the same end.
            fate = suffer(hits, iter(faces).__next__)
            odds[fate] = odds.get(fate, Fraction(0)) + probability / 6**3
    return odds


def check() -> None:
    """Show that all agree, in fractions, before a time counts."""
    right = shot_odds()
    for odds in (shot(), shot_by_its_facts(), mission()):
        assert {outcome.hits: probability for outcome, probability in odds.items()} == right
    assert cards_of_a_game() == cards_of_a_fresh_pack()
    fates = effect().items()
    assert {(fate.hits, fate.band, fate.bases_lost): probability for fate, probability in fates} == effect_odds()


# --- A whole turn --------------------------------------------------------------------------------------------------

TURN = rs.TurnRequest(game=rs.Game.begin(rs.two_regiments_a_side()))
"""Two regiments a side, sixteen units with cards, and their figures; every decision by its default."""


def turn_with_a_record() -> object:
    """Play the turn and keep every step."""
    return rs.ruleset.resolve(TURN, dice=SeededDice(1919))


def turn_without() -> object:
    """Play the same turn with the same dice and keep nothing."""
    return rs.ruleset.outcome(TURN, dice=SeededDice(1919))


# --- Whole games and whole moves -----------------------------------------------------------------------------------

DICE_OF_THE_FLOOR = 20_000


def random_game(seed: int = 1919) -> rs.Game:
    """Play eight turns of two regiments a side, where every decision but that on victory is made at random."""
    pick = Random(seed)
    policies: dict[str, Callable[[Any, tuple[Any, ...]], Any]] = {
        choice.id: lambda situation, alternatives: pick.choice(alternatives)
        for choice in rs.ruleset.choices
        if choice.id != "victory"
    }
    dice, game = SeededDice(seed), rs.Game.begin(rs.two_regiments_a_side())
    while not game.is_over:
        game = rs.ruleset.outcome(rs.TurnRequest(game=game), dice=dice, choices=policies).game
    return game


def plain_dice(uniform: Uniform) -> int:
    """Throw dice in a plain loop, and add them up."""
    total = 0
    for _ in range(DICE_OF_THE_FLOOR):
        total += int(uniform() * 6) + 1
    return total


_PLAIN = SquareMap(title="A plain", grid=SquareGrid(columns=12, rows=10))
_OFFICER = rs.Unit(name="CO", side="red", kind="co", square=(5, 4))
_ALONE = rs.Field(board=_PLAIN, units=(_OFFICER,))
_TERMS = rs.MoveTerms(rates=rates_in(rs.ruleset.charts), occupancy=rs.ruleset.charts["occupancy"])
_SQUARES_OF_A_FIGURE = 3


def moves_of_an_officer() -> set[tuple[int, int]]:
    """List the whole moves of an officer on an empty plain, and return where they end."""
    return {move.square for move in rs.whole_moves(_ALONE, _OFFICER, _TERMS)}


def flood() -> set[tuple[int, int]]:
    """Find the same squares by a plain flood that knows no rule."""
    reached = {(5, 4)}
    edge = [(5, 4)]
    for _ in range(_SQUARES_OF_A_FIGURE):
        onward: list[tuple[int, int]] = []
        for column, row in edge:
            east = row % 2
            for to in (
                (column + east, row + 1), (column + 1, row), (column + east, row - 1),
                (column + east - 1, row - 1), (column - 1, row), (column + east - 1, row + 1),
            ):  # fmt: skip
                if to not in reached and 0 <= to[0] < 12 and 0 <= to[1] < 10:
                    reached.add(to)
                    onward.append(to)
        edge = onward
    return reached
