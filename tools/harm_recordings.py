"""Harm stores and recordings in every way that a disk can, and see what is lost.

    python tools/harm_recordings.py GAME [--times 500] [--random 1] [--disk FOLDER]

GAME is a recorded game's folder. Copies of its store get one bit flipped, or their end cut off: what is read of them
must be what was written, or an error. Then its stored observations are recorded once more, with clips as evidence, and
for some events another program holds the store. With --disk, a folder on a small file system of its own, recordings go
on there while it is full, too. In the end the record must be that of a recording without harm, byte for byte.

    mount -t tmpfs -o size=100m tmpfs /mnt/small
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from board_io.game_folder import GAME_SQLITE
from board_io.history import counting
from board_io.store import Row, read_history
from board_io.store_errors import StoreError
from togyz_companion.game_files import StoredGame, read_stored
from tools.kill_recordings import DERIVED, half_files, record_stored
from vision.frame import Frame

RECORDINGS: Final = 20
"""So many recordings are harmed in each way."""
_CHUNK: Final = b"\0" * 65536

Harm = Callable[[Path], AbstractContextManager[object]]
"""Does something to a game's folder, and undoes it."""


def damaged(store: Path, times: int, rng: random.Random) -> dict[str, Counter[str]]:
    """How often one flipped bit, and a cut, is found in copies of a store.

    Returns:
        For each harm how often it was ``found``, left the ``same history``, or gave ``ANOTHER HISTORY``.
    """
    content, whole = store.read_bytes(), read_history(store).rows
    results: dict[str, Counter[str]] = {"a flipped bit": Counter(), "an end cut off": Counter()}
    with TemporaryDirectory() as folder:
        copy = Path(folder, store.name)
        for _ in range(times):
            flipped = bytearray(content)
            flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
            cut = content[: rng.randrange(len(content))]
            for harm, changed in zip(results, (bytes(flipped), cut), strict=True):
                copy.write_bytes(changed)
                results[harm][_read(copy, whole)] += 1
    return results


def _read(store: Path, whole: tuple[Row, ...]) -> str:
    try:
        rows = read_history(store).rows
    except StoreError:
        return "found"
    return "same history" if rows == whole else "ANOTHER HISTORY"


class Harming:
    """Recordings of one stored game that are harmed while they run.

    Args:
        stored: the game.
        folder: an empty folder to work in.
    """

    def __init__(self, stored: StoredGame, folder: Path) -> None:
        self._stored = stored
        self._folder = folder
        self._expected = self._record("unharmed", lambda frames, _: frames)

    def harm(self, harm: Harm, rng: random.Random) -> str | None:
        """Does a harm for some frames of a recording; what differs in the end, None where nothing does."""
        observations = len(self._stored.inputs)
        first = rng.randrange(2, observations - 1)
        last = rng.randrange(first + 1, min(first + 12, observations))

        def harmed(frames: Iterator[Frame], game: Path) -> Iterator[Frame]:
            for frame in frames:
                if frame.seq == first:
                    with harm(game):
                        yield frame
                        yield from _until(frames, last)
                else:
                    yield frame

        outcome = self._record("harmed", harmed)
        shutil.rmtree(self._folder / "harmed")
        different = [part for part, expected in self._expected.items() if outcome[part] != expected]
        return f"{different[0]} differs" if different else None

    def _record(self, name: str, harmed: Callable[[Iterator[Frame], Path], Iterator[Frame]]) -> dict[str, object]:
        game = self._folder / name / "game"
        record_stored(self._stored, game, sinks=(), frames_of=lambda watcher: harmed(watcher.frames(), game))
        derived: dict[str, object] = {part: (game / part).read_bytes() for part in DERIVED}
        halves = half_files(game / "evidence")
        return derived | {GAME_SQLITE: counting(read_history(game / GAME_SQLITE).rows), "half evidence": halves}


def _until(frames: Iterator[Frame], last: int) -> Iterator[Frame]:
    for frame in frames:
        yield frame
        if frame.seq == last:
            return


@contextmanager
def held(game: Path) -> Iterator[None]:
    """Another program holds the store."""
    with closing(sqlite3.connect(game / GAME_SQLITE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def filled(game: Path) -> Iterator[None]:
    """The disk is full to its last byte."""
    filler = game.parent / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(_CHUNK)
            except OSError:
                pass
        yield
    finally:
        filler.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=Path)
    parser.add_argument("--times", type=int, default=500, help="How many bits are flipped and ends cut off.")
    parser.add_argument("--random", type=int, default=1, help="Chooses places and moments.")
    parser.add_argument("--disk", type=Path, help="A folder on a file system that may be filled.")
    options = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    rng = random.Random(options.random)
    faults = []
    for harm, results in damaged(options.game / GAME_SQLITE, options.times, rng).items():
        print(f"{harm}: {dict(results)}")
        faults += [harm] * results["ANOTHER HISTORY"]
    stored = read_stored(options.game / GAME_SQLITE)
    with TemporaryDirectory(dir=options.disk) as folder:
        harming = Harming(stored, Path(folder))
        harms: dict[str, Harm] = {"a store held by another program": held}
        if options.disk is not None:
            harms["a full disk"] = filled
        for name, doing in harms.items():
            lost = [fault for _ in range(RECORDINGS) if (fault := harming.harm(doing, rng))]
            print(f"{name}: {RECORDINGS} recordings, {len(lost)} faults")
            faults += lost
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
