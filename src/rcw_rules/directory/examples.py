"""Examples, made up: the chart sheet has none."""

from __future__ import annotations

from rcw_rules.directory.combat import Attacker, CombatRequest, Defender
from rcw_rules.directory.model import Counter
from rcw_rules.ruleset import Example


def attack_on_a_base() -> CombatRequest:
    """Return an attack at three to two on a base without combat units, in a column restored in part.

    Rules: com-table-none.
    """
    infantry = Counter(type="regular_infantry", faction="bolsheviks", name="1 Rifle")
    base = Counter(type="mobile_base", faction="directory", name="Directory base")
    return CombatRequest(
        side="bolsheviks",
        enemies=("directory", "volunteers"),
        attackers=(
            Attacker(counter=infantry, supply="none", terrain="clear", adjacent=True, attacked_this_phase=False),
        ),
        defenders=(Defender(counter=base, supply="supplied", can_retreat=True),),
    )


def attack_with_captures() -> CombatRequest:
    """Return an attack on local units that stand with a train and a base, which have nowhere to go.

    Rules: cap-armor.
    """
    infantry = Counter(type="regular_infantry", faction="volunteers", name="Markov")
    tanks = Counter(type="tanks", faction="entente", name="FT")
    local = Counter(type="local_units", faction="bolsheviks", name="Yekaterinoslav")
    train = Counter(type="armored_train", faction="bolsheviks", name="4 Train")
    base = Counter(type="fixed_base", faction="bolsheviks", name="Red base")
    return CombatRequest(
        side="volunteers",
        allies=("entente",),
        enemies=("bolsheviks",),
        attackers=(
            Attacker(counter=infantry, supply="supplied", terrain="broken", adjacent=True, attacked_this_phase=False),
            Attacker(counter=tanks, supply="supplied", terrain="clear", adjacent=True, attacked_this_phase=False),
        ),
        defenders=(
            Defender(counter=local, supply="supplied", can_retreat=True),
            Defender(counter=train, supply="supplied", can_retreat=False),
            Defender(counter=base, supply="supplied", can_retreat=False),
        ),
        replacements=(Counter(type="armored_train", faction="volunteers", name="United Russia"),),
    )


EXAMPLES: tuple[Example, ...] = (
    Example(
        id="com-table-none",
        title="Unsupplied infantry attacks a base that stands alone",
        request=attack_on_a_base,
        faces=(3,),
        told="3 against 2 is 3:2, and the 3 drives the base off: that cell of the table is restored, not printed.",
        is_made_up=True,
    ),
    Example(
        id="cap-armor",
        title="Volunteers and their allies take an armored train",
        request=attack_with_captures,
        faces=(6, 5, 3, 6),
        told=(
            "51/4 against 8 are resolved at 3:2. The second die makes the half loss of the defenders a whole one: the "
            "local units are lost. The train is captured, the base destroyed."
        ),
        is_made_up=True,
    ),
)
