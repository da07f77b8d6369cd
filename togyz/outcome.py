"""How a game ends: the result, its reason, the kazans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

from togyz.board import KUMALAK_TOTAL, WINNING_KAZAN, Side

if TYPE_CHECKING:
    from togyz.position import Position
    from togyz.rules import Rules

Result = Literal["1-0", "0-1", "1/2-1/2"]


class Reason(Enum):
    """Why a result stands; the values are those of game.json."""

    KAZAN_82 = "kazan_82"
    ATSYRAU = "atsyrau"
    DRAW_81 = "draw_81"
    AGREEMENT = "agreement"
    FLAG = "flag"
    RESIGNED = "resigned"
    FORFEIT = "forfeit"
    RULES = "rules"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game as a value.

    Attributes:
        kazan: (white, black), the final sweep included where there was one.
        final: False where the winner stands but play may go on.
    """

    result: Result
    reason: Reason
    kazan: tuple[int, int]
    final: bool


def higher_kazan(kazan: tuple[int, int]) -> Result:
    """The result by score alone: the higher kazan wins, equal ones draw."""
    white, black = kazan
    if white == black:
        return "1/2-1/2"
    return "1-0" if white > black else "0-1"


def outcome_of_position(position: Position, rules: Rules) -> Outcome | None:
    """What the rules say of a position by itself; None while nothing is decided."""
    kazan = position.kazan
    decided = max(kazan) >= WINNING_KAZAN and rules.at_82 != "play_on"
    if decided and (rules.at_82 == "stop" or position.legal_moves):
        return Outcome(higher_kazan(kazan), Reason.KAZAN_82, kazan, final=rules.at_82 == "stop")
    if position.legal_moves:
        return None
    kazan = swept(position)
    score_reason = Reason.DRAW_81 if kazan[0] == kazan[1] else Reason.ATSYRAU
    return Outcome(higher_kazan(kazan), Reason.KAZAN_82 if decided else score_reason, kazan, final=True)


def swept(position: Position) -> tuple[int, int]:
    """Both kazans after atsyrau: the opponent of the side to move takes all that lies in its own row."""
    white, black = position.kazan
    if position.to_move is Side.BLACK:
        return white + sum(position.white), black
    return white, black + sum(position.black)


def outcome_on_time(flagged: Side, position: Position, rules: Rules) -> Outcome:
    """The end when ``flagged`` has run out of time.

    By the kazan rule a side that holds exactly 81 draws, one with 82 or more has won already.
    """
    kazan = position.kazan
    own = kazan[flagged.ix]
    lost: Result = "0-1" if flagged is Side.WHITE else "1-0"
    if rules.flag == "loss" or 2 * own < KUMALAK_TOTAL:
        return Outcome(lost, Reason.FLAG, kazan, final=True)
    if 2 * own == KUMALAK_TOTAL:
        return Outcome("1/2-1/2", Reason.FLAG, kazan, final=True)
    return Outcome(higher_kazan(kazan), Reason.KAZAN_82, kazan, final=True)
