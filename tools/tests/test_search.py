"""The search of the site, as the browser runs it, finds the page that answers each question.

The worker that mkdocs-material ships runs in node, on an index of the pages that people write. The pages that machines
write are not searched, so the index is built without them, in a few seconds.
"""

from __future__ import annotations

import json
import logging
from importlib.util import find_spec
from pathlib import Path

import pytest
from javascript import needs_node, said_by_node
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.utils.yaml import yaml_load

from mkdocs_hook import ROOT, UNSEARCHED, questions

pytestmark = needs_node

ANSWERS = [(question, page) for page, asked in questions().items() for question in asked]
OTHER_WORDS = [
    ("own dice", "how_to/own_dice.md"),
    ("house rules", "how_to/house_rules.md"),
    ("javascript", "how_to/json_and_other_languages.md"),
    ("play a battle", "journeys/play_a_battle.md"),
    ("unit may not charge", "journeys/rule_dispute.md"),
    ("custom scenario", "journeys/own_scenario.md"),
    ("scenario file", "how_to/write_a_scenario.md"),
    ("bot", "journeys/write_a_bot.md"),
    ("jupyter", "how_to/notebooks.md"),
    ("cheat", "how_to/prove_a_record.md"),
    ("line of sight", "reference/kernel/table.md"),
    ("change a modifier", "how_to/house_rules.md"),
]
"""Other words for some of the questions, which no page is tagged with as they stand."""

RUN = """
import vm from "node:vm";
const listeners = [], said = [];
globalThis.self = globalThis;
globalThis.addEventListener = (_, listener) => listeners.push(listener);
globalThis.postMessage = (message) => said.push(message);
vm.runInThisContext(readFileSync(data.worker, "utf8"));
const ask = async (message) => {
  for (const listener of listeners) listener({ data: message });
  while (!said.length) await new Promise((done) => setTimeout(done, 1));
  return said.pop();
};
await ask({ type: 0, data: { ...data.index, options: { suggest: false } } });
const found = {};
for (const query of data.queries) {
  const { data: answer } = await ask({ type: 2, data: query });
  found[query] = answer.items.map((item) => item[0].location.split("#")[0]);
}
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site with the search alone and without the pages of lists, and return the search index."""
    settings = yaml_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    search = [plugin for plugin in settings["plugins"] if "search" in plugin]
    site = tmp_path_factory.mktemp("site")
    logging.getLogger("mkdocs").setLevel(logging.CRITICAL)  # of the links to pages that are not there
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), plugins=search)
    config.plugins.events["files"] = [_without_lists]  # in place of those that write the lists
    build(config)
    return site / "search" / "search_index.json"


def _without_lists(files: Files, *, config: MkDocsConfig) -> Files:
    return Files([file for file in files if file.src_uri == "how_do_i.md" or not UNSEARCHED.match(file.src_uri)])


@pytest.fixture(scope="module")
def found(index: Path) -> dict[str, list[str]]:
    """Return the pages that the search finds for each query, the best first."""
    theme = find_spec("material")
    assert theme is not None
    (worker,) = (Path(str(theme.origin)).parent / "templates/assets/javascripts/workers").glob("search.*.min.js")
    queries = [query for query, _ in [*ANSWERS, *OTHER_WORDS]]
    data = {"worker": str(worker), "index": json.loads(index.read_text(encoding="utf-8")), "queries": queries}
    answers: dict[str, list[str]] = said_by_node(RUN, data)
    return answers


def test_there_are_thirty_questions_and_each_is_asked_once() -> None:
    assert len(dict(ANSWERS)) == len(ANSWERS) == 30


@pytest.mark.parametrize(("query", "page"), [*ANSWERS, *OTHER_WORDS])
def test_the_page_that_answers_is_among_the_first_three(query: str, page: str, found: dict[str, list[str]]) -> None:
    assert page.removesuffix(".md") + "/" in found[query][:3]


def test_the_index_is_small(index: Path) -> None:
    assert index.stat().st_size < 600_000


def test_lists_and_code_are_not_searched(index: Path) -> None:
    entries = json.loads(index.read_text(encoding="utf-8"))["docs"]
    assert len(entries) > 300
    assert [entry["location"] for entry in entries if UNSEARCHED.match(entry["location"])] == []
    assert [entry["location"] for entry in entries if "&gt;&gt;&gt;" in entry["text"]] == []
