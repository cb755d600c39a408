"""Players: what they may answer, and what becomes of a match when they answer nonsense, raise or never answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from broken_crossings import BROKEN, sheltering
from crossing_game import Crossing, Line, March, Pass, Patrol, Shoot, State, ford, game

from rcw_rules import InvalidRequestError, RulesError, SeededDice, UnknownNameError
from rcw_rules.games import (
    FunctionPlayer,
    GreedyPlayer,
    HoldPlayer,
    Insider,
    Match,
    MatchError,
    Player,
    PlayerError,
    RandomPlayer,
    View,
    find_player,
    play_match,
    play_out,
)
from rcw_rules.kernel.questions import Decision

Function = Callable[[Decision[Any, Any], View], object]


def begun(seed: int = 1) -> Match[Crossing, State, Any]:
    return Match.begin(game, ford(), dice=SeededDice(seed))


def hold(question: Decision[Any, Any], view: View) -> object:
    return question.default


# ------------------------------------------------------------------ the same game either way


@pytest.mark.parametrize("seed", range(25))
def test_a_game_played_out_is_that_of_a_match(seed: int) -> None:
    def players() -> dict[str, Any]:
        return {"red": RandomPlayer(seed), "white": RandomPlayer(f"w{seed}")}

    match = play_match(begun(seed), players())
    out = play_out(game, ford(), players(), SeededDice(seed))
    assert (out.state, out.result, out.events) == (match.state, match.result, match.ply)
    decided = [answer for event in match.line_of_play for answer in event.answers if answer.kind == "decision"]
    assert all(event.by in ("only", "policy") for event in match.line_of_play)
    assert all(answer.by == "policy" for answer in decided)


def test_a_greedy_player_plays_the_same_out_and_in_a_match() -> None:
    def players() -> dict[str, Any]:
        return {"red": GreedyPlayer(game, draws=2), "white": RandomPlayer(3)}

    match = play_match(begun(5), players())
    out = play_out(game, ford(), players(), SeededDice(5))
    assert (out.state, out.events) == (match.state, match.ply)


def test_different_seeds_play_different_games() -> None:
    assert (
        len(
            {
                play_out(game, ford(), {"red": RandomPlayer(n), "white": HoldPlayer()}, SeededDice(1)).state
                for n in range(9)
            }
        )
        > 2
    )


# ------------------------------------------------------------------ players of the library


def test_a_random_player_takes_every_alternative() -> None:
    question = begun().pending
    assert isinstance(question, Decision)
    view = begun().view("red")
    player = RandomPlayer(1)
    taken = [player.decide(question, view) for _ in range(600)]
    assert {taken.count(one) > 600 / len(question.alternatives) / 2 for one in question.alternatives} == {True}
    assert [RandomPlayer(7).decide(question, view)] == [RandomPlayer(7).decide(question, view)]


def test_a_player_who_holds_takes_every_default() -> None:
    out = play_out(game, ford(), {"red": HoldPlayer(), "white": HoldPlayer()}, SeededDice(1))
    assert out.events == 1 + 3 * 4
    assert out.state.patrols == ford().patrols


def test_a_greedy_player_takes_the_ford_and_shoots_when_that_is_better() -> None:
    """The ford is worth 2, a patrol 1; a shot hits in one case of three and so is worth a third."""
    question = begun().pending
    assert isinstance(question, Decision)
    best = GreedyPlayer(game).decide_in(begun())
    assert best == March(patrol="Scouts", place=3)
    held = evolve(ford(), patrols=(Patrol(name="A", side="red", place=3), Patrol(name="B", side="white", place=5)))
    shot = GreedyPlayer(game, draws=30).decide_in(Match.begin(game, held, dice=SeededDice(1)))
    assert shot == Shoot(place=5, patrol="A")


def test_a_greedy_player_decides_inside_actions_for_its_own_side() -> None:
    class Prefers(type(game)):  # type: ignore[misc]
        def measure(self, state: State, side: str) -> int:
            kept = any(patrol.name == "Cossacks" for patrol in state.patrols)
            return int(kept) * (1 if side == "white" else -1)

    horse, _, *whites = ford().patrols
    near = evolve(ford(), patrols=(evolve(horse, place=2), Patrol(name="Late", side="red", place=0), *whites))
    match: Match[Any, Any, Any] = Match.begin(Prefers(ruleset=game.ruleset), near)
    for answer in (4, Shoot(place=4, patrol="1st Horse"), 6):
        match = match.answer(answer)
    assert match.owner == "white"
    assert GreedyPlayer(match.game).decide_in(match) == "Cadets, old"


def test_a_player_is_handed_questions_as_its_side_may_see_them() -> None:
    class Blinded(type(game)):  # type: ignore[misc]
        def shown_to(self, asked: Any, side: str, before: Any = None) -> Any:
            return evolve(asked, situation=evolve(asked.situation, place=99)) if side == "white" else asked

    blinded = Blinded(ruleset=game.ruleset)
    met: list[str] = []

    def look(question: Decision[Any, Any], view: View) -> object:
        met.extend([question.unit] * (question.choice.id == "falls"))
        return None

    def shoot(question: Decision[Any, Any], view: View) -> object:
        return next((one for one in question.told if one.startswith("shoot at 4 with Scouts")), None)

    players = {"red": FunctionPlayer(shoot), "white": FunctionPlayer(look)}
    play_out(blinded, ford(1), players, SeededDice(_SEED))
    play_match(Match.begin(blinded, ford(1), dice=SeededDice(_SEED)), players)
    assert met == ["place 99"] * 2
    asked: Match[Any, Any, Any] = Match.begin(blinded, ford(1), dice=SeededDice(_SEED))
    asked = asked.answer("shoot at 4 with Scouts")
    assert asked.session is not None and isinstance(asked.pending, Decision)  # noqa: PT018
    assert (asked.pending.unit, str(asked.session.pending)) == ("place 99", str(asked.pending).replace("99", "4"))
    assert asked.answer("Cossacks").undo(reason="a die").length == asked.length + 2


def test_none_as_an_alternative_is_no_default() -> None:
    """In words it means nowhere; None by itself is the default, which is the wood."""

    def passes(answer: object) -> Function:
        return lambda question, view: answer if question.choice.id == "shelters" else "pass"

    def told(answer: object) -> set[str]:
        players: dict[str, Player] = {"red": FunctionPlayer(passes(answer)), "white": HoldPlayer()}
        match = play_match(Match[Any, Any, Any].begin(sheltering, ford(1), dice=SeededDice(1)), players)
        out = play_out(sheltering, ford(1), players, SeededDice(1))
        assert out.state == match.state
        return {told for event in match.line_of_play for told in event.told if told.startswith("red")}

    assert told(None) == {"red goes to wood."}
    assert told("none") == {"red goes to None."}


def test_a_random_player_takes_none_as_often_as_another_alternative() -> None:
    gone: list[str] = []
    for number in range(40):
        players = {side: RandomPlayer(f"{side} {number}") for side in ("red", "white")}
        match = play_match(Match[Any, Any, Any].begin(sheltering, ford(2), dice=SeededDice(number)), players)
        gone += [
            told for event in match.line_of_play for told in event.told if " goes to wood" in told or "None" in told
        ]
    nowhere = sum("None" in told for told in gone)
    assert len(gone) / 4 < nowhere < len(gone) * 3 / 4


class Unseen(type(game)):  # type: ignore[misc]
    """A crossing at which nobody may look."""

    def view(self, state: State, viewer: str) -> View:
        raise AssertionError(viewer)


def test_nothing_is_shown_to_players_who_never_look() -> None:
    unseen = Unseen(ruleset=game.ruleset)
    blind: dict[str, Player] = {"red": RandomPlayer(1), "white": HoldPlayer()}
    out: Any = play_out(unseen, ford(), blind, SeededDice(1))
    again: dict[str, Player] = {"red": RandomPlayer(1), "white": HoldPlayer()}
    assert play_match(Match.begin(unseen, ford(), dice=SeededDice(1)), again).state == out.state


def test_a_player_of_ones_own_sees_the_view() -> None:
    class Looks(RandomPlayer):
        def decide(self, question: Decision[Any, Any], view: View) -> object:
            seen.append(view)
            return super().decide(question, view)

    seen: list[View] = []
    play_out(game, ford(), {"red": Looks(1), "white": RandomPlayer(2)}, SeededDice(1))
    assert {view.viewer for view in seen} == {"red"}
    assert all(view.clock for view in seen)


@pytest.mark.parametrize("limits", [{"draws": 0}, {"most": 0}, {"draws": -1}])
def test_a_greedy_player_tries_something(limits: dict[str, int]) -> None:
    with pytest.raises(InvalidRequestError, match="draws and most are 1 or more"):
        GreedyPlayer(game, **limits)


def test_a_function_decides_by_what_its_side_sees() -> None:
    seen: list[View] = []

    def look(question: Decision[Any, Any], view: View) -> None:
        seen.append(view)

    play_match(begun(), {"red": HoldPlayer(), "white": FunctionPlayer(look)})
    assert {view.viewer for view in seen} == {"white"}
    assert all(isinstance(view, Line) and "Scouts" not in {one.name for one in view.patrols} for view in seen)


# ------------------------------------------------------------------ nonsense


class Unspeakable:
    """Cannot be shown."""

    def __str__(self) -> str:
        raise ValueError("no words")

    __repr__ = __str__


class Unequal:
    """Cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("not comparable")

    __hash__ = None  # type: ignore[assignment]


