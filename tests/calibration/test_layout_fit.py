"""A layout that was told, against the board that is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.errors import BadLayoutError
from calibration.layout import load_layout
from calibration.layout_fit import check_layout
from tests import synthetic
from tests.synthetic import COLOURED

BOX = synthetic.drawing("box", COLOURED)
FOUND = synthetic.perfect_finding(BOX)
SEEN = ((BOX.layout.v_inner, BOX.layout.v_outer), (BOX.layout.v_inner + 0.01, BOX.layout.v_outer - 0.01))


def test_the_right_one_fits() -> None:
    check_layout(BOX.layout, FOUND, SEEN)
    wide = replace(BOX.layout, otau_wh_mm=(BOX.layout.otau_wh_mm[0], BOX.layout.otau_wh_mm[1] - 4))
    check_layout(wide, FOUND, SEEN)


@pytest.mark.parametrize("name", ["bowls", "slots", "v_troughs"])
def test_another_one_is_refused_with_what_fits(name: str) -> None:
    with pytest.raises(BadLayoutError, match=f"not like '{name}': its otaus lie otherwise; what fits is box, auto"):
        check_layout(load_layout(name), FOUND, SEEN)


@pytest.mark.parametrize(("row_mm", "high_mm"), [(84.2, 20.0), (84.2, 81.0), (92.0, 65.0)])
def test_otaus_that_leave_kumalak_out_or_reach_into_kazan_or_rim_are_refused(row_mm: float, high_mm: float) -> None:
    other = replace(BOX.layout, row_mm=row_mm, otau_wh_mm=(39.6, high_mm), kazan_mm=22.0, kazan_wh_mm=(359, 30))
    with pytest.raises(BadLayoutError):
        check_layout(other, FOUND, SEEN)
