"""What the rules engine and its readers raise: every error carries the offending text and the position it met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from togyz.position import Position


class TogyzError(ValueError):
    """Base of all errors of this package.

    Attributes:
        message: one sentence: what was wrong.
        text: what was refused, as it was given.
        position: the position in which it was refused; None where the text stands for itself.
        ply_n: the ply of a game, counted from 1; None outside a game.
    """

    def __init__(self, message: str, text: str, position: Position | None = None, ply_n: int | None = None) -> None:
        super().__init__(message, text, position, ply_n)
        self.message = message
        self.text = text
        self.position = position
        self.ply_n = ply_n

    def __str__(self) -> str:
        ply = "" if self.ply_n is None else f"ply {self.ply_n}: "
        position = "" if self.position is None else f" (position {self.position})"
        return f"{ply}{self.message}{position}"


class IllegalMoveError(TogyzError):
    """The rules forbid this move here."""


class NotationError(TogyzError):
    """A move, a position string or a diagram that cannot be read."""


class GameTextError(TogyzError):
    """A TGK or PGN text that cannot be read as a game."""


class MismatchError(TogyzError):
    """What is written about a ply disagrees with what replaying it gives."""


class RecordError(TogyzError):
    """A record, a position or events whose fields do not hold what the contract says; the message names the field."""
