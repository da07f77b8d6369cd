from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.togyz.games import position
from togyz.board import Side
from togyz.errors import GameTextError, IllegalMoveError, MismatchError, NotationError, TogyzError
from togyz.game import Game
from togyz.gametext import Note, ReadGame, read_game, read_games
from togyz.position import Position

TAGS = "".join(f'[{name} "?"]\n' for name in ("Event", "Site", "Date", "Round", "White", "Black", "Result"))
AFTER_76 = str(Position.start().play(7))


def read(moves: str, *, repair: bool = False) -> ReadGame:
    return read_game(TAGS + moves, repair=repair)


def noted(moves: str) -> list[tuple[str, str]]:
    return [(note.text, note.what) for note in read(moves).forgiven]


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "{only a comment}", "; and another"])
def test_a_text_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(GameTextError, match="holds no game"):
        read_games(text)


@pytest.mark.parametrize("word", ["78910", "Kf3", "{unclosed", "(76", "7", "(10) 1. 76", "[White", "763"])
def test_what_belongs_to_no_game_is_refused(word: str) -> None:
    with pytest.raises(GameTextError, match=r"line 8: "):
        read(word)


def test_tags_alone_and_moves_alone_are_games() -> None:
    assert read("").game == Game()
    assert read_game("76 55").game == Game().play(7).play(5)


@pytest.mark.parametrize(
    "moves", ["1. 76 55 2. 22", "1.76 55 2.22", "76 55 22", "1. 76\n1... 55\n2 . 22", "1… 76 … 55"]
)
def test_numbers_may_be_written_in_any_way(moves: str) -> None:
    assert [ply.move for ply in read(moves).game.plies][:2] == ["76", "55"]
    assert noted(moves) == []


@pytest.mark.parametrize(
    ("moves", "text", "what"),
    [
        ("1. 76 55 7. 22", "7.", "number 7 follows 1"),
        ("1. 76 {well played}", "{well played}", "comment left out"),
        ("1. 76 ; well played", "; well played", "comment left out"),
        ("1. 76!", "76!", "the mark ! left out: the ply is by the rules"),
        ("1. 76 1-0 55", "1-0", "ply 2 stands behind the result"),
        ("1. 76 1:0", "1:0", "read as 1-0"),
        ("1. 76 ½-½", "½-½", "read as 1/2-1/2"),
    ],
)
def test_what_is_forgiven_is_listed(moves: str, text: str, what: str) -> None:
    assert noted(moves) == [(text, what)]


def test_tuzdyk_letters_are_forgiven_and_listed() -> None:
    start = position("10 10 10 10 10 10 2 11 1", "0 10 10 1 11 11 11 11 11", (12, 0), to_move=Side.BLACK)
    for letter in "XхХhH":
        found = read_game(f'[FEN "{start}"]\n1. ... 77{letter}')
        assert found.game.plies[0].tuzdyk
        assert found.forgiven[-1] == Note(2, f"77{letter}", "read as 77x")


@pytest.mark.parametrize(
    ("tag", "result", "noted"),
    [("1-0", "1-0", []), ("*", None, []), ("1:0", "1-0", ["read as 1-0"]), ("white won", None, ["read as no result"])],
)
def test_the_tag_result(tag: str, result: str | None, noted: list[str]) -> None:
    found = read_game(TAGS.replace('Result "?"', f'Result "{tag}"') + "76")
    assert found.game.result == result
    assert [note.what for note in found.forgiven] == noted


def test_two_results_that_disagree_are_a_mismatch() -> None:
    text = TAGS.replace('Result "?"', 'Result "1-0"') + "76 0-1"
    with pytest.raises(MismatchError, match="ply 1: 0-1: the tag Result says 1-0"):
        read_game(text)
    assert read_game(text, repair=True).game.result == "1-0"
    assert read("76 0-1").game.result == "0-1"


