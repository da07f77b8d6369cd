from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from tests.togyz.games import SHARDS, eventful_games, finished, indexed, position, real_games, replayed
from togyz.board import Side
from togyz.errors import GameTextError
from togyz.game import Game
from togyz.gametext import Note
from togyz.outcome import Reason
from togyz.position import Position
from togyz.rules import Rules
from togyz.tgk import read_tgk, write_tgk

HEADERS = {"White": "Әлия", "Black": 'B. "Bob" \\ B', "Event": "Cup", "WhiteElo": "1800"}
SHORT = """\
[White "Әлия"]
[Black "B. \\"Bob\\" \\\\ B"]
[Result "1-0"]
[Date "?"]
[Event "Cup"]
[Round "?"]
[Site "?"]
[WhiteElo "1800"]
[Termination "resigned"]

1. 76 55
2. 22
"""


def test_a_game_as_text() -> None:
    game = Game(headers=HEADERS, plies=replayed(["76", "55", "22"]).plies).end("1-0", Reason.RESIGNED)
    assert write_tgk(game) == SHORT
    read = read_tgk(SHORT)
    assert (read.game, read.forgiven, read.repaired) == (game, (), ())


def test_the_count_is_written_where_the_rules_know_it() -> None:
    end = indexed("0 0 0 0 0 0 0 0 0  0 0 0 0 1 0 0 0 3  76 82  14 6  0")
    text = write_tgk(Game(start=end).end("0-1", Reason.KAZAN_82))
    assert '[Count "76-86"]' in text
    assert read_tgk(text).game.headers == {}
    assert read_tgk(text.replace("76-86", "76-85")).game.headers == {"Count": "76-85"}
    assert "Count" not in write_tgk(Game(start=end))


def test_another_start_and_other_rules_are_tags() -> None:
    start = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)
    text = write_tgk(Game(start=start, rules=Rules(at_82="stop")).play(2))
    nines = "9S,9S,9S,9S,9S,9S,9S,9S"
    tags = f'[SetUp "1"]\n[FEN "{nines},1/{nines},1 10 8 N 1"]\n[RuleOptions "at_82=stop"]\n'
    assert text.endswith(f"{tags}\n1. ... 21\n")


def test_illegal_plies_and_positions_set_by_hand_are_comments() -> None:
    elsewhere = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)
    game = Game().set_position(Position.start()).accept("71", elsewhere).play(2).set_position(elsewhere)
    nines = "9S,9S,9S,9S,9S,9S,9S,9S"
    here = f"{nines},1/{nines},1 10 8 N"
    assert write_tgk(game).split("\n\n")[1].splitlines() == [
        f"{{set {nines},9S/{nines},9S 0 0 S}}",
        f"1. 71! {{{here}}} 21 {{set {here}}}",
    ]


def test_numbers_of_the_recorder_are_no_tags_and_names_become_words() -> None:
    text = write_tgk(Game(headers={"session": 1, "game_start_t": 2.5, "Hall no": "a\nb", "white": "A", "": "B"}))
    assert "session" not in text
    assert "game_start_t" not in text
    assert '[Hall_no "a b"]' in text
    assert '[White "A"]' in text
    assert read_tgk(text).game.headers["_"] == "B"


@pytest.mark.parametrize("name", ["FEN", "fen", "SetUp", "RuleOptions", "Result", "Termination"])
def test_a_header_is_never_taken_for_a_part_of_the_game(name: str) -> None:
    value = "kazan_82" if name == "Termination" else "1-0"
    text = write_tgk(Game(headers={name: value, "Event": "Open"}))
    assert read_tgk(text).game == Game(headers={"Event": "Open"})


@given(eventful_games())
def test_every_game_comes_back(game: Game) -> None:
    read = read_tgk(write_tgk(game))
    assert (read.game, read.forgiven, read.repaired) == (game, (), ())


def test_a_real_file_with_its_habits() -> None:
    text = '\ufeff[white "A"]\r\n[Black B]\r\n[Club "C"]\r\n[White "D"]\r\n\r\n1. 76 55\r\n2. 22 7\u0445\r\n'
    read = read_tgk(text.replace(" 7\u0445", ""))
    assert read.game.headers == {"White": "A", "Black": "B", "Club": "C"}
    assert (read.game.result, len(read.game.plies)) == (None, 3)
    assert read.repaired == ()
    assert read.forgiven == (
        Note(1, "\ufeff", "byte order mark left out"),
        Note(1, "\r", "line ends made plain"),
        Note(1, '[white "A"]', "tag read as White"),
        Note(2, "[Black B]", "quotes added"),
        Note(4, '[White "D"]', "a second tag White left out"),
        *(Note(1, name, f"tag {name} is missing") for name in ("Event", "Site", "Date", "Round", "Result")),
    )
    with pytest.raises(GameTextError, match="line 7: '7х' is neither a move nor"):
        read_tgk(text)


def test_several_games_are_too_many() -> None:
    with pytest.raises(GameTextError, match="2 games where one is wanted"):
        read_tgk(SHORT + SHORT)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("shard", SHARDS)
def test_real_games_come_back(shared: Path, shard: int) -> None:
    games = [finished(real) for real in real_games(shared, shard)]
    assert len(games) in (494, 495)
    for game in games:
        read = read_tgk(write_tgk(game))
        assert (read.game, read.forgiven, read.repaired) == (game, (), ())
