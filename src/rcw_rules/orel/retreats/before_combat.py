"""Retreat before combat: which attacked units slip away before the fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import clause, names_of, note_values, passes, predominant
from rcw_rules.orel.model import COMBAT_TYPES, AttackType, Unit, UnitType, keys_of, listed, wrong_places
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import of_good_intelligence

Ability: TypeAlias = Literal["automatic", "check", "no", "follows", "only if alone"]
"""What the table says of a unit: the words of its cells."""

ABILITIES: tuple[Ability, ...] = get_args(Ability)

MunitionsFate: TypeAlias = Literal["spent", "resupply", "refunded"]
"""What happens to the points set aside for the attack: spent in combat, turned into resupply, or not spent."""

FIRM = 4  # 8.5-who: infantry of this quality may try to break contact
MOUNTED: tuple[UnitType, ...] = ("cavalry", "armoured_car")  # the second column of the table, 8.5-who
OUTRUN: tuple[UnitType, ...] = ("infantry", "horse_artillery")  # 8.5-who, second modifier


@frozen(kw_only=True)
class Attacked:
    """What the owner of attacked units sees when deciding whether to slip away.

    Attributes:
        units: The units in the hex.
        automatic: The keys of those that go without a check.
        checking: The keys of those that must check.
    """

    units: tuple[Unit, ...]
    automatic: tuple[str, ...]
    checking: tuple[str, ...]


@frozen(kw_only=True)
class Following:
    """What the owner of foot artillery sees when others of its hex slip away.

    Attributes:
        unit: The battery.
        leaving: The keys of those that go.
    """

    unit: Unit
    leaving: tuple[str, ...]


RETREAT_BEFORE_COMBAT: Choice[Attacked, bool] = Choice(
    "retreat_before_combat",
    rule="8.5-check",
    who="defender",
    about="Try to retreat before combat? If one unit of the hex does, all that are able must. Default: no.",
    default=lambda attacked, alternatives: False,
    unit=lambda attacked: keys_of(attacked.units),
    side=lambda attacked: attacked.units[0].side,
)
ARTILLERY_FOLLOWS: Choice[Following, bool] = Choice(
    "artillery_follows",
    rule="8.5-who",
    who="defender",
    about="Does the foot artillery go with the infantry or cavalry that retreats before combat? Default: yes.",
    default=lambda following, alternatives: True,
    unit=lambda following: following.unit.key,
    side=lambda following: following.unit.side,
)


@frozen(kw_only=True)
class RetreatBeforeCombatOutcome:
    """Which units slip away before the fight.

    Attributes:
        attempted: Whether any unit attempted it.
        leaves: The keys of the units that go now, in listed order; where to is another question.
        failed: The units that checked in vain, now in march mode.
        predominant: The quality that the die was held against; None if no unit had to check.
        eliminated: The keys of broken-down tanks, which must go and cannot.
        stuck: The keys of vehicles that must go and cannot: lost if an attacker enters the hex.
        emptied: Whether no combat unit and no battery that would have defended is left.
        munitions: What happens to the munitions that the attacker has set aside.
    """

    attempted: bool
    leaves: tuple[str, ...]
    failed: Annotated[tuple[Unit, ...], Cites("8.5-fail")]
    predominant: Annotated[int | None, Cites("8.5-check")]
    eliminated: Annotated[tuple[str, ...], Cites("9.2.1-breakdown")]
    stuck: Annotated[tuple[str, ...], Cites("9-alone-defence")]
    emptied: bool
    munitions: Annotated[MunitionsFate, Cites("8.2.1-refused-combat")]

    def summary(self, request: RetreatBeforeCombatRequest) -> str:
        """Return which units slip away, which fail to, and what that means for the attack."""
        names = names_of(request.defenders)
        failed = tuple(unit.key for unit in self.failed)
        told = words.sentences(
            clause(self.leaves, names, "retreat[s|] before combat"),
            clause(failed, names, "fail[s|] to get away and stay[s|], in march mode"),
            clause(self.eliminated, names, "[has|have] broken down and [is|are] eliminated"),
            clause(self.stuck, names, "cannot go, and [is|are] lost if an attacker enters the hex"),
        )
        nobody = "" if told else "nobody retreats before combat"
        munitions = {"spent": "", "resupply": "the munitions allocated may resupply attackers"}
        cost = munitions.get(self.munitions, "the attack costs no munitions")
        return " ".join(filter(None, (told, words.sentences(nobody, cost))))


@frozen(kw_only=True, cache_hash=True)
class RetreatBeforeCombatRequest(Request[RetreatBeforeCombatOutcome]):
    """A hex that is attacked, before anything else happens.

    Attributes:
        defenders: The units in the hex.
        attackers: The kinds of the attacking units, each once.
        attack_type: A Prepared or a Hasty Attack.
        attempt: Whether the defender attempts it; None leaves it to the choice.
        joined: The keys of units that fled into the hex in this phase: they have no part in the combat.
        no_way: The keys of vehicles that could go nowhere: of trains, because the enemy holds the railroad or it ends.
        good_intelligence: Whether the defender uses the event of that name.
    """

    defenders: Annotated[tuple[Unit, ...], Size(1, 20)]
    attackers: Annotated[tuple[UnitType, ...], Size(1, 8)]
    attack_type: Annotated[AttackType, Cites("7.2-hasty")] = "prepared"
    attempt: bool | None = None
    joined: Annotated[tuple[str, ...], Cites("8.5.1d-target-hex")] = ()
    no_way: Annotated[tuple[str, ...], Cites("9-alone-defence")] = ()
    good_intelligence: Annotated[bool, Cites("6-list")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield defenders of both sides or in several hexes, duplicate kinds of attackers, and unknown keys."""
        yield from wrong_places(listed("defenders", self.defenders))
        for number, unit in enumerate(self.defenders):
            if unit.side != self.defenders[0].side:
                yield Problem(f".defenders[{number}].side", "the defenders are of one side", "X-bad-units")
            elif unit.hex != self.defenders[0].hex:
                yield Problem(f".defenders[{number}].hex", "the defenders are in one hex", "X-bad-units")
        for number, kind in enumerate(self.attackers):
            if kind in self.attackers[:number]:
                yield Problem(f".attackers[{number}]", f"{kind} is listed twice")
        known = {unit.key: unit for unit in self.defenders}
        for number, key in enumerate(self.joined):
            if key not in known:
                yield Problem(f".joined[{number}]", f"no defender has the key {key!r}", "X-bad-units")
        for number, key in enumerate(self.no_way):
            if key not in known:
                yield Problem(f".no_way[{number}]", f"no defender has the key {key!r}", "X-bad-units")
            elif not known[key].is_vehicle:
                message = "only a vehicle can be without a way here; others find out when they fall back"
                yield Problem(f".no_way[{number}]", message, "9-alone-defence")


