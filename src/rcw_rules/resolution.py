"""What a ruleset answers: a resolution with its record, or a preview before the first throw."""

from __future__ import annotations

from typing import Annotated, Any, Generic

import attrs

from rcw_rules.house import HouseRules
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.dice import Faces
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.markup import html_lines, html_table, html_text
from rcw_rules.kernel.plain import in_one_line
from rcw_rules.kernel.procedures import OutcomeT, Request
from rcw_rules.kernel.record import Record, Step
from rcw_rules.kernel.seals import Seal
from rcw_rules.kernel.wording import changed_rows, summary_of

__all__ = [
    "RESOLUTION_FORMAT",
    "RESOLUTION_VERSION",
    "Preview",
    "Resolution",
    "RulesetIdentity",
]

RESOLUTION_FORMAT = "rcw-resolution"
_MOST_LINES = 40
RESOLUTION_VERSION = 3
"""Rises whenever the shape of the document changes; `rcw_rules.documents` reads every older version."""


@attrs.frozen(kw_only=True)
class RulesetIdentity:
    """Which rules, in which edition, in which state of this library's reading of them.

    Attributes:
        id: The id of the ruleset.
        edition: The edition of the book.
        rules_version: Rises from 1 whenever an outcome can differ from what an earlier version of the library gave.
    """

    id: str
    edition: str
    rules_version: Annotated[int, Range(1, None)]


@attrs.frozen(kw_only=True, slots=False, repr=False)  # without slots it is made faster
class Resolution(Generic[OutcomeT]):
    """An answered question: the outcome with everything that led to it.

    Attributes:
        procedure: The id of the procedure.
        title: The question that it answers.
        ruleset: Whose rules.
        options: The options in force.
        request: The question.
        outcome: The answer.
        record: Every step, each with its rule; made when somebody first reads it.
        replaced_charts: The ids of the charts that were not the ruleset's own.
        house: The house rules in force, or None. What rests on one of them is of the provenance ``house``.
        seal: The seal of the dice, or None if they were not sealed.
    """

    procedure: str
    title: str
    ruleset: RulesetIdentity
    options: Any
    request: Request[OutcomeT]
    outcome: OutcomeT
    record: Record
    replaced_charts: tuple[str, ...] = ()
    house: HouseRules | None = None
    seal: Seal | None = None

    @property
    def dice(self) -> Faces:
        """Every face in the order thrown."""
        return self.record.faces

    def line(self) -> str:
        """Say in one line what was thrown and what followed, and that house rules hold if they do."""
        house = f"; house rules: {self.house.title}" if self.house is not None else ""
        return self.record.line() + house

    @property
    def summary(self) -> str:
        """The result in a sentence or two, as a player reads it aloud."""
        return summary_of(self.request, self.outcome)

    def explain(self, *, full: bool = False) -> str:
        """Say the result in a sentence, then what was asked, the steps with their rules, and what is not printed.

        Args:
            full: Whether to tell every step. Otherwise a long record is told to the depth that gives about 40 lines,
                and the steps of the procedures below are only counted.
        """
        head = f"{self.title} [{self.procedure}; {self.ruleset.edition}, rules version {self.ruleset.rules_version}]"
        body = "\n".join(f"  {line}" for line in self.record.text(None if full else _MOST_LINES).splitlines())
        unprinted = dict.fromkeys(f"{step.rule} ({step.provenance})" for step in self.record.unprinted)
        foot = f"\nNot printed in the source: {', '.join(unprinted)}." if unprinted else ""
        if self.record.overrides:
            foot += f"\nSet aside by the referee: {', '.join(in_one_line(step.at) for step in self.record.overrides)}."
        if self.replaced_charts:
            foot += f"\nCharts replaced by others: {', '.join(self.replaced_charts)}."
        if self.house is not None:
            foot += f"\nHouse rules hold: {self.house.title}."
        return f"{in_one_line(self.summary)}\n\n{head}\n{body}{foot}"

    def __repr__(self) -> str:
        return in_one_line(f"<Resolution of {self.procedure}: {self.summary}>")

    def _repr_html_(self) -> str:
        steps = self.explain().splitlines()[2:]
        table = html_table(changed_rows(self.request, self.outcome))
        return html_text(self.title) + html_text(self.summary) + table + html_lines(steps)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON, with its digest at the end."""
        from rcw_rules.digests import digest_of_unstructured
        from rcw_rules.wire import envelope, unstructure

        document = envelope(
            RESOLUTION_FORMAT,
            RESOLUTION_VERSION,
            {
                "procedure": self.procedure,
                "ruleset": unstructure(self.ruleset),
                "options": unstructure(self.options),
                "request": unstructure(self.request),
                "outcome": unstructure(self.outcome),
                "dice": list(self.dice),
                "record": [unstructure(step, Step) for step in self.record.steps],
                "replaced_charts": list(self.replaced_charts),
                "house": None if self.house is None else unstructure(self.house),
                "seal": None if self.seal is None else unstructure(self.seal),
            },
        )
        return {**document, "digest": digest_of_unstructured(document)}

    def to_json(self) -> str:
        """Return a JSON document that `Ruleset.load_resolution` reads back."""
        from rcw_rules.wire import dumps

        return dumps(self.to_dict())


@attrs.frozen(kw_only=True)
class Preview:
    """What is known before the first die is thrown.

    Attributes:
        verdict: Whether the request is legal, with every reason against it.
        record: The steps up to the first throw: modifiers, charts, rulings.
        next_throw: What would be thrown first, or "" if nothing is.
    """

    verdict: Verdict
    record: Record
    next_throw: str

    def __str__(self) -> str:
        throw = (f"to be thrown: {self.next_throw}",) if self.next_throw else ()
        return "\n".join((str(self.verdict), *self.record.text().splitlines(), *throw))

    def _repr_html_(self) -> str:
        return html_lines(str(self).splitlines())
