"""What opens the displays that hang at serial ports. Needs pyserial; display/url.py says so where it is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from board_io.display import matrixorbital, pole, s7s, serlcd
from board_io.display.frame import Display
from board_io.display.one_way import one_way_maker
from board_io.display.togyzline import BRIGHTEST, TogyzlineDisplay
from board_io.port.opener import port_opener
from board_io.port.options import Options
from board_io.port.serial_port import Port
from togyz.board import Side

BYTE_MAX: Final = 255

Maker = Callable[[Port], Display]
"""Makes a display of an open port, which becomes the display's own."""


def serial_opener(kind: str, port_name: str, options: Options) -> Callable[[], Display]:
    """What opens the display of this kind at the port of this name, as often as it must be; nothing is opened yet.

    Raises:
        DeviceUrlError: an option or the name means nothing, or could mean several adapters.
    """
    make = _MAKERS[kind](options)
    opened = port_opener(port_name, options)
    return lambda: make(opened())


def _s7s(options: Options) -> Maker:
    kazan = options.choice("kazan", ("both", *(side.value for side in Side)), "both")
    return one_way_maker(
        s7s.dialect(None if kazan == "both" else Side(kazan), options.whole("brightness", s7s.BRIGHTEST))
    )


def _serlcd(options: Options) -> Maker:
    return one_way_maker(serlcd.dialect(serlcd.SIZES[options.choice("size", serlcd.SIZES, "16x2")]))


def _matrixorbital(options: Options) -> Maker:
    size = matrixorbital.SIZES[options.choice("size", matrixorbital.SIZES, "16x2")]
    return one_way_maker(matrixorbital.dialect(size, options.whole("brightness", BYTE_MAX)))


def _pole(options: Options) -> Maker:
    mode = options.choice("mode", pole.MODES, pole.MODES[0])
    return one_way_maker(pole.dialect(mode, encoding=options.encoding(), page=options.whole("page", BYTE_MAX)))


def _togyzline(options: Options) -> Maker:
    given = options.whole("brightness", BRIGHTEST)
    brightness = BRIGHTEST // 2 if given is None else given
    return lambda port: TogyzlineDisplay(port, options.url, brightness=brightness)


_MAKERS: Final[dict[str, Callable[[Options], Maker]]] = {
    "s7s": _s7s,
    "serlcd": _serlcd,
    "matrixorbital": _matrixorbital,
    "pole": _pole,
    "togyzline": _togyzline,
    "max7219": _togyzline,
}
