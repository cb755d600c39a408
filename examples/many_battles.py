"""Many whole battles: how does a battalion in a trench fare against one assault after the other?

The battles are played on as many processors as you say. Whoever has a cluster hands `simulate` its executor instead:

    with distributed.Client("tcp://scheduler:8786") as client:
        battles = simulate(battle, 1_000_000, seed=1919, executor=client.get_executor())
"""

from __future__ import annotations

import argparse
from statistics import fmean

from attrs import evolve, frozen

from rcw_rules import SeededDice, simulate
from rcw_rules import red_white as rw

ASSAULTS = 4


@frozen
class Ending:
    """How a battle ended.

    Attributes:
        stormed_by: The number of the assault that took the trench; 0 if it held.
        red_lost: The stands that the Reds lost.
        white_lost: Those that the Whites lost.
    """

    stormed_by: int
    red_lost: int
    white_lost: int


def battle(dice: SeededDice) -> Ending:
    """Let fresh Red battalions assault the same Whites, one after the other, until these are driven off."""
    fresh = rw.Unit(side="red", type="infantry", has_leader=True, starting_stands=10, stands=10, cheka=True)
    white = rw.Unit(
        side="white", type="infantry", has_leader=True, starting_stands=8, stands=8, machine_gun=True, cover="trench"
    )
    red_lost, left = 0, 8
    for number in range(1, ASSAULTS + 1):
        melee = rw.MeleeRequest(attackers=(fresh,), defenders=(evolve(white, stands=left),))
        outcome = rw.ruleset.outcome(melee, dice=dice)
        red_lost += outcome.attackers[0].stands_lost
        left -= outcome.defenders[0].stands_lost
        if outcome.attacker_won or left == 0:
            return Ending(stormed_by=number, red_lost=red_lost, white_lost=8 - left)
    return Ending(stormed_by=0, red_lost=red_lost, white_lost=8 - left)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many battles for a trench.")
    parser.add_argument("--battles", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1919)
    parser.add_argument("--workers", type=int, default=1)
    told = parser.parse_args()
    battles = simulate(battle, told.battles, seed=told.seed, workers=told.workers, progress=True)
    print(f"{battles.draws:,} battles with the seed {told.seed}")
    print(f"the trench holds           {battles.estimate(lambda end: end.stormed_by == 0)}")
    assaults = battles.map(lambda end: end.stormed_by)
    for number in range(1, ASSAULTS + 1):
        print(f"it falls to assault {number}      {assaults.estimate(number.__eq__)}")
    print(f"stands that the Reds lose  {fmean(end.red_lost for end in battles):.2f} on average")


if __name__ == "__main__":
    main()
