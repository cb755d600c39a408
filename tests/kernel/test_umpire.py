"""The umpire: whatever a procedure asks is answered, checked, and told in the record."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal

import attrs
import pytest
from attrs import evolve, frozen

from rcw_rules import (
    ChartError,
    Choice,
    ChoiceError,
    DiceError,
    GivenDice,
    IllegalRequestError,
    InvalidRequestError,
    Objection,
    Override,
    OverrideError,
    Request,
    Ruleset,
    SeededDice,
    Umpire,
    procedure,
)
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import AutomaticSuccess, Ledger, Modifier
from rcw_rules.kernel.record import (
    ChoiceStep,
    LegalityStep,
    LookUpStep,
    ModifierStep,
    OverrideStep,
    ProcedureStep,
    ResultStep,
    RollStep,
    RulingStep,
    Step,
)
from rcw_rules.marks import Settles
from rcw_rules.resolution import Resolution

CHARTS = """
[[chart]]
id = "fire"
title = "Fire"
rule = "fire-table"
source = "A made-up book"
locator = "page 1"
provenance = "printed"
rows = "bands"
table = [
  ["die", "hits"],
  ["<=3", 0],
  ["4-5", 1],
  ["6+", 2],
]

[[chart]]
id = "fire_modifiers"
title = "Modifiers to fire"
rule = "fire-mods"
source = "A made-up book"
locator = "page 2"
provenance = "printed"
rows = "labels"
table = [
  ["modifier", "die"],
  ["cover", -1],
  ["gun", 1],
  ["fog", "?"],
]
[[chart.cells]]
row = "gun"
provenance = "reconstructed"
reason = "the page is torn"
"""


@frozen(kw_only=True)
class Options:
    guns_count: Annotated[Literal["once", "each"], Settles("opt-guns")] = "once"
    bold: Annotated[bool, Settles("opt-bold")] = False


FALL_BACK: Choice[int, str] = Choice(
    "fall_back",
    rule="unit-choice",
    who="owner",
    about="What a unit under fire does. Default: it stays.",
    default=lambda hits, alternatives: alternatives[0],
)


@frozen(kw_only=True)
class Fire(Request[int]):
    cover: bool = False
    guns: Annotated[int, Range(0, 3, rule="fire-mods")] = 0
    fog: bool = False


@procedure("toy.fire", title="How many hits?", rules=("fire-table", "fire-mods", "opt-guns"))
def fire(request: Fire, umpire: Umpire[Options]) -> int:
    if request.guns > 1:
        umpire.ruling("guns_count")
    ledger = Ledger()
    if request.cover:
        ledger += umpire.modifier("fire_modifiers", "cover", "fire-mods", "in cover")
    if request.guns:
        times = request.guns if umpire.options.guns_count == "each" else 1
        ledger += umpire.modifier("fire_modifiers", "gun", "fire-mods", "machine gun", times=times)
    if request.fog:
        ledger += umpire.modifier("fire_modifiers", "fog", "fire-mods", "in fog")
    ledger = umpire.modify(ledger, "fire")
    face = umpire.roll(d6, "fire", "fire-table")
    cell = umpire.look_up("fire", face + ledger.total)
    hits = int(cell.result)
    umpire.result("fire-table", "{hits} hits; hit at all: {is_hit}", hits=hits, is_hit=hits > 0)
    return hits


@frozen(kw_only=True)
class UnitOutcome:
    hits: tuple[int, ...]
    does: str
    steady: bool


@frozen(kw_only=True)
class UnderFire(Request[UnitOutcome]):
    shots: tuple[Fire, ...]


@procedure("toy.under_fire", title="What does a unit under fire do?", rules=("unit-choice",))
def under_fire(request: UnderFire, umpire: Umpire[Options]) -> UnitOutcome:
    hits = tuple(umpire.resolve(shot, f"shot {number}") for number, shot in enumerate(request.shots, start=1))
    does = umpire.choose(FALL_BACK, ("stays", "falls back"), sum(hits)) if any(hits) else "stays"
    steady = umpire.roll(d6.check(at_most=4), "nerve", "unit-nerve")
    return UnitOutcome(hits=hits, does=does, steady=steady)


@under_fire.legality
def _under_fire_objections(request: UnderFire, options: Options) -> Any:
    if not request.shots:
        yield Objection(rule="unit-shots", message="nobody shoots", path="$.shots")


@fire.legality
def _fire_objections(request: Fire, options: Options) -> Any:
    if request.cover and request.guns == 3:
        yield Objection(rule="fire-cover", message="three guns leave no cover", path="$.cover")


@frozen(kw_only=True)
class Stack(Request[int]):
    settled: bool = False


@procedure("toy.stack", title="Which modifiers count?", rules=("stack",))
def stack(request: Stack, umpire: Umpire[Options]) -> int:
    ledger = Ledger.of(
        Modifier(id="small", value=1, reason="small", rule="stack", group="size"),
        Modifier(id="tall", value=3, reason="tall", rule="stack", group="size"),
    )
    if request.settled:
        ledger = ledger.settled(AutomaticSuccess(reason="nobody there", rule="stack-empty"))
    return umpire.modify(ledger, "stack").total


TOY: Ruleset[Options] = Ruleset(
    id="toy",
    title="Toy rules",
    edition="first",
    rules_version=1,
    options=Options(),
    procedures=(fire, under_fire, stack),
    choices=(FALL_BACK,),
    charts={chart.id: chart for chart in load_charts(CHARTS, "charts/toy.toml")},
)

TWO_SHOTS = UnderFire(shots=(Fire(cover=True), Fire(guns=1)))


def steps_of(resolution: Resolution[Any]) -> list[Step]:
    return [step for _, step in resolution.record.walk()]


def resolve_two(*faces: int, **arguments: Any) -> Resolution[UnitOutcome]:
    return TOY.resolve(TWO_SHOTS, dice=GivenDice(faces), **arguments)


# ------------------------------------------------------------------ the record tells everything


def test_a_resolution_tells_every_step_in_order() -> None:
    resolution = TOY.resolve(Fire(cover=True), dice=GivenDice([5]))
    assert resolution.outcome == 1
    legality, modifier, roll, look_up, result = resolution.record.steps
    assert isinstance(legality, LegalityStep)
    assert legality.rule == "fire-table"
    assert modifier == ModifierStep(
        rule="fire-mods", to="fire", id="cover", value=-1, text="fire: -1 in cover", provenance="printed"
    )
    assert isinstance(roll, RollStep)
    assert (roll.rule, roll.purpose, roll.label, roll.faces, roll.value, roll.by) == (
        "fire-table",
        "fire",
        "d6",
        (5,),
        5,
        "given",
    )
    assert isinstance(look_up, LookUpStep)
    assert (look_up.chart, look_up.row, look_up.column, look_up.result) == ("fire", "4-5", "", 1)
    assert isinstance(result, ResultStep)
    assert (result.text, dict(result.values)) == ("1 hits; hit at all: yes", {"hits": 1, "is_hit": True})


def test_steps_inside_hang_below_their_procedure() -> None:
    resolution = resolve_two(5, 5, 3)
    first, second = (step for step in resolution.record.steps if isinstance(step, ProcedureStep))
    assert (first.procedure, first.purpose, second.purpose) == ("toy.fire", "shot 1", "shot 2")
    assert [step.kind for step in first.steps] == ["modifier", "roll", "look_up", "result"]
    assert [roll.purpose for roll in resolution.record.rolls] == ["shot 1/fire", "shot 2/fire", "nerve"]


def test_a_step_is_no_more_certain_than_what_it_rests_on() -> None:
    resolution = TOY.resolve(Fire(guns=1), dice=GivenDice([1]))
    assert [(step.rule, step.provenance) for step in resolution.record.unprinted] == [("fire-mods", "reconstructed")]


def test_a_ruling_is_told_where_it_matters() -> None:
    one, two = TOY.resolve(Fire(guns=1), dice=GivenDice([4])), TOY.resolve(Fire(guns=2), dice=GivenDice([4]))
    assert not [step for step in steps_of(one) if isinstance(step, RulingStep)]
    (ruling,) = (step for step in steps_of(two) if isinstance(step, RulingStep))
    assert (ruling.rule, ruling.option, ruling.value) == ("opt-guns", "guns_count", "once")


def test_modifiers_that_do_not_count_are_told_as_such() -> None:
    resolution = TOY.resolve(Stack(), dice=GivenDice([]))
    assert resolution.outcome == 3
    told = [(step.id, step.counted) for step in steps_of(resolution) if isinstance(step, ModifierStep)]
    assert told == [("small", False), ("tall", True)]
    assert "stack: +1 small (not counted) [stack]" in resolution.record.text()


def test_a_finding_is_told_by_its_own_rule() -> None:
    steps = steps_of(TOY.resolve(Stack(settled=True), dice=GivenDice([])))
    assert ("stack-empty", "stack: nobody there") in [(step.rule, step.text) for step in steps]


def test_a_chart_of_codes_gives_no_modifier() -> None:
    with pytest.raises(ChartError, match=r"fire_modifiers: row 'fog' should be a whole number, not '\?'"):
        TOY.outcome(Fire(fog=True), dice=GivenDice([1]))


def test_a_modifier_may_count_several_times() -> None:
    each = TOY.with_options(guns_count="each")
    assert each.outcome(Fire(guns=3), dice=GivenDice([3])) == 2
    assert TOY.outcome(Fire(guns=3), dice=GivenDice([3])) == 1


def test_with_and_without_a_record_every_face_gives_the_same() -> None:
    for faces in product(range(1, 7), repeat=3):
        assert resolve_two(*faces).outcome == TOY.outcome(TWO_SHOTS, dice=GivenDice(faces))


def test_the_request_is_unchanged_and_the_resolution_echoes_it() -> None:
    resolution = resolve_two(1, 1, 1)
    assert resolution.request is TWO_SHOTS
    assert (resolution.procedure, resolution.title) == ("toy.under_fire", "What does a unit under fire do?")
    assert (resolution.ruleset, resolution.options) == (TOY.identity, Options())
    assert resolution.dice == (1, 1, 1)


# ------------------------------------------------------------------ dice


def test_the_same_seed_gives_the_same_resolution() -> None:
    one, other = (TOY.resolve(TWO_SHOTS, dice=SeededDice(1919)) for _ in range(2))
    assert one == other
    assert one.to_json() == other.to_json()
    assert TOY.outcome(TWO_SHOTS, dice=SeededDice(1919)) == one.outcome
    assert len({TOY.resolve(TWO_SHOTS, dice=SeededDice(seed)).dice for seed in range(20)}) > 10


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((5, 5), r"too few dice: nerve \[unit-nerve\] needs d6"),
        ((5, 5, 1, 6), "too many dice: 3 of 4 faces were needed; left over: 6"),
        ((5, 7, 1), r"shot 2/fire \[fire-table\]: face 7 is impossible on a d6"),
        ((0, 1, 1), r"shot 1/fire \[fire-table\]: face 0 is impossible"),
    ],
)
def test_dice_that_do_not_fit(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(DiceError, match=message):
        resolve_two(*faces)
    with pytest.raises(DiceError, match=message):
        TOY.outcome(TWO_SHOTS, dice=GivenDice(faces))


# ------------------------------------------------------------------ legality


def test_an_illegal_request_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.shots: nobody shoots \[unit-shots\]"):
        TOY.resolve(UnderFire(shots=()), dice=GivenDice([]))
    verdict = TOY.verdict(UnderFire(shots=()))
    assert not verdict
    assert [objection.rule for objection in verdict.objections] == ["unit-shots"]


def test_an_illegal_request_inside_is_refused_however_it_is_asked() -> None:
    request = UnderFire(shots=(Fire(cover=True, guns=3),))
    for ask in (
        lambda: TOY.resolve(request, dice=GivenDice([1, 1])),
        lambda: TOY.outcome(request, dice=GivenDice([1, 1])),
        lambda: TOY.odds(request),
    ):
        with pytest.raises(IllegalRequestError, match="three guns leave no cover"):
            ask()


def test_a_malformed_request_is_refused_with_its_path() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.shots\[0\]\.guns.*\[fire-mods\]"):
        TOY.resolve(UnderFire(shots=(Fire(guns=4),)), dice=GivenDice([1, 1]))


def test_a_request_of_another_ruleset_is_refused() -> None:
    @frozen(kw_only=True)
    class Foreign(Request[int]):
        pass

    with pytest.raises(InvalidRequestError, match="toy answers no Foreign"):
        TOY.resolve(Foreign(), dice=GivenDice([]))


def test_a_bool_is_no_number_even_if_an_equal_request_was_admitted() -> None:
    toy = attrs.evolve(TOY)
    assert toy.outcome(Fire(guns=1), dice=GivenDice([4])) == 1
    assert Fire(guns=True) == Fire(guns=1)
    with pytest.raises(InvalidRequestError, match=r"\$\.guns"):
        toy.resolve(Fire(guns=True), dice=GivenDice([4]))


# ------------------------------------------------------------------ choices


def test_a_choice_takes_its_default_and_says_so() -> None:
    (step,) = (step for step in steps_of(resolve_two(5, 1, 1)) if isinstance(step, ChoiceStep))
    assert (step.rule, step.choice, step.who, step.chosen, step.by) == (
        "unit-choice",
        "fall_back",
        "owner",
        "stays",
        "default",
    )
    assert step.alternatives == ("stays", "falls back")


def test_a_policy_sees_the_situation_and_answers() -> None:
    seen: list[tuple[int, tuple[str, ...]]] = []

    def policy(hits: int, alternatives: tuple[str, ...]) -> str:
        seen.append((hits, alternatives))
        return "falls back"

    resolution = resolve_two(5, 5, 1, choices={"fall_back": policy})
    assert resolution.outcome.does == "falls back"
    assert seen == [(3, ("stays", "falls back"))]
    (step,) = (step for step in steps_of(resolution) if isinstance(step, ChoiceStep))
    assert (step.chosen, step.by) == ("falls back", "policy")


def test_a_policy_answers_one_of_the_alternatives() -> None:
    policies = {"fall_back": lambda hits, alternatives: "runs"}
    message = r"the policy for fall_back answered 'runs'; it may answer 'stays' or 'falls back' \[unit-choice\]"
    with pytest.raises(ChoiceError, match=message):
        resolve_two(5, 5, 1, choices=policies)
    with pytest.raises(ChoiceError, match=message):
        TOY.odds(TWO_SHOTS, choices=policies)


def test_an_unknown_choice_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ChoiceError, match="unknown choice 'fallback'; did you mean 'fall_back'"):
        resolve_two(5, 5, 1, choices={"fallback": lambda hits, alternatives: "stays"})


YES_OR_NO: Choice[None, bool] = Choice("yes_or_no", rule="r", who="owner", about="", default=lambda _, both: both[0])


@frozen(kw_only=True)
class Ask(Request[bool]):
    pass


@procedure("asking.ask", title="Yes or no?", rules=("r",))
def ask_yes_or_no(request: Ask, umpire: Umpire[Options]) -> bool:
    return umpire.choose(YES_OR_NO, (True, False), None)


def test_an_answer_that_equals_an_alternative_stands_for_it() -> None:
    asking = attrs.evolve(TOY, id="asking", procedures=(ask_yes_or_no,), choices=(YES_OR_NO,))
    resolution = asking.resolve(Ask(), dice=GivenDice([]), choices={"yes_or_no": lambda _, both: 0})
    assert resolution.outcome is False
    assert asking.load_resolution(resolution.to_json()) == resolution


# ------------------------------------------------------------------ overrides


def override_of(resolution: Resolution[Any]) -> OverrideStep:
    (step,) = (step for step in steps_of(resolution) if isinstance(step, OverrideStep))
    return step


def test_a_referee_overrides_a_throw_inside() -> None:
    override = Override(what="roll", at="shot 2/fire", value=6, reason="cocked die")
    resolution = resolve_two(1, 2, overrides=[override])
    assert resolution.outcome.hits == (0, 2)
    assert resolution.dice == (1, 2)  # the throw that was overridden is not thrown
    step = override_of(resolution)
    assert (step.rule, step.what, step.at, step.value, step.reason) == (
        "fire-table",
        "roll",
        "shot 2/fire",
        6,
        "cocked die",
    )
    assert step.provenance == "illustrative"
    assert step in resolution.record.overrides


def test_a_referee_overrides_whether_a_check_succeeds() -> None:
    overrides = [Override(what="roll", at="nerve", value=False, reason="the priest fled")]
    assert not resolve_two(1, 1, overrides=overrides).outcome.steady


def test_a_referee_overrides_a_modifier() -> None:
    override = Override(what="modifier", at="cover", value=-3, reason="very thick")
    resolution = TOY.resolve(Fire(cover=True), dice=GivenDice([6]), overrides=[override])
    assert resolution.outcome == 0
    step = override_of(resolution)
    assert (step.what, step.at, step.book, step.value, step.reason) == ("modifier", "cover", "-1", -3, "very thick")
    (modifier,) = (step for step in steps_of(resolution) if isinstance(step, ModifierStep))
    assert modifier.value == -3


def test_a_referee_overrides_a_look_up() -> None:
    override = Override(what="look_up", at="fire", value=1, reason="spent cartridges")
    resolution = TOY.resolve(Fire(), dice=GivenDice([6]), overrides=[override])
    assert resolution.outcome == 1
    step = override_of(resolution)
    assert (step.what, step.at, step.book, step.value, step.rule) == ("look_up", "fire", "2", 1, "fire-table")


@pytest.mark.parametrize(
    ("what", "at", "value", "message"),
    [
        ("roll", "nerves", True, "nothing happened that these overrides name: roll 'nerves'"),
        ("roll", "fire", 3, "nothing happened that these overrides name: roll 'fire'"),
        ("modifier", "fog", 3, "modifier 'fog'"),
        ("look_up", "fire_modifiers", 3, "look_up 'fire_modifiers'"),
        ("roll", "shot 1/fire", 7, "shot 1/fire cannot be 7: d6 can be 1, 2, 3, 4, 5, 6"),
        ("roll", "shot 1/fire", True, "shot 1/fire cannot be yes: d6 can be"),
        ("roll", "shot 1/fire", "6", "shot 1/fire cannot be 6"),
        ("roll", "nerve", 1, "nerve cannot be 1: d6, 4 or less can be"),
        ("modifier", "cover", "thick", "the modifier cover is a number, not 'thick'"),
        ("modifier", "cover", True, "the modifier cover is a number, not True"),
        ("look_up", "fire", True, "a cell of the chart fire is a number or a code, not True"),
    ],
)
def test_an_override_that_cannot_be(what: Any, at: str, value: Any, message: str) -> None:
    with pytest.raises(OverrideError, match=message):
        TOY.resolve(
            TWO_SHOTS,
            dice=SeededDice(1),
            overrides=[Override(what=what, at=at, value=value, reason="a test")],
        )


def test_two_overrides_of_the_same_are_refused() -> None:
    overrides = [Override(what="roll", at="nerve", value=value, reason="a test") for value in (True, False)]
    with pytest.raises(OverrideError, match="nerve"):
        resolve_two(1, 1, overrides=overrides)


# ------------------------------------------------------------------ options


def test_options_are_changed_in_a_new_ruleset() -> None:
    each = TOY.with_options(guns_count="each")
    assert (each.options.guns_count, TOY.options.guns_count) == ("each", "once")
    assert TOY.odds(Fire(guns=3)) != each.odds(Fire(guns=3))
    assert each.resolve(Fire(guns=1), dice=GivenDice([1])).options == Options(guns_count="each")


# ------------------------------------------------------------------ preview


def test_a_preview_stops_before_the_first_throw() -> None:
    preview = TOY.preview(Fire(cover=True))
    assert preview.verdict
    assert preview.next_throw == "fire: d6 [fire-table]"
    assert [step.kind for step in preview.record.steps] == ["legality", "modifier"]


def test_a_preview_shows_what_is_inside_a_procedure() -> None:
    preview = TOY.preview(TWO_SHOTS)
    assert preview.next_throw == "shot 1/fire: d6 [fire-table]"
    assert [(depth, step.kind) for depth, step in preview.record.walk()] == [
        (0, "legality"),
        (0, "procedure"),
        (1, "modifier"),
    ]


def test_a_preview_of_what_needs_no_throw_is_complete() -> None:
    preview = TOY.preview(Stack())
    assert preview.next_throw == ""
    assert preview.record == TOY.resolve(Stack(), dice=GivenDice([])).record


def test_a_preview_says_why_something_is_illegal() -> None:
    preview = TOY.preview(UnderFire(shots=()))
    assert [objection.rule for objection in preview.verdict.objections] == ["unit-shots"]
    assert (preview.record.steps, preview.next_throw) == ((), "")


def test_a_preview_refuses_what_is_malformed() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.guns"):
        TOY.preview(Fire(guns=-1))


def test_a_preview_takes_policies() -> None:
    with pytest.raises(ChoiceError, match="unknown choice"):
        TOY.preview(TWO_SHOTS, choices={"fallback": lambda hits, alternatives: "stays"})


# ------------------------------------------------------------------ the exact umpire looks at the same charts


def test_the_odds_rest_on_charts_and_modifiers() -> None:
    # In cover 5 and 6 become 4 and 5: one hit. Without it 4 and 5 hit once and 6 twice.
    assert dict(TOY.odds(Fire(cover=True)).items()) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert TOY.odds(Fire())[2] == Fraction(1, 6)


@frozen(kw_only=True)
class Muster(Request[int]):
    pass


MUSTER: Choice[None, Any] = Choice(
    "muster", rule="unit-choice", who="owner", about="Who musters.", default=lambda situation, alternatives: ()
)


@procedure("toy.muster", title="Who musters?", rules=("unit-choice",), example=Muster)
def muster(request: Muster, umpire: Umpire[Options]) -> int:
    return sum(len(umpire.choose(MUSTER, alternatives, None)) for alternatives in (((), ("a", "b")), ("", "a")))


def test_an_empty_decision_and_one_for_several_are_told_in_words() -> None:
    toy = evolve(TOY, procedures=(muster,), choices=(MUSTER,))
    for answers, told in ((((), ""), ["none", "none"]), ((("a", "b"), "a"), ["a, b", "a"])):
        left = iter(answers)
        policies = {"muster": lambda situation, alternatives, left=left: next(left)}
        steps = toy.resolve(Muster(), dice=GivenDice([]), choices=policies).record.steps[1:]
        assert [step.text for step in steps] == [f"owner decides, muster: {words} (policy)" for words in told]
