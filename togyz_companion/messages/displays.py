"""What is said of kinds of displays (:class:`board_io.display.kinds.DisplayKind`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from board_io.display.kinds import DisplayKind

DISPLAYS: Final[Mapping[DisplayKind, tuple[str, str]]] = {
    DisplayKind.S7S: (DisplayKind.S7S.value,) * 2,
    DisplayKind.SERLCD: (DisplayKind.SERLCD.value,) * 2,
    DisplayKind.MATRIXORBITAL: (
        "Matrix Orbital, Adafruit LCD backpack; size=16x2|20x2|20x4, brightness=0..255",
        "Matrix Orbital, Adafruit LCD backpack; size=16x2|20x2|20x4, brightness=0..255",
    ),
    DisplayKind.POLE: (
        "кассаның таблосы; mode=escpos|cd5220, encoding=ascii|cp866|..., page=0..255",
        "табло кассы для покупателя; mode=escpos|cd5220, encoding=ascii|cp866|..., page=0..255",
    ),
    DisplayKind.TOGYZLINE: (
        "MAX7219 қосылған Arduino, біздің скетчпен; brightness=0..15",
        "Arduino с MAX7219 и нашим скетчем; brightness=0..15",
    ),
    DisplayKind.MAX7219: ("togyzline-ның басқа аты", "другое имя togyzline"),
    DisplayKind.VIRTUAL: (
        "құрылғысыз: FILE ішінде сурет (.svg не мәтін), не экранда",
        "без устройства: рисунок в FILE (.svg или текст) или на экране",
    ),
}
