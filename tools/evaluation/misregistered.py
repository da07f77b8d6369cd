"""Boards of which something wrong is told: corners beside them, another layout, a calibration from before a knock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.layout import shipped_layouts
from togyz.board import OTAU_TOTAL
from togyz_companion.board_setup import Board, BoardOptions, find_board, find_board_in
from tools.evaluation.report import Report, report
from tools.evaluation.truth import Game, Picture
from vision.frame import Frame

Outcome = Literal["refused", "same", "unsure", "wrong"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("refused", "same", "unsure", "wrong")
"""Same: every otau reads as it does with the right registration, or as it should. Unsure: but for otaus that read
otherwise and leave what they hold a chance of a twentieth, or are read as wrongly with the right registration: heaps of
which the record believes nothing but what the plies say. Wrong: one was read wrongly for sure by the registration's
fault."""
_SURE: Final = 0.05
_SHIFTS_PX: Final = (3, 5, 8, 12, 16, 20, 25, 30) * 2
"""Each in two directions."""
_TURNS_DEG: Final = (-12, -6, -3, 3, 6, 12)
_SCALES: Final = (0.75, 0.85, 0.92, 1.06)
_LATER: Final = 9
"""The settled position that is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Something wrong that is told of a board.

    Attributes:
        kind: what is wrong, ``shows`` how much.
        options: what is told.
        motion: (2, 3) from where things lay in the picture when that was right to where they lie.
    """

    kind: str
    shows: str
    options: BoardOptions
    motion: NDArray[np.float64] = field(default_factory=lambda: np.eye(2, 3))


@dataclass(frozen=True, slots=True)
class Registered:
    """What came of it: ``why`` it was refused, or which otaus read otherwise."""

    board: str
    kind: str
    shows: str
    outcome: Outcome
    why: str


def registered_boards(games: Sequence[Game], cases: int, seed: int) -> Iterator[Registered]:
    """What comes of so many cases of wrong registration of each game's board."""
    for number, game in enumerate(games):
        yield from _registered(game, cases, np.random.default_rng((seed, number)))


def _registered(game: Game, most: int, rng: np.random.Generator) -> Iterator[Registered]:
    start = game.image(game.frames("start")[0])
    record = game.frames("settled")[_LATER]
    later, kumalak = game.image(record), np.array(game.kumalak(record)[:OTAU_TOTAL])
    truth = find_board(start, BoardOptions(corners_px=game.corners_px))
    reference = _read(Board(truth), later)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "board.json"
        file.write_bytes(truth.to_json())
        kinds = [list(some) for some in (_shifted(game, rng), _otherwise(game), _knocked(game, file, rng))]
        mixed = [case for some in zip_longest(*kinds) for case in some if case is not None]
        for case in islice(mixed, most):
            try:
                frame = Frame(_moved(start, case.motion), 0, 0, game.folder.name)
                board, _ = find_board_in(iter([frame]), case.options)
                seen = _read(board, _moved(later, case.motion))
            except CalibrationError as error:
                yield Registered(game.folder.name, case.kind, case.shows, "refused", str(error))
            else:
                outcome, why = _compared(seen, reference, kumalak)
                yield Registered(game.folder.name, case.kind, case.shows, outcome, why)


def registered_report(cases: Sequence[Registered]) -> Report:
    """By what was wrong, and in total; what went wrong, one by one."""
    kinds = list(dict.fromkeys(case.kind for case in cases))
    groups = [(kind, [case for case in cases if case.kind == kind]) for kind in kinds]
    return report(
        "registered",
        kinds=[_figures(some) | {"name": name} for name, some in [*groups, ("all", list(cases))]],
        wrong=[f"{one.board}, {one.kind} {one.shows}: {one.why}" for one in cases if one.outcome == "wrong"],
    )


def _figures(cases: Sequence[Registered]) -> dict[str, Any]:
    return {"cases": len(cases), **{one: sum(case.outcome == one for case in cases) for one in OUTCOMES}}


def _read(board: Board, image: Picture) -> NDArray[np.float64]:
    """(18, 61) probabilities."""
    return np.stack([reading.p for reading in board.read(image)]).astype(np.float64)


