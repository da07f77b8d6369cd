"""The arbiter's desk: what a person says of a recorded game is stored, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from board_io.game_folder import GAME_SQLITE
from togyz.corrections import Correction, naming_places
from togyz.game import Header
from togyz.inference.chronicler import Chronicler
from togyz.record import Record, Status
from togyz.replay import to_game
from togyz_companion.game_files import read_stored
from togyz_companion.retelling import tell_again


class PlyChange(NamedTuple):
    """A ply that reads otherwise than before; None where there is none."""

    n: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Amendment:
    """A record before and after a correction.

    Attributes:
        status: how the recording stands after it.
        is_amended: whether something was stored: what is on record already may be said, and changes nothing.
    """

    before: Record
    after: Record
    status: Status
    is_amended: bool = True

    @property
    def is_turned(self) -> bool:
        """Whether the plies are the other side's."""
        pairs = zip(self.before.plies, self.after.plies, strict=False)
        return any(before.side is not after.side for before, after in pairs)

    @property
    def has_other_result(self) -> bool:
        """Whether it ended otherwise, or for another reason."""
        return (self.before.result, self.before.reason) != (self.after.result, self.after.reason)

    @property
    def headers(self) -> tuple[tuple[str, Header | None], ...]:
        """Every header that changed, with what it is now; None where it was taken away."""
        before, after = self.before.headers, self.after.headers
        names = dict.fromkeys([*before, *after])
        return tuple((name, after.get(name)) for name in names if after.get(name) != before.get(name))

    @property
    def changes(self) -> tuple[PlyChange, ...]:
        """Every ply that changed, was added, or no longer fits."""
        return tuple(_changes(self.before, self.after))


def amend(folder: Path, correction: Correction, *, at: str) -> Amendment:
    """Corrects a recorded game in its folder: nothing stored is changed, everything derived is written anew.

    Args:
        folder: of the game.
        correction: what is said, and by whom.
        at: the time at which it is said, as ISO 8601 has it.

    Raises:
        TogyzError: it cannot be said of this game; nothing is written.
        BoardIoError: the store cannot be read or written, or this program makes another game of what it holds.
    """
    stored = read_stored(folder / GAME_SQLITE)
    before = stored.record
    chronicler = Chronicler(stored.tracker)
    chronicle, _ = chronicler.replayed(stored.inputs)
    # What is refused is refused before anything is written.
    with naming_places(before):
        _, events = chronicler.correct(chronicle, correction, has_result=before.result is not None)
    if not events:
        return Amendment(before, before, stored.status, is_amended=False)
    recorder = tell_again(stored, folder, lambda recorder: recorder.correct(correction, at))
    return Amendment(before, recorder.record, recorder.status)


def _changes(before: Record, after: Record) -> Iterator[PlyChange]:
    moves = [[ply.written for ply in to_game(record).plies] for record in (before, after)]
    for n, (old, new) in enumerate(zip_longest(*moves), 1):
        if old != new:
            yield PlyChange(n, old, new)
