"""Whether this machine is ready to record, and what is to be done where it is not."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from board_io.cameras import ListedCamera, listed_cameras
from board_io.errors import BoardIoError
from board_io.port.adapter import ListedPort, listed_ports
from board_io.source import SourceError, open_source
from calibration.errors import CalibrationError
from togyz.saying import sentence_of
from togyz.tgk import read_tgk
from togyz_companion import machine
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.glimpse import look
from togyz_companion.recording import Recording
from togyz_companion.samples import Sample, sample
from togyz_companion.session import SessionOptions, record_source

Level = Literal["ok", "warning", "fault"]

FREE_MIN_BYTES: Final = 2_000_000_000
"""A kept film of two hours takes 1.4, evidence and the record the rest."""
SELF_TEST_S: Final = 20.0
"""So much of the shipped film is recorded: ten seconds of work at most on a machine that is fast enough."""
SELF_TEST_PLIES: Final = 4
"""Over by then; a fifth has just been played."""
SPEED_MIN: Final = 2.0
"""Times real time: a page, displays and a film kept beside want as much again."""
GRABBERS: Final = frozenset({"brltty", "ModemManager"})
"""Programs that open serial ports by themselves: one takes adapters for Braille displays, the other asks for modems."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Something that was looked at.

    Attributes:
        key: of its sentence, without ``doctor.``.
        values: of that sentence.
    """

    level: Level
    key: str
    values: Mapping[str, object] = field(default_factory=dict)


def examine(out: Path) -> Iterator[Diagnosis]:
    """Look at everything, the longest last.

    Args:
        out: the folder in which games are to be recorded, or will be made.
    """
    yield program_found()
    yield from clashes_found(machine.clashes(metadata.packages_distributions()))
    yield from cameras_found(listed_cameras(), see)
    yield from ports_found(listed_ports(), machine.running(GRABBERS))
    yield disk_found(out)
    if machine.is_on_battery():
        yield Diagnosis("warning", "battery")
    yield self_test()


def program_found() -> Diagnosis:
    """The versions, for a report."""
    told = [f"Python {platform.python_version()}", *(f"{name} {one}" for name, one in machine.versions().items())]
    return Diagnosis("ok", "versions", {"versions": ", ".join(told), "system": platform.platform()})


def clashes_found(clashes: Mapping[str, list[str]]) -> Iterator[Diagnosis]:
    """Packages that are overwritten."""
    for name, others in clashes.items():
        yield Diagnosis("fault", "clash", {"package": name, "others": ", ".join(others)})


def see(camera: ListedCamera) -> str:
    """The size of the pictures that a camera gives.

    Raises:
        SourceError: it gives none.
    """
    return "{} x {}".format(*look(camera.url).info.wh)


def cameras_found(cameras: list[ListedCamera], see: Callable[[ListedCamera], str]) -> Iterator[Diagnosis]:
    """Each camera, with what it gives or why not."""
    if not cameras:
        yield Diagnosis("warning", "no_camera")
    for camera in cameras:
        name = f"{camera.url} {camera.name}".strip()
        try:
            yield Diagnosis("ok", "camera", {"camera": name, "sees": see(camera)})
        except SourceError as error:
            users = machine.users_of(camera.device)
            if users:
                yield Diagnosis("fault", "camera_in_use", {"camera": name, "program": ", ".join(users)})
            else:
                yield Diagnosis("fault", "camera_fails", {"camera": name, "detail": sentence_of(error)})


def ports_found(ports: list[ListedPort], grabbers: list[str]) -> Iterator[Diagnosis]:
    """Serial ports, and programs that take them away."""
    for port in ports:
        values: dict[str, object] = {"port": port.device}
        if os.name == "posix" and not os.access(port.device, os.R_OK | os.W_OK):
            yield Diagnosis("fault", "port_refused", values)
        elif users := machine.users_of(Path(port.device)):
            yield Diagnosis("warning", "port_in_use", {**values, "program": ", ".join(users)})
        else:
            yield Diagnosis("ok", "port", values)
    for program in grabbers:
        yield Diagnosis("warning", "grabber", {"program": program})


def disk_found(out: Path) -> Diagnosis:
    """Room for games."""
    there = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.is_dir())
    free = shutil.disk_usage(there).free
    level: Level = "ok" if free >= FREE_MIN_BYTES else "warning"
    return Diagnosis(level, "disk" if level == "ok" else "disk_full", {"folder": there, "gigabytes": free / 1e9})


def self_test(
    end_s: float = SELF_TEST_S, plies_min: int = SELF_TEST_PLIES, now_s: Callable[[], float] = time.perf_counter
) -> Diagnosis:
    """Record the beginning of the shipped film, and compare.

    Args:
        end_s: how much of it.
        plies_min: so many plies are over by then.
        now_s: real time.
    """
    shipped = sample()
    began = now_s()
    try:
        recording = _recorded(shipped, end_s)
    except (BoardIoError, CalibrationError) as error:
        return Diagnosis("fault", "self_test_failed", {"detail": sentence_of(error)})
    speed = end_s / (now_s() - began)
    recorded = [ply.move for ply in recording.record.plies]
    played = [ply.move for ply in read_tgk(shipped.moves.read_text(encoding="utf-8")).game.plies]
    agreeing = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(recorded, played, strict=False)))
    values = {"plies": len(recorded), "agreeing": agreeing, "speed": speed}
    if recording.failure is not None or not plies_min <= len(recorded) == agreeing:
        return Diagnosis("fault", "self_test_wrong", values)
    return (
        Diagnosis("ok", "self_test", values) if speed >= SPEED_MIN else Diagnosis("warning", "self_test_slow", values)
    )


def _recorded(shipped: Sample, end_s: float) -> Recording:
    """The beginning of the shipped film, recorded."""
    board = BoardOptions(corners_px=shipped.corners_px)
    with TemporaryDirectory() as out, open_source(str(shipped.film)) as source:
        options = SessionOptions(board=board, out=Path(out), evidence=EvidenceOptions(kind="none"))
        return record_source(source, options, go_on=lambda moment: moment.t_s < end_s, opened_at=datetime.now(UTC))
