"""Look for cases that break a promise, for minutes: questions, documents, files, command lines, bytes.

    python tools/fuzz.py [--minutes 5] [--target questions] [--seed 1]
    python tools/fuzz.py --file tests/fuzz/corpus/questions/1a2b3c4d.json

Hypothesis draws the cases and makes each finding as small as it can; atheris, where it is installed, looks for bytes
that reach new code. Each finding becomes a file in ``tests/fuzz/corpus/``, which the ordinary tests try again. What the
targets are and what must hold is in ``tests/support/fuzzing/``.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from fuzzing import CORPUS, TARGETS, Finding, Target, examined  # noqa: E402 - found only now

_A_ROUND = 200
_TELL_EVERY = 10.0


class Search:
    """Looks for findings of one target until its time is over, in seconds of the given clock.

    Attributes:
        cases: How many cases were tried.
        findings: What was found, by its place.
    """

    def __init__(self, target: Target, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.cases = 0
        self.findings: dict[str, Path] = {}
        self._target = target
        self._cases = target.cases()
        self._clock = clock
        self._told = clock()
        self._ends = self._told + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._clock() >= self._ends

    @property
    def told(self) -> str:
        """How far it is."""
        return f"{self._target.name}: {self.cases:,} cases, {len(self.findings)} findings"

    def run(self, seed: int) -> None:
        """Draw cases with Hypothesis, a few hundred at a time; each finding is drawn as small as it gets."""
        number = 0
        while not self.is_over:
            found = self._round(f"{seed}/{number}")
            if found is not None:
                self.keep(found)
            number += 1

    def _round(self, seed: str) -> Finding | None:
        """Return the first new finding of some hundred cases, in its smallest form."""
        failed: list[Finding] = []

        @hypothesis.seed(seed)
        @settings(
            max_examples=_A_ROUND,
            database=None,
            deadline=None,
            verbosity=Verbosity.quiet,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much),
            report_multiple_bugs=False,
        )
        @given(self._cases)
        def tried(case: bytes) -> None:
            if self.is_over:
                return
            found = self.examine(case)
            if found is not None:
                failed.append(found)
                raise found.error

        try:
            tried()
        except Exception:
            if not failed:
                raise  # what draws the cases is wrong
        return failed[-1] if failed else None

    def examine(self, case: bytes) -> Finding | None:
        """Try a case; return what is wrong with it unless that is known."""
        self.cases += 1
        now = self._clock()
        if now - self._told > _TELL_EVERY:
            self._told = now
            left = max(0, round(self._ends - self._told))
            print(
                f"{self._target.name}: {self.cases:,} cases, {len(self.findings)} findings, {left} s left", flush=True
            )
        found = examined(self._target, case)
        return None if found is None or found.place in self.findings else found

    def keep(self, found: Finding) -> None:
        """Write a finding into the corpus, and say how to repeat it."""
        name = hashlib.sha256(found.case).hexdigest()[:8]
        path = CORPUS / self._target.name / f"{name}{self._target.suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(found.case)
        self.findings[found.place] = path
        print(f"\n{found.told}\nto repeat it: python tools/fuzz.py --file {path.relative_to(ROOT)}\n", flush=True)


def _searched(target: Target, seconds: float, seed: int) -> int:
    """Look for findings of one target, and return how many there are."""
    search = Search(target, seconds)
    search.run(seed)
    print(search.told, flush=True)
    return len(search.findings)


def _searched_with_atheris(seconds: float, seed: int) -> int:
    if find_spec("atheris") is None:
        print("atheris is not installed (it has wheels for Linux and Python 3.11 to 3.13): bytes are drawn at random")
        return 0
    before = len(TARGETS["texts"].corpus)
    command = [sys.executable, str(ROOT / "tools" / "fuzz_bytes.py"), str(round(seconds)), str(seed)]
    # Its own report is of no interest to anybody who does not work on libFuzzer.
    ended = subprocess.run(command, cwd=ROOT, check=False, stderr=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        print(ended.stderr[-4_000:])
    found = len(TARGETS["texts"].corpus) - before
    failed = " and ended with an error" if ended.returncode else ""
    print(f"texts, with atheris: {found} findings{failed}")
    return found + (ended.returncode != 0 and not found)


def main() -> int:
    """Look for what the arguments ask for; 1 if something was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=5, help="for how long, all targets together (5)")
    parser.add_argument("--target", choices=sorted(TARGETS), help="only these cases (all, one after the other)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="which cases; printed if it is not given")
    parser.add_argument("--file", type=Path, help="try only this case, a file in the folder of its target")
    arguments = parser.parse_args()
    if arguments.file is not None:
        found = examined(TARGETS[arguments.file.resolve().parent.name], arguments.file.read_bytes())
        print("nothing is wrong with it" if found is None else found.told)
        return int(found is not None)
    names = [arguments.target] if arguments.target else list(TARGETS)
    print(f"seed {arguments.seed}")
    parts = len(names) + ("texts" in names)
    seconds = 60 * arguments.minutes / parts
    found_in_all = sum(_searched(TARGETS[name], seconds, arguments.seed) for name in names)
    if "texts" in names:
        found_in_all += _searched_with_atheris(seconds, arguments.seed)
    return int(found_in_all > 0)


if __name__ == "__main__":
    sys.exit(main())
