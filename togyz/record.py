"""game.json: the record of a game as a value, written canonically and read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from togyz.errors import RecordError
from togyz.events import SCHEMA
from togyz.fields import Fields, list_of, object_of, one_of, scalar, whole, word_of
from togyz.game import Header, SetPosition
from togyz.json_text import compact_json, from_json
from togyz.misread import Misread
from togyz.outcome import RESULTS, Reason, Result
from togyz.position import Position
from togyz.recorded import PLIES, RecordedAlert, RecordedDoubt, RecordedLapse, RecordedPly
from togyz.rules import DEFAULT_RULES, Rules
from togyz.saying import say

Status = Literal["waiting", "playing", "paused", "desync", "over"]
"""How a recording stands: before the game, in it, broken off or ended in mid-game, at a loss, or after it."""
_FIELDS: Final = ("headers", "rules", "start", "plies", "sets", "position", "result", "reason", "alerts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A recorded game: the contents of game.json.

    Attributes:
        headers: who, when, where; ``game_start_t`` (source time in s) and ``session`` of a recorded game.
        sets: positions set by hand or adopted as they lay there.
        position: where the game stands.
        result: what was declared, apart from the last position.
        lapsed: what was said of plies and no longer fits.
        doubt: what the board may be, while it is not explained.
    """

    headers: Mapping[str, Header] = field(default_factory=dict, hash=False)
    rules: Rules = DEFAULT_RULES
    start: Position
    plies: tuple[RecordedPly, ...] = ()
    sets: tuple[SetPosition, ...] = ()
    position: Position
    result: Result | None = None
    reason: Reason | None = None
    alerts: tuple[RecordedAlert, ...] = ()
    lapsed: tuple[RecordedLapse, ...] = ()
    doubt: RecordedDoubt | None = None

    def in_session(self, session: int | None) -> Record:
        """The record with the number of the session that recorded last; None leaves what its first one noted."""
        return self if session is None else replace(self, headers={**self.headers, "session": session})

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, keys in the order of the contract; behind them what is only there where there is some."""
        lapsed = {"lapsed": [one.to_dict() for one in self.lapsed]} if self.lapsed else {}
        doubt = {} if self.doubt is None else {"doubt": self.doubt.to_dict()}
        return {
            "schema": SCHEMA,
            "headers": dict(self.headers),
            "rules": self.rules.to_dict(),
            "start": self.start.to_dict(),
            "plies": [ply.to_dict() for ply in self.plies],
            "sets": [{"after_n": one.after_n, "position": one.position.to_dict()} for one in self.sets],
            "position": self.position.to_dict(),
            "result": self.result,
            "reason": None if self.reason is None else self.reason.value,
            "alerts": [alert.to_dict() for alert in self.alerts],
            **lapsed,
            **doubt,
        }

    def to_json(self) -> str:
        """The text of game.json, the same for equal records: a field a line, in lists an element a line."""
        return "{\n" + ",\n".join(_field_text(name, value) for name, value in self.to_dict().items()) + "\n}\n"

    @classmethod
    def from_json(cls, document: str) -> Record:
        """Reads the text of game.json. Whether it replays is not asked here: :func:`togyz.replay.verify`.

        Raises:
            RecordError: it is not JSON, or a field is missing, unknown or does not hold what it should.
        """
        try:
            value = from_json(document)
        except ValueError as error:
            raise RecordError(say(Misread.NO_JSON, fault=error), document) from error
        fields = Fields(value, "", ("schema", *_FIELDS), ("lapsed", "doubt"))
        fields.read("schema", one_of((SCHEMA,)))
        return cls(
            headers=fields.read("headers", object_of(scalar)),
            rules=fields.read("rules", Rules.from_dict),
            start=fields.read("start", Position.from_dict),
            plies=fields.read("plies", list_of(RecordedPly.from_dict)),
            sets=fields.read("sets", list_of(_position_set)),
            position=fields.read("position", Position.from_dict),
            result=fields.maybe("result", one_of(RESULTS)),
            reason=fields.maybe("reason", word_of(Reason)),
            alerts=fields.read("alerts", list_of(RecordedAlert.from_dict)),
            lapsed=fields.maybe("lapsed", list_of(RecordedLapse.from_dict)) or (),
            doubt=fields.maybe("doubt", RecordedDoubt.from_dict),
        )


def _field_text(name: str, value: object) -> str:
    if isinstance(value, list) and value:
        return f'"{name}":[\n' + ",\n".join(compact_json(one) for one in value) + "\n]"
    return f'"{name}":{compact_json(value)}'


def _position_set(value: object, where: str) -> SetPosition:
    fields = Fields(value, where, ("after_n", "position"))
    return SetPosition(
        after_n=fields.read("after_n", whole(0, PLIES)), position=fields.read("position", Position.from_dict)
    )
