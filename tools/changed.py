"""Print the tests of what changed since main, one path a line. Tests mirror the source, so names are enough.

    python tools/changed.py [BASE]

Changed are the commits since the branch left BASE (by default main, or origin/main where one works on main itself), and
whatever is not committed. A module's tests are those of its name or, without one, of its folder; its own doctests count
too. A page is its own test. A change of what many tests rest on, such as the kernel, asks for `make test` besides.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ALWAYS = ("tests/test_architecture.py", "tests/test_chapters.py", "tests/test_habits.py")
"""What holds the shape of the whole house, in seconds."""


def git(*arguments: str) -> list[str]:
    """Return the lines that a git command prints."""
    done = subprocess.run(["git", *arguments], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def base_of(name: str | None) -> str:
    """Return the commit that changes are counted from."""
    head = git("rev-parse", "HEAD")[0]
    for candidate in (name,) if name is not None else ("main", "origin/main"):
        known = subprocess.run(["git", "merge-base", "HEAD", candidate], check=False, capture_output=True, text=True)
        if known.returncode == 0 and (name is not None or known.stdout.strip() != head):
            return known.stdout.strip()
    return head


def paths_to_run(path: Path) -> Iterator[Path]:
    """Yield the tests of one changed file."""
    is_page = path.suffix == ".md" and (path.parts[0] == "docs" or path.name == "README.md")
    if is_page or (path.parts[0] in {"tests", "tools"} and path.name.startswith("test_")):
        yield path
    elif path.parts[:2] == ("src", "rcw_rules"):
        if path.suffix == ".py":
            yield path  # its doctests
        yield from _mirrored(Path("tests", *path.parts[2:]))
        yield Path("tests", path.parts[2], "test_golden.py")


def _mirrored(place: Path) -> Iterator[Path]:
    """Yield the tests of one name, or else those of the nearest folder; all tests of the root are too many."""
    name = place.stem if place.suffix == ".py" else ""
    own = sorted(place.parent.glob(f"test_{name}*.py")) if name not in {"", "__init__"} else []
    if own:
        yield from own
        return
    at_the_root = Path("tests", f"test_{name}.py")  # what all rulesets have, such as payoffs
    if name not in {"", "__init__"} and at_the_root.is_file():
        yield at_the_root
    folder = place.parent
    while not folder.is_dir():
        folder = folder.parent
    if folder != Path("tests"):
        yield from sorted(folder.glob("test_*.py"))


def main() -> None:
    """Print the paths."""
    base = base_of(sys.argv[1] if len(sys.argv) > 1 else None)
    names = {*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")}
    found = dict.fromkeys(test for name in sorted(names) for test in paths_to_run(Path(name)) if test.is_file())
    for path in (*found, *(Path(name) for name in ALWAYS if Path(name) not in found)):
        print(path.as_posix())


if __name__ == "__main__":
    main()
