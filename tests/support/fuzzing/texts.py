"""Any bytes, before every reader of texts: each is refused with a documented error, or read.

A case is a line with the name of the reader, and below it what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from fuzzing import files
from fuzzing.changes import changed_texts
from fuzzing.documents import check_resolution
from rcw_rules import DiceError, InvalidRequestError
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.toml_text import Lines, TomlSyntaxError, parse_toml
from rcw_rules.terminal import read_faces
from rcw_rules.wire import dumps, parse_json

__all__ = ["READERS", "SEEDS", "cases", "check"]


def _json(body: bytes) -> None:
    try:
        data = parse_json(body, "the text")
    except InvalidRequestError:
        return
    assert parse_json(dumps(data), "the text") == data, "what was read is written as something else"


def _toml(body: bytes) -> None:
    text = body.decode("utf-8", "replace")
    try:
        data = parse_toml(text)
    except TomlSyntaxError as error:
        assert 1 <= error.line <= text.count("\n") + 1, "the text has no such line"
        return
    lines = Lines(text)
    for key in data:
        assert 1 <= lines.line(key) <= text.count("\n") + 1, "the text has no such line"


def _faces(body: bytes) -> None:
    try:
        faces = read_faces(body.decode("utf-8", "replace"))
    except DiceError:
        return
    assert read_faces(" ".join(map(str, faces))) == faces, "what was read is written as something else"


def _number(make: Callable[[str], object]) -> Callable[[bytes], None]:
    def read(body: bytes) -> None:
        try:
            made = make(body.decode("utf-8", "replace"))
        except ValueError as error:
            assert str(error), "a refusal says nothing"
        else:
            assert str(made), "what was read cannot be written"

    return read


def _file(kind: str) -> Callable[[bytes], None]:
    return lambda body: files.check(b"# " + kind.encode() + b"\n" + body)


READERS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "json": _json,
    "toml": _toml,
    "faces": _faces,
    "inches": _number(inches),
    "degrees": _number(degrees),
    "resolution": lambda body: check_resolution("red_white", body),
    "hex_map": _file("hex_map"),
    "charts": _file("charts"),
    "house": _file("house red_white"),
}
"""Every reader that takes whatever a person or a program wrote."""

SEEDS: Final[Mapping[str, str]] = {
    "json": '{"a": [1, 2.50, -3e2, true, null, "\\u00e9"], "b": {}}',
    "toml": 'title = "x"\n[a]\nb = [1, 2.5, {c = 1979-05-27}]\n[[d.e]]\n"f g" = """\nh"""\n',
    "faces": "4, 6 QH,-1",
    "inches": "6.125",
    "degrees": "-22.5",
    "resolution": '{"format": "rcw-resolution", "schema_version": 2, "procedure": "red_white.melee"}',
    "hex_map": 'title = "x"\ngrid = {columns = 3, rows = 2}\n[[terrain]]\nkind = "town"\nhexes = ["0101"]\n',
    "charts": '[[chart]]\nid = "a"\ntitle = "A"\nsource = "S"\nlocator = "p. 1"\ntable = [["die", "x"], ["1-2", 7]]\n',
    "house": 'title = "club"\nruleset = "red_white"\n[[options]]\noption = "melee_elite"\nbook = 1\nours = 2\n',
}
"""Something for each reader to begin with."""


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for any bytes, and for texts that are nearly right."""

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        name: str = draw(st.sampled_from(sorted(READERS)))
        nearly = changed_texts(st.just(SEEDS[name])).map(lambda text: text.encode("utf-8", "surrogatepass"))
        body: bytes = draw(nearly | nearly | st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
        return b"\n".join((name.encode(), body))

    return drawn()


def check(case: bytes) -> None:
    """Read a text.

    Raises:
        Exception: It is neither refused as documented nor read and right.
    """
    head, _, body = case.partition(b"\n")
    READERS[head.decode()](body)
