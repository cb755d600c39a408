from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from changed import base_of, paths_to_run

REPOSITORY = {
    "src/rcw_rules/orel/supply/trace.py": "",
    "src/rcw_rules/orel/rules.toml": "",
    "src/rcw_rules/wire.py": "",
    "tests/orel/supply/test_trace.py": "",
    "tests/orel/supply/test_trace_twin.py": "",
    "tests/orel/supply/test_depots.py": "",
    "tests/orel/test_golden.py": "",
    "tests/orel/test_model.py": "",
    "tests/test_wire.py": "",
    "docs/orel/supply.md": "",
}


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in REPOSITORY.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("src/rcw_rules/orel/supply/trace.py", ["supply/test_trace.py", "supply/test_trace_twin.py", "test_golden.py"]),
        # Without tests of its own name a module has those of its folder.
        (
            "src/rcw_rules/orel/supply/barriers.py",
            ["supply/test_depots.py", "supply/test_trace.py", "supply/test_trace_twin.py", "test_golden.py"],
        ),
        ("src/rcw_rules/orel/charts/terrain.toml", ["test_golden.py", "test_model.py", "test_golden.py"]),
        ("src/rcw_rules/orel/rules.toml", ["test_golden.py", "test_model.py", "test_golden.py"]),
    ],
)
def test_a_module_has_the_tests_of_its_name_or_of_its_folder(changed: str, expected: list[str]) -> None:
    own = [changed] if changed.endswith(".py") else []
    found = [path.as_posix() for path in paths_to_run(Path(changed))]
    assert found == [*own, *(f"tests/orel/{name}" for name in expected)]


@pytest.mark.parametrize("name", ["tests/test_wire.py", "docs/orel/supply.md", "README.md"])
def test_tests_and_pages_are_their_own(name: str) -> None:
    assert [path.as_posix() for path in paths_to_run(Path(name))] == [name]


@pytest.mark.parametrize("name", ["Makefile", "docs/site.css", "tests/support/games.py", "benchmarks/grounds.py"])
def test_other_files_have_none(name: str) -> None:
    assert list(paths_to_run(Path(name))) == []


def test_a_module_at_the_root_has_no_folder_full_of_tests() -> None:
    found = [path.as_posix() for path in paths_to_run(Path("src/rcw_rules/wire.py"))]
    assert [name for name in found if Path(name).is_file()] == ["src/rcw_rules/wire.py", "tests/test_wire.py"]


def test_changes_are_counted_from_where_the_branch_left_main() -> None:
    def run(*arguments: str) -> str:
        settings = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        done = subprocess.run(["git", *settings, *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    run("init", "--quiet", "--initial-branch=main")
    run("commit", "--quiet", "--allow-empty", "--message", "first")
    first = run("rev-parse", "HEAD")
    assert base_of(None) == first  # on main: what is not committed
    run("switch", "--quiet", "--create", "branch")
    run("commit", "--quiet", "--allow-empty", "--message", "second")
    assert base_of(None) == first
    assert base_of("HEAD") == run("rev-parse", "HEAD")
