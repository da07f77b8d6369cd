"""The score as text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_io.display.frame import DisplayFrame
from board_io.display.text import lines, writable
from togyz.board import Side
from togyz.clock import ClockState, TimeControl, clock_text


def clock(white_s: float, black_s: float) -> ClockState:
    return replace(ClockState.start(TimeControl(3600), 0.0), remaining_s=(white_s, black_s))


FRAME = DisplayFrame((82, 9), Side.WHITE, ("Aigerim Sultanbekova", "Nurlan"))


@pytest.mark.parametrize(
    ("text", "encoding", "written"),
    [
        ("Aigerim", "ascii", "Aigerim"),
        ("Қарлығаш Өмірзақ", "ascii", "Karlygash Omirzak"),
        ("Щучье, объём", "ascii", "Shchuche, obyom"),
        ("ШҮКІР", "ascii", "ShUKIR"),
        ("Қарлығаш Һ", "cp866", "Карлыгаш Х"),
        ("Қарлығаш", "utf-8", "Қарлығаш"),
        ("Zoë Šimić", "ascii", "Zoe Simic"),
        ("Zoë", "latin-1", "Zoë"),
        ("龍", "ascii", "?"),
        ("a|b\x1b[2J\xfe\n", "ascii", "a?b?[2J??"),
    ],
)
def test_names_are_written_in_the_letters_there_are(text: str, encoding: str, written: str) -> None:
    assert writable(text, encoding) == written


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=30), st.sampled_from(["ascii", "cp866", "cp437"]))
def test_nothing_that_a_display_would_obey_is_left_of_a_name(text: str, encoding: str) -> None:
    sent = writable(text, encoding).encode(encoding)
    assert all(byte >= 0x20 and byte not in (0x7C, 0x7F) for byte in sent)
    assert "\x1b".encode(encoding)[0] < 0x20


def test_two_rows_are_the_two_sides() -> None:
    assert lines(FRAME, 16, 2) == ["Aigerim Sul  82<", "Nurlan        9 "]


def test_names_give_way_to_the_clocks() -> None:
    timed = DisplayFrame((82, 162), Side.BLACK, FRAME.names, clock=clock(299.5, 4000))
    assert lines(timed, 16, 2) == ["Aigeri 4:59  82 ", "Nur 1:06:40 162<"]


def test_four_rows_tell_how_the_game_stands() -> None:
    assert lines(DisplayFrame((82, 9), None, result="1-0"), 20, 4)[2:] == ["        1-0         ", " " * 20]
    assert lines(DisplayFrame((8, 9), Side.WHITE, status="paused"), 20, 4)[2].strip() == "paused"
    assert lines(FRAME, 20, 4)[2:] == [" " * 20] * 2


def test_doubt_stands_in_place_of_the_turn() -> None:
    assert [line[-1] for line in lines(DisplayFrame((8, 9), Side.WHITE, status="desync"), 16, 2)] == ["?", "?"]


@settings(deadline=None, max_examples=50)
@given(
    kazan=st.tuples(st.integers(0, 162), st.integers(0, 162)),
    names=st.tuples(st.text(max_size=30), st.text(max_size=30)),
    clock_s=st.none() | st.tuples(st.floats(0, 36000), st.floats(0, 36000)),
    size=st.sampled_from([(16, 2), (20, 2), (20, 4)]),
)
def test_every_row_is_as_long_as_the_display(
    kazan: tuple[int, int],
    names: tuple[str, str],
    clock_s: tuple[float, float] | None,
    size: tuple[int, int],
) -> None:
    columns, rows = size
    made = lines(DisplayFrame(kazan, Side.WHITE, names, clock=clock_s and clock(*clock_s)), columns, rows)
    assert [len(line) for line in made] == [columns] * rows
    assert [int(line[-4:-1]) for line in made[:2]] == list(kazan)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (3599.9, "59:59"), (3600, "1:00:00")],
)
def test_a_clock_shows_no_more_than_is_left(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown
