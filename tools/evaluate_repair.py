"""How much of a scoresheet with gaps comes back? Real over-the-board games with double moves blanked.

    python tools/evaluate_repair.py [--games 100] [--gaps 5] [--random 1] [--json]

Of each game so many double moves, drawn at random, are written as ``? ?``; a diagram stands behind every ten. Times are
CPU times of reading and repairing one sheet.
"""

from __future__ import annotations

import gzip
import json
import random
import statistics
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import track

from togyz.game import Game
from togyz.notation import diagram_to_text
from togyz.repair import repair
from togyz.sheet_text import read_sheet

ROOT: Final = Path(__file__).parents[1]
DIAGRAM_DOUBLE_MOVES: Final = 10


@dataclass(frozen=True, slots=True)
class SheetScore:
    """What came of one sheet.

    Attributes:
        gaps: double moves that were blanked.
        unique: those of them that were filled in; right: those that were filled in as they were played.
        missed: plies that were filled in wrongly, or left open without the right move among the alternatives.
        is_cut: whether not all games could be tried.
    """

    gaps: int
    unique: int
    right: int
    missed: int
    completions: int
    is_cut: bool
    cpu_s: float


def otb_games(shared: Path, double_moves: int) -> Iterator[list[str]]:
    """The moves of all over-the-board games that are long enough."""
    with gzip.open(shared / "data" / "games" / "moves.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            real = json.loads(line)
            moves = real["moves"].split()
            if real["kind"].startswith("otb") and len(moves) >= 2 * double_moves:
                yield moves


def blanked(moves: Sequence[str], gaps: Collection[int]) -> str:
    """The sheet of a game in which the double moves with these indices are blanked."""
    game, lines = Game(), []
    for ix in range((len(moves) + 1) // 2):
        words = moves[2 * ix : 2 * ix + 2]
        for move in words:
            game = game.play(move)
        lines.append(f"{ix + 1}. {' '.join('?' if ix in gaps else move for move in words)}")
        if (ix + 1) % DIAGRAM_DOUBLE_MOVES == 0:
            lines.append(diagram_to_text(game.position))
    return "\n".join(lines)


def score(moves: Sequence[str], gaps: Collection[int]) -> SheetScore:
    """Repairs the sheet of a game with gaps and compares it with what was played."""
    text = blanked(moves, gaps)
    start_s = time.process_time()
    found = repair(read_sheet(text).sheet)
    cpu_s = time.process_time() - start_s
    restored = [ply.move for ply in found.plies]
    pairs = [(restored[2 * ix : 2 * ix + 2], list(moves[2 * ix : 2 * ix + 2])) for ix in gaps]
    unique = [(got, played) for got, played in pairs if None not in got]
    missed = sum(
        move not in {*(one for one, _ in ply.alternatives), ply.move}
        for ply, move in zip(found.plies, moves, strict=True)
    )
    right = sum(got == played for got, played in unique)
    return SheetScore(len(pairs), len(unique), right, missed, found.completions, found.is_cut, cpu_s)


def summary(scores: Sequence[SheetScore]) -> dict[str, float]:
    """All sheets together."""
    return {
        "sheets": len(scores),
        "sheets_unique": sum(one.completions == 1 and not one.is_cut for one in scores),
        "sheets_not_all_tried": sum(one.is_cut for one in scores),
        "gaps": sum(one.gaps for one in scores),
        "gaps_unique": sum(one.unique for one in scores),
        "gaps_unique_right": sum(one.right for one in scores),
        "plies_missed": sum(one.missed for one in scores),
        "cpu_s_median": round(statistics.median(one.cpu_s for one in scores), 3),
        "cpu_s_max": round(max(one.cpu_s for one in scores), 3),
    }


@click.command()
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games are drawn.")
@click.option("--gaps", type=click.IntRange(1), default=5, show_default=True, help="Double moves blanked in each.")
@click.option("--random", "random_state", type=int, default=1, show_default=True, help="Where the draws begin.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, each sheet included.")
@click.option("--shared", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT.parent / "shared")
def main(*, games: int, gaps: int, random_state: int, as_json: bool, shared: Path) -> None:
    """Repair real over-the-board games with gaps."""
    draw = random.Random(random_state)
    every = list(otb_games(shared, gaps))
    drawn = draw.sample(every, min(games, len(every)))
    sheets = [(moves, sorted(draw.sample(range((len(moves) + 1) // 2), gaps))) for moves in drawn]
    console = Console(stderr=True)
    scores = [score(*one) for one in track(sheets, "sheets", console=console, disable=not console.is_terminal)]
    if as_json:
        print(json.dumps({"summary": summary(scores), "sheets": [asdict(one) for one in scores]}))
    else:
        for name, value in summary(scores).items():
            print(f"{name:22}{value}")


if __name__ == "__main__":
    main()
