"""``rcw play``: a whole game on a pipe, what is shown to whom, what is refused, and on again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import attrs
import click
import pytest
from broken_crossings import sheltering
from cli_runs import Ran, fine, run
from crossing_installed import install_crossing

from rcw_rules.kernel.questions import Decision

FILE = "crossing-ford.match.jsonl"
SEEDED = ("--dice", "seed:4")


@pytest.fixture(autouse=True)
def _crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to an empty folder, with the toy installed."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)


def play(*arguments: str, typed: str = "") -> Ran:
    """Play the toy with lines typed."""
    return run("play", "crossing/ford", *arguments, stdin=typed)


def events(file: str = FILE) -> list[dict[str, Any]]:
    """Return the lines of a match after the first."""
    return [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()[1:]]


def answered(ran: Ran) -> list[str]:
    """Return what was shown, a text for each line that was typed, and first what came before."""
    return re.split(r"^(?:red|white|umpire)> .*\n", ran.out, flags=re.MULTILINE)


# --- The list of what can be played ---------------------------------------------------------------------------------


def test_without_arguments_everything_that_can_be_played_is_listed() -> None:
    lines = fine("play").out.splitlines()
    assert "crossing/ford" in {line.split()[0] for line in lines if line.strip()}
    assert next(line for line in lines if line.startswith("crossing/ford")).endswith("The ford")
    listed = fine("play", "--json").json["scenarios"]
    assert {"id": "crossing/ford", "title": "The ford"} in listed
    assert {one["id"].partition("/")[0] for one in listed} >= {"orel", "red_white", "crossing"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("crossing/fort", "did you mean 'ford'?"),
        ("ford", "did you mean 'crossing/ford'?"),
        ("f" * 300, "unknown scenario"),  # longer than a file may be named
        ("f" * 300 + "/ford", "unknown ruleset"),
        ("nothing/ford", "nothing"),
        ("missing.toml", "missing.toml"),
        ("missing.match.jsonl", "missing.match.jsonl"),
    ],
)
def test_a_scenario_that_does_not_exist_is_named(name: str, told: str) -> None:
    ran = run("play", name)
    assert ran.code == 2
    assert told in ran.err
    assert list(Path().iterdir()) == []


# --- A whole game ---------------------------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game_against_greedy() -> None:
    ran = play(*SEEDED, typed="1\n" * 4)
    assert (ran.code, ran.err) == (0, "")
    assert "players   red you, white greedy\n" in ran.out
    assert f"saved in  {FILE}, after every answer\n" in ran.out
    # Four turns in which Red waits, and White goes to the ford.
    assert ran.out.count("Red: pass\n  Red waits.\n") == 4
    assert ran.out.splitlines()[-2:] == [
        "White won: white 1 points, red 0 [toy-end]",
        "  red 0, white 1",
    ]
    assert [event["by"] for event in events() if event["side"] == "red"] == ["person"] * 4
    assert [event["by"] for event in events() if event["side"] == "white"] == ["policy"] * 4


def test_two_players_need_nobody() -> None:
    ran = play(*SEEDED, "--red", "random", "--white", "hold")
    assert (ran.code, ran.err) == (0, "")
    assert " won: " in ran.out or "Nobody wins: " in ran.out
    assert play(*SEEDED, "--red", "random", "--white", "hold").out == ran.out.replace(
        FILE, "crossing-ford-2.match.jsonl"
    )


def test_every_answer_is_on_disk_before_its_result_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    echo = click.echo

    def watching(message: object = "", *arguments: Any, **settings: Any) -> None:
        if re.match(r"(Red|White): ", str(message)):
            action = str(message).partition(": ")[2]
            assert action in [event["action"] for event in events()]
            shown.append(action)
        echo(message, *arguments, **settings)

    monkeypatch.setattr("rcw_rules.cli.match_table.click.echo", watching)
    play(*SEEDED, typed="1\n" * 4)
    assert len(shown) == 8


def test_a_match_has_a_new_file_or_the_one_that_is_named() -> None:
    play(*SEEDED, typed="quit\n")
    play(*SEEDED, typed="quit\n")
    play(*SEEDED, "--save", "mine.jsonl", typed="quit\n")
    assert sorted(path.name for path in Path().iterdir()) == ["crossing-ford-2.match.jsonl", FILE, "mine.jsonl"]
    before = Path("mine.jsonl").read_bytes()
    ran = play("--save", "mine.jsonl", typed="1\n")
    assert ran.code == 2
    assert "mine.jsonl: exists already" in ran.err
    assert Path("mine.jsonl").read_bytes() == before


# --- Typing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["6", "shoot at 4 with Scouts", "SHOOT AT 4 WITH SCOUTS", "scouts 4\n"])
def test_an_action_is_named_by_its_number_its_line_or_a_part_of_it(typed: str) -> None:
    play(*SEEDED, typed=f"{typed}\nquit\n")
    assert [event["action"] for event in events() if event["side"] == "red"] == ["shoot at 4 with Scouts"]


def test_a_part_of_several_actions_lists_them_with_their_numbers() -> None:
    ran = play(*SEEDED, typed="march horse\n\nquit\n")
    assert answered(ran)[1] == '  2  march "1st Horse" to 0\n  3  march "1st Horse" to 2\n'
    assert answered(ran)[2].startswith("type the number of an action")
    assert [event["action"] for event in events() if event["side"] == "red"] == []


def test_an_action_that_is_not_legal_is_refused_with_rule_and_reason() -> None:
    ran = play(*SEEDED, typed='march "1st Horse" to 5\nquit\n')
    assert ran.code == 0
    assert 'march "1st Horse" to 5 is not to be done now [toy-turn]' in answered(ran)[1]
    assert [event["action"] for event in events() if event["side"] == "red"] == []


@pytest.mark.parametrize("typed", ["dance", "0", "7", "\x1b[2J", "march", "é" * 3000])
def test_what_is_no_action_does_nothing(typed: str) -> None:
    ran = play(*SEEDED, typed=f"{typed}\nquit\n")
    assert ran.code == 0
    assert answered(ran)[1]
    assert "\x1b" not in ran.out
    assert [event["action"] for event in events() if event["side"] == "red"] == []


def test_commands_show_and_change_nothing() -> None:
    ran = play(*SEEDED, typed="map\nlog\nlog 1\nwhy\nscore\nhelp\n?\npicture\npicture a.svg\n/map\nquit\n")
    before = Path(FILE).read_bytes()
    _, drawn, log, last, why, score, told, explained, unnamed, picture, again, _ = answered(ran)
    assert drawn == ". | 1st Horse | Scouts | . | Cossacks, Cadets, old | . | .\n" == again
    assert log.startswith("The set-up\n  The patrols are out.\n")
    assert last == log[log.index("The game goes on") :]
    assert "sun: 1d6: " in why
    assert "[toy-turn]" in why
    assert re.findall(r"(red|white) +(-?\d+)", score.partition("measure")[2]) == [("red", "0"), ("white", "0")]
    assert "undo [REASON]" in told
    assert "What do you do?" in explained
    assert "name the file" in unnamed
    assert picture == "this game draws no pictures\n"
    run("play", FILE, stdin="quit\n")
    assert Path(FILE).read_bytes() == before


def test_score_shows_what_counts_for_victory_before_the_measure() -> None:
    ran = play("--dice", "ask", "--white", "hold", typed="4\nscore\nmarch Scouts to 3\n3\nscore\nquit\n")
    before, after = (text for text in answered(ran) if "counts now" in text)
    assert re.search(r"  ford +nobody +0\n", before)
    assert re.search(r"  ford +red +1\n  together +red +1\n  together +white +0\n", after)
    assert "At the end the most points win. The last side with a unit left wins at once." in after
    assert after.index("counts now") < after.index("measure")


# --- What is hidden -------------------------------------------------------------------------------------------------


def test_what_is_hidden_from_a_side_is_not_shown_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import crossing_game

    typed = "map\nlog\nwhy\nquit\n"
    ran = play(*SEEDED, "--red", "hold", "--white", "human", typed=typed)
    assert "Scouts" not in ran.out
    assert "Red:\n  Red waits.\n" in ran.out
    assert "[toy-turn]\nwhite> quit" in ran.out
    monkeypatch.setattr(crossing_game.CrossingGame, "may_know", lambda game, step, side, *states: side != "white")
    ran = play(*SEEDED, "--red", "hold", "--white", "human", typed=typed)
    assert "[toy-turn]" not in ran.out
    assert "Some steps tell what is hidden from you: they are shown with --umpire" in ran.out
    ran = play(*SEEDED, "--red", "hold", "--white", "human", "--umpire", typed=typed)
    assert "Red: pass\n" in ran.out
    assert ". | 1st Horse | Scouts | ." in ran.out
    assert "[toy-turn]" in ran.out


def test_a_question_is_explained_as_its_owner_may_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import crossing_game

    def shown(game: object, asked: Any, side: str, before: object) -> Any:
        hidden = isinstance(asked, Decision) and side == "white"
        return attrs.evolve(asked, situation=attrs.evolve(asked.situation, place=99)) if hidden else asked

    monkeypatch.setattr(crossing_game.CrossingGame, "shown_to", shown)
    two = ("--dice", "ask", "--white", "human")
    typed = "4\nshoot at 4 with Scouts\n5\n\n?\nquit\n"
    ran = play(*two, typed=typed)
    assert "  place: 99\n" in ran.out and "place: 4\n" not in ran.out  # noqa: PT018
    ran = play(*two, "--umpire", typed=typed.replace("\n\n", "\n"))
    assert "  place: 4\n" in ran.out and "99" not in ran.out  # noqa: PT018


def test_two_people_look_one_by_one_where_something_is_hidden() -> None:
    ran = play(*SEEDED, "--white", "human", typed="pass\n\nmap\nquit\n")
    assert "It is the turn of white. Let red look away, and press Enter.\n" in ran.out
    after = ran.out.partition("press Enter.\n")[2]
    assert "Scouts" not in after
    # What is typed before that is not done, and not lost in silence.
    ran = play(*SEEDED, "--white", "human", typed="pass\nundo the die fell\n\nmap\nquit\n")
    assert "'undo the die fell' is not done: nothing is asked yet. Press Enter first.\n" in ran.out
    shown, told = (text.partition("The match is saved")[0].strip() for text in (after, ran.out))
    assert told.endswith(shown)
    assert "\n" in shown
    # Red's first shot ends what is hidden, and with it the asking.
    assert "look away" not in play(*SEEDED, "--white", "human", typed="6\nmap\nquit\n").out


# --- Dice and decisions ---------------------------------------------------------------------------------------------


def test_dice_are_asked_for_and_kept_with_who_rolled() -> None:
    ran = play("--dice", "ask", typed="7\n4\n6\n\nquit\n")
    assert ran.code == 0
    first, wrong, *_ = answered(ran)
    assert "roll 1d6 for sun [toy-turn]: type 1 face, or press Enter" in first
    assert "face 7 is impossible on a d6" in wrong
    assert "the machine rolls with the seed " in ran.out
    thrown = [
        (answer["purpose"], answer["by"])
        for event in events()
        for answer in (event.get("event") or event).get("answers", [])
        if answer["kind"] == "throw"
    ]
    assert ("sun", "asked") in thrown
    assert ("shot of Scouts", "seed") in thrown


def test_a_decision_inside_an_action_is_asked_of_its_owner() -> None:
    ran = play("--dice", "ask", "--white", "human", typed="4\n6\n5\n\ncadets, old\nquit\n")
    assert "white decides about place 4: Who falls? Default: the first. [toy-fire]\n" in ran.out
    assert "  1  Cossacks (Enter)\n  2  Cadets, old\nwhite> cadets, old\n" in ran.out
    assert "  Scouts hits: Cadets, old falls.\n" in ran.out


def test_none_is_an_answer_where_it_is_an_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    import crossing_game

    monkeypatch.setattr(crossing_game, "ruleset", sheltering.ruleset)
    monkeypatch.setattr(crossing_game, "game", sheltering)
    ran = play(*SEEDED, "--white", "hold", typed="pass\n2\npass\nnone\npass\n\nquit\n")
    assert re.findall(r"  red goes to (\w+)\.", ran.out) == ["None", "None", "wood"]


# --- Taking back ----------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_ones_own_decision() -> None:
    ran = play("--dice", "ask", "--white", "hold", typed="4\n1\n3\nundo\nundo the cat was on the table\nquit\n")
    assert "a die was seen" in ran.out
    (undone,) = [event for event in events() if event["kind"] == "undo"]
    # Red's pass, White's, and the dawn after them, with its die.
    assert undone["reason"] == "the cat was on the table"
    assert "Taken back: event" in ran.out


def test_undo_of_a_die_within_an_action_keeps_the_reason() -> None:
    typed = "4\n6\n5\n\nundo\nundo the cat was on the table\n\n3\nquit\n"
    ran = play("--dice", "ask", "--white", "human", typed=typed)
    assert "a die was seen" in ran.out
    assert [line["reason"] for line in events() if line["kind"] == "unfinished"][-1] == "the cat was on the table"


def test_undo_before_anything_is_decided_is_refused() -> None:
    ran = play(*SEEDED, typed="undo\nquit\n")
    assert answered(ran)[1].startswith("nothing can be taken back")


# --- Leaving, and going on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["quit", "save", "q", "QUIT"])
def test_one_leaves_and_goes_on_where_one_was(word: str) -> None:
    ran = play(*SEEDED, "--white", "hold", typed=f"1\n{word}\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(f"The match is saved. Go on with: rcw play {FILE} --white hold\n")
    before = Path(FILE).read_bytes()
    again = run("play", FILE, "--white", "hold", stdin="1\n" * 3)
    assert again.code == 0
    assert Path(FILE).read_bytes().startswith(before)
    whole = play(*SEEDED, "--white", "hold", typed="1\n" * 4)
    assert again.out.splitlines()[-2:] == whole.out.splitlines()[-2:]
    assert events("crossing-ford-2.match.jsonl") == events()


def test_lines_that_end_leave_a_match_that_goes_on() -> None:
    ran = play(*SEEDED, typed="1\n")
    assert ran.code == 2
    assert "the lines ended before this was answered: what red does" in ran.err
    assert f"the match is saved: go on with rcw play {FILE}" in ran.err
    assert run("play", FILE, stdin="1\n" * 3).code == 0


def test_an_interrupt_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rcw_rules.cli.typed_lines.read_line", interrupted)
    ran = play(*SEEDED)
    assert ran.code == 130
    assert f"the match is saved: go on with rcw play {FILE}" in ran.err


def test_a_match_that_is_over_tells_how_it_ended() -> None:
    whole = play(*SEEDED, typed="1\n" * 4)
    ran = fine("play", FILE)
    assert ran.out.splitlines()[-2:] == whole.out.splitlines()[-2:]


@pytest.mark.parametrize("option", [("--dice", "ask"), ("--save", "x"), ("--set", "a=b")])
def test_what_is_for_a_new_match_is_refused_for_an_old_one(option: tuple[str, str]) -> None:
    play(*SEEDED, typed="quit\n")
    ran = run("play", FILE, *option)
    assert ran.code == 2
    assert f"{option[0]} is for a new match" in ran.err
