"""``rcw play``: players that fail, files that are damaged, foreign or in use, and a real terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import RCW, Ran, run
from crossing_game import ford, game
from crossing_installed import crossing_path, install_crossing

from rcw_rules.digests import canonical_json
from rcw_rules.games import MatchFile
from rcw_rules.games.match_file import link_of

FILE = "crossing-ford.match.jsonl"
SEEDED = ("--dice", "seed:4")

PLAYERS = '''
import time

def first(question, view):
    """Take the first alternative."""
    return question.alternatives[0]

def nonsense(question, view):
    """Answer what is no alternative."""
    return "dance"

def raises(question, view):
    """Fail."""
    return 1 / 0

def sleeps(question, view):
    """Think too long."""
    time.sleep(5)

number = 7
'''


@pytest.fixture(autouse=True)
def _crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Go to a folder with a module of players, with the toy installed."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("toy_players.py").write_text(PLAYERS, encoding="utf-8")
    yield
    sys.modules.pop("toy_players", None)


def play(*arguments: str, typed: str = "") -> Ran:
    """Play the toy with lines typed."""
    return run("play", "crossing/ford", *arguments, stdin=typed)


# --- Players --------------------------------------------------------------------------------------------------------


def test_a_function_of_this_folder_plays() -> None:
    ran = play(*SEEDED, "--red", "toy_players:first", "--white", "hold")
    assert (ran.code, ran.err) == (0, "")
    assert "players   red toy_players:first, white hold\n" in ran.out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nonsense", "the player of white answered 'dance': action can be "),
        ("raises", "the player of white failed: ZeroDivisionError: division by zero"),
        ("sleeps", "the player of white gave no answer within 0.05 seconds"),
    ],
)
def test_a_player_that_fails_ends_the_command_and_loses_nothing(name: str, told: str) -> None:
    ran = play(*SEEDED, "--white", f"toy_players:{name}", "--seconds", "0.05", typed="1\n")
    assert ran.code == 2
    assert told in ran.err
    going_on = f"rcw play {FILE} --white toy_players:{name} --seconds 0.05"
    assert f"the match is saved: go on with {going_on}\n" in ran.err
    assert "Red: pass\n" in ran.out
    assert run("play", FILE, "--white", "hold", stdin="1\n" * 3).code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--white", "gredy"), "did you mean 'greedy'?"),
        (("--white", "toy_players:missing"), "the player toy_players:missing cannot be had: AttributeError"),
        (("--white", "missing_module:f"), "ModuleNotFoundError"),
        (("--white", "toy_players:number"), "is no function"),
        (("--player", "green=hold"), "the game has no side 'green'; it has red, white"),
        (("--player", "white="), "--player is SIDE=NAME, or NAME for all sides"),
        (("--player", "hold", "--player", "random"), "the player of all sides is given twice"),
        (("--white", "hold", "--player", "white=hold"), "the player of white is given twice"),
        (("--white", "hold", "--white", "hold"), "--white is given twice"),
        (("--dice", "loaded"), "--dice is ask or seed:NUMBER, not 'loaded'"),
        (("--dice", "seed:"), "--dice is ask or seed:NUMBER"),
        (("--seconds", "0"), "--seconds"),
        (("--set", "nothing=1"), "nothing"),
        (("--json",), "--json is for the list"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_written(arguments: tuple[str, ...], told: str) -> None:
    ran = play(*arguments)
    assert ran.code == 2
    assert told in ran.err
    assert not list(Path().glob("*.jsonl"))


def test_a_match_that_cannot_be_written_has_a_code_of_its_own() -> None:
    ran = play("--save", "missing/folder.jsonl")
    assert (ran.code, ran.err) == (74, "rcw: missing/folder.jsonl: cannot be written: No such file or directory\n")


# --- Files ----------------------------------------------------------------------------------------------------------


def lines() -> list[str]:
    """Return the lines of the match."""
    return Path(FILE).read_text(encoding="utf-8").splitlines(keepends=True)


def test_a_match_that_is_open_elsewhere_is_refused() -> None:
    play(*SEEDED, typed="quit\n")
    with MatchFile.open(FILE, game):
        ran = run("play", FILE, stdin="1\n")
        assert run("match", "show", FILE).code == 0
    assert ran.code == 2
    assert "open in another program" in ran.err


@pytest.mark.parametrize("keeps", [1, 20, -2])
def test_a_line_that_was_torn_off_is_told_and_the_match_goes_on(keeps: int) -> None:
    play(*SEEDED, "--white", "hold", typed="1\n1\nquit\n")
    *whole, last = lines()
    Path(FILE).write_text("".join(whole) + last[:keeps], encoding="utf-8")
    ran = run("play", FILE, "--white", "hold", stdin="1\n" * 4)
    assert ran.code == 0
    assert f"rcw: {FILE}: line {len(whole) + 1} was torn off" in ran.err
    assert run("match", "verify", FILE).code == 0


def test_a_line_that_was_edited_is_named_and_the_file_is_left_alone() -> None:
    play(*SEEDED, "--white", "hold", typed="1\n1\nquit\n")
    edited = lines()
    number = next(number for number, line in enumerate(edited) if '"faces":[' in line)
    face = int(re.findall(r'"faces":\[(\d)\]', edited[number])[0])
    edited[number] = edited[number].replace(f'"faces":[{face}]', f'"faces":[{7 - face}]')
    Path(FILE).write_text("".join(edited), encoding="utf-8")
    before = Path(FILE).read_bytes()
    for command in (("play", FILE), ("match", "show", FILE)):
        ran = run(*command, stdin="1\n")
        assert ran.code == 2
        assert f"{FILE}: line {number + 1}: " in ran.err
    ran = run("match", "verify", FILE)
    assert ran.code == 1
    assert f"line {number + 1}: " in ran.err
    assert Path(FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema_version": 99}, "99"),
        ({"ruleset": {"id": "crosing"}}, "did you mean 'crossing'?"),
        ({"ruleset": {"id": "red_white"}}, "expected 'The Herald 57'"),
        ({"format": "rcw-session"}, "rcw-session"),
    ],
)
def test_a_match_of_something_else_is_refused(change: dict[str, object], told: str) -> None:
    play(*SEEDED, typed="quit\n")
    header, *rest = lines()
    data = json.loads(header)
    for key, value in change.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    Path(FILE).write_text("".join((json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n", *rest)))
    ran = run("play", FILE)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize("content", ["", "{}\n", "{\n", '{"ruleset": 7}\n', '{"ruleset": {"id": "crossing"}}\n'])
def test_what_is_no_match_is_refused(content: str) -> None:
    Path(FILE).write_text(content, encoding="utf-8")
    ran = run("match", "verify", FILE)
    assert ran.code == 2
    assert ran.err.startswith(f"rcw: {FILE}: line 1: ") or (not content and "match" in ran.err)


def test_faces_that_the_seed_does_not_give_are_found_even_where_all_links_fit() -> None:
    """Play on with other dice under the header of a seed: everything follows, but the faces."""
    with MatchFile.create("other.jsonl", game, ford(), seed=5) as file:
        file.answer("pass")
    with MatchFile.create(FILE, game, ford(), seed=4) as file:
        file.answer("pass")
    header = lines()[0].rstrip("\n")
    link = link_of("", header.encode())
    forged = [header]
    for line in Path("other.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
        body = {key: value for key, value in json.loads(line).items() if key != "link"}
        link = link_of(link, canonical_json(body).encode())
        forged.append(canonical_json({**body, "link": link}))
    Path(FILE).write_text("\n".join(forged) + "\n", encoding="utf-8")
    ran = run("match", "verify", FILE)
    assert ran.code == 1
    assert re.search(r"event \d+: sun shows \d, and the seed gives \d", ran.err)


# --- A terminal -----------------------------------------------------------------------------------------------------


class Terminal:
    """The installed command on a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        site = folder / "site"
        site.mkdir()
        path = crossing_path(site)
        self.child, self.terminal = pty.fork()
        if self.child == 0:  # pragma: no cover - the command itself
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs the tests in the background ignores it
            settings = {"TERM": "xterm-256color", "COLUMNS": "100", "PYTHONUTF8": "1", "PYTHONPATH": path}
            os.execve(RCW, [RCW, *arguments], {**os.environ, **settings})  # noqa: S606 - no shell is wanted
        self.shown = ""

    def until(self, words: str, seconds: float = 30) -> str:
        """Read until words are shown, and return what was shown since the last time."""
        start = len(self.shown)
        end = time.monotonic() + seconds
        while words not in self.shown[start:]:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} is not shown: {self.shown[start:]!r}"
            try:
                block = os.read(self.terminal, 65536)
            except OSError:  # how Linux says that the terminal is closed
                block = b""
            assert block, f"{words!r} is not shown: {self.shown[start:]!r}"
            self.shown += block.decode().replace("\r\n", "\n")
        return self.shown[start:]

    def types(self, text: str) -> None:
        """Press these keys."""
        os.write(self.terminal, text.encode())

    def interrupts(self) -> None:
        """Press Ctrl-C until something is shown.

        Python's line editor hears one that comes between the prompt and its waiting for keys only with the next key.
        """
        for _ in range(6):
            self.types("\x03")
            if select.select([self.terminal], [], [], 5)[0]:
                return

    def code(self) -> int:
        """Wait for the end and return the exit code."""
        try:
            while block := os.read(self.terminal, 65536):
                self.shown += block.decode().replace("\r\n", "\n")
        except OSError:
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def test_on_a_terminal_actions_are_completed_and_ctrl_d_leaves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "crossing/ford", *SEEDED, "--white", "hold")
    shown = terminal.until("red> ")
    assert "\x1b[1m" in shown  # a heading in bold
    terminal.types("sho\t")
    terminal.until("shoot at 4 with Scouts")
    terminal.types("\n")
    assert "Red: shoot at 4 with Scouts\n" in terminal.until("red> ")
    terminal.types("\x04")
    terminal.until("The match is saved. Go on with: ")
    assert terminal.code() == 0
    assert run("match", "verify", FILE).code == 0


def test_on_a_terminal_ctrl_c_leaves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "crossing/ford", *SEEDED)
    terminal.until("red> ")
    terminal.types("1\n")
    terminal.until("red> ")
    terminal.interrupts()
    terminal.until("the match is saved: go on with rcw play crossing-ford.match.jsonl\n")
    assert terminal.code() == 128 + signal.SIGINT
    assert "Traceback" not in terminal.shown
    assert run("match", "verify", FILE).code == 0
