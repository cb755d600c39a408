"""A value class is read from a TOML file, and what is wrong is named with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import pytest
from attrs import frozen

from rcw_rules.kernel.errors import FileError, FileProblem, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.toml_files import load_toml, read_toml


@frozen(kw_only=True)
class Wood:
    name: str
    hexes: tuple[str, ...] = ()
    depth: Inches | None = None


@frozen(kw_only=True)
class Field:
    title: str
    woods: tuple[Wood, ...] = ()
    levels: Mapping[str, Annotated[int, Range(0, 3, rule="hills")]] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        for number, wood in enumerate(self.woods):
            for index, hex_ in enumerate(wood.hexes):
                if len(hex_) != 4:
                    yield Problem(f".woods[{number}].hexes[{index}]", f"unknown hex {hex_!r}")


GOOD = """\
title = "Field"

[levels]
"the hill" = 2

[[woods]]
name = "north"
depth = 6.5
hexes = [
  "0101",
  "0102",
]

[[woods]]
name = "south"
"""


def test_the_keys_of_the_file_are_the_fields_of_the_class() -> None:
    north = Wood(name="north", depth=inches(Decimal("6.5")), hexes=("0101", "0102"))
    assert load_toml(Field, GOOD, "field.toml") == Field(
        title="Field", levels={"the hill": 2}, woods=(north, Wood(name="south"))
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"0102"', '"010"', FileProblem(11, "woods[0].hexes[1]: unknown hex '010'")),
        ('"0102"', "102", FileProblem(11, "woods[0].hexes[1]: expected a text, got 102")),
        ("depth", "dept", FileProblem(8, "woods[0].dept: unknown key; did you mean 'depth'?")),
        ("6.5", "nan", FileProblem(8, "woods[0].depth: expected a number of inches from 0 to 1,000,000 with at most")),
        ("= 2", "= 7", FileProblem(4, 'levels["the hill"]: expected an integer from 0 to 3, got 7 [hills]')),
        ('name = "south"', "", FileProblem(14, "woods[1].name: missing; expected a text")),
        ("[levels]", "[level]", FileProblem(3, "level: unknown key; did you mean 'levels'?")),
        ('"Field"', '"Field', FileProblem(1, "not valid TOML: ")),
        ('"Field"', "1919-10-11", FileProblem(1, "title: expected a text, got a date")),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, problem: FileProblem) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(FileError) as caught:
        load_toml(Field, GOOD.replace(old, new), "field.toml")
    (found,) = caught.value.problems
    assert found.line == problem.line
    assert found.message.startswith(problem.message)
    assert str(caught.value) == f"field.toml: line {found.line}: {found.message}"
    assert caught.value.file == "field.toml"


def test_many_problems_are_all_kept_and_the_first_five_told() -> None:
    wrong = "title = 'x'\n[[woods]]\nname = 'n'\nhexes = [\n" + "'1',\n" * 7 + "]\n"
    with pytest.raises(FileError) as caught:
        load_toml(Field, wrong, "field.toml")
    assert [problem.line for problem in caught.value.problems] == list(range(5, 12))
    assert str(caught.value).endswith("line 9: woods[0].hexes[4]: unknown hex '1'; and 2 more")
    assert "\n" not in str(caught.value)


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "field.toml"
    file.write_text("\ufefftitle = 'Кромы'", encoding="utf-8")
    assert read_toml(Field, file) == read_toml(Field, str(file)) == Field(title="Кромы")


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file or directory"):
        read_toml(Field, tmp_path / "field.toml")
    (tmp_path / "latin.toml").write_bytes(b"# a\ntitle = '\xe9'\n")
    with pytest.raises(FileError, match="line 2: this is not UTF-8"):
        read_toml(Field, tmp_path / "latin.toml")
