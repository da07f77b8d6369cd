"""Which options help against what is told: the packages that raise errors and warn know of no command line."""

from __future__ import annotations

from togyz.saying import Phrase, Saying
from togyz_companion.messages.telling import Teller


def told_with_options(error: Exception, teller: Teller) -> str:
    """What an error says, with the options that are of use."""
    return _with(teller.error(error), _options_for(error), teller)


def warned_with_options(warning: Saying, teller: Teller) -> str:
    """What a warning says, likewise."""
    from togyz_companion.noted import Noted

    options = "--white-side, --to-move, togyz turn" if warning.said is Noted.SIDE_TAKEN else None
    return _with(teller.saying(warning), options, teller)


def _with(told: str, options: str | None, teller: Teller) -> str:
    return told if options is None else f"{told} ({teller.text('options', options=options)})"


def _options_for(error: Exception) -> str | None:
    # The packages are asked only when something failed, as in togyz_companion.cli.exits.
    from board_io.feed_folder import FeedError
    from board_io.game_folder import GameExistsError, NoGameError
    from board_io.history import HistoryDiffersError
    from calibration.errors import CalibrationError
    from calibration.seen import Seen

    if isinstance(error, CalibrationError):
        by_phrase: dict[Phrase, str] = {
            Seen.SHOW_WHOLE: "--corners, --calibration",
            Seen.MORE_THAN_ALL: "--corners, --calibration",
            Seen.SIDE_OF_CORNERS: "--corners, --white-side",
            Seen.OTHER_POSITION: "--start seen, --start auto",
            Seen.OTHER_LAYOUT: "--layout",
            Seen.OTHER_CORNERS: "--corners",
        }
        return by_phrase.get(error.why.said)
    by_kind: dict[type[Exception], str] = {
        FeedError: "--feed, --headers Board=N",
        GameExistsError: "--resume, --out",
        NoGameError: "--out",
        HistoryDiffersError: "--out",
    }
    return by_kind.get(type(error))
