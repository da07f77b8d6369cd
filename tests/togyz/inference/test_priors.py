from __future__ import annotations

from math import exp

import pytest

from togyz.inference.hypotheses import GENERATORS
from togyz.inference.priors import LOG_PRIOR, P_CLEARED_BOX, P_KUMALAK, P_TUZDYK_HOLDS, Context, Kind


@pytest.mark.parametrize("context", Context)
def test_each_column_of_the_table_is_a_distribution_but_for_a_small_rest(context):
    assert sum(map(exp, LOG_PRIOR[context].values())) == pytest.approx(1, abs=0.04)


def test_the_tolerance_for_a_column_is_smaller_than_its_large_entries():
    assert exp(LOG_PRIOR[Context.TOUCHED][Kind.UNCHANGED]) > 0.04


def test_every_kind_has_a_generator_and_a_place_in_the_table():
    assert set(GENERATORS) == set(Kind) == {kind for column in LOG_PRIOR.values() for kind in column}


@pytest.mark.parametrize("shares", [P_CLEARED_BOX.values(), P_TUZDYK_HOLDS, P_KUMALAK])
def test_shares_add_up(shares):
    assert sum(shares) == pytest.approx(1, abs=0.001)
