"""What the tracker makes of the rest of life: unfinished plies, take-backs, rubbish, the end."""

from __future__ import annotations

import pytest

from togyz.board import Side
from togyz.fold import fold
from togyz.inference.tracker import Tracker
from togyz.outcome import Reason
from togyz.position import Position
from togyz.rules import Rules

OPENING = "76 76 99 12 78 57"
RUBBISH = (3, 0, 7, 1, 5, 22, 0, 2, 6, 4, 1, 13, 0, 8, 2, 5, 3, 11, 0, 0)


def with_sown(position, otau_no, kumalak):
    """The board while a ply is under way: so many sown, the rest in the hand, nothing lifted."""
    sowing = position.sow(otau_no)
    board = [*position.otau, *position.kazan]
    board[sowing.source_ix] = 0
    for box in sowing.path[:kumalak]:
        board[box] += 1
    return board


def opened(game, positions):
    for position in positions:
        game.show(position)
    return len(game.record)


@pytest.mark.parametrize("kumalak", [0, 1, 4, 8])
def test_an_unfinished_sowing_books_nothing_until_it_is_finished(film, line, kumalak):
    game, positions = film(), line(OPENING)
    booked = opened(game, positions[:-1])
    game.show(with_sown(positions[-2], 5, kumalak))
    assert len(game.record) == booked
    game.show(positions[-1])
    assert game.record == OPENING.split()
    assert game.plies[-1].seen
    assert game.said("retract") == []


def test_a_capture_lifted_late_books_nothing_until_it_is_lifted(film, line):
    game = film()
    start, first = line("76")
    game.show(start)
    game.show(with_sown(start, 7, 9))
    game.stay(2.5)
    assert game.record == []
    game.show(first)
    assert game.record == ["76"]


def test_a_capture_that_the_film_does_not_see_lifted_is_booked_at_its_end(film, line):
    game = film()
    start, _ = line("76")
    game.show(start)
    game.show(with_sown(start, 7, 9))
    game.finish()
    assert game.record == ["76"]
    assert not game.plies[0].seen


def test_a_sowing_that_the_film_does_not_see_finished_is_not_booked(film, line):
    game = film()
    start, _ = line("76")
    game.show(start)
    game.show(with_sown(start, 7, 4))
    game.finish()
    assert game.record == []


@pytest.mark.parametrize("plies", [1, 2])
def test_plies_taken_back_are_announced_and_gone(film, line, plies):
    game, positions = film(), line(OPENING)
    opened(game, positions)
    said = game.show(positions[-1 - plies])
    remain = len(OPENING.split()) - plies
    assert [(event.name, event.n) for event in said if event.name == "takeback"] == [("takeback", remain)]
    assert game.record == OPENING.split()[:remain]
    game.show(positions[-plies])
    assert game.record == OPENING.split()[: remain + 1]
    assert game.said("retract") == []


def test_a_ply_taken_back_and_another_played_at_once(film, line):
    game, positions = film(), line(OPENING)
    opened(game, positions)
    instead = positions[-2].sow(8)
    game.show(instead.after)
    assert game.record == [*OPENING.split()[:-1], instead.move]
    assert [event.n for event in game.said("takeback")] == [5]


def test_one_spell_of_rubbish_changes_nothing(film, line):
    game, positions = film(), line(OPENING)
    opened(game, positions[:4])
    said = game.show(RUBBISH)
    assert said == []
    for position in positions[4:]:
        game.show(position)
    assert game.record == OPENING.split()
    assert game.said("desync") == game.said("retract") == []


@pytest.mark.parametrize("back", [3, 4, 5])
def test_rubbish_that_stays_is_told_once_and_the_game_goes_on(film, line, back):
    """Whether the board comes back as it was, or one or two plies later."""
    game, positions = film(), line(OPENING)
    opened(game, positions[:4])
    game.show(RUBBISH, stays_s=2.9)
    assert game.said("desync") == []
    game.stay(3.1)
    game.stay(9.0)
    [desync] = game.said("desync")
    assert desync.n == 3
    assert desync.position == positions[3]
    assert desync.seen == {"white": tuple(RUBBISH[:9]), "black": tuple(RUBBISH[9:18])}
    for position in positions[back:]:
        game.show(position)
    assert [event.n for event in game.said("resync")] == [back]
    assert game.record == OPENING.split()


def test_a_position_against_the_rules_is_adopted_when_plies_bear_it_out(film, line):
    game, positions = film(), line(OPENING)
    opened(game, positions)
    otau = list(positions[-1].otau)
    otau[0], otau[3], otau[12], otau[16] = otau[0] + 3, otau[3] - 2, otau[12] + 4, otau[16] - 5
    wrong = Position(tuple(otau), positions[-1].kazan, positions[-1].tuzdyk, Side.WHITE)
    game.show(wrong, stays_s=3.5)
    assert [event.n for event in game.said("desync")] == [6]
    game.show(wrong)
    after = line("", wrong)
    for otau_no in [8, 8, 9]:
        after.append(after[-1].play(otau_no))
        game.show(after[-1])
    [adopted] = game.said("position_set")
    assert adopted.n == 6
    assert adopted.position == wrong
    assert len(game.said("desync")) == len(game.said("resync")) == 1
    assert game.record[:6] == OPENING.split()
    assert len(game.record) == 9


