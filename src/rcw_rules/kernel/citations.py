"""Citations, provenance and verdicts: how every number and every refusal says where it comes from."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.markup import html_table, html_text

Provenance: TypeAlias = Literal["printed", "reconstructed", "illustrative", "missing", "house"]
"""Where a value or a rule comes from.

``printed``: it stands in the source. ``reconstructed``: it is garbled, lost or unsettled there, and a reason is given
for the value used. ``illustrative``: it is not in the source at all; a default to be replaced. ``missing``: a rule that
the source refers to and does not contain; no value is ever of this provenance. ``house``: a house rule puts it in the
place of what the book says; no rule and no chart of a ruleset is of this provenance.
"""


@frozen(kw_only=True)
class Objection:
    """One reason why something is not allowed.

    Attributes:
        rule: The id of the rule that forbids it.
        message: What is forbidden and, where it helps, what would be allowed.
        path: The field at fault as a JSON path, or "" where no single field is.
    """

    rule: str
    message: str
    path: str = ""

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}{self.message} [{self.rule}]"


@frozen(kw_only=True)
class Verdict:
    """The answer to a question of legality. It is true when nothing stands against it.

    >>> bool(Verdict())
    True
    >>> verdict = Verdict(objections=(Objection(rule="cheka-attach", message="only Red units have Cheka"),))
    >>> bool(verdict), str(verdict)
    (False, 'only Red units have Cheka [cheka-attach]')

    Attributes:
        objections: Every reason against it, each cited; empty when it is legal.
    """

    objections: tuple[Objection, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing forbids it."""
        return not self.objections

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return "; ".join(str(objection) for objection in self.objections) or "legal"

    def _repr_html_(self) -> str:
        if self.legal:
            return html_text("legal")
        rows = [(objection.message, objection.path, objection.rule) for objection in self.objections]
        return html_text("not legal") + html_table(rows, headers=("because", "where", "rule"))

    def require(self) -> None:
        """Raise `IllegalRequestError` unless legal."""
        if self.objections:
            raise IllegalRequestError(self)


def forbidden(rule: str, message: str, path: str = "") -> IllegalRequestError:
    """Return the refusal of something for one reason, where only a running procedure can find it.

    >>> print(forbidden("mov-kinds", "a train keeps to its rails", "$.path"))
    $.path: a train keeps to its rails [mov-kinds]

    Args:
        rule: The id of the rule that forbids it.
        message: What is forbidden and, where it helps, what would be allowed.
        path: The field at fault as a JSON path, or "" where no single field is.
    """
    return IllegalRequestError(Verdict(objections=(Objection(rule=rule, message=message, path=path),)))


_STRENGTH: dict[Provenance, int] = {"printed": 0, "reconstructed": 1, "missing": 2, "illustrative": 3, "house": 4}


def weaker(one: Provenance, other: Provenance) -> Provenance:
    """Return the provenance of what rests on both."""
    return max(one, other, key=_STRENGTH.__getitem__)
