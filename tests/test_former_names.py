"""Older documents are read under the names that fields had; whatever does not fit stays for the reader to name."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from attrs import frozen

from rcw_rules.former_names import with_names_of_today
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.marks import Was


@frozen(kw_only=True)
class Company:
    bases_lost: Annotated[int, Range(0, 6), Was("lost", before=3)] = 0


@frozen(kw_only=True)
class Battery:
    lost: int = 0
    crew: Annotated[int | None, Was("men", before=2)] = None


@frozen(kw_only=True)
class Army:
    led: Annotated[Company | None, Was("staff", before=3)]
    all: Annotated[tuple[Company | Battery, ...], Size(0, 9)]
    by_name: dict[str, Company]
    pair: tuple[int, Company]


OLD: dict[str, Any] = {
    "staff": {"lost": 1},
    "all": [{"kind": "company", "lost": 2}, {"kind": "battery", "lost": 3, "men": 4}],
    "by_name": {"lost": {"lost": 5}},
    "pair": [6, {"lost": 6}],
}


def test_names_are_of_today_wherever_they_stand() -> None:
    assert with_names_of_today(OLD, Army, 1) == {
        "led": {"bases_lost": 1},
        "all": [{"kind": "company", "bases_lost": 2}, {"kind": "battery", "lost": 3, "crew": 4}],
        "by_name": {"lost": {"bases_lost": 5}},
        "pair": [6, {"bases_lost": 6}],
    }


def test_each_name_changed_in_its_version() -> None:
    battery = {"lost": 3, "men": 4}
    assert with_names_of_today(battery, Battery, 1) == {"lost": 3, "crew": 4}
    assert with_names_of_today(battery, Battery, 2) == battery
    assert with_names_of_today({"lost": 1}, Company, 2) == {"bases_lost": 1}
    mixed = {"all": [{"kind": "company", "lost": 2}, {"kind": "battery", "lost": 3, "men": 4}]}
    now = {"all": [{"kind": "company", "bases_lost": 2}, {"kind": "battery", "lost": 3, "men": 4}]}
    assert with_names_of_today(mixed, Army, 2) == now
    assert with_names_of_today(OLD, Army, 3) is OLD


@pytest.mark.parametrize(
    "data",
    [None, 3, [], {"lost": 1, "bases_lost": 2}, {"led": 7, "all": {}, "pair": [1]}, {"all": [{"kind": [], "lost": 1}]}],
)
def test_what_does_not_fit_is_left_for_the_reader(data: Any) -> None:
    declared = Company if isinstance(data, dict) and "lost" in data else Army
    assert with_names_of_today(data, declared, 1) == data
