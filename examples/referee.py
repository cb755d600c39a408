"""A referee's tool: reads the dice of a morale test from the keyboard, explains the result, and tells the odds.

Run it with ``python examples/referee.py 5 --elite``: five stands, elite.
"""

from __future__ import annotations

import argparse

from rcw_rules import NoAnswerError, TerminalDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.distributions import percent


def main() -> None:
    parser = argparse.ArgumentParser(description="A morale test of Red & White.")
    parser.add_argument("stands", type=int)
    parser.add_argument("--elite", action="store_true")
    parser.add_argument("--cheka", action="store_true")
    told = parser.parse_args()

    unit = rw.Unit(
        side="red" if told.cheka else "white",
        type="infantry",
        has_leader=True,
        stands=told.stands,
        elite=told.elite,
        cheka=told.cheka,
    )
    test = rw.MoraleTestRequest(unit=unit)
    passes = rw.ruleset.odds(test).probability(lambda outcome: outcome.passed)
    print(f"It passes with {passes}, that is {percent(passes)}.")
    try:
        print(rw.ruleset.resolve(test, dice=TerminalDice()).explain())
    except NoAnswerError as error:
        print(f"\n{error}")


if __name__ == "__main__":
    main()
