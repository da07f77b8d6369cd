"""Every event, code and word is told in every language, and every language fills in the same."""

from __future__ import annotations

import ast
import logging
import pickle
from collections.abc import Callable
from copy import copy
from dataclasses import fields, replace
from io import StringIO
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from rich.console import Console

from board_io.display.kinds import DisplayKind
from board_io.errors import BoardIoError
from board_io.feed_folder import FeedError
from board_io.port.errors import DeviceLostError
from board_io.refusals import Refusal
from board_io.source import SourceError, open_source
from board_io.store_errors import StoreFullError
from board_io.trouble import Trouble
from calibration.errors import CalibrationError
from calibration.layout import load_layout
from calibration.lens import read_lens
from calibration.model import read_calibration
from calibration.seen import Seen
from calibration.unusable import Unusable
from togyz import events
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import CorrectionError
from togyz.events import Resolution
from togyz.game import Game
from togyz.misread import Misread
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Status
from togyz.saying import Phrase, Said, all_of, say
from togyz_companion.cli.logged import ToldFormatter
from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.languages import LANGUAGES, Language, in_latin, language_of, text_in
from togyz_companion.messages.telling import BOXES_MAX, Shortcoming, Teller
from togyz_companion.noted import Noted
from togyz_companion.terminal import scoresheet
from togyz_companion.web.server import WebServerError

EXAMPLES = {
    "path": "games/g 1/game.json",
    "kazan": {"white": 82, "black": 80},
    "result": "1-0",
    "reason": Reason.ATSYRAU,
    "code": Code.CAPTURED_ODD,
    "side": Side.BLACK,
    "otau": (4,),
    "how": "put_right",
    "why": "source",
    "turned": True,
    "tilt_deg": 4.2,
    "px": 3.1,
    "confidence": 0.5,
    "expected": {"black": {"4": 7}},
    "seen": {"black": {"4": 0}},
}
PHRASES = [*Said, *Misread, *Refusal, *Seen, *Trouble, *Unusable, *DisplayKind, *Noted]
ROOT = Path(__file__).parents[2]
PACKAGES = ("togyz", "calibration", "vision", "board_io", "togyz_companion")


def kinds_of(error: type[Exception]) -> set[str]:
    return {error.__name__}.union(*map(kinds_of, error.__subclasses__()))


TOLD_ERRORS = {
    *kinds_of(BoardIoError),
    *kinds_of(CalibrationError),
    *("NotationError", "GameTextError", "IllegalMoveError", "MismatchError", "CorrectionError"),
    *("BadParameter", "UsageError"),
}
"""What people meet. Of files that programs write (RecordError) the sentence names fields, and stays English."""
SILENT = {events.Confirmed, events.ClockTold}


def kinds() -> list[type[events.Event]]:
    found = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]
    return [kind for kind in found if kind is not events.Event]


def example(kind: type[events.Event], **changes: object) -> events.Event:
    return kind(**{one.name: (EXAMPLES | changes).get(one.name, 1) for one in fields(kind)})


def placeholders(text: str) -> set[tuple[str | None, str | None]]:
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}


def is_whole(texts: tuple[str, ...]) -> bool:
    return all(texts) and len({frozenset(placeholders(text)) for text in texts}) == 1


@pytest.mark.parametrize("key", TEXTS)
def test_every_language_has_every_text_with_the_same_places_to_fill_in(key: str) -> None:
    assert is_whole(tuple(text_in(language, TEXTS, key) for language in LANGUAGES))


def test_a_first_position_that_was_misread_is_told_once() -> None:
    again = (
        events.Retract(t=3.0, n=1, with_position=True),
        events.PositionSet(t=3.0, n=0, position=Position.start(), by=None),
    )
    assert [Teller().event(one) for one in again] == [None, "     the first position was read anew"]
    assert "from ply 1 on" in str(Teller().event(events.Retract(t=3.0, n=1)))


