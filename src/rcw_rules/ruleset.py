"""The contract of a ruleset: one procedure played, previewed, sampled, or walked exactly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import attrs

from rcw_rules.house import HouseRules, patched_charts, patched_options, require_fitting
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.charts import Chart, FrozenCharts, replace_charts
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.deciders import Defaults
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import (
    HouseRulesError,
    IllegalRequestError,
    NeedsRuling,
    Problem,
    UnknownNameError,
)
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.limits import SAMPLE_LIMITS, Limits, Meter
from rcw_rules.kernel.odds import ExactUmpire, OddsCache
from rcw_rules.kernel.plain import in_one_line
from rcw_rules.kernel.playing import PlayingUmpire, Waiting
from rcw_rules.kernel.procedures import Choice, OptionsT, OutcomeT, Procedure, Request
from rcw_rules.kernel.questions import Question, Throw
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.recording import steps_of
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.sampling import Walks, sampled
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_mapping, is_tuple
from rcw_rules.kernel.sources import DiceSource, SeededDice
from rcw_rules.kernel.stepping import Played, play_on
from rcw_rules.kernel.umpire import Decider, Note, Override, Policies, RollingUmpire
from rcw_rules.look_ups import LookUps
from rcw_rules.marks import Cites, NoOptions, Settles
from rcw_rules.payoffs import Payoff
from rcw_rules.pieces import Pieces
from rcw_rules.resolution import Preview, Resolution, RulesetIdentity
from rcw_rules.rule_index import RuleIndex, load_charts_of, load_index_of
from rcw_rules.worked_examples import Drawing, Example

if TYPE_CHECKING:
    from fractions import Fraction

    from rcw_rules.advice import Advice, Wants
    from rcw_rules.kernel.seals import Seal, Secret
    from rcw_rules.sessions import Session
    from rcw_rules.verification import Verification

__all__ = ["Cites", "Drawing", "Example", "NoOptions", "Preview", "Resolution", "Ruleset", "RulesetIdentity", "Settles"]

LoadedT = TypeVar("LoadedT", bound=Hashable)


@attrs.frozen(kw_only=True, eq=False, slots=False, repr=False)
class Ruleset(LookUps[OptionsT]):
    """A published set of rules: its procedures, its options, its charts and its rule index.

    It is immutable: `with_options` and `with_charts` return another one.

    Attributes:
        id: A short name, also that of its package and the first part of its procedures' ids.
        title: The title of the book.
        edition: Which edition or version of the book.
        rules_version: Rises whenever an outcome can differ from what an earlier version of the library gave.
        options: The options in force: optional rules and rulings where the book is silent.
        procedures: Every procedure.
        choices: Every decision that its procedures leave to a player.
        examples: The worked examples of the book.
        replaced_charts: The ids of the charts that `with_charts` replaced.
        package: The package whose ``rules.toml`` and ``charts/*.toml`` belong to it, or "" for a ruleset without.
        modifiers: The modifiers of a fixed value that no chart lists, so that house rules can name them.
        payoffs: What can be counted in outcomes, by name, so that advice can be asked for it.
        pieces: The pieces that requests can name instead of writing them out, such as counters.
        house: The house rules in force, or None.
        kernel_version: The `KERNEL_VERSION` that it was written for.
        cache_megabytes: How many millions of bytes the odds that it keeps may hold, with the questions, those sampled
            and those found legal. The oldest are forgotten first; 0 keeps nothing.
    """

    id: str
    title: str
    edition: str
    rules_version: int
    options: OptionsT
    procedures: tuple[Procedure[Any, Any, OptionsT], ...]
    choices: tuple[Choice[Any, Any], ...] = ()
    examples: tuple[Example, ...] = ()
    package: str = ""
    _charts: Mapping[str, Chart] | None = attrs.field(default=None, alias="charts")
    replaced_charts: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    payoffs: tuple[Payoff, ...] = ()
    pieces: tuple[Pieces[Any], ...] = ()
    house: HouseRules | None = None
    kernel_version: int = 1
    cache_megabytes: float = 64

    def __attrs_post_init__(self) -> None:
        for name in ("id", "title", "edition", "package"):
            text: object = getattr(self, name)
            if not isinstance(text, str):
                raise TypeError(f"{name} of the ruleset {self.id!r} is a text, not {show(text, 'python')}")
        if not attrs.has(type(self.options)):
            given = show(self.options, "python")
            raise TypeError(f"options of the ruleset {self.id!r} are an attrs object such as NoOptions(), not {given}")
        for name in ("rules_version", "kernel_version"):
            version: object = getattr(self, name)
            if type(version) is not int or (name == "rules_version" and version < 1):
                raise TypeError(f"{name} of the ruleset {self.id!r} is a whole number such as 1, not {version!r}")
        room = cast("object", self.cache_megabytes)
        if isinstance(room, bool) or not isinstance(room, int | float) or not room >= 0:
            raise TypeError(f"cache_megabytes of the ruleset {self.id!r} is a number from 0, not {room!r}")
        parts = {
            "procedures": Procedure,
            "choices": Choice,
            "examples": Example,
            "modifiers": Modifier,
            "payoffs": Payoff,
            "pieces": Pieces,
        }
        for name, cls in parts.items():
            _require_tuple(f"{name} of the ruleset {self.id!r}", getattr(self, name), cls)

    def __repr__(self) -> str:
        house = f", with {self.house.title}" if self.house is not None else ""
        return f"<Ruleset {self.id}: {self.edition}, rules version {self.rules_version}{house}>"

    @cached_property
    def identity(self) -> RulesetIdentity:
        """Which rules these are."""
        return RulesetIdentity(id=self.id, edition=self.edition, rules_version=self.rules_version)

    @property
    def charts(self) -> Mapping[str, Chart]:
        """The charts in force, by id."""
        return self._charts_in_force

    @cached_property
    def _charts_in_force(self) -> Mapping[str, Chart]:
        return self.book_charts if self.house is None else FrozenCharts(patched_charts(self.book_charts, self.house))

    @cached_property
    def book_charts(self) -> Mapping[str, Chart]:
        """The charts by id, those replaced included, as they are before house rules change them."""
        if self._charts is not None:
            # What is no mapping is named by `check_ruleset`.
            return FrozenCharts(self._charts) if is_mapping(self._charts) else self._charts
        return FrozenCharts(load_charts_of(self.package) if self.package else {})

    @cached_property
    def rules(self) -> RuleIndex:
        """The rule index."""
        return load_index_of(self.package, self.id) if self.package else RuleIndex(self.id, {})

    # ------------------------------------------------------------------ answers

    def resolve(
        self,
        request: Request[OutcomeT],
        *,
        dice: DiceSource,
        choices: Policies | Decider | None = None,
        overrides: Iterable[Override] = (),
    ) -> Resolution[OutcomeT]:
        """Answer *request* with *dice*, with a record of every step.

        The steps are made when the record is first read, by running the procedure again with what was thrown and
        decided. Until then the resolution holds these answers, the request, the overrides and this ruleset.

        Args:
            request: The question.
            dice: Where the faces come from.
            choices: Policies for the players' decisions, by the id of the choice; the rest take their documented
                default.
            overrides: A referee's decisions that set the book or the dice aside.

        Raises:
            InvalidRequestError: If the request is malformed.
            IllegalRequestError: If a rule forbids it.
            NeedsRuling: If the source is silent and the request does not say what holds.
            DiceError: If the dice are too few, too many, or impossible.
            ChoiceError: If a policy is for no choice of this ruleset or answers with no alternative.
            OverrideError: If an override names nothing that happens, or its reason is not one line of text.
        """
        procedure = self._legal(request)
        notes: list[Note] = []
        overrides = tuple(overrides)
        if choices is None and not overrides and type(dice) is SeededDice:
            outcome = self._played(request, procedure, dice, notes)
        else:
            policies = self.policies(choices)
            umpire = RollingUmpire(self, dice, policies, recording=False, overrides=overrides, notes=notes)
            outcome = umpire.run(request, procedure)
        record = Record((), lambda: steps_of(self, request, notes, overrides, outcome=outcome))
        return self.resolved(request, outcome, record, dice.seal)

    def resolved(
        self, request: Request[OutcomeT], outcome: OutcomeT, record: Record, seal: Seal | None
    ) -> Resolution[OutcomeT]:
        """Return the resolution of *request* that came to *outcome* by the steps of *record* under these rules."""
        procedure = self.procedure_for(request)
        head = self._heads.get(procedure)
        if head is None:
            head = self._heads[procedure] = {
                "procedure": procedure.id,
                "title": procedure.title,
                "ruleset": self.identity,
                "options": self.options,
                "replaced_charts": self.replaced_charts,
                "house": self.house,
            }
        # As its __init__ would, in a third of the time.
        made = cast("Resolution[OutcomeT]", object.__new__(cast("type[object]", Resolution)))
        fields = vars(made)
        fields.update(head)
        fields["request"] = request
        fields["outcome"] = outcome
        fields["record"] = record
        fields["seal"] = seal
        return made

    @cached_property
    def _heads(self) -> dict[Procedure[Any, Any, Any], dict[str, Any]]:
        """What all resolutions of a procedure have in common."""
        return {}

    def outcome(
        self, request: Request[OutcomeT], *, dice: DiceSource, choices: Policies | Decider | None = None
    ) -> OutcomeT:
        """Answer *request* without a record, for batches; otherwise as `resolve`."""
        procedure = self._legal(request)
        if choices is None and type(dice) is SeededDice:
            played: OutcomeT = self._played(request, procedure, dice, None)
            return played
        umpire = RollingUmpire(self, dice, self.policies(choices), recording=False)
        outcome: OutcomeT = umpire.run(request, procedure)
        return outcome

    def _played(
        self,
        request: Request[OutcomeT],
        procedure: Procedure[Any, OutcomeT, OptionsT],
        dice: SeededDice,
        notes: list[Note] | None,
    ) -> OutcomeT:
        """Answer a legal request with seeded dice, every decision by its default."""
        waiting = self._waiting
        try:
            umpire = waiting.pop()
        except IndexError:
            umpire = PlayingUmpire(self, {}, self._admitted)
        outcome: OutcomeT = umpire.play(request, procedure, dice, notes)
        waiting.append(umpire)  # not if it was interrupted
        return outcome

    def odds(
        self, request: Request[OutcomeT], *, choices: Policies | None = None, limits: Limits = Limits()
    ) -> Distribution[OutcomeT]:
        """Return the exact distribution of the outcome of *request*.

        Distributions are kept, those of questions inside as well, so asking again is a look-up that costs no branch:
        what went over the budget once may be within it when its parts are known. With *choices* of one's own they are
        kept only for the length of the call.

        Args:
            request: The question.
            choices: Policies for the players' decisions; they must be functions of the situation alone.
            limits: What the answer may cost: by default 200,000 branches, 2 seconds of computing and 200 MB.

        Raises:
            InvalidRequestError: If the request is malformed.
            IllegalRequestError: If a rule forbids it.
            NeedsRuling: If the source is silent and the request does not say what holds.
            ChoiceError: If a policy is for no choice of this ruleset or answers with no alternative.
            BudgetError: If it costs more; the error names the limit, and the roll that branches most.
            QuestionCancelledError: If it was called off.
        """
        self._require_well_formed(request)
        cache: OddsCache = self._odds if choices is None else Cache(self.cache_megabytes)
        kept = cache.get(request)
        if kept is not None:
            return kept
        return ExactUmpire(self, self.policies(choices), cache, Meter(limits)).distribution(request)

    def sample(
        self,
        request: Request[OutcomeT],
        count: int,
        *,
        seed: int | str,
        choices: Policies | None = None,
        limits: Limits = SAMPLE_LIMITS,
    ) -> Sample[OutcomeT]:
        """Answer *request* so many times: an estimate where exact odds cost too much, or draws to work on.

        Where exact odds have few branches every draw comes from them, hundreds of millions a second. Otherwise every
        draw is played, one number for each variable; what comes up inside again and again is drawn from its odds.
        Which of the two it is depends on nothing that was asked before and on no clock, so the same arguments give the
        same draws. To draw from odds with more branches, work them out first: ``ruleset.odds(request).draw(count)``.

        Args:
            request: The question.
            count: How many draws.
            seed: The seed: the same gives the same draws.
            choices: Policies for the players' decisions; they must be functions of the situation alone.
            limits: What the sample may cost: by default 200 MB, and as many seconds as its draws take. Its branches are
                those that the odds may have, those counted that are kept: 10,000 by default, but no more than there are
                draws, or than 1,000 where these are fewer; 0 has every draw played.

        Raises:
            InvalidRequestError: If the request is malformed, or the count below 1.
            IllegalRequestError: If a rule forbids it.
            DiceError: If there is no such seed.
            BudgetError: If it costs more seconds or megabytes.
            QuestionCancelledError: If it was called off.
        """
        self._require_well_formed(request)
        self.admit(request)
        require_seed(seed)
        return sampled(
            self,
            request,
            count,
            seed=seed,
            policies=self.policies(choices),
            limits=limits,
            walks=self._walks if choices is None else Cache(None),
        )

    def preview(self, request: Request[Any], *, choices: Policies | Decider | None = None) -> Preview:
        """Say what is known before the first throw: legality, modifiers, charts, rulings.

        Raises:
            InvalidRequestError: If the request is malformed.
            NeedsRuling: If the source is silent about something on the way and the request does not say what holds.
        """
        verdict = self._declared_verdict(request)
        if not verdict:
            return Preview(verdict=verdict, record=Record(), next_throw="")
        try:
            played = self._up_to_the_first_throw(request, choices)
        except IllegalRequestError as error:
            return Preview(verdict=error.verdict, record=Record(), next_throw="")
        return Preview(verdict=verdict, record=played.record, next_throw=_told_in_short(played.question))

    def verdict(self, request: Request[Any]) -> Verdict:
        """Say whether *request* is legal, with every reason against it, each cited.

        What only a chart tells, such as odds too low for any column, is found by going as far as the first throw, with
        the default of every choice. Where the book is silent about something on the way, nothing is said against it.

        Raises:
            InvalidRequestError: If the request is malformed.
        """
        verdict = self._declared_verdict(request)
        if verdict:
            try:
                self._up_to_the_first_throw(request, None, recording=False)
            except IllegalRequestError as error:
                return error.verdict
            except NeedsRuling:
                pass
        return verdict

    def _up_to_the_first_throw(
        self, request: Request[Any], choices: Policies | Decider | None, *, recording: bool = True
    ) -> Played:
        policies = self.policies(choices)
        return play_on(self, request, (), choices=policies, otherwise=Defaults(), recording=recording)

    def _declared_verdict(self, request: Request[Any]) -> Verdict:
        procedure = self.procedure_for(request)
        validate(request)
        return procedure.verdict(request, self.options)

    def begin(self, request: Request[OutcomeT], *, overrides: Iterable[Override] = ()) -> Session[OutcomeT]:
        """Begin to answer *request*, stopping at every throw and every decision until it is answered.

        Args:
            request: The question.
            overrides: A referee's decisions that set the book or the dice aside.

        Raises:
            InvalidRequestError: If the request is malformed.
            IllegalRequestError: If a rule forbids it: what is illegal never begins.
            NeedsRuling: If the source is silent about something before the first question.
        """
        from rcw_rules.sessions import begin

        self.check(request)
        return begin(self, request, overrides)

    def advise(
        self,
        request: Request[OutcomeT],
        *,
        value: Callable[[OutcomeT], int | Fraction],
        maximise: str | Wants = "",
        choices: Policies | None = None,
        limits: Limits | None = None,
        draws: int | None = None,
        seed: int | str = 0,
    ) -> Advice[OutcomeT]:
        """Say which alternative of the first decision is best: `Session.advise` from the beginning."""
        begun = self.begin(request)
        return begun.advise(value=value, maximise=maximise, choices=choices, limits=limits, draws=draws, seed=seed)

    def replay(self, resolution: Resolution[OutcomeT], *, dice: DiceSource | None = None) -> Resolution[OutcomeT]:
        """Resolve an older resolution again with its own options, house rules, dice, decisions and overrides.

        An untouched record gives an equal resolution, with who rolled and who decided. What was left to the default of
        a choice is left to it again. Anything that differs shows that the rules are read differently today, or that
        somebody changed the record; `verify` says what.

        Args:
            resolution: The older resolution.
            dice: Where the faces come from; by default from its record.

        Raises:
            DiceError: If today's procedure asks for other dice; the error names the first difference.
            ReplayError: If the resolution rests on other replaced charts than this ruleset has, or on house rules that
                do not fit it, or if other house rules are in force here.
            RulesError: If today's rules refuse its request, a decision or an override, as for `resolve`.
        """
        from rcw_rules.replays import replay, require_same_charts

        require_same_charts(self, resolution)
        then = self.as_of(resolution.options, resolution.house)
        return replay(then, resolution, dice)

    def verify(
        self, resolution: Resolution[OutcomeT], *, seeds: Iterable[Secret] | None = None
    ) -> Verification[OutcomeT]:
        """Hold an older resolution against what its own dice, decisions and overrides come to today.

        Args:
            resolution: The older resolution.
            seeds: The secrets of all parties to sealed dice; None if they are not revealed.

        Raises:
            ReplayError: If outcome, record or a sealed face differ; the error names the first difference.
            DiceError: If other dice would be thrown today; the error names the first.
        """
        from rcw_rules.verification import verify

        return verify(self, resolution, seeds)

    def load_resolution(self, text: str | bytes) -> Resolution[Any]:
        """Read a resolution that `Resolution.to_json` wrote.

        Raises:
            InvalidRequestError: If it is not such a document, or belongs to another ruleset.
            UnknownNameError: If there is no such procedure.
            WireVersionError: If a newer version of the library wrote it.
        """
        from rcw_rules.documents import load_resolution

        return load_resolution(self, text)

    def load_session(self, text: str | bytes) -> Session[Any]:
        """Read a session that `Session.to_json` wrote, with the options, charts and house rules that it was begun with.

        Raises:
            InvalidRequestError: If it is not such a document, belongs to another ruleset, or an answer, an override or
                a chart does not fit.
            IllegalRequestError: If a rule forbids the request, or what an answer leads to.
            NeedsRuling: If the source is silent about it.
            UnknownNameError: If there is no such procedure.
            WireVersionError: If another version of the library or of the rules wrote it.
        """
        from rcw_rules.session_documents import load_session

        return load_session(self, text)

    # ------------------------------------------------------------------ variants

    def with_options(self, **changes: Any) -> Ruleset[OptionsT]:
        """Return this ruleset with some options changed.

        Raises:
            UnknownNameError: If there is no such option.
            InvalidRequestError: If an option cannot have that value.
            HouseRulesError: If house rules set the option.
        """
        for name in changes:
            if name not in self._option_hints:
                raise UnknownNameError("option", name, self._option_hints)
            self._leave_to_the_house("option", name)
        options: Any = attrs.evolve(self.options, **changes)  # type: ignore[misc]  # an attrs class by contract
        validate(options)
        return attrs.evolve(self, options=options, charts=self.book_charts)

    def as_of(self, options: OptionsT, house: HouseRules | None) -> Ruleset[OptionsT]:
        """Return this ruleset with the options and the house rules of a document, as they were in force together."""
        return attrs.evolve(self, options=options, charts=self.book_charts, house=house)

    def with_charts(self, replacements: Mapping[str, Chart]) -> Ruleset[OptionsT]:
        """Return this ruleset with some charts replaced by others of the same shape.

        Raises:
            UnknownNameError: If there is no chart of that id.
            ChartError: If a replacement has other rows or columns.
            HouseRulesError: If house rules change a cell of the chart.
        """
        for id in replacements:
            self._leave_to_the_house("chart", id)
        replaced = {*self.replaced_charts, *replacements}
        return attrs.evolve(
            self,
            charts=replace_charts(self.book_charts, replacements),
            replaced_charts=tuple(id for id in self.charts if id in replaced),
        )

    def with_house(self, house: HouseRules) -> Ruleset[OptionsT]:
        """Return this ruleset as house rules change it.

        Set options and replace charts first: house rules say what they find, and what they change stays as they say.

        Raises:
            HouseRulesError: If they do not fit this ruleset; the error names everything that is wrong.
        """
        require_fitting(house, self)
        return attrs.evolve(
            self,
            options=patched_options(self.options, house.options),
            charts=self.book_charts,
            house=house,
        )

    def _leave_to_the_house(self, what: Literal["option", "chart"], name: str) -> None:
        if self.house is not None and name in self._of_the_house[what]:
            message = f"the house rules {self.house.title!r} change this {what}: change it there"
            raise HouseRulesError([Problem(f"$.{name}", message)])

    @cached_property
    def _of_the_house(self) -> Mapping[str, frozenset[str]]:
        """What house rules change: the names of options, the ids of charts."""
        if self.house is None:
            return {"option": frozenset(), "chart": frozenset()}
        options = frozenset(change.option for change in self.house.options)
        return {"option": options, "chart": frozenset(change.chart for change in self.house.cells)}

    # ------------------------------------------------------------------ what is kept

    def forget_odds(self) -> None:
        """Forget every distribution that was kept, and which requests were found legal."""
        self._odds.clear()
        self._walks.clear()
        self._admitted.clear()

    @cached_property
    def _odds(self) -> OddsCache:
        return Cache(self.cache_megabytes / 2)

    @cached_property
    def _walks(self) -> Walks:
        return Cache(self.cache_megabytes / 4)

    @cached_property
    def _waiting(self) -> Waiting[OptionsT]:
        return Waiting()

    @cached_property
    def _admitted(self) -> Cache[Request[Any], Procedure[Any, Any, OptionsT]]:
        return Cache(self.cache_megabytes / 4)


def _require_tuple(place: str, parts: object, cls: type) -> None:
    if not is_tuple(parts):
        # A comma is easily forgotten: (shooting) is not a tuple, (shooting,) is one.
        name = getattr(parts, "__name__", "...")
        raise TypeError(f"{place} is a tuple of {cls.__name__}, not a {type(parts).__name__}: write ({name},)")
    for part in parts:
        if not isinstance(part, cls):
            raise TypeError(f"{place} is a tuple of {cls.__name__}, but it holds {show(part, 'python')}")


def _told_in_short(question: Question | None) -> str:
    if not isinstance(question, Throw):
        return ""
    return in_one_line(f"{question.purpose}: {question.label} [{question.rule}]")
