"""The record of a resolution: every step with the rule that it rests on.

A step holds facts. What a person reads, `text`, is made from the facts whenever somebody asks for it. Documents hold
both, and a text that differs from its facts is refused when the document is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from string import Formatter
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.dice import Face
from rcw_rules.kernel.ledger import Effect, modifier_words
from rcw_rules.kernel.plain import Plain, in_one_line, in_text
from rcw_rules.kernel.variables import DecidedBy, Roller
from rcw_rules.kernel.words import counted

# The classes of steps have no slots, because attrs makes their objects faster so: that is half the cost of a record.

Overridable: TypeAlias = Literal["roll", "modifier", "look_up"]
"""What a referee may override: a throw, a modifier's value, a chart's result."""


@frozen(kw_only=True, slots=False)
class LegalityStep:
    """The request was checked and found legal.

    Attributes:
        rule: The id of the rule that was checked.
        provenance: Where the rule comes from.
        text: What was checked, in words.
    """

    kind: ClassVar[str] = "legality"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """What was checked, in words."""
        return "the request is legal"


@frozen(kw_only=True, slots=False)
class ModifierStep:
    """A modifier applies.

    Attributes:
        rule: The id of its rule.
        to: What it modifies.
        id: The modifier's id.
        value: What it adds, shifts or multiplies by.
        effect: What the value does.
        reason: Why it applies, in a few words.
        counted: Whether it counts; False for one that another of its group outdoes.
        provenance: Where the value comes from.
        text: The modifier in words, ``attacker's die: +1 elite``.
    """

    kind: ClassVar[str] = "modifier"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    to: str
    id: str
    value: int | Fraction
    effect: Effect = "add"
    reason: str
    counted: bool = True
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """The modifier in words, ``attacker's die: +1 elite``."""
        words = modifier_words(self.value, self.effect, self.reason)
        return f"{self.to}: {words}{'' if self.counted else ' (not counted)'}"


@frozen(kw_only=True, slots=False)
class LookUpStep:
    """A chart was looked up.

    Attributes:
        rule: The id of the rule that the chart belongs to.
        chart: The chart's id.
        row: The row as printed.
        column: The column as printed, "" in a chart of one dimension.
        shift: How many columns the look-up was shifted, after clamping.
        result: The cell's result.
        words: The look-up as a player says it; "" in documents that were written before charts had words.
        provenance: Where the cell comes from.
        text: The look-up in words.
    """

    kind: ClassVar[str] = "look_up"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    chart: str
    row: str
    column: str
    shift: int
    result: int | str
    words: str = ""
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """The look-up in words."""
        if self.words:
            return self.words
        column = f", column {self.column}" if self.column else ""
        return f"{self.chart}, row {self.row}{column}: {self.result}"


@frozen(kw_only=True, slots=False)
class RollStep:
    """Dice were thrown.

    Attributes:
        rule: The id of the rule that asks for them.
        purpose: What for, with the purposes of the procedures around.
        label: What was thrown: ``2d6``.
        faces: What the dice showed, in order.
        parts: The numbers on the way to the value, where there are any: both totals of an opposed throw.
        value: What the throw means.
        reading: What the faces come to, in full: ``5 + 1 = 6 against 2 + 2 = 4``.
        by: Who rolled.
        draw: The number of a sealed throw in its game, from 1; None for any other throw.
        sides: Of a sealed throw, the number of sides of each die, in order; else empty.
        provenance: Where the rule comes from.
        told: What the faces come to, in a few words.
        text: The throw in words.
    """

    kind: ClassVar[str] = "roll"
    in_words: ClassVar[tuple[str, ...]] = ("told", "text")
    rule: str
    purpose: str
    label: str
    faces: tuple[Face, ...]
    parts: tuple[int, ...] = ()
    value: Plain
    reading: str
    by: Roller
    draw: int | None = None
    sides: tuple[int, ...] = ()
    provenance: Provenance = "printed"

    @property
    def told(self) -> str:
        """What the faces come to, in a few words: of a test on one die, what the die showed."""
        return str(self.faces[0]) if isinstance(self.value, bool) and len(self.faces) == 1 else self.reading

    @property
    def text(self) -> str:
        """The throw in words."""
        return f"{self.purpose}: {self.label}: {self.reading}"


