"""Reports as tables, for the terminal and for docs/figures.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from rich.console import Console
from rich.progress import track

from tools.evaluation.counts import BANDS
from tools.evaluation.error_films import LEGAL
from tools.evaluation.finding_tables import finding, others, registered
from tools.evaluation.report import TUZDYK, Report, write_report
from tools.evaluation.table import NONE, Table, outward, share

T = TypeVar("T")
PIPE_WIDTH: Final = 120
_CALIBRATION: Final = "Calibration error"
_CALIBRATION_NOTE: Final = (
    "The expected calibration error of the likeliest number, in ten bins of its probability; 0 is best. A band is "
    "chosen by the truth, so that its error holds what the counter cannot know, too; the column all does not."
)


def tell(report: Report, *, as_json: bool, out: Path | None) -> None:
    """Print a report, as tables or as JSON, and write it to a file if one is named."""
    if out is not None:
        write_report(report, out)
    if as_json:
        click.echo(json.dumps(report))
        return
    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    for table in tables(report):
        console.print(table.for_terminal())
    console.print(measured_on(report))


def tracked(things: Iterable[T], what: str, total: int) -> Iterator[T]:
    """The things, with a bar on a terminal that tells how many have been asked for."""
    console = Console(stderr=True)
    yield from track(things, what, total, console=console, disable=not console.is_terminal)


def markdown(report: Report) -> str:
    """A report as Markdown."""
    return "\n\n".join([measured_on(report), *(table.markdown() for table in tables(report))])


def tables(report: Report) -> Iterator[Table]:
    """What a report says."""
    yield from {
        "films": _films,
        "errors": _errors,
        "knocks": _knocks,
        "kept": _kept,
        "covered": _covered,
        "adaptation": _adaptation,
        "changes": _changes,
        "frames": _frames,
        "speed": _speed,
        "finding": finding,
        "registered": registered,
        "others": others,
    }[report["kind"]](report)


def measured_on(report: Report) -> str:
    """One line on where the figures come from."""
    on = report["measured_on"]
    commit = f"{on['commit']}{' with changes' if on['is_changed'] else ''}"
    versions = ", ".join(f"{name} {number}" for name, number in {"Python": on["python"], **on["versions"]}.items())
    load = "" if on["load"] is None else f", load {on['load']} at the end"
    return f"Commit {commit}; {on['cores']} cores of {on['cpu']}{load}; {versions}."


def _films(report: Report) -> Iterator[Table]:
    films = report["films"]
    yield Table(
        f"Films {_variant_words(report['variant'])}",
        ("film", "plies", "right", "%", "prefix", "exact", "delay", "longest", "retracted", "desync", "alerts", "seen"),
        tuple(_film_row(figures) for figures in (*films, *report["totals"])),
        (
            "right: plies less the fewest edits that make the record right; prefix: plies before the first mistake; "
            "exact: whole games right; delay: median and longest time in s from the moment the hand has left to the "
            "ply; alerts: none is called for; seen: plies wrongly said to have been seen at rest, or not.",
            *(f"{film['name']}: {film['shortcoming']}" for film in films if film["shortcoming"]),
        ),
    )


def _variant_words(variant: dict[str, Any]) -> str:
    words = [
        f"with life {variant['life']:g}" if variant["life"] else "",
        f"without the states {', '.join(map(str, variant['skip']))}" if variant["skip"] else "",
        "without hands" if variant["cut_hands"] else "",
        f"knocked by {variant['bump']}" if variant.get("bump") else "",
        f"in other light from {variant['light']}" if variant.get("light") else "",
        "of boards that nobody pointed at" if variant.get("unaided") else "",
        f"joined after a third, the position {variant['joined']}" if variant.get("joined") else "",
    ]
    return ", ".join(filter(None, words)) or "of data/films"


def _knocks(report: Report) -> Iterator[Table]:
    films = report["films"]
    yield Table(
        "Films in which the camera is knocked and the light changes",
        ("film", "knock", "light", "plies", "right", "retracted", "desync", "alerts", "told after", "besides"),
        tuple(_knock_row(figures) for figures in films),
        (
            "knock: film time in s, shift to the right and down in px, turn in degrees; light: film time, gain; told "
            "after: time in s from the knock to the event drift; besides: further ones, which nothing calls for.",
            *(f"{film['name']}: {film['shortcoming']}" for film in films if film["shortcoming"]),
        ),
    )


def _knock_row(figures: dict[str, Any]) -> tuple[str, ...]:
    return (
        *(str(figures[name]) for name in ("name", "bump", "light", "plies", "right")),
        *(str(figures[name]) for name in ("retractions", "desyncs", "alerts")),
        outward(figures["told_after_s"], 2),
        str(figures["told_besides"]),
    )


def _errors(report: Report) -> Iterator[Table]:
    yield Table(
        "Films of errors from the simulator",
        ("films of", "films", "found", "named", "record right", "other alerts", "desync", "plies", "delay", "longest"),
        tuple(_error_row(figures) for figures in report["totals"]),
        (
            "found: anything was told of the error; named: by its code; record right: every ply, and the position in "
            "the end; other alerts: besides that of the error, all of a film without one; delay: median and longest "
            "time in s from the moment the board lay still to the alert that names the error.",
            *(_unlike_truth(film) for film in report["films"] if _is_unlike_truth(film)),
        ),
    )


def _error_row(figures: dict[str, Any]) -> tuple[str, ...]:
    of_errors = (str(figures[name]) if figures["errors"] else NONE for name in ("found", "named"))
    return (
        figures["name"],
        str(figures["films"]),
        *of_errors,
        *(str(figures[name]) for name in ("right", "false_alerts", "desyncs", "plies")),
        outward(figures["delay_median_s"], 2),
        outward(figures["delay_max_s"], 2),
    )


def _is_unlike_truth(film: dict[str, Any]) -> bool:
    return list(film["told"]) != [film["code"]] * (film["code"] != LEGAL) or not film["is_right"]


def _unlike_truth(film: dict[str, Any]) -> str:
    told = ", ".join(film["told"]) or "nothing"
    record = "right" if film["is_right"] else "wrong"
    return f"{film['code']} on {film['board']}: told {told}, record {record}{_because(film['shortcoming'])}."


def _because(shortcoming: str | None) -> str:
    return f" ({shortcoming})" if shortcoming else ""


def _kept(report: Report) -> Iterator[Table]:
    boards = report["boards"]
    yield Table(
        "Keeping the board",
        ("board", "jitter, px", "wander, px"),
        tuple((board["name"], outward(board["jitter_px"], 2), outward(board["wander_px"], 2)) for board in boards),
        (
            "jitter: root mean square of the corners in 100 noisy pictures of a still board; wander: the farthest that "
            "a corner seems to move in any state of the game.",
        ),
    )


def _covered(report: Report) -> Iterator[Table]:
    boards = report["boards"]
    for title, whole, part, note in (
        ("Otaus covered", "covered", "found", "covered: by 5 % and more."),
        ("Clear otaus called covered", "clear", "told", _CLEAR_NOTE),
    ):
        kinds = [kind for kind in boards[0]["kinds"] if any(board["kinds"][kind][whole] for board in boards)]
        yield Table(
            title,
            ("board", *kinds),
            tuple(
                (board["name"], *(f"{board['kinds'][kind][part]}/{board['kinds'][kind][whole]}" for kind in kinds))
                for board in boards
            ),
            (note,),
        )


_CLEAR_NOTE: Final = "clear: less than 1 % is covered. Those called covered are mostly the neighbours of a hand."


def _film_row(figures: dict[str, Any]) -> tuple[str, ...]:
    return (
        figures["name"],
        str(figures["plies"]),
        str(figures["right"]),
        share(figures["right"], figures["plies"]),
        str(figures["prefix"]),
        f"{figures['exact']}/{figures['films']}",
        outward(figures["delay_median_s"], 2),
        outward(figures["delay_max_s"], 2),
        *(str(figures[name]) for name in ("retractions", "desyncs", "alerts", "seen_wrong")),
    )


def _changes(report: Report) -> Iterator[Table]:
    yield Table(
        f"Changes of boxes between two rests, films {_variant_words(report['variant'])}",
        ("film", *_FOUND, *(f"kazans {head}" for head in _FOUND), "changed otaus", "kind right, %"),
        tuple(_change_row(figures) for figures in (*report["films"], *report["totals"])),
        ("kind: emptied, one, two or three kumalak more, or otherwise; of otaus that changed, by what is seen alone.",),
    )


_FOUND: Final = ("changed", "found, %", "unchanged", "called changed, %")


def _change_row(figures: dict[str, Any]) -> tuple[str, ...]:
    return (
        figures["name"],
        *_found_cells(figures),
        *_found_cells(figures["kazans"]),
        str(figures["changed_otaus"]),
        share(figures["kind_right"], figures["changed_otaus"]),
    )


def _found_cells(figures: dict[str, Any]) -> tuple[str, ...]:
    changed, unchanged = figures["changed"], figures["unchanged"]
    return (
        str(changed),
        share(figures["found"], changed) if changed else NONE,
        str(unchanged),
        outward(100 * figures["called_changed"] / unchanged if unchanged else None, 1),
    )


def _adaptation(report: Report) -> Iterator[Table]:
    both = ("exact, %", "then, %")
    yield Table(
        "Learning on through the game",
        ("board", "otaus", *both, "from ten on", *both, "log likelihood", "then", "kept"),
        tuple(_adaptation_row(figures) for figures in (*report["boards"], *report["totals"])),
        (
            "The second half of each game, counted with what its start taught and then with what the true contents of "
            "the otaus that changed in the first half taught besides; kept: where that foretold the last of them "
            "better. Log likelihood: of the truth, mean.",
        ),
    )


def _adaptation_row(figures: dict[str, Any]) -> tuple[str, ...]:
    before, after = figures["before"], figures["after"]
    return (
        figures["name"],
        str(before["otaus"]),
        *(share(one["exact"], one["otaus"]) for one in (before, after)),
        str(before["from_ten"]),
        *(share(one["from_ten_exact"], one["from_ten"]) if one["from_ten"] else NONE for one in (before, after)),
        *(outward(value, 2) for value in figures["log_p"]),
        f"{figures['kept']}/{figures['boards']}",
    )


_CELLS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "Otaus": lambda one: str(one["otaus"]),
    "Counted exactly, %": lambda one: share(one["exact"], one["otaus"]),
    "Counted within one, %": lambda one: share(one["within_one"], one["otaus"]),
    "Mean error, kumalak": lambda one: outward(one["mean_error"], 2),
    _CALIBRATION: lambda one: outward(one["calibration_error"], 3),
}


def _frames(report: Report) -> Iterator[Table]:
    for title in _CELLS:
        yield _band_table(
            title, f"{title}, without the start" if report["is_cold"] else title, (*report["boards"], *report["totals"])
        )


def _band_table(cell: str, title: str, rows: Sequence[dict[str, Any]]) -> Table:
    return Table(
        title,
        ("board", "all", *BANDS, TUZDYK),
        tuple(_band_row(row, _CELLS[cell]) for row in rows),
        (_CALIBRATION_NOTE,) if cell == _CALIBRATION else (),
    )


def _band_row(board: dict[str, Any], cell: Callable[[dict[str, Any]], str]) -> tuple[str, ...]:
    """``all`` are all but tuzdyks."""
    bands = board["bands"]
    columns = (*BANDS, TUZDYK)
    return (board["name"], cell(board["all"]), *(cell(bands[name]) if name in bands else NONE for name in columns))


def _speed(report: Report) -> Iterator[Table]:
    yield Table(
        "Speed",
        ("what", "unit", "median", "interquartile range", "runs", "ratio", "to"),
        tuple(
            (
                one["name"],
                one["unit"],
                *(f"{one[name]:.4g}" for name in ("median", "iqr")),
                str(one["runs"]),
                NONE if one["ratio"] is None else f"{one['ratio']:.3g}",
                one["to"] or NONE,
            )
            for one in report["figures"]
        ),
    )
