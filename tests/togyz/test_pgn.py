from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from tests.togyz.games import SHARDS, eventful_games, finished, indexed, real_games
from togyz.errors import MismatchError
from togyz.game import Game
from togyz.gametext import read_games
from togyz.outcome import Reason
from togyz.pgn import write_pgn

POSITION_D = indexed("0 0 0 0 0 0 1 1 3  0 0 0 0 0 0 0 1 1  77 78  14 0  0")
ATSYRAU = ["89", "91", "78", "89", "89", "91", "94", "12", "91", "12"]


def ended_by_atsyrau() -> Game:
    game = Game(start=POSITION_D)
    for move in ATSYRAU:
        game = game.play(move)
    return game.end("0-1", Reason.ATSYRAU)


def test_kazans_stand_behind_even_captures_and_zero_behind_atsyrau() -> None:
    lines = write_pgn(Game().play("76").play("55").end("1-0", Reason.FORFEIT)).splitlines()
    assert lines[:3] == ['[Event "?"]', '[Site "?"]', '[Date "?"]']
    assert lines[-2:] == ["", "1. 76(10) 55(10) 1-0"]
    assert write_pgn(ended_by_atsyrau()).endswith("5. 91 12 0-1 {zero}\n")
    assert write_pgn(Game()).endswith("\n\n*\n")


def test_lines_are_wrapped_anywhere() -> None:
    game = Game()
    while len(game.plies) < 40:
        game = game.play(min(game.position.legal_moves))
    text = write_pgn(game)
    assert 60 < max(map(len, text.splitlines())) <= 80
    assert read_games(text.replace(" ", "\n"))[0].game.plies == read_games(text)[0].game.plies


def test_zero_alone_gives_the_reason() -> None:
    text = write_pgn(ended_by_atsyrau()).replace('[Termination "atsyrau"]\n', "")
    [read] = read_games(text)
    assert read.game == ended_by_atsyrau()


def test_zero_where_the_game_goes_on_is_a_mismatch() -> None:
    text = write_pgn(ended_by_atsyrau()).replace(" 12 0-1", " 0-1")
    with pytest.raises(MismatchError, match=r"ply 9: \{zero\}: the side to move has a kumalak left"):
        read_games(text)
    [read] = read_games(text, repair=True)
    assert [note.text for note in read.repaired] == ["{zero}"]


def test_a_text_may_hold_many_games() -> None:
    games = [Game().play(7), ended_by_atsyrau(), Game(headers={"White": "A"})]
    assert [read.game for read in read_games("\n".join(map(write_pgn, games)))] == games


@given(eventful_games())
def test_every_game_comes_back(game: Game) -> None:
    [read] = read_games(write_pgn(game))
    assert (read.game, read.forgiven, read.repaired) == (game, (), ())


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("shard", SHARDS)
def test_real_games_come_back(shared: Path, shard: int) -> None:
    games = [finished(real) for real in real_games(shared, shard)]
    assert len(games) in (494, 495)
    for game in games:
        [read] = read_games(write_pgn(game))
        assert (read.game, read.forgiven, read.repaired) == (game, (), ())
