"""What a ruleset knows of itself: its procedures, the rules and decisions of each, where a rule comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, cast, get_type_hints

from rcw_rules.coverage import rules_cited_by
from rcw_rules.house import HouseRules, changed_modifiers
from rcw_rules.kernel.books import HouseModifiers
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import ChoiceError, InvalidRequestError, Problem, UnknownNameError
from rcw_rules.kernel.fields import validate, was_found_right
from rcw_rules.kernel.procedures import Choice, OptionsT, Procedure, Request
from rcw_rules.kernel.umpire import Decider, Policies
from rcw_rules.marks import Settles
from rcw_rules.rule_index import RuleIndex

__all__ = ["LookUps"]


class LookUps(Generic[OptionsT]):
    """The look-ups of a `Ruleset`, which has what they look into."""

    id: str
    package: str
    options: OptionsT
    procedures: tuple[Procedure[Any, Any, OptionsT], ...]
    choices: tuple[Choice[Any, Any], ...]
    house: HouseRules | None

    if TYPE_CHECKING:

        @property
        def charts(self) -> Mapping[str, Chart]:
            """The charts in force, by id."""
            ...

        @cached_property
        def rules(self) -> RuleIndex:
            """The rule index."""
            ...

        @cached_property
        def _of_the_house(self) -> Mapping[str, frozenset[str]]: ...

        @cached_property
        def _admitted(self) -> Cache[Request[Any], Procedure[Any, Any, OptionsT]]: ...

    def procedure(self, id: str) -> Procedure[Any, Any, OptionsT]:
        """Return the procedure of that *id*.

        Raises:
            UnknownNameError: If there is none; the error suggests others.
        """
        for candidate in self.procedures:
            if candidate.id == id:
                return candidate
        raise UnknownNameError("procedure", id, [candidate.id for candidate in self.procedures])

    def procedure_for(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Return the procedure that answers *request*.

        Raises:
            InvalidRequestError: If it is not a request of this ruleset.
        """
        procedure = self._by_request.get(type(request))
        if procedure is None:
            raise InvalidRequestError([Problem("$", f"{self.id} answers no {type(request).__name__}")])
        return procedure

    def check(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Return the procedure that answers *request* if that is well-formed and legal.

        Raises:
            InvalidRequestError: If it is malformed.
            IllegalRequestError: If a rule forbids it.
        """
        procedure = self.procedure_for(request)
        validate(request)
        procedure.require_legal(request, self.options)
        return procedure

    def _require_well_formed(self, request: Request[Any]) -> None:
        # Before anything kept is looked up: to Python 7.0 is equal to 7, and True to 1.
        self.procedure_for(request)
        validate(request)

    def _legal(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Do as `check` with a request from outside, and remember what was found legal where that pays."""
        if was_found_right(request) and request.recurs:
            known = self._admitted.get(request)
            if known is not None:
                return known
        procedure = self.procedure_for(request)
        validate(request)  # before anything kept is looked up: to Python 7.0 is equal to 7, and True to 1
        if request.recurs:
            return self.admit(request)
        procedure.require_legal(request, self.options)
        return procedure

    def admit(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Do as `check`, and remember what was found legal, for requests that come again and again."""
        admitted = self._admitted
        try:
            procedure = admitted.get(request)
        except TypeError:  # it holds something that cannot be hashed, so it is malformed: say what
            validate(request)
            raise
        if procedure is None:
            procedure = self.check(request)
            admitted.put(request, procedure)
        return procedure

    def rules_of(self, procedure: Procedure[Any, Any, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that a procedure carries out: first those that it is, then those that it cites.

        What it cites is read from the package's source: its function, its request, and all that these use or ask.

        Raises:
            RegistryError: If a file of the package cannot be read; the error names it.
        """
        cited = self._cited_by(procedure)
        return tuple(dict.fromkeys((*procedure.rules, *(rule.id for rule in self.rules if rule.id in cited))))

    def choices_of(self, procedure: Procedure[Any, Any, Any]) -> tuple[Choice[Any, Any], ...]:
        """Return the decisions that a procedure, or one that it asks, may leave to a player, as its source tells.

        Raises:
            RegistryError: If a file of the package cannot be read; the error names it.
        """
        cited = self._cited_by(procedure)
        return tuple(choice for choice in self.choices if {choice.id, choice.rule} <= cited)

    def _cited_by(self, procedure: Procedure[Any, Any, Any]) -> frozenset[str]:
        if self.package and procedure.id not in self._cited:
            settled = {name: self.option_rule(name)[0] for name in self._option_hints}
            charted = {id: chart.rule for id, chart in self.charts.items()}
            cited = rules_cited_by(self.package, procedure, self.procedures, settled, charted)
            self._cited[procedure.id] = cited
        return self._cited.get(procedure.id, frozenset())

    @cached_property
    def _cited(self) -> dict[str, frozenset[str]]:
        return {}

    def provenance_of(self, rule: str) -> Provenance:
        """Return where the rule of that id comes from; "printed" in a ruleset without an index.

        A table that the source lacks counts as "printed" too where a chart stands for it: what is not printed of the
        chart its cells tell, one by one.
        """
        if not self.package:
            return "printed"
        known = self._provenances.get(rule)
        if known is None:
            known = self.rules[rule].provenance
            if known == "missing" and rule in self._charted:
                known = "printed"
            self._provenances[rule] = known
        return known

    @cached_property
    def _provenances(self) -> dict[str, Provenance]:
        return {}

    @cached_property
    def _charted(self) -> frozenset[str]:
        return frozenset(chart.rule for chart in self.charts.values())

    def option_rule(self, option: str) -> tuple[str, Provenance]:
        """Return the id of the rule that an *option* settles, and where the value in force comes from.

        Raises:
            UnknownNameError: If there is no such option.
            TypeError: If the option is not marked with `Settles`: a mistake of the ruleset's author.
        """
        hint = self._option_hints.get(option)
        if hint is None:
            raise UnknownNameError("option", option, self._option_hints)
        rule = next((mark.rule for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Settles)), "")
        if not rule:
            raise TypeError(f"the option {option!r} of {self.id} does not say what rule it settles: mark it Settles")
        return rule, "house" if option in self._of_the_house["option"] else self.provenance_of(rule)

    @property
    def house_modifiers(self) -> HouseModifiers:
        """The modifiers that house rules change."""
        return self._house_modifiers

    @cached_property
    def _house_modifiers(self) -> HouseModifiers:
        return changed_modifiers(self.house) if self.house is not None else {}

    @cached_property
    def _by_request(self) -> dict[type[Any], Procedure[Any, Any, OptionsT]]:
        return {procedure.request_type: procedure for procedure in self.procedures}

    @cached_property
    def _option_hints(self) -> dict[str, Any]:
        return get_type_hints(type(self.options), include_extras=True)

    def policies(self, choices: Policies | Decider | None) -> Policies:
        """Return who answers which choice, by its id.

        Args:
            choices: The same, or somebody who answers every choice, or None for nobody.

        Raises:
            ChoiceError: If it names no choice of this ruleset, or something else than a policy or a decider.
        """
        if choices is None:
            return {}
        known = [choice.id for choice in self.choices]
        if isinstance(choices, Decider):
            return dict.fromkeys(known, choices)
        for name, policy in choices.items():
            if name not in known:
                raise ChoiceError(str(UnknownNameError("choice", name, known)))
            if not callable(policy) and not isinstance(cast("object", policy), Decider):
                raise ChoiceError(f"the policy for {name} is a function of situation and alternatives, or a decider")
        return choices
