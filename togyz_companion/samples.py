"""The game shipped with the program: in the wheel it lies inside this package, in the repository beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent
_GAME: Final = "box_game.json"


@dataclass(frozen=True, slots=True)
class Sample:
    """A film and what is known of it.

    Attributes:
        film, moves: the files.
        corners_px: of the board in the film, beside white's otau 1 first.
    """

    film: Path
    moves: Path
    corners_px: tuple[tuple[float, float], ...]


def sample() -> Sample:
    """The shipped game.

    Raises:
        FileNotFoundError: this installation lacks it.
    """
    for folder in (_HERE / "samples", _HERE.parent / "samples"):
        if (folder / _GAME).is_file():
            told = json.loads((folder / _GAME).read_text(encoding="utf-8"))
            corners_px = tuple((x, y) for x, y in told["corners_px"])
            return Sample(folder / told["film"], folder / told["moves"], corners_px)
    raise FileNotFoundError(f"the sample {_GAME} is missing from this installation: install the program anew")
