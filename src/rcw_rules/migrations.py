"""Pure functions from one version of the resolution's document to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.ledger import Effect, modifier_words
from rcw_rules.wire import structure

__all__ = ["MIGRATIONS"]

Body: TypeAlias = dict[str, Any]


def _without_house_rules(body: Body) -> Body:
    """Bring version 1 to version 2: before house rules could be written down, none were in force."""
    if "house" in body:
        raise ValueError("version 1 has no house rules")
    return {**body, "house": None}


def _with_facts(body: Body) -> Body:
    """Bring version 2 to version 3: take the facts of each step out of its text.

    A text that is not what such a step says leaves a fact empty, so that reading the step names the text.
    """
    if "digest" in body or "seal" in body:
        raise ValueError("version 2 has neither digests nor seals")
    return {**body, "record": [_step(step, "") for step in body["record"]], "seal": None, "digest": None}


MIGRATIONS: Mapping[int, Callable[[Body], Body]] = {1: _without_house_rules, 2: _with_facts}
"""The functions by the version that they start from."""


def _step(step: Body, within: str) -> Body:
    text: str = step["text"]
    facts: Body = {}
    match step["kind"]:
        case "modifier":
            effect, reason = _modifier(step["value"], _middle(text, f"{step['to']}: ", _note(step)))
            facts = {"effect": effect, "reason": reason}
        case "roll":
            facts = {"reading": _middle(text, f"{step['purpose']}: {step['label']}: "), "draw": None, "sides": []}
        case "choice":
            told = _middle(text, f"{step['who']} decides, {step['choice']}: ", f" ({step['by']})")
            facts = {"told": told, "side": "", "unit": ""}
            if len(step["alternatives"]) == 1:  # of which nobody is asked any more
                step = {**step, "by": "default", "text": text.replace(f"({step['by']})", "(default)")}
        case "look_up":
            facts = {"words": ""}
        case "result":
            facts = {"says": text.replace("{", "{{").replace("}", "}}") if step["values"] else text}
        case "procedure":
            purpose = step["purpose"]
            facts = {
                "title": _middle(text, f"{purpose.removeprefix(within)}: "),
                "within": within,
                "steps": [_step(inner, f"{purpose}/") for inner in step["steps"]],
            }
        case _:
            pass
    if any(name in step for name in facts if name != "steps"):
        raise ValueError("a step of version 2 holds no facts of version 3")
    return {**step, **facts}


def _note(modifier: Body) -> str:
    return "" if modifier["counted"] else " (not counted)"


def _middle(text: str, head: str, tail: str = "") -> str:
    """Return what stands between *head* and *tail*, or "" if the text has not both."""
    if text.startswith(head) and text.endswith(tail) and len(text) >= len(head) + len(tail):
        return text[len(head) : len(text) - len(tail)]
    return ""


def _modifier(value: Any, words: str) -> tuple[Effect, str]:
    try:
        number = structure(value, Fraction)
    except InvalidRequestError:
        return "add", ""  # reading the step names the value
    effects: tuple[Effect, ...] = ("multiply", "shift", "add")
    for effect in effects:
        head = modifier_words(number, effect, "")
        if words.startswith(head):
            return effect, words.removeprefix(head)
    return "add", ""
