"""The record of a resolution: every step with the rule that it rests on, as values first and as text second."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.dice import Face
from rcw_rules.kernel.plain import Plain
from rcw_rules.kernel.variables import Roller

Overridable: TypeAlias = Literal["roll", "modifier", "look_up"]
"""What a referee may override: a throw, a modifier's value, a chart's result."""


@frozen(kw_only=True)
class LegalityStep:
    """The request was checked and found legal.

    Attributes:
        rule: The id of the rule that was checked.
        text: What was checked.
        provenance: Where the rule comes from.
    """

    kind: ClassVar[str] = "legality"
    rule: str
    text: str
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class ModifierStep:
    """A modifier applies.

    Attributes:
        rule: The id of its rule.
        to: What it modifies.
        id: The modifier's id.
        value: What it adds, shifts or multiplies by.
        text: The modifier in words, ``+1 elite``.
        counted: Whether it counts; False for one that another of its group outdoes.
        provenance: Where the value comes from.
    """

    kind: ClassVar[str] = "modifier"
    rule: str
    to: str
    id: str
    value: int | Fraction
    text: str
    counted: bool = True
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class LookUpStep:
    """A chart was looked up.

    Attributes:
        rule: The id of the rule that the chart belongs to.
        chart: The chart's id.
        row: The row as printed.
        column: The column as printed, "" in a chart of one dimension.
        shift: How many columns the look-up was shifted, after clamping.
        result: The cell's result.
        text: The look-up in words.
        provenance: Where the cell comes from.
    """

    kind: ClassVar[str] = "look_up"
    rule: str
    chart: str
    row: str
    column: str
    shift: int
    result: int | str
    text: str
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class RollStep:
    """Dice were thrown.

    Attributes:
        rule: The id of the rule that asks for them.
        purpose: What for, with the purposes of the procedures around.
        label: What was thrown: ``2d6``.
        faces: What the dice showed, in order.
        parts: The numbers on the way to the value, where there are any: both totals of an opposed throw.
        value: What the throw means.
        told: What the faces come to, in words.
        text: The throw in words.
        by: Who rolled.
        provenance: Where the rule comes from.
    """

    kind: ClassVar[str] = "roll"
    rule: str
    purpose: str
    label: str
    faces: tuple[Face, ...]
    parts: tuple[int, ...] = ()
    value: Plain
    told: str
    text: str
    by: Roller
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class ChoiceStep:
    """A player decided.

    Attributes:
        rule: The id of the rule that leaves the decision.
        choice: The choice's id.
        who: Who decides.
        alternatives: What they could choose from.
        chosen: What they chose.
        by: "default" for the documented default, "policy" for the caller's.
        text: The decision in words.
        provenance: Where the rule comes from.
    """

    kind: ClassVar[str] = "choice"
    rule: str
    choice: str
    who: str
    alternatives: tuple[Plain, ...]
    chosen: Plain
    by: str
    text: str
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class ResultStep:
    """Something follows.

    Attributes:
        rule: The id of the rule that it follows from.
        text: What follows, in words.
        values: The values in it, by name.
        provenance: Where the rule comes from.
    """

    kind: ClassVar[str] = "result"
    rule: str
    text: str
    values: Mapping[str, Plain] = field(factory=dict[str, Plain], hash=False)
    provenance: Provenance = "printed"


@frozen(kw_only=True)
class RulingStep:
    """The outcome rests on an option, a place where the book is silent or contradicts itself.

    Attributes:
        rule: The id of the rule that the option settles.
        option: The option's name.
        value: The value in force.
        text: The ruling in words.
        provenance: Where the value in force comes from.
    """

    kind: ClassVar[str] = "ruling"
    rule: str
    option: str
    value: Plain
    text: str
    provenance: Provenance = "reconstructed"


@frozen(kw_only=True)
class OverrideStep:
    """The referee set something aside.

    Attributes:
        rule: The id of the rule that would have applied.
        what: Whether a throw, a modifier or a look-up was overridden.
        at: Which: a purpose, a modifier's id or a chart's id.
        book: What the book says, as text.
        value: What holds instead.
        reason: The referee's reason.
        text: The override in words.
        provenance: Always illustrative: the value is the referee's.
    """

    kind: ClassVar[str] = "override"
    rule: str
    what: Overridable
    at: str
    book: str
    value: Plain
    reason: str
    text: str
    provenance: Provenance = "illustrative"


@frozen(kw_only=True)
class ProcedureStep:
    """Another procedure was resolved.

    Attributes:
        rule: The first rule of that procedure.
        procedure: Its id.
        purpose: What it was resolved for.
        steps: Its own steps.
        text: The procedure in words.
        provenance: Where the rule comes from.
    """

    kind: ClassVar[str] = "procedure"
    rule: str
    procedure: str
    purpose: str
    steps: tuple[Step, ...]
    text: str
    provenance: Provenance = "printed"


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


@frozen
class Record:
    """Every step of a resolution, in order.

    Attributes:
        steps: The steps; those of a procedure inside a procedure hang below its `ProcedureStep`.
    """

    steps: tuple[Step, ...] = ()

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
        return "; ".join(said)

    def text(self) -> str:
        """Return the record as an indented tree, one line a step, each with its rule."""
        return "\n".join(_line(depth, step) for depth, step in self.walk())


def _walk(steps: tuple[Step, ...], depth: int) -> Iterator[tuple[int, Step]]:
    for step in steps:
        yield depth, step
        if isinstance(step, ProcedureStep):
            yield from _walk(step.steps, depth + 1)


def _line(depth: int, step: Step) -> str:
    note = "" if step.provenance == "printed" else f", {step.provenance}"
    return f"{'  ' * depth}{step.text} [{step.rule}{note}]"
