"""A cohesion check of Orel with the dice from the keyboard: the odds first, then what each unit does, and why."""

from __future__ import annotations

from rcw_rules import NoAnswerError, TerminalDice, orel
from rcw_rules.kernel.distributions import percent

REDS = (
    orel.Unit(
        key="1/7D", side="red", type="infantry", tq=5, steps=4, strength=5
    ),
    orel.Unit(
        key="recruits",
        side="red",
        type="infantry",
        tq=2,
        steps=2,
        strength=2,
        recruit_battalion=True,
    ),
)
WHITES = (
    orel.Unit(
        key="1/1K",
        side="white",
        type="infantry",
        tq=6,
        steps=4,
        strength=7,
        integrated_artillery=True,
    ),
)


def of_the_reds(outcome: orel.CohesionOutcome) -> str:
    return ", ".join(
        f"{unit.key} {unit.result}" for unit in outcome.attackers
    )


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
