"""The umpire: what a procedure asks whenever it may not decide alone.

A procedure asks for chance (`Umpire.roll`), for players' decisions (`Umpire.choose`), for other procedures
(`Umpire.resolve`) and for charts (`Umpire.look_up`), and tells what is worth telling (`Umpire.modify`, `Umpire.result`,
`Umpire.ruling`). One procedure, never written twice, so runs in every way: `RollingUmpire` plays it with any dice,
`rcw_rules.kernel.odds.ExactUmpire` walks every chance of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import evolve, frozen

from rcw_rules.kernel.books import Book, HouseModifiers
from rcw_rules.kernel.charts import Cell, Chart
from rcw_rules.kernel.citations import Provenance, weaker
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.errors import ChoiceError, OverrideError, UnknownNameError
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.overrides import NO_OVERRIDES, by_place, value_meant
from rcw_rules.kernel.plain import NONE_TAKEN, PLAIN, Plain, in_text, plain
from rcw_rules.kernel.procedures import AlternativeT, Choice, OptionsT, OutcomeT, Procedure, Request, SituationT
from rcw_rules.kernel.questions import Decision, OpenFrame
from rcw_rules.kernel.record import (
    ChoiceStep,
    LegalityStep,
    LookUpStep,
    ModifierStep,
    Overridable,
    OverrideStep,
    ProcedureStep,
    Record,
    ResultStep,
    RollStep,
    RulingStep,
    Step,
)
from rcw_rules.kernel.sources import DiceSource, require_source
from rcw_rules.kernel.variables import DecidedBy, Faces, Grouping, Roller

ValueT = TypeVar("ValueT", bound=Hashable)
AnsweredT = TypeVar("AnsweredT", bound=Hashable)

Policy: TypeAlias = Callable[[Any, tuple[Any, ...]], Any]
"""Takes the situation and the alternatives of a choice and returns one of the alternatives."""

Policies: TypeAlias = Mapping[str, "Policy | Decider"]
"""Who answers a choice, by its id: a function of the situation, or somebody who is told the whole decision."""


class Decider(ABC):
    """A decider that sees the whole decision before it answers: a person, or a list of answers."""

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "person"

    @abstractmethod
    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return an alternative of *decision*, or None for its default."""

    def finish(self, asked: int) -> None:  # noqa: B027 - who cannot be left with answers has nothing to do
        """Say that a whole resolution is over.

        Args:
            asked: How many decisions were theirs.

        Raises:
            ChoiceError: If answers are left that nobody asked for.
        """


@frozen(kw_only=True)
class Override:
    """A referee's decision that something else holds than what the book and the dice say.

    Attributes:
        what: What is overridden: a throw (it is then not thrown), a modifier's value, or a chart's result.
        at: Which: the purpose of the throw as the record writes it, the modifier's id, or the chart's id.
        value: What holds instead.
        reason: Why; it stands in the record.
    """

    what: Overridable
    at: str
    value: Plain
    reason: str


