"""Where a recorder writes its game, and what an earlier program wrote there of the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from board_io.game_folder import GameFolder
from board_io.store import Kind
from togyz.event_json import says_the_same
from togyz.events import Event, Started
from togyz.inference.observation import Observation
from togyz.inference.observation_json import observation_to_dict
from togyz.json_text import compact_json

Derived = tuple[str, str]
"""A record as JSON and as TGK."""


class WrittenGame:
    """A game that is written nowhere before it has begun, then in its folder.

    A game that was stored is told again when it is resumed: what is then written is compared with what is there.

    Attributes:
        folder: None before the game has begun.
        is_exact: whether what is told again must come out byte for byte; else what an earlier program wrote stands
            where it says the same.
    """

    def __init__(self, folder_for: Callable[[float], GameFolder]) -> None:
        """Prepare.

        Args:
            folder_for: makes the game's folder, given the source time in s at which the game began.
        """
        self.folder: GameFolder | None = None
        self.is_exact = False
        self._folder_for = folder_for
        self._has_ended = False

    @property
    def path(self) -> Path | None:
        """Of the folder."""
        return None if self.folder is None else self.folder.path

    @property
    def head(self) -> str | None:
        """Seals what is stored, 64 hexadecimal digits; None where nothing is."""
        return None if self.folder is None else self.folder.head

    def begin(
        self, event: Started, derived: Derived | None, earlier: Iterable[Event], observations: Iterable[Observation]
    ) -> None:
        """Makes the folder, and writes what was known before and that the game begins.

        Raises:
            GameExistsError: it has a folder already.
            WriteError, StoreError: it cannot be made.
            HistoryDiffersError: a game that is resumed was told otherwise.
        """
        folder = self.folder = self._folder_for(event.t)
        for one in earlier:
            folder.append_event(self.as_stored("event", one.to_json()))
        for observation in observations:
            self.keep(observation)
        self.tell(self.as_stored("event", event.to_json()), derived)

    def keep(self, observation: Observation) -> None:
        """Writes what was seen; see ``begin`` for what may go wrong."""
        if self.folder is not None:
            line = compact_json(observation_to_dict(observation))
            self.folder.append_observation(self.as_stored("observation", line))

    def tell(self, line: str, derived: Derived | None) -> None:
        """Writes an event, and the record where it changes by that; see ``begin``."""
        if self.folder is None:
            return
        self.folder.append_event(line)
        if derived is not None:
            self.folder.write_json(derived[0])
            self.folder.write_tgk(derived[1])

    def as_stored(self, kind: Kind, line: str) -> str:
        """What is to be told, as an earlier program wrote it where that says the same."""
        due = None if self.folder is None or self.is_exact else self.folder.due(kind)
        return due if due is not None and says_the_same(due, line) else line

    def end(self) -> None:
        """Notes that what follows holds only if nothing more is seen of this game."""
        if self.folder is not None and not self._has_ended:
            self.folder.end()
            self._has_ended = True

    def close(self) -> None:
        """Closes the files.

        Raises:
            UnwrittenError: not everything could be written.
        """
        if self.folder is not None:
            self.folder.close()
