from __future__ import annotations

import pytest
from hypothesis import given

from tests.togyz.games import played_games, replayed
from tests.togyz.sheets import MOVES
from togyz.board import Side
from togyz.errors import GameTextError, NotationError
from togyz.game import Game, SetPosition
from togyz.gametext import Note
from togyz.notation import diagram_to_text
from togyz.pgn import write_pgn
from togyz.position import Position
from togyz.rules import Rules
from togyz.sheet import SheetDiagram, SheetPly, marks_of
from togyz.sheet_text import read_sheet
from togyz.tgk import write_tgk

DIAGRAM = diagram_to_text(replayed(MOVES[:20]).position)
AFTER_76 = Position.start().play(7)


def plies(text: str) -> list[str]:
    return [str(ply) for ply in read_sheet(text).sheet.plies]


def noted(text: str) -> list[tuple[str, str]]:
    return [(note.text, note.what) for note in read_sheet(text).forgiven]


def shape(text: str) -> str:
    """What the items are: p a ply, D a diagram, S a position set by hand."""
    letters = {SheetPly: "p", SheetDiagram: "D", SetPosition: "S"}
    return "".join(letters[type(item)] for item in read_sheet(text).sheet.items)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "Aidar won", "{a comment}"])
def test_what_is_no_sheet_is_refused(text: str) -> None:
    with pytest.raises(GameTextError, match="neither a ply nor a diagram"):
        read_sheet(text)


def test_several_games_are_no_sheet() -> None:
    game = write_tgk(Game().play(7))
    with pytest.raises(GameTextError, match="line 11: another game begins"):
        read_sheet(f"{game}\n{game}")


def test_a_tag_that_should_hold_a_position_must() -> None:
    with pytest.raises(NotationError):
        read_sheet('[FEN "nonsense"]\n1. 76 55\n')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 76 55", ["76", "55"]),
        ("1. ? 57x", ["??", "57x"]),
        ("1. 2? ?2", ["2?", "?2"]),
        ("1. ?x 57x(12)", ["??x", "57x(12)"]),
        ("1.76 55(10) 2.22", ["76", "55(10)", "22"]),
        ("1. 76 55 (10)\n1) 22 99", ["76", "55(10)", "22", "99"]),
        ("1. 76\n1... 55\n2. 22", ["76", "55", "22"]),
        ("1. 76 ...\n2. 22", ["76", "??", "22"]),
        ("1. - 55", ["??", "55"]),
        ("1. 76\n2. 22", ["76", "??", "22"]),
        ("1. 76 55\n3. 22", ["76", "55", "??", "??", "22"]),
        ("2. 76 55", ["??", "??", "76", "55"]),
        ("1... 55", ["??", "55"]),
        ("| 1 | 76 | 55 |\n| 2 | 22 |", ["76", "55", "22"]),
        ("76 55 22", ["76", "55", "22"]),
        ("1. 76, 55", ["76", "55"]),
        ("1. 76 55 0-1", ["76", "55"]),
        ("1. 76 —  1-0", ["76"]),
        ("1 76 55\n2 22 99\n3 87", ["76", "55", "22", "99", "87"]),
        ("1 76 55\n11 22", ["76", "55", "11", "22"]),
        ("1 76 55\n11 22 99", ["76", "55", *["??"] * 18, "22", "99"]),
    ],
)
def test_plies(text: str, expected: list[str]) -> None:
    assert plies(text) == expected


@pytest.mark.parametrize("letter", "xXхХ×hHтТ")
def test_tuzdyk_letters(letter: str) -> None:
    assert plies(f"1. 68{letter} 25") == ["68x", "25"]
    assert plies(f"1. 68 {letter} 25") == ["68x", "25"]


@pytest.mark.parametrize("word", ["тұздық", "туздык", "tuzdyk"])
def test_tuzdyk_words(word: str) -> None:
    assert plies(f"1. 68 {word} 25") == ["68x", "25"]


def test_the_x_may_be_lost_with_a_digit_but_not_behind_clear_ones() -> None:
    ply_a, ply_b, ply_c = read_sheet("1. 6? 25 2. 25?").sheet.plies
    assert (ply_a.tuzdyk, ply_b.tuzdyk, ply_c.tuzdyk) == (None, False, None)