def _example() -> RetreatBeforeCombatRequest:
    return RetreatBeforeCombatRequest(
        defenders=(
            Unit(key="W:1/2K", side="white", type="infantry", hex="1110", tq=5, steps=4, strength=6, mp=5),
            Unit(key="W:2/2K", side="white", type="infantry", hex="1110", tq=4, steps=3, strength=5, mp=5),
        ),
        attackers=("infantry",),
        attempt=True,
    )


@procedure(
    "orel.retreat_before_combat",
    title="Who retreats before combat?",
    rules=("8.5-who",),
    example=_example,
)
def retreat_before_combat(request: RetreatBeforeCombatRequest, umpire: Umpire[Options]) -> RetreatBeforeCombatOutcome:
    """Say which units slip away before the fight.

    Vehicles that defend alone must go, without a check; a broken-down tank that must is eliminated. Otherwise the table
    says of each unit what it can; if the defender attempts it, those that go automatically do, and one die against the
    predominant quality of all that must check decides for them together: beaten, they stay in march mode. Foot
    artillery may go once infantry or cavalry does. If no combat unit and no battery is left then, the vehicles left
    behind must go too.

    Rules: 8.5-who, 8.5-check, 8.5-fail, 9-alone-defence, 8.2.1-refused-combat.
    """
    note_values(umpire, request.defenders)
    defending = tuple(unit for unit in request.defenders if unit.key not in request.joined)
    if defending and all(unit.is_vehicle for unit in defending):
        return _vehicles_alone(umpire, request, defending)
    abilities = _abilities(umpire, defending, request.attackers)
    automatic = tuple(key for key, word in abilities.items() if word == "automatic" and key not in request.no_way)
    checking = tuple(unit for unit in defending if abilities[unit.key] == "check")
    keys = tuple(unit.key for unit in checking)
    if not (automatic or checking) or not _attempts(
        umpire, request, Attacked(units=request.defenders, automatic=automatic, checking=keys)
    ):
        umpire.result("8.5-who", "nobody retreats before combat")
        return RetreatBeforeCombatOutcome(
            attempted=False,
            leaves=(),
            failed=(),
            predominant=None,
            eliminated=(),
            stuck=(),
            emptied=False,
            munitions="spent",
        )
    leaving = set(automatic)
    quality, passed = _checked(umpire, request, checking)
    if passed:
        leaving.update(keys)
    for unit in defending:
        if abilities[unit.key] == "follows" and _may_follow(defending, leaving):
            followed = tuple(other.key for other in defending if other.key in leaving)
            if umpire.choose(ARTILLERY_FOLLOWS, (True, False), Following(unit=unit, leaving=followed)):
                leaving.add(unit.key)
    emptied = not any(unit.key not in leaving and not unit.is_vehicle for unit in defending)
    eliminated: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    if emptied:
        eliminated, stuck = _left_behind(request, defending, leaving)
    failed = () if passed else tuple(evolve(unit, mode="march") for unit in checking)
    return _told(
        umpire,
        RetreatBeforeCombatOutcome(
            attempted=True,
            leaves=tuple(unit.key for unit in defending if unit.key in leaving),
            failed=failed,
            predominant=quality,
            eliminated=eliminated,
            stuck=stuck,
            emptied=emptied,
            munitions="resupply" if emptied else "spent",
        ),
    )