class Umpire(ABC, Generic[OptionsT]):
    """What a procedure asks for chance and decisions. The base class keeps no record.

    Attributes:
        options: The options in force.
        charts: The charts in force, by id.
        grouping: Which cards count as one, see `rcw_rules.kernel.variables.Grouping`.
    """

    grouping: Grouping = "none"
    __slots__ = ("_house", "book", "charts", "options", "policies")

    def __init__(self, book: Book[OptionsT], policies: Policies) -> None:
        self.book: Book[OptionsT] = book
        self.options: OptionsT = book.options
        self.charts: Mapping[str, Chart] = book.charts
        self.policies: Policies = policies
        self._house: HouseModifiers = book.house_modifiers

    @abstractmethod
    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Return what chance makes of *variable*.

        Args:
            variable: The random variable that the rule asks for.
            purpose: What it is for, unique in the procedure up to repetition: ``leader of attacker 1``.
            rule: The id of the rule that asks for it.
        """

    @abstractmethod
    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of another procedure.

        Args:
            request: The question.
            purpose: What it is for, unique in the procedure up to repetition: ``morale of attacker 1``.
        """

    def last_roll(
        self, variable: Variable[ValueT], purpose: str, rule: str, outcome: Callable[[ValueT], OutcomeT]
    ) -> OutcomeT:
        """Return the outcome of a procedure whose last throw this is: ``return umpire.last_roll(...)``.

        It is `roll` and then *outcome*, and makes exact odds cheaper: the procedure is not run again for every value.

        Args:
            variable: The random variable that the rule asks for.
            purpose: What it is for.
            rule: The id of the rule that asks for it.
            outcome: What comes of a value. It may tell results, and end with a last throw or question itself; it asks
                nothing else of the umpire.
        """
        return outcome(self.roll(variable, purpose, rule))

    def last_resolve(
        self, request: Request[AnsweredT], purpose: str, outcome: Callable[[AnsweredT], OutcomeT]
    ) -> OutcomeT:
        """Return the outcome of a procedure whose last question this is: ``return umpire.last_resolve(...)``.

        It is `resolve` and then *outcome*, and makes exact odds cheaper: nothing is run again for every answer.

        Args:
            request: The question.
            purpose: What it is for.
            outcome: What comes of an answer. It may tell results, and end with a last throw or question itself; it asks
                nothing else of the umpire.
        """
        return outcome(self.resolve(request, purpose))

    def choose(
        self,
        choice: Choice[SituationT, AlternativeT],
        alternatives: tuple[AlternativeT, ...],
        situation: SituationT,
    ) -> AlternativeT:
        """Return what the player decides.

        Args:
            choice: The decision.
            alternatives: Everything that the rules allow, at least one.
            situation: What the player can see.

        Raises:
            ChoiceError: If a policy answers with something that is not an alternative.
        """
        if len(alternatives) == 1:  # nothing is left to decide
            return alternatives[0]
        policy = self.policies.get(choice.id, choice.default)
        if isinstance(policy, Decider):
            raise ChoiceError(f"{type(policy).__name__} answers {choice.id} in play alone: name a policy, a function")
        return _answered(choice, alternatives, policy(situation, alternatives))

    def modify(self, ledger: Ledger, to: str) -> Ledger:
        """Put the modifiers of *ledger* on the record and return the ledger in force.

        House rules change the value of a modifier first; then a referee may override it.

        Args:
            ledger: The modifiers that apply, as the book has them.
            to: What they modify: ``attacker's die``.
        """
        return self._of_house(ledger) if self._house else ledger

    def _of_house(self, ledger: Ledger) -> Ledger:
        """Return *ledger* with the values that house rules put in the place of the book's."""
        ours = [self._house.get((entry.id, entry.value)) for entry in ledger.entries]
        entries = (
            entry if value is None else evolve(entry, value=value, provenance="house")
            for entry, value in zip(ledger.entries, ours, strict=True)
        )
        return Ledger(tuple(entries), ledger.finding)

    def modifier(self, chart: str, row: str, rule: str, reason: str, *, times: int = 1) -> Modifier:
        """Return the modifier that a chart lists, to be put into a ledger.

        Args:
            chart: The chart's id.
            row: The row, also the id of the modifier.
            rule: The id of the rule that makes it apply.
            reason: Why it applies, in a few words.
            times: How often it counts.
        """
        cell = self._chart(chart).look_up(row)
        return Modifier(id=row, value=times * cell.number(), reason=reason, rule=rule, provenance=cell.provenance)

    def look_up(self, chart: str, row: int | str | Fraction, column: Any = None, *, shift: int = 0) -> Cell:
        """Return the cell of a chart.

        Args:
            chart: The chart's id.
            row: The row: a label or a number that falls into one.
            column: The column, likewise; None in a chart of one dimension.
            shift: How many columns to the right to go.
        """
        return self._chart(chart).look_up(row, column, shift=shift)

    def _chart(self, id: str) -> Chart:
        try:
            return self.charts[id]
        except KeyError:
            raise UnknownNameError("chart", id, self.charts) from None

    def result(self, rule: str, text: str, provenance: Provenance | None = None, /, **values: Plain) -> None:
        """Tell what follows from a rule.

        Args:
            rule: The rule's id.
            text: A sentence with the names of *values* in braces.
            provenance: Where the values told come from; None if from where the rule does.
            values: The values.
        """

    def ruling(self, option: str) -> None:
        """Tell that the outcome rests on an option.

        Args:
            option: The option's name.
        """


