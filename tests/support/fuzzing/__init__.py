"""What is fuzzed: cases drawn at random, and what must hold of each.

A case is bytes, so that each one can be kept as a file and tried again; `tools/fuzz.py` draws them for minutes, and
`tests/fuzz/` a few, besides all that are kept in ``tests/fuzz/corpus/``. A case in text begins with a line that says
what the rest is: ``resolution red_white``.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path

from attrs import frozen
from hypothesis.strategies import SearchStrategy

from fuzzing import commands, documents, files, questions, texts

__all__ = ["CORPUS", "TARGETS", "Finding", "SlowError", "Target", "examined"]

CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus"

_MOST_SECONDS = 60
"""How much time of the processor a case may take; most take a few thousandths of a second."""


class SlowError(AssertionError):
    """A case took far too long."""


@frozen(kw_only=True)
class Target:
    """One sort of cases.

    Attributes:
        name: Its name, and that of its folder in the corpus.
        cases: Returns a strategy that draws cases.
        check: Raises something if what must hold does not hold of a case.
        suffix: What the names of its files end in.
    """

    name: str
    cases: Callable[[], SearchStrategy[bytes]]
    check: Callable[[bytes], None]
    suffix: str

    @property
    def corpus(self) -> list[Path]:
        """The cases that are kept."""
        return sorted((CORPUS / self.name).glob(f"*{self.suffix}"))


@frozen(kw_only=True)
class Finding:
    """What is wrong with a case.

    Attributes:
        case: The case.
        error: What was raised.
        place: Where, so that one mistake is told once.
    """

    case: bytes
    error: BaseException
    place: str

    @property
    def told(self) -> str:
        """The traceback."""
        return "".join(traceback.format_exception(self.error))


TARGETS = {
    target.name: target
    for target in (
        Target(name="questions", cases=questions.cases, check=questions.check, suffix=".json"),
        Target(name="documents", cases=documents.cases, check=documents.check, suffix=".txt"),
        Target(name="files", cases=files.cases, check=files.check, suffix=".toml"),
        Target(name="commands", cases=commands.cases, check=commands.check, suffix=".json"),
        Target(name="texts", cases=texts.cases, check=texts.check, suffix=".txt"),
    )
}


def examined(target: Target, case: bytes) -> Finding | None:
    """Return what is wrong with a case, None if nothing is."""
    started = time.process_time()
    try:
        target.check(case)
        _require_quick(time.process_time() - started)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "rcw_rules" in frame.filename or "fuzzing" in frame.filename]
        last = ours[-1]
        return Finding(case=case, error=error, place=f"{type(error).__name__} {last.filename}:{last.lineno}")
    return None


def _require_quick(seconds: float) -> None:
    if seconds > _MOST_SECONDS:
        raise SlowError(f"it took {seconds:.0f} seconds")
