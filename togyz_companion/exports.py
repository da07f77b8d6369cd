"""The forms in which recorded games can be handed on."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from board_io.atomic import encoded
from board_io.feed import GameStanding
from togyz.board import OTAU_PER_SIDE, Side
from togyz.game import Game
from togyz.pgn import write_pgn
from togyz.record import Record
from togyz.replay import to_game
from togyz.tgk import write_tgk
from togyz_companion.messages.languages import Language
from togyz_companion.printing.boards import page_after
from togyz_companion.printing.film import FilmForm, game_film
from togyz_companion.printing.scoresheet import PrintedSheet, scoresheet_pdf
from togyz_companion.printing.typeset import Form, typeset
from togyz_companion.web.pages import replay_page

_PLY_COLUMNS: Final = (
    "n", "side", "move", "otau", "landing", "captured", "tuzdyk", "t", "seen", "confidence", "status",
)  # fmt: skip
_POSITION_COLUMNS: Final = (
    *(f"{side.value}_{no}" for side in Side for no in range(1, OTAU_PER_SIDE + 1)),
    *(f"{side.value}_kazan" for side in Side),
    *(f"{side.value}_tuzdyk" for side in Side),
)
_CLOCK_COLUMNS: Final = (*(f"{side.value}_clock" for side in Side), "t_press")


@dataclass(frozen=True)
class ExportedGame:
    """A record and, where it has a store, what seals it."""

    record: Record
    head: str | None = None

    @cached_property
    def game(self) -> Game:
        """What the record tells.

        Raises:
            RecordError: it contradicts itself or the rules.
        """
        return to_game(self.record)

    @property
    def unused_s(self) -> tuple[float, float] | None:
        """What the clocks showed after the last ply; None of a game without them."""
        return self.record.plies[-1].clock_s if self.record.plies else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What is asked of an export.

    Attributes:
        sides: who sits below in the diagrams; of a scoresheet, whose copies are printed.
        ply_n: the picture shows the position after so many plies; None: the last one.
        language: in which it is written.
    """

    sides: tuple[Side, ...] = (Side.WHITE,)
    ply_n: int | None = None
    language: Language = "en"


def _sealed(one: ExportedGame) -> Game:
    """The game with what seals its record among its tags."""
    return one.game if one.head is None else replace(one.game, headers={**one.game.headers, "Head": one.head})


Exporter = Callable[[Sequence[ExportedGame], ExportOptions], bytes]


@dataclass(frozen=True, slots=True)
class ExportForm:
    """One form.

    Attributes:
        export: makes it.
        takes_many: whether one file can hold several games.
        is_text: whether a terminal can show it.
    """

    export: Exporter
    takes_many: bool = False
    is_text: bool = True


def _text(write: Callable[[ExportedGame], str]) -> Exporter:
    return lambda games, _options: encoded("\n".join(map(write, games)))


def _csv(game: ExportedGame) -> str:
    """A line for each ply: what the record says of it, the position after it, and what the clocks showed."""
    to = io.StringIO()
    lines = csv.writer(to, lineterminator="\n")
    lines.writerow([*_PLY_COLUMNS, *_POSITION_COLUMNS, *_CLOCK_COLUMNS])
    for n, ply in enumerate(game.record.plies, 1):
        after = game.game.position_after(n)
        told = ply.to_dict()
        clock = (*(ply.clock_s or (None, None)), ply.t_press)
        lines.writerow([*(told[name] for name in _PLY_COLUMNS), *after.otau, *after.kazan, *after.tuzdyk, *clock])
    return to.getvalue()


def _scoresheets(games: Sequence[ExportedGame], options: ExportOptions) -> bytes:
    sheets = [
        PrintedSheet(game=one.game, side=side, head=one.head, unused_s=one.unused_s)
        for one in games
        for side in options.sides
    ]
    return scoresheet_pdf(sheets, options.language)


def _picture(form: Form) -> Exporter:
    def export(games: Sequence[ExportedGame], options: ExportOptions) -> bytes:
        game = games[0].game
        n = len(game.plies) if options.ply_n is None else options.ply_n
        page = page_after(game, n, below=options.sides[0])
        return typeset("pictures.typ", {"pages": [page]}, form)[0]

    return export


def _replay(games: Sequence[ExportedGame], options: ExportOptions) -> bytes:
    record = games[0].record
    standing = GameStanding(record, "over" if record.result else "paused", head=games[0].head, ended=True)
    return encoded(replay_page(standing.state(), options.language))


def _film(form: FilmForm) -> Exporter:
    return lambda games, options: game_film(games[0].game, form, below=options.sides[0])


FORMS: Final[Mapping[str, ExportForm]] = {
    "json": ExportForm(_text(lambda one: one.record.to_json())),
    "tgk": ExportForm(_text(lambda one: write_tgk(_sealed(one)))),
    "pgn": ExportForm(_text(lambda one: write_pgn(_sealed(one))), takes_many=True),
    "csv": ExportForm(_text(_csv)),
    "html": ExportForm(_replay),
    "pdf": ExportForm(_scoresheets, takes_many=True, is_text=False),
    "svg": ExportForm(_picture("svg")),
    "png": ExportForm(_picture("png"), is_text=False),
    "gif": ExportForm(_film("gif"), is_text=False),
    "mp4": ExportForm(_film("mp4"), is_text=False),
}
"""By the word that asks for it."""
