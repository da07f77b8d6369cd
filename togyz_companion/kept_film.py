"""A camera's film beside the record: for disputes, and to be read once more."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Final

from board_io.errors import WriteError
from board_io.film_keeper import FilmKeeper
from board_io.kept_files import KeptFiles
from board_io.outage import Moment
from calibration.view import BoardView
from togyz.saying import say, sentence_of
from togyz_companion.evidence import EvidenceOptions, crop_of
from togyz_companion.noted import Noted
from vision.frame import Frame

FILM: Final = "film"
"""The folder of a game in which each session's film has one of its own."""

logger = logging.getLogger(__name__)


class Filming:
    """Films what a session sees of the board: the first picture, and all from the time at which it is told where.

    Args:
        view: where the board lies.
        options: whether and how much is to be kept.
    """

    def __init__(self, view: BoardView, options: EvidenceOptions) -> None:
        self._options = options
        self._crop = crop_of(view, options)
        self._first: Frame | None = None
        self._keeper: FilmKeeper | None = None

    def seen(self, moment: Moment) -> Moment:
        """Films a frame, and hands on what comes."""
        is_filmed = self._options.keep_film and (self._first is None or self._keeper is not None)
        if is_filmed and isinstance(moment, Frame):
            cropped = replace(moment, image_bgr=moment.image_bgr[self._crop].copy())
            self._first = self._first or cropped
            if self._keeper is not None:
                self._keeper.put(cropped)
        return moment

    def open(self, game: Path, session_n: int) -> None:
        """Films into a game's folder; where that cannot be, no film is kept, which is warned of."""
        if not self._options.keep_film:
            return
        try:
            files = KeptFiles(game / FILM / str(session_n), most_bytes=self._options.film_mb * 1_000_000)
        except WriteError as error:
            logger.warning(say(Noted.NO_FILM, fault=sentence_of(error)))
        else:
            self._keeper = FilmKeeper(files)
            if self._first is not None:  # the board was found in it: it will be again
                self._keeper.put(self._first)

    def close(self) -> None:
        """Has the film end, in bounded time."""
        if self._keeper is not None:
            self._keeper.close()
