"""The mutants that are drawn, the tests that they meet, and what is kept of a run."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mutants
import mutations
from mutants import Equivalents, Session, Stage, copy_checkout, run, table
from mutations import Mutant, UnfitError, drawn, stratum_of

ROOT = Path(__file__).parents[2]

GUNS = '''\
"""Guns."""

def is_near(yards: int | None) -> bool:
    return yards is not None and yards < 800

def is_gun(kind: str) -> bool:
    return kind == "gun"
'''

TESTS = """\
from rcw_rules.orel.fire.guns import is_gun, is_near

def test_near() -> None:
    assert is_near(100)
    assert not is_near(None)
    assert is_gun("gun") and not is_gun("horse")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a small checkout with a chapter whose tests are not good enough: 799 and 800 yards are not tried."""
    pytest.importorskip("cosmic_ray")
    root = tmp_path / "checkout"
    files = {
        "src/rcw_rules/__init__.py": "",
        "src/rcw_rules/orel/__init__.py": "",
        "src/rcw_rules/orel/fire/__init__.py": "",
        "src/rcw_rules/orel/fire/guns.py": GUNS,
        "tests/orel/fire/test_guns.py": TESTS,
        "tests/orel/test_golden.py": "def test_nothing() -> None: ...\n",
        "tests/test_schema_files.py": "def test_the_files_are_what_the_classes_say() -> None: ...\n",
        "tests/conformance/test_rulesets.py": "def test_orel() -> None: ...\n",
        "pytest.ini": "[pytest]\naddopts = --import-mode=importlib -p no:rcw_rules\n",
        ".gitignore": "/build/\n__pycache__/\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", root], check=True)
    return root


def tried(root: Path, said: list[str], **changes: Any) -> list[tuple[str, Mutant, str]]:
    asked = {"sample": 99, "seed": 1, "only": "orel/fire", "again": False, **changes}
    return [*run(root=root, say=said.append, **asked)]


def survivors(results: list[tuple[str, Mutant, str]]) -> set[str]:
    return {mutant.becomes for _, mutant, found in results if found == "survived"}


# ------------------------------------------------------------------ what is mutated


@pytest.mark.parametrize(
    ("path", "stratum"),
    [
        ("wire.py", "root"),
        ("kernel/umpire.py", "kernel"),
        ("kernel/geometry/shapes.py", "kernel/geometry"),
        ("kernel/geometry/hexes/grid.py", "kernel/geometry"),
        ("cli/running.py", "cli"),
        ("orel/model.py", "orel"),
        ("orel/supply/trace.py", "orel/supply"),
        ("orel/charts/deep/er.py", "orel/charts"),
    ],
)
def test_every_module_belongs_somewhere(path: str, stratum: str) -> None:
    assert stratum_of(Path(path)) == stratum


def test_what_says_nothing_is_not_mutated() -> None:
    pytest.importorskip("cosmic_ray")
    found = {(name.removeprefix("core/"), line) for name, _, line in mutations.places(GUNS)}
    assert ("ReplaceComparisonOperator_Lt_LtE", 4) in found
    assert ("ReplaceComparisonOperator_Eq_NotEq", 7) in found
    assert ("ReplaceComparisonOperator_Eq_LtE", 7) not in found  # the order of names
    assert ("ReplaceBinaryOperator_BitOr_BitAnd", 3) not in found  # a union of types
    assert mutations.places("pairs = list(zip(ours, theirs, strict=True))\n") == []
    assert mutations.places("def _odds_example() -> int:\n    return 1 + 2\n") == []
    assert mutations.places("def _example() -> int:\n    return 1 + 2\n") == []
    assert mutations.places("@frozen(cache_hash=True)\nclass Unit: ...\n") == []
    flags = "FIRE = 1 | 4\n"
    assert [name for name, *_ in mutations.places(flags)].count("core/ReplaceBinaryOperator_BitOr_BitAnd") == 1


def test_a_change_that_does_not_compile_or_changes_nothing_is_no_mutant() -> None:
    pytest.importorskip("cosmic_ray")
    broken = "def f(*, x: int) -> int:\n    return x\n"
    assert mutations.mutated(broken, "core/ReplaceBinaryOperator_Mul_Add", 0) is None
    assert mutations.mutated("x = 1\n", "core/NumberReplacer", 2) is None
    assert mutations.mutated("x = 1\n", "core/NumberReplacer", 0) == "x = 2\n"


def test_a_larger_sample_contains_the_smaller_and_every_stratum_has_its_turn(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray")
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text(GUNS, encoding="utf-8")
    groups = {"one": [Path("a.py")], "two": [Path("b.py")]}

    def few(count: int, seed: int) -> list[tuple[str, Mutant]]:
        return list(islice(drawn(tmp_path, groups, seed), count))

    assert few(8, 1)[:4] == few(4, 1)
    assert [stratum for stratum, _ in few(4, 1)] == ["one", "two"] * 2
    assert few(8, 1) != few(8, 2)
    everything = list(drawn(tmp_path, groups, 1))
    assert len({(mutant.file, mutant.line, mutant.becomes) for _, mutant in everything}) == len(everything) > 8


# ------------------------------------------------------------------ the tests of a mutant


def arguments(file: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    monkeypatch.chdir(ROOT)
    return [(stage.reach, list(stage.arguments)) for stage in mutants.stages(Path("src/rcw_rules", file))]


def test_the_nearest_tests_run_first(monkeypatch: pytest.MonkeyPatch) -> None:
    near, schemas, conformance, far = arguments("orel/supply/trace.py", monkeypatch)
    assert near[0] == "near"
    assert near[1][0] == "tests/orel/supply/test_trace.py"
    assert near[1][-2:] == ["tests/orel/supply", "src/rcw_rules/orel/supply/trace.py"]
    assert schemas[1] == ["tests/test_schema_files.py::test_the_files_are_what_the_classes_say"]
    assert far == ("far", ["tests/orel", "docs/orel"])
    assert conformance[1] == ["tests/conformance", "-k", "orel"]


def test_what_rulesets_rest_on_meets_the_tests_of_those_that_import_it(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far, rulesets = arguments("kernel/geometry/hexes/grid.py", monkeypatch)
    assert near[1][0] == "tests/kernel/geometry/hexes/test_grid.py"
    assert {"tests/kernel", "tests/conformance"} <= {*far[1]}
    assert "tests/test_habits.py" not in far[1]
    assert rulesets[1] == ["tests/directory", "tests/orel", "README.md", "docs"]
    assert "tests/test_cli_house.py" in arguments("cli/asking.py", monkeypatch)[0][1]


# ------------------------------------------------------------------ a whole run


def test_a_run_finds_what_the_tests_miss_and_goes_on_where_it_stopped(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    results = tried(checkout, said)
    at_most, other_limits = "yards <= 800", ("yards < 801", "yards < 799")
    assert survivors(results) == {f"return yards is not None and {change}" for change in (at_most, *other_limits)}
    assert {found for _, _, found in results} == {"killed", "survived"}
    assert (checkout / "src/rcw_rules/orel/fire/guns.py").read_text(encoding="utf-8") == GUNS
    assert not list((checkout / "src").rglob("__pycache__"))

    def refuses(*_: object) -> Any:
        raise AssertionError("this was tried before")

    with monkeypatch.context() as patched:
        patched.setattr(mutants, "run_tests", refuses)
        assert tried(checkout, said) == results
        assert tried(checkout, said, sample=3) == results[:3]

    becomes = f"return yards is not None and {at_most}"
    reason = f'was = "{GUNS.splitlines()[3].strip()}"\nbecomes = "{becomes}"\nreason = "a test of this"\n'
    listed = checkout / mutants.EQUIVALENTS
    listed.parent.mkdir()
    listed.write_text(f'[[mutant]]\nfile = "src/rcw_rules/orel/fire/guns.py"\n{reason}', encoding="utf-8")
    assert [found for _, _, found in tried(checkout, said)].count("equivalent") == 1
    better = TESTS.replace("is_near(100)", "is_near(799) and not is_near(800)")
    (checkout / "tests/orel/fire/test_guns.py").write_text(better, encoding="utf-8")
    assert len(survivors(tried(checkout, said))) == 2  # they are not tried again unasked
    assert survivors(tried(checkout, said, again=True)) == set()
    (checkout / "src/rcw_rules/orel/fire/guns.py").write_text(GUNS.replace("800", "900"), encoding="utf-8")
    with pytest.raises(UnfitError, match="fail without any mutant"):
        tried(checkout, said)
    assert any("no longer in the source" in line for line in said)


def test_nothing_to_mutate_is_said(checkout: Path) -> None:
    with pytest.raises(UnfitError, match=r"nothing called 'orel/fir'; there is .*orel/fire"):
        tried(checkout, [], only="orel/fir")


def test_two_runs_at_a_time_are_refused(checkout: Path) -> None:
    folder = checkout / mutants.FOLDER
    folder.mkdir(parents=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(UnfitError, match="another run"):
            tried(checkout, [])


def test_tests_that_do_not_end_are_ended(checkout: Path) -> None:
    (checkout / "tests/orel/fire/test_guns.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    tree = checkout / "build" / "tree"
    copy_checkout(checkout, tree)
    found, seconds, _ = mutants.run_tests(tree, Stage(reach="near", arguments=("tests/orel/fire",)), 1.5)
    assert (found, seconds < 30) == ("timeout", True)


def test_the_copy_follows_the_checkout(checkout: Path) -> None:
    tree = checkout / "build" / "tree"
    digest = copy_checkout(checkout, tree)
    assert copy_checkout(checkout, tree) == digest
    (checkout / "tests/orel/test_golden.py").unlink()
    (checkout / "src/rcw_rules/orel/fire/guns.py").write_text("GUNS = 2\n", encoding="utf-8")
    (tree / "src/rcw_rules/orel/left_over.py").write_text("", encoding="utf-8")
    assert copy_checkout(checkout, tree) != digest
    copied = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert not {"tests/orel/test_golden.py", "src/rcw_rules/orel/left_over.py"} & copied
    assert (tree / "src/rcw_rules/orel/fire/guns.py").read_text(encoding="utf-8") == "GUNS = 2\n"


# ------------------------------------------------------------------ what is kept and told


MUTANT = Mutant(file="a.py", operator="core/AddNot", occurrence=0, line=2, was="if x:", becomes="if not x:")


def test_a_session_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    session = Session(path, "now")
    session.keep("digest", MUTANT, "survived", "", 1.25)
    session.keep("digest", MUTANT, "killed", "near", 0.5)
    session.keep_baseline("tests/orel", 12.5)
    again = Session(path, "now")
    assert again.found == session.found == {("digest", "a.py core/AddNot 0"): "killed"}
    assert again.seconds == {"tests/orel": 12.5}
    assert Session(path, "later").seconds == {}


@pytest.mark.parametrize("entry", ['file = "a.py"', 'file = "a.py"\nwas = "x"\nbecomes = "y"\nreason = ""'])
def test_an_equivalent_mutant_needs_its_reason(tmp_path: Path, entry: str) -> None:
    path = tmp_path / "equivalent.toml"
    path.write_text(f"[[mutant]]\n{entry}\n", encoding="utf-8")
    with pytest.raises(UnfitError, match="file, was, becomes and reason"):
        Equivalents(path)


def test_the_equivalent_mutants_are_in_the_source() -> None:
    assert list(Equivalents(ROOT / mutants.EQUIVALENTS).stale(ROOT)) == []


def test_the_table_counts_what_could_be_noticed() -> None:
    def results() -> Iterator[tuple[str, mutants.Found]]:
        yield "kernel", "killed"
        yield "kernel", "timeout"
        yield "orel", "survived"
        yield "orel", "killed"
        yield "orel", "equivalent"

    assert table(results()).splitlines() == [
        "        killed  survived  equivalent  share",
        "kernel       2         0           0  100 %",
        "orel         1         1           1   50 %",
        "all          3         1           1   75 %",
    ]
