"""The scoresheet as PDF, read back as text: every field, every ply, every diagram."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2
import pytest

from togyz.board import Side
from togyz.game import Game
from togyz.outcome import Reason
from togyz.position import Position
from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.printing.scoresheet import PrintedSheet, scoresheet_pdf
from togyz_companion.printing.words import sheet_words

HEADERS = {
    "Event": "Әуезов кубогы #1 *қ*",
    "Level": "Республикалық",
    "InHonourOf": "Наурыз",
    "EventDates": "21.03–23.03",
    "Site": "Өскемен, Қазақстан",
    "Round": "3",
    "Board": "7",
    "Date": "2026.03.22",
    "White": "Ұлболсын Ғабитқызы",
    "WhiteTeam": "Һүрия",
    "Black": "Іңкәр Өмірбек",
    "BlackTeam": "Түркістан",
    "Annotator": "Қайрат",
}
HEAD = "0123456789abcdef" * 4
PLIES = 90
"""More than a sheet holds."""


@pytest.fixture(scope="module")
def game() -> Game:
    """A long game: of all legal plies, one after another is taken."""
    game = Game(headers=HEADERS)
    while len(game.plies) < PLIES:
        legal = sorted(game.position.legal_moves)
        game = game.play(legal[len(game.plies) % len(legal)])
    return game


def pages_of(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded().replace("\u200b", "") for page in document]


def words_of(pdf: bytes) -> list[str]:
    return " ".join(pages_of(pdf)).split()


def diagram_words(position: Position, below: Side) -> list[str]:
    """A diagram as it reads in Russian from its upper edge to its lower one."""
    names = {Side.WHITE: "Белые", Side.BLACK: "Чёрные"}

    def row(side: Side) -> list[str]:
        tuzdyk_no = position.tuzdyk[side.other.ix]
        return ["x" if no == tuzdyk_no else str(n) for no, n in enumerate(position.row(side), 1)]

    above = below.other
    upper, lower = (str(position.kazan[side.ix]) for side in (above, below))
    numbers = [str(no) for no in range(1, 10)]
    return [names[above], upper, *numbers[::-1], *row(above)[::-1], *row(below), *numbers, names[below], lower]


def follows(words: list[str], part: list[str]) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words)))


def printed_diagrams(game: Game) -> Iterator[Position]:
    for last in (*range(19, PLIES - 1, 20), PLIES - 1):
        yield game.position_after(last + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_and_every_word_of_the_form_is_printed(game: Game, language: str) -> None:
    sheet = PrintedSheet(game=game, side=Side.WHITE, head=HEAD, unused_s=(725.9, 3621.0))
    text = re.sub(r"\s+", " ", " ".join(pages_of(scoresheet_pdf([sheet], language))))
    for value in (*HEADERS.values(), HEAD, "12:05", "1:00:21"):
        assert value in text
    other_copy = {"sheet_of_black"}
    for name, word in sheet_words(language).items():
        assert (word.replace("{no}", "10") in text) == (name not in other_copy), word


@pytest.mark.parametrize(("language", "why"), [("kk", "берілді"), ("ru", "сдача"), ("en", "resigned")])
def test_why_a_game_ended_is_printed_in_the_sheet_s_language(language: Language, why: str) -> None:
    ended = Game().play("76").end("1-0", Reason.RESIGNED)
    text = " ".join(words_of(scoresheet_pdf([PrintedSheet(game=ended, side=Side.WHITE)], language)))
    assert f"{sheet_words(language)['reason']} {why}" in text


@pytest.mark.parametrize("below", Side)
def test_every_diagram_is_the_replays(game: Game, below: Side) -> None:
    words = words_of(scoresheet_pdf([PrintedSheet(game=game, side=below)], "ru"))
    for position in printed_diagrams(game):
        assert follows(words, diagram_words(position, below))
        assert not follows(words, diagram_words(position, below.other))


def test_every_ply_stands_in_its_line_with_the_kazan_it_changed(game: Game) -> None:
    words = words_of(scoresheet_pdf([PrintedSheet(game=game, side=Side.WHITE)], "en"))
    for line in game.double_moves:
        assert line.white_n is not None
        written = [str(line.number)]
        for n in (line.white_n, line.black_n):
            if n is not None:
                ply = game.plies[n - 1]
                before, after = game.position_after(n - 1).kazan[ply.side.ix], ply.after.kazan[ply.side.ix]
                written += [ply.written] if before == after else [ply.written, str(after)]
        assert follows(words, written), written


def test_forty_double_moves_fill_a_sheet_of_two_pages(game: Game) -> None:
    assert len(pages_of(scoresheet_pdf([PrintedSheet(game=game, side=Side.WHITE)], "en"))) == 3
    assert len(pages_of(scoresheet_pdf([PrintedSheet(game=game.undo(PLIES - 80), side=Side.WHITE)], "en"))) == 2
    assert len(pages_of(scoresheet_pdf([PrintedSheet(game=game.undo(PLIES - 41), side=Side.WHITE)], "en"))) == 2
    assert len(pages_of(scoresheet_pdf([PrintedSheet(game=game.undo(PLIES - 81), side=Side.WHITE)], "en"))) == 3


def test_a_short_game_ends_on_its_only_page(game: Game) -> None:
    [page] = pages_of(scoresheet_pdf([PrintedSheet(game=game.undo(PLIES - 40), side=Side.WHITE, head=HEAD)], "en"))
    assert HEAD in page
    assert "signature" in page.lower()


def test_a_round_is_printed_in_one_document(game: Game) -> None:
    sheets = [PrintedSheet(game=one, side=side) for one in (Game(), game.undo(80)) for side in Side]
    pages = pages_of(scoresheet_pdf(sheets, "en"))
    assert len(pages) == 7, "each sheet begins on a leaf of its own, and no empty page ends them"
    copies = [next(side for side in Side if f"{side.value}'s copy" in page) for page in pages[::2]]
    assert copies == [Side.WHITE, Side.BLACK] * 2


def test_a_ply_out_of_turn_leaves_a_gap_and_one_against_the_rules_is_marked() -> None:
    start = Game().play("76")
    after = start.position.to_dict() | {"to_move": "black"}
    game = start.accept("11", Position.from_dict(after, ""))
    words = words_of(scoresheet_pdf([PrintedSheet(game=game, side=Side.WHITE)], "en"))
    assert follows(words, ["1", "76", "10", "–", "2", "11!"])
