"""The page of the schemas, which lists the files that are published with the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from site_pages.markdown import code, heading, link, paragraphs, plain, table

__all__ = ["schemas_page"]


def schemas_page(schemas: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page of the *schemas*, each by the name of its file."""
    return paragraphs(
        heading(1, "Schemas"),
        "JSON Schema 2020-12 of everything that comes and goes as JSON, so that a reader in any language needs nothing "
        "else. Each file stands alone. That of a ruleset holds the request and the outcome of every "
        "[procedure](procedures.md), and its options: refer to `red_white.json#/$defs/red_white.melee.request`, to the "
        "same with `.outcome`, or to `red_white.json#/$defs/red_white.options`. The others describe what "
        "`rcw resolve --json`, `rcw odds --json` and an error under `--json` print. `rcw schema PROCEDURE` prints the "
        "schema of one request. Beside each file lie its types for TypeScript: `red_white.d.ts` has `Requests` and "
        "`Outcomes`, with a type for the id of each procedure. Both are in the installed package, in the folder "
        "`rcw_rules/schemas`.",
        table(
            ("file", "holds"),
            (
                (link(code(name), f"../schemas/{name}"), plain(schema.get("title", "")))
                for name, schema in schemas.items()
            ),
        ),
    )
