"""A session's film: the board and little else, from the picture in which it was found."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from board_io.film import FilmSource
from tests import drawn
from togyz_companion.evidence import EvidenceOptions, crop_of
from togyz_companion.kept_film import Filming
from vision.frame import Frame

VIEW = drawn.view()
KEPT = EvidenceOptions(keep_film=True)


def frame(seq: int) -> Frame:
    return Frame(np.full((drawn.HEIGHT, drawn.WIDTH, 3), 60 + 20 * seq, np.uint8), seq * 1_000_000_000, seq, "drawn")


def filmed(game: Path, options: EvidenceOptions, *, opened_at: int) -> list[Frame]:
    with closing(Filming(VIEW, options)) as filming:
        for seq in range(6):
            if seq == opened_at:
                filming.open(game, 1)
            shown = frame(seq)
            assert filming.seen(shown) is shown
    with FilmSource(game / "film" / "1") as film:
        return list(film)


def test_it_begins_with_the_first_picture_and_goes_on_from_the_game_s_start(tmp_path: Path) -> None:
    film = filmed(tmp_path, KEPT, opened_at=3)
    assert [round(one.t_s) for one in film] == [0, 3, 4, 5]
    rows, columns = crop_of(VIEW, KEPT)
    assert film[0].image_bgr.shape[:2] == (rows.stop - rows.start, columns.stop - columns.start)
    assert [float(one.image_bgr.mean()) for one in film] == pytest.approx([60, 120, 140, 160], abs=6)


def test_nothing_is_kept_unasked(tmp_path: Path) -> None:
    with closing(Filming(VIEW, EvidenceOptions())) as filming:
        filming.open(tmp_path, 1)
        filming.seen(frame(0))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_costs_the_film_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "film").touch()
    with closing(Filming(VIEW, KEPT)) as filming:
        filming.open(tmp_path, 1)
        assert filming.seen(frame(0)).seq == 0
    assert caplog.text.count("no film is kept") == 1
