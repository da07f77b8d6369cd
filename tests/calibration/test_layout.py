from __future__ import annotations

import json
from dataclasses import asdict
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import BadLayoutError
from calibration.layout import Layout, load_layout, parse_layout, shipped_layouts
from tests.synthetic import outlines_mm

PX_PER_MM = 2


def mask(layout: Layout, outline_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where an outline lies on the board, drawn with 20 mm about it."""
    size_mm = np.array([layout.length_mm, 2 * layout.depth_mm]) + 40
    canvas = np.zeros((size_mm[::-1] * PX_PER_MM).astype(int), np.uint8)
    cv2.fillPoly(canvas, [np.rint((outline_mm + size_mm / 2) * PX_PER_MM).astype(np.int32)], 1)
    return canvas > 0


def overlaps(layout: Layout) -> list[tuple[int, int]]:
    """Pairs of openings that share more than their borders."""
    masks = [cv2.erode(mask(layout, one).astype(np.uint8), np.ones((3, 3))) > 0 for one in outlines_mm(layout)]
    return [(a, b) for a, b in combinations(range(len(masks)), 2) if (masks[a] & masks[b]).any()]


def box(**changes: object) -> bytes:
    """The box's layout with some fields changed, or left out where None."""
    fields = asdict(load_layout("box")) | changes
    return json.dumps({name: value for name, value in fields.items() if value is not None}).encode()


@pytest.mark.parametrize("name", shipped_layouts())
def test_shipped_layouts_lie_within_their_board_and_do_not_overlap(name: str) -> None:
    layout = load_layout(name)
    openings = outlines_mm(layout)
    assert len(openings) == 20
    limit = np.array([layout.length_mm / 2, layout.depth_mm])
    assert all(np.all(np.abs(one) <= limit) for one in openings)
    assert overlaps(layout) == []
    assert layout.name == name


def test_overlapping_openings_are_seen_by_that_check() -> None:
    wide = parse_layout(box(otau_wh_mm=[40.8, 67], length_mm=375))
    assert (0, 1) in overlaps(wide)


@pytest.mark.parametrize("name", shipped_layouts())
def test_the_lattice_runs_through_the_middles_of_the_otaus(name: str) -> None:
    layout = load_layout(name)
    lattice = layout.lattice()
    for half, sign in ((0, 1), (1, -1)):
        middles = np.array([outline.mean(axis=0) for outline in outlines_mm(layout)[half * 9 : half * 9 + 9]]) * sign
        u = lattice.u(np.arange(1.0, 10), np.full(9, lattice.v_mid))
        np.testing.assert_allclose(middles[:, 0], (u - 0.5) * layout.length_mm, atol=1e-6)
        np.testing.assert_allclose(middles[:, 1], -lattice.v_mid * layout.depth_mm, atol=1e-6)


def test_white_sits_below_and_kazans_lie_in_both_halves() -> None:
    otaus_and_kazans = [one.mean(axis=0) for one in outlines_mm(load_layout("box"))]
    assert otaus_and_kazans[0][0] < otaus_and_kazans[8][0]
    assert otaus_and_kazans[9][0] > otaus_and_kazans[17][0]
    assert all(y < 0 for _, y in [*otaus_and_kazans[:9], otaus_and_kazans[18]])
    assert all(y > 0 for _, y in [*otaus_and_kazans[9:18], otaus_and_kazans[19]])
    ends = [one.mean(axis=0) for one in outlines_mm(load_layout("bowls"))[18:]]
    assert ends[0][0] > 0 > ends[1][0]


def test_the_unchanged_box_parses() -> None:
    assert parse_layout(box()) == load_layout("box")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"pitch_mm": 0}, "above 0"),
        ({"depth_mm": -125}, "above 0"),
        ({"otau_wh_mm": [39.6, 0]}, "above 0"),
        ({"pitch_mm": 45}, "do not fit into 372"),
        ({"otau_wh_mm": [44, 67]}, "overlap"),
        ({"row_mm": 110}, "beyond their half"),
        ({"row_mm": 20}, "beyond their half"),
        ({"kazan_mm": 45}, "overlap the otaus"),
        ({"kazan_mm": 5}, "overlap each other"),
        ({"kazan_wh_mm": [400, 42]}, "beyond the board"),
        ({"kazan": "ends"}, "beyond the board"),
        ({"kazan": "ends", "kazan_mm": 178, "kazan_wh_mm": [20, 42]}, "overlap the otaus"),
        ({"kazan": "ends", "kazan_mm": 178, "kazan_wh_mm": [20, 300]}, "beyond the board"),
        ({"otau_wh_mm": [39.6]}, r"otau_wh_mm"),
        ({"pitch_mm": "40"}, r"pitch_mm"),
        ({"family": "round"}, r"family"),
        ({"kazan_owner": "mine"}, r"kazan_owner"),
        ({"name": None}, "name"),
        ({"colour": "blue"}, "unknown field 'colour'"),
    ],
)
def test_impossible_layouts_are_refused_in_one_sentence(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadLayoutError, match=complaint) as refusal:
        parse_layout(box(**changes))
    assert "\n" not in str(refusal.value)


def test_a_layout_that_was_saved_when_it_told_more_is_read_still() -> None:
    assert parse_layout(box(hinged=True, tuzdyk_parking="kazan")) == parse_layout(box())


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe{}", b"null", b'{"name": NaN}'])
def test_what_is_no_json_object_is_no_layout(text: bytes) -> None:
    with pytest.raises(BadLayoutError, match="no board layout"):
        parse_layout(text)


def test_a_layout_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(box(name="mine"))
    assert load_layout(str(file)).name == "mine"


def test_a_file_that_holds_no_layout_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(b'{"a":' * 100_000)
    with pytest.raises(BadLayoutError, match=r"mine\.json: this is no board layout"):
        load_layout(str(file))


def test_an_unknown_name_lists_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(BadLayoutError, match="box_deep"):
        load_layout("boxx")
    with pytest.raises(BadLayoutError, match="there is no layout"):
        load_layout(str(tmp_path))
