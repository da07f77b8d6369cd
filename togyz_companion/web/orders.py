"""What the operator's page may ask for, checked as it comes in, and what each of it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec

from calibration.model import WhiteSide
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    HeadersGiven,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    ResultWithdrawn,
    Ruling,
    SidesTurned,
)
from togyz.outcome import Reason, Result
from togyz.position import Position
from togyz.replay import to_game
from togyz.rules import Rules
from togyz.saying import Said, say
from togyz_companion.beginning import BeginningOptions, Start, start_in
from togyz_companion.board_setup import BoardOptions
from togyz_companion.web.operated import Operated

OPERATOR: Final = "operator"
"""Who says what is said on the page."""
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z][A-Za-z0-9_]*$")]
_Value = Annotated[str, msgspec.Meta(max_length=200)]
_N = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
_Px = Annotated[float, msgspec.Meta(ge=-1e5, le=1e5)]
_Corners = Annotated[list[tuple[_Px, _Px]], msgspec.Meta(min_length=4, max_length=8)]


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order"):
    """Something that is asked for; ``order`` says what."""


class Look(_Asked, frozen=True, tag="look"):
    """Look for the board anew.

    ``corners``: see ``BoardOptions``, in px of the source; None: nobody says where they are. ``start``: where the game
    begins, see ``start_in``. What is said of the layout, of white's side and of the beginning holds until something
    else is.
    """

    corners: _Corners | None = None
    layout: _Name | Literal["auto"] | None = None
    white_side: WhiteSide | Literal["auto"] | None = None
    start: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    to_move: Literal["white", "black", "auto"] | None = None


class Choose(_Asked, frozen=True, tag="choose"):
    """Open a camera, stream or film."""

    source: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Leave(_Asked, frozen=True, tag="leave"):
    """Let go of the source."""


class Begin(_Asked, frozen=True, tag="begin"):
    """Begin the game.

    ``rules``: see ``Rules.from_string``. ``clock``: the time control, as ``TimeControl`` reads it, or empty.
    """

    headers: dict[_Name, _Value] = {}
    rules: Annotated[str, msgspec.Meta(max_length=200)] = ""
    clock: Annotated[str, msgspec.Meta(max_length=12)] = ""


class Press(_Asked, frozen=True, tag="press"):
    """A side pressed the clock."""

    side: Side


class SetClock(_Asked, frozen=True, tag="set_clock"):
    """A side gets so much time."""

    side: Side
    remaining_s: Annotated[float, msgspec.Meta(ge=1, le=100_000)]


class Correct(_Asked, frozen=True, tag="correct"):
    """Ply ``n`` was this move."""

    n: _N
    move: Annotated[str, msgspec.Meta(max_length=8)]


class Accept(_Asked, frozen=True, tag="accept"):
    """The error of an alert stands as it was played."""

    id: _N


class Set(_Asked, frozen=True, tag="set"):
    """After ``n`` plies the position is this one."""

    n: _N
    position: dict[str, Any]


class Undo(_Asked, frozen=True, tag="undo"):
    """The last ply was not played."""


class Turn(_Asked, frozen=True, tag="turn"):
    """White sits on the other side; once more: it does not."""


class Headers(_Asked, frozen=True, tag="headers"):
    """Who plays, where, when; an empty value takes one away."""

    headers: dict[_Name, _Value]


class Declare(_Asked, frozen=True, tag="declare"):
    """The game ends."""

    result: Result
    reason: Reason


class Withdraw(_Asked, frozen=True, tag="withdraw"):
    """No result is declared."""


class Pause(_Asked, frozen=True, tag="pause"):
    """Look away from the board, or back to it."""

    is_paused: bool


class Another(_Asked, frozen=True, tag="another"):
    """Aim for another game."""


Asked = (
    Choose
    | Leave
    | Look
    | Begin
    | Correct
    | Accept
    | Set
    | Undo
    | Turn
    | Headers
    | Declare
    | Withdraw
    | Pause
    | Press
    | SetClock
    | Another
)


def asked(body: bytes) -> Asked:
    """Reads what a page asks for.

    Raises:
        msgspec.DecodeError: it is none of it; the message says what is wrong.
    """
    return msgspec.json.decode(body, type=Asked)


def order_of(one: Asked, *, at: datetime) -> Callable[[Operated], object]:
    """What is done in the session's thread when that is asked for at a time ``at``.

    Raises:
        NotationError: no rules are called so, or it is no position of a game.
        ClockError: it is no time control.
    """
    match one:
        case Choose():
            return lambda session: session.choose(one.source)
        case Leave():
            return lambda session: session.leave()
        case Look():
            start = None if one.start is None else start_in(one.start)
            return lambda session: session.look_again(
                _board(one, session.options.board), _beginning(one, start, session.options.beginning)
            )
        case Begin():
            rules = Rules.from_string(one.rules)
            control = TimeControl.from_string(one.clock) if one.clock.strip() else None
            return lambda session: session.begin(one.headers, rules, control)
        case Press():
            return lambda session: session.press(one.side, at)
        case SetClock():
            return lambda session: session.table.set_remaining(one.side, one.remaining_s)
        case Pause():
            return lambda session: session.pause(is_paused=one.is_paused)
        case Another():
            return lambda session: session.another_game()
        case _:
            return lambda session: session.correct(Correction(by=OPERATOR, ruling=_ruling(one, session)))


def _board(one: Look, before: BoardOptions) -> BoardOptions:
    """What is said of the board now: where white sits is told by corners, unless it is said besides."""
    is_news = (one.corners, one.layout, one.white_side) != (None, None, None)
    return replace(
        before,
        calibration=None if is_news else before.calibration,
        corners_px=None if one.corners is None else tuple(one.corners),
        layout=one.layout or before.layout,
        white_side=one.white_side or (before.white_side if one.corners is None else None),
    )


def _beginning(one: Look, start: Start | None, before: BeginningOptions) -> BeginningOptions:
    """What is said of a game's beginning now."""
    told = (
        before if one.to_move is None else replace(before, to_move=None if one.to_move == "auto" else Side(one.to_move))
    )
    return told if start is None else replace(told, start=start)


def _ruling(one: Correct | Accept | Set | Undo | Turn | Headers | Declare | Withdraw, session: Operated) -> Ruling:
    match one:
        case Correct():
            return PlyCorrected(n=one.n, move=one.move)
        case Accept():
            return AlertAccepted(id=one.id)
        case Set():
            return PositionCorrected(n=one.n, position=Position.from_dict(one.position, "position"))
        case Declare():
            return ResultDeclared(result=one.result, reason=one.reason)
        case Withdraw():
            return ResultWithdrawn()
        case Turn():
            return SidesTurned()
        case Headers():
            return HeadersGiven(headers=one.headers)
        case Undo():
            game = to_game(session.record)
            n = len(game.plies) - 1
            if n < 0:
                raise CorrectionError(say(Said.NO_PLY, n=0, plies=0))
            return PositionCorrected(n=n, position=game.position_after(n))
