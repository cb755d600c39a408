"""Plug-ins that harm the process that they run in: the other rulesets are listed, and the harmful ones named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli_runs import run
from plug_in_sites import Site, ruleset_code

from rcw_rules.cli import game_inputs

FIVE = {"directory", "orel", "red_actions", "red_square", "red_white"}
KILL = "import os, signal\nos.kill(os.{whom}(), signal.SIGKILL)"

# What is said of each: after its name and that of its distribution where its import fails.
FATAL = {
    "interrupting": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "giving_up": ("raise GeneratorExit('of this')", "GeneratorExit: of this"),
    "leaving": ("import sys\nsys.exit()", "SystemExit"),
    "ending": ("import os\nos._exit(0)", "its code ended the process"),
    "killed": (KILL.format(whom="getpid"), "its code ended the process"),
    "killing": (KILL.format(whom="getppid"), "its code ended the process"),
    "closing_all": ("import os\nos.closerange(0, 200)", "its code ended the process"),
    "spoiling": (
        "import os\nfor number in range(3, 30):\n    try: os.write(number, b'{}\\n')\n    except OSError: pass",
        "its code spoils what it is asked",
    ),
    "mute": ("class E(Exception):\n    def __str__(self): raise KeyError\nraise E", "E, whose text cannot be read"),
}
SPOILING = {
    "closing": "import sys\nsys.stdout.close()\n",
    "closing_below": "import os\nos.close(1)\n",
    "printing": "import os\nprint('x' * 200_000)\nos.write(2, b'y' * 200_000)\n",
    "reading": "import sys\nassert sys.stdin.read() == ''\n",
    "pathless": "import sys\nfrom attrs import frozen\nsys.path.clear()\n",
    "wandering": "import os\nos.chdir('/')\n",
    "deaf": "from signal import *\nfor one in (SIGTERM, SIGINT): signal(one, SIG_IGN)\n",
}
RAISING = ("id", "title", "edition", "rules_version", "kernel_version", "procedures", "charts", "rules")
"""Properties that raise, and so does the `repr` of the ruleset."""


def raising(id: str, name: str) -> str:
    bad = f"""class Bad(Ruleset):
    @property
    def {name}(self):
        raise RuntimeError('no {name}')
    def __repr__(self):
        raise RuntimeError('no repr')
