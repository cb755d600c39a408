"""Refusing an action, with the rule and what would help."""

from __future__ import annotations

from typing import NoReturn

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError


def refuse(rule: str, message: str) -> NoReturn:
    """Refuse an action.

    Raises:
        IllegalRequestError: Always.
    """
    raise IllegalRequestError(Verdict(objections=(Objection(rule=rule, message=message, path="$.action"),)))
