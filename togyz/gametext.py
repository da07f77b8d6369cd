"""The forgiving reader of TGK and PGN texts: what it forgives or repairs, it lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from togyz.errors import GameTextError, MismatchError, NotationError
from togyz.game import Game, Header, Ply, SetPosition, legal_ply
from togyz.misread import Misread
from togyz.movetext import SET_WORD, Word, words_of
from togyz.notation import move_from_text, position_from_string
from togyz.outcome import Reason, Result
from togyz.position import Position
from togyz.saying import Said, say
from togyz.tags import (
    MANDATORY,
    PROPER_RESULTS,
    RESULT_WORDS,
    UNKNOWN,
    headers_of,
    proper_name,
    reason_of,
    rules_of,
    start_of,
)

ATSYRAU_COMMENT: Final = "zero"
_OF_PLIES: Final = ("move", "accepted", "result")
_ESCAPED: Final = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was forgiven or repaired: where (line from 1), what stood there, what was made of it."""

    line: int
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game and all that was not as it should be in its text."""

    game: Game
    forgiven: tuple[Note, ...]
    repaired: tuple[Note, ...]


def read_games(text: str, *, repair: bool = False) -> tuple[ReadGame, ...]:
    """Every game of a text, one at least.

    Landing otaus, tuzdyk marks, ``(n)`` and positions in comments are compared with the replay. ``(n)`` is the kazan
    of the side that moved or the number it captured, the same of both throughout a game.

    Args:
        text: with or without a byte order mark, with any line ends.
        repair: whether what disagrees with the replay is put right and listed, instead of refused.

    Raises:
        GameTextError: it holds no game, or something that belongs to none.
        NotationError: a tag or a comment that should hold a position or rules does not.
        IllegalMoveError: the rules forbid a ply.
        MismatchError: a ply or the result disagrees with the replay.
    """
    forgiven = []
    if text.startswith("\ufeff"):
        forgiven.append(Note(1, "\ufeff", say(Misread.BYTE_ORDER)))
    if "\r" in text:
        forgiven.append(Note(1, "\r", say(Misread.LINE_ENDS)))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    games = [_GameReader(words, forgiven, repair=repair).read() for words in _games_apart(words_of(plain))]
    if not games:
        raise GameTextError(say(Misread.NO_GAME), text)
    return tuple(games)


def read_game(text: str, *, repair: bool = False) -> ReadGame:
    """The only game of a text; errors as of :func:`read_games`.

    Raises:
        GameTextError: it holds several.
    """
    games = read_games(text, repair=repair)
    if len(games) > 1:
        raise GameTextError(say(Misread.GAMES, games=len(games)), text)
    return games[0]


def _games_apart(words: Iterable[Word]) -> Iterator[list[Word]]:
    """A tag after plies or a result begins another game."""
    game: list[Word] = []
    began = False
    for word in words:
        if word.kind == "tag" and began:
            yield game
            game, began = [], False
        game.append(word)
        began = began or word.kind in _OF_PLIES
    if began or any(word.kind == "tag" for word in game):
        yield game


class _GameReader:
    """Reads the words of one game; holds what has been read so far."""

    def __init__(self, words: Sequence[Word], forgiven: Iterable[Note], *, repair: bool) -> None:
        self._words = words
        self._repair = repair
        self._forgiven = list(forgiven)
        self._repaired: list[Note] = []
        self._tags = self._read_tags()
        self._rules = rules_of(self._tags)
        self._start = self._position = start_of(self._tags)
        self._plies: list[Ply] = []
        self._sets: list[SetPosition] = []
        self._meanings = {"kazan", "captured"}
        self._number = 0
        self._results: list[Word] = []
        self._zero: Word | None = None

    def read(self) -> ReadGame:
        """The whole game."""
        before = ""
        for word in self._words:
            match word.kind:
                case "move":
                    self._read_move(word)
                case "accepted":
                    self._read_accepted(word)
                case "kumalak":
                    self._read_kumalak(word, before)
                case "comment":
                    self._read_comment(word)
                case "number":
                    self._read_number(word)
                case "result":
                    self._results.append(word)
                case "rest":
                    self._forgive(word, say(Misread.COMMENT))
            before = word.kind
        result = self._declared_result()
        game = Game(
            start=self._start,
            rules=self._rules,
            headers=self._headers(result),
            plies=tuple(self._plies),
            sets=tuple(self._sets),
            result=result,
            reason=self._declared_reason(),
        )
        return ReadGame(game, tuple(self._forgiven), tuple(self._repaired))

    def _read_tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        for word in self._words:
            if word.kind != "tag":
                continue
            name = proper_name(word.value)
            if name != word.value:
                self._forgive(word, say(Misread.TAG, name=name))
            if '"' not in word.text:
                self._forgive(word, say(Misread.QUOTES))
            if name in tags:
                self._forgive(word, say(Misread.SECOND_TAG, name=name))
                continue
            tags[name] = _ESCAPED.sub(r"\1", word.extra)
            if name == "Result" and tags[name] not in (*PROPER_RESULTS, UNKNOWN):
                instead = RESULT_WORDS.get(tags[name])
                self._forgive(word, say(Misread.READ_AS, instead=instead) if instead else say(Misread.AS_NO_RESULT))
        for name in MANDATORY:
            if name not in tags:
                self._forgiven.append(Note(self._words[0].line, name, say(Misread.TAG_MISSING, name=name)))
        return tags

    def _read_move(self, word: Word) -> None:
        written = move_from_text(word.value)
        ply = legal_ply(self._position, written.otau_no, self._rules, len(self._plies) + 1)
        if written.accepted:
            self._forgive(word, say(Misread.BY_RULES))
        elif str(written) != word.value:
            self._forgive(word, say(Misread.READ_AS, instead=written))
        for difference in ply.differences(written):
            self._disagree(word, difference, len(self._plies) + 1)
        self._add(ply)

    def _read_accepted(self, word: Word) -> None:
        after = self._written_position(word.extra, len(self._plies) + 1)
        self._add(Ply.accepted_after(self._position, move_from_text(word.value), after))

    def _written_position(self, text: str, ply_n: int) -> Position:
        """A position that must stand in a comment of the ply ``ply_n``."""
        try:
            return position_from_string(text)[0]
        except NotationError as error:
            raise NotationError(error.message, text, self._position, ply_n) from None

    def _add(self, ply: Ply) -> None:
        if self._results:
            self._forgive(self._results[-1], say(Misread.PLY_AFTER_RESULT, n=len(self._plies) + 1))
            self._results.clear()
        self._plies.append(ply)
        self._position = ply.after

    def _read_kumalak(self, word: Word, before: str) -> None:
        if before not in ("move", "accepted"):
            what = say(Misread.BEHIND_NO_PLY, word=word.text)
            raise GameTextError(say(Misread.IN_LINE, line=word.line, what=what), word.text, self._position)
        ply = self._plies[-1]
        fits = {"kazan": ply.after.kazan[ply.side.ix], "captured": ply.captured}
        meanings = {meaning for meaning in self._meanings if fits[meaning] == int(word.value)}
        if meanings:
            self._meanings = meanings
        else:
            self._disagree(word, say(Misread.KAZAN_THEN, side=ply.side, **fits), len(self._plies))

    def _read_comment(self, word: Word) -> None:
        match word.value.split(maxsplit=1):
            case [one] if one.lower() == ATSYRAU_COMMENT:
                self._zero = word
            case [one, position] if one == SET_WORD:
                self._set_position(self._written_position(position, len(self._plies)))
            case _:
                self._check_position(word, word.value)

    def _set_position(self, position: Position) -> None:
        here = len(self._plies)
        self._sets = [one for one in self._sets if one.after_n != here]
        self._sets.append(SetPosition(after_n=here, position=position))
        self._position = position

    def _check_position(self, word: Word, text: str) -> None:
        try:
            position, _ = position_from_string(text)
        except NotationError:
            self._forgive(word, say(Misread.COMMENT))
            return
        if position != self._position:
            self._disagree(word, say(Misread.OTHER_BOARD), len(self._plies))

    def _read_number(self, word: Word) -> None:
        number = int(word.value)
        if number not in (self._number, self._number + 1) and self._plies:
            self._forgive(word, say(Misread.NUMBER_FOLLOWS, number=number, before=self._number))
        self._number = number

    def _declared_result(self) -> Result | None:
        result = RESULT_WORDS.get(self._tags.get("Result", UNKNOWN))
        for word in self._results:
            ended = RESULT_WORDS[word.value]
            if word.value not in PROPER_RESULTS:
                self._forgive(word, say(Misread.READ_AS, instead=ended))
            if None not in (result, ended) and result != ended:
                self._disagree(word, say(Misread.OTHER_TAG, result=result), len(self._plies))
            result = result or ended
        return result

    def _declared_reason(self) -> Reason | None:
        reason = reason_of(self._tags)
        if self._zero is None:
            return reason
        outcome = self._position.outcome(self._rules)
        if outcome is None or self._position.legal_moves:
            self._disagree(self._zero, say(Misread.NO_ATSYRAU), len(self._plies))
            return reason
        return reason or outcome.reason

    def _headers(self, result: Result | None) -> Mapping[str, Header]:
        """The headers; a Count that only says what the replay says is none."""
        headers = headers_of(self._tags)
        outcome = self._position.outcome(self._rules)
        if result is not None and outcome is not None and headers.get("Count") == outcome.score:
            del headers["Count"]
        return headers

    def _forgive(self, word: Word, what: str) -> None:
        self._forgiven.append(Note(word.line, word.text, what))

    def _disagree(self, word: Word, what: str, ply_n: int) -> None:
        """Refuses what disagrees with the replay, or lists it as repaired."""
        if not self._repair:
            raise MismatchError(say(Said.BECAUSE, where=word.text, fault=what), word.text, self._position, ply_n)
        self._repaired.append(Note(word.line, word.text, what))