@retreat_before_combat.legality
def _objections(request: RetreatBeforeCombatRequest, options: Options) -> Iterator[Objection]:
    if not any(kind in COMBAT_TYPES for kind in request.attackers):
        message = "an attack needs a combat unit, infantry or cavalry; train against train is a duel of its own"
        yield Objection(rule="X-bad-combat", message=message, path="$.attackers")
    if all(unit.key in request.joined for unit in request.defenders):
        message = "units that fled into the hex cannot retreat before combat, and no other unit is there"
        yield Objection(rule="8.5.1d-target-hex", message=message, path="$.joined")


def _vehicles_alone(
    umpire: Umpire[Options], request: RetreatBeforeCombatRequest, vehicles: tuple[Unit, ...]
) -> RetreatBeforeCombatOutcome:
    """Let vehicles go that defend alone; they have no choice, and the attack costs no munitions.

    Rules: 9-alone-defence, 9.2.1-breakdown.
    """
    leaving: set[str] = set()
    eliminated, stuck = _left_behind(request, vehicles, leaving)
    return _told(
        umpire,
        RetreatBeforeCombatOutcome(
            attempted=True,
            leaves=tuple(unit.key for unit in vehicles if unit.key in leaving),
            failed=(),
            predominant=None,
            eliminated=eliminated,
            stuck=stuck,
            emptied=True,
            munitions="refunded",
        ),
    )


def _abilities(umpire: Umpire[Options], units: tuple[Unit, ...], attackers: tuple[UnitType, ...]) -> dict[str, Ability]:
    """Return by key what the table says of each unit; every row is looked up once, in listed order.

    Rules: 8.5-who.
    """
    column = "vs_mounted" if any(kind in MOUNTED for kind in attackers) else "vs_foot"
    rows = {unit.key: _row(unit) for unit in units}
    words: dict[str, Ability] = {row: _ability(umpire, row, column) for row in dict.fromkeys(rows.values())}
    return {key: words[row] for key, row in rows.items()}