def test_the_end_of_a_recording_names_what_to_do_next() -> None:
    told = Teller().event(events.Finished(t=9.0, path="games/g 1/game.json"))
    assert told is not None
    assert [line.strip() for line in told.splitlines()] == [
        "the record is in games/g 1/game.json",
        "see it: togyz show 'games/g 1'",
        "print it: togyz export 'games/g 1' --to pdf -o sheet.pdf",
    ]


@pytest.mark.parametrize("texts", [("{n} a", "{m} a"), ("{n:3}", "{n}"), ("a", "")])
def test_a_text_that_lacks_a_place_or_a_language_is_noticed(texts: tuple[str, ...]) -> None:
    assert not is_whole(texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: str(kind.name))
def test_every_event_is_told_in_words_without_codes(kind: type[events.Event], language: Language) -> None:
    told = Teller(language).event(example(kind))
    assert (told is None) == (kind in SILENT)
    assert not set("{_") & set(told or "")


@pytest.mark.parametrize(
    "key",
    [
        *(f"code.{code.value}" for code in Code),
        *(f"reason.{reason.value}" for reason in Reason),
        *(f"side.{side.value}" for side in Side),
        *(f"how.{how}" for how in get_args(Resolution)),
        *(f"why.{why}" for why in get_args(events.Loss)),
        *(f"status.{status}" for status in get_args(Status)),
        *(said.key for said in PHRASES),
    ],
)
def test_every_code_has_words_and_no_two_the_same(key: str) -> None:
    group = key.partition(".")[0]
    for language in LANGUAGES:
        others = [text_in(language, TEXTS, one) for one in TEXTS if one.partition(".")[0] == group and one != key]
        assert text_in(language, TEXTS, key) not in others


@pytest.mark.parametrize("said", PHRASES, ids=lambda said: said.key)
def test_a_sentence_is_told_with_all_that_it_says(said: Phrase) -> None:
    numbers = {name for name, spec in placeholders(said.value) if spec}
    values = {name: 31 if name in numbers else f"<{name}>" for name, _ in placeholders(said.value)}
    for language in LANGUAGES:
        told = Teller(language).saying(say(said, **values))
        assert all(str(value) in told for value in values.values())
    assert Teller("ru").saying(said.value) == said.value


def test_sayings_within_a_saying_and_copies_of_it_are_told_too() -> None:
    both = all_of([say(Said.EMPTY, side=Side.BLACK, otau=3), say(Said.NO_TUZDYK)])
    assert both == "black cannot play otau 3: it is empty; it wins no tuzdyk, but x is written"
    for one in (both, copy(both), pickle.loads(pickle.dumps(both))):
        assert Teller("kk").saying(one) == "қара: 3-отау бос; тұздық алынбайды, бірақ x жазылған"


def told_plainly(source: str) -> list[int]:
    """Lines in which an error that people meet, or a warning, is given a text that knows only English."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args)
    named = ((call, getattr(call.func, "id", getattr(call.func, "attr", ""))) for call in calls)
    return [call.lineno for call, name in named if name in TOLD_ERRORS | {"warning"} and any(map(_is_plain, call.args))]


def _is_plain(text: ast.expr) -> bool:
    """Whether it is a text of several words, as it stands."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return any(isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value for one in parts)


