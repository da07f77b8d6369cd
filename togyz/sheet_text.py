"""The reader of scoresheets: forgives whatever can be understood, and lists what it forgave."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from togyz.board import Side
from togyz.errors import GameTextError, NotationError
from togyz.game import SetPosition
from togyz.gametext import ATSYRAU_COMMENT, Note
from togyz.misread import Misread
from togyz.movetext import SET_WORD, words_of
from togyz.notation import position_from_string
from togyz.outcome import Result
from togyz.position import Position
from togyz.saying import say
from togyz.sheet import Sheet, SheetDiagram, SheetItem, SheetPly, marks_of, next_column
from togyz.sheet_lines import diagram_at, label_of
from togyz.sheet_words import SheetWord, ply_of, result_in, result_of, unclear_ply, words_of_line
from togyz.tags import headers_of, proper_name, reason_of, rules_of, start_of

DIAGRAM_PLIES: Final = 20
"""A scoresheet has a diagram after each ten double moves."""
NUMBER_MAX: Final = 300
"""Of a double move: the longest of 5,929 real games has 186; a greater number is something else."""
_PLIES_A_LINE: Final = 2


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet, and all that was not as it should be in its text."""

    sheet: Sheet
    forgiven: tuple[Note, ...]


def read_sheet(text: str) -> ReadSheet:
    """Reads a scoresheet, a TGK text or a PGN text with one game, white's side below in its diagrams.

    Raises:
        GameTextError: it holds neither a ply nor a diagram, or several games.
        NotationError: a tag that should hold a position or rules does not.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("|", " ")
    lines = re.sub(r"\{[^}]*\}", _on_one_line, plain).split("\n")
    reader = _SheetReader(lines)
    sheet = reader.read()
    if not sheet.items:
        raise GameTextError(say(Misread.EMPTY_SHEET), text)
    return ReadSheet(sheet, tuple(reader.forgiven))


def _on_one_line(comment: re.Match[str]) -> str:
    return " ".join(comment[0].split("\n")) + "\n" * comment[0].count("\n")


class _SheetReader:
    """Reads the lines of one sheet; holds what has been read so far."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.forgiven: list[Note] = []
        self._lines = lines
        self._tags: dict[str, str] = {}
        self._start: Position | None = None
        self._start_diagram: SheetDiagram | None = None
        self._first_number: int | None = None
        self._bare_numbers = False
        self._numbers: deque[int] = deque()
        self._items: list[SheetItem] = []
        self._plies = 0
        self._gap: SheetWord | None = None
        self._result: Result | None = None

    def read(self) -> Sheet:
        """The whole sheet."""
        parts = self._parts()
        self._numbers = deque(
            int(word.value) for part in parts if isinstance(part, list) for word in part if word.kind == "number"
        )
        for part in parts:
            if isinstance(part, SheetDiagram):
                self._read_diagram(part)
            else:
                self._read_words(part)
        return Sheet(
            start=self._begin(),
            start_diagram=self._start_diagram,
            first_number=self._first_number or 1,
            rules=rules_of(self._tags),
            headers=headers_of(self._tags),
            items=tuple(self._items),
            result=result_in(self._tags.get("Result", "")) or self._result,
            reason=reason_of(self._tags),
        )

    def _parts(self) -> list[SheetDiagram | list[SheetWord]]:
        """Diagrams, and the words of all other lines but those of tags and labels, which are read at once."""
        parts: list[SheetDiagram | list[SheetWord]] = []
        ix, has_begun = 0, False
        while ix < len(self._lines):
            found = diagram_at(self._lines, ix)
            if found:
                parts.append(SheetDiagram(line=ix + 1, marks=found[0]))
            elif not self._read_tags(ix, has_begun=has_begun):
                words = list(words_of_line(self._lines[ix], ix + 1))
                parts.append(words)
                has_begun = has_begun or any(word.kind == "ply" for word in words)
            ix = found[1].stop if found else ix + 1
        return parts

    def _begin(self) -> Position:
        """Where the game begins; settled once the first ply or number is there."""
        if self._start is None:
            self._start = start_of(self._tags)
        return self._start

    def _read_tags(self, ix: int, *, has_begun: bool) -> bool:
        """Whether the line is one of tags or labels, which then are read."""
        line = self._lines[ix]
        tags = _tags_in(line)
        if tags and has_begun:
            raise GameTextError(say(Misread.IN_LINE, line=ix + 1, what=say(Misread.ANOTHER_GAME)), line.strip())
        if not tags:
            label = label_of(line)
            if label is None:
                return False
            tags = [label]
            self._forgive(ix + 1, line.strip(), say(Misread.LABEL, name=label[0]))
        for name, value in tags:
            if self._tags.setdefault(name, value) != value:
                self._forgive(ix + 1, line.strip(), say(Misread.SECOND_TAG, name=name))
        return True

    def _read_diagram(self, diagram: SheetDiagram) -> None:
        start = diagram.position(Side.WHITE)
        begins = not self._plies and self._start is None and "FEN" not in self._tags
        if begins and start is not None and not start.problems() and start != Position.start():
            self._start, self._start_diagram = start, diagram
        else:
            self._items.append(diagram)

    def _read_words(self, words: Sequence[SheetWord]) -> None:
        for ix, word in enumerate(words):
            if ix == 0 and self._is_bare_number(words):
                self._forgive(word.line, word.text, say(Misread.AS_NUMBER))
                self._read_number(int(word.value), word)
                self._bare_numbers = True
                continue
            match word.kind:
                case "number":
                    self._numbers.popleft()
                    self._read_number(int(word.value), word)
                case "ply":
                    self._read_ply(word, words[ix + 1 : ix + 2])
                case "gap":
                    self._gap = word
                case "kumalak" | "tuzdyk":
                    self._read_mark(word)
                case "comment":
                    self._read_comment(word)
                case "result":
                    self._result = result_of(word.value)
                case "rest" | "other":
                    self._read_other(word)

    def _is_bare_number(self, words: Sequence[SheetWord]) -> bool:
        """Whether a line begins with a number that has no dot, as in tables: one digit, or where a number is due."""
        if not words[0].text.isdigit() or any(one.kind == "number" for one in words):
            return False
        is_double_move = sum(one.kind in ("ply", "gap") for one in words[1:]) == _PLIES_A_LINE
        is_next = int(words[0].text) == self._next_number and (is_double_move or self._bare_numbers)
        return len(words[0].text) == 1 < len(words) or is_next or (is_double_move and self._bare_numbers)

    @property
    def _column(self) -> int:
        """The place of the next ply on the sheet: 0 and 1 for the first double move, and so on."""
        column = self._begin().to_move.ix
        for item in self._items:
            column = next_column(column, item)
        return column

    @property
    def _next_number(self) -> int:
        return (self._first_number or 1) + self._column // 2

    def _read_number(self, number: int, word: SheetWord) -> None:
        self._gap = None
        if (self._numbers and self._numbers[0] < number) or number > NUMBER_MAX:
            self._forgive(word.line, word.text, say(Misread.NUMBER_APART))
            return
        if self._first_number is None:
            self._settle_first(number, is_black=word.is_black_number)
        wanted = 2 * (number - (self._first_number or 1)) + word.is_black_number
        if wanted > self._column:
            self._forgive(word.line, word.text, say(Misread.PLIES_MISSING, plies=wanted - self._column))
            self._fill(wanted, word.line)
        elif wanted < self._column and self._plies:
            self._forgive(word.line, word.text, say(Misread.NUMBER_LATE, number=self._next_number))

    def _settle_first(self, number: int, *, is_black: bool) -> None:
        """The first number: a sheet that begins with a position may begin with any."""
        start = self._begin()
        if is_black and self._start_diagram and not self._plies:
            self._start = start = replace(start, to_move=Side.BLACK)
        self._first_number = number if start != Position.start() and not self._plies else 1

    def _fill(self, wanted: int, line: int) -> None:
        """Adds the missing plies up to a column; a diagram among them stands behind whole double moves, best ten."""
        diagrams: list[SheetItem] = []
        while self._items and isinstance(self._items[-1], SheetDiagram):
            diagrams.insert(0, self._items.pop())
        if diagrams and self._plies:
            before = 2 * ((self._first_number or 1) - 1)
            whole = self._column + self._column % 2
            tens = [one for one in range(whole, wanted + 1, 2) if (before + one) % DIAGRAM_PLIES == 0]
            self._add_empty((tens or [whole])[0] - self._column, line)
        self._items += diagrams
        self._add_empty(wanted - self._column, line)

    def _add_empty(self, plies: int, line: int) -> None:
        for _ in range(plies):
            self._add(SheetPly(line=line))

    def _add(self, ply: SheetPly) -> None:
        self._begin()
        if self._first_number is None:
            self._first_number = 1
        self._items.append(ply)
        self._plies += 1

    def _read_ply(self, word: SheetWord, following: Sequence[SheetWord]) -> None:
        ply = ply_of(word.value)
        after = _position_of(following[0].value) if following and following[0].kind == "comment" else None
        if ply.exclaims and after is None:
            self._forgive(word.line, word.text, say(Misread.NOT_FOLLOWED))
        if word.value not in (ply.plain, f"{ply.plain}!", "?", "?x"):
            self._forgive(word.line, word.text, say(Misread.READ_AS, instead=ply.plain))
        self._fill_gap()
        self._add(
            SheetPly(
                line=word.line,
                otau_no=ply.otau_no,
                landing_no=ply.landing_no,
                tuzdyk=ply.tuzdyk,
                accepted_after=after if ply.exclaims else None,
            )
        )

    def _fill_gap(self) -> None:
        """Dots or a dash before a ply are a ply, but for a side that does not begin."""
        gap, self._gap = self._gap, None
        if gap is not None and (self._plies or self._begin().to_move is Side.WHITE):
            self._forgive(gap.line, gap.text, say(Misread.AS_GAP))
            self._add(SheetPly(line=gap.line))

    def _read_mark(self, word: SheetWord) -> None:
        last = self._items[-1] if self._items else None
        if not isinstance(last, SheetPly):
            self._forgive(word.line, word.text, say(Misread.LEFT_OUT))
        elif word.kind == "kumalak":
            self._items[-1] = replace(last, kumalak=int(word.value))
        else:
            self._forgive(word.line, word.text, say(Misread.AS_MARK))
            self._items[-1] = replace(last, tuzdyk=True)

    def _read_comment(self, word: SheetWord) -> None:
        first, _, rest = word.value.strip().partition(" ")
        position = _position_of(rest if first == SET_WORD else word.value)
        if position is None:
            if first.lower() != ATSYRAU_COMMENT:
                self._forgive(word.line, word.text, say(Misread.COMMENT))
        elif first == SET_WORD:
            self._items.append(SetPosition(after_n=self._plies, position=position))
        else:
            self._items.append(SheetDiagram(line=word.line, marks=marks_of(position), is_drawn=False))

    def _read_other(self, word: SheetWord) -> None:
        result = result_of(word.value)
        unclear = unclear_ply(word.text)
        if result is not None:
            self._forgive(word.line, word.text, say(Misread.READ_AS, instead=result))
            self._result = result
        elif unclear is not None:
            self._forgive(word.line, word.text, say(Misread.READ_AS, instead=unclear))
            self._read_ply(replace(word, value=unclear, text=unclear), ())
        elif word.text not in (",", "."):
            self._forgive(word.line, word.text, say(Misread.LEFT_OUT))

    def _forgive(self, line: int, text: str, what: str) -> None:
        self.forgiven.append(Note(line, text, what))


def _tags_in(line: str) -> list[tuple[str, str]]:
    """Names and values of the tags in a line that begins with one."""
    if not line.lstrip().startswith("["):
        return []
    try:
        words = list(words_of(line))
    except GameTextError:
        return []
    return [(proper_name(one.value), re.sub(r"\\(.)", r"\1", one.extra)) for one in words if one.kind == "tag"]


def _position_of(comment: str) -> Position | None:
    try:
        return position_from_string(comment)[0]
    except NotationError:
        return None
