"""Kill recordings at random moments, resume them, and compare what comes out with a recording that was left alone.

    python tools/kill_recordings.py GAME [--kills 200] [--random 1]

GAME is a recorded game's folder. Its stored observations are recorded once more, with clips as evidence, in a program
of its own that is killed (SIGKILL) and resumed; no film is decoded, so that moments fall where something is written.
Every ply that was announced must be in the store after the kill, and all derived files and the rows of the store that
count must be those of the recording that was left alone, byte for byte. No file of evidence may ever be half of one,
and in the end all that the record names must be there.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.game_folder import EVENTS, GAME_JSON, GAME_SQLITE, GAME_TGK, GameFolder
from board_io.history import counting
from board_io.store import Row, read_history
from calibration.view import BoardView
from togyz.event_json import event_from_json
from togyz.events import Calibrated
from togyz.inference.observation import BOX_TOTAL, Observation
from togyz.json_text import compact_json
from togyz.record import Record
from togyz_companion.evidence import EvidenceOptions, Witness
from togyz_companion.evidence_names import EVIDENCE, EvidenceKind
from togyz_companion.game_files import StoredGame, read_stored
from togyz_companion.news import Sink
from togyz_companion.recorder import Recorder
from togyz_companion.recording import run
from togyz_companion.session_folder import game_folder
from togyz_companion.sinks import json_sink
from vision.frame import Frame
from vision.reading import OtauReading

ROOT: Final = Path(__file__).parents[1]
DERIVED: Final = (EVENTS, GAME_JSON, GAME_TGK)
GAME: Final = Path("games", "game")
"""Where a recording is made, below its working folder: the last event names it, and is to be the same in all."""
KIND: Final[EvidenceKind] = "clips"
LATEST_S: Final = 0.01
"""A kill follows a line of the recording by so much at most: about as long as a ply takes to be recorded."""


BETWEEN_S: Final = 0.5
SIDE_PX: Final = 40
"""Of each box in the pictures, which show nothing else."""


class StoredWatcher:
    """Sees what was stored: in frame ``seq`` the observation of that number."""

    def __init__(self, observations: Sequence[Observation]) -> None:
        self._observations = observations
        self.view = plain_view()
        self.readings: tuple[OtauReading, ...] = ()

    def frames(self) -> Iterator[Frame]:
        """A grey frame for each observation, and some between them, numbered -1."""
        width, height = self.view.image_wh
        before_s = 0.0
        for seq, observation in enumerate(self._observations):
            image = np.full((height, width, 3), seq % 256, np.uint8)
            for t_s in np.arange(before_s + BETWEEN_S, observation.t, BETWEEN_S):
                yield Frame(image, round(1e9 * t_s), -1, "stored")
            yield Frame(image, round(1e9 * observation.t), seq, "stored")
            before_s = observation.t

    def see(self, frame: Frame) -> list[Observation]:
        """What was stored."""
        if frame.seq < 0:
            return []
        observation = self._observations[frame.seq]
        no_balls = np.empty((0, 2), np.float32), np.empty(0, np.float32)
        self.readings = tuple(OtauReading(log_lik, *no_balls) for log_lik in observation.log_lik)
        return [observation]

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture as it is."""
        return image_bgr


def plain_view() -> BoardView:
    """Twenty boxes in a row."""
    square = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float32)
    lefts = SIDE_PX * np.arange(BOX_TOTAL)
    to_image = np.array([[SIDE_PX, 0, SIDE_PX / 2], [0, SIDE_PX, SIDE_PX / 2], [0, 0, 1.0]])
    wh = (BOX_TOTAL * SIDE_PX, SIDE_PX)
    return BoardView(
        image_wh=wh,
        outline_px=np.array([[0, 0], [wh[0], 0], wh, [0, wh[1]]], np.float32),
        boxes_px=tuple(square + np.array([left, 0], np.float32) for left in lefts),
        H_image_box=np.stack([np.array([[1, 0, left], [0, 1, 0], [0, 0, 1]]) @ to_image for left in lefts]),
        box_wh=np.full((BOX_TOTAL, 2), 4.0),
        ball_px=SIDE_PX / 4,
    )


def record_stored(
    stored: StoredGame, path: Path, *, sinks: Sequence[Sink], frames_of: Callable[[StoredWatcher], Iterable[Frame]]
) -> None:
    """Records a stored game once more in a folder, or resumes that.

    Args:
        stored: the game.
        path: of the folder.
        sinks: are told every event.
        frames_of: the frames to look at, given the watcher that sees the observations in them.
    """
    watcher = StoredWatcher([one for one in stored.inputs if isinstance(one, Observation)])
    session = compact_json({**stored.session, "evidence": KIND})
    with closing(Witness(watcher, watcher, KIND, EvidenceOptions(), waits=True)) as witness:

        def folder_for(_: float) -> GameFolder:
            folder = game_folder(path.parent, path.name, session, if_there="resume")
            witness.open(folder.path)
            return folder

        recorder = Recorder(
            stored.tracker,
            headers=stored.headers,
            folder_for=folder_for,
            evidence=KIND,
            clock=stored.control,
            sinks=[witness.tell, *sinks],
        )
        for row in stored.rows:
            if row.kind == "event" and isinstance(event := event_from_json(row.text), Calibrated):
                recorder.announce(event)
        run(frames_of(watcher), witness, recorder)


