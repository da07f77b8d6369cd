"""Otaus and boards that cannot be seen: when that is told, of whose otaus, and that the game goes on meanwhile."""

import numpy as np
import pytest

from tests.togyz.inference.errors_made import EXAMPLES, board
from togyz.board import OTAU_TOTAL, Side
from togyz.codes import Code
from togyz.fold import fold
from togyz.inference.evidence import kumalak_in
from togyz.inference.mirror import in_mirror
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, CutOff, Observation
from togyz.inference.observation_json import observation_to_dict
from togyz.inference.tracker import Tracker

NOBODY = np.zeros(OTAU_TOTAL, bool)
MOVES = "76 76 99"


def hidden(*indices):
    visible = np.ones(OTAU_TOTAL, bool)
    visible[list(indices)] = False
    return visible


@pytest.fixture
def game(film):
    """A film that has begun."""
    begun = film(Tracker(white_known=True))
    begun.show(begun.tracker.start, stays_s=2.0)
    return begun


def alerts(game):
    return [(event.id, event.code, event.side, event.otau) for event in game.said("alert")]


def resolved(game):
    return [(event.id, event.how) for event in game.said("resolved")]


def test_a_covered_otau_is_told_after_a_while_and_settled_when_it_is_seen(game, line):
    start, after, *_ = line(MOVES)
    game.show(start, visible=hidden(11), stays_s=3.9)
    assert alerts(game) == []
    game.stay(4.1)
    game.stay(9.0)
    assert alerts(game) == [(1, Code.OTAU_COVERED, Side.BLACK, (3,))]
    assert resolved(game) == []
    game.show(after, stays_s=2.1)
    assert resolved(game) == [(1, "put_right")]
    assert game.record == ["76"]


def test_otaus_of_both_sides_are_two_alerts_and_more_of_one_side_the_same(game, line):
    start, *_ = line(MOVES)
    game.show(start, visible=hidden(0, 17), stays_s=4.1)
    game.show(start, visible=hidden(0, 16, 17), stays_s=4.1)
    assert alerts(game) == [
        (1, Code.OTAU_COVERED, Side.WHITE, (1,)),
        (2, Code.OTAU_COVERED, Side.BLACK, (9,)),
        (2, Code.OTAU_COVERED, Side.BLACK, (8, 9)),
    ]
    game.show(start, visible=hidden(0))
    assert resolved(game) == [(2, "put_right")]


def test_sides_are_the_players_where_the_calibration_has_them_the_other_way_round(film, line):
    game = film(Tracker(), turned=True)
    for position in line(MOVES):
        game.show(position, stays_s=2.1)
    game.show(line(MOVES)[-1], visible=hidden(11), stays_s=4.1)
    assert alerts(game) == [(1, Code.OTAU_COVERED, Side.BLACK, (3,))]


def test_a_board_of_which_nothing_is_seen_is_lost_from_sight_and_nothing_else(game, line):
    start, after, *_ = line(MOVES)
    game.show(start, visible=hidden(3), stays_s=4.1)
    game.show(start, visible=NOBODY, stays_s=2.9)
    assert alerts(game) == [(1, Code.OTAU_COVERED, Side.WHITE, (4,))]
    game.stay(3.0)
    game.stay(8.0)
    assert alerts(game)[1:] == [(2, Code.CAMERA_LOST, None, ())]
    assert resolved(game) == []
    game.show(after, stays_s=2.1)
    assert sorted(resolved(game)) == [(1, "put_right"), (2, "put_right")]
    assert game.record == ["76"]
    assert game.said("desync") == []


def test_a_board_that_cannot_be_read_without_colours_says_so_under_the_number_of_the_camera(game, line):
    start, after, *_ = line(MOVES)
    game.show(start, visible=NOBODY, stays_s=3.1)
    game.show(start, visible=NOBODY, is_grey=True, stays_s=3.1)
    assert alerts(game) == [(1, Code.CAMERA_LOST, None, ()), (1, Code.COLOURS_LOST, None, ())]
    game.show(after, stays_s=2.1)
    assert resolved(game) == [(1, "put_right")]
    assert game.record == ["76"]


def test_a_grey_picture_that_is_read_is_no_news(game, line):
    for position in line(MOVES):
        game.show(position, is_grey=True, stays_s=4.1)
    assert alerts(game) == []
    assert game.record == MOVES.split()


def test_a_board_cut_off_is_one_alert_with_the_edges_and_covers_no_otau(game, line):
    start, after, *_ = line(MOVES)
    cut = {"visible": hidden(0, 8), "cut_off": CutOff((0,), ("left",))}
    game.show(start, **cut, stays_s=1.0)
    assert alerts(game) == []
    game.show(start, **cut, stays_s=4.1)
    assert alerts(game) == [(1, Code.BOARD_CUT_OFF, None, ()), (2, Code.OTAU_COVERED, Side.WHITE, (9,))]
    assert [event.seen for event in game.said("alert")] == [{"edges": ["left"], "otaus": {"white": [1]}}, {}]
    game.show(start, visible=hidden(0), cut_off=CutOff((0,), ("left", "top")), stays_s=4.1)
    assert game.said("alert")[-1].seen == {"edges": ["left", "top"], "otaus": {"white": [1]}}
    assert game.said("alert")[-1].id == 1
    game.show(after, stays_s=2.1)
    assert sorted(resolved(game)) == [(1, "put_right"), (2, "put_right")]
    assert game.record == ["76"]


