"""Golden cases as files: what they hold, and that each part of them can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import border_war as bw
import pytest
from attrs import evolve, frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import DiceError, FileError
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import RollingUmpire, Umpire
from rcw_rules.marks import NoOptions
from rcw_rules.ruleset import Ruleset
from rcw_rules.testing import GoldenCase, check_golden_case, golden_cases

CASE = GoldenCase(
    id="volley",
    origin="two dice against one and the banner, and the table of damage: 10 against 2 + 3, and a 6",
    rules=("volley-banner",),
    procedure="border_war.volley",
    faces=(5, 5, 2, 6),
    request={"banner": True},
    outcome={"winner": "archers", "result": "lose 2"},
    cites=("volley-damage",),
)


_CASE = '[[case]]\nid = "a"\norigin = "b"\nrules = []\nprocedure = "c"\nfaces = []\n[case.request]\n[case.outcome]\n'


def test_a_case_that_holds() -> None:
    check_golden_case(bw.ruleset, CASE)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (evolve(CASE, outcome={"result": "none"}), r"\$\.result is 'lose 2', not 'none'"),
        (evolve(CASE, outcome={"winner": 0}), r"\$\.winner is 'archers', not 0"),
        (evolve(CASE, outcome={"distance": 4}), r"\$ has no 'distance'"),
        (evolve(CASE, cites=("volley-roll", "volley-banner", "pursuit")), "does not cite .*pursuit"),
        (evolve(CASE, totals=(1, 2)), "no throw comes to"),
        (evolve(CASE, modifiers=()), "modifiers is "),
    ],
)
def test_a_case_that_does_not_hold(changed: GoldenCase, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_golden_case(bw.ruleset, changed)


@pytest.mark.parametrize("faces", [(5, 5, 2), (5, 5, 2, 6, 1)])
def test_a_case_with_too_few_or_too_many_faces(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        check_golden_case(bw.ruleset, evolve(CASE, faces=faces))


def test_options_and_choices_of_a_case() -> None:
    muster = GoldenCase(
        id="muster",
        origin="by the die with six sides a 6 is no more than 5 the second time either, and nobody cheers",
        rules=("opt-die", "cheer"),
        procedure="border_war.muster",
        faces=(6,),
        request={"base": 5, "guard": True},
        options={"die_of_the_day": "d6"},
        choices={"cheer": False},
        outcome={"passed": False, "cheered": False},
        cites=("muster-roll",),
    )
    check_golden_case(bw.ruleset, muster)
    with pytest.raises(AssertionError):
        check_golden_case(bw.ruleset, evolve(muster, faces=(9, 2), options={}, choices={}))


@frozen(kw_only=True)
class Fallen:
    deviation: int


@frozen(kw_only=True, cache_hash=True)
class Drop(Request[Fallen]):
    pass


def test_an_outcome_that_the_exact_odds_do_not_know() -> None:
    @procedure("toy.drop", title="How far off does it fall?", rules=("x",))
    def drop(request: Drop, umpire: Umpire[Any]) -> Fallen:
        face = umpire.roll(d6, "distance", "x")
        return Fallen(deviation=7 if face == 6 and isinstance(umpire, RollingUmpire) else face)

    toy = Ruleset(id="toy", title="Toy", edition="1", rules_version=1, options=NoOptions(), procedures=(drop,))
    five = evolve(CASE, procedure="toy.drop", faces=(5,), request={}, outcome={"deviation": 5}, cites=("x",))
    check_golden_case(toy, five)
    with pytest.raises(AssertionError, match=r"^the exact odds do not know the outcome$"):
        check_golden_case(toy, evolve(five, faces=(6,), outcome={"deviation": 7}))


def test_two_cases_of_one_id(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(_CASE, encoding="utf-8")
    (tmp_path / "two.toml").write_text(_CASE, encoding="utf-8")
    with pytest.raises(AssertionError, match="share an id: a"):
        golden_cases(tmp_path)


def test_a_folder_may_be_named_by_a_text(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(_CASE, encoding="utf-8")
    assert [case.id for case in golden_cases(str(tmp_path))] == ["a"]


def test_a_file_with_an_unknown_key_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(_CASE.replace("rules", "rule"), encoding="utf-8")
    with pytest.raises(FileError, match=r"line 4: .*unknown key"):
        golden_cases(tmp_path)
