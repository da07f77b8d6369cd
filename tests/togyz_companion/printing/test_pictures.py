"""Pictures of positions and films of games: what can be read back from them."""

from __future__ import annotations

import io
import itertools

import av
import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from togyz.board import Side
from togyz.game import Game
from togyz.position import Position
from togyz_companion.printing.boards import drawn, page_after
from togyz_companion.printing.film import RATE, FilmForm, game_film
from togyz_companion.printing.typeset import typeset

MARKED_BGR = (47, 69, 200)
"""The frame around the otau of the last kumalak."""


def picture_of(page: dict[str, object]) -> NDArray[np.uint8]:
    (png,) = typeset("pictures.typ", {"pages": [page]}, "png", ppi=96)
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def marked_xy(image: NDArray[np.uint8]) -> tuple[float, float] | None:
    """The middle of the marked otau, 0..1 of the picture; None where none is marked."""
    rows, columns = np.nonzero((abs(image.astype(int) - MARKED_BGR) < 30).all(axis=2))
    if len(rows) == 0:
        return None
    return float(columns.mean() / image.shape[1]), float(rows.mean() / image.shape[0])


def test_a_side_sits_below_with_its_otau_1_at_the_left() -> None:
    position = Game().play("76").position
    for below, above in itertools.permutations(Side):
        board = drawn(position, below=below)
        assert (board["top"]["side"], board["bottom"]["side"]) == (above.value, below.value)
        assert [otau["no"] for otau in board["bottom"]["otaus"]] == list(range(1, 10))
        assert [otau["kumalak"] for otau in board["top"]["otaus"]] == list(position.row(above))[::-1]


def test_the_otau_of_the_last_kumalak_is_marked() -> None:
    """White's 7 ends in black's 6: in the upper row, the fourth from the left; seen by black, in the lower one."""
    game = Game().play("76")
    x, y = marked_xy(picture_of(page_after(game, 1))) or (0, 0)
    assert (x, y) == pytest.approx((3.5 / 9, 0.25), abs=0.05)
    x, y = marked_xy(picture_of(page_after(game, 1, below=Side.BLACK))) or (0, 0)
    assert (x, y) == pytest.approx((5.5 / 9, 0.66), abs=0.05)
    assert marked_xy(picture_of(page_after(game, 0))) is None


def test_the_sowing_of_a_ply_against_the_rules_is_not_known() -> None:
    after = Position.from_dict(Game().play("76").position.to_dict(), "")
    page = page_after(Game().accept("11", after), 1)
    assert (page["last"], page["caption"]) == (None, "1. 11!")


def test_names_are_never_markup() -> None:
    (svg,) = typeset("pictures.typ", {"pages": [page_after(Game(headers={"White": "#panic(1) <b> *Ә*"}), 0)]}, "svg")
    assert svg.startswith(b"<svg")
    assert b"<b>" not in svg


@pytest.mark.parametrize("form", ["gif", "mp4"])
def test_a_film_shows_every_position_for_as_long(form: FilmForm) -> None:
    game = Game().play("76").play("55").play("65")
    with av.open(io.BytesIO(game_film(game, form))) as film:
        frames = [frame.to_ndarray(format="bgr24") for frame in film.decode(video=0)]
        assert film.streams.video[0].average_rate == pytest.approx(RATE, rel=0.02)
    height, width = frames[0].shape[:2]
    pictures = [picture_of(page_after(game, n))[:height, :width] for n in range(4)]
    nearest = [int(np.argmin([abs(frame.astype(int) - one).mean() for one in pictures])) for frame in frames]
    assert nearest == [0, 1, 2, 3]
