"""Break the library in small ways, one at a time, and see whether a test notices.

    python tools/mutants.py [--sample 20] [--seed 1] [--only kernel] [--again]

A mutant is the library with one operator, number or keyword exchanged, as cosmic-ray does it. The sample is spread
evenly over the kernel, the modules at the root, the command line and every chapter of every ruleset; a larger sample of
the same seed contains the smaller one. Mutants live in a copy of the checkout, ``build/mutants/tree``; the work tree is
never touched. What was found is kept in ``build/mutants/session.jsonl``, so an interrupted run goes on where it
stopped; a module that changed since is tried again, and so is every survivor with ``--again``.

All mutants of the sample meet the tests nearest to them; those that pass then meet the tests farther away, until one
fails. Survivors that no test can notice are listed in ``tools/equivalent_mutants.toml`` with the reason.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias

from attrs import asdict, frozen

from changed import paths_to_run
from mutations import SOURCE, Mutant, UnfitError, drawn, mutated, strata

FOLDER = Path("build", "mutants")
EQUIVALENTS = Path("tools", "equivalent_mutants.toml")

Reach: TypeAlias = Literal["near", "far"]

Found: TypeAlias = Literal["killed", "timeout", "undecided", "survived", "equivalent"]
"""What came of a mutant; it is undecided while only the nearest tests have missed it."""

REACHES: tuple[Reach, ...] = ("near", "far")

_SPARE_SECONDS = 60
_TIMES_BASELINE = 4
"""How long the tests of a mutant may take, against the same tests of the library as it is."""


@frozen(kw_only=True)
class Stage:
    """Tests that run together.

    Attributes:
        reach: How far they are from the mutant.
        arguments: What pytest is told to run.
    """

    reach: Reach
    arguments: tuple[str, ...]


# ------------------------------------------------------------------ the tests of a mutant


def stages(file: Path) -> tuple[Stage, ...]:
    """Return the tests that may notice a change of *file*, the nearest first. Paths are read below the working folder.

    Near are its doctests and the tests that mirror it; far are the tests of its ruleset or, for what all rulesets rest
    on, those of the rulesets that import it.
    """
    inside = file.relative_to(SOURCE)
    # The module is last: pytest would import it once more if no test had done so before.
    own = sorted((path.as_posix() for path in paths_to_run(file) if path.is_file()), key=lambda path: path[:3] == "src")
    mirrored = Path("tests", *inside.parent.parts)
    folder = next(path for path in (mirrored, *mirrored.parents) if path.is_dir())
    wide = [folder.as_posix()] if folder != Path("tests") else []
    if inside.parts[0] == "cli":
        wide = sorted(path.as_posix() for path in folder.glob("test_cli*.py"))
    conformance = "tests/conformance"
    if (Path("tests", inside.parts[0]) / "test_golden.py").is_file():  # a ruleset
        ruleset = inside.parts[0]
        beside = wide if folder != Path("tests", ruleset) else sorted(map(str, folder.glob("test_*.py")))
        near = [*own[:-1], *beside, *own[-1:]]
        return (
            Stage(reach="near", arguments=tuple(dict.fromkeys(near))),
            Stage(reach="far", arguments=(_SCHEMAS,)),  # the limits of every field, in seconds
            Stage(reach="far", arguments=(conformance, "-k", ruleset)),
            Stage(reach="far", arguments=(f"tests/{ruleset}", *_existing(f"docs/{ruleset}"))),
        )
    near = list(dict.fromkeys((*(own[:-1] if wide else own), *wide, *own[-1:])))
    root = [path.as_posix() for path in sorted(Path("tests").glob("test_*.py")) if path.name not in _NOT_OF_BEHAVIOUR]
    users = [f"tests/{ruleset}" for ruleset in _rulesets_that_import(inside) if inside.parts[0] != "cli"]
    return (
        *([Stage(reach="near", arguments=tuple(near))] if near else []),
        Stage(reach="far", arguments=(*(["tests/kernel"] if inside.parts[0] == "kernel" else []), *root, conformance)),
        *([Stage(reach="far", arguments=(*users, "README.md", "docs"))] if users else []),
    )


_SCHEMAS = "tests/test_schema_files.py::test_the_files_are_what_the_classes_say"

_NOT_OF_BEHAVIOUR = frozenset(
    # They look at the source, not at what it does, or at machines other than the one that runs here.
    ("test_architecture.py", "test_chapters.py", "test_habits.py", "test_benchmarks.py", "test_javascript_example.py")
)


def _existing(*paths: str) -> list[str]:
    return [path for path in paths if Path(path).exists()]


def _rulesets_that_import(inside: Path) -> list[str]:
    """Return the rulesets that name a module or the package that offers it; all, if it is behind others."""
    module = ".".join(("rcw_rules", *inside.with_suffix("").parts)).removesuffix(".__init__")
    named = (module, f"from {module.rpartition('.')[0]} import ")
    rulesets = [path.parent.name for path in sorted(Path("tests").glob("*/test_golden.py"))]
    users = [
        ruleset
        for ruleset in rulesets
        if any(name in path.read_text(encoding="utf-8") for path in (SOURCE / ruleset).rglob("*.py") for name in named)
    ]
    return users or rulesets


def run_tests(tree: Path, stage: Stage, limit: float | None) -> tuple[Found, float, str]:
    """Run tests in the copy and return how they ended, after how many seconds, and the last lines that they said."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider"]
    command += ["-p", "no:randomly", "--hypothesis-seed=0", *stage.arguments]
    environment = {**os.environ, "PYTHONPATH": str((tree / "src").resolve())}
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=limit)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)  # what the tests started, too
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            return "timeout", time.monotonic() - started, ""
        raise
    no_tests = 5
    found: Found = "survived" if process.returncode in {0, no_tests} else "killed"
    return found, time.monotonic() - started, "\n".join(said.splitlines()[-8:])


