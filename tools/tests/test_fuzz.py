"""The search for findings: it ends in time, makes a finding small, keeps it as a file and tells it once."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzzing import Finding, Target, examined
from hypothesis import strategies as st

import fuzz


def refuse_long(case: bytes) -> None:
    if len(case) > 3:
        raise ValueError("too long")
    assert b"\xff" not in case


LONG = Target(name="long", cases=lambda: st.binary(max_size=20), check=refuse_long, suffix=".bin")
FINE = Target(name="fine", cases=st.binary, check=lambda case: None, suffix=".bin")


def clock() -> Callable[[], float]:
    """A clock that a slow machine cannot slow down: it goes on by a hundredth of a second each time it is read."""
    return itertools.count(0, 0.01).__next__


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fuzz, "ROOT", tmp_path)
    monkeypatch.setattr(fuzz, "CORPUS", tmp_path / "corpus")
    return tmp_path / "corpus"


def test_each_mistake_is_found_once_and_made_small(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    search = fuzz.Search(LONG, 20, clock=clock())
    search.run(seed=1)
    kept = {path.read_bytes() for path in (corpus / "long").iterdir()}
    assert kept == {b"\0\0\0\0", b"\xff"}
    assert len(search.findings) == 2
    said = capsys.readouterr().out
    assert said.count("to repeat it: python tools/fuzz.py --file corpus/long/") == 2
    assert "ValueError: too long" in said
    assert search.told == f"long: {search.cases:,} cases, 2 findings"


def test_the_search_ends_in_time_and_keeps_nothing_if_all_is_fine(corpus: Path) -> None:
    search = fuzz.Search(FINE, 5, clock=clock())
    search.run(seed=1)
    assert 50 < search.cases < 500
    assert search.is_over
    assert not corpus.exists()


def test_the_same_seed_draws_the_same_cases(corpus: Path) -> None:
    def drawn(seed: int) -> list[bytes]:
        seen: list[bytes] = []
        fuzz.Search(Target(name="x", cases=st.binary, check=seen.append, suffix=".bin"), 5, clock=clock()).run(seed)
        return seen[:50]

    assert drawn(1) == drawn(1) != drawn(2)


def test_cases_that_cannot_be_drawn_are_no_finding(corpus: Path) -> None:
    nothing = Target(name="x", cases=st.nothing, check=refuse_long, suffix=".bin")
    with pytest.raises(Exception, match="Cannot generate"):
        fuzz.Search(nothing, 1, clock=clock()).run(seed=1)


def test_what_is_slow_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 61.0])
    monkeypatch.setattr("fuzzing.time.process_time", lambda: next(clock))
    found = examined(FINE, b"")
    assert isinstance(found, Finding)
    assert found.place.startswith("SlowError")
    assert "it took 61 seconds" in found.told


def test_a_file_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    fine, wrong = folder / "fine.txt", folder / "wrong.txt"
    fine.write_bytes(b"faces\n4 6")
    wrong.write_bytes(b"no_such_reader\n")
    command = [sys.executable, fuzz.__file__, "--file"]
    runs = [subprocess.run([*command, path], check=False, capture_output=True, text=True) for path in (fine, wrong)]
    assert [(ran.returncode, ran.stderr) for ran in runs] == [(0, ""), (1, "")]
    assert runs[0].stdout == "nothing is wrong with it\n"
    assert "KeyError: 'no_such_reader'" in runs[1].stdout
