"""How the command line ends: the demo, exit codes, and records that are verified."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve
from cli_runs import (
    ACTIVATION,
    RCW,
    TOY,
    DrawRequest,
    Install,
    Ran,
    fine,
    run,
)
from damaged_documents import renewed

from rcw_rules import Request, __version__, red_white
from rcw_rules.registry import GROUP
from rcw_rules.ruleset import Example

COMMANDS = (
    *("list", "procedures", "rules", "chart", "schema", "resolve", "resume", "verify", "odds", "choices", "options"),
    *("advise", "example", "demo", "seal", "sign", "play", "sim", "ask", "fields"),
)


GROUPS = ("house", "keys", "match", "scenario")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Let the registry find these objects, by name, beside the rulesets that are installed."""

    def install(**rulesets: object) -> None:
        module = ModuleType("toy_plugin")
        for name, ruleset in rulesets.items():
            setattr(module, name, ruleset)
        monkeypatch.setitem(sys.modules, "toy_plugin", module)
        entries = [metadata.EntryPoint(name, f"toy_plugin:{name}", GROUP) for name in rulesets]
        monkeypatch.setattr(
            "rcw_rules.registry.entry_points", lambda group: [*metadata.entry_points(group=group), *entries]
        )

    return install


# --- The demo -----------------------------------------------------------------------------------------------------


def test_the_demo_resolves_every_worked_example_with_its_own_dice() -> None:
    examples = [entry for entry in fine("demo", "--json").json["examples"] if entry["ruleset"] == "red_white"]
    assert [entry["id"] for entry in examples] == [example.id for example in red_white.ruleset.examples]
    for entry, example in zip(examples, red_white.ruleset.examples, strict=True):
        assert (entry["told"], entry["is_made_up"]) == (example.told, example.is_made_up)
        assert tuple(entry["resolution"]["dice"]) == example.faces
        assert sum(Fraction(outcome["probability"]) for outcome in entry["outcomes"]) == 1
    text = fine("demo").out
    for example in red_white.ruleset.examples:
        assert f"{example.title} [{example.id}]\n" in text
        assert f"  {'made up' if example.is_made_up else 'the book':8}  {example.told}\n" in text
    assert {example.is_made_up for example in red_white.ruleset.examples} == {True, False}
    # +0 against -2, ties lost: White wins unless the Red die is higher by 2 or more, in 10 of 36 throws.
    assert "    winner             attacker 13/18 = 72.22 %, defender 5/18 = 27.78 %\n" in text
    assert "    winner             defender certain\n" in text


def test_the_demo_ends_with_a_battle_and_names_the_page_that_shows_it() -> None:
    battle = fine("demo", "--json").json["battle"]
    assert battle["scenario"] == "directory/makhnos_return"
    assert list(battle["players"].values()) == ["random", "random", "greedy"]
    assert battle["events"][0]["action"] == ""
    assert (Path(__file__).parents[1] / battle["page"]).is_file()
    text = fine("demo").out
    end = text[text.index("A whole battle: ") :]
    assert f"The last 12 of its {len(battle['events'])} events:\n" in end
    assert f"    {battle['events'][-1]['told'][-1]}\n" in end
    assert f"  {', '.join(f'{side} {points}' for side, points in battle['points'].items())}\n" in end
    assert end.endswith(f"rcw play directory/makhnos_return. {battle['page']} shows how.\n")


def _no_request() -> Request[Any]:
    raise KeyError("nothing\nhere")


def test_a_worked_example_that_fails_is_named_and_the_others_are_shown(install: Install) -> None:
    sound = Example(id="toy-card", title="A queen", request=DrawRequest, faces=("QH", 20), told="A queen.")
    failing = evolve(sound, id="toy-lost", title="Lost", request=_no_request)
    install(toy=evolve(TOY, examples=(failing, sound)))
    named = "rcw: the worked example 'toy-lost' of toy cannot be shown: KeyError: 'nothing\\nhere'\n"
    ran = run("demo", "--json")
    assert (ran.code, ran.err) == (0, named)
    shown = [entry["id"] for entry in ran.json["examples"] if entry["ruleset"] == "toy"]
    assert shown == ["toy-card"]
    ran = run("demo")
    assert (ran.code, ran.err) == (0, named)
    assert "A queen [toy-card]\n" in ran.out
    assert "Lost" not in ran.out


# --- How it ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command: str) -> None:
    text = fine(command, "--help").out
    assert text.startswith(f"Usage: rcw {command} ")
    assert ("--json" in text) == (command != "ask")  # a talk is no document


def test_without_a_command_the_commands_are_shown() -> None:
    text = fine().out
    assert text == fine("--help").out
    listed = re.findall(r"^  ([a-z]+)  ", text.partition("Commands:\n")[2], re.MULTILINE)
    assert listed == sorted((*COMMANDS, *GROUPS, "serve"))
    assert "..." not in text.partition("Commands:\n")[2]


def test_version() -> None:
    assert fine("--version").out == f"rcw {__version__}\n"


