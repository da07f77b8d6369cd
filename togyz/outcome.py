"""How a game ends: the result, its reason, the kazans."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal, get_args

from togyz.board import KUMALAK_TOTAL, WINNING_KAZAN, Side

if TYPE_CHECKING:
    from togyz.position import Position
    from togyz.rules import Rules

DRAWING_KAZAN: Final = KUMALAK_TOTAL // 2
Result = Literal["1-0", "0-1", "1/2-1/2"]
RESULTS: Final[tuple[Result, ...]] = get_args(Result)


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

    @property
    def score(self) -> str:
        """Both kazans as on a scoresheet, ``82-80``."""
        return f"{self.kazan[0]}-{self.kazan[1]}"


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
    """The end when ``flagged`` has run out of time; what was decided before stands.

    By the kazan rule a side that holds less than 81 loses, with exactly 81 it draws, with more it wins.
    """
    decided = outcome_of_position(position, rules)
    if decided is not None:
        return replace(decided, final=True)
    own = position.kazan[flagged.ix]
    if rules.flag == "kazan" and own == DRAWING_KAZAN:
        return Outcome("1/2-1/2", Reason.FLAG, position.kazan, final=True)
    wins = rules.flag == "kazan" and own > DRAWING_KAZAN
    winner = flagged if wins else flagged.other
    return Outcome("1-0" if winner is Side.WHITE else "0-1", Reason.FLAG, position.kazan, final=True)