NONSENSE: tuple[object, ...] = (
    "fly",
    "",
    'march "1st Horse" to 6',
    March(patrol="Cossacks", place=3),
    7,
    True,
    3.5,
    [],
    {},
    b"pass",
    object(),
    Pass,
    "x" * 100_000,
    Unspeakable(),
    Unequal(),
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=lambda one: type(one).__name__)
def test_nonsense_is_the_players_mistake(nonsense: object) -> None:
    match = begun()
    players: dict[str, Any] = {"red": FunctionPlayer(lambda question, view: nonsense), "white": HoldPlayer()}
    with pytest.raises(PlayerError, match="the player of red answered ") as caught:
        play_match(match, players)
    assert len(str(caught.value)) < 1_000
    with pytest.raises(PlayerError, match="the player of red answered "):
        play_out(game, ford(), players, SeededDice(1))
    assert match.length == 2


def test_a_nonsense_decision_inside_an_action_is_the_players_mistake() -> None:
    def red(question: Decision[Any, Any], view: View) -> object:
        return "shoot at 4 with Scouts"

    def white(question: Decision[Any, Any], view: View) -> object:
        return "nobody" if question.choice.id == "falls" else None

    players: dict[str, Any] = {"red": FunctionPlayer(red), "white": FunctionPlayer(white)}
    with pytest.raises(
        PlayerError, match="the player of white answered 'nobody': falls can be Cossacks or Cadets, old"
    ):
        play_match(begun(_SEED), players)
    with pytest.raises(PlayerError, match="the player of white answered 'nobody'"):
        play_out(game, ford(), players, SeededDice(_SEED))


