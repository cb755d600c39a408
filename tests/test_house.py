"""House rules: what they change, what they stamp, what is refused."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import border_war as bw
import pytest
from attrs import evolve, frozen

from rcw_rules import (
    FileError,
    GivenDice,
    HouseCell,
    HouseModifier,
    HouseOption,
    HouseRules,
    HouseRulesError,
    Limits,
    Modifier,
    Range,
    ReplayError,
    Ruleset,
    SeededDice,
    Settles,
    read_house_rules,
)
from rcw_rules.house import rule_of
from rcw_rules.kernel.record import RulingStep
from rcw_rules.toml_files import read_charts

TRENCHES = HouseCell(chart="brawl_modifiers", row="in_ditch", book=1, ours=2, why="trenches should matter")
GUNS = HouseModifier(modifier="banner", book=3, ours=1, why="the observer is cold")
GUARDS = HouseOption(option="feast_days", book=True, ours=False, why="the book asks itself")

CLUB = HouseRules(title="Tuesday club", ruleset="border_war", options=(GUARDS,), cells=(TRENCHES,), modifiers=(GUNS,))


def club(**changes: Any) -> HouseRules:
    return evolve(HouseRules(title="Tuesday club", ruleset="border_war"), **changes)


PLAYED = bw.ruleset.with_house(CLUB)

# The north attacks through a hedge with the guard, -2 + 1; the south has a drum in a ditch, +1 + 1 by the book.
BRAWL = bw.hedge_brawl()
VOLLEY = bw.VolleyRequest(banner=True)


# ------------------------------------------------------------------ what changes


def test_a_cell_of_a_chart_is_another_everywhere() -> None:
    assert PLAYED.charts["brawl_modifiers"].look_up("in_ditch").result == 2
    by_hand = Counter(red - 1 - (white + 3) for red, white in product(range(1, 7), repeat=2))
    margins = PLAYED.odds(BRAWL).map(lambda outcome: outcome.margin)
    assert dict(margins.items()) == {margin: Fraction(count, 36) for margin, count in by_hand.items()}
    assert PLAYED.resolve(BRAWL, dice=GivenDice([6, 1])).outcome.margin == 1
    assert PLAYED.outcome(BRAWL, dice=GivenDice([6, 1])).margin == 1
    assert {
        outcome.margin for outcome, _ in PLAYED.sample(BRAWL, 400, seed=1, limits=Limits(branches=0)).counts
    } == set(by_hand)


def test_a_modifier_that_no_chart_lists_is_another_everywhere() -> None:
    # Two dice for the archers, one and the banner for the target: 4 and 5 against 6 + 3, and against 6 + 1.
    assert bw.ruleset.resolve(VOLLEY, dice=GivenDice([4, 5, 6])).record.rolls[0].parts == (9, 9)
    assert PLAYED.resolve(VOLLEY, dice=GivenDice([4, 5, 6, 1])).record.rolls[0].parts == (9, 7)
    by_hand = Counter((a + b > c + 1) - (a + b < c + 1) for a, b, c in product(range(1, 7), repeat=3))
    winners = PLAYED.odds(VOLLEY).map(lambda outcome: outcome.winner)
    assert [winners[winner] for winner in ("archers", "nobody", "target")] == [
        Fraction(by_hand[sign], 216) for sign in (1, 0, -1)
    ]


def test_an_option_has_another_value() -> None:
    assert PLAYED.options == evolve(bw.ruleset.options, feast_days=False)
    assert PLAYED.option_rule("feast_days") == ("opt-feast", "house")
    assert PLAYED.option_rule("die_of_the_day") == bw.ruleset.option_rule("die_of_the_day")


def test_only_the_value_that_the_book_has_is_replaced() -> None:
    # Mud costs archers 1, and on a cart 2; the house changes what it costs on foot.
    mud = HouseModifier(modifier="mud", book=-1, ours=-3, why="it is deep")
    marsh = bw.ruleset.with_house(club(modifiers=(mud,)))
    assert marsh.house_modifiers == {("mud", -1): -3}
    both = club(modifiers=(mud, evolve(mud, book=-2, ours=-4)))
    assert bw.ruleset.with_house(both).house_modifiers == {("mud", -1): -3, ("mud", -2): -4}
    assert [rule_of(change, bw.ruleset) for change in both.changes] == ["volley-mud", "volley-carts"]


def test_a_row_of_the_same_name_in_another_chart_stays_as_it_is() -> None:
    veterans = HouseCell(chart="brawl_modifiers", row="veterans", book=1, ours=2, why="they are rare")
    charts = bw.ruleset.with_house(club(cells=(veterans,))).charts
    assert (
        charts["brawl_modifiers"].look_up("veterans").result,
        charts["nerve_modifiers"].look_up("veterans").result,
    ) == (
        2,
        -1,
    )


def test_the_ruleset_itself_stays_as_it_is() -> None:
    before = bw.ruleset.odds(BRAWL)
    PLAYED.odds(BRAWL)
    assert bw.ruleset.house is None
    assert bw.ruleset.charts["brawl_modifiers"].look_up("in_ditch").result == 1
    assert bw.ruleset.odds(BRAWL) == before
    assert bw.ruleset.options.feast_days


# ------------------------------------------------------------------ the stamp


def test_every_resolution_and_every_step_that_rests_on_house_rules_says_so() -> None:
    resolution = PLAYED.resolve(BRAWL, dice=GivenDice([6, 1]))
    assert resolution.house == CLUB
    steps = [step for _, step in resolution.record.walk() if step.provenance == "house"]
    assert [(step.kind, step.rule) for step in steps] == [("modifier", "brawl-ditch")]
    assert "+2 defending in a ditch [brawl-ditch, house]" in resolution.explain()
    assert resolution.explain().endswith("\nHouse rules hold: Tuesday club.")
    assert resolution.line().endswith("; house rules: Tuesday club")
    assert "house" not in bw.ruleset.resolve(BRAWL, dice=GivenDice([6, 1])).explain()


def test_a_resolution_that_they_do_not_touch_is_stamped_all_the_same() -> None:
    request = bw.MusterRequest(base=6)
    assert PLAYED.resolve(request, dice=GivenDice([4])).house == CLUB


def test_a_look_up_and_a_ruling_say_that_they_are_of_the_house() -> None:
    arrow = HouseCell(chart="volley_damage", row="1-2", column="6", book="lose 1", ours="lose 2", why="flimsy")
    arrows = bw.ruleset.with_house(club(cells=(arrow,)))
    cell = arrows.charts["volley_damage"].look_up(2, 6)
    assert (cell.result, cell.provenance, cell.reason) == ("lose 2", "house", "flimsy")
    assert "[1] house: flimsy" in arrows.charts["volley_damage"].text()
    tested = HouseOption(option="shaken_for", book="since_last_test", ours="ever", why="wounds last")
    ever = bw.ruleset.with_house(club(options=(tested,)))
    hurt = bw.Band(side="north", spears=4, lost=1)
    record = ever.resolve(bw.NervePhaseRequest(bands=(hurt,)), dice=SeededDice(1)).record
    rulings = {(step.option, step.value, step.provenance) for _, step in record.walk() if isinstance(step, RulingStep)}
    assert ("shaken_for", "ever", "house") in rulings


def test_a_record_of_house_rules_replays_without_their_file() -> None:
    played = PLAYED.resolve(BRAWL, dice=GivenDice([6, 1]))
    loaded = bw.ruleset.load_resolution(played.to_json())
    assert loaded == played
    assert bw.ruleset.replay(loaded).outcome == played.outcome
    bw.ruleset.verify(loaded)
    PLAYED.verify(loaded)


def test_a_record_replays_only_where_its_house_rules_fit() -> None:
    by_book = bw.ruleset.resolve(BRAWL, dice=GivenDice([6, 1]))
    with pytest.raises(ReplayError, match="does not rest on the house rules 'Tuesday club'"):
        PLAYED.replay(by_book)
    wrong = evolve(CLUB, cells=(evolve(TRENCHES, book=7),))
    with pytest.raises(ReplayError, match=r"do not fit this ruleset: \$\.cells\[0\]\.book: the ruleset has 1, not 7"):
        bw.ruleset.replay(evolve(PLAYED.resolve(BRAWL, dice=GivenDice([6, 1])), house=wrong))


@pytest.mark.parametrize("ruleset", [bw.ruleset, PLAYED], ids=["book", "house"])
def test_a_record_whose_options_are_not_those_of_its_house_rules_is_refused(ruleset: Any) -> None:
    told = "lacks the options that its house rules 'Tuesday club' set: feast_days$"
    played = PLAYED.resolve(BRAWL, dice=GivenDice([6, 1]))
    with pytest.raises(ReplayError, match=told):
        ruleset.verify(evolve(played, options=bw.ruleset.options))


def test_a_record_whose_house_rules_set_what_is_no_option_is_refused() -> None:
    played = PLAYED.resolve(BRAWL, dice=GivenDice([6, 1]))
    unknown = evolve(CLUB, options=(GUARDS, evolve(GUARDS, option="fog")))
    with pytest.raises(ReplayError, match=r"set: fog$"):
        bw.ruleset.verify(evolve(played, house=unknown))


# ------------------------------------------------------------------ what is refused, whole

HEAD = 'title = "Tuesday club"\nruleset = "border_war"\n'
CELL = '[[cells]]\nchart = "brawl_modifiers"\nrow = "in_ditch"\nbook = 1\nours = 2\nwhy = "trenches"\n'


def cell(**changes: object) -> str:
    lines = [line for line in CELL.splitlines() if line.split(" ")[0] not in changes]
    return HEAD + "\n".join([*lines, *(f"{key} = {value}" for key, value in changes.items() if value is not None)])


def table(kind: str, **keys: object) -> str:
    return HEAD + f"[[{kind}]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def option(name: str, book: str, ours: str, why: str = '"so"') -> str:
    return table("options", option=f'"{name}"', book=book, ours=ours, why=why)


def modifier(id: str, book: object, ours: object) -> str:
    return table("modifiers", modifier=f'"{id}"', book=book, ours=ours, why='"so"')


GUARDS_ONCE = option("feast_days", "true", "false")
GUARDS_TWICE = GUARDS_ONCE + GUARDS_ONCE.removeprefix(HEAD)
LIST = "volley_damage"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = ", "line 1: not valid TOML"),
        ("", "line 1: title: missing"),
        ('ruleset = "border_war"\n' + CELL, "line 1: title: missing"),
        ('title = ""\nruleset = "border_war"\n' + CELL, "line 1: title: expected a text of 1 to 200 characters"),
        ('title = "a"\n' + CELL, "line 1: ruleset: missing"),
        ('title = "a"\nruleset = "orel"\n' + CELL, 'line 2: ruleset: these are house rules for "orel", not for'),
        (HEAD, "line 1: changes nothing; write [[options]], [[cells]] or [[modifiers]]"),
        (HEAD + "cell = []", "line 3: cell: unknown key; did you mean 'cells'?"),
        (HEAD + "cells = 7", "line 3: cells: expected an array"),
        # cells
        (cell(why=None), "line 3: cells[0].why: missing"),
        (cell(why='""'), "line 8: cells[0].why: expected a text of 1 to 200 characters"),
        (cell(why=r'"first\nsecond"'), r'line 8: cells[0].why: expected a line of text, got "first\nsecond"'),
        (cell(why='"  "'), 'line 8: cells[0].why: expected a line of text, got "  "'),
        ('title = "\t"\nruleset = "border_war"\n' + CELL, r'line 1: title: expected a line of text, got "\t"'),
        (modifier("banner", 3, 1).replace('"so"', r'"\r"'), "modifiers[0].why: expected a line of text, got"),
        (cell(ours=None), "line 3: cells[0].ours: missing"),
        (cell(ours="1.5"), "line 8: cells[0].ours: expected an integer from -999 to 999 or a text, got 1.5"),
        (cell(ours="true"), "line 8: cells[0].ours: expected an integer from -999 to 999 or a text, got true"),
        (cell(ours="1000"), "line 8: cells[0].ours: expected an integer from -999 to 999"),
        (modifier("banner", 3, 10**9), "line 6: modifiers[0].ours: expected an integer from -999 to 999"),
        (cell(ours="1"), "line 8: cells[0].ours: is what the book says [brawl-modifiers]"),
        (
            cell(ours='"2"'),
            'cells[0].ours: "2" is not a code that brawl_modifiers knows: it has whole numbers and no codes',
        ),
        (cell(book="0"), "line 8: cells[0].book: the ruleset has 1, not 0 [brawl-modifiers]"),
        (cell(book='"1"'), 'line 8: cells[0].book: the ruleset has 1, not "1" [brawl-modifiers]'),
        (
            cell(chart='"braw_modifiers"'),
            "cells[0].chart: unknown chart of border_war 'braw_modifiers'; did you mean 'brawl_modifiers'",
        ),
        (
            cell(row='"in_dich"'),
            "cells[0].row: unknown row of brawl_modifiers 'in_dich'; did you mean 'in_ditch'",
        ),
        (cell(column='"value"'), "cells[0].column: unknown column of brawl_modifiers 'value'; it has a single column"),
        (cell(colour='"red"'), "line 9: cells[0].colour: unknown key"),
        (cell() + "\n" + CELL, "line 9: cells[1]: this cell is changed twice [brawl-modifiers]"),
        (
            cell(chart=f'"{LIST}"', row='"1-2"'),
            "cells[0].column: missing; it is one of 1, 2,",
        ),
        (cell(chart=f'"{LIST}"', row='"1-2"', column='"7"'), "cells[0].column: unknown column of volley_damage '7'"),
        (
            cell(chart=f'"{LIST}"', row='"1-2"', column='"6"', book='"lose 1"', ours="2"),
            'volley_damage has codes and no numbers: "none", ',
        ),
        (
            cell(chart=f'"{LIST}"', row='"1-2"', column='"6"', book='"lose 1"', ours='"explode"'),
            '"explode" is not a code that volley_damage knows: it has "none", "lose 1"',
        ),
        (
            cell(chart=f'"{LIST}"', row='"1-2"', column='"6"', book='"lose 1"', ours='"lose 1000"'),
            "cells[0].ours: a number in a code has at most 3 digits [volley-damage]",
        ),
        # options
        (
            option("feast_day", "true", "false"),
            "options[0].option: unknown option of border_war 'feast_day'; did you mean 'feast_days'?",
        ),
        (
            option("feast_days", "false", "true"),
            "line 5: options[0].book: the ruleset has true, not false [opt-feast]",
        ),
        (
            option("feast_days", "1", "false"),
            "line 5: options[0].book: the ruleset has true, not 1 [opt-feast]",
        ),
        (option("feast_days", "true", "true"), "line 6: options[0].ours: is what the book says [opt-feast]"),
        (
            option("feast_days", "true", "0"),
            "line 6: options[0].ours: expected true or false, got 0 [opt-feast]",
        ),
        (option("die_of_the_day", '"d10"', '"d12"'), 'line 6: options[0].ours: expected one of "d10", "d6", got "d12"'),
        (
            table("options", option='"profile"', ours="{ a = 1 }", why='"so"'),
            "line 5: options[0].ours.a: unknown key [missing-page]",
        ),
        (table("options", option='"profile"', why='"so"'), "options[0].ours: is what the book says [missing-page]"),
        (GUARDS_TWICE, "line 9: options[1].option: 'feast_days' is changed twice [opt-feast]"),
        # modifiers
        (
            modifier("veterans", 1, 2),
            "'veterans' is a row of the chart brawl_modifiers and of nerve_modifiers: change it there",
        ),
        (
            modifier("banners", 3, 2),
            "unknown modifier of border_war 'banners'; did you mean 'banner'?",
        ),
        (modifier("banner", 2, 1), "line 5: modifiers[0].book: the ruleset has 3, not 2 [volley-banner]"),
        (modifier("mud", 0, 1), "line 5: modifiers[0].book: the ruleset has -1 or -2, not 0 [volley-mud]"),
        (modifier("banner", 3, 3), "line 6: modifiers[0].ours: is what the book says [volley-banner]"),
        (
            modifier("banner", 3, '"1/2"'),
            'line 6: modifiers[0].ours: expected a whole number, got "1/2" [volley-banner]',
        ),
        (
            modifier("banner", 3, 2) + modifier("banner", 3, 1).removeprefix(HEAD),
            "line 9: modifiers[1].modifier: 'banner' is changed twice",
        ),
    ],
)
def test_a_wrong_patch_file_is_refused_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=re.escape(told)) as caught:
        read_house_rules(file, bw.ruleset)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{file}: line ")


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(cell(row='"nowhere"') + "\n" + option("nothing", "1", "2").removeprefix(HEAD), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_house_rules(file, bw.ruleset)
    assert [problem.line for problem in caught.value.problems] == [8, 10]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        read_house_rules(tmp_path / "none.toml", bw.ruleset)


def test_a_sound_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(
        option("feast_days", "true", "false", '"the book asks itself"')
        + CELL.replace("trenches", "trenches should matter")
        + modifier("banner", 3, 1).removeprefix(HEAD).replace("so", "the observer is cold"),
        encoding="utf-8",
    )
    assert read_house_rules(file, bw.ruleset) == CLUB


def test_what_does_not_fit_is_refused_in_python_as_well() -> None:
    with pytest.raises(
        HouseRulesError, match=r"^\$\.cells\[0\]\.book: the ruleset has 1, not 5 \[brawl-modifiers\]$"
    ) as caught:
        bw.ruleset.with_house(club(cells=(evolve(TRENCHES, book=5), evolve(TRENCHES, row="veterans"))))
    assert caught.value.code == "house-rules"
    with pytest.raises(HouseRulesError, match=r"\$\.title: expected a text"):
        bw.ruleset.with_house(evolve(CLUB, title=""))
    with pytest.raises(HouseRulesError, match=r"^\$\.cells\[0\]: expected an instance of HouseCell, got 'elite'$"):
        bw.ruleset.with_house(club(cells=("elite",)))


@pytest.mark.parametrize(
    ("given", "told"),
    [(BRAWL, "a BrawlRequest"), (GUARDS, "a HouseOption"), (None, "None"), ("club.toml", "'club.toml'")],
)
def test_what_are_no_house_rules_is_refused_by_name(given: Any, told: str) -> None:
    with pytest.raises(HouseRulesError, match=rf"^\$: expected an instance of HouseRules, got {re.escape(told)}$"):
        bw.ruleset.with_house(given)


def test_nothing_else_is_told_of_house_rules_for_another_ruleset_or_beside_others() -> None:
    wrong = club(cells=(evolve(TRENCHES, book=5),))
    with pytest.raises(HouseRulesError, match=r"^[^;]* house rules for \"orel\", not for 'border_war'$"):
        bw.ruleset.with_house(evolve(wrong, ruleset="orel"))
    with pytest.raises(HouseRulesError, match=r"hold already; write all of them into one file$"):
        PLAYED.with_house(wrong)


@frozen(kw_only=True)
class WeekOptions:
    """Options of which one's name begins like another's, and has a limit of its own."""

    day: Annotated[int, Range(1, 7, rule="week"), Settles("opt-day")] = 1
    days: Annotated[tuple[int, ...], Settles("opt-days")] = (1, 2)


WEEK = Ruleset(
    id="week",
    title="A week",
    edition="1",
    rules_version=1,
    options=WeekOptions(),
    procedures=(),
    modifiers=(Modifier(id="holiday", value=2, reason="a holiday", rule="x", effect="multiply"),),
)


def of_week(*options: tuple[str, Any, Any], modifiers: tuple[HouseModifier, ...] = ()) -> HouseRules:
    changes = tuple(HouseOption(option=name, book=book, ours=ours, why="so") for name, book, ours in options)
    return HouseRules(title="Us", ruleset="week", options=changes, modifiers=modifiers)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([("day", 1, 9)], "$.options[0].ours: expected an integer from 1 to 7, got 9 [week]"),
        ([("day", 1, 2), ("days", (1, 2), "x")], "$.options[1].ours: expected an array, got"),
        ([("day", 1, 2), ("days", (1, 2), (3, "x"))], "$.options[1].ours[1]: expected an integer, got"),
        ([("day", 2, 3), ("days", (1, 2), "x")], "$.options[0].book: the ruleset has 1, not 2 [opt-day]; $.options[1]"),
        ([("day", 2, 3), ("day", 1, 3)], "[opt-day]; $.options[1].option: 'day' is changed twice [opt-day]"),
    ],
)
def test_what_is_wrong_with_an_option_is_told_of_it_and_of_no_other(options: list[Any], told: str) -> None:
    with pytest.raises(HouseRulesError, match=re.escape(told)):
        WEEK.with_house(of_week(*options))


def test_an_option_of_several_values_and_a_multiplier_of_a_fraction() -> None:
    half = HouseModifier(modifier="holiday", book=2, ours=Fraction(3, 2), why="short")
    ours = WEEK.with_house(of_week(("days", (1, 2), (3,)), modifiers=(half,)))
    assert ours.options == WeekOptions(days=(3,))
    assert ours.house_modifiers == {("holiday", 2): Fraction(3, 2)}


def test_house_rules_come_once_and_last() -> None:
    with pytest.raises(
        HouseRulesError, match="the house rules 'Tuesday club' hold already; write all of them into one"
    ):
        PLAYED.with_house(club(cells=(evolve(TRENCHES, row="veterans"),)))
    with pytest.raises(HouseRulesError, match="'Tuesday club' change this option: change it there"):
        PLAYED.with_options(feast_days=True)
    with pytest.raises(HouseRulesError, match="'Tuesday club' change this chart: change it there"):
        PLAYED.with_charts({"brawl_modifiers": bw.ruleset.charts["brawl_modifiers"]})


def test_what_they_leave_alone_can_still_be_set() -> None:
    both = PLAYED.with_options(die_of_the_day="d6").with_charts(
        {"nerve_modifiers": bw.ruleset.charts["nerve_modifiers"]}
    )
    assert (both.options.die_of_the_day, both.options.feast_days) == ("d6", False)
    assert both.house == CLUB
    assert both.charts["brawl_modifiers"].look_up("in_ditch").result == 2


def test_they_stand_on_a_chart_of_ones_own(tmp_path: Path) -> None:
    # The owner of a better copy replaces the chart first; the house rules then name what stands there.
    copy = tmp_path / "copy.toml"
    printed = (Path(bw.__file__).parent / "charts" / "tables.toml").read_text(encoding="utf-8")
    blocks = [block for block in printed.split("[[chart]]") if 'id = "brawl_modifiers"' in block]
    copy.write_text("[[chart]]" + blocks[0].replace('["in_ditch", 1]', '["in_ditch", 3]'), encoding="utf-8")
    own = bw.ruleset.with_charts(read_charts(copy))
    with pytest.raises(HouseRulesError, match="the ruleset has 3, not 1"):
        own.with_house(club(cells=(TRENCHES,)))
    ours = own.with_house(club(cells=(evolve(TRENCHES, book=3),)))
    assert ours.replaced_charts == ("brawl_modifiers",)
    assert ours.charts["brawl_modifiers"].look_up("in_ditch").result == 2
