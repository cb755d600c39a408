"""What players do in a whole battle, each in one line of text."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.games import Action as Base
from rcw_rules.orel.game.state import FireUse
from rcw_rules.orel.model import AttackType, HexLabel, OrelLocation

EDGE = "edge"
"""Where a battalion is raised that is to enter by a friendly edge."""


@frozen(kw_only=True, cache_hash=True)
class Proceed(Base):
    """The game goes on by itself: a player turn begins, barrages are fired, or a player turn ends."""

    kind: ClassVar[str] = "proceed"
    words: ClassVar[str] = "go on"


# ---------------------------------------------------------------- recruitment


@frozen(kw_only=True, cache_hash=True)
class EndRecruitment(Base):
    """No more recruits; command is checked, and movement begins."""

    kind: ClassVar[str] = "end_recruitment"
    words: ClassVar[str] = "recruit no more"


@frozen(kw_only=True, cache_hash=True)
class Recover(Base):
    """A unit recovers steps, for a recruit point each.

    Attributes:
        unit: The key of the unit, or of the depot.
        steps: How many.
    """

    kind: ClassVar[str] = "recover"
    words: ClassVar[str] = "recover {steps} of {unit}"
    unit: str
    steps: int


@frozen(kw_only=True, cache_hash=True)
class Raise(Base):
    """A battalion of recruits is raised, at a station or to enter by an edge.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex of the station, or ``edge``.
    """

    kind: ClassVar[str] = "raise"
    words: ClassVar[str] = "raise {unit} at {place}"
    unit: str
    place: str


# ---------------------------------------------------------------- movement


@frozen(kw_only=True, cache_hash=True)
class Stay(Base):
    """A unit or depot stays where it is; one that could enter the map waits.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    kind: ClassVar[str] = "stay"
    words: ClassVar[str] = "stay with {unit}"
    unit: str


@frozen(kw_only=True, cache_hash=True)
class StayAll(Base):
    """All that have not moved yet stay, except those that must move."""

    kind: ClassVar[str] = "stay_all"
    words: ClassVar[str] = "stay with all others"


@frozen(kw_only=True, cache_hash=True)
class PutOff(Base):
    """Another unit moves before this one.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    kind: ClassVar[str] = "put_off"
    words: ClassVar[str] = "put {unit} off"
    unit: str


@frozen(kw_only=True, cache_hash=True)
class Enter(Base):
    """A reinforcement comes in; it may then go on.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex by which it comes in.
    """

    kind: ClassVar[str] = "enter"
    words: ClassVar[str] = "bring {unit} in at {place}"
    unit: str
    place: HexLabel


@frozen(kw_only=True, cache_hash=True)
class Move(Base):
    """A unit or depot moves by the cheapest way; with its own hex it only enters combat mode there.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex in which it ends.
        mode: Its mode there.
        marching_day: Whether it makes a Marching Day.
        location: Where in Orel it is to be, if it finds no friends there; else none.
    """

    kind: ClassVar[str] = "move"
    words: ClassVar[str] = "move {unit} to {place}"
    unit: str
    place: HexLabel
    mode: Literal["march", "combat"] = "march"
    marching_day: bool = False
    location: OrelLocation | None = None


@frozen(kw_only=True, cache_hash=True)
class Step(Base):
    """A unit or depot goes into the next hex, and may go on from there: a way of its own, hex by hex.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The next hex.
    """

    kind: ClassVar[str] = "step"
    words: ClassVar[str] = "step {unit} to {place}"
    unit: str
    place: HexLabel


@frozen(kw_only=True, cache_hash=True)
class Assail(Base):
    """A unit moves, or stays, and declares an attack: one of its own, or it joins the one of that number.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex in which it ends.
        target: The hex that it attacks.
        type: Prepared or Hasty Attack.
        joins: The number of the attack that it joins; 0 for one of its own.
        location: Where in Orel it is to be, if it finds no friends there; else none.
    """

    kind: ClassVar[str] = "assail"
    words: ClassVar[str] = "attack {target} with {unit} from {place}"
    unit: str
    place: HexLabel
    target: HexLabel
    type: AttackType = "prepared"
    joins: int = 0
    location: OrelLocation | None = None


@frozen(kw_only=True, cache_hash=True)
class ReadyFire(Base):
    """A battery or a train moves, or stays, and makes ready to fire.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex in which it ends.
        use: For what.
        location: Where in Orel it is to be, if it finds no friends there; else none.
    """

    kind: ClassVar[str] = "ready"
    words: ClassVar[str] = "ready {unit} in {place} for {use}"
    unit: str
    place: HexLabel
    use: FireUse
    location: OrelLocation | None = None


@frozen(kw_only=True, cache_hash=True)
class Challenge(Base):
    """A train goes next to a train that has no troops with it, and will attack it.

    Attributes:
        unit: The key of the unit, or of the depot.
        place: The hex in which it ends.
        target: The key of the train.
    """

    kind: ClassVar[str] = "challenge"
    words: ClassVar[str] = "challenge {target} with {unit} from {place}"
    unit: str
    place: HexLabel
    target: str


@frozen(kw_only=True, cache_hash=True)
class Entrench(Base):
    """A unit begins to entrench.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    kind: ClassVar[str] = "entrench"
    words: ClassVar[str] = "entrench {unit}"
    unit: str