ruleset = Bad("""
    return ruleset_code(id).replace("ruleset = Ruleset(", bad)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("site"))
    for id, (code, _) in FATAL.items():
        site.package(id, code)
    for id, code in SPOILING.items():
        site.package(id, code + ruleset_code(id))
    for name in RAISING:
        site.package(f"no_{name}", raising(f"no_{name}", name))
    site.package("first_of_all", ruleset_code("first_of_all"))
    site.package("zealous", ruleset_code("zealous"))
    return site


@pytest.fixture(scope="module")
def listed(site: Site) -> dict[str, dict[str, Any]]:
    done = site.rcw("list", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return {data["id"]: data for data in json.loads(done.stdout)["rulesets"]}


@pytest.mark.parametrize(("id", "said"), [(id, said) for id, (_, said) in FATAL.items()])
def test_what_ends_a_process_is_named(listed: dict[str, dict[str, Any]], id: str, said: str) -> None:
    error = f"the ruleset {id!r} of {id}-rules cannot be loaded from '{id}:ruleset': {said}"
    assert listed[id] == {"id": id, "error": error}


@pytest.mark.parametrize("name", RAISING)
def test_a_property_that_raises_is_named(listed: dict[str, dict[str, Any]], name: str) -> None:
    told = listed[f"no_{name}"]
    assert set(told) == {"id", "error"}
    assert told["error"].startswith(f"the ruleset 'no_{name}' of no_{name}-rules cannot ")
    assert told["error"].endswith(f"RuntimeError: no {name}")


def test_all_others_are_listed(listed: dict[str, dict[str, Any]]) -> None:
    sound = {id for id, data in listed.items() if "error" not in data}
    assert sound == FIVE | set(SPOILING) | {"first_of_all", "zealous"}
    assert listed["zealous"] == {
        "id": "zealous",
        "title": "Toy",
        "edition": "1",
        "rules_version": 1,
        "rules": 1,
        "procedures": 1,
        "charts": 0,
    }


def test_all_others_can_be_asked(site: Site) -> None:
    done = site.rcw("procedures")
    assert done.returncode == 0
    assert "\nzealous.throw " in done.stdout
    assert "\nred_white.melee " in done.stdout
    named = done.stderr.splitlines()
    assert all(line.startswith("rcw: the ruleset '") for line in named)
    assert len(named) == len(FATAL) + len(RAISING)


def test_the_decisions_of_all_others_are_listed(site: Site) -> None:
    done = site.rcw("choices", "--json")
    assert done.returncode == 0
    assert "liquidate" in {choice["id"] for choice in json.loads(done.stdout)["choices"]}
    named = {line.split("'")[1] for line in done.stderr.splitlines()}
    assert set(FATAL) < named <= {*FATAL, *(f"no_{name}" for name in RAISING)}


def test_an_unknown_procedure_is_answered_with_a_suggestion(site: Site) -> None:
    done = site.rcw("resolve", "zealus.throw", "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rcw: unknown procedure 'zealus.throw'; did you mean '")
    assert "zealous.throw" in done.stderr
    assert "ending.throw" not in done.stderr


def test_the_scenarios_of_all_others_are_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    # What `survey` says of plug-ins that end their process, the tests above show.
    asked: list[str] = []

    def surveyed(question: str) -> dict[str, dict[str, Any]]:
        asked.append(question)
        return {"ending": {"error": "its code ended the process"}, "toy": {"scenarios": [{"id": "toy/outpost"}]}}

    def refuse(id: str) -> None:
        raise AssertionError(f"the code of {id} is run")

    monkeypatch.setattr(game_inputs, "survey", surveyed)
    monkeypatch.setattr(game_inputs, "load_game", refuse)
    unknown = run("sim", "outpost")
    assert (unknown.code, unknown.err) == (2, "rcw: unknown scenario 'outpost'; did you mean 'toy/outpost'?\n")
    assert asked == ["scenarios"]


def test_the_demo_leaves_them_out(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("ending", FATAL["ending"][0])
    site.package("zealous", ruleset_code("zealous"))
    code = "import rcw_rules.cli.commands as c; c.rcw(['demo', '--json'], standalone_mode=False)"
    shown = "d.each_example = lambda _, ruleset, __: [{'id': ruleset.id}]"
    done = site.python(f"import rcw_rules.cli.demo as d; {shown}; {code}")
    assert done.returncode == 0
    assert {example["id"] for example in json.loads(done.stdout)["examples"]} == FIVE | {"zealous"}
    assert done.stderr.startswith("rcw: the ruleset 'ending' of ending-rules cannot be loaded")


def test_one_that_hangs_is_given_up_and_the_rest_are_asked(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("hanging", "import time\ntime.sleep(1000)")
    site.package("after", ruleset_code("after"))
    done = site.python(
        "import json; from rcw_rules.discovery import survey; print(json.dumps(survey('names', seconds=3)))"
    )
    told = json.loads(done.stdout)
    assert told["after"] == {"procedures": [{"id": "after.throw", "title": "What is thrown?", "rules": []}]}
    assert told["hanging"]["error"].endswith("from 'hanging:ruleset': it did not answer within 3 seconds")


def test_a_real_interrupt_still_stops(tmp_path: Path) -> None:
    site = Site(tmp_path)
    marker = tmp_path / "marker"
    site.package("hanging", f"import os, time\nopen({str(marker)!r}, 'w').write(str(os.getpid()))\ntime.sleep(1000)")
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from rcw_rules.cli import main; sys.exit(main(['resolve', 'unknown.throw', '--seed', '1']))"
    )
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while not marker.exists() or not marker.read_text():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")
    deadline = time.monotonic() + 60
    while is_alive(int(marker.read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is waited for by nobody does not."""
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_a_ruleset_that_is_asked_for_by_name_may_print_but_not_close_the_output(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("closing", SPOILING["closing"] + ruleset_code("closing"))
    done = site.rcw("resolve", "closing.throw", "--seed", "1", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["procedure"] == "closing.throw"


def test_a_procedure_that_gives_up_is_named(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("leaving", ruleset_code("leaving").replace("umpire.charts", "raise SystemExit(0)"))
    done = site.rcw("resolve", "leaving.throw", "--seed", "1")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("rcw: leaving-rules has failed: SystemExit: 0; please report it")


def test_with_the_five_alone_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    from rcw_rules.discovery import survey

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process is started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert {id for id, data in survey("names").items() if data.get("procedures")} >= FIVE
