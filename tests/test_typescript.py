"""The types for TypeScript say what the schemas say."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from published_schemas import PROCEDURES, published

from rcw_rules.typescript import typescript_file, typescript_files

EXAMPLE = Path(__file__).parents[1] / "examples" / "javascript" / "types.ts"
TSC = shutil.which("tsc")

SCHEMA = {
    "$id": "game.json",
    "title": "A game",
    "$defs": {
        "game.march.request": {"$ref": "#/$defs/March"},
        "game.march.outcome": {"$ref": "#/$defs/Arrival"},
        "March": {
            "type": "object",
            "description": "A march.",
            "properties": {
                "ground": {"$ref": "#/$defs/Ground"},
                "hours": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "How long.", "default": 3},
                "stops": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}},
                "to": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": False},
            },
            "required": ["ground"],
        },
        "Arrival": {
            "type": "object",
            "properties": {
                "halts": {
                    "type": "array",
                    "items": {"oneOf": [{"$ref": "#/$defs/Halt.halt"}, {"type": "null"}]},
                },
                "notes": {"type": "object", "additionalProperties": {}},
            },
            "required": [],
        },
        "Ground": {"oneOf": [{"const": "open", "title": "Open"}, {"const": "deep_snow", "title": "Deep snow"}]},
        "Halt": {"type": "object", "properties": {}, "required": []},
        "Halt.halt": {"type": "object", "properties": {"kind": {"const": "halt"}}, "required": ["kind"]},
    },
}

TYPES = """\
// A game: made from game.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "game.march": March;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "game.march": Arrival;
}

/** A march. */
export interface March {
  ground: Ground;
  /** How long. Default: 3. */
  hours?: number | null;
  stops?: (string | number)[];
  to?: [number, boolean];
}

export interface Arrival {
  halts: (HaltOfKind | null)[];
  notes: Record<string, unknown>;
}

export type Ground = "open" | "deep_snow";

export interface Halt {
}

export interface HaltOfKind {
  kind: "halt";
}
"""

USE = """
import type { Outcomes, Requests } from "./red_white";
import type { Resolution } from "./resolution";

export const melee: Requests["red_white.melee"] = {
  attackers: [{ side: "red", type: "infantry", has_leader: true }],
  defenders: [],
};
// @ts-expect-error there is no such type of unit
melee.attackers[0].type = "dragon";
export const winner = (outcome: Outcomes["red_white.melee"]): "attacker" | "defender" | "none" => outcome.winner;
export const first = (resolution: Resolution): string => resolution.record[0].kind;
"""


def test_a_schema_becomes_types() -> None:
    assert typescript_file(SCHEMA) == TYPES


def test_every_procedure_has_types() -> None:
    files = typescript_files(published())
    assert [id for id in PROCEDURES if files[f"{id.partition('.')[0]}.d.ts"].count(f'"{id}": ') != 2] == []


@pytest.mark.skipif(TSC is None, reason="the compiler of TypeScript (tsc) is not installed")
def test_the_compiler_takes_them(tmp_path: Path) -> None:
    for name, text in typescript_files(published()).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "use.ts").write_text(USE, encoding="utf-8")
    shown = EXAMPLE.read_text(encoding="utf-8").replace("../../schemas/", "./")
    (tmp_path / "shown.ts").write_text(shown, encoding="utf-8")
    command = [str(TSC), "--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2022"]
    files = sorted(str(file) for file in tmp_path.iterdir())
    told = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")
