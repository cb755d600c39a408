"""A match goes on by itself, stops where somebody is asked, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen
from crossing_game import (
    Crossing,
    CrossingGame,
    Dawn,
    March,
    Patrol,
    Shoot,
    State,
    ford,
    game,
)

from rcw_rules import (
    ChoiceError,
    DiceError,
    GivenDice,
    IllegalRequestError,
    InvalidRequestError,
    Override,
    RulesError,
    SeededDice,
)
from rcw_rules.games import Event, Match, MatchError, Undo
from rcw_rules.kernel.questions import Decided, Decision, Throw, Thrown


def begun(seed: int = 1, **more: Any) -> Match[Crossing, State, Any]:
    return Match.begin(game, ford(), dice=SeededDice(seed), **more)


def by_hand() -> Match[Crossing, State, Any]:
    """Return a match in which every die is asked for; the first dawn has a 4."""
    return Match.begin(game, ford()).answer(4)


def alternatives(match: Match[Any, Any, Any]) -> list[str]:
    assert isinstance(match.pending, Decision)
    return list(match.pending.told)


# ------------------------------------------------------------------ going on


def test_it_goes_on_by_itself_to_the_first_question() -> None:
    match = begun()
    assert [(one.number, one.ply, one.side, one.action, one.by) for one in match.line_of_play] == [
        (1, 0, "", "", "only"),
        (2, 1, "", "begin the turn", "only"),
    ]
    assert match.line_of_play[0].told == ("The patrols are out.",)
    assert match.latest is not None
    assert match.latest is match.line_of_play[-1]
    assert match.latest.digest == game.digest(match.state)  # type: ignore[arg-type]
    assert [rule for rule, _ in match.latest.trail] == ["toy-turn", "toy-turn"]
    assert (match.owner, match.ply, match.length, match.result) == ("red", 2, 2, None)
    assert match.sides == ("red", "white")
    assert alternatives(match)[:2] == ["pass", 'march "1st Horse" to 0']


def test_every_event_has_the_dice_of_its_place() -> None:
    match = begun(7)
    assert match.latest is not None
    (thrown,) = match.latest.answers
    assert isinstance(thrown, Thrown)
    faces, _ = SeededDice("7/1").throw(*_sun())
    assert (thrown.faces, thrown.by) == (faces, "seed")


def _sun() -> tuple[Any, str, str]:
    asked = Match.begin(game, ford()).pending
    assert isinstance(asked, Throw)
    return asked.variable, asked.purpose, asked.rule


@pytest.mark.parametrize(
    "answer",
    [
        March(patrol="1st Horse", place=2),
        'march "1st Horse" to 2',
        'MARCH "1st Horse"  TO 2',
        ' march "1st Horse" to 2',
    ],
)
def test_an_action_is_answered_as_a_value_or_in_words(answer: object) -> None:
    match = begun().answer(answer)
    assert match.latest is not None
    assert (match.latest.action, match.latest.side, match.latest.by) == ('march "1st Horse" to 2', "red", "person")
    assert match.latest.told == ("1st Horse goes to 2.",)
    assert match.owner == "white"


def test_nothing_is_the_default_and_says_so() -> None:
    latest = begun().answer(None).latest
    assert latest is not None
    assert (latest.action, latest.by) == ("pass", "default")
    assert begun().answer(None, by="policy").latest.by == "policy"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        ('march "1st Horse" to 5', IllegalRequestError, "is not to be done now [toy-turn]"),
        (March(patrol="Cossacks", place=3), IllegalRequestError, "march Cossacks to 3 is not to be done now"),
        (Dawn(), IllegalRequestError, "begin the turn is not to be done now"),
        ('march "1st Horse" to far', ChoiceError, "action can be pass or"),
        ("fly", ChoiceError, 'or march "1st Horse" to 0'),
        ("", ChoiceError, "not an empty text"),
        (7, ChoiceError, "not 7"),
        (object(), ChoiceError, "action can be"),
    ],
)
def test_what_is_no_legal_action_is_refused_and_changes_nothing(
    answer: object, error: type[RulesError], says: str
) -> None:
    match = begun()
    with pytest.raises(error) as caught:
        match.answer(answer)
    assert says in str(caught.value)
    assert match.length == 2


def test_a_malformed_action_is_refused_as_malformed() -> None:
    with pytest.raises(InvalidRequestError, match="place"):
        begun().answer(March(patrol="1st Horse", place="5"))  # type: ignore[arg-type]


@pytest.mark.parametrize("by", ["only", "nobody", ""])
def test_somebody_chose_an_action(by: Any) -> None:
    with pytest.raises(MatchError, match="an action is chosen by one of default, policy, person"):
        begun().answer("pass", by=by)


def test_throws_are_asked_where_there_are_no_dice() -> None:
    match = Match.begin(game, ford())
    assert str(match.pending) == "roll 1d6 for sun [toy-turn]"
    assert (match.owner, match.length) == ("umpire", 1)
    assert match.under_way is not None
    assert (match.under_way.action, match.under_way.number) == ("begin the turn", 2)
    with pytest.raises(DiceError):
        match.answer(7)
    assert match.answer(4).state.sun == 4  # type: ignore[union-attr]
    assert match.answer(4).latest.answers == (Thrown(purpose="sun", faces=(4,)),)  # type: ignore[union-attr]


def to_a_hit() -> Match[Crossing, State, Any]:
    """Return a match in which Red has hit, and White is asked who falls."""
    return by_hand().answer(Shoot(place=4, patrol="Scouts")).answer(5)


def test_a_decision_inside_an_action_is_its_owners() -> None:
    asking = to_a_hit()
    assert (asking.owner, alternatives(asking)) == ("white", ["Cossacks", "Cadets, old"])
    assert asking.session is not None
    assert asking.under_way is not None
    assert asking.under_way.answers == (Thrown(purpose="shot of Scouts", faces=(5,)),)
    fallen = asking.answer("cadets, OLD")
    assert [one.name for one in fallen.state.fallen] == ["Cadets, old"]  # type: ignore[union-attr]
    assert fallen.latest is not None
    assert fallen.latest.told == ("Scouts hits: Cadets, old falls.",)
    assert fallen.latest.answers[1] == Decided(choice="falls", chosen="Cadets, old", by="person")
    assert asking.answer(None).latest.answers[1] == Decided(choice="falls", chosen="Cossacks", by="default")  # type: ignore[union-attr]
    assert (fallen.session, fallen.under_way) == (None, None)


def test_choices_take_decisions_by_themselves() -> None:
    match = Match.begin(game, ford(), choices={"falls": lambda casualty, every: every[1]})
    hit = match.answer(4).answer(Shoot(place=4, patrol="Scouts")).answer(5)
    assert hit.latest is not None
    assert hit.latest.answers[1] == Decided(choice="falls", chosen="Cadets, old", by="policy")
    assert hit.owner == "white"


def test_a_match_ends_and_asks_no_more() -> None:
    match = begun()
    while match.pending is not None:
        match = match.answer("pass")
    assert match.result == game.result(match.state)  # type: ignore[arg-type]
    assert match.result is not None
    assert match.result.winner is None
    assert (match.owner, match.ply) == ("", 1 + 3 * 4)
    with pytest.raises(MatchError, match="the game is over"):
        match.answer("pass")


def test_nothing_is_seen_before_the_set_up() -> None:
    with pytest.raises(MatchError, match="before the set-up"):
        Match(game=game, scenario=ford()).view("red")
    assert begun().view("white").viewer == "white"


def test_dice_are_dice() -> None:
    with pytest.raises(TypeError):
        Match.begin(game, ford(), dice=7)  # type: ignore[arg-type]


def test_a_referee_decides_about_an_action() -> None:
    hit = Override(what="roll", at="shot of Scouts", value=True, reason="the dust lay")
    match = by_hand().answer("shoot at 4 with Scouts", overrides=[hit])
    assert match.owner == "white"
    after = match.answer(None)
    assert after.latest is not None
    assert after.latest.overrides == (hit,)
    with pytest.raises(MatchError, match="overrides are given with the action"):
        match.answer(None, overrides=[hit])


# ------------------------------------------------------------------ large choices


@frozen(kw_only=True, eq=False, slots=False)
class CrowdedGame(CrossingGame):
    """The toy, asked by verb and patrol."""

    def steps_of(self, action: Any) -> tuple[str, ...]:
        """Return the verb, who it is, and the line."""
        return (action.kind, *([action.patrol] if hasattr(action, "patrol") else []), str(action))


crowded = CrowdedGame(ruleset=game.ruleset)


def crowd(count: int = 150) -> Crossing:
    """Return a scenario with more marches than one question may offer."""
    reds = tuple(Patrol(name=f"{number}th", side="red", place=1) for number in range(1, count + 1))
    return Crossing(patrols=(*reds, Patrol(name="Cossacks", side="white", place=6)), turns=2)


def test_a_large_choice_is_asked_in_steps() -> None:
    match = Match.begin(crowded, crowd(), dice=SeededDice(1))
    assert alternatives(match) == ["pass", "march"]
    whom = match.answer("March")
    assert alternatives(whom) == [f"{number}th" for number in range(1, 151)]
    assert (whom.owner, whom.length) == ("red", match.length)
    where = whom.answer("7th")
    assert alternatives(where) == ["march 7th to 0", "march 7th to 2"]
    assert isinstance(where.pending, Decision)
    assert where.pending.situation.steps == ("march", "7th")
    assert where.answer("march 7th to 2").latest.action == "march 7th to 2"  # type: ignore[union-attr]
    assert where.undo().pending.alternatives == match.pending.alternatives  # type: ignore[union-attr]
    assert where.undo().length == match.length


def test_a_step_that_leaves_one_action_takes_it() -> None:
    match = Match.begin(crowded, crowd(), dice=SeededDice(1))
    assert match.answer("pass").latest.action == "pass"  # type: ignore[union-attr]
    assert match.answer("pass", by="policy").latest.by == "policy"  # type: ignore[union-attr]


def test_a_whole_action_may_be_said_at_any_step() -> None:
    match = Match.begin(crowded, crowd(), dice=SeededDice(1))
    for asking in (match, match.answer("march"), match.answer("march").answer("7th")):
        for answer in ("march 9th to 2", March(patrol="9th", place=2)):
            assert asking.answer(answer).latest.action == "march 9th to 2"  # type: ignore[union-attr]
    with pytest.raises(IllegalRequestError):
        match.answer("march").answer("march 9th to 5")


def test_overrides_come_with_the_last_step() -> None:
    noted = Override(what="roll", at="sun", value=1, reason="a test")
    match = Match.begin(crowded, crowd(), dice=SeededDice(1))
    with pytest.raises(MatchError, match="overrides are given with the action"):
        match.answer("march", overrides=[noted])
    with pytest.raises(RulesError):  # nothing of that name is thrown, so it reached the action
        match.answer("pass", overrides=[noted])


def test_what_all_actions_share_is_not_asked_and_not_taken_back() -> None:
    class Only(CrowdedGame):
        def steps_of(self, action: Any) -> tuple[str, ...]:
            return ("do", *super().steps_of(action))

    only = Only(ruleset=game.ruleset)
    match = Match.begin(only, crowd(), dice=SeededDice(1)).answer("pass").answer("pass", by="person")
    assert isinstance(match.pending, Decision)
    assert (match.pending.situation.steps, alternatives(match)) == (("do",), ["pass", "march"])
    back = match.undo(reason="a test")
    assert back.owner == "white"
    assert back.state == match.before.before.state  # type: ignore[union-attr]


def test_the_question_of_a_state_is_that_of_the_match() -> None:
    match = Match.begin(crowded, crowd(), dice=SeededDice(1))
    assert match.state is not None
    assert crowded.question(match.state).told == match.pending.told  # type: ignore[union-attr]
    assert crowded.question(match.state, ("march", "7th")).told == ("march 7th to 0", "march 7th to 2")
    for steps in (("swim",), ("march", "7th", "march 7th to 0")):
        with pytest.raises(ChoiceError, match=r"nothing is to be chosen: there are [01] legal actions that begin with"):
            crowded.question(match.state, steps)
    with pytest.raises(ChoiceError, match=r"there are 1 legal actions$"):
        game.question(match.before.state)  # type: ignore[union-attr, arg-type]


# ------------------------------------------------------------------ taking back


def test_a_choice_is_taken_back_and_listed() -> None:
    match = begun()
    passed = match.answer("pass")
    back = passed.undo()
    assert (back.state, back.pending.told) == (match.state, match.pending.told)  # type: ignore[union-attr]
    assert back.entries[-1] == Undo(number=4, undone=(3,))
    assert [one.number for one in back.line_of_play] == [1, 2]
    again = back.answer("pass")
    assert again.state == passed.state
    assert passed.latest is not None
    assert again.latest == evolve(passed.latest, number=5)
    assert [entry.number for entry in again.entries] == [1, 2, 3, 4, 5]
    assert again.since(3) == again.entries[3:]
    assert again.since(0) == again.entries


def test_a_die_that_was_seen_is_only_taken_back_for_a_reason() -> None:
    match = begun().answer("pass")
    dawned = match.answer("pass")  # White passes, and the sun is thrown
    with pytest.raises(MatchError, match="a die was seen"):
        dawned.undo()
    with pytest.raises(MatchError, match="a die was seen"):
        dawned.undo(reason="")
    back = dawned.undo(reason="White was\nasleep")
    assert back.state == match.state
    assert back.entries[-1] == Undo(number=6, undone=(4, 5), reason=r"White was\nasleep")


def test_the_same_again_shows_the_same_faces_and_something_else_shifts_none() -> None:
    match = begun(3).answer("pass")
    first = match.answer("pass")
    same = first.undo(reason="a test").answer("pass")
    other = first.undo(reason="a test").answer("march Cossacks to 3")
    assert same.state == first.state
    assert other.latest is not None
    assert first.latest is not None
    assert other.state != first.state
    assert other.latest.answers == first.latest.answers
    assert {begun(seed).latest.answers for seed in range(9)} != {first.latest.answers}  # type: ignore[union-attr]


def test_answers_of_an_action_on_its_way_are_taken_back_one_by_one() -> None:
    start = by_hand()
    aimed = start.answer(Shoot(place=4, patrol="Scouts"))
    hit = aimed.answer(5)
    assert isinstance(hit.pending, Decision)
    with pytest.raises(MatchError, match="a die was seen"):
        hit.undo()
    back = hit.undo(reason="cocked")
    assert isinstance(back.pending, Throw)
    assert (back.under_way, back.length) == (aimed.under_way, start.length)
    assert (
        back.answer(6).pending == hit.answer(None).undo(reason="so").answer("shoot at 4 with Scouts").answer(6).pending
    )
    assert alternatives(back.undo()) == alternatives(start)


def test_dice_that_fall_by_themselves_go_with_the_action() -> None:
    start = begun(SEED_OF_A_HIT)
    hit = start.answer(Shoot(place=4, patrol="Scouts"))
    assert hit.owner == "white"
    assert hit.undo(reason="a test").pending.told == start.pending.told  # type: ignore[union-attr]


SEED_OF_A_HIT = next(
    seed for seed in range(50) if begun(seed).answer(Shoot(place=4, patrol="Scouts")).under_way is not None
)


def test_nothing_can_be_taken_back_before_anybody_has_decided() -> None:
    with pytest.raises(MatchError, match="nothing can be taken back"):
        begun().undo(reason="a test")
    with pytest.raises(MatchError, match="nothing can be taken back"):
        Match.begin(game, ford()).undo(reason="a test")


def test_a_throw_by_hand_in_what_goes_on_by_itself_is_an_answer() -> None:
    match = by_hand()
    back = match.undo(reason="cocked")
    assert isinstance(back.pending, Throw)
    assert back.entries[-1] == Undo(number=3, undone=(2,), reason="cocked")


# ------------------------------------------------------------------ playing again


def played(seed: int = SEED_OF_A_HIT) -> Match[Crossing, State, Any]:
    """Return a match with everything in it: throws, a decision, an undo."""
    match = begun(seed).answer(Shoot(place=4, patrol="Scouts")).answer("Cossacks").answer("pass")
    match = match.undo(reason="a test").answer('march "Cadets, old" to 5')
    while match.pending is not None and match.ply < 10:
        match = match.answer(None)
    return match


def test_entries_lead_to_the_same_match_again() -> None:
    match = played()
    for checks in (True, False):
        again = Match.of_entries(game, ford(), match.entries, dice=SeededDice(SEED_OF_A_HIT), checks=checks)
        assert (again.state, again.entries, again.latest) == (match.state, match.entries, match.latest)
        assert again.pending.told == match.pending.told  # type: ignore[union-attr]
        assert again.line_of_play == match.line_of_play
    step: Match[Crossing, State, Any] = Match(game=game, scenario=ford())
    for entry in match.entries:
        step = step.replayed(entry)
        assert step.pending is None
        if isinstance(entry, Event):
            assert step.record.steps or not entry.trail
    assert step.state == match.state


def test_an_action_on_its_way_goes_on() -> None:
    start = begun(SEED_OF_A_HIT)
    hit = start.answer(Shoot(place=4, patrol="Scouts"))
    again = Match.of_entries(
        game, ford(), hit.entries, under_way=hit.under_way, dice=SeededDice(SEED_OF_A_HIT), checks=False
    )
    assert (again.under_way, again.owner) == (hit.under_way, "white")
    assert again.answer(None).entries == hit.answer(None).entries
    # The die fell by itself: the one who shot takes the whole action back, not the die.
    assert again.undo(reason="a test").pending.told == start.pending.told  # type: ignore[union-attr]


def _changed(which: int, /, **changes: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda entries: [evolve(one, **changes) if one.number == which else one for one in entries]


@pytest.mark.parametrize(
    ("change", "number", "says"),
    [
        (_changed(3, digest="0" * 64), 3, "says that the state has the digest 0000"),
        (_changed(3, told=("Scouts misses.",)), 3, "tells what did not happen"),
        (_changed(3, trail=()), 3, "has 0 steps, and 3 when played again"),
        (_changed(3, trail=(("toy-fire", "0" * 8), ("toy-fire", "1" * 8))), 3, "goes otherwise at step 1 [toy-turn]"),
        (_changed(3, ply=3), 3, "event 3 is of ply 3, and ply 2 follows"),
        (_changed(3, side="white"), 3, "is of white, and red acts now"),
        (_changed(2, side="red"), 2, "is of red, and nobody acts now"),
        (_changed(3, number=9), 9, "event 9 stands in the place of entry 3"),
        (_changed(1, action="pass"), 1, "event 1 is 'pass', and the set-up comes first"),
        (_changed(3, answers=()), 3, "lacks an answer: roll d6"),
        (_changed(6, undone=(3, 4)), 6, "which are not the latest events"),
        (_changed(6, undone=(3,)), 6, "takes back (3,), which are not the latest events"),
        (_changed(6, undone=(1,)), 6, "which are not the latest events"),
        (_changed(6, reason=""), 6, "undo 6 takes back a die that was seen, without a reason"),
    ],
)
def test_an_entry_that_is_not_what_happened_is_named(
    change: Callable[[list[Any]], list[Any]], number: int, says: str
) -> None:
    match = played()
    entries: list[Any] = list(match.entries)
    undo = next(entry for entry in entries if isinstance(entry, Undo))
    assert (undo.number, undo.undone) == (6, (4, 5))
    with pytest.raises(MatchError) as caught:
        Match.of_entries(game, ford(), change(entries))
    assert says in str(caught.value)
    assert caught.value.number == number


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_changed(3, action="march Scouts to 6"), "is not to be done now"),
        (_changed(3, action="fly"), "is no action"),
        (_changed(3, answers=(Thrown(purpose="shot of Scouts", faces=(7,)),)), "7"),
        (_changed(2, answers=(Thrown(purpose="moon", faces=(3,)),)), "is thrown for 'moon'"),
    ],
)
def test_an_entry_that_the_rules_forbid_is_refused(change: Callable[[list[Any]], list[Any]], says: str) -> None:
    with pytest.raises(RulesError) as caught:
        Match.of_entries(game, ford(), change(list(played().entries)))
    assert says in str(caught.value)


def test_without_checks_the_last_digest_still_counts() -> None:
    match = played()
    entries = _changed(3, digest="0" * 64)(list(match.entries))
    assert Match.of_entries(game, ford(), entries, checks=False).state == match.state
    last = match.latest
    assert last is not None
    with pytest.raises(MatchError, match="says that the state has the digest 0000"):
        Match.of_entries(game, ford(), _changed(last.number, digest="0" * 64)(list(match.entries)), checks=False)


def test_given_dice_go_on_where_they_are() -> None:
    match = Match.begin(game, ford(), dice=GivenDice([4, 6, 2]))
    assert match.answer("shoot at 4 with Scouts").answer("Cossacks").answer("pass").state.sun == 2  # type: ignore[union-attr]
