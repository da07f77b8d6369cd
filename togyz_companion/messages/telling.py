"""Events, alerts and shortcomings put into words of one language. Events and records hold codes alone."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import PurePath
from typing import Any, Final, Literal

from calibration.seen import Seen
from togyz import events
from togyz.board import Side
from togyz.codes import Code
from togyz.errors import TogyzError
from togyz.gametext import Note
from togyz.outcome import Reason
from togyz.recorded import RecordedAlert
from togyz.replay import Contradiction
from togyz.saying import Saying, sentence_of
from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.languages import LANGUAGES, Language, text_in

BOXES_MAX: Final = 4
"""Boxes that an alert names with what was seen and expected there; of more only how many."""
_SIDES: Final = tuple(side.value for side in Side)
_ROWS: Final = (*_SIDES, "kazan")
_WORD_KINDS: Final[Mapping[type, str]] = {Side: "side", Code: "code", Reason: "reason"}
_EDGES: Final = {"left": Seen.LEFT, "top": Seen.TOP, "right": Seen.RIGHT, "bottom": Seen.BOTTOM}
_CODED_FIELDS: Final = frozenset({"how", "why"})


@dataclass(frozen=True, slots=True)
class Shortcoming:
    """Why a record is not whole.

    Attributes:
        values: what belongs to it: a ply's number, or of alerts how many are open and the first of them.
    """

    kind: Literal["no_game", "another_game", "desync", "joined", "alerts"]
    values: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Teller:
    """Says things in one language.

    >>> Teller("ru").text("otau", side=Side.WHITE, otau=7)
    'белые, отау 7'
    """

    language: Language = "en"

    def text(self, key: str, **values: object) -> str:
        """The sentence ``key`` with its values filled in; codes among them are put into words.

        Raises:
            KeyError: there is no such sentence, or it lacks a value.
        """
        return text_in(self.language, TEXTS, key).format(
            **{name: self._worded(name, value) for name, value in values.items()}
        )

    def event(self, event: events.Event) -> str | None:
        """The event in words; None for one that only programs need.

        >>> Teller().event(events.Decided(t=9.5, result="1-0", reason=Reason.KAZAN_82))
        '     decided: 1-0 (82 kumalak in the kazan)'
        """
        values: dict[str, object] = {one.name: getattr(event, one.name) for one in fields(event)}
        key = f"event.{event.name}"
        match event:
            case events.SideSettled():
                key += ".turned" if event.turned else ".kept"
            case events.PositionSet():
                key += ".said" if event.by is not None else ".adopted" if event.n else ".first"
            case events.Retract(n=1, with_position=True):
                return None  # what is told instead of that position says so
            case events.Lost(is_end=False):
                key += ".meanwhile"
            case events.Alert():
                values["alert"] = self.alert(event)
            case events.Finished():
                values["folder"] = shlex.quote(str(PurePath(event.path).parent))
            case events.Over():
                values |= event.kazan
        return self.text(key, **values) if key in TEXTS else None

    def alert(self, alert: events.Alert | RecordedAlert) -> str:
        """What an alert says: the error, where it is, what was seen there and what was expected."""
        unseen = [*self._edges(alert.seen), *self._beyond(alert.seen)]
        places = [self._place(alert.side, alert.otau)] if alert.side else unseen
        boxes = list(self._boxes(alert))
        more = [self.text("more", boxes=len(boxes) - BOXES_MAX)] if len(boxes) > BOXES_MAX else []
        where = f" ({'; '.join(places)})" if places else ""
        told = "; ".join([*islice(boxes, BOXES_MAX), *more])
        return f"{self.word(alert.code)}{where}{': ' if told else ''}{told}"

    def _place(self, side: Side, otau: Sequence[int]) -> str:
        """Whose otaus they are; of a side that has none to name, whose it is."""
        return self.text("otau", side=side, otau=", ".join(map(str, otau))) if otau else self.word(side)

    def _edges(self, seen: Mapping[str, Any]) -> Iterator[str]:
        """Over which edges of the picture a board reaches; of a file that others wrote, what makes sense."""
        reached = seen.get("edges")
        for edge, words in _EDGES.items():
            if isinstance(reached, Sequence) and edge in reached:
                yield self.text(words.key)

    def _beyond(self, seen: Mapping[str, Any]) -> Iterator[str]:
        """Which otaus lie beyond those edges; of a file that others wrote, what makes sense."""
        otaus = seen.get("otaus")
        for side, numbers in otaus.items() if isinstance(otaus, Mapping) else ():
            if side in _SIDES and isinstance(numbers, list):
                yield self._place(Side(side), numbers)

    def explanation(self, one: Mapping[str, Any]) -> str:
        """What a board that is in doubt may be, as :func:`togyz.inference.explanations.explanations` tells it.

        Of a file that others wrote, what makes sense.
        """
        p, board, n, code = (one.get(name) for name in ("p", "board", "n", "code"))
        key = f"board.{board}" if f"board.{board}" in TEXTS else "board.unexplained"
        error = f": {self.text(f'code.{code}')}" if f"code.{code}" in TEXTS else ""
        share = f"{p:.1%}" if isinstance(p, int | float) else "?"
        return self.text("doubt.may_be", p=share, board=f"{self.text(key)}{error}", n=n)

    def word(self, code: Code | Reason | Side) -> str:
        """A code in words."""
        return self.text(f"{_WORD_KINDS[type(code)]}.{code.value}")

    def header(self, name: str) -> str:
        """What people call a header of a game; one that they have no word for stands as it is.

        >>> Teller("ru").header("Round"), Teller("ru").header("ECO")
        ('Тур', 'ECO')
        """
        key = f"header.{name}"
        return self.text(key) if key in TEXTS else name

    def saying(self, sentence: str) -> str:
        """A sentence in the teller's language, if it knows what it says; else as it stands.

        >>> from togyz.saying import Said, say
        >>> Teller("ru").saying(say(Said.EMPTY, side=Side.WHITE, otau=5))
        'белые: отау 5 пусто'
        """
        return self.text(sentence.said.key, **sentence.values) if isinstance(sentence, Saying) else sentence

    def contradiction(self, one: Contradiction) -> str:
        """What contradicts itself in a record, with the ply in which it stands."""
        what = self.saying(one.what)
        return what if one.ply_n is None else self.text("game.contradiction", n=one.ply_n, what=what)

    def note(self, key: str, note: Note) -> str:
        """What was forgiven in a text, or is wrong in it, and in which line."""
        return self.text(key, line=note.line, text=repr(note.text.strip()), what=self.saying(note.what))

    def shortcoming(self, lack: Shortcoming) -> str:
        """Why a record is not whole."""
        return self.text(f"lack.{lack.kind}", **lack.values)

    def error(self, error: Exception) -> str:
        """Why something was refused or failed: in the teller's language where the error knows what it says."""
        if not isinstance(error, TogyzError):
            return self.saying(sentence_of(error))
        what = self.saying(error.message)
        return what if error.ply_n is None else self.text("game.contradiction", n=error.ply_n, what=what)

    def _worded(self, name: str, value: object) -> object:
        if isinstance(value, Side | Code | Reason):
            return self.word(value)
        if isinstance(value, Saying):
            return self.saying(value)
        if isinstance(value, RecordedAlert):
            return self.alert(value)
        if name in _CODED_FIELDS:
            return self.text(f"{name}.{value}")
        return value

    def _boxes(self, alert: events.Alert | RecordedAlert) -> Iterator[str]:
        """Each box in which something else was seen than expected; of a file that others wrote, what makes sense."""
        for row, expected in alert.expected.items():
            seen = alert.seen.get(row)
            if row not in _ROWS or not isinstance(expected, Mapping) or not isinstance(seen, Mapping):
                continue
            for number, kumalak in expected.items():
                if row != "kazan":
                    box = self.text("otau", side=Side(row), otau=number)
                elif number in _SIDES:
                    box = self.text("kazan", side=Side(number))
                else:
                    continue
                yield self.text("instead", box=box, seen=seen.get(number, "?"), expected=kumalak)


def in_all_languages(say: Callable[[Teller], str]) -> dict[str, str]:
    """What is said, by language: pages that look on may speak different ones."""
    return {language: say(Teller(language)) for language in LANGUAGES}
