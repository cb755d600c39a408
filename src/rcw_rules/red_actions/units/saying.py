"""Parts of the sentences in which results are said: numbers, officers, and what has changed in a unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from rcw_rules.kernel.lengths import thousandths_as_decimal
from rcw_rules.kernel.words import counted, in_words, listed
from rcw_rules.red_actions.model import Arm, OfficerToken, Unit
from rcw_rules.red_actions.units.losses import officers_lost

_THOUSAND = 1000


def said(number: Fraction) -> str:
    """Return an exact number as a player says it: with up to three decimals, or else with a fraction.

    >>> said(Fraction(27, 2)), said(Fraction(16, 3)), said(Fraction(6))
    ('13.5', '5 1/3', '6')
    """
    if _THOUSAND % number.denominator == 0:
        return str(thousandths_as_decimal(int(number * _THOUSAND)))
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if whole else str(rest)


def in_inches(number: Fraction) -> str:
    """Return a number of inches with its unit.

    >>> in_inches(Fraction(11, 2))
    '5.5 in'
    """
    return f"{said(number)} in"


def stepped(count: int, what: str, before: int, after: int) -> str:
    """Return how many are lost or come, and the numbers before and after.

    >>> stepped(2, "base", 4, 2)
    '2 bases (4 to 2)'
    """
    return f"{counted(count, what)} ({before} to {after})"


def officer_said(officer: OfficerToken) -> str:
    """Return an officer with what the token does to morale, and its characteristics.

    >>> officer_said(OfficerToken(id="gifted", effect=1, characteristics=("Clever",)))
    'gifted (morale +1, Clever)'
    """
    told = (*([f"morale {officer.effect:+d}"] if officer.effect else []), *officer.characteristics)
    joined = ", ".join(told)
    return f"{in_words(officer.id)}{f' ({joined})' if joined else ''}"


def officers_said(officers: Sequence[OfficerToken]) -> str:
    """Return several officers, equal ones with their number."""
    counts = Counter(map(officer_said, officers))
    return listed(f"{count} x {name}" if count > 1 else name for name, count in counts.items())


def names_of(officers: Sequence[OfficerToken]) -> str:
    """Return who officers are, by their ids in words."""
    return listed(in_words(officer.id) for officer in officers)


def lost_officers_said(officers: Sequence[OfficerToken]) -> str:
    """Return officers as a unit loses them: ``its officer (Ivanov)``, ``2 officers (Ivanov and Petrov)``."""
    if len(officers) == 1:
        return f"its officer ({names_of(officers)})"
    return f"{len(officers)} officers ({names_of(officers)})"


def fallen_said(fallen: Sequence[int], officers: int) -> str:
    """Return which officers fell to their dice.

    >>> fallen_said((), 2), fallen_said((1,), 3), fallen_said((0, 1), 2)
    ('No officer falls.', 'Officer 2 of 3 falls.', 'Both officers fall.')

    Args:
        fallen: Their places in the order of the dice, from 0.
        officers: How many there were.
    """
    if not officers:
        return "There is no officer who could fall."
    if not fallen:
        return "No officer falls."
    if len(fallen) == officers:
        return (
            "The officer falls."
            if officers == 1
            else f"{'Both' if officers == 2 else f'All {officers}'} officers fall."
        )
    places = listed(str(place + 1) for place in fallen)
    return f"Officer {places} of {officers} falls." if len(fallen) == 1 else f"Officers {places} of {officers} fall."


def changes(before: Unit, after: Unit) -> list[str]:
    """Return what has changed in a unit: bases, markers and officers, each as the end of a sentence about it.

    A unit that is gone has lost everything, which is not listed. Neither is that a unit begins or ends a rout: the
    procedures say that first.
    """
    if not after.bases:
        return []
    loses: list[str] = []
    if after.bases < before.bases:
        loses.append(stepped(before.bases - after.bases, "base", before.bases, after.bases))
    if lost := officers_lost(before, after):
        loses.append(lost_officers_said(lost))
    if before.white_officer_base and not after.white_officer_base:
        loses.append("its White Officer base")
    done = [f"loses {listed(loses)}"] if loses else []
    markers = (
        ("terror marker", before.terror, after.terror),
        ("humiliated marker", before.humiliated, after.humiliated),
    )
    for verb, sign in (("takes", 1), ("sheds", -1)):
        found = [stepped(abs(now - was), what, was, now) for what, was, now in markers if sign * (now - was) > 0]
        done += [f"{verb} {listed(found)}"] if found else []
    if after.pinned != before.pinned:
        done.append("is pinned" if after.pinned else "is pinned no more")
    return done


def markers_said(unit: Unit) -> str:
    """Return the markers on a unit: ``2 terror markers and a pinned marker``; "" for none."""
    markers = (("terror marker", unit.terror), ("humiliated marker", unit.humiliated), ("pinned marker", unit.pinned))
    return listed(counted(int(count), what) for what, count in markers if count)


_TROOPS: dict[Arm, str] = {
    "rifle": "riflemen",
    "mg": "machine guns",
    "sabres": "sabres",
    "tachanka": "tachankas",
    "gun": "guns",
    "mortar": "mortars",
    "tank": "tanks",
    "armoured_car": "armoured cars",
    "train_engine": "train engines",
    "train_artillery": "artillery cars",
    "train_mg": "machine-gun cars",
    "train_other": "train cars",
    "officer": "officers",
}


def troops_said(arm: Arm) -> str:
    """Return what the bases of an arm are called together.

    >>> troops_said("rifle"), troops_said("mg")
    ('riflemen', 'machine guns')
    """
    return _TROOPS[arm]
