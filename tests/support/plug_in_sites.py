"""Folders with plug-ins in them, as pip would have installed them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RULESET = """
from attrs import frozen
from rcw_rules import NoOptions, Request, Ruleset, Umpire, d6, procedure

@frozen(kw_only=True)
class Thrown:
    '''What was thrown.

    Attributes:
        face: The face.
    '''
    face: int

@frozen(kw_only=True, cache_hash=True)
class Throw(Request[Thrown]):
    '''A throw.

    Attributes:
        plus: What to add.
    '''
    plus: int = 0

@procedure("{id}.throw", title="What is thrown?", rules=("a",), example=Throw)
def throw(request: Throw, umpire: Umpire[NoOptions]) -> Thrown:
    '''Throw.'''
    umpire.charts
    return Thrown(face=umpire.roll(d6, "die", "a") + request.plus)

ruleset = Ruleset(
    id="{id}", title="Toy", edition="1", rules_version=1, options=NoOptions(), procedures=(throw,), package="{package}",
    {more}
)
"""

RULE = '[[rule]]\nid = "a"\ntitle = "A"\nsection = "1"\nkind = "resolver"\nprovenance = "printed"\nsummary = "A."\n'

CHART = '[[chart]]\nid = "c"\ntitle = "C"\nrule = "a"\nsource = "s"\nlocator = "1"\nprovenance = "printed"\n'


def ruleset_code(id: str, *, package: str | None = None, more: str = "") -> str:
    """Return the code of a ruleset of one procedure, with *more* arguments."""
    return RULESET.format(id=id, package=id if package is None else package, more=more)


class Site:
    """A folder for the path of Python, with distributions and packages in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def distribution(self, name: str, entry_points: str, metadata: str | None = None) -> None:
        """Make a distribution that offers rulesets."""
        info = self.folder / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(metadata or f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[rcw_rules.rulesets]\n{entry_points}\n")

    def package(self, id: str, code: str | None = None, files: dict[str, str] | None = None) -> Path:
        """Make a package of the name of *id*, offered under that id by a distribution of its own."""
        folder = self.folder / id
        (folder / "charts").mkdir(parents=True)
        (folder / "__init__.py").write_text(ruleset_code(id) if code is None else code)
        for name, text in ({"rules.toml": RULE} if files is None else files).items():
            (folder / name).write_text(text)
        self.distribution(f"{id}-rules", f"{id} = {id}:ruleset")
        return folder

    def rcw(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command line where the plug-ins are installed, with an empty request."""
        return self.python("from rcw_rules.cli import main; raise SystemExit(main())", *arguments)

    def python(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script where the plug-ins are installed."""
        path = os.pathsep.join(filter(None, (str(self.folder), os.environ.get("PYTHONPATH"))))
        return subprocess.run(
            [sys.executable, "-c", script, *arguments],
            check=False,
            input="{}",
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