def _compared(
    seen: NDArray[np.float64], reference: NDArray[np.float64], kumalak: NDArray[np.int64]
) -> tuple[Outcome, str]:
    """What came of a reading (18, 61), and by how much the otaus were read otherwise."""
    off = np.where(seen.argmax(axis=1) == kumalak, 0, seen.argmax(axis=1) - reference.argmax(axis=1))
    chance, chance_before = (one[np.arange(OTAU_TOTAL), kumalak] for one in (seen, reference))
    surely_wrong = (off != 0) & (chance < _SURE) & (chance_before >= _SURE)
    outcome: Outcome = "wrong" if surely_wrong.any() else "unsure" if off.any() else "same"
    return outcome, str(off.tolist())


def _moved(image: Picture, motion: NDArray[np.float64]) -> Picture:
    if np.array_equal(motion, np.eye(2, 3)):
        return image
    return np.asarray(cv2.warpAffine(image, motion, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _way(length_px: float, rng: np.random.Generator) -> NDArray[np.float64]:
    turn = rng.uniform(0, 2 * np.pi)
    return length_px * np.array([np.cos(turn), np.sin(turn)])


def _told(corners: NDArray[np.float64], game: Game, layout: str = "auto") -> BoardOptions:
    """Corners within the picture."""
    size = np.array(game.truth["resolution"])
    inside = np.clip(corners, 0, size - 1.0)
    return BoardOptions(corners_px=[(float(x), float(y)) for x, y in inside], layout=layout)


def _shifted(game: Game, rng: np.random.Generator) -> Iterator[Case]:
    corners = np.array(game.corners_px)
    for length_px in _SHIFTS_PX:
        yield Case("corners shifted", f"by {length_px} px", _told(corners + _way(length_px, rng), game))
        each = np.array([_way(length_px, rng) for _ in range(4)])
        yield Case("each corner shifted", f"by {length_px} px", _told(corners + each, game))


def _otherwise(game: Game) -> Iterator[Case]:
    corners = np.array(game.corners_px)
    otau = (corners[1] - corners[0]) / 10
    for name in shipped_layouts():
        yield Case("wrong layout", name, _told(corners, game, name))
    for turn in (1, 3):
        yield Case("turned by 90 degrees", f"{90 * turn} degrees", _told(np.roll(corners, turn, axis=0), game))
    for step in (-1, 1):
        yield Case("one otau along", f"{step}", _told(corners + step * otau, game))
    for part in (0.7, 0.75, 0.8, 0.85, 0.9):
        squeezed = corners.copy()
        squeezed[2:] = corners[2:].mean(axis=0) + part * (corners[2:] - corners[2:].mean(axis=0))
        yield Case("oblique", f"far side {part}", _told(squeezed, game))
        sheared = corners + np.array([[0, 0], [0, 0], (1 - part) * 4 * otau, (1 - part) * 4 * otau])
        yield Case("oblique", f"far side aside by {(1 - part) * 4:.1f} otaus", _told(sheared, game))


def _knocked(game: Game, file: Path, rng: np.random.Generator) -> Iterator[Case]:
    options = BoardOptions(calibration=file)
    corners = np.array(game.corners_px)
    middle, otau = corners.mean(axis=0), (corners[1] - corners[0]) / 10
    for length_px in _SHIFTS_PX:
        yield Case("calibrated before a knock", f"of {length_px} px", options, knock(middle, _way(length_px, rng)))
    for deg, length_px in product(_TURNS_DEG, (0, 20)):
        way = _way(length_px, rng)
        yield Case("calibrated before a turn", f"of {deg} degrees and {length_px} px", options, knock(middle, way, deg))
    for step, length_px in product((-1, 1), (0, 8, 20)):
        way = step * otau + _way(length_px, rng)
        yield Case("calibrated before a knock by an otau", f"{step} and {length_px} px", options, knock(middle, way))
    for scale, length_px in product(_SCALES, (0, 20)):
        way = _way(length_px, rng)
        shows = f"{scale} times as large and {length_px} px"
        yield Case("calibrated at another distance", shows, options, knock(middle, way, scale=scale))


def knock(
    middle: NDArray[np.float64], way: NDArray[np.float64], deg: float = 0.0, scale: float = 1.0
) -> NDArray[np.float64]:
    """(2, 3) a turn about the board's middle, and on by some px."""
    turn = np.asarray(cv2.getRotationMatrix2D(middle.tolist(), deg, scale), np.float64)
    turn[:, 2] += way
    return turn
