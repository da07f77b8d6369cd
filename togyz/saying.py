"""Sentences that remember what they say: English as they stand, and other languages by whoever knows the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TypeVar

_Text = TypeVar("_Text", bound=str)


class Phrase(Enum):
    """Base of all that is said. The values say it in English; what stands in braces is filled in by ``str.format``."""

    @property
    def key(self) -> str:
        """A name that no phrase of another kind has."""
        return f"{type(self).__name__.lower()}.{self.name}"


class Said(Phrase):
    """What is said of moves, records and sheets that are wrong; the values say it in English."""

    LANDS = "the last kumalak falls into otau {landing}, not {written}"
    NO_TUZDYK = "it wins no tuzdyk, but x is written"
    TUZDYK = "it wins a tuzdyk, but no x is written"
    NO_OTAU = "{side} has no otau {otau}: they are numbered 1 to 9"
    TUZDYK_OF_OTHER = "{side} cannot play otau {otau}: it is {owner}'s tuzdyk"
    EMPTY = "{side} cannot play otau {otau}: it is empty"
    OVER = "otau {otau} cannot be played: the game is over ({result}, {reason})"
    NUMBER = "it has the number {n}"
    MOVE = "move is {move}, but otau, landing and tuzdyk make {made}"
    SIDE = "side is {side}, but {to_move} is to move"
    CAPTURED = "captured is {captured}, but the ply captures {right}"
    AFTER_SURPLUS = "after stands in it, but the rules give the position"
    AFTER_MISSING = "it was accepted against the rules, but after, the position it left, is missing"
    SIDE_AFTER = "side is {side}, but in the position it left {side} is to move"
    SET_LATE = "a position is set after ply {n} of {plies}"
    SET_ORDER = "the position set after ply {n} follows one after {before}"
    POSITION = "position is {written}, but the plies lead to {right}"
    NO_RESULT = "reason is {reason}, but there is no result"
    RESULT = "{result} by {reason} is written, but the last position gives no result"
    OTHER_RESULT = "{result} by {reason} is written, but the last position gives {right} by {right_reason}"
    PLY_MISSING = "a ply is missing before {where}: {instead}"
    PLY_SURPLUS = "{where} is one ply too many"
    SHOULD_HAVE_KUMALAK = "{where} should have ({instead})"
    SHOULD_HAVE_IN = "{where} should have {instead} in {place}"
    SHOULD_READ = "{where} should read {instead}"
    DIAGRAM = "the diagram in line {line}"
    SET_BY_HAND = "the position set by hand"
    KAZAN = "{side}'s kazan"
    OTAU = "{side}'s otau {otau}"
    UNTRIED = "{where} fits none of the games that were tried; there are too many to try them all"
    FITS_NONE = "{where} fits none of the {positions} positions that the sheet leads to"
    BECAUSE = "{where}: {fault}"
    OTHER_POSITION = "{where} shows another position: {fault}"
    HAS = "{place} has {mark}, not {written}"
    NO_LEGAL_MOVE = "no legal move is written so"
    KAZAN_HOLDS = "its kazan then holds {kazan}, {captured} are captured"
    BOTH = "{one}; {other}"
    NO_PLY = "there is no ply {n}: the record has {plies}, those of both sides counted"
    NO_ALERT = "there is no alert {id} that is open"
    NOT_NAMED = "alert {id} names no error whose position is known: set the position instead"
    NO_HEADER = "{name} cannot be set: it is no name of a header, or one that the program itself writes"
    NO_POSITION = "the position cannot arise in a game: {problems}"
    NOT_BEGUN = "the game has not begun"
    BY_PLIES = "{reason}: this follows from the plies alone: where they were recorded wrongly, correct them"
    ONLY_DRAWS = "by agreement a game is drawn: {result} does not fit"
    NO_DRAW = "one side loses by that ({reason}): {result} does not fit"
    ON_TIME = "with the kazans at {kazan} a flag that falls gives {right}, not {result}"
    DECIDED = "the plies give {right} ({right_reason}): {result} stands only by the arbiter, or where rules were broken"
    NOT_DECLARED = "the plies give {right} ({right_reason}), and nobody has declared another result"
    STILL_SHOWN = "the board still shows {move}: put the kumalak back, or say what was played"
    NO_TURN = "if white sits on the other side, what was seen does not begin a game"
    NO_CONTROL = "{text} is not a time control: classic, rapid, blitz, or minutes with seconds, as 90+30 or 25d5"


class Saying(str):
    """A sentence in English that knows what it says.

    Attributes:
        said: which sentence.
        values: what was filled in: sayings, sides and reasons as they are.

    >>> say(Said.SET_LATE, n=7, plies=6)
    'a position is set after ply 7 of 6'
    """

    __slots__ = ("said", "values")
    said: Phrase
    values: Mapping[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and other processes get the whole."""
        return _saying, (self.said, self.values)


def say(said: Phrase, **values: object) -> Saying:
    """The sentence with its values filled in."""
    return _saying(said, values)


def sentence_of(error: Exception) -> str:
    """What an error says; a saying, if it was given one (``str`` would leave the plain English)."""
    return error.args[0] if error.args and isinstance(error.args[0], Saying) else str(error)


def all_of(sayings: Iterable[_Text], by: Phrase = Said.BOTH) -> _Text | Saying:
    """Several sentences as one; at least one. ``by`` puts ``one`` and ``other`` together."""
    first, *others = sayings
    whole: _Text | Saying = first
    for other in others:
        whole = say(by, one=whole, other=other)
    return whole


def _saying(said: Phrase, values: Mapping[str, object]) -> Saying:
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}
    saying = Saying(said.value.format(**plain))
    saying.said, saying.values = said, values
    return saying