# ------------------------------------------------------------------ one run


class Session:
    """What was found, a line of JSON for every mutant and for every run of tests without one.

    Runs without a mutant count for the code and the tests as they were: what fails by itself notices no mutant.
    """

    def __init__(self, path: Path, now: str) -> None:
        self._path = path
        self._now = now
        self.found: dict[tuple[str, str], Found] = {}
        self.seconds: dict[str, float] = {}
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        for entry in map(json.loads, lines):
            if "mutant" in entry:
                self.found[entry["digest"], _key(Mutant(**entry["mutant"]))] = entry["found"]
            elif entry["now"] == now:
                self.seconds[entry["baseline"]] = entry["seconds"]

    def keep(self, digest: str, mutant: Mutant, found: Found, reach: str, seconds: float) -> None:
        """Keep how the tests of a mutant ended."""
        self.found[digest, _key(mutant)] = found
        told = {
            "digest": digest,
            "mutant": asdict(mutant),
            "found": found,
            "reach": reach,
            "seconds": round(seconds, 1),
        }
        self._write(told)

    def keep_baseline(self, stage: str, seconds: float) -> None:
        """Keep how long tests take without a mutant."""
        self.seconds[stage] = seconds
        self._write({"baseline": stage, "now": self._now, "seconds": round(seconds, 1)})

    def _write(self, entry: Mapping[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(entry)}\n")


def _key(mutant: Mutant) -> str:
    return f"{mutant.file} {mutant.operator} {mutant.occurrence}"


class Equivalents:
    """The mutants that no test can notice, each with its reason."""

    def __init__(self, path: Path) -> None:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", []) if path.is_file() else []
        self._reasons: dict[tuple[str, str, str], str] = {}
        for entry in entries:
            if set(entry) != {"file", "was", "becomes", "reason"} or not all(entry.values()):
                raise UnfitError(f"{path}: each mutant has file, was, becomes and reason, got {entry}")
            self._reasons[entry["file"], entry["was"], entry["becomes"]] = entry["reason"]
        self._known = {(file, _squeezed(was), _squeezed(becomes)) for file, was, becomes in self._reasons}

    def __contains__(self, mutant: Mutant) -> bool:
        return (mutant.file, _squeezed(mutant.was), _squeezed(mutant.becomes)) in self._known

    def stale(self, root: Path) -> Iterator[str]:
        """Yield what is listed and can no longer be made, because the file says something else by now."""
        for file, was, becomes in self._reasons:
            path = root / file
            lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
            wanted = was.split("\n")
            if not any(lines[at : at + len(wanted)] == wanted for at in range(len(lines))):
                yield f"{file}: {was!r} -> {becomes!r}"


def _squeezed(text: str) -> str:
    """Return a text without its spaces: cosmic-ray puts some before what it changes."""
    return "".join(text.split())


def copy_checkout(root: Path, tree: Path) -> str:
    """Make *tree* a copy of the checkout: what git knows or would add. Compiled files stay.

    Returns:
        A digest of the code and its tests.
    """
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
    )
    names = {name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()}
    for path in sorted(tree.rglob("*")) if tree.is_dir() else ():
        kept = {"__pycache__", ".hypothesis"} & {*path.parts}
        if path.is_file() and not kept and path.relative_to(tree).as_posix() not in names:
            path.unlink()
    digest = hashlib.sha256()
    for name in sorted(names):
        source, target = root / name, tree / name
        if name.startswith(("src/", "tests/")):
            digest.update(f"{name}\0".encode() + hashlib.sha256(source.read_bytes()).digest())
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            _forget_compiled(target)
    return digest.hexdigest()


def _forget_compiled(path: Path) -> None:
    """Python takes a compiled file for current if size and second of its source agree."""
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def try_mutant(tree: Path, mutant: Mutant, reach: Reach, session: Session) -> tuple[Found, float]:
    """Run the near or the far tests of a mutant until one fails; return what came of it, after how many seconds.

    Raises:
        UnfitError: The tests fail without any mutant.
    """
    path = tree / mutant.file
    original = path.read_bytes()
    changed = mutated(original.decode(), mutant.operator, mutant.occurrence)
    if changed is None:
        raise UnfitError(f"{mutant.file} changed meanwhile: run it again")
    spent = 0.0
    for stage in _stages_in(tree, Path(mutant.file)):
        if stage.reach != reach:
            continue
        limit = _baseline(tree, stage, session) * _TIMES_BASELINE + _SPARE_SECONDS
        try:
            path.write_bytes(changed.encode())
            _forget_compiled(path)
            found, seconds, _ = run_tests(tree, stage, limit)
        finally:
            path.write_bytes(original)
            _forget_compiled(path)
        spent += seconds
        if found != "survived":
            return found, spent
    return ("undecided" if reach == "near" else "survived"), spent