def _hits(seed: int) -> bool:
    return begun(seed).answer("shoot at 4 with Scouts").session is not None


_SEED = next(filter(_hits, range(50)))


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class GivesUp:
    def __init__(self) -> None:
        raise SystemExit(0)


def test_an_answer_that_cannot_be_shown_is_no_answer() -> None:
    players: dict[str, Any] = {"red": FunctionPlayer(lambda question, view: 10**5000), "white": HoldPlayer()}
    told = "the player of red answered with a int that cannot be shown"
    with pytest.raises(PlayerError, match=told):
        play_match(begun(), players)
    with pytest.raises(PlayerError, match=told):
        play_out(game, ford(), players, SeededDice(1))


@pytest.mark.parametrize(
    "error", [ValueError("no idea"), KeyError("red"), SystemExit(3), RecursionError(), MuteError()]
)
@pytest.mark.parametrize("seconds", [None, 20.0])
def test_a_player_who_raises_is_named(error: BaseException, seconds: float | None) -> None:
    def fail(question: Decision[Any, Any], view: View) -> object:
        raise error

    players: dict[str, Any] = {"red": FunctionPlayer(fail), "white": HoldPlayer()}
    with pytest.raises(PlayerError, match=f"the player of red failed: {type(error).__name__}") as caught:
        play_match(begun(), players, seconds=seconds)
    assert caught.value.__cause__ is error
    if seconds is None:
        with pytest.raises(PlayerError, match="the player of red failed"):
            play_out(game, ford(), players, SeededDice(1))


def test_a_person_who_interrupts_is_no_failing_player() -> None:
    def interrupt(question: Decision[Any, Any], view: View) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(begun(), {"red": FunctionPlayer(interrupt), "white": HoldPlayer()})


def test_a_player_who_never_answers_is_waited_for_no_longer_than_said() -> None:
    gate = threading.Event()

    def wait(question: Decision[Any, Any], view: View) -> object:
        gate.wait(60)
        return None

    with pytest.raises(PlayerError, match=r"the player of red gave no answer within 0\.05 seconds"):
        play_match(begun(), {"red": FunctionPlayer(wait), "white": HoldPlayer()}, seconds=0.05)
    gate.set()


