"""The exit codes of the contract, and which error leads to which."""

from __future__ import annotations

from typing import Final

from togyz_companion.printable import printable

FAILED: Final = 1
USAGE: Final = 2
NO_BOARD: Final = 3
NO_SOURCE: Final = 4
INCOMPLETE: Final = 5


def exit_code(error: Exception) -> int:
    """The code with which an error ends the program; FAILED for one that nobody foresaw."""
    # The packages are asked only when something failed: a command that goes well need not have loaded them.
    from board_io.errors import BoardIoError
    from board_io.feed_folder import FeedError
    from board_io.game_folder import GameExistsError, NoGameError
    from board_io.history import HistoryDiffersError
    from board_io.port.errors import DeviceUrlError
    from board_io.store_errors import StoreCorruptError
    from calibration.errors import CalibrationError
    from togyz.errors import TogyzError

    codes: dict[type[Exception], int] = {
        GameExistsError: USAGE,
        NoGameError: USAGE,
        HistoryDiffersError: USAGE,
        DeviceUrlError: USAGE,
        FeedError: USAGE,
        CalibrationError: NO_BOARD,
        StoreCorruptError: INCOMPLETE,
        BoardIoError: NO_SOURCE,
        TogyzError: INCOMPLETE,
        OSError: NO_SOURCE,
    }
    return next((code for kind, code in codes.items() if isinstance(error, kind)), FAILED)


def unforeseen(error: Exception) -> str:
    """What is said of an error that nobody foresaw."""
    text = printable(str(error))
    return f"this should not have happened ({type(error).__name__}: {text}); togyz --debug COMMAND shows where"
