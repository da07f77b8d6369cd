"""How good is the recognition? Films and counts against their truth.

    python tools/evaluate.py films [NAMES] [--life 1] [--skip I,J] [--cut-hands] [--bump T:DX,DY,DEG] [--light T:GAIN]
                                        [--from-third seen|given] [--jobs 2] [--json] [--out FILE]
    python tools/evaluate.py kept [NAMES] [--json] [--out FILE]
    python tools/evaluate.py covered [NAMES] [--json] [--out FILE]
    python tools/evaluate.py knocks [--json] [--out FILE]
    python tools/evaluate.py frames [NAMES] [--cold] [--json] [--out FILE]
    python tools/evaluate.py changes [NAMES] [--life 1] [--json] [--out FILE]
    python tools/evaluate.py adaptation [NAMES] [--json] [--out FILE]
    python tools/evaluate.py figures [FOLDER]

NAMES are games of data/rendered or their beginnings (d3, b); without them all games without an error are taken, on
boards that may choose constants and on boards that are only reported on.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click
import cv2

from tools.evaluation.adaptation import evaluate_adaptation
from tools.evaluation.changes import film_changes
from tools.evaluation.counts import Count, count_heaps, count_states, counter_for
from tools.evaluation.covered import evaluate_covered
from tools.evaluation.crops import count_bowls, count_painted, count_photo
from tools.evaluation.films import Variant, evaluate_films
from tools.evaluation.joined import How
from tools.evaluation.kept import evaluate_kept
from tools.evaluation.knocks import KNOCKS, evaluate_knocks
from tools.evaluation.options import report_options
from tools.evaluation.report import (
    GAME,
    HEAPS,
    ROOT,
    adaptation_report,
    changes_report,
    covered_report,
    films_report,
    frames_report,
    kept_report,
    knocks_report,
    read_report,
)
from tools.evaluation.tables import markdown, tell, tracked
from tools.evaluation.truth import REPORTED, TUNABLE, load_game

LEGAL: Final = (*TUNABLE, *REPORTED)
FIGURES: Final = ROOT / "docs" / "figures"


@click.group()
def main() -> None:
    """Films and counts against their truth."""


def _common(command: Callable[..., None]) -> Callable[..., None]:
    """What films and frames are both told."""
    return click.argument("names", nargs=-1, callback=_games)(report_options(command))


def _games(_ctx: click.Context, _param: click.Parameter, beginnings: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [one for one in beginnings if not any(name.startswith(one) for name in LEGAL)]
    if unknown:
        raise click.BadParameter(f"no game begins with {unknown[0]!r}: there are {', '.join(LEGAL)}")
    return tuple(name for name in LEGAL if name.startswith(beginnings or ("",)))


def _numbers(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in filter(None, value.split(",")))
    except ValueError as error:
        raise click.BadParameter(f"{value!r} are no numbers: give I,J,...") from error


def _filmed(command: Callable[..., None]) -> Callable[..., None]:
    """What commands on films are told besides."""
    for option in (
        click.option("--life", type=float, default=0.0, help="Strength of tremble, breathing focus, flicker, shadows."),
        click.option("--skip", default="", callback=_numbers, metavar="I,J", help="States that nobody sees at rest."),
        click.option("--cut-hands", is_flag=True, help="No hand is seen between two states."),
        click.option("--unaided", is_flag=True, help="Nobody tells where the board lies."),
        click.option("--bump", default="", metavar="T:DX,DY,DEG", help="A knock moves the picture at this time."),
        click.option(
            "--light", default="", metavar="T:GAIN", help="The light changes within a second from this time on."
        ),
    ):
        command = option(command)
    return _cached(command)


def _cached(command: Callable[..., None]) -> Callable[..., None]:
    """What commands that compose films are told."""
    return click.option(
        "--cache",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path(tempfile.gettempdir()) / "togyz-films",
        show_default=True,
        help="Where composed films are kept.",
    )(command)


@main.command()
@_common
@_filmed
@click.option(
    "--from-third",
    "joined",
    type=click.Choice(["seen", "given"]),
    help="Cut off the first third; the game is joined with the side to move told, or the whole position.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Films at one time.")
def films(
    *,
    names: tuple[str, ...],
    shared: Path,
    as_json: bool,
    out: Path | None,
    jobs: int,
    cache: Path,
    joined: How | None,
    **variant: Any,
) -> None:
    """Record whole films and compare the records with what was played."""
    how = Variant(**variant, joined=joined or "")
    scores = evaluate_films(names, how, shared=shared, cache=cache, jobs=jobs)
    tell(films_report(tracked(scores, "films", len(names)), how), as_json=as_json, out=out)


@main.command()
@report_options
@_cached
def knocks(*, shared: Path, as_json: bool, out: Path | None, cache: Path) -> None:
    """Record films in which the camera is knocked and the light changes."""
    cv2.setNumThreads(1)
    knocked = tracked(evaluate_knocks(shared=shared, cache=cache), "films", len(KNOCKS))
    tell(knocks_report(knocked), as_json=as_json, out=out)


@main.command()
@_common
def kept(*, names: tuple[str, ...], shared: Path, as_json: bool, out: Path | None) -> None:
    """Measure how boards are kept: jitter and wander."""
    cv2.setNumThreads(1)
    boards = (evaluate_kept(name, shared=shared) for name in names)
    tell(kept_report(tracked(boards, "boards", len(names))), as_json=as_json, out=out)


@main.command()
@_common
def covered(*, names: tuple[str, ...], shared: Path, as_json: bool, out: Path | None) -> None:
    """Measure what is noticed of what lies over otaus, by kind: hands, sleeves, pens, a phone, shadows."""
    cv2.setNumThreads(1)
    boards = (evaluate_covered(name, shared=shared) for name in names)
    tell(covered_report(tracked(boards, "boards", len(names))), as_json=as_json, out=out)


@main.command()
@_common
@_filmed
def changes(
    *, names: tuple[str, ...], shared: Path, as_json: bool, out: Path | None, cache: Path, **variant: Any
) -> None:
    """Compare what is said of how boxes changed between two rests with what was played."""
    how = Variant(**variant)
    said = {name: film_changes(name, how, shared=shared, cache=cache) for name in tracked(names, "films", len(names))}
    tell(changes_report(said, how), as_json=as_json, out=out)


@main.command()
@_common
def adaptation(*, names: tuple[str, ...], shared: Path, as_json: bool, out: Path | None) -> None:
    """Measure what a counter would gain if it went on learning from the game."""
    cv2.setNumThreads(1)
    boards = (evaluate_adaptation(name, shared=shared) for name in names)
    tell(adaptation_report(list(tracked(boards, "boards", len(names)))), as_json=as_json, out=out)


@main.command()
@_common
@click.option("--cold", "is_cold", is_flag=True, help="Show the counter no start position; count real crops besides.")
def frames(*, names: tuple[str, ...], shared: Path, as_json: bool, out: Path | None, is_cold: bool) -> None:
    """Count rendered boards after the start position was seen, or without it."""
    cv2.setNumThreads(1)
    counts: dict[tuple[str, str], list[Count]] = {}
    for name in tracked(names, "boards", len(names)):
        game = load_game(shared, name)
        counter = counter_for(game, is_cold=is_cold)
        counts[name, GAME] = list(count_states(game, counter))
        if heaps := list(count_heaps(shared, name, counter)):
            counts[name, HEAPS] = heaps
    if is_cold:
        counts["real box", "photo"] = list(count_photo(shared))
        counts["real box", "painted"] = list(count_painted(shared))
        counts["real bowls", "crops"] = list(count_bowls(shared))
    tell(frames_report(counts, is_cold=is_cold), as_json=as_json, out=out)


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=FIGURES)
def figures(folder: Path) -> None:
    """Write the reports in FOLDER as tables into a Markdown file beside it."""
    paths = sorted(folder.glob("*.json"), key=lambda path: path.stem)
    parts = ["# Figures", "Made from the reports in `figures/` by `tools/evaluate.py figures`: do not edit."]
    parts += [f"## {path.stem}\n\n{markdown(read_report(path))}" for path in paths]
    folder.with_suffix(".md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