@frozen(kw_only=True, slots=False)
class ChoiceStep:
    """A player decided.

    Attributes:
        rule: The id of the rule that leaves the decision.
        choice: The choice's id.
        who: Who decides, as the rule says it: ``owner``.
        side: Which side that is, "" where nobody knows.
        unit: About which unit or units, "" for none in particular.
        alternatives: What they could choose from.
        chosen: What they chose.
        told: What they chose, in words.
        by: "default" for the documented default, "policy" for the caller's, "person" for somebody who was asked.
        provenance: Where the rule comes from.
        text: The decision in words.
    """

    kind: ClassVar[str] = "choice"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    choice: str
    who: str
    side: str = ""
    unit: str = ""
    alternatives: tuple[Plain, ...]
    chosen: Plain
    told: str
    by: DecidedBy
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """The decision in words."""
        unit = f" about {self.unit}" if self.unit else ""
        return f"{self.side or self.who} decides{unit}, {self.choice}: {self.told} ({self.by})"


@frozen(kw_only=True, slots=False)
class ResultStep:
    """Something follows.

    Attributes:
        rule: The id of the rule that it follows from.
        says: What follows: a sentence with the names of *values* in braces, or as it stands if there are none.
        values: The values in it, by name.
        provenance: Where the rule comes from.
        text: The sentence with its values; a truth value reads yes or no.
    """

    kind: ClassVar[str] = "result"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    says: str
    values: Mapping[str, Plain] = field(factory=dict[str, Plain], hash=False)
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """The sentence with its values; a truth value reads yes or no.

        Raises:
            ValueError: If the sentence names a value that is not there, or has a brace that it neither closes nor
                doubles.
        """
        if not self.values:
            return self.says
        parts: list[str] = []
        for words, name, form, conversion in Formatter().parse(self.says):
            parts.append(words)
            if name is not None:
                if name not in self.values or form or conversion:
                    raise ValueError(f"{self.says!r} has a place in braces that is the name of none of its values")
                value = self.values[name]
                parts.append(in_text(value) if isinstance(value, bool) else format(value))
        return "".join(parts)


@frozen(kw_only=True, slots=False)
class RulingStep:
    """The outcome rests on an option, a place where the book is silent or contradicts itself.

    Attributes:
        rule: The id of the rule that the option settles.
        option: The option's name.
        value: The value in force.
        provenance: Where the value in force comes from.
        text: The ruling in words.
    """

    kind: ClassVar[str] = "ruling"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    option: str
    value: Plain
    provenance: Provenance = "reconstructed"

    @property
    def text(self) -> str:
        """The ruling in words."""
        return f"ruling {self.option} = {in_text(self.value)}"


@frozen(kw_only=True, slots=False)
class OverrideStep:
    """The referee set something aside.

    Attributes:
        rule: The id of the rule that would have applied.
        what: Whether a throw, a modifier or a look-up was overridden.
        at: Which: a purpose, a modifier's id or a chart's id.
        book: What the book says, as text.
        value: What holds instead.
        reason: The referee's reason.
        provenance: Always illustrative: the value is the referee's.
        text: The override in words.
    """

    kind: ClassVar[str] = "override"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    what: Overridable
    at: str
    book: str
    value: Plain
    reason: str
    provenance: Provenance = "illustrative"

    @property
    def text(self) -> str:
        """The override in words."""
        return f"referee: {self.at} is {in_text(self.value)} instead of {self.book}: {self.reason}"


@frozen(kw_only=True, slots=False)
class ProcedureStep:
    """Another procedure was resolved.

    Attributes:
        rule: The first rule of that procedure.
        procedure: Its id.
        title: The question that it answers.
        within: The purposes of the procedures around it, each with a slash after it; "" for none.
        purpose: What it was resolved for, with the purposes of the procedures around.
        steps: Its own steps.
        provenance: Where the rule comes from.
        text: The procedure in words.
    """

    kind: ClassVar[str] = "procedure"
    in_words: ClassVar[tuple[str, ...]] = ("text",)
    rule: str
    procedure: str
    title: str
    within: str = ""
    purpose: str
    steps: tuple[Step, ...]
    provenance: Provenance = "printed"

    @property
    def text(self) -> str:
        """The procedure in words."""
        return f"{self.purpose.removeprefix(self.within)}: {self.title}"


Step: TypeAlias = (
    LegalityStep
    | ModifierStep
    | LookUpStep
    | RollStep
    | ChoiceStep
    | ResultStep
    | RulingStep
    | OverrideStep
    | ProcedureStep
)
"""One step of a record. Every step cites a rule."""