def test_what_people_meet_is_told_in_any_language() -> None:
    assert {kind.__name__ for kind in (StoreFullError, DeviceLostError, FeedError, WebServerError)} <= TOLD_ERRORS
    assert {"SourceLostError", "NotABoardError"} <= TOLD_ERRORS
    modules = [path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py")]
    assert [path for path in modules if told_plainly(path.read_text(encoding="utf-8"))] == []


def test_a_warning_is_told_in_the_language_of_the_command_line() -> None:
    formatter = ToldFormatter("%(levelname)s: %(message)s", "ru")
    known, plain = (
        logging.LogRecord("togyz", logging.WARNING, "", 0, text, (), None)
        for text in (say(Noted.WAITING, fault=say(Seen.DARK)), "waiting for 100 % of a board")
    )
    assert formatter.format(known) == "WARNING: ожидается доска: слишком темно: доски не видно"
    assert formatter.format(plain) == "WARNING: waiting for 100 % of a board"
    taken = logging.LogRecord("togyz", logging.WARNING, "", 0, say(Noted.SIDE_TAKEN, edge=say(Seen.TOP)), (), None)
    assert formatter.format(taken).endswith("(см. --white-side, --to-move, togyz turn)")
    assert told_plainly("logger.warning('waiting for the board: %s', error)") == [1]


@pytest.mark.parametrize("text", ["'no board'", "f'{path} is no film'", "path, 'no film'", "'no film', path"])
def test_a_text_in_english_alone_is_noticed(text: str) -> None:
    assert told_plainly(f"raise SourceLostError({text})") == [1]


@pytest.mark.parametrize(
    ("fails", "says"),
    [
        (lambda path: load_layout(str(path / "none")), "нет вида доски"),
        (lambda path: read_lens(path / "none"), "не читается"),
        (lambda path: read_calibration(path / "none"), "не читается"),
        (lambda path: replace(load_layout("box"), pitch_mm=99.0), "девять отау с шагом 99.0 мм не помещаются"),
        (lambda path: open_source(str(path / "none")), "нет /"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_russian(
    fails: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    with pytest.raises((SourceError, CalibrationError)) as failed:
        fails(tmp_path)
    assert says in Teller("ru").error(failed.value)


def test_kazakh_and_russian_are_not_english() -> None:
    told = {Teller(language).word(Code.MISSED_CAPTURE) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_an_alert_names_its_otau_and_what_was_seen_and_expected_there() -> None:
    alert = example(
        events.Alert,
        id=3,
        expected={"black": {"4": 7}, "kazan": {"white": 0}},
        seen={"black": {"4": 0}, "kazan": {"white": 7}},
    )
    assert str(Teller().event(alert)).strip() == (
        "alert 3: an odd number was captured (black 4): black 4: 0 instead of 7; white's kazan: 7 instead of 0"
    )
    assert "қара, 4-отау: 7 орнына 0" in str(Teller("kk").event(alert))
    assert "qara, 4-otau: 7 ornyna 0" in str(Teller("kk-Latn").event(alert))
    assert "чёрные, отау 4: 0 вместо 7" in str(Teller("ru").event(alert))


def test_of_many_boxes_a_few_are_named() -> None:
    row = {str(no): no for no in range(1, 10)}
    alert = example(events.Alert, expected={"white": row}, seen={"white": dict.fromkeys(row, 0)})
    told = str(Teller().event(alert))
    assert told.count("instead of") == BOXES_MAX
    assert told.endswith("and 5 more")


def test_an_alert_without_a_place_names_none() -> None:
    alert = example(events.Alert, code=Code.UNEXPLAINED, side=None, otau=(), seen={}, expected={})
    assert str(Teller().event(alert)).endswith("is not explained")


def test_it_is_told_which_side_is_white_and_who_set_a_position() -> None:
    for kind, name, values in ((events.SideSettled, "turned", (True, False)), (events.PositionSet, "by", (None, "Ә"))):
        one, other = (Teller("kk").event(example(kind, **{name: value})) for value in values)
        assert one != other


def test_names_of_people_stay_as_they_are_written() -> None:
    assert "Әйгерім" in str(Teller("kk-Latn").event(events.Corrected(t=1.0, n=2, by="Әйгерім")))


def test_a_fault_and_a_shortcoming_are_told_with_their_numbers() -> None:
    error = CorrectionError(say(Said.NO_PLY, n=9, plies=6))
    assert "9" in Teller("ru").error(error)
    assert "6" in Teller("ru").error(error)
    assert "7" in Teller("kk").shortcoming(Shortcoming("desync", {"n": 7}))


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Тоғызқұмалақ", "Toğyzqūmalaq"),
        ("жүріс түсініксіз", "jürıs tüsınıksız"),
        ("Ия, ойын Шымкентте", "İia, oiyn Şymkentte"),
        ("Ұ Ү Ө Ә Ң", "Ū Ü Ö Ä Ñ"),
        ("Іс 12 px", "Is 12 px"),
        ("Ит FILE, IP", "İt FILE, IP"),
    ],
)
def test_kazakh_is_written_in_latin_letters(cyrillic: str, latin: str) -> None:
    assert in_latin(cyrillic) == latin


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru_KZ.UTF-8"}, "ru"),
        ({"LANG": "kk_KZ.UTF-8"}, "kk"),
        ({"LANG": "kk_KZ@latin"}, "kk-Latn"),
        ({"LANG": "kk-Latn"}, "kk-Latn"),
        ({"LC_ALL": "ru", "LANG": "kk_KZ"}, "ru"),
        ({"LC_ALL": "", "LC_MESSAGES": "kk", "LANG": "en"}, "kk"),
    ],
)
def test_the_environment_chooses_the_language(environ: dict[str, str], language: Language) -> None:
    assert language_of(environ) == language


def test_a_camera_s_fault_is_told_with_its_remedy_and_not_as_an_end() -> None:
    lost = events.Lost(t=1.0, why="black", detail="0 gives black pictures")
    assert str(Teller().event(lost)).strip() == ("the camera gives black pictures: take off its cap, turn on the light")
    assert "прервана" not in str(Teller("ru").event(lost))
    assert "прервана" in str(Teller("ru").event(replace(lost, why="source")))


@pytest.mark.parametrize(
    ("seen", "expected"), [({}, {"white": {"3": 9}}), ({"white": 1}, {"white": {"3": 9}}), ({"3": 0}, {"3": 9})]
)
def test_of_an_alert_that_others_wrote_what_makes_sense_is_told(
    seen: dict[str, object], expected: dict[str, object]
) -> None:
    alert = events.Alert(
        t=2.0, t_rest=1.0, id=1, code=Code.CAPTURED_ODD, side=Side.WHITE, otau=(3,), seen=seen, expected=expected
    )
    assert Teller().alert(alert).startswith("an odd number was captured")
    told = Teller().alert(replace(alert, seen={"white": {}}, expected={"white": {"3": 9}}))
    assert "?" in told


@pytest.mark.parametrize(
    ("seen", "where"),
    [
        ({"edges": ["top", "left"]}, " (left; top)"),
        ({"edges": ["top"], "otaus": {"white": [1, 2], "black": [9]}}, " (top; white 1, 2; black 9)"),
        ({"edges": ["top"], "otaus": {"green": [1], "white": 1}}, " (top)"),
        ({"edges": ["top"], "otaus": [1]}, " (top)"),
        ({"edges": ["up"]}, ""),
        ({"edges": 3}, ""),
        ({}, ""),
    ],
)
def test_a_board_cut_off_is_told_with_the_edges_and_the_otaus_beyond(seen: dict[str, object], where: str) -> None:
    alert = events.Alert(t=2.0, t_rest=1.0, id=1, code=Code.BOARD_CUT_OFF, side=None, otau=(), seen=seen, expected={})
    assert Teller().alert(alert) == f"the board is cut off at the edge of the picture{where}"
    assert ("верхний край" in Teller("ru").alert(alert)) is bool(where)


@pytest.mark.parametrize(("language", "told"), [("kk", "Айналым: 2"), ("ru", "Тур: 2"), ("en", "Round: 2")])
def test_headers_are_called_as_everywhere_else(language: Language, told: str) -> None:
    console = Console(width=80, record=True, file=StringIO())
    console.print(scoresheet(Game(headers={"Round": "2", "ECO": "A7"}), Teller(language)))
    assert console.export_text().splitlines()[:2] == [told, "ECO: A7"]