def half_files(evidence: Path) -> list[str]:
    """Names of pictures and clips that cannot be shown."""
    shown = {".jpg": _is_picture, ".mp4": _is_clip}
    return [path.name for path in sorted(evidence.glob("[!.]*")) if not shown[path.suffix](path)]


def _is_picture(path: Path) -> bool:
    return cv2.imread(str(path)) is not None and path.read_bytes().endswith(b"\xff\xd9")


def _is_clip(path: Path) -> bool:
    try:
        with av.open(path) as clip:
            return len(list(clip.decode(video=0))) == clip.streams.video[0].frames > 0
    except av.FFmpegError:
        return False


class Killing:
    """Recordings of one stored game, in programs of their own.

    Args:
        game: its folder.
        folder: an empty folder to work in.
    """

    def __init__(self, game: Path, folder: Path) -> None:
        self._game = game.absolute()
        self._folder = folder
        folder.joinpath("left alone").mkdir()
        with self._started("left alone") as whole:
            self.events = len(_lines(whole))
        self._expected = self._outcome("left alone")

    def kill(self, n: int, rng: random.Random) -> str | None:
        """Kills recording ``n`` and its resumption, each at a moment of its own, then lets it come to its end.

        Returns:
            What was lost or differs; None where all is as it should be.
        """
        name = f"killed {n}"
        self._folder.joinpath(name).mkdir()
        for _ in range(2):
            announced = self._kill(name, rng)
            if halves := half_files(self._folder / name / GAME / EVIDENCE):
                return f"recording {n}: half of {halves[0]} was left"
            if lost := [line for line in announced if line not in self._stored_events(name)]:
                return f"recording {n}: announced, but not stored: {lost[0]}"
        with self._started(name) as last:
            last.communicate()
        if last.returncode != 0:
            return f"recording {n}: could not be resumed"
        outcome = self._outcome(name)
        different = [part for part, expected in self._expected.items() if outcome[part] != expected]
        return f"recording {n}: {different[0]} differs" if different else self._evidence_fault(n, name)

    def _evidence_fault(self, n: int, name: str) -> str | None:
        """What is wrong with the evidence of a recording that came to its end."""
        folder = self._folder / name / GAME
        record = Record.from_json((folder / GAME_JSON).read_text(encoding="utf-8"))
        missing = {one for ply in record.plies for one in ply.evidence if not (folder / one).is_file()}
        if halves := half_files(folder / EVIDENCE):
            return f"recording {n}: half of {halves[0]} was left"
        return f"recording {n}: {min(missing)} is missing" if missing else None

    def _kill(self, name: str, rng: random.Random) -> list[str]:
        """Starts or resumes a recording, and kills it; returns the plies that it announced."""
        with self._started(name) as running:
            lines = _lines(running, rng.randint(0, self.events))
            time.sleep(rng.uniform(0, LATEST_S))
            running.kill()
            lines += _lines(running)
        return [line.rstrip("\n") for line in lines if '"event":"ply"' in line and line.endswith("\n")]

    def _started(self, name: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(Path(__file__).absolute()), str(self._game), "--record"]
        return subprocess.Popen(
            command,
            cwd=self._folder / name,
            env={"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )

    def _stored_events(self, name: str) -> set[str]:
        path = self._folder / name / GAME / GAME_SQLITE
        return {row.text for row in read_history(path).rows} if path.exists() else set()

    def _outcome(self, name: str) -> dict[str, bytes | list[Row]]:
        folder = self._folder / name / GAME
        derived: dict[str, bytes | list[Row]] = {part: (folder / part).read_bytes() for part in DERIVED}
        return derived | {GAME_SQLITE: counting(read_history(folder / GAME_SQLITE).rows)}


def _lines(running: subprocess.Popen[str], most: int | None = None) -> list[str]:
    """The next lines that a program prints, or all until it ends."""
    return list(islice(running.stdout or (), most))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=Path)
    parser.add_argument("--kills", type=int, default=200, help="How many kills, two of each recording.")
    parser.add_argument("--random", type=int, default=1, help="Chooses the moments.")
    parser.add_argument("--record", action="store_true", help="Record the game again; what is killed.")
    options = parser.parse_args()
    if options.record:
        told = json_sink(lambda line: print(line, flush=True))
        record_stored(read_stored(options.game / GAME_SQLITE), GAME, sinks=[told], frames_of=StoredWatcher.frames)
        return
    rng = random.Random(options.random)
    with TemporaryDirectory() as folder:
        killing = Killing(options.game, Path(folder))
        faults = [fault for n in range(options.kills // 2) if (fault := killing.kill(n, rng))]
    print(f"{options.kills // 2 * 2} kills of recordings with {killing.events} events, {len(faults)} faults")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
