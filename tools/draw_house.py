"""Draw the house from its imports: layers from the command line down to the kernel, and who imports whom.

    python tools/draw_house.py [FILE]

Without a file the picture goes where the documentation shows it. An arrow says how many modules of one layer import
something of another; none points up, and the build fails if one ever does.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "rcw_rules"
PICTURE = ROOT / "docs" / "pictures" / "house.svg"

RULESETS = tuple(sorted(path.parent.name for path in PACKAGE.glob("*/rules.toml")))
CONTRACT = (
    "ruleset", "resolution", "marks", "rule_index", "coverage", "house", "documents", "replays", "wire", "schema",
    "json_text", "toml_files", "digests", "migrations", "verification", "payoffs", "worked_examples", "look_ups",
    "advice", "sessions", "session_documents", "games", "brief", "pieces", "wire_problems", "former_names",
)  # fmt: skip
LAYERS = ("people and tools", "registry", "rulesets", "contract", "kernel")
WHAT = (
    "ask, test, count, simulate and draw",
    "entry points in, rulesets out",
    "one chapter of the book, one package",
    "what every ruleset is and offers",
    "primitives that name no ruleset",
)
WIDTH, MARGIN, GAP, LINE, HEAD = 960, 16, 12, 17, 24
LETTER = 6.6
"""How wide a letter of the small print is, generously."""


def layer_of(module: str) -> int:
    """Return the layer of a module, by its dotted name below the package."""
    part = module.partition(".")[0]
    if part in RULESETS:
        return 2
    if part == "kernel":
        return 4
    return 1 if part in ("registry", "discovery") else 3 if part in CONTRACT else 0


def modules() -> dict[str, Path]:
    """Return every module but the face of the package, by its dotted name below it."""
    found = {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    return {name: path for name, path in found.items() if name}


def imports() -> Counter[tuple[int, int]]:
    """Count which modules of one layer import something of another."""
    pairs = {
        (name, layer_of(node.module.removeprefix("rcw_rules.")))
        for name, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rcw_rules.") and node.module
    }
    return Counter((layer_of(name), target) for name, target in pairs if layer_of(name) != target)


def rooms(layer: int) -> list[tuple[str, list[str]]]:
    """Return the boxes of a layer, each with its name and what stands in it."""
    names = [name for name in modules() if layer_of(name) == layer]
    if layer == 2:
        return [(ruleset, _parts(ruleset)) for ruleset in RULESETS]
    if layer == 4:
        geometry = _parts("kernel.geometry")
        rest = [name.partition(".")[2] for name in names if name.count(".") == 1]
        return [("kernel", [name for name in rest if name != "geometry"]), ("kernel.geometry", geometry)]
    tops = sorted({name.partition(".")[0] for name in names})
    return [("", tops)]


def _parts(house: str) -> list[str]:
    prefix = f"{house}."
    inner = (name.removeprefix(prefix) for name in modules() if name.startswith(prefix))
    return sorted({name.partition(".")[0] for name in inner})


def _wrapped(words: list[str], width: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 2 <= width / LETTER:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


def picture() -> str:
    """Return the picture as SVG, the same for the same sources on every machine."""
    shapes: list[str] = []
    y = MARGIN
    right = 170
    inner = WIDTH - 2 * MARGIN - right
    middles: list[float] = []
    for layer, title in enumerate(LAYERS):
        boxes = rooms(layer)
        shares = [0.66, 0.34] if layer == 4 else [1 / len(boxes)] * len(boxes)
        widths = [share * (inner - GAP * (len(boxes) - 1) - 2 * GAP) for share in shares]
        texts = [_wrapped(parts, width - 16) for (_, parts), width in zip(boxes, widths, strict=True)]
        named = any(name for name, _ in boxes)
        height = max(len(lines) for lines in texts) * LINE + 14 + (LINE if named else 0)
        whole = height + HEAD + GAP
        shapes.append(_box(MARGIN, y, inner, whole, "layer"))
        shapes.append(_text(MARGIN + GAP, y + 17, f"{title}: {WHAT[layer]}", "head"))
        x = float(MARGIN + GAP)
        for (name, _), width, lines in zip(boxes, widths, texts, strict=True):
            shapes.append(_box(x, y + HEAD, width, height, "room"))
            at = y + HEAD + 18
            if name:
                shapes.append(_text(x + 8, at, name, "name"))
                at += LINE
            for line in lines:
                shapes.append(_text(x + 8, at, line, "part"))
                at += LINE
            x += width + GAP
        middles.append(y + whole / 2)
        y += whole + GAP * 2
    counted = imports()
    upward = {pair: count for pair, count in counted.items() if pair[0] > pair[1]}
    if upward:
        raise SystemExit(f"imports that point up: {upward}")
    for column, ((upper, lower), count) in enumerate(
        sorted(counted.items(), key=lambda item: (item[0][1] - item[0][0], item))
    ):
        x = MARGIN + inner + 14 + column * 17
        start, end = middles[upper] + 3 * column - 12, middles[lower] - 12 + 3 * column
        shapes.append(
            f'<path class="arrow" d="M {MARGIN + inner} {start:.1f} H {x} V {end:.1f} H {MARGIN + inner + 3}"'
            ' marker-end="url(#tip)"/>'
        )
        shapes.append(f'<text class="count" x="{x + 3}" y="{(start + end) / 2:.1f}">{count}</text>')
    body = "\n".join(shapes)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - GAP}" width="{WIDTH}" role="img">
<title>The layers of rcw_rules and how many modules of each import another</title>
<style>
text {{ font-family: sans-serif; fill: #222; }}
.head {{ font-size: 14px; font-weight: bold; }} .name {{ font-size: 13px; font-weight: bold; }}
.part {{ font-size: 12.5px; }} .count {{ font-size: 11px; fill: #444;
  paint-order: stroke; stroke: #fff; stroke-width: 4px; }}
.layer {{ fill: #f1efe9; stroke: #b9b3a4; }} .room {{ fill: #fff; stroke: #8a8474; }}
.arrow {{ fill: none; stroke: #666; }}
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">
<path d="M 0 0 L 8 4 L 0 8 z" fill="#666"/></marker></defs>
<rect width="{WIDTH}" height="{y - GAP}" fill="#fff"/>
{body}
</svg>
"""


def _box(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE).write_text(picture(), encoding="utf-8")
