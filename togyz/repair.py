"""Repairing a scoresheet: what is unique is filled in, what is not is listed, what contradicts itself is named."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from togyz.board import Side, otau_ix, otau_no
from togyz.completions import MOVES_MAX, Effort, Found, Paths, SheetNode, search
from togyz.events import SCHEMA
from togyz.game import Game, SetPosition
from togyz.mends import SheetContradiction, contradiction, untried
from togyz.position import Position
from togyz.sheet import Sheet, SheetItem, SheetPly
from togyz.sowing import landing_ix, move_text

T = TypeVar("T")
CHANGES_MAX: Final = 2
"""Of a sheet that contradicts itself so many are tried at once. More would mend anything."""
Status = Literal["given", "restored", "ambiguous", "contradiction"]
Alternatives = tuple[tuple[str, int], ...]
"""Moves, each with the number of games in which it was played, the commonest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairedPly:
    """A ply of the sheet after the repair.

    Attributes:
        n: counted from 1.
        written: what can be read of it.
        move: what was played; None where that is not certain.
        alternatives: where it is not, what may have been.
    """

    n: int
    side: Side
    written: str
    move: str | None
    status: Status
    alternatives: Alternatives = ()

    def to_dict(self) -> dict[str, Any]:
        """The object in ``plies``."""
        return {
            "n": self.n,
            "side": self.side.value,
            "move": self.move,
            "status": self.status,
            "alternatives": [move for move, _ in self.alternatives],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What could be made of a sheet.

    Attributes:
        sheet: with its diagrams turned the way in which they fit.
        completions: how many games fit everything that is written; with ``is_cut`` at least so many.
        is_cut: whether not all could be tried.
        position: after the last ply, where it is certain.
        game: the game, where it is certain; of a sheet that contradicts itself, after the only mend.
        untried: where a search that was cut came to its end without a game: whether one fits is not known. None else.
    """

    sheet: Sheet
    completions: int
    is_cut: bool
    plies: tuple[RepairedPly, ...]
    contradictions: tuple[SheetContradiction, ...]
    position: Position | None
    game: Game | None
    untried: str | None = None

    @property
    def is_decided(self) -> bool:
        """Whether a game fits; else the sheet contradicts itself, or not all could be tried."""
        return self.completions > 0

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the contract."""
        return {
            "schema": SCHEMA,
            "completions": self.completions,
            "all": not self.is_cut,
            "plies": [ply.to_dict() for ply in self.plies],
            "contradictions": [one.to_dict(self.sheet) for one in self.contradictions],
        }


def repair(sheet: Sheet, moves_max: int = MOVES_MAX) -> Repair:
    """Everything that a sheet can mean.

    Its diagrams are read with white's side below; where they do not fit so, with black's.

    Args:
        sheet: as it was read.
        moves_max: how many moves are tried on one layer of the search.
    """
    readings = [sheet] if sheet.turned() == sheet else [sheet, sheet.turned()]
    searches: list[tuple[Sheet, Found]] = []
    for looks_ahead in (True, False):
        # Without looking ahead it takes longer, but ends at the very item that fits nothing.
        searches = [
            (reading, search(reading, Effort(moves=moves_max, looks_ahead=looks_ahead))) for reading in readings
        ]
        for reading, found in searches:
            if found.ends:
                return _consistent(reading, found)
    return _contradictory(*max(searches, key=lambda one: one[1].stuck[0].items), moves_max)


def _consistent(sheet: Sheet, found: Found) -> Repair:
    paths = Paths.back_from(found.ends)
    completions = sum(paths.to[end] for end in found.ends)
    return Repair(
        sheet=sheet,
        completions=completions,
        is_cut=found.is_cut,
        plies=_plies(sheet, _played(sheet, paths), found.doubtful, frozenset()),
        contradictions=(),
        position=_end(sheet, found),
        game=_game(sheet, found.ends[0]) if completions == 1 and not found.is_cut else None,
    )


def _contradictory(sheet: Sheet, failed: Found, moves_max: int) -> Repair:
    """The repair of a sheet that no game fits; ``failed`` is the search that found so."""
    item_ix = failed.stuck[0].items
    if item_ix in failed.doubtful:
        return _untried(sheet, failed)
    mended = _mended(sheet, moves_max)
    paths = Paths.back_from(mended.ends)
    what = contradiction(sheet, failed, mended, paths)
    mend = _only(what.mends)
    wrong = {item_ix} if mend is None else {change.item_ix for change in mend.changes}
    is_certain = mend is not None and mend.completions == 1 and not mended.is_cut
    return Repair(
        sheet=sheet,
        completions=0,
        is_cut=failed.is_cut or mended.is_cut,
        plies=_plies(sheet, _played(sheet, paths), mended.doubtful, wrong),
        contradictions=(what,),
        position=_end(sheet, mended),
        game=_game(sheet, mended.ends[0]) if is_certain else None,
    )


def _untried(sheet: Sheet, failed: Found) -> Repair:
    """What can be said of a sheet where none of the games that were tried fits, and there were too many to try all."""
    return Repair(
        sheet=sheet,
        completions=0,
        is_cut=True,
        plies=_plies(sheet, {}, failed.doubtful, frozenset()),
        contradictions=(),
        position=None,
        game=None,
        untried=untried(sheet, failed),
    )


def _mended(sheet: Sheet, moves_max: int) -> Found:
    """The games that fit after as few changes as possible."""
    searches = (search(sheet, Effort(changes, moves_max)) for changes in range(1, CHANGES_MAX + 1))
    return next((found for found in searches if found.ends), Found((), (), frozenset()))


def _end(sheet: Sheet, found: Found) -> Position | None:
    """The position after the last ply, where it is certain."""
    return None if len(sheet.items) - 1 in found.doubtful else _only([end.position for end in found.ends])


def _only(values: Sequence[T]) -> T | None:
    """The one value of which there may be several copies; None where they differ or there is none."""
    return values[0] if values and all(one == values[0] for one in values) else None


def _played(sheet: Sheet, paths: Paths) -> dict[int, Counter[str]]:
    """For each item that is a ply the moves that stand for it, with the number of games."""
    played: dict[int, Counter[str]] = defaultdict(Counter)
    for before, number, node, games in paths.steps():
        item = sheet.items[before.items] if node.items > before.items else None
        if not isinstance(item, SheetPly):
            continue
        if number:
            played[before.items][_move(before.position, number, node.position)] += games
        elif item.accepted_after is not None:
            played[before.items][f"{item.otau_no}{item.landing_no}"] += games
    return played


def _move(before: Position, number: int, after: Position) -> str:
    source_ix = otau_ix(before.to_move, number)
    landing_no = otau_no(landing_ix(source_ix, before.otau[source_ix]))
    return move_text(number, landing_no, tuzdyk=after.tuzdyk != before.tuzdyk)


def _plies(
    sheet: Sheet, played: Mapping[int, Counter[str]], doubtful: Container[int], wrong: Container[int]
) -> tuple[RepairedPly, ...]:
    """All plies of the sheet; ``wrong`` are the items that contradict others."""
    columns = sheet.columns
    plies: list[RepairedPly] = []
    for ix, item in enumerate(sheet.items):
        if isinstance(item, SheetPly):
            moves = tuple(sorted(played.get(ix, Counter()).items(), key=lambda one: (-one[1], one[0])))
            status, move = _judged(item, moves, is_doubtful=ix in doubtful)
            plies.append(
                RepairedPly(
                    n=len(plies) + 1,
                    side=list(Side)[columns[len(plies)] % 2],
                    written=str(item),
                    move=None if ix in wrong and not moves else move,
                    status="contradiction" if ix in wrong else status,
                    alternatives=() if move else moves,
                )
            )
    return tuple(plies)


def _judged(item: SheetPly, moves: Alternatives, *, is_doubtful: bool) -> tuple[Status, str | None]:
    """What is to be said of a ply for which these moves were found, and the move where it is certain."""
    if item.is_complete and {move for move, _ in moves} <= {item.move}:
        return "given", item.move
    if len(moves) == 1 and not is_doubtful:
        return "restored", moves[0][0]
    return "ambiguous", None


def _game(sheet: Sheet, end: SheetNode) -> Game:
    """The game that ends in a node to which a single way leads."""
    way: list[tuple[SheetItem | None, int]] = []
    while end.steps:
        (before, number), *_ = end.steps
        way.append((sheet.items[before.items] if end.items > before.items else None, number))
        end = before
    game = Game(start=sheet.start, rules=sheet.rules, headers=sheet.headers)
    for item, number in reversed(way):
        if number:
            game = game.play(number)
        elif isinstance(item, SetPosition):
            game = game.set_position(item.position)
        elif isinstance(item, SheetPly) and item.accepted_after is not None:
            game = game.accept(item.move, item.accepted_after)
    return game if sheet.result is None else game.end(sheet.result, sheet.reason)
