"""What the rules engine and its readers raise: every error carries the offending text and the position it met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from togyz.position import Position


class TogyzError(ValueError):
    """Base of all errors of this package.

    Attributes:
        text: what was refused, as it was given.
        position: the position in which it was refused; None where the text stands for itself.
    """

    def __init__(self, message: str, *, text: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.position = position

    def __str__(self) -> str:
        message = super().__str__()
        return message if self.position is None else f"{message} (position {self.position})"


class IllegalMoveError(TogyzError):
    """The rules forbid this move here."""


class NotationError(TogyzError):
    """A move, a position string or a diagram that cannot be read."""


class GameFileError(TogyzError):
    """A TGK or PGN text that holds no game."""


class MismatchError(TogyzError):
    """What is written about a ply disagrees with what replaying it gives.

    Attributes:
        ply_n: the ply, counted from 1.
    """

    def __init__(self, message: str, *, text: str, position: Position, ply_n: int) -> None:
        super().__init__(message, text=text, position=position)
        self.ply_n = ply_n


class RecordError(TogyzError):
    """A record, a position or events whose fields do not hold what the contract says; the message names the field."""
