"""Examples become modules, and what mypy finds in them is told with its place on the page."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from check_examples import SETTINGS, Module, findings, module_of_docstrings, module_of_page

PAGE = """# A page

```pycon
>>> def twice(number):
...     return 2 * number
>>> twice(2)
4

```

Text.

    >>> "a" + 1
    Traceback (most recent call last):
        ...
    TypeError: can only concatenate str (not "int") to str
"""


def test_a_page_becomes_one_module_whose_lines_know_their_places() -> None:
    module = module_of_page("a.md", PAGE)
    assert module.text.splitlines() == [SETTINGS, "def twice(number):", "    return 2 * number", "twice(2)", '"a" + 1']
    assert [(line.number, line.may_be_wrong) for line in module.lines[1:]] == [
        (4, False),
        (5, False),
        (6, False),
        (13, True),
    ]


SOURCE = '''"""A module.

>>> half(3)
1
"""

from fractions import Fraction
import math as m

if m:
    from b import LIMIT
else:
    LIMIT: int = 3
WORD = "a"


def half(number: int) -> int:
    """Halve it.

    >>> half(LIMIT) + m.floor(Fraction(1, 2))
    1
    >>> for WORD in "ab":
    ...     print(WORD)
    a
    b
    """
    return number // 2


class Plain:
    """No example."""
'''


def test_each_docstring_has_the_names_of_its_module_and_its_own() -> None:
    module = module_of_docstrings("src/p/n.py", "p.n", SOURCE)
    assert module.text.splitlines() == [
        SETTINGS,
        "def example_0() -> None:",
        "    from p.n import half",
        "    half(3)",
        "def example_1() -> None:",
        "    from fractions import Fraction",
        "    from p.n import LIMIT",
        "    from p.n import half",
        "    import math as m",
        "    half(LIMIT) + m.floor(Fraction(1, 2))",
        '    for WORD in "ab":',
        "        print(WORD)",
    ]
    source = SOURCE.splitlines()
    for line in module.lines[1:]:
        if not line.text.startswith(("def", "    from", "    import")):
            assert source[line.number - 1].lstrip(" >.") == line.text.lstrip()
    ast.parse(module.text)


def test_findings_are_told_with_the_lines_of_the_page_but_for_examples_of_errors() -> None:
    module = module_of_page("docs/a.md", PAGE)
    output = """
build/a.py:4: error: wrong: very  [arg-type]
build/a.py:4: note: see there
build/a.py:5: error: meant to be wrong  [operator]
src/b.py:7: error: elsewhere
mypy: error: no such option
"""
    assert findings(output.strip(), {"build/a.py": module}) == [
        "docs/a.md:6: error: wrong: very  [arg-type]",
        "docs/a.md:6: note: see there",
        "src/b.py:7: error: elsewhere",
        "mypy: error: no such option",
    ]


@pytest.mark.parametrize(
    ("page", "wrong"),
    [
        (">>> x = 1\n>>> x = 'a'\n>>> x.upper()\n'A'\n", []),
        (">>> def f(a):\n...     return a\n>>> f(1) == 'a'\nFalse\n", []),
        (">>> len(1)\n0\n", [1]),
        ("\n>>> x: int | None = None\n>>> x.real\n0\n", [3]),
    ],
)
def test_mypy_finds_what_is_wrong_and_lets_a_prompt_be_a_prompt(tmp_path: Path, page: str, wrong: list[int]) -> None:
    module: Module = module_of_page("a.md", page)
    file = tmp_path / "a.py"
    file.write_text(module.text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", str(file)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = findings(ran.stdout, {str(file): module, "a.py": module})
    assert [int(line.split(":")[1]) for line in found] == wrong, found
