"""What people are told of a recording, in words. Events and records hold codes alone."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from string import Formatter
from typing import Final

from togyz import events

WORDS: Final[Mapping[object, str]] = {
    # how a game ends
    "kazan_82": "82 kumalak in the kazan",
    "atsyrau": "atsyrau",
    "draw_81": "81 to 81",
    "agreement": "agreed",
    "flag": "the flag fell",
    "resigned": "resigned",
    "forfeit": "by absence",
    "rules": "by the rules",
    "arbiter": "by the arbiter",
    # what is wrong on the board
    "sown_short": "two kumalak in one otau, or the last one kept",
    "partial_take": "only a part of an otau was taken",
    "skipped_otau": "an otau was skipped",
    "source_left_empty": "the first kumalak was not put back",
    "wrong_direction": "sown in the wrong direction",
    "captured_odd": "an odd number was captured",
    "captured_own": "captured on the own side",
    "missed_capture": "a capture was not taken",
    "tuzdyk_illegal": "a tuzdyk that the rules do not allow",
    "tuzdyk_second": "a second tuzdyk",
    "tuzdyk_not_emptied": "a tuzdyk was not emptied",
    "tuzdyk_not_marked": "a tuzdyk is not marked",
    "moved_twice": "the same side moved twice",
    "moved_opponents": "an otau of the opponent was played",
    "wrong_kazan": "put into the wrong kazan",
    "ball_missing": "a kumalak is missing",
    "ball_extra": "there is a kumalak too many",
    "flag_fell": "a flag fell",
    "unexplained": "what lies on the board is not explained",
    # what is wrong around it
    "camera_lost": "the camera is lost",
    "otau_covered": "an otau is covered",
    "no_press": "the clock was not pressed",
    "press_without_move": "the clock was pressed without a move",
    "time_low": "less than five minutes are left",
    # how it was settled
    "put_right": "put right",
    "accepted": "accepted as played",
    "set": "the position was set",
    "resync": "later plies explain it",
    # which side is white's, ``turned`` from what the calibration has
    False: "as the board's corners say",
    True: "on the side that the board's corners give to black",
}
"""Words for codes; a code without words is told as it is."""
SENTENCES: Final[Mapping[type[events.Event], str]] = {
    events.Calibrated: "the board was found ({0.layout}, tilted by {0.tilt_deg:.0f} degrees)",
    events.Started: "the game begins",
    events.SideSettled: "     white sits {0.turned!w}",
    events.PlySeen: "{0.n:3}. {0.side!w} {0.move:4} {0.confidence:.1%}",
    events.Retract: "     not so: from ply {0.n} on it was played otherwise",
    events.Takeback: "     taken back: {0.n} plies remain",
    events.Alert: "     alert {0.id}: {0.code!w}{0!o}",
    events.Resolved: "     alert {0.id} is settled: {0.how!w}",
    events.Desync: "     the board cannot be explained after ply {0.n}",
    events.Resync: "     the board is explained again after ply {0.n}",
    events.PositionSet: "     after ply {0.n} the game goes on from what lies on the board",
    events.Decided: "     decided: {0.result} ({0.reason!w})",
    events.Over: "     {0.result} ({0.reason!w}), kazans {0.kazan[white]}-{0.kazan[black]}",
    events.Drift: "     the board or the camera moved by {0.px:.0f} px",
    events.Lost: "     lost: {0.why}",
    events.Finished: "the record is in {0.path}",
}
"""What is told of an event; of those that are missing, nothing. ``!w`` puts a code into words, ``!o`` names otaus."""


def sentence(event: events.Event) -> str | None:
    """The event in words; None for one that only programs need.

    >>> from togyz.outcome import Reason
    >>> sentence(events.Decided(t=9.5, result="1-0", reason=Reason.KAZAN_82))
    '     decided: 1-0 (82 kumalak in the kazan)'
    """
    words = SENTENCES.get(type(event))
    return None if words is None else _FORMATTER.format(words, event)


class _InWords(Formatter):
    """Knows the conversions ``!w`` and ``!o``."""

    def convert_field(self, value: object, conversion: str | None) -> object:
        """The words for a code that is to be said, or the otaus of an alert."""
        if conversion == "o" and isinstance(value, events.Alert):
            return "" if value.side is None else f" ({value.side.value} {', '.join(map(str, value.otau))})"
        if conversion != "w":
            return super().convert_field(value, conversion)
        code = value.value if isinstance(value, Enum) else value
        return WORDS.get(code, code)


_FORMATTER: Final = _InWords()
