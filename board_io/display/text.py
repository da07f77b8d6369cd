"""The score as lines of text, for displays that show characters."""

from __future__ import annotations

import unicodedata
from typing import Final

from board_io.display.frame import DisplayFrame
from togyz.board import Side
from togyz.clock import clock_text

_LATIN_PAIRS: Final = (
    "аa бb вv гg дd еe ёyo жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya "
    "әa ғg қk ңn өo ұu үu һkh іi"
)
LATIN: Final = {pair[0]: pair[1:] for pair in _LATIN_PAIRS.split()}
"""Russian and Kazakh letters as in Kazakhstan's passports."""
RUSSIAN: Final = dict(zip("әғқңөұүһі", "агкноуухи", strict=True))
"""What stands for a Kazakh letter where there are Russian ones only."""
COMMANDS: Final = "|"
"""Characters that a SerLCD takes for the beginning of a command."""

MARK_COLUMNS: Final = 1
"""At the end of each side's row, behind the kazan's number."""
TURN: Final = "<"
IN_DOUBT: Final = "?"
WORDS: Final = {"waiting": "waiting", "playing": "", "paused": "paused", "desync": "not sure", "over": "over"}


def writable(text: str, encoding: str = "ascii") -> str:
    """The text in letters that an encoding has, with others in place of those that it lacks.

    >>> writable("Әйгерім Ұлы"), writable("Нұрлан", "cp866"), writable("Zoë|")
    ('Aigerim Uly', 'Нурлан', 'Zoe?')
    """
    return "".join(_writable(letter, encoding) for letter in text)


def lines(frame: DisplayFrame, columns: int, rows: int, *, encoding: str = "ascii") -> list[str]:
    """``rows`` lines of ``columns`` characters: white, black, and how the game stands where there is a third row.

    Names give way to clocks and numbers; ``<`` marks the side to move, ``?`` that the program is not sure.

    >>> lines(DisplayFrame((82, 9), Side.BLACK, ("Әлия", "Nurlan")), 20, 2)
    ['Aliya            82 ', 'Nurlan            9<']
    """
    sides = [_side(frame, side, columns, encoding) for side in Side]
    below = [(frame.result or WORDS[frame.status]).center(columns)] if rows > len(sides) else []
    return [*sides, *below, *[" " * columns] * (rows - len(sides) - len(below))]


def _side(frame: DisplayFrame, side: Side, columns: int, encoding: str) -> str:
    mark = IN_DOUBT if frame.status == "desync" else TURN if frame.to_move is side else " "
    tail = f" {frame.kazan[side.ix]:3d}{mark}"
    if frame.clock is not None:
        tail = f" {clock_text(frame.clock.remaining_s[side.ix])}{tail}"
    room = max(0, columns - len(tail))
    name = writable(frame.names[side.ix] or side.value, encoding)
    return f"{name[:room]:{room}}{tail[-columns:]}"


def _writable(letter: str, encoding: str) -> str:
    small = letter.lower()
    instead = [letter, *(table[small] for table in (RUSSIAN, LATIN) if small in table)]
    plain = unicodedata.normalize("NFKD", letter)[0]
    for text in [*instead, plain]:
        if _has(encoding, text):
            return text.capitalize() if letter.isupper() else text
    return IN_DOUBT


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return not text or (text.isprintable() and not set(text) & set(COMMANDS))
