"""The kinds of displays, as they are told of in any language."""

from __future__ import annotations

from typing import Final

from togyz.saying import Phrase, Saying, say


class DisplayKind(Phrase):
    """What a kind of display is, and its options; the values say it in English. All with a port take baud=N, too."""

    S7S = "SparkFun Serial 7-Segment, OpenSegment; kazan=white|black, brightness=0..100"
    SERLCD = "SparkFun SerLCD; size=16x2|20x4"
    MATRIXORBITAL = "Matrix Orbital, Adafruit's LCD backpack; size=16x2|20x2|20x4, brightness=0..255"
    POLE = "customer display of a till; mode=escpos|cd5220, encoding=ascii|cp866|..., page=0..255"
    TOGYZLINE = "our sketch on an Arduino with a MAX7219; brightness=0..15"
    MAX7219 = "another name for togyzline"
    VIRTUAL = "no device: a picture in FILE (.svg, or text), or on the screen"


KINDS: Final[dict[str, Saying]] = {kind.name.lower(): say(kind) for kind in DisplayKind}
"""Each kind by its name in an address."""