def test_a_bug_is_one_line_and_debug_shows_where(install: Install) -> None:
    install(toy=TOY)
    ran = run("resolve", "toy.crash", "--dice", "", stdin="{}")
    assert (ran.code, ran.out) == (70, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("rcw: internal error: KeyError: 'a bug\\nin two lines'; please report it")
    debugged = run("resolve", "toy.crash", "--dice", "", "--debug", stdin="{}")
    assert debugged.code == 70
    assert "in crash" in debugged.err
    assert debugged.err.endswith(line + "\n")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_libraries_it_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.cli.find_spec", lambda name: None if name == missing else object())
    ran = run("list")
    assert ran == Ran(2, "", "rcw: the command line needs click and rich: pip install 'rcw-rules[cli]'\n")


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], ["cattrs", "rcw_rules.red_white", "rcw_rules.ruleset", "rich"]),
        (["list", "--json"], ["rich"]),
        (["example", "red_white.melee"], ["rich"]),
    ],
)
def test_a_command_imports_only_what_it_needs(arguments: Sequence[str], absent: Sequence[str]) -> None:
    code = f"import sys; from rcw_rules.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ran.stderr.split()) & {*absent, "numpy", "networkx", "shapely"} == set()


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_quiet() -> None:
    command = [RCW, "resolve", "red_white.melee", "--seed", "1", "--debug"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        for _ in reading_standard_input(process.pid):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err.strip()) == (130, "", "")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nothing tells how busy a process is")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_a_walk_at_once() -> None:
    pool = [{"token": {"id": f"token {number}"}, "count": 9} for number in range(9)]
    army = {"id": "red", "senior_tokens_drawn": 2, "flight_percent": 33, "pool": pool}
    request = json.dumps({"army": army, "seniors": 9, "juniors": 9})
    command = [RCW, "odds", "red_actions.draw_officers", "-", "--limit", "seconds=none", "--limit", "branches=none"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(request)
        process.stdin.close()
        while seconds_of(process.pid) < 2:  # it has started and read the request by then
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)
        assert process.stdout is not None
        assert process.stderr is not None
        told = process.stdout.read(), process.stderr.read().strip()
    assert (process.returncode, *told) == (130, "", "")


def seconds_of(pid: int) -> float:
    """Return how many seconds of the processor a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def reading_standard_input(pid: int) -> Iterator[None]:
    """Yield until the process waits for its standard input, where that can be seen, and else for a while."""
    for _ in range(60):
        try:
            place = Path(f"/proc/{pid}/wchan").read_text(encoding="ascii")
        except OSError:
            place = ""
        if "pipe_read" in place:
            return
        yield


def test_output_is_utf_8_whatever_the_locale(install: Install, tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    unit = (
        '{"side": "red", "type": "infantry", "has_leader": true, "stands": 5, "starting_stands": 8, "name": "Čapajev"}'
    )
    foe = '{"side": "white", "type": "infantry", "has_leader": true, "stands": 5, "starting_stands": 8}'
    request.write_text(f'{{"attackers": [{unit}], "defenders": [{foe}]}}', encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    for flags in ((), ("--json",)):
        ran = subprocess.run(
            [RCW, "resolve", "red_white.melee", str(request), "--dice", "1,6", *flags],
            env=environment,
            capture_output=True,
            check=True,
        )
        assert "Čapajev" in ran.stdout.decode("utf-8")


# --- Records -------------------------------------------------------------------------------------------------------


def recorded(*arguments: str) -> Any:
    return fine("resolve", "red_white.activation_test", "--dice", "8,3", "--json", *arguments, stdin=ACTIVATION).json


def test_a_record_is_held_against_its_own_dice() -> None:
    # 8 against 6 fails; the Cheka shoots one of 8, and the second throw of 3 passes.
    record = recorded()
    text = fine("verify", stdin=json.dumps(record)).out
    assert "\n\nDoes this unit activate (with Cheka re-roll)? [red_white.activation_test;" in text
    assert text.endswith(
        "\n  The record agrees with its dice.\n  On their word: the request and the options, 2 throws (given).\n"
    )
    data = fine("verify", "--json", stdin=json.dumps(record)).json
    words = ["the request and the options", "2 throws (given)"]
    same = {key: record[key] for key in ("procedure", "ruleset", "outcome")}
    assert data == {**same, "on_their_word": words, "sealed": None}


def test_a_record_that_does_not_agree_with_itself_fails() -> None:
    record = recorded()
    record["outcome"]["stands"] = 8
    ran = run("verify", stdin=json.dumps(record))
    assert (ran.code, ran.out) == (2, "")
    assert "$.digest: the document was changed after it was written" in ran.err
    ran = run("verify", stdin=json.dumps(renewed(record)))
    assert ran == Ran(1, "", "rcw: the outcome is 8 at $.stands; today it is 7\n")
    record = recorded()
    roll = next(step for step in record["record"] if step["kind"] == "roll")
    roll.update(label="9d9", text=roll["text"].replace(roll["label"], "9d9"))
    ran = run("verify", stdin=json.dumps(renewed(record)))
    assert (ran.code, ran.out) == (1, "")
    assert "roll 1 of the record is 9d9" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "$.ruleset.id: missing: this is not the record of a resolution"),
        ("[]", "$.ruleset.id: missing: this is not the record of a resolution"),
        ('{"ruleset": {"id": "red_whit"}}', "unknown ruleset 'red_whit'; did you mean 'red_white'?"),
        ('{"ruleset": {"id": "red_white"}}', "$.format: missing"),
        ("{", "standard input"),
    ],
)
def test_what_is_no_record_is_refused(text: str, told: str) -> None:
    ran = run("verify", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_an_option_with_one_value_is_given_once() -> None:
    for option in ("--seed", "--house"):
        ran = run("resolve", "red_white.activation_test", option, "1", option, "2", stdin=ACTIVATION)
        assert ran == Ran(2, "", f"rcw: {option} is given twice; see rcw resolve --help\n")


def test_who_names_a_ruleset_is_shown_what_can_be_asked_of_it() -> None:
    assert "did you mean 'red_white." in run("resolve", "red_white", "--seed", "1").err
