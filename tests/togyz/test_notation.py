from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.togyz.games import played_games, position, position_in
from togyz.board import Side
from togyz.errors import NotationError, TogyzError
from togyz.game import Game
from togyz.notation import (
    WrittenMove,
    diagram_to_text,
    move_from_text,
    position_from_string,
    position_to_string,
)
from togyz.position import Position

EXAMPLE = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4"
EXAMPLE_POSITION = position(
    "12 2 13 13 x 3 12 12 1", "13 2 12 3 2 1 0 12 12", (22, 15), tuzdyk=(None, 5), to_move=Side.WHITE
)


@pytest.mark.parametrize("mark", ["x", "X", "х", "Х", "h", "H"])
def test_every_tuzdyk_letter_is_read_and_one_is_written(mark: str) -> None:
    move = move_from_text(f"63{mark}")
    assert move == WrittenMove(6, 3, tuzdyk=True)
    assert str(move) == "63x"


def test_plain_and_accepted_moves() -> None:
    assert move_from_text("91") == WrittenMove(9, 1)
    assert str(move_from_text("63X!")) == "63x!"


@pytest.mark.parametrize("text", ["", "7", "70", "07", "763", "76y", "76xx", "76 ", "٧٦", "76!!"])
def test_what_is_no_move_is_refused_with_the_position(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move") as caught:
        move_from_text(text, Position.start())
    assert (caught.value.text, caught.value.position) == (text, Position.start())


def test_the_position_string_of_the_rules() -> None:
    assert position_from_string(EXAMPLE) == (EXAMPLE_POSITION, 4)
    assert position_to_string(EXAMPLE_POSITION, 4) == EXAMPLE
    assert str(EXAMPLE_POSITION) == EXAMPLE.removesuffix(" 4")


def test_runs_of_empty_otaus_and_black_to_move() -> None:
    here = position("0 0 0 0 0 0 0 0 0", "x 0 0 0 7 0 0 1 0", (100, 54), tuzdyk=(9, None), to_move=Side.BLACK)
    assert str(here) == "t,3,7S,2,1S,1/9 100 54 N"
    assert position_from_string("t,3,7s,2,1s,1 / 9  100 54 n") == (here, 1)
    assert position_from_string("x,3,7S,2,1S,1/9 100 54 N") == (here, 1), "marked as in a diagram"


@given(played_games(), st.integers(1, 999))
def test_position_strings_come_back(game: Game, move_no: int) -> None:
    here = game.position
    assert position_from_string(position_to_string(here, move_no)) == (here, move_no)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a position"),
        ("9S/9S 0 0", "is not a position"),
        ("8,1S/9 0 0 S x", "is not a position"),
        ("8/9 0 0 S", "has 8 otaus"),
        ("9,1/9 0 0 S", "has 10 otaus"),
        ("8,1K/9 0 0 S", "'1K' is not a part of a row"),
        ("0,9/9 0 0 S", "'0' is not a part of a row"),
        ("7,t,x/9 0 0 S", "2 tuzdyks"),
        ("8,163S/9 0 0 S", "'163' is not a number of kumalak"),
        ("9/9 163 0 S", "'163' is not a number of kumalak"),
    ],
)
def test_broken_position_strings_say_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why) as caught:
        position_from_string(text)
    assert caught.value.text == text


def test_a_diagram_from_both_sides() -> None:
    assert diagram_to_text(EXAMPLE_POSITION).splitlines() == [
        "15",
        "13  2 12  3  2  1  0 12 12",
        "12  2 13 13  x  3 12 12  1",
        "22",
    ]
    assert diagram_to_text(EXAMPLE_POSITION, Side.BLACK).splitlines() == [
        "22",
        " 1 12 12  3  x 13 13  2 12",
        "12 12  0  1  2  3 12  2 13",
        "15",
    ]


@given(played_games(), st.sampled_from(Side))
def test_diagrams_come_back(game: Game, bottom: Side) -> None:
    here = game.position
    assert position_in(diagram_to_text(here, bottom), here.to_move, bottom) == here


LIKELY = st.text(st.sampled_from("0123456789SNt,/ xX-\n!"), max_size=80)


@given(st.one_of(st.text(), LIKELY))
def test_arbitrary_text_raises_nothing_but_our_errors(text: str) -> None:
    for read in (move_from_text, position_from_string):
        try:
            read(text)
        except TogyzError as error:
            assert error.text == text  # noqa: PT017 - both outcomes are right
