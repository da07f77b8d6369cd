"""The options by which the user says what is kept of the pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import click

from board_io.source import is_live
from togyz_companion.cli.misuse import misused
from togyz_companion.evidence import FILM_MB, MOST_MB, EvidenceOptions

_FIELDS: Final = {
    "evidence": "kind",
    "evidence_mb": "most_mb",
    "whole_view": "whole_view",
    "keep_film": "keep_film",
    "film_mb": "film_mb",
}


def evidence_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options to a command, which gets them as ``evidence``."""

    @click.option(
        "--evidence",
        type=click.Choice(["none", "pictures", "clips"]),
        help="What shows each ply and alert: pictures before and after, and short clips. [default: clips before a "
        "camera, pictures of a film]",
    )
    @click.option(
        "--evidence-mb",
        type=click.IntRange(min=1),
        default=MOST_MB,
        show_default=True,
        help="How much of it is kept of a game; the oldest goes, clips first.",
    )
    @click.option("--whole-view", is_flag=True, help="Keep whole pictures, not only the board and its surroundings.")
    @click.option(
        "--keep-film", is_flag=True, help="Keep a camera's whole film, too: it can be recorded from once more."
    )
    @click.option(
        "--film-mb",
        type=click.IntRange(min=1),
        default=FILM_MB,
        show_default=True,
        help="How much of it is kept of a session; the oldest goes.",
    )
    @wraps(command)
    def with_evidence(**given: Any) -> None:
        command(evidence=EvidenceOptions(**{field: given.pop(name) for name, field in _FIELDS.items()}), **given)

    return with_evidence


def check_keeping(evidence: EvidenceOptions, source: str) -> None:
    """See that no film is to be kept of a film.

    Raises:
        click.UsageError: it is.
    """
    if evidence.keep_film and not is_live(source):
        raise click.UsageError(misused("kept_film", source=source))
