"""Reports on finding boards, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.evaluation.finding import WITHIN_PERCENT
from tools.evaluation.misregistered import OUTCOMES
from tools.evaluation.report import Report
from tools.evaluation.table import Table, outward


def finding(report: Report) -> Iterator[Table]:
    """Where boards were found."""
    yield Table(
        f"Finding {report['what']}",
        (
            "board",
            "pictures",
            "found",
            *(f"within {percent:g} %" for percent in WITHIN_PERCENT),
            "median, %",
            "worst, %",
            "CPU s",
            "longest",
        ),
        tuple(_row(figures) for figures in (*report["boards"], *report["totals"])),
        (
            "The farthest corner's distance from the truth in % of the board's length; CPU: median and longest time "
            "for one picture.",
            *report["missed"],
        ),
    )


def _row(figures: dict[str, Any]) -> tuple[str, ...]:
    return (
        figures["name"],
        str(figures["pictures"]),
        str(figures["found"]),
        *(str(number) for number in figures["within"]),
        *(outward(figures[name], 2) for name in ("error_median_percent", "error_max_percent")),
        *(outward(figures[name], 1) for name in ("cpu_median_s", "cpu_max_s")),
    )


def registered(report: Report) -> Iterator[Table]:
    """What came of wrong registrations."""
    yield Table(
        "Wrong registrations",
        ("what is wrong", "cases", *OUTCOMES),
        tuple((one["name"], *(str(one[name]) for name in ("cases", *OUTCOMES))) for one in report["kinds"]),
        (
            "Recorded from the start position on, a later position read. Same: every otau reads as with the right "
            "registration, or as it should; unsure: but for some that leave what they hold a chance of a twentieth, or "
            "are read as wrongly with the right registration; wrong: some are surely read wrongly by its fault.",
            *report["wrong"],
        ),
    )


def others(report: Report) -> Iterator[Table]:
    """What was taken for a board."""
    yield Table(
        "Things that are no board",
        ("thing", "pictures", "taken for one at the start", "for one in another position", "longest, CPU s"),
        tuple(
            (one["name"], *(str(one[name]) for name in ("pictures", "played", "read")), outward(one["cpu_max_s"], 1))
            for one in report["kinds"]
        ),
        tuple(report["accepted"]),
    )
