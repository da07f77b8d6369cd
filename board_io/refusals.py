"""What is said of stores, feeds, devices and addresses that refuse something, to be told in any language."""

from __future__ import annotations

from togyz.saying import Phrase


class Refusal(Phrase):
    """What refuses, why, and what to do about it; the values say it in English."""

    UNWRITABLE = "{path} cannot be written ({cause}): free space there or choose another folder"
    GAME_EXISTS = "the game folder {path} exists already: resume it, move it away, or choose another folder"
    NO_GAME = "{path} holds no game to resume (no {store}): is it the folder chosen before?"
    UNWRITTEN = "the game in {path} is not written to its end: {fault}"
    OTHER_GAME = (
        "{path} tells from row {row_n} on another game than this source with these options and this program: resume "
        "with those it was begun with, or choose another folder"
    )

    STORE = "{path} {what}"
    HELD = "is held by another program: end that one first"
    WRITTEN = "is written by another program: end that one first"
    WRITTEN_TOO = "is written by another program, too: end that one, and resume"
    DISK_FULL = "cannot be written, the disk is full: free space there"
    READ_ONLY = "may be read only: allow writing to it and its folder, or copy the folder"
    UNREACHABLE = "cannot be opened, read or written ({cause}): see to the disk and to the folder's permissions"
    DAMAGED = "is damaged ({cause}): keep it, and go back to a copy of it"
    CHANGED = "is damaged or was changed: {what}; {rows} rows fit: keep it, and go back to a copy of it"
    NO_STORE = "is no store of a game: keep it, and go back to a copy of the game's"
    NEWER = "was made by a newer program (version {version}, this one knows {known}): use that one"
    ROW_EMPTY = "row {n} holds no text"
    ROW_UNFIT = "row {n} ({kind!r}) does not fit the rows before it"
    TABLES = "its tables or the triggers that guard them were changed"

    BOARD_TAKEN = (
        "another program tells of board {board} in round {round} in {folder}: give each board a number of its own"
    )
    NO_FILE = "{path} is no file: move it away"
    FOLDER_HELD = "another program holds {folder} and does not let go of it"
    NO_FEED = "{path} is not the state of a feed: move it away or choose another folder"

    NO_DISPLAY = "{url!r} is not the address of a display: give one such as {examples}"
    NO_CLOCK = "{url!r} is not the address of a clock: give one such as {examples}"
    NEEDS_PYSERIAL = "{url} needs pyserial: python -m pip install pyserial"
    IN_ADDRESS = "{fault} (in {url})"
    ONE_OF = "{name} is one of {values}, not {given!r}"
    NUMBER_TO = "{name} is a number from 0 to {most}, not {given!r}"
    NO_ENCODING = "there is no encoding {given!r}"
    NO_OPTION = "there is no option {name}"
    NO_PORT = "that is no port ({cause}): give one as /dev/ttyUSB0"
    NO_SKETCH = "the device at {url} does not answer: is our sketch on it (docs/displays.md)?"
    OTHER_SKETCH = "the device at {url} is a {identity!r}, not a {wanted!r}: put our sketch on it"
    DISPLAY_GONE = "the display at {url} no longer answers: check its plug and power"
    WHICH_ADAPTER = "which adapter is meant cannot be told: {choice}; name it by one of these"
    OR_WHERE_IT_WAS = "{told}, or plug it in where it was ({location})"
    OR = "{one} or {other}"
    BUTTONS_AWAITED = "the buttons at {url} have not answered yet"
    BUTTONS_SILENT = "the buttons at {url} do not answer: is our sketch on it?"
    PORT_LOST = "the device on {port} is lost ({cause}): check its plug and power"
    NO_ADAPTER = "the adapter {port} is not plugged in"
    VIRTUAL_LOST = "the virtual display is lost, as lose_every demands"
    VIRTUAL_STALLED = "the virtual display takes nothing, as stall_after demands"

    FILM_LEFT_OUT = "parts of the kept film are left out: {fault}"
    EVIDENCE_LEFT_OUT = "evidence is left out, first {name}: {fault}"
    IN_MEMORY = "{fault}; until it can be written the game is kept in memory"
    SET_ASIDE = "{fault}; it is kept as {name}, and a new one is written"
    WRITTEN_LATER = "{fault}; it is written as soon as it can be"
    HALF_WRITTEN = "{path} was half written when the power went, and is made anew"
    LOOSE = "{name} may change by itself (its driver does not keep it): {settings}"
    STUCK = "{name} is stuck in its driver; it is released as soon as that answers"
    INDEX = "the index {path} cannot be used ({fault}), so that all games are read anew"
    DEVICE = "{name}: {fault}"