def test_a_termination_of_other_programs_is_a_header() -> None:
    found = read_game('[Termination "normal"]\n76 1-0')
    assert (found.game.reason, found.game.headers) == (None, {"Termination": "normal"})


@pytest.mark.parametrize(
    ("moves", "message", "mended"),
    [
        ("1. 77 55", "ply 1: 77: the last kumalak falls into otau 6, not 7", "77"),
        ("1. 76x 55", "ply 1: 76x: it wins no tuzdyk, but x is written", "76x"),
        ("1. 76(11) 55", r"ply 1: \(11\): white's kazan holds 10, 10 were captured", "(11)"),
    ],
)
def test_a_mismatch_names_ply_and_position_and_is_repaired_when_asked(moves: str, message: str, mended: str) -> None:
    with pytest.raises(MismatchError, match=message) as caught:
        read(moves)
    assert caught.value.ply_n == 1
    assert caught.value.text == mended
    assert str(caught.value.position) in str(caught.value)
    found = read(moves, repair=True)
    assert found.game == Game().play(7).play(5)
    assert [note.text for note in found.repaired] == [mended]


def test_a_position_in_a_comment_is_compared() -> None:
    assert noted(f"1. 76 {{{AFTER_76}}} 55") == []
    with pytest.raises(MismatchError, match=r"ply 2: .*: another position stands on the board"):
        read(f"1. 76 55 {{{AFTER_76}}}")


def test_kazan_numbers_are_totals_or_captures_but_not_both() -> None:
    totals = "1. 76(10) 55(10) 2. 65(12)"
    captures = "1. 76 (10) 55 (10) 2. 65 (2)"
    assert noted(f"{totals} 88(22)") == noted(f"{captures} 88 (12)") == []
    for mixed in (f"{totals} 88(12)", f"{captures} 88 (22)"):
        with pytest.raises(MismatchError, match=r"ply 4: .*black's kazan holds 22, 12 were captured"):
            read(mixed)


def test_an_illegal_ply_names_itself_and_is_never_repaired() -> None:
    with pytest.raises(IllegalMoveError, match="ply 2: black cannot play otau 6: it is empty"):
        read("1. 76 65", repair=True)


def test_an_accepted_ply_takes_the_position_that_follows() -> None:
    found = read(f"1. 73! {{{AFTER_76}}} 55(10)")
    assert [ply.written for ply in found.game.plies] == ["73!", "55"]
    assert found.forgiven == ()
    with pytest.raises(NotationError, match="ply 1: 'nonsense' is not a position") as caught:
        read("1. 73! {nonsense}")
    assert caught.value.position == Position.start()
    with pytest.raises(IllegalMoveError):
        read("1. 76 65!")


def test_a_broken_start_or_rule_is_refused() -> None:
    with pytest.raises(NotationError, match="is not a position"):
        read_game('[FEN "start"]')
    with pytest.raises(NotationError, match="is not an option of the rules"):
        read_game('[RuleOptions "fast"]')
    with pytest.raises(NotationError, match="is not a position"):
        read("{set aside}")


WORDS = st.sampled_from(
    f"""1. 2. 76 55 22 99x 91! (10) (20) {{zero}} ... 1-0 * ; {{ [White [Result [Result|1-0] \r
    {{{AFTER_76}}} {{set|{AFTER_76}}} 73!|{{{AFTER_76}}} [White|"A"] [FEN|"9/9|81|81|S"]""".split(" ")
).map(lambda word: word.replace("|", " "))


@given(st.one_of(st.text(), st.lists(WORDS, max_size=15).map(" ".join)), st.booleans())
@example("[" * 500, False)
@example('[White "' + "\\" * 501, True)
def test_arbitrary_text_raises_nothing_but_our_errors(text: str, repair: bool) -> None:
    try:
        games = read_games(text, repair=repair)
    except TogyzError as error:
        assert error.message  # noqa: PT017 - both outcomes are right
    else:
        assert games