def test_a_player_in_time_is_listened_to() -> None:
    match = play_match(begun(), {"red": HoldPlayer(), "white": RandomPlayer(1)}, seconds=30)
    assert match.state == play_match(begun(), {"red": HoldPlayer(), "white": RandomPlayer(1)}).state


def test_every_side_has_a_player() -> None:
    with pytest.raises(MatchError, match="nobody plays red: red decides: What do you do"):
        play_match(begun(), {"white": HoldPlayer()})
    with pytest.raises(MatchError, match="nobody plays white"):
        play_out(game, ford(), {"red": HoldPlayer()}, SeededDice(1))


def test_a_match_without_dice_stops_at_the_throw() -> None:
    match = play_match(Match.begin(game, ford()), {"red": HoldPlayer(), "white": HoldPlayer()})
    assert (match.length, match.owner) == (1, "umpire")


def test_what_no_side_decides_is_the_umpires_or_takes_its_default() -> None:
    wrong = BROKEN["no owner"][0]
    players: dict[str, Any] = {"red": HoldPlayer(), "white": HoldPlayer()}
    asked: list[str] = []

    def note(question: Decision[Any, Any], view: View) -> None:
        asked.append(view.viewer)

    match = Match.begin(wrong, ford(1), dice=SeededDice(1))
    assert play_match(match, players).result is not None
    assert play_match(match, {**players, "umpire": FunctionPlayer(note)}).result is not None
    assert set(asked) == {"umpire"}
    played = len(asked)
    play_out(wrong, ford(1), {**players, "umpire": FunctionPlayer(note)}, SeededDice(1))
    assert len(asked) == 2 * played


def test_after_every_answer_somebody_may_look() -> None:
    lengths: list[int] = []
    match = play_match(begun(), {"red": HoldPlayer(), "white": HoldPlayer()}, after=lambda now: lengths.append(now.ply))
    assert lengths == sorted(lengths)
    assert (len(lengths), lengths[-1]) == (8, match.ply)


@pytest.mark.parametrize("red", [HoldPlayer(), GreedyPlayer(game, draws=1)], ids=["hold", "greedy"])
def test_a_game_has_no_more_events_than_said(red: Any) -> None:
    players = {"red": red, "white": HoldPlayer()}
    events = play_out(game, ford(), players, SeededDice(1)).events
    assert play_out(game, ford(), players, SeededDice(1), most=events).events == events
    with pytest.raises(MatchError, match=f"has not ended after {events - 1} events"):
        play_out(game, ford(), players, SeededDice(1), most=events - 1)


# ------------------------------------------------------------------ by name


class Named:
    """A player that is found by its name."""

    def decide(self, question: Decision[Any, Any], view: View) -> object:
        """Return the last alternative."""
        return question.alternatives[-1]


NAMED = Named()
NOBODY = 7


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("random", RandomPlayer),
        ("greedy", GreedyPlayer),
        ("hold", HoldPlayer),
        (f"{__name__}:hold", FunctionPlayer),
        (f"{__name__}:Named", Named),
        (f"{__name__}:NAMED", Named),
        (f"{__name__}:NAMED.decide", FunctionPlayer),
    ],
)
def test_a_player_is_found_by_name(name: str, kind: type) -> None:
    player = find_player(name, game)
    assert isinstance(player, kind)
    assert isinstance(player, Insider) == (kind is GreedyPlayer)
    assert play_match(begun(), {"red": player, "white": HoldPlayer()}).result is not None


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("gredy", UnknownNameError, "greedy"),
        ("no_such_module:decide", PlayerError, "cannot be had: ModuleNotFoundError"),
        (f"{__name__}:nothing", PlayerError, "cannot be had: AttributeError"),
        (f"{__name__}:NOBODY", PlayerError, "is no function, and has no method decide"),
        (f"{__name__}:FunctionPlayer", PlayerError, "cannot be had: TypeError"),
        (f"{__name__}:GivesUp", PlayerError, "cannot be had: SystemExit"),
        (":", PlayerError, "cannot be had"),
    ],
)
def test_a_name_of_nobody_is_refused(name: str, error: type[RulesError], says: str) -> None:
    with pytest.raises(error) as caught:
        find_player(name, game)
    assert says in str(caught.value)
