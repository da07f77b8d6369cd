"""Board layouts as data: two rows of nine otaus, two kazans, in mm.

The board's frame has its origin in the middle of the board, x to white's right and y away from white. Lengths of a
layout that was fitted to a picture are nominal: the pitch of its otaus is taken to be ``NOMINAL_PITCH_MM``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path
from typing import Final, Literal

import msgspec

from calibration.errors import BadLayoutError
from calibration.json_file import JsonError, decoded
from calibration.lattice import RowLattice, even_lattice
from calibration.unusable import Unusable
from togyz.board import OTAU_PER_SIDE
from togyz.saying import Saying, say

NOMINAL_PITCH_MM: Final = 40.0
LENGTH_MAX_MM: Final = 10_000
"""Of no board anything is longer."""
Family = Literal["box", "v_troughs", "slots", "bowls"]
KazanPlace = Literal["middle", "ends"]
_ROOM: Final = 1.02
"""Parts may be larger than their room by this factor: a layout fitted to a picture is not exact."""
_FORMER: Final = {"hinged", "tuzdyk_parking"}
"""Fields that saved layouts may hold from before, and that tell nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One kind of board; both halves are alike, each turned towards its player.

    Attributes:
        name: for messages, and to ask for it.
        family: box and V-troughs have rectangular openings side by side; slots and bowls lie apart.
        length_mm: outer length of the board, along the rows.
        depth_mm: from the board's middle (or hinge) to a player's outer rim.
        pitch_mm: distance of two neighbouring otaus.
        otau_wh_mm: opening of an otau, along and across the row.
        row_mm: from the board's middle to the middle of a row.
        kazan: between the rows, or at the ends of the board (white's at its right).
        kazan_wh_mm: opening of a kazan, along and across the rows.
        kazan_mm: middle of a kazan: from the board's middle, across the rows ("middle") or along them ("ends").
        kazan_owner: whose kazan lies in a half: its own player's, its opponent's, or not known.
    """

    name: str
    family: Family
    length_mm: float
    depth_mm: float
    pitch_mm: float
    otau_wh_mm: tuple[float, float]
    row_mm: float
    kazan: KazanPlace
    kazan_wh_mm: tuple[float, float]
    kazan_mm: float
    kazan_owner: Literal["own", "opposite"] | None = None

    def __post_init__(self) -> None:
        """Check that the parts fit into the board.

        Raises:
            BadLayoutError: naming what does not fit.
        """
        lengths = (self.length_mm, self.depth_mm, self.pitch_mm, *self.otau_wh_mm, *self.kazan_wh_mm)
        if not all(0 < length <= LENGTH_MAX_MM for length in lengths):
            raise self._misfit(say(Unusable.LENGTHS, most=LENGTH_MAX_MM))
        for fits, misfit in (*self._row_fits(), *self._kazans_fit()):
            if not fits:
                raise self._misfit(misfit)

    def _misfit(self, fault: Saying) -> BadLayoutError:
        return BadLayoutError(say(Unusable.MISFIT, name=self.name, fault=fault))

    def _row_fits(self) -> tuple[tuple[bool, Saying], ...]:
        """What must hold of the otaus, each with what is said when it does not."""
        (width, _), pitch, length = self.otau_wh_mm, self.pitch_mm, self.length_mm
        return (
            (pitch * OTAU_PER_SIDE <= length * _ROOM, say(Unusable.ROW_TOO_LONG, pitch=pitch, length=length)),
            (width <= pitch * _ROOM, say(Unusable.OTAUS_OVERLAP, width=width, pitch=pitch)),
            (self.v_inner > 0 and self.v_outer <= _ROOM, say(Unusable.OTAUS_OUTSIDE)),
        )

    def _kazans_fit(self) -> tuple[tuple[bool, Saying], ...]:
        """The same of the kazans."""
        (width, height), slack = self.kazan_wh_mm, (_ROOM - 1) * self.length_mm
        along, across = (0.0, self.kazan_mm) if self.kazan == "middle" else (self.kazan_mm, 0.0)
        row_end = OTAU_PER_SIDE // 2 * self.pitch_mm + self.otau_wh_mm[0] / 2
        row_begins = self.row_mm - self.otau_wh_mm[1] / 2
        inside = along + width / 2 <= self.length_mm / 2 + slack and across + height / 2 <= self.depth_mm + slack
        if self.kazan == "middle":
            apart, clear = across - height / 2 >= -slack, across + height / 2 <= row_begins + slack
        else:
            apart, clear = along > 0, along - width / 2 >= row_end - slack
        return (
            (inside, say(Unusable.KAZANS_OUTSIDE)),
            (apart, say(Unusable.KAZANS_OVERLAP)),
            (clear, say(Unusable.KAZANS_IN_OTAUS)),
        )

    @property
    def v_inner(self) -> float:
        """Where the otaus begin, from the middle (0) to the rim (1) of a half."""
        return (self.row_mm - self.otau_wh_mm[1] / 2) / self.depth_mm

    @property
    def v_outer(self) -> float:
        """Where the otaus end, from the middle (0) to the rim (1) of a half."""
        return (self.row_mm + self.otau_wh_mm[1] / 2) / self.depth_mm

    def to_json(self) -> bytes:
        """The layout file, as ``load_layout`` reads it: JSON, indented by one."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def lattice(self) -> RowLattice:
        """The row of otaus in a half's own frame."""
        return even_lattice(self.pitch_mm / self.length_mm, 0.5, self.row_mm / self.depth_mm)


def shipped_layouts() -> tuple[str, ...]:
    """Names that ``load_layout`` knows, in alphabetical order."""
    files = resources.files("calibration").joinpath("layouts").iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


def load_layout(name_or_file: str) -> Layout:
    """A layout by its shipped name, or from a file.

    Raises:
        BadLayoutError: there is none of that name, or the file is no layout.
    """
    if name_or_file in shipped_layouts():
        return parse_layout(resources.files("calibration").joinpath("layouts", f"{name_or_file}.json").read_bytes())
    path = Path(name_or_file)
    if not path.is_file():
        known = ", ".join(shipped_layouts())
        raise BadLayoutError(say(Unusable.NO_LAYOUT_CALLED, name=name_or_file, known=known))
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadLayoutError(say(Unusable.UNREADABLE, path=path, cause=error.strerror)) from error
    try:
        return parse_layout(text)
    except BadLayoutError as error:
        raise BadLayoutError(say(Unusable.NO_LAYOUT_FILE, path=path, fault=error.why)) from error


def parse_layout(text: bytes) -> Layout:
    """A layout from JSON.

    Raises:
        BadLayoutError: the JSON is broken, a field is missing, unknown or of a wrong type, or the parts do not fit.
    """
    try:
        given = decoded(text, dict[str, msgspec.Raw])
        unknown = given.keys() - {field.name for field in fields(Layout)} - _FORMER
        if unknown:
            raise BadLayoutError(say(Unusable.UNKNOWN_FIELD, field=min(unknown)))
        return decoded(text, Layout)
    except JsonError as error:
        raise BadLayoutError(say(Unusable.NO_LAYOUT, fault=error)) from error