def _row(unit: Unit) -> str:
    """Return the row of the table for a unit, by the quality that it has now; mode and entrenchment do not matter.

    Rules: 8.5-who, 8.7.3-rout.
    """
    if unit.mode == "routed" or unit.broken_down:
        return "routed_or_broken_down"
    if unit.type == "infantry":
        return "infantry_tq_4_or_more" if unit.quality >= FIRM else "infantry_tq_3_or_less"
    if unit.is_train:
        return "armoured_train"
    return "foot_artillery" if unit.type == "artillery" else unit.type


def _ability(umpire: Umpire[Options], row: str, column: str) -> Ability:
    result = umpire.look_up("retreat_before_combat", row, column).result
    for word in ABILITIES:
        if result == word:
            return word
    message = f"row {row!r} should say one of {', '.join(ABILITIES)}, not {result!r}"
    raise ChartError("retreat_before_combat", message)


def _attempts(umpire: Umpire[Options], request: RetreatBeforeCombatRequest, attacked: Attacked) -> bool:
    if request.attempt is not None:
        return request.attempt
    return umpire.choose(RETREAT_BEFORE_COMBAT, (True, False), attacked)


def _checked(
    umpire: Umpire[Options], request: RetreatBeforeCombatRequest, checking: tuple[Unit, ...]
) -> tuple[int | None, bool]:
    """Throw one die for all that must check.

    Returns:
        The predominant quality, None where no unit checks, and whether they succeed.

    Rules: 8.5-check, 7.2-hasty.
    """
    if not checking:
        return None, True
    modifiers = Ledger()
    chart = "retreat_before_combat_modifiers"
    if request.attack_type == "hasty":
        modifiers += umpire.modifier(chart, "hasty_attack", "8.5-check", "Hasty Attack")
    if "cavalry" in request.attackers and any(unit.type in OUTRUN for unit in checking):
        modifiers += umpire.modifier(chart, "foot_from_cavalry", "8.5-check", "foot or guns outrun by cavalry")
    if request.good_intelligence:
        modifiers += of_good_intelligence()
    quality = predominant(checking).value
    return quality, passes(umpire, quality, "retreat before combat", "8.5-check", modifiers)


def _may_follow(defending: tuple[Unit, ...], leaving: set[str]) -> bool:
    return any(unit.key in leaving and unit.is_combat for unit in defending)


def _left_behind(
    request: RetreatBeforeCombatRequest, defending: tuple[Unit, ...], leaving: set[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Let the vehicles go that are left alone; a broken-down tank that should is eliminated.

    Returns:
        The keys of the tanks eliminated, and of the vehicles that cannot go.

    Rules: 9-alone-defence, 9.2.1-breakdown, 8.7.2-vehicles-follow.
    """
    left = [unit for unit in defending if unit.key not in leaving]
    eliminated = tuple(unit.key for unit in left if unit.broken_down)
    stuck = tuple(unit.key for unit in left if unit.key in request.no_way and not unit.broken_down)
    leaving.update(unit.key for unit in left if unit.key not in (*eliminated, *stuck))
    return eliminated, stuck


def _told(umpire: Umpire[Options], outcome: RetreatBeforeCombatOutcome) -> RetreatBeforeCombatOutcome:
    if outcome.leaves:
        umpire.result("8.5-who", "before combat these retreat: {units}", units=", ".join(outcome.leaves))
    if outcome.failed:
        names = ", ".join(unit.key for unit in outcome.failed)
        umpire.result("8.5-fail", "these fail and stay, in march mode: {units}", units=names)
    if outcome.eliminated:
        umpire.result("9.2.1-breakdown", "broken down and left behind: {units}", units=", ".join(outcome.eliminated))
    if outcome.stuck:
        umpire.result("9-alone-defence", "lost if an attacker enters: {units}", units=", ".join(outcome.stuck))
    if outcome.munitions == "refunded":
        umpire.result("9-alone-defence", "the attack on vehicles alone costs no munitions")
    if outcome.munitions == "resupply":
        umpire.result("8.2.1-refused-combat", "no combat: the munitions allocated may resupply attackers")
    return outcome
