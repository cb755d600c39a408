"""Drawing in bulk: every draw where its bits say, the shares of the outcomes, the same draws for the same seed."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.draws import STRETCH, Drawer, stream
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.samples import Sample


def slowly(distribution: Distribution[int], count: int, seed: int) -> list[int]:
    """The places of so many draws, number by number, from the same bits, in fractions."""
    bits = stream(seed, 0)
    words = [int(word) for raw in bits.random_raw(-(-count // 4)).tolist() for word in
             (raw & 0xFFFF, raw >> 16 & 0xFFFF, raw >> 32 & 0xFFFF, raw >> 48)][:count]  # fmt: skip
    ends = [Fraction(end, distribution.total) for end in accumulate(weight for _, weight in distribution.pairs)]

    def place(number: int) -> int:
        # An outcome begins at the whole number at or below its exact place.
        return next(at for at, end in enumerate(ends) if number < int(end * 2**64))

    drawn = []
    for word in words:
        first, last = place(word << 48), place((word << 48) + 2**48 - 1)
        drawn.append(first if first == last else -1)
    unclear = [at for at, found in enumerate(drawn) if found < 0]
    for at, more in zip(unclear, bits.random_raw(len(unclear)).tolist() if unclear else [], strict=True):
        drawn[at] = place((words[at] << 48) + (more >> 16))
    return drawn


@given(
    weights=st.lists(st.one_of(st.integers(1, 9), st.integers(1, 10**40)), min_size=1, max_size=9),
    count=st.integers(1, 300),
    seed=st.integers(0, 9),
)
def test_every_draw_falls_where_its_bits_say(weights: list[int], count: int, seed: int) -> None:
    distribution = Distribution(dict(enumerate(weights)))
    assert Drawer(distribution).draw(count, seed).tolist() == slowly(distribution, count, seed)


def test_where_outcomes_meet_more_bits_decide() -> None:
    # A share of 1 in 2**20 lies within one place of the table: without more bits it could not come up, or too often.
    distribution = Distribution({"rare": 1, "common": 2**20 - 1})
    drawn = np.asarray(distribution.draw(1 << 24, seed=1).indices)
    # 16 are expected, and 4 are the standard deviation.
    assert 0 < int((drawn == 0).sum()) < 40


def test_the_shares_are_the_probabilities() -> None:
    odds = d6.sum(2).branches
    draws = 1 << 20
    sample = odds.draw(draws, seed="Orel")
    assert len(sample) == draws
    for outcome, probability in odds.items():
        share = sample.estimate(outcome.__eq__).value
        assert abs(share - float(probability)) < 5 * sqrt(float(probability) / draws)


def test_the_same_seed_gives_the_same_draws_and_stretches_follow_each_other() -> None:
    odds = d6.branches
    long = odds.draw(STRETCH + 5, seed=7)
    assert long.indices.tolist() == odds.draw(STRETCH + 5, seed="7").indices.tolist()
    assert long.indices[:100].tolist() == odds.draw(100, seed=7).indices.tolist()
    assert long.indices[:100].tolist() != odds.draw(100, seed=8).indices.tolist()
    assert long.indices[STRETCH:].tolist() != long.indices[:5].tolist()


def test_many_outcomes_have_longer_places() -> None:
    odds = Distribution(dict.fromkeys(range(70_000), 1))
    indices = odds.draw(2_000, seed=1).indices
    assert (Drawer(d6.branches).kind, Drawer(odds).kind) == ("H", "I")
    assert indices.itemsize == 4
    assert max(indices.tolist()) > 65_535


def test_the_draws_are_an_array_without_copying_that_nobody_writes_to() -> None:
    indices = d6.branches.draw(10, seed=1).indices
    assert np.shares_memory(np.asarray(indices), np.asarray(indices))
    with pytest.raises(TypeError, match="read-only"):
        indices[0] = 3


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(DiceError, match="a seed is a whole number"):
        d6.branches.draw(3, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one outcome"):
        d6.branches.draw(0, seed=1)


def test_more_draws_than_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawer, "draw", lambda *_: pytest.fail("it is drawn"))
    with pytest.raises(ValueError, match=r"^at most 1,000,000,000 outcomes are drawn at once, not 100,000,000,000"):
        Distribution({"a": 1}).draw(10**11, seed=1)


def test_a_certain_outcome_is_all_that_is_drawn() -> None:
    assert list(Distribution({"sure": 3}).draw(9, seed=1)) == ["sure"] * 9
    assert isinstance(Distribution({"sure": 3}).draw(9, seed=1), Sample)