Note: TypeAlias = tuple[Faces, Roller, int | None, Variable[Any], str, str] | tuple[Any, DecidedBy, Choice[Any, Any]]
"""What answered an umpire, and what it was asked for: the faces of a throw, who rolled them and the number of a sealed
throw, with the variable, its purpose and its rule; or what was decided between several alternatives and by whom, with
the choice."""


class RollingUmpire(Umpire[OptionsT]):
    """An umpire who throws dice, with any source, and keeps a record or does without."""

    __slots__ = ("_deciders", "_dice", "_frames", "_notes", "_overrides", "_prefix", "_recording", "_steps", "_unused")

    def __init__(
        self,
        book: Book[OptionsT],
        source: DiceSource,
        policies: Policies,
        *,
        recording: bool,
        overrides: Iterable[Override] = (),
        notes: list[Note] | None = None,
    ) -> None:
        super().__init__(book, policies)
        require_source(source)
        self._dice = source
        self._recording = recording
        self._notes = notes
        self._prefix = ""
        self._steps: list[Step] = []
        self._overrides = by_place(overrides) if overrides else NO_OVERRIDES
        self._unused = dict(self._overrides) if overrides else NO_OVERRIDES
        # How many decisions were theirs so far; what has happened is kept for those alone who are told of it.
        self._deciders: dict[Decider, int] = {}
        self._frames: list[OpenFrame] | None = None
        if policies:
            self._deciders = {policy: 0 for policy in policies.values() if isinstance(policy, Decider)}
            self._frames = [] if self._deciders else None

    @property
    def record(self) -> Record:
        """The record so far."""
        return Record(tuple(self._steps))

    def run(self, request: Request[OutcomeT], procedure: Procedure[Any, OutcomeT, OptionsT] | None = None) -> OutcomeT:
        """Resolve a whole request.

        Args:
            request: The request, found legal.
            procedure: The procedure that answers it, where the caller knows it.

        Raises:
            OverrideError: If an override names nothing that happened.
            DiceError: If the dice do not fit.
        """
        procedure = procedure or self.book.procedure_for(request)
        if self._recording:
            rule = procedure.rules[0]
            self._steps.append(LegalityStep(rule=rule, provenance=self.book.provenance_of(rule)))
        if self._frames is not None:
            self._frames.append(OpenFrame(procedure, request, ""))
        outcome: OutcomeT = procedure.run(request, self)
        if self._unused:
            missed = ", ".join(f"{what} {at!r}" for what, at in self._unused)
            raise OverrideError(f"nothing happened that these overrides name: {missed}")
        self._dice.finish()
        if self._deciders:
            for decider, asked in self._deciders.items():
                decider.finish(asked)
        return outcome

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Throw the dice of *variable*."""
        if not variable.dice:
            return variable.read(())
        purpose = self._prefix + purpose
        if self._overrides and (override := self._overriding("roll", purpose)):
            return self._overridden_roll(variable, override, rule)
        faces, by = self._dice.throw(variable, purpose, rule)
        value = variable.known.get(faces)
        if value is None:
            value = variable.meaning(faces)
        if self._notes is not None:
            self._notes.append((faces, by, self._dice.draw if by == "sealed" else None, variable, purpose, rule))
        if self._frames is not None:
            self._frames[-1].seen.append(value)
        if self._recording:
            self._tell_roll(variable, faces, value, by, purpose, rule)
        return value

    def _tell_roll(  # noqa: PLR0917 - what `roll` knows
        self, variable: Variable[ValueT], faces: Faces, value: ValueT, by: Roller, purpose: str, rule: str
    ) -> None:
        reading, parts = variable.words(faces)
        self._steps.append(
            RollStep(
                rule=rule,
                purpose=purpose,
                label=variable.label,
                faces=faces,
                parts=parts,
                value=value if isinstance(value, PLAIN) else reading,
                reading=reading,
                by=by,
                draw=self._dice.draw if by == "sealed" else None,
                sides=variable.dice if by == "sealed" else (),
                provenance=self.book.provenance_of(rule),
            )
        )

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Run the procedure that answers *request*."""
        book = self.book
        procedure = book.admit(request) if request.recurs else book.check(request)
        outer = self._prefix
        self._prefix = f"{outer}{purpose}/"
        if self._recording or self._frames is not None:
            outcome: OutcomeT = self._resolved(procedure, request, outer, purpose)
            return outcome
        try:
            answered: OutcomeT = procedure.run(request, self)
            return answered
        finally:
            self._prefix = outer

    def _resolved(
        self, procedure: Procedure[Any, OutcomeT, OptionsT], request: Request[OutcomeT], outer: str, purpose: str
    ) -> OutcomeT:
        """Run a procedure inside another, and keep what happens in it."""
        frames, steps = self._frames, self._steps
        if frames is not None:
            frames.append(OpenFrame(procedure, request, self._prefix))
        self._steps = []
        try:
            outcome = procedure.run(request, self)
            if frames is not None:
                frames.pop()
                frames[-1].seen.append(outcome)
        finally:
            inner = self._steps
            self._prefix, self._steps = outer, steps
            if self._recording:
                rule = procedure.rules[0]
                steps.append(
                    ProcedureStep(
                        rule=rule,
                        procedure=procedure.id,
                        title=procedure.title,
                        within=outer,
                        purpose=outer + purpose,
                        steps=tuple(inner),
                        provenance=self.book.provenance_of(rule),
                    )
                )
        return outcome

    def choose(
        self,
        choice: Choice[SituationT, AlternativeT],
        alternatives: tuple[AlternativeT, ...],
        situation: SituationT,
    ) -> AlternativeT:
        """Ask the policy of this choice, or take the default. A single alternative is not asked about."""
        by: DecidedBy = "default"
        chosen = alternatives[0]
        if len(alternatives) > 1:
            chosen, by = self._decided(choice, alternatives, situation)
            if self._notes is not None:
                self._notes.append((chosen, by, choice))
            if self._frames is not None:
                self._frames[-1].seen.append(chosen)
        if self._recording:
            self._steps.append(
                ChoiceStep(
                    rule=choice.rule,
                    choice=choice.id,
                    who=choice.who,
                    side=choice.side(situation),
                    unit=choice.unit(situation),
                    alternatives=tuple(map(plain, alternatives)),
                    chosen=plain(chosen),
                    told=in_text(chosen),
                    by=by,
                    provenance=self.book.provenance_of(choice.rule),
                )
            )
        return chosen

    def _decided(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> tuple[AlternativeT, DecidedBy]:
        """Return what is decided, and by whom."""
        policy = self.policies.get(choice.id)
        if policy is None:
            return _answered(choice, alternatives, choice.default(situation, alternatives)), "default"
        if isinstance(policy, Decider):
            return self._asked(policy, self._decision(choice, alternatives, situation, policy))
        return _answered(choice, alternatives, policy(situation, alternatives)), "policy"

    def _asked(self, decider: Decider, decision: Decision[Any, AlternativeT]) -> tuple[AlternativeT, DecidedBy]:
        chosen = decider.decide(decision)
        self._deciders[decider] = decision.number + 1
        if chosen is None:
            return decision.default, decider.by
        chosen = None if chosen is NONE_TAKEN else chosen
        return _answered(decision.choice, decision.alternatives, chosen), decider.by

    def _decision(
        self,
        choice: Choice[SituationT, AlternativeT],
        alternatives: tuple[AlternativeT, ...],
        situation: SituationT,
        decider: Decider | None = None,
    ) -> Decision[SituationT, AlternativeT]:
        default = _answered(choice, alternatives, choice.default(situation, alternatives))
        decision = Decision(
            choice=choice,
            where=self._prefix.removesuffix("/"),
            alternatives=alternatives,
            default=default,
            situation=situation,
            history=tuple([tuple(frame.seen) for frame in self._frames or ()]),
            number=0 if decider is None else self._deciders.get(decider, 0),
        )
        if self._recording or self._notes is not None:
            decision.require_telling()
        return decision

    def modify(self, ledger: Ledger, to: str) -> Ledger:
        """Put every modifier on the record, those that do not count as well."""
        ledger = super().modify(ledger, to)
        if self._overrides:
            for entry in ledger.entries:
                if override := self._overriding("modifier", entry.id):
                    if isinstance(override.value, bool | str):
                        raise OverrideError(f"the modifier {entry.id} is a number, not {override.value!r}")
                    self._tell_override(override, entry.rule, str(entry.value))
                    ledger = ledger.replaced(entry.id, override.value)
        if self._recording:
            counted = ledger.counted
            for entry in ledger.entries:
                counts = any(entry is other for other in counted)
                self._steps.append(
                    ModifierStep(
                        rule=entry.rule,
                        to=to,
                        id=entry.id,
                        value=entry.value,
                        effect=entry.effect,
                        reason=entry.reason,
                        counted=counts,
                        provenance=weaker(entry.provenance, self.book.provenance_of(entry.rule)),
                    )
                )
            if ledger.finding:
                self.result(ledger.finding.rule, f"{to}: {ledger.finding.reason}")
        return ledger

    def look_up(self, chart: str, row: int | str | Fraction, column: Any = None, *, shift: int = 0) -> Cell:
        """Look the cell up and put it on the record."""
        cell = super().look_up(chart, row, column, shift=shift)
        if self._overrides and (override := self._overriding("look_up", chart)):
            if isinstance(override.value, bool):
                raise OverrideError(f"a cell of the chart {chart} is a number or a code, not {override.value!r}")
            self._tell_override(override, cell.rule, str(cell.result))
            return cell.replaced(override.value)
        if self._recording:
            step = LookUpStep(
                rule=cell.rule,
                chart=chart,
                row=cell.row,
                column=cell.column or "",
                shift=cell.shift,
                result=cell.result,
                words=self.charts[chart].say(cell),
                provenance=cell.provenance,
            )
            self._steps.append(step)
        return cell

    def result(self, rule: str, text: str, provenance: Provenance | None = None, /, **values: Plain) -> None:
        """Put the sentence on the record."""
        if self._recording:
            self._steps.append(
                ResultStep(
                    rule=rule,
                    says=text,
                    values=values,
                    provenance=provenance or self.book.provenance_of(rule),
                )
            )

    def ruling(self, option: str) -> None:
        """Put the option in force on the record."""
        if self._recording:
            rule, provenance = self.book.option_rule(option)
            value: Plain = plain(getattr(self.options, option))
            self._steps.append(RulingStep(rule=rule, option=option, value=value, provenance=provenance))

    def _overriding(self, what: Overridable, at: str) -> Override | None:
        override = self._overrides.get((what, at))
        if override is not None:
            self._unused.pop((what, at), None)
        return override

    def _overridden_roll(self, variable: Variable[ValueT], override: Override, rule: str) -> ValueT:
        value = value_meant(variable, override)
        if isinstance(override.value, str):  # in the words of a prompt: the record keeps the value
            override = evolve(override, value=plain(value))
        self._tell_override(override, rule, variable.label)
        if self._frames is not None:
            self._frames[-1].seen.append(value)
        return value

    def _tell_override(self, override: Override, rule: str, book: str) -> None:
        if self._recording:
            self._steps.append(
                OverrideStep(
                    rule=rule,
                    what=override.what,
                    at=override.at,
                    book=book,
                    value=override.value,
                    reason=override.reason,
                )
            )


def _answered(
    choice: Choice[Any, AlternativeT], alternatives: tuple[AlternativeT, ...], chosen: object
) -> AlternativeT:
    """Return the alternative that equals what somebody chose.

    Raises:
        ChoiceError: If there is none.
    """
    for alternative in alternatives:
        if alternative == chosen:
            return alternative  # not its equal: 0 may stand for False and is not written as such
    raise ChoiceError(
        f"the policy for {choice.id} answered {chosen!r}; it may answer "
        f"{' or '.join(map(repr, alternatives))} [{choice.rule}]"
    )
