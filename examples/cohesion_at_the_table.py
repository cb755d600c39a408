"""A cohesion check of Orel with dice from the keyboard: first the odds."""

from __future__ import annotations

from functools import partial

from rcw_rules import NoAnswerError, TerminalDice, orel
from rcw_rules.kernel.distributions import percent

red = partial(orel.Unit, side="red", type="infantry")
white = partial(red, side="white", integrated_artillery=True)
REDS = (
    red(key="1/7D", tq=5, steps=4, strength=5),
    red(key="recruits", tq=2, steps=2, strength=2, recruit_battalion=True),
)
WHITES = (white(key="1/1K", tq=6, steps=4, strength=7),)


def of_the_reds(outcome: orel.CohesionOutcome) -> str:
    return ", ".join(f"{one.key} {one.result}" for one in outcome.attackers)


def main() -> None:
    check = orel.CohesionRequest(
        attackers=REDS,
        defenders=WHITES,
        cover=orel.Cover(terrains=("village",)),
    )
    odds = orel.ruleset.odds(check)
    for results, chance in odds.map(of_the_reds).items():
        print(f"{results} with {chance}, that is {percent(chance)}")
    try:
        print(orel.ruleset.resolve(check, dice=TerminalDice()).explain())
    except NoAnswerError as error:
        print(f"\n{error}")


if __name__ == "__main__":
    main()