@pytest.mark.parametrize(
    ("text", "word", "what"),
    [
        ("1. 76 55х", "55х", "read as 55x"),
        ("1. 7-6 55", "7-6", "read as 76"),
        ("1. 7а 55", "7а", "read as 7?"),
        ("1. 70x 55", "70x", "read as 7?x"),
        ("1. 7 55", "7", "read as 7?"),
        ("1. 76! 55", "76!", "the mark ! left out: no position follows"),
        ("1. 76 55 {good}", "{good}", "comment left out"),
        ("1. 76 55 ; good", "; good", "left out"),
        ("1. 76 55 3. 22", "3.", "plies missing before it: 2"),
        ("1. 76 55 1. 22", "1.", "number left out: double move 2 follows"),
        ("1. 76 55 999. 22", "999.", "number left out: it does not fit among the others"),
        ("1. 76 55 92. 22 99 3. 76", "92.", "number left out: it does not fit among the others"),
        ("1. 76 55 82-80", "82-80", "left out"),
        ("1. 76 55 тең", "тең", "read as 1/2-1/2"),
        ("Ақ: Аян\n1. 76", "Ақ: Аян", "read as the tag White"),
        ("(10) 1. 76", "(10)", "left out"),
        ("1. … 55", "…", "read as a ply that is missing"),
        ("1 76 55", "1", "read as the number of a double move"),
    ],
)
def test_what_is_forgiven_is_listed(text: str, word: str, what: str) -> None:
    assert (word, what) in noted(text)


def test_a_clean_sheet_needs_no_forgiveness() -> None:
    assert noted(f"1. 87 ?\n2. 2? 99\n10. 41 ?x\n\n{DIAGRAM}\n1-0\n") == [("10.", "plies missing before it: 14")]


def test_notes_name_their_line_also_behind_a_long_comment() -> None:
    assert read_sheet("1. 76 {several\nlines} 55\n2. 22 5а").forgiven[-1] == Note(3, "5а", "read as 5?")


@pytest.mark.parametrize(
    ("label", "tag"),
    [("Белые: Аян", "White"), ("ҚОСТАУШЫ = Аян", "Black"), ("Турнир: Аян", "Event"), ('[white "Аян"]', "White")],
)
def test_labels_in_three_languages_are_tags(label: str, tag: str) -> None:
    assert read_sheet(f"{label}\n1. 76").sheet.headers == {tag: "Аян"}


def test_the_first_of_two_equal_tags_stays() -> None:
    text = '[White "A"]\nWhite: B\n1. 76'
    assert read_sheet(text).sheet.headers == {"White": "A"}
    assert ("White: B", "a second tag White left out") in noted(text)


@pytest.mark.parametrize(
    ("word", "result"),
    [("1-0", "1-0"), ("0:1", "0-1"), ("½–½", "1/2-1/2"), ("0,5:0,5", "1/2-1/2"), ("Ничья", "1/2-1/2"), ("*", None)],
)
def test_results(word: str, result: str | None) -> None:
    assert read_sheet(f"1. 76 55\n{word}").sheet.result == result
    assert read_sheet(f"Нәтиже: {word} (82:80)\n1. 76 55").sheet.result == result


def test_a_diagram_is_read_with_white_below() -> None:
    position = replayed(MOVES[:20]).position
    *_, diagram = read_sheet(f"10. 53 16\n{DIAGRAM}").sheet.items
    assert isinstance(diagram, SheetDiagram)
    assert diagram.marks == marks_of(position)
    assert diagram.position(Side.WHITE) == position
    assert diagram.turned().turned() == diagram != diagram.turned()


@pytest.mark.parametrize(
    "lines",
    [
        ["Казан 52", "2 Х 7 20 20 5 6 6 1", "", "х 6 3 1 1 4 4 3 3", "Kazan: 18"],
        ["| 52 |", "| 2 | x | 7 | 20 | 20 | 5 | 6 | 6 | 1 |", "| x | 6 | 3 | 1 | 1 | 4 | 4 | 3 | 3 |", "| 18 |"],
    ],
)
def test_a_diagram_may_be_drawn_in_any_way(lines: list[str]) -> None:
    *_, diagram = read_sheet("10. 53 16\n" + "\n".join(lines)).sheet.items
    assert isinstance(diagram, SheetDiagram)
    assert diagram.marks == marks_of(replayed(MOVES[:20]).position)


