from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[1] / "refresh_pages.py"

PAGE = """# A page

```pycon
>>> 1 + 1
3

>>> print("one\\n\\nthree")
one
>>> x = 4
>>> x
4

```

```console
$ rcw --version
rcw 0.0
$ rcw schema nothing.here | head -n 0
```

```console
$ rcw list
```
"""


def test_what_code_prints_is_written_below_it_and_nothing_else_changes(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text(PAGE)
    shown = subprocess.run([sys.executable, TOOL, page], capture_output=True, text=True, check=False).stdout
    assert shown.splitlines()[-1] == str(page)
    expected = PAGE.replace("\n3\n", "\n2\n").replace("\none\n>>>", "\none\n<BLANKLINE>\nthree\n>>>")
    refreshed = page.read_text()
    assert refreshed.split("rcw 0.0")[0].split("```console")[0] == expected.split("```console")[0]
    assert "rcw 0.0" not in refreshed
    assert "rcw list\n```\n" in refreshed
    again = subprocess.run([sys.executable, TOOL, page], capture_output=True, text=True, check=False).stdout
    assert str(page) not in again.splitlines()
    assert page.read_text() == refreshed
