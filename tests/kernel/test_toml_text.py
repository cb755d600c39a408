"""A TOML text is read strictly, and the line of each of its values is known."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.toml_text import Lines, TomlSyntaxError, parse_toml

TRICKY = r'''# [a comment] = {
title = "a ] b # no comment" # a comment, with a comma
"odd key" = 1
dotted.inner . deep = [1, 2,
  3, # three, "quoted"
]
inline = {x = 1, y = [
  2, {z = 3},
], "w w" = """
two ] lines
""", last = 4}

[table]
first = 'a "quoted" # text'

[table.below]
second = """
[not.a.table]
third = 3
"""

[[row]]
name = "one"
  [[row.cell]]
  value = 1
  [[row.cell]]
  value = 2
  [row.note]
  text = "x"

[[ row ]]
name = "two"
[[row.cell]]
value = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("odd key",), 3),
        (("dotted", "inner", "deep"), 4),
        (("dotted", "inner", "deep", 1), 4),
        (("dotted", "inner", "deep", 2), 5),
        (("inline", "x"), 7),
        (("inline", "y", 0), 8),
        (("inline", "y", 1, "z"), 8),
        (("inline", "w w"), 9),
        (("inline", "last"), 11),
        (("table",), 13),
        (("table", "first"), 14),
        (("table", "below"), 16),
        (("table", "below", "second"), 17),
        (("row", 0), 22),
        (("row", 0, "name"), 23),
        (("row", 0, "cell", 0), 24),
        (("row", 0, "cell", 1, "value"), 27),
        (("row", 0, "note", "text"), 29),
        (("row", 1), 31),
        (("row", 1, "name"), 32),
        (("row", 1, "cell", 0, "value"), 34),
        # What is not there is looked for where it would be.
        (("row", 1, "cell", 0, "colour"), 33),
        (("row", 1, "cell", 7, "colour"), 33),
        (("row", 2), 22),
        (("table", "below", "third"), 16),
        (("nothing", 3, "at all"), 1),
        ((), 1),
    ],
)
def test_every_value_stands_on_its_line(path: tuple[str | int, ...], line: int) -> None:
    parse_toml(TRICKY)
    assert Lines(TRICKY).line(*path) == line


NESTED = st.recursive(
    st.integers(0, 9) | st.sampled_from(["]", "a,b", "# no", "{", "'"]),
    lambda items: st.lists(items, max_size=4),
    max_leaves=12,
)


def written(value: object, path: tuple[str | int, ...], line: int, lines: dict[tuple[str | int, ...], int]) -> str:
    """Return *value* in TOML, a line for each element, and note the line of each, counted from *line*."""
    lines[path] = line
    if not isinstance(value, list):
        return f'"{value}"' if isinstance(value, str) else str(value)
    text = "["
    for number, item in enumerate(value):
        text += "\n"
        text += written(item, (*path, number), line + text.count("\n"), lines) + ","
    return text + "]"


@given(st.lists(NESTED, min_size=1, max_size=4))
def test_the_elements_of_nested_arrays_stand_where_they_were_written(values: list[object]) -> None:
    lines: dict[tuple[str | int, ...], int] = {}
    text = ""
    for number, value in enumerate(values):
        text += f"key{number} = " + written(value, (f"key{number}",), 1 + text.count("\n"), lines) + "\n"
    assert list(parse_toml(text).values()) == values
    read = Lines(text)
    assert {path: read.line(*path) for path in lines} == lines


def test_a_number_with_a_point_is_exact() -> None:
    assert parse_toml("x = 0.1") == {"x": Decimal("0.1")}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1\ny = [", 2, "not valid TOML: Invalid value"),
        ("x = 1\nx = 2", 2, "not valid TOML: Cannot overwrite a value"),
        ("<html>\n", 1, "not valid TOML: Invalid statement"),
        ('x = 1\n\n\ny = "a', 4, "not valid TOML: Unterminated string"),
        ("x = " + "[" * 5000, 1, "brackets are nested too deeply"),
        ("x = " + "1" * 5000, 1, "not valid TOML: Exceeds the limit"),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(TomlSyntaxError) as caught:
        parse_toml(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(message)
    assert "(at " not in str(caught.value)
