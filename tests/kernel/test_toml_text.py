"""A TOML text is read strictly, and the line of each of its values is known."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

import rcw_rules
from rcw_rules.kernel.reading import TextLimits
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
        ("\nx = " + "1" * 5000, 2, "a number of more than 100 digits is too huge"),
        ("\nx = [1, 1" + "0" * 100 + "]", 2, "a number of more than 100 digits is too huge"),
        ("\nx = 0x" + "f" * 5000, 2, "a number of more than 100 digits is too huge"),
        ("\nx = 1e101", 2, "the number 1e101 is too huge or too fine"),
        ("\nx = 1e" + "9" * 30, 2, "the number 1e99999"),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(TomlSyntaxError) as caught:
        parse_toml(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(message)
    assert "(at " not in str(caught.value)


# --- Limits


def dotted(parts: int) -> str:
    return ".".join("a" * parts)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (f"x = 1\n{dotted(17)} = 1", 2, "a key of 17 parts is too long: at most 16 parts"),
        (f"x = 1\n[{dotted(17)}]", 2, "a key of 17 parts is too long: at most 16 parts"),
        (f"x = 1\n[[{dotted(17)}]]", 2, "a key of 17 parts is too long: at most 16 parts"),
        (f"x = {{ y = 1, {dotted(17)} = 1 }}", 1, "a key of 17 parts is too long: at most 16 parts"),
        ("\"a\"\t. 'b' . " * 8 + "c = 1", 1, "a key of 17 parts is too long: at most 16 parts"),
        (f"{dotted(20_000)} = 1", 1, "a key of 20,000 parts is too long: at most 16 parts"),
        (f"{dotted(20_000)}", 1, "a key of 20,000 parts is too long: at most 16 parts"),
        ("\nx = " + "[" * 101 + "]" * 101, 2, "nested too deeply: at most 100 levels"),
        ("\nx = " + "[" * 10_000, 2, "nested too deeply: at most 100 levels"),
        ("x = " + "{a = [\n" * 51 + "]}" * 51, 51, "nested too deeply: at most 100 levels"),
        (f"\nx = {f'{{{dotted(16)} = ' * 7}1{'}' * 7}", 2, "nested too deeply: at most 100 levels"),
        ("#" * 2_000_001, 1, "the text is larger than 2 MB, the most that is read"),
    ],
)
def test_what_would_cost_too_much_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(TomlSyntaxError) as caught:
        parse_toml(text)
    assert (caught.value.line, str(caught.value)) == (line, message)


def test_what_is_within_the_limits_is_read() -> None:
    for text in (
        f"{dotted(16)} = 1\n[b.{dotted(15)}]",
        "x = " + "[" * 99 + "]" * 99,
        "x = 9" + "9" * 99,
        "x = [1e100, 1e-100, -inf]",
        "#" * 2_000_000,
    ):
        assert parse_toml(text) == tomllib.loads(text, parse_float=Decimal)


@pytest.mark.parametrize(
    "text",
    [
        f'x = "{dotted(40)} {"[" * 200}"',
        f"x = '{dotted(40)} {'[' * 200}'",
        f'x = """\n{dotted(40)} \\""" " "" {"[" * 200}"""',
        f"x = '''\n{dotted(40)} ' '' {'[' * 200}'''",
        f"x = 1 # {dotted(40)} {'[' * 200}",
        f'"{dotted(40)} {"{" * 200}" = 1',
        f'''x = """""{dotted(40)}"""""\ny = """"{"[" * 200}""""''',
        f"x = [{'1.5, ' * 200}]",
        f"x = [{'[],' * 200}]",
    ],
)
def test_what_stands_in_texts_and_comments_counts_for_nothing(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text, parse_float=Decimal)


def test_the_limits_may_be_raised() -> None:
    text = f"{dotted(20)} = {'[' * 90}{10**120}{']' * 90} #" + "." * 2_000_000
    limits = TextLimits(toml_bytes=3_000_000, nesting=120, key_parts=20, digits=200)
    assert parse_toml(text, limits=limits) == tomllib.loads(text)
    for name in ("toml_bytes", "nesting", "key_parts", "digits"):
        with pytest.raises(TomlSyntaxError):
            parse_toml(text, limits=evolve(limits, **{name: getattr(TextLimits(), name)}))


def blotted_slowly(text: str) -> str:
    """Return *text* without its strings and comments, character by character as the standard of TOML says."""
    at, kept = 0, ""
    while at < len(text):
        quote = text[at]
        if quote == "#":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            kept += " " * (end - at)
            at = end
        elif quote in "\"'":
            end = end_of_string(text, at, quote * 3 if text.startswith(quote * 3, at) else quote)
            kept += "x" * (end - at)
            at = end
        else:
            kept += quote
            at += 1
    return kept


def end_of_string(text: str, at: int, quote: str) -> int:
    at += len(quote)
    while at < len(text):
        if text[at] == "\\" and quote[0] == '"':
            at += 2
        elif text[at] == "\n" and len(quote) == 1:
            return at
        elif text.startswith(quote, at):
            at += len(quote)
            while len(quote) == 3 and text.startswith(quote[0], at) and text[at - 5 : at] != quote[0] * 5:
                at += 1
            return at
        else:
            at += 1
    return len(text)


PIECES = ["a", ".", " ", "\n", "=", "1", "[", "]", "{", "}", ",", "#", '"', "'", '"""', "'''", "\\"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example("a.a.")
def test_a_text_is_refused_for_its_cost_only_if_its_syntax_says_so(text: str) -> None:
    small = TextLimits(nesting=2, key_parts=2)
    syntax = blotted_slowly(text)
    keys = re.findall(r"[a-zA-Z0-9_-]+(?:[ \t]*[.][ \t]*[a-zA-Z0-9_-]+)*", syntax)
    depths = [syntax[:end].count("[") + syntax[:end].count("{") for end in range(len(syntax) + 1)]
    closed = [syntax[:end].count("]") + syntax[:end].count("}") for end in range(len(syntax) + 1)]
    costs = max((key.count(".") + 1 for key in keys), default=0) > 2
    costs |= max(depth - close for depth, close in zip(depths, closed, strict=True)) > 2
    said = refusal_of(text, small)
    assert ("is too long" in said or "too deeply" in said) is costs
    if not said:
        assert parse_toml(text) == tomllib.loads(text, parse_float=Decimal)


def refusal_of(text: str, limits: TextLimits) -> str:
    try:
        parse_toml(text, limits=limits)
    except TomlSyntaxError as error:
        return str(error)
    return ""


REAL = sorted(path for path in Path(rcw_rules.__file__).parent.rglob("*.toml"))


@pytest.mark.parametrize("path", REAL, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_file_of_the_library_is_far_from_the_limits(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tenth = TextLimits(toml_bytes=200_000, nesting=10, key_parts=3, digits=10)
    assert parse_toml(text, limits=tenth) == tomllib.loads(text, parse_float=Decimal)