def _stages_in(tree: Path, file: Path) -> tuple[Stage, ...]:
    here = Path.cwd()
    os.chdir(tree)
    try:
        return stages(file)
    finally:
        os.chdir(here)


def _baseline(tree: Path, stage: Stage, session: Session) -> float:
    """Return how many seconds the tests take without a mutant."""
    name = " ".join(stage.arguments)
    if name not in session.seconds:
        found, seconds, said = run_tests(tree, stage, None)
        if found != "survived":
            raise UnfitError(f"the tests fail without any mutant: pytest {name}\n{said}")
        session.keep_baseline(name, seconds)
    return session.seconds[name]


def table(results: Iterable[tuple[str, Found]]) -> str:
    """Return how many mutants of each stratum were killed, and in all."""
    counts: dict[str, Counter[str]] = {}
    for stratum, found in results:
        counts.setdefault(stratum, Counter())[found] += 1
    total: Counter[str] = sum(counts.values(), Counter())
    rows = [("", "killed", "survived", "equivalent", "share")]
    for name, count in (*sorted(counts.items()), ("all", total)):
        killed, survived = count["killed"] + count["timeout"], count["survived"]
        share = f"{100 * killed / (killed + survived):.0f} %" if killed + survived else "-"
        rows.append((name, str(killed), str(survived), str(count["equivalent"]), share))
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = ("  ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def run(
    *, root: Path, sample: int, seed: int, only: str, again: bool, say: Callable[[str], object] = print
) -> list[tuple[str, Mutant, Found]]:
    """Try a sample of mutants and return what was found.

    Raises:
        UnfitError: They cannot be tried: nothing to mutate, another run at work, or tests that fail without any mutant.
    """
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnfitError(f"another run is at work in {FOLDER}") from None
        return _run(root, folder, sample=sample, seed=seed, only=only, again=again, say=say)


def _run(
    root: Path, folder: Path, *, sample: int, seed: int, only: str, again: bool, say: Callable[[str], object]
) -> list[tuple[str, Mutant, Found]]:
    tree = folder / "tree"
    now = copy_checkout(root, tree)
    groups = {
        name: files for name, files in strata(tree).items() if name == only or name.startswith(f"{only}/") or not only
    }
    if not groups:
        raise UnfitError(f"there is nothing called {only!r}; there is {', '.join(strata(tree))}")
    equivalents, session = Equivalents(root / EQUIVALENTS), Session(folder / "session.jsonl", now)
    for stale in equivalents.stale(root):
        say(f"{EQUIVALENTS}: no longer in the source: {stale}")
    sampled = list(islice(drawn(tree, groups, seed), sample))
    results: dict[Mutant, Found] = {}
    # The near tests take seconds and most mutants do not pass them, so they go first for all.
    for reach in REACHES:
        for number, (stratum, mutant) in enumerate(sampled, 1):
            digest = hashlib.sha256((tree / mutant.file).read_bytes()).hexdigest()
            found = results[mutant] if mutant in results else session.found.get((digest, _key(mutant)))
            if mutant in equivalents:
                found = "equivalent"
            elif found is None or (found == "undecided" and reach == "far") or (found == "survived" and again):
                found, seconds = try_mutant(tree, mutant, reach, session)
                session.keep(digest, mutant, found, reach, seconds)
                say(f"{number}/{len(sampled)} {stratum}: {found} {reach} {seconds:.0f} s: {mutant.file}:{mutant.line}")
            results[mutant] = found
        again = False
    return [(stratum, mutant, results[mutant]) for stratum, mutant in sampled]


def main() -> int:
    """Try the mutants that the arguments ask for; 1 if some survived."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sample", type=int, default=20, help="how many mutants (20)")
    parser.add_argument("--seed", type=int, default=1, help="which mutants (1)")
    parser.add_argument("--only", default="", help="kernel, root, cli, orel, orel/supply ... (all)")
    parser.add_argument("--again", action="store_true", help="try survivors again, after tests were added")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the tests of a mutant end with this
    try:
        results = run(root=Path.cwd(), sample=given.sample, seed=given.seed, only=given.only, again=given.again)
    except UnfitError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    print(f"\n{table((stratum, found) for stratum, _, found in results)}")
    survivors = [mutant for _, mutant, found in results if found == "survived"]
    for mutant in survivors:
        print(f"\n{mutant.file}:{mutant.line}")
        print("\n".join(f"- {line}" for line in mutant.was.split("\n")))
        print("\n".join(f"+ {line}" for line in mutant.becomes.split("\n")))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