def test_transpositions_are_one_history_whose_order_stays_open(film, line):
    """White's two plies may have been played in either order; what comes after them is sure all the same."""
    start = Position((1, 0, 0, 1, 0, 0, 9, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9), (60, 64), (None, None), Side.WHITE)
    positions = line("12 19 45 99 56", start)
    game = film(Tracker(start))
    game.show(start)
    game.show(positions[3])
    standing = [node.standing for node in game.state.layers[-1].nodes]
    assert len([one for one in standing if (one.n, one.position) == (3, positions[3])]) == 1
    for position in positions[4:]:
        game.show(position)
    assert sorted(game.record[:3:2]) == ["12", "45"]
    assert [ply.confidence for ply in game.plies[:3:2]] == pytest.approx([0.5, 0.5], abs=0.01)
    assert game.record[3:] == ["99", "56"]
    game.finish()
    assert sorted(game.confirmed) == [2, 4, 5]


LAST_PLIES = Position((4, 0, 3, 0, 0, 1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1), (71, 78), (None, None), Side.BLACK)


def cleared(position, otaus):
    board = [*position.otau, *position.kazan]
    board[:otaus] = [0] * otaus
    return board


@pytest.mark.parametrize("stays_s", [0.5, 2.5])
def test_sweeping_the_board_at_the_end_books_nothing(film, line, stays_s):
    game = film(Tracker(LAST_PLIES))
    positions = line("91 35", LAST_PLIES)
    for position in positions:
        game.show(position, stays_s=stays_s)
    for otaus in [2, 5, 9]:
        game.show(cleared(positions[-1], otaus), stays_s=4.0)
    game.show(Position.start(), stays_s=4.0)
    game.finish()
    assert game.record == ["91", "35"]
    assert [(over.result, over.reason, over.kazan) for over in game.said("over")] == [
        ("1-0", Reason.ATSYRAU, {"white": 84, "black": 78})
    ]
    assert game.said("desync") == game.said("retract") == game.said("takeback") == []


def test_clearing_an_unfinished_game_away_books_nothing(film, line):
    game, positions = film(), line(OPENING)
    opened(game, positions)
    game.show([0] * 20, stays_s=4.0)
    game.show(Position.start(), stays_s=4.0)
    game.finish()
    assert game.record == OPENING.split()
    assert game.said("over") == game.said("desync") == []


def test_the_record_begins_when_the_board_has_been_set_up(film, line):
    game, positions = film(), line(OPENING)
    game.show([0] * 20, stays_s=4.0)
    game.show([9] * 5 + [0] * 15, stays_s=4.0)
    assert game.events == []
    opened(game, positions)
    assert [event.t for event in game.said("started")] == [game.observations[2].t_rest]
    assert game.record == OPENING.split()


NEARLY_DECIDED = Position((1, 0, 3, 0, 0, 1, 0, 0, 4, 0, 0, 5, 0, 1, 5, 1, 2, 9), (76, 54), (None, None), Side.WHITE)


@pytest.mark.parametrize(("at_82", "said"), [("decide", ["decided"]), ("play_on", []), ("stop", ["over"])])
def test_a_kazan_of_82_is_told_as_the_rules_want_it(film, line, at_82, said):
    game = film(Tracker(NEARLY_DECIDED, rules=Rules(at_82=at_82)))
    positions = line("93", NEARLY_DECIDED)
    assert positions
    for position in positions:
        game.show(position, stays_s=2.5)
    assert [event.name for event in game.events if event.name in ("decided", "over")] == said


@pytest.mark.parametrize(("stays_s", "said"), [(1.0, []), (2.5, ["over"])])
def test_a_decided_game_is_over_when_the_board_is_swept(film, line, stays_s, said):
    game = film(Tracker(NEARLY_DECIDED))
    for position in line("93", NEARLY_DECIDED):
        game.show(position, stays_s=2.5)
    game.show([0] * 20, stays_s=stays_s)
    assert [(event.name, event.reason) for event in game.said("over")] == [(name, Reason.KAZAN_82) for name in said]
    assert game.record == ["93"]


def test_a_decided_game_stays_decided_when_a_later_ply_is_taken_back(film, line):
    game = film(Tracker(NEARLY_DECIDED, white_known=True))
    first, decided = line("93", NEARLY_DECIDED)
    later = decided.play(decided.legal_moves.numbers[0])
    for position in (first, decided, later, decided):
        game.show(position, stays_s=2.5)
    assert [one.n for one in game.said("takeback")] == [1]
    assert fold(game.events).result == "1-0"
