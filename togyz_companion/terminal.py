"""Positions and games drawn for a terminal, by rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from togyz.board import OTAU_PER_SIDE, Side
from togyz.game import DoubleMove, Game
from togyz.position import Position
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

if TYPE_CHECKING:
    from togyz_companion.picture import PictureReading

TUZDYK: Final = Text("x", style="bold magenta")
ENGLISH: Final = Teller()
EMPTY: Final = Text("·", style="dim")
NUMBERS: Final = range(1, OTAU_PER_SIDE + 1)
SURE: Final = 0.9
DOUBLE_MOVES_A_DIAGRAM: Final = 10
"""Scoresheets have a diagram after each ten double moves."""


def diagram(position: Position, teller: Teller = ENGLISH) -> Table:
    """The board as white sees it: black's 9..1 above, white's 1..9 below, each side's kazan behind its row."""
    table = _board()
    table.add_column(teller.text("game.kazan"), justify="right", style="bold")
    for side in (Side.BLACK, Side.WHITE):
        name = Text(teller.word(side), style="reverse" if side is position.to_move else "")
        table.add_row(name, *_from_white(side, _row(position, side)), str(position.kazan[side.ix]))
    return table


def counts(reading: PictureReading, teller: Teller = ENGLISH) -> Table:
    """What was counted in a picture, as white sees the board; what is less than 90 % sure has a question mark."""
    table = _board()
    rows = [teller.word(side) for side in Side]
    names = rows if reading.calibration.white_known else [teller.text("read.near"), teller.text("read.far")]
    for side in (Side.BLACK, Side.WHITE):
        best = zip(reading.kumalak[side.ix], reading.p[side.ix].max(axis=1), strict=True)
        cells = [Text(str(n)) if p >= SURE else Text(f"{n}?", style="bold red") for n, p in best]
        table.add_row(names[side.ix], *_from_white(side, cells))
    if (reading.p.max(axis=-1) < SURE).any():
        table.caption = teller.text("read.unsure", sure=SURE)
    return table


def scoresheet(game: Game, teller: Teller = ENGLISH) -> Group:
    """Headers, the double moves, a diagram after each ten of them and at the end, and the result."""
    parts: list[RenderableType] = [
        Text(printable(f"{teller.header(name)}: {value}"))
        for name, value in game.headers.items()
        if isinstance(value, str)
    ]
    for first in range(0, len(game.double_moves), DOUBLE_MOVES_A_DIAGRAM):
        lines = game.double_moves[first : first + DOUBLE_MOVES_A_DIAGRAM]
        parts += [
            _moves(game, lines),
            diagram(game.position_after(lines[-1].black_n or lines[-1].white_n or 0), teller),
        ]
    return Group(*parts, *([] if game.plies else [diagram(game.position, teller)]), _ending(game, teller))


def _board() -> Table:
    """An empty table with the otaus' numbers: black's above, white's below."""
    table = Table(box=box.SIMPLE_HEAVY, show_footer=True, padding=(0, 1))
    table.add_column()
    for no in NUMBERS:
        table.add_column(Text(str(OTAU_PER_SIDE + 1 - no)), Text(str(no)), justify="right", min_width=2)
    return table


def _from_white(side: Side, cells: list[Text]) -> list[Text]:
    """A side's otaus 1..9 from left to right as white sees them."""
    return cells[::-1] if side is Side.BLACK else cells


def _row(position: Position, side: Side) -> list[Text]:
    """The contents of a side's otaus 1..9."""
    tuzdyk_no = position.tuzdyk[side.other.ix]
    held = zip(NUMBERS, position.row(side), strict=True)
    return [TUZDYK if no == tuzdyk_no else Text(str(kumalak)) if kumalak else EMPTY for no, kumalak in held]


def _moves(game: Game, lines: Sequence[DoubleMove]) -> Columns:
    def written(n: int | None) -> str:
        return "..." if n is None else game.plies[n - 1].written

    words = [f"{line.number:3}. {written(line.white_n)} {written(line.black_n)}" for line in lines]
    return Columns(words, padding=(0, 1))


def _ending(game: Game, teller: Teller) -> Text:
    if game.result is None:
        return Text(teller.text("game.unfinished", side=game.position.to_move), style="italic")
    return Text(f"{game.result}{f' ({teller.word(game.reason)})' if game.reason else ''}", style="bold")
