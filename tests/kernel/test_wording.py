"""Outcomes in words: the sentence of one that has none of its own, and what changed of what was asked."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.wording import changed_rows, outcome_rows, summary_of
from rcw_rules.kernel.words import counted, in_words, listed, sentences


@frozen(kw_only=True)
class Crew:
    name: str
    men: int
    weary: bool = False
    square: tuple[int, int] = (0, 0)


@frozen(kw_only=True)
class Ship:
    key: str
    crews: tuple[Crew, ...]
    sails: int = 3


@frozen(kw_only=True)
class Storm:
    ship: Ship
    other: Crew
    wind: int


@frozen(kw_only=True)
class Spoken:
    lost: int

    def summary(self, request: Storm) -> str:
        return sentences(f"the wind of {request.wind} takes {counted(self.lost, 'mast')}")


@frozen(kw_only=True)
class Passed:
    ship: Ship
    crews: tuple[Crew, ...] = ()
    drifted: Inches | None = None
    wrecked: bool = False
    seen: tuple[str, ...]


OLD = Ship(key="Aurora", crews=(Crew(name="deck", men=8), Crew(name="guns", men=5), Crew(name="cooks", men=1)))
NEW = Ship(
    key="Aurora",
    crews=(Crew(name="deck", men=6, weary=True, square=(2, 1)), Crew(name="guns", men=5), Crew(name="boats", men=2)),
    sails=1,
)
ASKED = Storm(ship=OLD, other=Crew(name="pilots", men=2), wind=7)


def test_an_outcome_says_itself() -> None:
    assert summary_of(ASKED, Spoken(lost=1)) == "The wind of 7 takes 1 mast."


def test_an_outcome_without_a_sentence_is_said_field_by_field() -> None:
    assert summary_of(None, Crew(name="deck", men=8, weary=True)) == "Name: deck; men: 8; weary: yes; square: 0, 0."
    assert summary_of(None, 3) == "3."
    assert summary_of(None, True) == "Yes."


def test_only_what_changed_is_told_before_and_after() -> None:
    rows = changed_rows(ASKED, Passed(ship=NEW, crews=(Crew(name="pilots", men=1),), seen=("a wreck", "a light")))
    assert rows == [
        ("ship", "deck: men 8 to 6, weary no to yes, square (0, 0) to (2, 1)"),
        ("", "crews: boats: men 2"),
        ("", "crews: no longer cooks"),
        ("", "sails 3 to 1"),
        ("crews", "pilots: men 2 to 1"),
        ("seen", "a wreck, a light"),
    ]


def test_what_did_not_change_is_not_told() -> None:
    assert changed_rows(ASKED, Passed(ship=OLD, crews=(Crew(name="pilots", men=2),), seen=())) == [("seen", "none")]


def test_a_length_that_is_known_is_told() -> None:
    rows = changed_rows(ASKED, Passed(ship=OLD, drifted=inches(4), wrecked=True, seen=("reef",)))
    assert [row for row in rows if row[0] in ("drifted", "wrecked")] == [("drifted", "4 in"), ("wrecked", "yes")]


def test_a_stranger_is_told_whole() -> None:
    outcome = Passed(ship=OLD, crews=(Crew(name="smiths", men=4), Crew(name="pilots", men=2)), seen=("reef",))
    assert changed_rows(ASKED, outcome)[0] == ("crews", "smiths: men 4")
    assert ("ship", "") not in outcome_rows(outcome)


def test_lists_and_sentences() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert sentences("", "who won? nobody", "is it over?") == "Who won? nobody. Is it over?"
    assert (counted(0, "stand"), counted(1, "loss", "losses"), counted(2, "")) == ("0 stands", "1 loss", "2")
    assert in_words("heavy_cover") == "heavy cover"