class Record:
    """Every step of a resolution, in order.

    A record never changes. One that nobody has read yet may make its steps when they are first read.
    Any number of threads may read it; if several are the first, each makes the steps, and all get the same.

    Args:
        steps: The steps.
        make: Makes the steps in the place of *steps*, the same however often it is called. It is kept until the steps
            are read, with all that it refers to.
    """

    __slots__ = ("_make", "_steps")

    def __init__(self, steps: tuple[Step, ...] = (), make: Callable[[], tuple[Step, ...]] | None = None) -> None:
        self._steps = steps
        self._make = make

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps; those of a procedure inside a procedure hang below its `ProcedureStep`."""
        make = self._make
        if make is not None:
            # Nothing is locked meanwhile. In this order, so that who finds nothing to make finds steps.
            made = make()
            if self._make is not None:
                self._steps = made
                self._make = None
        return self._steps

    def __eq__(self, other: object) -> bool:
        return self.steps == other.steps if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.steps)

    def __repr__(self) -> str:
        return f"Record(steps={self.steps!r})"

    def __reduce__(self) -> tuple[type[Record], tuple[tuple[Step, ...]]]:
        return Record, (self.steps,)  # what makes them stays here

    def walk(self) -> Iterator[tuple[int, Step]]:
        """Yield every step with its depth, outermost 0, in the order in which things happened."""
        return _walk(self.steps, 0)

    @property
    def rolls(self) -> tuple[RollStep, ...]:
        """Every throw, in order."""
        return tuple(step for _, step in self.walk() if isinstance(step, RollStep))

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every face in the order thrown: what `GivenDice` needs to repeat the resolution."""
        return tuple(face for roll in self.rolls for face in roll.faces)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the steps cite, each once, in order."""
        return tuple(dict.fromkeys(step.rule for _, step in self.walk()))

    @property
    def unprinted(self) -> tuple[Step, ...]:
        """The steps that rest on something that is not printed in the source."""
        return tuple(
            step for _, step in self.walk() if step.provenance != "printed" and not isinstance(step, OverrideStep)
        )

    @property
    def overrides(self) -> tuple[OverrideStep, ...]:
        """What the referee set aside, in order."""
        return tuple(step for _, step in self.walk() if isinstance(step, OverrideStep))

    def line(self) -> str:
        """Return what was thrown and what followed, as one line."""
        said: list[str] = []
        for _, step in self.walk():
            if isinstance(step, ResultStep | OverrideStep):
                said.append(step.text)
            elif isinstance(step, RollStep):
                said.append(f"rolled {step.told}")
        return in_one_line("; ".join(said))

    def text(self, most_lines: int | None = None) -> str:
        """Return the record as an indented tree, one line a step, each with its rule.

        Args:
            most_lines: How long the text should be at most. Of a longer record, the steps of the innermost procedures
                are only counted, until it is short enough or only the outermost steps are left. None for every step.
        """
        deepest = None if most_lines is None else _depth_of(self.steps, most_lines)
        return "\n".join(_lines(self.steps, 0, deepest))


def _walk(steps: tuple[Step, ...], depth: int) -> Iterator[tuple[int, Step]]:
    for step in steps:
        yield depth, step
        if isinstance(step, ProcedureStep):
            yield from _walk(step.steps, depth + 1)


def _depth_of(steps: tuple[Step, ...], most_lines: int) -> int | None:
    """Return the depth to which steps are told, so that there are not more lines, or None for every step."""
    by_depth = Counter(depth for depth, _ in _walk(steps, 0))
    total = 0
    for depth, count in sorted(by_depth.items()):
        total += count
        if total > most_lines:
            return max(0, depth - 1)
    return None


def _lines(steps: tuple[Step, ...], depth: int, deepest: int | None) -> Iterator[str]:
    for step in steps:
        if not isinstance(step, ProcedureStep):
            yield _line(depth, step)
        elif depth == deepest:
            count = sum(1 for _ in _walk(step.steps, 0))
            yield f"{_line(depth, step)} ... {counted(count, 'step')}"
        else:
            yield _line(depth, step)
            yield from _lines(step.steps, depth + 1, deepest)


def _line(depth: int, step: Step) -> str:
    note = "" if step.provenance == "printed" else f", {step.provenance}"
    return f"{'  ' * depth}{in_one_line(step.text)} [{step.rule}{note}]"
