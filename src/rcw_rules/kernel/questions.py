"""What a procedure asks of people: a throw of dice or a decision, in words and as values."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.errors import ChoiceError, DiceError
from rcw_rules.kernel.plain import Plain, alternative_meant, in_text, plain
from rcw_rules.kernel.procedures import AlternativeT, Choice, Procedure, Request, SituationT
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.variables import DecidedBy, Face, Faces, Roller, Variable, faces_told

if TYPE_CHECKING:
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.kernel.record import ModifierStep, Step

_LONGEST_SHOWN = 60

History: TypeAlias = tuple[tuple[Any, ...], ...]
"""For each procedure that is on its way, the whole question first, what its umpire answered so far."""


@frozen(kw_only=True)
class Throw:
    """A request to throw dice, as a person at the table needs it.

    Attributes:
        purpose: What the throw is for, with the purposes of the procedures around it: ``attacker 1/morale``.
        rule: The id of the rule that asks for it.
        variable: What is thrown.
    """

    purpose: str
    rule: str
    variable: Variable[Any]
    _known: Record = field(factory=Record, alias="known", repr=False)

    @property
    def known(self) -> tuple[Step, ...]:
        """The steps since the last question: the modifiers in force, charts looked up, what followed."""
        return self._known.steps

    @property
    def label(self) -> str:
        """What to throw: ``2d6``, ``d10, 6 or less``."""
        return self.variable.label

    @property
    def dice(self) -> tuple[int, ...]:
        """The number of sides of each die, in order."""
        return self.variable.dice

    @property
    def odds(self) -> Distribution[Any]:
        """The exact probability of every value that the throw can have.

        Raises:
            BudgetError: If it can have too many to be listed.
        """
        return self.variable.branches

    @property
    def modifiers(self) -> tuple[ModifierStep, ...]:
        """The modifiers in force that count."""
        from rcw_rules.kernel.record import ModifierStep

        return tuple(step for step in self.known if isinstance(step, ModifierStep) and step.counted)

    def checked(self, faces: Sequence[Face]) -> Faces:
        """Return faces read off real dice as the library writes them; so many as there are, up to all of them.

        Raises:
            DiceError: If a die cannot show its face, or there are more faces than dice.
        """
        if len(faces) > len(self.dice):
            raise DiceError(
                f"{self.purpose} [{self.rule}] needs {self.label}: {faces_told(len(self.dice))}, not {len(faces)}"
            )
        try:
            return self.variable.check_faces(self.variable.as_shown(faces))
        except DiceError as error:
            raise DiceError(f"{self.purpose} [{self.rule}]: {error}") from None

    def __str__(self) -> str:
        return f"roll {self.label} for {self.purpose} [{self.rule}]"


@frozen(kw_only=True)
class Decision(Generic[SituationT, AlternativeT]):
    """A decision that a rule leaves to a player.

    Attributes:
        choice: The choice: its id, its rule, who decides, what about.
        where: The purposes of the procedures around it, ``attacker 1``; "" for none.
        alternatives: Everything that the rules allow, two or more.
        default: What is done if nobody decides.
        situation: What the player can see.
        history: What has happened: for each procedure that is on its way, the whole question first, what was answered
            to it so far.
        number: How many decisions whoever decides has taken before, in the same resolution.
    """

    choice: Choice[SituationT, AlternativeT]
    where: str
    alternatives: tuple[AlternativeT, ...]
    default: AlternativeT
    situation: SituationT
    _known: Record = field(factory=Record, alias="known", repr=False)
    history: History = ()
    number: int = 0

    @property
    def known(self) -> tuple[Step, ...]:
        """The steps since the last question."""
        return self._known.steps

    def require_telling(self) -> None:
        """Refuse alternatives that a record would tell alike: nobody could say which was chosen.

        Raises:
            ChoiceError: If two different ones are told alike.
        """
        if len(set(map(plain, self.alternatives))) == len(self.alternatives):
            return
        kept: dict[tuple[type, Plain], AlternativeT] = {}
        for alternative in self.alternatives:
            told = plain(alternative)
            if kept.setdefault((type(told), told), alternative) != alternative:
                raise ChoiceError(
                    f"{self.choice.id} has two alternatives that a record tells alike, {told!r}: give each a text of "
                    f"its own [{self.choice.rule}]"
                )

    @property
    def unit(self) -> str:
        """Which unit or units it is about, in words; "" where the choice concerns none."""
        return self.choice.unit(self.situation)

    @property
    def owner(self) -> str:
        """Who decides: the side, where the situation tells it, otherwise as the rule says it: ``attacker``."""
        return self.choice.side(self.situation) or self.choice.who

    @property
    def told(self) -> tuple[str, ...]:
        """The alternatives in words, as `alternative` takes them."""
        return tuple(map(in_text, self.alternatives))

    def alternative(self, answer: object) -> AlternativeT:
        """Return the alternative that an answer means: itself, its plain value in a record, or its words in any case.

        Raises:
            ChoiceError: If it is none of them; the error lists them.
        """
        with suppress(LookupError):
            return alternative_meant(self.alternatives, answer)
        allowed = " or ".join(self.told)
        told = "an empty text" if answer == "" else in_text(answer)
        if len(told) > _LONGEST_SHOWN:
            told = f"{told[:_LONGEST_SHOWN]}..."
        raise ChoiceError(f"{self.choice.id} can be {allowed}, not {told} [{self.choice.rule}]")

    def __str__(self) -> str:
        unit = f" about {self.unit}" if self.unit else ""
        return f"{self.owner} decides{unit}: {self.choice.about} [{self.choice.rule}]"


@frozen(kw_only=True)
class Frame:
    """A procedure on its way, the whole question or one inside it.

    Attributes:
        procedure: The procedure.
        request: Its request.
        where: The purposes around it, each with a slash behind: ``attacker 1/``.
        seen: What its umpire answered so far: values of throws, decisions between several alternatives, outcomes of
            other procedures.
    """

    procedure: Procedure[Any, Any, Any]
    request: Request[Any]
    where: str
    seen: tuple[Any, ...] = ()


class OpenFrame:
    """A procedure on its way: a `Frame` that still grows."""

    __slots__ = ("procedure", "request", "seen", "where")

    def __init__(self, procedure: Procedure[Any, Any, Any], request: Request[Any], where: str) -> None:
        self.procedure: Procedure[Any, Any, Any] = procedure
        self.request: Request[Any] = request
        self.where: str = where
        self.seen: list[Any] = []

    def closed(self) -> Frame:
        """Return it as it is now."""
        return Frame(procedure=self.procedure, request=self.request, where=self.where, seen=tuple(self.seen))


Question: TypeAlias = Throw | Decision[Any, Any]
"""What a procedure waits for."""


@frozen(kw_only=True)
class Thrown:
    """Faces that answered a throw.

    Attributes:
        purpose: What the throw was for, with the purposes of the procedures around it.
        faces: What the dice showed, in order.
        by: Who rolled.
        draw: The number of a sealed throw in its game, otherwise None.
    """

    kind: ClassVar[str] = "throw"
    purpose: str
    faces: Faces
    by: Roller = "asked"
    draw: int | None = None


@frozen(kw_only=True)
class Decided:
    """What answered a decision.

    Attributes:
        choice: The id of the choice.
        chosen: The alternative taken, as a record keeps it.
        by: Who decided.
    """

    kind: ClassVar[str] = "decision"
    choice: str
    chosen: Plain
    by: DecidedBy = "person"


Answer: TypeAlias = Thrown | Decided
"""What answered a question."""
