"""Look with atheris for bytes that reach new code of the readers of texts; `tools/fuzz.py` runs this.

    python tools/fuzz_bytes.py SECONDS SEED

The first byte chooses the reader. What atheris keeps for its next run is in ``build/fuzz/``.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from typing import Any

INSTRUMENTED = (
    *("rcw_rules.documents", "rcw_rules.golden_cases", "rcw_rules.house", "rcw_rules.json_text"),
    *("rcw_rules.kernel.chart_axes", "rcw_rules.kernel.chart_tables", "rcw_rules.kernel.charts"),
    *("rcw_rules.kernel.fields", "rcw_rules.kernel.geometry.hexes", "rcw_rules.kernel.lengths"),
    *("rcw_rules.kernel.toml_text", "rcw_rules.kernel.values", "rcw_rules.terminal", "rcw_rules.toml_files"),
    *("rcw_rules.wire", "tomllib"),
)
"""What is watched for new branches: to watch the rulesets as well takes half a minute before the first case."""

atheris: Any = import_module("atheris")
with atheris.instrument_imports(include=list(INSTRUMENTED)):
    from fuzz import ROOT, Search  # first, since it says where the others are

    # isort: split
    from fuzzing import TARGETS
    from fuzzing.texts import READERS, SEEDS

WORK = ROOT / "build" / "fuzz"


def main() -> None:
    """Look until the time is over; atheris ends the process."""
    seconds, seed = map(int, sys.argv[1:])
    names = sorted(READERS)
    target = TARGETS["texts"]
    search = Search(target, seconds)
    corpus = WORK / "atheris"
    corpus.mkdir(parents=True, exist_ok=True)
    kept = [path.read_bytes() for path in target.corpus]
    for case in (*kept, *(f"{name}\n{text}".encode() for name, text in SEEDS.items())):
        head, _, body = case.partition(b"\n")
        data = bytes([names.index(head.decode())]) + body
        (corpus / hashlib.sha256(data).hexdigest()).write_bytes(data)

    def tried(data: bytes) -> None:
        if data:
            found = search.examine(names[data[0] % len(names)].encode() + b"\n" + data[1:])
            if found is not None:
                search.keep(found)

    limits = [f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=2000", "-timeout=60", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={WORK}/", str(corpus)], tried)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
