"""A folder of files that may be lost: within a size, and never the reason why a disk is full."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from board_io.atomic import make_folder, write_atomic
from board_io.errors import WriteError

RESERVE_BYTES: Final = 64_000_000
"""So much of a disk is left to the record: a whole game's store and derived files take less than a tenth of it."""
PICTURE: Final = ".jpg"


class NoRoomError(WriteError):
    """What may be lost gives way: the disk is nearly full, or the file alone is larger than all may be."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, OSError("what may be lost gives way to the record"))


class KeptFiles:
    """A folder whose oldest files go when there is no room, films before pictures. Names sort by age.

    Args:
        path: of the folder; it is made where it is missing. Drafts that a killed program left in it are removed.
        most_bytes: so much all files together may take.
        reserve_bytes: so much of the disk stays free.
        free_bytes: how much is free on the disk of a folder.

    Raises:
        WriteError: it cannot be made.
    """

    def __init__(
        self,
        path: Path,
        *,
        most_bytes: int,
        reserve_bytes: int = RESERVE_BYTES,
        free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self.path = path
        self._most_bytes = most_bytes
        self._reserve_bytes = reserve_bytes
        self._free_bytes = free_bytes
        make_folder(path)
        for draft in path.glob(".*.tmp"):
            with suppress(OSError):
                draft.unlink()

    def keep(self, name: str, content: bytes) -> None:
        """Writes a file, whole or not at all.

        Raises:
            NoRoomError: there is none, not even without the older files.
            WriteError: it cannot be written.
        """
        self.make_room(name, len(content))
        write_atomic(self.path / name, content, durable=False)

    def make_room(self, name: str, size: int) -> None:
        """Removes the oldest files until another one of ``size`` bytes may be written.

        Raises:
            NoRoomError: that is not enough.
            WriteError: one cannot be removed.
        """
        if size > self._most_bytes:
            raise NoRoomError(self.path / name)
        try:
            kept = sorted(self.path.iterdir(), key=lambda one: (one.suffix == PICTURE, one.name))
            taken = sum(one.stat().st_size for one in kept)
            while taken + size > self._most_bytes or self._free_bytes(self.path) < self._reserve_bytes + size:
                if not kept:
                    raise NoRoomError(self.path / name)
                oldest = kept.pop(0)
                taken -= oldest.stat().st_size
                oldest.unlink()
        except WriteError:
            raise
        except OSError as error:
            raise WriteError(self.path / name, error) from error
