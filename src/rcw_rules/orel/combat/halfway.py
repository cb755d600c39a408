"""What contradicts itself in a combat that is given half-way, with the paths of its battlefield and its course."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.orel.combat.course import Battlefield, Course
from rcw_rules.orel.definitions import grid_in
from rcw_rules.orel.model import enemy_of, listed, wrong_places, wrong_sides, wrong_words
from rcw_rules.orel.retreats import named_places
from rcw_rules.orel.strength import doubled_leader


def wrong_combat(field: Battlefield, course: Course) -> Iterator[Problem]:
    """Yield words, hexes, sides and keys that cannot be, and a combat without a defender.

    Attackers may all be gone: then nobody assaults. Without a defender the hex is cleared, and the combat is over.

    Args:
        field: The battlefield, in the field `field` of a request.
        course: The combat so far, in its field `course`.

    Rules: X-bad-units, X-bad-combat, 6-list.
    """
    yield from wrong_words(field.board, ".field.board")
    grid, enemy = grid_in(field.board), enemy_of(field.attacker)
    if not grid.has(field.hex):
        yield Problem(".field.hex", f"hex {field.hex} is not on the board", "X-bad-units")
    attacking = (("course.attackers", course.attackers), ("course.bystanders", course.bystanders))
    defending = (("course.defenders", course.defenders), ("course.joined", course.joined))
    for name, units in attacking:
        yield from wrong_sides(name, units, field.attacker)
        for path, unit in listed(name, units):
            if unit.hex is None:
                yield Problem(f"{path}.hex", "is missing: an attacker stands in a hex", "X-bad-units")
    for name, units in defending:
        yield from wrong_sides(name, units, enemy)
        for path, unit in listed(name, units):
            if unit.hex != field.hex:
                message = f"the defenders are in the attacked hex {field.hex}; {unit.key} is in {unit.hex}"
                yield Problem(f"{path}.hex", message, "X-bad-combat")
    everybody = (
        *(one for name, units in (*attacking, *defending) for one in listed(name, units)),
        *listed("course.away", course.away),
        *listed("field.others", field.others),
        *listed("field.depots", field.depots),
    )
    yield from wrong_places(everybody, grid)
    for path, place in named_places(field.under_attack, field.entry_zones):
        if not grid.has(place):
            yield Problem(f".field{path}", f"hex {place} is not on the board", "X-bad-units")
    yield from doubled_leader(".field.events.leader_in_the_front_line", field.events.leader_in_the_front_line)
    if not course.defenders:
        message = "expected 1 or more: no defender is left in the hex, so there is nobody to fight"
        yield Problem(".course.defenders", message, "X-bad-combat")


def in_course(objection: Objection) -> Objection:
    """Return an objection to a fight of the units of a course with the path that these have in the course."""
    return evolve(objection, path=objection.path.replace("$.", "$.course.", 1))