def test_what_cannot_be_read_of_a_diagram_is_left_open() -> None:
    diagram = read_sheet("1. 76 55\n?\n? 9 9 999 9 9 9 9 -\n0 9 9 9 9 9 9 9 9\n0").sheet.items[-1]
    assert isinstance(diagram, SheetDiagram)
    assert [ix for ix, mark in enumerate(diagram.marks) if mark is None] == [14, 17, 19]
    assert diagram.position(Side.WHITE) is None


@pytest.mark.parametrize(
    "lines",
    [
        ["12", "9 9 9 9 9 9 9 9", "9 9 9 9 9 9 9 9 9", "12"],
        ["12", "9 9 9 9 9 9 9 9 9", "9 9 9 9 9 9 9 9 9"],
        ["1. 76", "9 9 9 9 9 9 9 9 9", "9 9 9 9 9 9 9 9 9", "12"],
    ],
)
def test_what_has_another_form_is_no_diagram(lines: list[str]) -> None:
    assert "D" not in shape("1. 76 55\n" + "\n".join(lines))


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        ("1. 87 87", "2. 22", "ppDp"),
        ("1. 87", "1... 87", "pDp"),
        ("1. 87", "2. 22", "ppDp"),
        ("9. 53 16", "11. 92", "p" * 20 + "Dp"),
        ("8. 53 16", "12. 92", "p" * 20 + "Dppp"),
        ("3. 53 16", "5. 92", "p" * 6 + "Dppp"),
    ],
)
def test_a_diagram_among_missing_plies_stands_behind_ten_double_moves(before: str, behind: str, expected: str) -> None:
    assert shape(f"{before}\n{DIAGRAM}\n{behind}") == expected


def test_a_sheet_may_begin_with_a_diagram() -> None:
    sheet = read_sheet(f"{DIAGRAM}\n11. 92 74").sheet
    assert sheet.start == replayed(MOVES[:20]).position
    assert (sheet.first_number, [str(ply) for ply in sheet.plies]) == (11, ["92", "74"])
    assert sheet.ply_label(2) == "11..."
    black = read_sheet(f"{DIAGRAM}\n11... 74\n12. 36").sheet
    assert (black.start.to_move, black.ply_label(1), black.ply_label(2)) == (Side.BLACK, "11...", "12.")


def test_the_start_position_above_a_sheet_is_a_diagram_like_others() -> None:
    text = diagram_to_text(Position.start()) + "\n2. 76"
    assert read_sheet(text).sheet.start == Position.start()
    assert shape(text) == "Dppp"


def test_a_diagram_that_no_game_leads_to_is_no_beginning() -> None:
    assert read_sheet(DIAGRAM.replace("52", "51") + "\n1. 76 55").sheet.start == Position.start()


def test_positions_in_comments() -> None:
    assert shape(f"1. 76 {{{AFTER_76}}} 55") == "pDp"
    assert shape(f"1. 76 {{set {AFTER_76}}} 55") == "pSp"
    assert read_sheet(f"1. 76! {{{AFTER_76}}} 55").sheet.plies[0].accepted_after == AFTER_76


@given(played_games(max_plies=60).filter(lambda game: game.plies))
def test_what_is_written_as_tgk_or_pgn_is_read_as_it_is(game: Game) -> None:
    for write in (write_tgk, write_pgn):
        read = read_sheet(write(game))
        assert [ply.move for ply in read.sheet.plies] == [ply.move for ply in game.plies]
        assert read.forgiven == ()


def test_rules_start_and_result_of_a_tgk() -> None:
    start = replayed(MOVES[:7]).position
    game = Game(start=start, rules=Rules(at_82="stop"), headers={"White": "A"}).play("25").end("0-1")
    sheet = read_sheet(write_tgk(game)).sheet
    assert (sheet.start, sheet.rules, sheet.result, sheet.headers["White"]) == (start, game.rules, "0-1", "A")
    assert [str(ply) for ply in sheet.plies] == ["25"]
