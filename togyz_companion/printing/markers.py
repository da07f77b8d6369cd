"""A sheet of markers to cut out and stick into a board's corners."""

from __future__ import annotations

from typing import Any, Final

from calibration.aruco import marker_bits
from togyz_companion.messages.languages import Language, text_in
from togyz_companion.printing.typeset import Form, typeset
from togyz_companion.printing.words import MARKER_WORDS

SIDE_RANGE_MM: Final = (10, 50)
"""Four larger ones do not fit on the sheet; smaller ones are not seen from afar."""
_PLACES: Final = ("far_left", "far_right", "near_right", "near_left")
"""Of the markers by their numbers."""
_PRINTED: Final = (0, 1, 3, 2)
"""Row by row as they lie on the board."""


def markers_sheet(language: Language, *, side_mm: int, form: Form = "pdf") -> bytes:
    """An A4 sheet with the four markers, and where each belongs.

    Args:
        language: of the words.
        side_mm: of the black squares, within ``SIDE_RANGE_MM``.
        form: what is made.
    """

    def said(key: str) -> str:
        return text_in(language, MARKER_WORDS, key)

    data: dict[str, Any] = {
        "lang": language,
        "side_mm": side_mm,
        **{key: said(key) for key in ("title", "how", "size", "white", "black")},
        "markers": [
            {"id": marker, "place": said(_PLACES[marker]), "bits": marker_bits(marker).tolist()} for marker in _PRINTED
        ],
    }
    (sheet,) = typeset("markers.typ", data, form)
    return sheet
