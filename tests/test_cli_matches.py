"""``rcw match``: show, verify, undo, doctor, export."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest
from cli_runs import fine, run
from crossing_game import CrossingGame, State, ford, game
from crossing_installed import install_crossing
from crossing_matches import linked

from rcw_rules import SeededDice, directory, load_game
from rcw_rules.cli import match_export, match_proofs
from rcw_rules.cli.match_proofs import rules_in_force
from rcw_rules.games import Match, MatchError, MatchFile, scenario_toml
from rcw_rules.kernel.errors import ChoiceError, FileError
from rcw_rules.kernel.umpire import Override

FILE = "ford.jsonl"
HITS = 0
"""A seed whose first shot, a 5, hits two, of whom somebody chooses."""


@pytest.fixture(autouse=True)
def _match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a match of two turns, of which a march was taken back."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)
    with MatchFile.create(FILE, game, ford(turns=2), seed=4) as file:
        file.answer('march "1st Horse" to 0')
        file.undo()
        for _ in range(3):
            file.answer("pass")
        file.answer("march Cossacks to 3")


def test_show_tells_everything_in_sentences() -> None:
    lines = fine("match", "show", FILE).out.splitlines()
    assert lines[0] == "The ford [crossing, rules version 1]"
    assert lines[1:3] == ["1. The set-up", "  The patrols are out."]
    assert '3. Red: march "1st Horse" to 0 (taken back later)' in lines
    assert "4. Taken back: event 3" in lines
    assert "Turn 2, red" in lines
    assert lines[-2:] == ["White won: white 1 points, red 0 [toy-end]", "  red 0, white 1"]


def test_show_full_has_every_step_with_its_rule() -> None:
    out = fine("match", "show", FILE, "--full").out
    assert re.search(r"    - sun: \d \(seed\)", out)
    assert re.search(r"    sun: 1d6: \d \[toy-turn\]", out)
    assert out.count("    state ") == len(re.findall(r"^\d+\. (?!Taken)", out, flags=re.MULTILINE))


def test_show_tells_an_action_that_has_only_begun() -> None:
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
        file.answer("shoot at 4 with Scouts")
    assert fine("match", "show", "asked.jsonl").out.endswith("The match goes on. Begun: Red: shoot at 4 with Scouts\n")


def test_verify_says_what_is_proved() -> None:
    out = fine("match", "verify", FILE).out
    assert out.startswith(f"{FILE} is verified: 8 events, 1 of them taken back\n")
    assert "every face is that of the seed 4" in out
    data = fine("match", "verify", FILE, "--json").json
    assert data["is_verified"]
    assert data["actions"] == {"only": 2, "person": 5}
    assert data["throws"] == {"seed": 2}
    assert data["winner"] == "white"


@pytest.mark.parametrize(
    "forge",
    [
        lambda event: event["answers"][0].update(faces=[6]),
        lambda event: event.update(side="white"),
        lambda event: event.update(told=["Red has won."]),
        lambda event: event.update(ply=7),
    ],
)
def test_verify_compares_the_action_under_way_too(forge: Callable[[dict[str, Any]], None]) -> None:
    with MatchFile.create("begun.jsonl", game, ford(), seed=HITS) as file:
        file.answer("shoot at 4 with Scouts")
        assert file.match.under_way is not None
        assert any(answer.kind == "throw" for answer in file.match.under_way.answers)
    assert fine("match", "verify", "begun.jsonl")
    lines = [json.loads(line) for line in Path("begun.jsonl").read_bytes().splitlines()]
    forge(lines[-1]["event"])
    Path("begun.jsonl").write_bytes(linked(lines))
    assert run("match", "verify", "begun.jsonl").code == 1


def test_the_set_up_is_of_no_side() -> None:
    lines = [json.loads(line) for line in Path(FILE).read_bytes().splitlines()]
    lines[1]["side"] = "white"
    Path(FILE).write_bytes(linked(lines))
    refused = run("match", "verify", FILE)
    assert (refused.code, refused.err) == (1, "rcw: event 1 is 'white', and the set-up comes first\n")


def test_verify_says_what_rests_on_somebodys_word() -> None:
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
    assert re.search("not proved (.*\n +)+the dice: 1 asked", fine("match", "verify", "asked.jsonl").out)


def test_verify_says_so_of_the_action_under_way_too() -> None:
    hit = Override(what="roll", at="shot of Scouts", value=True, reason="the dust lay")
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
        file.answer("shoot at 4 with Scouts", overrides=[hit])
        assert file.match.under_way is not None
    assert "1 overrides of the referee, with their reasons" in fine("match", "verify", "asked.jsonl").out
    seen_die("thrown.jsonl").close()
    assert fine("match", "verify", "thrown.jsonl", "--json").json["throws"] == {"asked": 2}


def test_a_die_taken_back_within_an_action_is_told() -> None:
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
        file.answer("shoot at 4 with Scouts")
        file.answer(5)
        file.undo(reason="it <fell> off the table")
        file.answer(1)
        file.answer("pass")
    told = "A die that was seen was taken back: it <fell> off the table"
    assert fine("match", "show", "asked.jsonl").out.count(told) == 1
    assert fine("match", "verify", "asked.jsonl", "--json").json["retaken"] == [
        {"event": 3, "reason": "it <fell> off the table"}
    ]
    assert "a die of event 3 was to be taken back: it <fell>" in fine("match", "verify", "asked.jsonl").out
    assert "taken back: it &lt;fell&gt;" in fine("match", "export", "asked.jsonl", "--html", "-").out


def seen_die(name: str = "asked.jsonl") -> MatchFile[Any, State, Any]:
    """Return a match in the middle of an action, of which a die was seen."""
    file = MatchFile.create(name, game, ford())
    file.answer(4)
    file.answer("shoot at 4 with Scouts")
    file.answer(5)
    return file


def test_a_reason_typed_while_playing_stays_in_the_match() -> None:
    seen_die().close()
    fine("play", "asked.jsonl", "--umpire", "--player", "human", stdin="undo it fell\n1\nquit\n")
    assert fine("match", "verify", "asked.jsonl", "--json").json["retaken"] == [{"event": 3, "reason": "it fell"}]


def test_a_kept_match_lacks_no_die_that_was_seen() -> None:
    with seen_die() as file:
        for other in (file.match.undo(reason="it fell"), file.match.undo(reason="it fell").answer(1)):
            with pytest.raises(MatchError, match="a die was seen that this match lacks"):
                file.keep(other)
        file.keep(file.match.undo(reason="it fell"), reason="it fell")
    assert fine("match", "verify", "asked.jsonl", "--json").json["retaken"] == [{"event": 3, "reason": "it fell"}]


def test_a_kept_match_has_the_dice_and_the_rules_of_the_file() -> None:
    makhno = load_game("directory")
    scenario = makhno.scenario("makhnos_return")  # its set-up throws nothing, so all of these begin alike
    odd = attrs.evolve(makhno, ruleset=makhno.ruleset.with_options(supply_on_defence=False))
    with MatchFile.create("kept.jsonl", makhno, scenario, seed=1) as file:
        for other, seed in ((makhno, 2), (odd, 1)):
            with pytest.raises(MatchError, match="does not go on"):
                file.keep(Match.begin(other, scenario, dice=SeededDice(seed)).answer(None))
        file.keep(Match.begin(load_game("directory"), scenario, dice=SeededDice("1")).answer(None))
    fine("match", "verify", "kept.jsonl")


def test_a_die_that_is_lost_between_two_lines_is_told() -> None:
    with seen_die() as file:
        file.undo(reason="first\nsecond")
        file.answer(1)
    lines = [json.loads(line) for line in Path("asked.jsonl").read_bytes().splitlines()]
    Path("asked.jsonl").write_bytes(linked(lines))
    assert "taken back: first\\nsecond\n" in fine("match", "show", "asked.jsonl").out
    (taken_back,) = [number for number, one in enumerate(lines) if one.get("reason")]
    Path("asked.jsonl").write_bytes(linked([*lines[:taken_back], *lines[taken_back + 1 :]]))
    told = "that a die of event 3 was to be taken back, without a reason"
    assert told in fine("match", "verify", "asked.jsonl").out


def test_dice_are_of_a_seed_or_sealed() -> None:
    lines = [json.loads(line) for line in Path(FILE).read_bytes().splitlines()]
    lines[0]["seal"] = {"commitments": ["0" * 64]}
    Path(FILE).write_bytes(linked(lines))
    ran = run("match", "verify", FILE)
    assert (ran.code, "$.seal: stands beside a seed" in ran.err) == (2, True)


def test_an_event_taken_back_with_a_reason_is_told_once() -> None:
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
        file.answer("shoot at 4 with Scouts")
        file.answer(1)
        file.undo(reason="it fell off the table")
    assert fine("match", "verify", "asked.jsonl", "--json").json["retaken"] == []


def test_every_die_that_was_taken_back_is_named_with_its_reason() -> None:
    with MatchFile.create("asked.jsonl", game, ford()) as file:
        file.answer(4)
        file.answer("shoot at 4 with Scouts")
        file.answer(1)
        file.undo(reason="it fell off the table")
        file.answer("pass")
        file.undo()  # no die was seen
    out = fine("match", "verify", "asked.jsonl").out
    assert "that the dice of event 3 were to be taken back: it fell off the table" in out
    assert out.count("taken back:") == 1
    undone = fine("match", "verify", "asked.jsonl", "--json").json["undone"]
    assert undone == [{"events": [3], "reason": "it fell off the table"}, {"events": [5], "reason": ""}]


def test_an_undo_hides_no_die_of_the_action_under_way() -> None:
    seen_die().close()
    lines = [json.loads(line) for line in Path("asked.jsonl").read_bytes().splitlines()]
    number = lines[-1]["number"]
    for undone, told in (([number - 1], "the sun was wrong"), ([], "it fell")):
        undo = {"kind": "undo", "number": number, "undone": undone, "reason": told}
        Path("asked.jsonl").write_bytes(linked([*lines, undo]))
        ran = run("match", "verify", "asked.jsonl")
        if undone:
            assert f"that a die of event {number} was to be taken back: {told}" in ran.out
        else:
            assert (ran.code, "takes back nothing" in ran.err) == (1, True)


def test_verify_names_the_scenario_and_a_seed_that_somebody_chose() -> None:
    out = fine("match", "verify", FILE).out
    assert "that nobody tried several seeds" in out
    assert "that you agreed to the scenario 'The ford', which does not come with the ruleset" in out  # of two turns
    with MatchFile.create("own.jsonl", game, ford()) as file:
        file.answer(4)
    assert "is not over" not in out
    out = fine("match", "verify", "own.jsonl").out
    assert "that the match did not go on: it is not over" in out
    assert "that you agreed to the scenario crossing/ford\n" in out
    assert "several seeds" not in out
    assert fine("match", "verify", "own.jsonl", "--json").json["scenario"] == "crossing/ford"
    assert fine("match", "verify", FILE, "--json").json["scenario"] is None


def test_the_rules_that_are_not_the_books_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fine("match", "verify", FILE, "--json").json["played_by"] == []
    ruleset = directory.ruleset.with_options(supply_on_defence=False, spares="side")
    other = attrs.evolve(directory.game, ruleset=ruleset)
    assert rules_in_force(other) == ["the option supply_on_defence no", "the option spares side"]
    monkeypatch.setattr(match_proofs, "rules_in_force", lambda _: ["the option spares side"])
    assert "that you agreed to the option spares side" in fine("match", "verify", FILE).out


def test_undo_takes_the_latest_answer_back() -> None:
    assert fine("match", "undo", FILE).out == "Taken back: event 9\n"
    assert fine("match", "show", FILE).out.endswith("The match goes on.\n")
    assert fine("match", "undo", FILE).out == "Taken back: event 8\n"
    before = Path(FILE).read_bytes()
    ran = run("match", "undo", FILE)
    assert (ran.code, ran.out) == (1, "")
    assert "a die was seen" in ran.err
    assert Path(FILE).read_bytes() == before
    assert "Taken back: events " in fine("match", "undo", FILE, "--reason", "wrong side of the table").out
    assert "wrong side of the table" in fine("match", "show", FILE).out


def test_doctor_names_the_first_event_that_goes_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fine("match", "doctor", FILE).out == f"{FILE}: all 9 events go today as they went\n"
    monkeypatch.setattr(CrossingGame, "digest", lambda game, state: "0" * 64 if state.turn == 2 else real(game, state))
    ran = run("match", "doctor", FILE)
    assert ran.code == 1
    assert re.match(rf"{FILE}: event \d of 9 would go otherwise today\n", ran.out)
    data = run("match", "doctor", FILE, "--json").json
    assert data["differs"]["event"] > 4


real = CrossingGame.digest


def test_export_needs_a_form() -> None:
    ran = run("match", "export", FILE)
    assert ran.code == 2
    assert "--html FILE" in ran.err


def test_export_as_text_and_json() -> None:
    assert fine("match", "export", FILE, "--text", "-").out == fine("match", "show", FILE).out
    assert fine("match", "export", FILE, "--text", "a.txt", "--json", "a.json").out == "written: a.txt, a.json\n"
    assert Path("a.txt").read_text(encoding="utf-8") == fine("match", "show", FILE).out
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert [entry["number"] for entry in data["entries"]] == list(range(1, 10))
    assert data["result"]["winner"] == "white"
    assert data["scenario"]["turns"] == 2
    assert game.digest(game.load_state(game.state_json(_state(data)))) == data["entries"][-1]["digest"]


def test_an_export_holds_nothing_that_a_terminal_or_a_browser_obeys() -> None:
    evil = "The ford\x1b]0;x\x07\u202e\n1. Red wins <img src=x>"
    with MatchFile.create("evil.jsonl", game, attrs.evolve(ford(), title=evil), seed=4) as file:
        file.answer("pass")
    fine("match", "export", "evil.jsonl", "--text", "a.txt", "--html", "a.html")
    shown = r"The ford\x1b]0;x\x07\u202e\n1. Red wins "
    told, page = (Path(name).read_text(encoding="utf-8") for name in ("a.txt", "a.html"))
    assert told.startswith(f"{shown}<img src=x> [crossing, rules version 1]\n")
    assert f"<title>{shown}&lt;img src=x&gt;</title>" in page
    assert "<img" not in page
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", told + page)


def _state(data: dict[str, object]) -> State:
    from rcw_rules.wire import structure

    state: State = structure(data["state"], game.state_type)
    return state


class _Page(HTMLParser):
    """What a page asks for from elsewhere, and which of its tags are open."""

    def __init__(self) -> None:
        super().__init__()
        self.asks: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "link", "iframe", "img"}:
            self.asks.append(tag)
        self.asks += [value for name, value in attrs if name in {"src", "href"} and value and value[0] != "#"]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.asks += [value for name, value in attrs if name in {"src", "href"} and value and value[0] != "#"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(text: str) -> _Page:
    """Return what a page is made of."""
    page = _Page()
    page.feed(text)
    page.close()
    return page


def test_the_web_page_needs_nothing_else() -> None:
    fine("match", "export", FILE, "--html", "a.html", "--full")
    text = Path("a.html").read_text(encoding="utf-8")
    page = page_of(text)
    assert (page.asks, page.open) == ([], [])
    assert "prefers-color-scheme: dark" in text
    # The toy draws its map as text: one at the end of each turn, and that the game ends in.
    assert re.findall(r"The map at the end of (turn \d)", text) == ["turn 1", "turn 2", "turn 3"]
    # One pages through the turns by links.
    assert re.findall(r'<li><a href="#(.*?)">(.*?)</a></li>', text) == [
        (f"part-{number}", f"Turn {number}") for number in (1, 2, 3)
    ]
    assert re.findall(r'<section id="(.*?)">', text) == ["part-1", "part-2", "part-3"]
    ways = [re.findall(r"(Back|On): <a href=.#part-(.)", part) for part in text.split("<section")[1:]]
    assert ways == [[("On", "2")], [("Back", "1"), ("On", "3")], [("Back", "2")]]
    assert "march &quot;1st Horse&quot; to 0" in text
    assert "<summary>Every step</summary>" in text


def test_the_web_page_has_a_picture_a_turn_where_the_game_draws() -> None:
    file = "outpost.jsonl"
    fine("play", "red_square/outpost", "--red", "hold", "--white", "hold", "--dice", "seed:1", "--save", file)
    fine("match", "export", file, "--html", "a.html")
    text = Path("a.html").read_text(encoding="utf-8")
    assert (page_of(text).asks, page_of(text).open) == ([], [])
    assert text.count("<svg") == text.count("<h2>Turn ") > 0


def test_no_room_for_the_pictures_of_a_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> TemporaryDirectory[str]:
        raise OSError(errno.ENOSPC, "No space left on device")

    fine("play", "red_square/outpost", "--player", "hold", "--dice", "seed:1", "--save", "outpost.jsonl")
    monkeypatch.setattr(match_export, "TemporaryDirectory", full)
    ran = run("match", "export", "outpost.jsonl", "--html", "a.html")
    told = "rcw: no picture can be drawn in the folder for temporary files: No space left on device\n"
    assert (ran.code, ran.err) == (74, told)


def test_what_cannot_be_written_is_told() -> None:
    ran = run("match", "export", FILE, "--text", "missing/a.txt")
    assert ran.code == 74
    assert "missing/a.txt cannot be written" in ran.err


@pytest.mark.parametrize(
    ("targets", "told"),
    [
        (("--text", FILE), "is the match itself"),
        (("--json", f"./{FILE}"), "is the match itself"),
        (("--html", "link"), "is the match itself"),
        (("--text", "one", "--json", "./one"), "two exports cannot be written to one file"),
    ],
)
def test_an_export_never_replaces_the_match(targets: tuple[str, ...], told: str) -> None:
    content = Path(FILE).read_bytes()
    Path("link").symlink_to(FILE)
    refused = run("match", "export", FILE, *targets)
    assert refused.code == 2
    assert told in refused.err
    assert Path(FILE).read_bytes() == content
    assert not Path("one").exists()


@pytest.mark.parametrize("command", [("play",), ("match", "verify"), ("match", "undo")])
def test_a_pipe_is_not_waited_for(command: tuple[str, ...]) -> None:
    os.mkfifo("pipe.match.jsonl")
    refused = run(*command, "pipe.match.jsonl")
    assert refused.code == 2
    assert "a match is read from a file, and this is none" in refused.err


def test_a_name_that_is_too_long_names_nothing() -> None:
    for command in (("play",), ("sim",), ("scenario", "check")):
        assert run(*command, "x" * 300).code == 2
    Path(f"{'x' * 240}.toml").write_text(scenario_toml(game, ford()), encoding="utf-8")
    assert run("play", f"{'x' * 240}.toml", "--player", "hold").code == 74
    with pytest.raises(FileError):
        MatchFile.open("x" * 300, game)


def test_seconds_are_a_number() -> None:
    ran = run("play", FILE, "--seconds", "nan")
    assert (ran.code, "nan is no number of seconds" in ran.err) == (2, True)


def test_a_huge_answer_is_refused_in_words() -> None:
    with pytest.raises(ChoiceError, match="not a huge number"):
        Match.begin(game, ford(), dice=SeededDice(4)).answer(10**5000)


@pytest.mark.parametrize("command", ["undo", "doctor", "show", "verify"])
def test_every_command_tells_of_a_line_that_was_torn_off(command: str) -> None:
    with Path(FILE).open("ab") as file:
        file.write(b'{"kind"')
    assert "was torn off after 7 bytes" in run("match", command, FILE).err
