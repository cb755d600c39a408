"""The worked examples of the book, with the dice it prints, and some more examples."""

from __future__ import annotations

from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import OfficerToken, Unit
from rcw_rules.red_actions.morale import MoraleTriggersRequest
from rcw_rules.red_actions.shooting import ShootRequest
from rcw_rules.red_actions.units import illustrative_troops
from rcw_rules.ruleset import Example


def several_tests() -> MoraleTriggersRequest:
    """Return the gun that hits riflemen, kills their officer and gets a Kill!.

    Rules: mor-multiple-example.
    """
    return MoraleTriggersRequest(direct_hits=1, all_officers_lost=True, kills=1)


def latvians_shoot() -> ShootRequest:
    """Return five bases of Latvians who shoot at a company of conscripts in the open.

    Rules: sho-sequence.
    """
    troops = illustrative_troops()
    conscripts = troops.card("white_conscripts")
    return ShootRequest(
        shooter=Unit(name="Latvians", side="red", card=troops.card("latvians"), bases=5),
        target=Unit(
            name="1st Company", side="white", card=conscripts, bases=4, officer=OfficerToken(id="captain", effect=1)
        ),
        distance=inches(6),
    )


EXAMPLES: tuple[Example, ...] = (
    Example(
        id="mor-multiple-example",
        title="A gun hits riflemen, kills their officer and gets a Kill!",
        request=several_tests,
        faces=(),
        told="A fear test, a serious test and another fear test, in this order. Every cell with a Kill! asks for a "
        "second serious test besides, which the book leaves out here.",
    ),
    Example(
        id="sho-sequence",
        title="Latvians shoot at conscripts in the open",
        request=latvians_shoot,
        faces=(6, 5, 4, 3, 5),
        told="Five bases of value 2 make a total of 10, column 4; an 11 gives two terror markers, which pin, a serious "
        "test and a die for the officer, who survives on a 4. The test is an 8 against 6 and 1 for the officer: it "
        "fails, and they go back 3 inches.",
        is_made_up=True,
    ),
)