def test_a_board_cut_off_while_the_players_play_on_is_told_after_three_seconds(game, line):
    for position in line(MOVES):
        game.show(position, visible=hidden(3), cut_off=CutOff((3,), ("top",)), gap_s=0.5, stays_s=0.5)
        game.stay(1.0)
    [alert] = game.said("alert")
    assert 3 <= alert.t - game.observations[1].t_rest < 3.6


def test_a_board_wholly_beyond_the_picture_is_told_by_its_edges(game, line):
    game.show(line(MOVES)[0], visible=NOBODY, cut_off=CutOff(tuple(range(OTAU_TOTAL)), ("right",)), stays_s=4.1)
    assert alerts(game) == [(1, Code.BOARD_CUT_OFF, None, ())]
    numbers = list(range(1, 10))
    assert game.said("alert")[0].seen == {"edges": ["right"], "otaus": {"white": numbers, "black": numbers}}


def test_otaus_beyond_the_picture_have_the_numbers_of_the_players(film, line):
    game = film(Tracker(), turned=True)
    for position in line(MOVES):
        game.show(position, stays_s=2.1)
    game.show(line(MOVES)[-1], visible=hidden(2), cut_off=CutOff((11,), ("top",)), stays_s=4.1)
    [alert] = game.said("alert")
    assert alert.seen == {"edges": ["top"], "otaus": {"white": [3]}}


def test_what_is_played_unseen_is_found_when_the_board_is_seen_again(game, line):
    _, _, second, third = line(MOVES)
    game.show(second, visible=NOBODY, stays_s=5.0)
    game.show(third, stays_s=2.1)
    assert game.record == MOVES.split()
    assert [ply.seen for ply in game.plies] == [False, False, True]


def test_before_a_game_nothing_is_told(film):
    game = film(Tracker())
    game.show(game.tracker.start, visible=NOBODY, stays_s=9.0)
    assert game.events == []


def test_errors_are_told_beside_under_numbers_of_their_own(film):
    position, counts, _, _ = EXAMPLES[Code.SKIPPED_OTAU]
    game = film(Tracker(position, white_known=True, kazan_owner="own"), sharp=True)
    game.show(position, stays_s=2.0)
    game.show(position, visible=hidden(11), stays_s=4.1)
    game.show(kumalak_in(board(position, counts)), stays_s=3.3)
    assert [event.code for event in game.said("alert")] == [Code.OTAU_COVERED, Code.SKIPPED_OTAU]
    assert [event.id for event in game.said("alert")] == [1, 2]
    game.show(position, stays_s=2.1)
    assert [alert.resolved for alert in fold(game.events).alerts] == ["put_right", "put_right"]


def test_a_pen_that_lies_there_while_the_players_play_on_is_told(game, line):
    positions = line("76 76 99 12 78 57")
    for n, position in enumerate(positions[1:]):
        game.show(position, visible=hidden(5, *[2] * (n == 3)), stays_s=2.1)
    assert alerts(game) == [(1, Code.OTAU_COVERED, Side.WHITE, (6,))]
    [alert] = game.said("alert")
    assert 10 <= alert.t - game.observations[1].t_rest < 14
    game.show(positions[-1], stays_s=2.1)
    assert resolved(game) == [(1, "put_right")]


def test_hands_that_rest_here_and_there_are_no_news(game, line):
    start, *_ = line(MOVES)
    for n in range(10):
        game.show(start, visible=hidden(n % 3), stays_s=3.0)
    assert alerts(game) == resolved(game) == []


def shown_in_a_mirror(game, positions):
    for position in positions:
        white, black = position.otau[:9], position.otau[9:]
        game.show([*white[::-1], *black[::-1], *position.kazan], stays_s=2.1)


def test_a_game_that_makes_sense_in_a_mirror_alone_is_told_once_and_for_good(game, line):
    shown_in_a_mirror(game, line("76 76 99 12 78")[1:])
    assert [code for _, code, _, _ in alerts(game)].count(Code.MIRRORED) == 1
    [mirrored] = [event for event in game.said("alert") if event.code is Code.MIRRORED]
    assert mirrored.t <= game.observations[4].t
    assert (mirrored.id, "put_right") not in resolved(game)


def test_one_ply_sown_the_wrong_way_is_no_mirror(game, line):
    _, first, *_ = line("76 76 99 12")
    shown_in_a_mirror(game, [first])
    game.show(game.tracker.start, stays_s=2.1)
    for position in line("76 76 99 12")[1:]:
        game.show(position, stays_s=2.1)
    assert [code for _, code, _, _ in alerts(game)] == [Code.WRONG_DIRECTION]
    assert game.record == ["76", "76", "99", "12"]


def test_what_a_mirror_shows_of_a_mirror_is_the_board():
    rng = np.random.default_rng(2)
    seen = Observation(
        spell=1,
        t_rest=1.0,
        t=2.0,
        log_lik=rng.normal(size=(OTAU_TOTAL, KUMALAK_MAX + 1)),
        visible=rng.random(OTAU_TOTAL) < 0.5,
        changes=(Change(0, rng.normal(size=BOX_TOTAL), rng.normal(size=(BOX_TOTAL, 5))),),
        touched=rng.random(BOX_TOTAL) < 0.5,
        log_marker=rng.normal(size=BOX_TOTAL),
        cut_off=CutOff((0, 1), ("left",)),
    )
    mirrored = in_mirror(seen)
    assert mirrored.cut_off.otaus == (7, 8)
    assert np.array_equal(mirrored.log_lik[[0, 9]], seen.log_lik[[8, 17]])
    assert np.array_equal(mirrored.log_marker[18:], seen.log_marker[18:])
    assert observation_to_dict(in_mirror(mirrored)) == observation_to_dict(seen)
    assert observation_to_dict(mirrored) != observation_to_dict(seen)
