"""A table of words, and how figures become words: none looks better than it was."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE
from rich.table import Table as RichTable

NONE: Final = "-"


@dataclass(frozen=True)
class Table:
    """Rows of words; the first column is the row's name. ``notes`` are sentences below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def for_terminal(self) -> RichTable:
        """As rich prints it."""
        table = RichTable(
            title=self.title, title_justify="left", caption="\n".join(self.notes), caption_justify="left", box=SIMPLE
        )
        for number, column in enumerate(self.columns):
            table.add_column(column, justify="right" if number else "left")
        for row in self.rows:
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        """As Markdown, with its title above."""
        rule = ("---", *("---:" for _ in self.columns[1:]))
        lines = ["| " + " | ".join(cells) + " |" for cells in (self.columns, rule, *self.rows)]
        return "\n\n".join([f"**{self.title}**", "\n".join(lines), *self.notes])


def share(part: int, whole: int) -> str:
    """Per cent with one decimal, never rounded up.

    >>> share(1999, 2000), share(2000, 2000)
    ('99.9', '100.0')
    """
    tenths = 1000 * part // whole
    return f"{tenths // 10}.{tenths % 10}"


def outward(value: float | None, decimals: int) -> str:
    """A figure that is better the nearer it is to 0, rounded away from 0; what floats leave over is forgiven.

    >>> outward(0.301, 2), outward(-0.301, 2), outward(0.3, 2)
    ('0.31', '-0.31', '0.30')
    """
    if value is None:
        return NONE
    scale = 10.0**decimals
    return f"{math.copysign(math.ceil(abs(value) * scale - 1e-6) / scale, value):.{decimals}f}"
