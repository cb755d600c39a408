"""A scenario writer's question: what are trench, wire and machine gun worth to a defender, in chances to hold?"""

from __future__ import annotations

from itertools import product

from attrs import evolve

from rcw_rules import red_white as rw
from rcw_rules.kernel.distributions import percent


def main() -> None:
    red, white = (
        rw.Unit(side=side, type="infantry", has_leader=True, starting_stands=8, stands=8) for side in ("red", "white")
    )
    print("trench  wire  machine gun  the defender holds")
    for trench, wire, gun in product((False, True), repeat=3):
        attacker = evolve(red, wire="intact" if wire else "none")
        defender = evolve(white, cover="trench" if trench else "open", machine_gun=gun)
        odds = rw.ruleset.odds(rw.MeleeRequest(attackers=(attacker,), defenders=(defender,)))
        holds = 1 - odds.probability(lambda outcome: outcome.attacker_won)
        marks = ("yes" if has else "-" for has in (trench, wire, gun))
        print("{:6}  {:4}  {:11}  {:>5} = {}".format(*marks, str(holds), percent(holds)))


if __name__ == "__main__":
    main()
