"""Which films of errors are made, and what their scores say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools.evaluation.error_films import BOARDS, LEGAL, ErrorFilm, ErrorScore, planned, tale_of
from tools.evaluation.report import errors_report
from tools.evaluation.tables import markdown
from tools.misplaying import CODES

FOUND = ErrorScore("sown_short", "box", 4, ("sown_short",), 2.1, is_right=True, desyncs=0, shortcoming=None)


def test_each_code_is_filmed_on_each_board():
    films = planned((*CODES, LEGAL), tuple(BOARDS), 1)
    assert len({film.path(Path()) for film in films}) == len(films) == 3 * (len(CODES) + 1)


@pytest.mark.parametrize("code", [*CODES, LEGAL])
def test_a_film_is_drawn_from_its_seed_and_shows_its_error_once(code):
    film = ErrorFilm(code, "bowls", 1)
    tale = tale_of(film)
    assert [scene.error for scene in tale.scenes if scene.error] == ([] if code == LEGAL else [code])
    assert tale == tale_of(film)
    assert tale != tale_of(replace(film, seed=2))


@pytest.mark.parametrize("seed", range(1, 4))
def test_a_kazan_is_mistaken_only_where_both_have_been_used(seed):
    scenes = tale_of(ErrorFilm("wrong_kazan", "box", seed)).scenes
    ix = next(ix for ix, scene in enumerate(scenes) if scene.error)
    assert min(scenes[ix - 1].boxes[18:]) > 0


@pytest.mark.parametrize(
    ("told", "found", "named", "false"),
    [
        (("sown_short",), True, True, 0),
        (("ball_missing",), True, False, 0),
        ((), False, False, 0),
        (("sown_short", "ball_extra"), True, True, 1),
    ],
)
def test_one_alert_is_called_for_by_the_error(told, found, named, false):
    score = replace(FOUND, told=told)
    assert (score.is_found, score.is_named, score.false_alerts) == (found, named, false)


def test_every_alert_is_false_where_there_is_no_error():
    score = replace(FOUND, code=LEGAL)
    assert (score.is_found, score.is_named, score.false_alerts) == (False, False, 1)


def test_a_report_counts_by_code_and_by_board_and_tells_what_went_wrong():
    missed = replace(FOUND, board="bowls", told=(), delay_s=None, is_right=False)
    said = markdown(errors_report([FOUND, missed, replace(FOUND, code=LEGAL, told=(), delay_s=None)]))
    assert "| sown_short | 2 | 1 | 1 | 1 | 0 | 0 | 8 | 2.10 | 2.10 |" in said
    assert "| legal | 1 | - | - | 1 | 0 | 0 | 4 | - | - |" in said
    assert "| box | 1 | 1 | 1 | 1 |" in said
    assert "| all errors | 2 | 1 | 1 | 1 |" in said
    assert "sown_short on bowls: told nothing, record wrong." in said
    assert "on box: told" not in said
