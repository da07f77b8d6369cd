"""How well are simulated games counted? Folders of ``tools.simulate game`` and ``pathtraced`` against their truth.

    python tools/evaluate_simulated.py [--venue] [--json] [--out FILE] FOLDER...

Each board is calibrated by its start position within corners from the truth. Besides, the share of highlights is told:
of the px of its otaus those that are nearly white.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np

from togyz.board import OTAU_TOTAL
from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.counts import count_states, counter_for
from tools.evaluation.report import by_band, report
from tools.evaluation.tables import tell
from tools.evaluation.truth import Game
from vision.counter import Counter, VenueCounter
from vision.counter_of import start_of

HIGHLIGHT: Final = 235


@click.command()
@click.option("--venue", is_flag=True, help="Count by the classical counter alone, not by the program's two.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else, to stdout.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file.")
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(*, venue: bool, as_json: bool, out: Path | None, folders: tuple[Path, ...]) -> None:
    """Count every otau of every position after the start."""
    cv2.setNumThreads(1)
    games = [Game(one, json.loads((one / "game.json").read_text(encoding="utf-8"))) for one in folders]
    counts = [by_band(count_states(game, venue_counter(game) if venue else counter_for(game))) for game in games]
    shares = [highlights(game) for game in games]
    boards = [
        some | {"name": str(folder), "highlights": bright}
        for some, bright, folder in zip(counts, shares, folders, strict=True)
    ]
    tell(report("frames", is_cold=False, boards=boards, totals=[]), as_json=as_json, out=out)
    if not as_json:
        for folder, bright in zip(folders, shares, strict=True):
            click.echo(f"{folder}: {100 * bright:.2f} % of the otaus' px are highlights")


def highlights(game: Game) -> float:
    """Share of the px in otaus, in all pictures after the start, whose darkest channel reaches ``HIGHLIGHT``."""
    openings = [np.rint(one).astype(np.int32) for one in game.view().boxes_px[:OTAU_TOTAL]]
    inside = np.zeros(game.view().image_wh[::-1], np.uint8)
    cv2.fillPoly(inside, openings, (1,))
    pictures = [game.image(record) for record in game.frames("settled")]
    return float(np.mean([picture[inside > 0].min(axis=1) >= HIGHLIGHT for picture in pictures]))


def venue_counter(game: Game) -> Counter:
    """The counter that is fitted to the start position and needs no network."""
    calibration = find_board(game.image(game.frames("start")[0]), BoardOptions(corners_px=game.corners_px))
    return VenueCounter(calibration.view(), start_of(calibration), doubt=calibration.misplaced)


if __name__ == "__main__":
    main()
