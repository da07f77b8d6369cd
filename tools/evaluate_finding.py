"""Is the board found where nobody points at it? In any position, turned and in other light; and things that are none.

    python tools/evaluate_finding.py boards [NAMES] [--turns 8] [--kind start|settled|empty] [--json] [--out FILE]
    python tools/evaluate_finding.py boxes [--number 200] [--seed 1] [--json] [--out FILE]
    python tools/evaluate_finding.py registered [NAMES] [--cases 25] [--seed 1] [--json] [--out FILE]
    python tools/evaluate_finding.py others [--pictures 60] [--seed 1] [--json] [--out FILE]

Boxes and others need the extra ``simulate``; others shows the pictures of scikit-image as well where that is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product
from pathlib import Path
from typing import Final, Literal

import click
import cv2
import numpy as np

from board_io.images import read_image
from tools.evaluation.disguises import LIGHTS, turned
from tools.evaluation.finding import Sought, finding_report, others_report, sought, taken_for
from tools.evaluation.misregistered import registered_boards, registered_report
from tools.evaluation.no_boards import package_data, shipped_pictures, some_no_boards
from tools.evaluation.options import report_options
from tools.evaluation.tables import tell, tracked
from tools.evaluation.truth import REPORTED, TUNABLE, Picture, load_game

Kind = Literal["start", "settled", "empty"]
_WHAT: Final[dict[Kind, str]] = {
    "start": "at the start position",
    "settled": "in the middle of a game",
    "empty": "without kumalak",
}
_PHOTO: Final = "box_start_891x549.png"
_PHOTO_CORNERS_PX: Final = np.array([[63, 540], [842, 525], [806, 15], [82, 32]], np.float64)
"""By hand, to about a px."""
_APART: Final = 5
"""Frames between one picture of a board and the next."""


@click.group()
def main() -> None:
    """Boards that nobody points at, and things that are none."""
    cv2.setNumThreads(1)


names_argument = click.argument("names", nargs=-1)
seed_option = click.option("--seed", type=int, default=1, show_default=True)


@main.command()
@names_argument
@report_options
@click.option("--turns", type=click.IntRange(1), default=8, show_default=True, help="Rotations of every picture.")
@click.option("--kind", type=click.Choice(list(_WHAT)), default="start", show_default=True, help="Of pictures.")
def boards(*, names: tuple[str, ...], shared: Path, turns: int, kind: Kind, as_json: bool, out: Path | None) -> None:
    """Pictures of the rendered boards, turned, and in other light."""
    wanted = list(product(_named(names), LIGHTS, range(turns)))
    looks = [
        _turned_board(shared, kind, number, *one, turns)
        for number, one in enumerate(tracked(wanted, "pictures", len(wanted)))
    ]
    report = finding_report(f"rendered boards {_WHAT[kind]}, turned, in other light", [one for one in looks if one])
    tell(report, as_json=as_json, out=out)


def _turned_board(shared: Path, kind: Kind, number: int, name: str, light: str, turn: int, turns: int) -> Sought | None:
    """None where the game has no such picture."""
    game = load_game(shared, name)
    frames = game.frames(kind)
    if not frames:
        return None
    deg = 360 * turn / turns
    lit = LIGHTS[light](game.image(frames[_APART * number % len(frames)]))
    image, matrix = turned(lit, deg)
    corners_px = np.array(game.corners_px) @ matrix[:, :2].T + matrix[:, 2]
    return sought(name, f"{light}, turned by {deg:.0f} degrees", image, corners_px)


@main.command()
@report_options
@seed_option
@click.option("--number", type=click.IntRange(1), default=200, show_default=True)
def boxes(*, shared: Path, number: int, seed: int, as_json: bool, out: Path | None) -> None:
    """The photograph of a real box, and simulated ones of any colour, size, ribs and tilt."""
    from tools.evaluation.simulated_boards import boxes as simulated

    photo = sought("real box", "photograph", read_image(shared / "data" / "photos" / _PHOTO), _PHOTO_CORNERS_PX)
    drawn = enumerate(islice(simulated(seed), number))
    looks = [sought("simulated box", f"number {ix}", *one) for ix, one in tracked(drawn, "pictures", number)]
    tell(finding_report("boxes at the start position", [photo, *looks]), as_json=as_json, out=out)


@main.command()
@names_argument
@report_options
@seed_option
@click.option("--cases", type=click.IntRange(1), default=25, show_default=True, help="Of each board.")
def registered(*, names: tuple[str, ...], shared: Path, cases: int, seed: int, as_json: bool, out: Path | None) -> None:
    """Rendered boards of which something wrong is told."""
    games = [load_game(shared, name) for name in _named(names)]
    found = registered_boards(games, cases, seed)
    tell(registered_report(list(tracked(found, "pictures", len(games) * cases))), as_json=as_json, out=out)


@main.command()
@report_options
@seed_option
@click.option("--pictures", type=click.IntRange(1), default=60, show_default=True, help="Drawn ones, and simulated.")
def others(*, shared: Path, pictures: int, seed: int, as_json: bool, out: Path | None) -> None:
    """Chess boards, forms, boards of other games and other things: drawn, simulated, photographed."""
    from tools.evaluation.simulated_boards import other_boards

    gems = read_image(shared / "data" / "photos" / "mancala_gems_640x480.jpg")
    folder = package_data("skimage")
    things: Iterator[tuple[str, Picture]] = chain(
        [("photograph: another game", gems)],
        ((f"drawn: {what}", image) for what, image in some_no_boards(pictures, seed)),
        ((f"simulated: {what}", image) for what, image in islice(other_boards(seed), pictures)),
        ((f"shipped: {what}", image) for what, image in shipped_pictures(folder)) if folder else [],
    )
    seen = [taken_for(what, image) for what, image in tracked(things, "pictures", 2 * pictures + 1)]
    tell(others_report(seen), as_json=as_json, out=out)


def _named(beginnings: tuple[str, ...]) -> list[str]:
    return [name for name in (*TUNABLE, *REPORTED) if name.startswith(beginnings or ("",))]


if __name__ == "__main__":
    main()