@frozen(kw_only=True, cache_hash=True)
class TestCommand(Base):
    """A unit out of command in an enemy zone of control checks its quality.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    __test__: ClassVar[bool] = False

    kind: ClassVar[str] = "test_command"
    words: ClassVar[str] = "test {unit}"
    unit: str


@frozen(kw_only=True, cache_hash=True)
class Relocate(Base):
    """The units in Orel go to its suburbs or its centre.

    Attributes:
        location: Where they go.
    """

    kind: ClassVar[str] = "relocate"
    words: ClassVar[str] = "occupy the {location}"
    location: OrelLocation


# ---------------------------------------------------------------- combat


@frozen(kw_only=True, cache_hash=True)
class HoldFire(Base):
    """A battery or a train does not fire now.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    kind: ClassVar[str] = "hold_fire"
    words: ClassVar[str] = "hold the fire of {unit}"
    unit: str


@frozen(kw_only=True, cache_hash=True)
class Barrage(Base):
    """A battery or a train will fire a barrage at a unit.

    Attributes:
        unit: The key of the unit, or of the depot.
        target: The key of the enemy unit.
    """

    kind: ClassVar[str] = "barrage"
    words: ClassVar[str] = "barrage {target} with {unit}"
    unit: str
    target: str


@frozen(kw_only=True, cache_hash=True)
class Support(Base):
    """A battery or a train will support an attack.

    Attributes:
        unit: The key of the unit, or of the depot.
        attack: The number of the attack.
    """

    kind: ClassVar[str] = "support"
    words: ClassVar[str] = "support attack {attack} with {unit}"
    unit: str
    attack: int


@frozen(kw_only=True, cache_hash=True)
class Answer(Base):
    """A battery or a train of the reactive player answers a barrage.

    Attributes:
        unit: The key of the unit, or of the depot.
        target: The key of the enemy unit.
    """

    kind: ClassVar[str] = "answer"
    words: ClassVar[str] = "answer {target} with {unit}"
    unit: str
    target: str


@frozen(kw_only=True, cache_hash=True)
class Defend(Base):
    """A battery or a train of the reactive player will support the defence against an attack.

    Attributes:
        unit: The key of the unit, or of the depot.
        attack: The number of the attack.
    """

    kind: ClassVar[str] = "defend"
    words: ClassVar[str] = "defend against attack {attack} with {unit}"
    unit: str
    attack: int


@frozen(kw_only=True, cache_hash=True)
class Fight(Base):
    """An attack is fought.

    Attributes:
        attack: The number of the attack.
    """

    kind: ClassVar[str] = "fight"
    words: ClassVar[str] = "fight attack {attack}"
    attack: int


@frozen(kw_only=True, cache_hash=True)
class FightDuel(Base):
    """A train attacks the train that it has challenged.

    Attributes:
        unit: The key of the unit, or of the depot.
    """

    kind: ClassVar[str] = "fight_duel"
    words: ClassVar[str] = "fight the duel of {unit}"
    unit: str


Action: TypeAlias = (
    Proceed
    | EndRecruitment
    | Recover
    | Raise
    | Stay
    | StayAll
    | PutOff
    | Enter
    | Move
    | Step
    | Assail
    | ReadyFire
    | Challenge
    | Entrench
    | TestCommand
    | Relocate
    | HoldFire
    | Barrage
    | Support
    | Answer
    | Defend
    | Fight
    | FightDuel
)

ACTIONS: tuple[type[Base], ...] = (
    Proceed,
    EndRecruitment,
    Recover,
    Raise,
    Stay,
    StayAll,
    PutOff,
    Enter,
    Move,
    Step,
    Assail,
    ReadyFire,
    Challenge,
    Entrench,
    TestCommand,
    Relocate,
    HoldFire,
    Barrage,
    Support,
    Answer,
    Defend,
    Fight,
    FightDuel,
)
