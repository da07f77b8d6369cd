"""A calibration: where the board lies in the pictures of one camera, and what it was made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadCalibrationFileError, BadCornersError, BadLayoutError
from calibration.halves import UNIT_SQUARE, check_half, check_inside, half_size_px, outline, to_image
from calibration.json_file import JsonError, decoded
from calibration.lattice import RowLattice
from calibration.layout import Layout
from calibration.lens import IMAGE_MAX_PX, Lens
from calibration.lens import SCHEMA as LENS_SCHEMA
from calibration.start_picture import StartPicture
from calibration.unusable import Unusable
from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, otau_no
from togyz.saying import say, sentence_of

SCHEMA: Final = 1
WhiteSide = Literal["bottom", "top", "left", "right"]
_EDGE: Final = 0.01
"""Rim of the board, in u and v, that belongs to no box."""
_BORDERS: Final = np.arange(0.5, OTAU_PER_SIDE + 1)
"""The otaus' borders as numbers of otaus."""
_BESIDE: Final = 0.1
"""How far beyond a half, in u, its outermost borders may be fitted."""
_MISPLACED_MAX: Final = 1000
"""More peaks are not looked at (``vision.look``)."""
_OTAU_BALLS: Final = (1.0, 40.0)
"""Sides of an otau in ball diameters: 1.8 to 10.2 on simulated boards; what a picture tells of a ball may be wrong."""
_BORDER_MIN: Final = 0.02
"""Least breadth of an otau, and of a kazan, over the length or depth of a half: a third of any real one."""
_ROUNDED_PX: Final = 0.02
"""What rounding may have done to the corners in a file."""
_BENT: Final = np.arange(8)[:, None] / 8
"""Where along a straight edge a lens that bends it is followed."""
_SPREAD: Final = np.stack(np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 5)), axis=-1).reshape(-1, 2)
"""Places of a half, in its own frame, at which a motion in the picture is followed through the lens."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of otaus in its half's own frame: its lattice, and where its otaus begin and end across the board."""

    lattice: RowLattice
    v_inner: float
    v_outer: float

    def __post_init__(self) -> None:
        """Check that it is a row.

        Raises:
            ValueError: the otaus do not lie one after another within the half.
        """
        if not _BORDER_MIN <= self.v_inner <= self.v_outer - _BORDER_MIN <= 1 - _BORDER_MIN:
            raise ValueError("the otaus of a row begin nearer to the middle than they end, both within the half")
        with np.errstate(over="ignore", invalid="ignore"):
            borders = self.lattice.u(_BORDERS[:, None], np.array([self.v_inner, self.v_outer]))
            if not (np.all(np.diff(borders, axis=0) > _BORDER_MIN) and np.all(np.abs(borders - 0.5) < 0.5 + _BESIDE)):
                raise ValueError("the nine otaus of a row lie one after another within the half")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Everything that is known of one view of one board.

    Attributes:
        image_wh: size of the pictures, px.
        corners_px: the board's outer corners beside white's otau 1, then round the board by white's right.
        H_image_half: two 3 x 3, from white's and black's half's own frame to the image, or to its ideal px
            (``calibration.lens``) where the lens is known.
        layout: the board; fitted ones are called "fitted".
        rows: white's and black's.
        ball_px: diameter of a kumalak in the image, px.
        white_known: whether white's side was given, or only assumed.
        residual_px: rms distance of the otaus' middles from the lattice that was fitted, px of the image.
        tilt_deg: angle between the camera's axis and the board's normal, for a field of view of about 58 degrees where
            the lens is not known.
        misplaced: see ``calibration.finding.Finding``.
        lens: in pictures of this size; None where it is not known.
        start: what the picture showed; None where it was not kept.
        schema: of the file.
    """

    image_wh: tuple[int, int]
    corners_px: tuple[tuple[float, float], ...]
    H_image_half: tuple[tuple[tuple[float, float, float], ...], ...]
    layout: Layout
    rows: tuple[Row, Row]
    ball_px: float
    white_known: bool
    residual_px: Annotated[float, msgspec.Meta(ge=0, le=IMAGE_MAX_PX)]
    tilt_deg: Annotated[float, msgspec.Meta(ge=0, le=90)]
    misplaced: Annotated[int, msgspec.Meta(ge=0, le=_MISPLACED_MAX)]
    lens: Lens | None = None
    start: StartPicture | None = None
    schema: int = SCHEMA

    def __post_init__(self) -> None:
        """Check that it can be a view of a board.

        Raises:
            BadCornersError: the halves are no outline in the picture.
            ValueError: something else is impossible.
        """
        if not all(1 <= size_px <= IMAGE_MAX_PX for size_px in self.image_wh):
            raise ValueError(f"no picture measures {self.image_wh[0]} x {self.image_wh[1]} px")
        H = np.array(self.H_image_half, np.float64)
        if H.shape != (2, 3, 3):
            raise ValueError("H_image_half must be two 3 x 3 matrices")
        for half in H:
            corners = to_image(half, UNIT_SQUARE, self.lens)
            check_inside(corners, self.image_wh)
            check_half(corners)
        outer = outline(H, self.lens)
        if np.shape(self.corners_px) != (4, 2) or not np.allclose(outer, self.corners_px, atol=_ROUNDED_PX):
            raise ValueError("corners_px must be those of H_image_half")
        if not self.ball_px >= 1:
            raise ValueError(f"ball_px is {self.ball_px}, but a kumalak is seen")
        sizes = self.view().box_wh[:OTAU_TOTAL]
        if not (sizes.min() >= _OTAU_BALLS[0] and sizes.max() <= _OTAU_BALLS[1]):
            raise ValueError(f"ball_px is {self.ball_px}, but otaus have room for a kumalak, and not for a whole game")
        if self.lens is not None and self.lens.image_wh != self.image_wh:
            raise ValueError("the lens is that of pictures of another size")

    @property
    def white_side(self) -> WhiteSide:
        """The side of the picture along which white's row runs."""
        return side_of(np.array(self.corners_px))

    @property
    def pitch_px(self) -> float:
        """Distance of two otaus, px of the image."""
        lengths = [half_size_px(np.array(H))[0] for H in self.H_image_half]
        return sum(row.lattice.pitch * length for row, length in zip(self.rows, lengths, strict=True)) / 2

    @property
    def outline_bow_px(self) -> float:
        """How far the lens bends the side of the outline that it bends most, px of the image; 0 without a lens."""
        if self.lens is None:
            return 0.0
        corners = outline(np.array(self.H_image_half))
        middles = (corners + np.roll(corners, -1, axis=0)) / 2
        chords = self.lens.distort(corners)
        off = self.lens.distort(middles) - (chords + np.roll(chords, -1, axis=0)) / 2
        along = np.roll(chords, -1, axis=0) - chords
        across = np.abs(off[:, 0] * along[:, 1] - off[:, 1] * along[:, 0])
        return float((across / np.linalg.norm(along, axis=1)).max())

    def moved(self, motion: NDArray[np.float64]) -> Calibration:
        """The same board after ``motion`` (3, 3), from where things lay in the picture to where they lie.

        Raises:
            BadCornersError: it does not lie in the picture then.
            BadLensError: nor does the lens reach so far.
        """
        H = self._ideal(motion) @ np.array(self.H_image_half)
        H /= H[:, 2:, 2:]
        larger = half_size_px(H[0])[0] / half_size_px(np.array(self.H_image_half[0]))[0]
        return replace(
            self,
            H_image_half=tuple(tuple((float(a), float(b), float(c)) for a, b, c in one) for one in H),
            corners_px=tuple((float(x), float(y)) for x, y in outline(H, self.lens).round(2)),
            ball_px=self.ball_px * larger,
        )

    def _ideal(self, motion: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3, 3) the motion as it goes between ideal px, over the board."""
        if self.lens is None:
            return motion
        before = np.concatenate([to_image(np.array(H), _SPREAD) for H in self.H_image_half])
        after = self.lens.undistort(to_image(motion, self.lens.distort(before)))
        return np.asarray(cv2.findHomography(before, after)[0], np.float64)

    def view(self) -> BoardView:
        """The board as it lies in the picture."""
        H = np.array(self.H_image_half)
        quads = [
            _otau_quad(H[ix // OTAU_PER_SIDE], self.rows[ix // OTAU_PER_SIDE], otau_no(ix)) for ix in range(OTAU_TOTAL)
        ]
        quads += [_kazan_quad(H, self.rows, self.layout.kazan, half) for half in (0, 1)]
        return BoardView(
            image_wh=self.image_wh,
            outline_px=_seen(outline(H), self.lens),
            boxes_px=tuple(_seen(quad, self.lens) for quad in quads),
            H_image_box=np.stack([_unit_to(quad) for quad in quads]),
            box_wh=np.array([_size(quad) for quad in quads]) / self.ball_px,
            ball_px=self.ball_px,
            lens=self.lens,
        )

    def to_json(self) -> bytes:
        """The calibration file: JSON, indented by one."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def side_of(corners_px: NDArray[np.float64]) -> WhiteSide:
    """The side of the picture where white's row lies, by a board's four corners in the usual order."""
    dx, dy = corners_px[:2].mean(axis=0) - corners_px.mean(axis=0)
    if abs(dy) >= abs(dx):
        return "bottom" if dy > 0 else "top"
    return "right" if dx > 0 else "left"


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file.

    Raises:
        BadCalibrationFileError: it is missing, broken, of another schema, or describes no board.
    """
    try:
        text = path.read_bytes()
        schema = decoded(text, _Head).schema
        if schema != SCHEMA:
            raise BadCalibrationFileError(say(Unusable.OTHER_SCHEMA, path=path, schema=schema, known=SCHEMA))
        found = decoded(text, Calibration)
    except OSError as error:
        raise BadCalibrationFileError(say(Unusable.UNREADABLE, path=path, cause=error.strerror)) from error
    except (JsonError, BadCornersError, BadLayoutError) as error:
        raise BadCalibrationFileError(say(Unusable.NO_CALIBRATION, path=path, fault=sentence_of(error))) from error
    if found.lens is not None and found.lens.schema != LENS_SCHEMA:
        raise BadCalibrationFileError(
            say(Unusable.OTHER_SCHEMA, path=path, schema=found.lens.schema, known=LENS_SCHEMA)
        )
    return found


@dataclass(frozen=True, slots=True)
class _Head:
    """What files of every schema have."""

    schema: int


def _otau_quad(H: NDArray[np.float64], row: Row, no: int) -> NDArray[np.float64]:
    """(4, 2) ideal px: inner left, inner right, outer right, outer left, as the otau's player sees it."""
    number = no + np.array([-0.5, 0.5, 0.5, -0.5])
    v = np.array([row.v_inner, row.v_inner, row.v_outer, row.v_outer])
    u = np.clip(row.lattice.u(number, v), _EDGE, 1 - _EDGE)
    return to_image(H, np.column_stack([u, v]))


def _kazan_quad(
    H: NDArray[np.float64], rows: tuple[Row, Row], place: Literal["middle", "ends"], half: int
) -> NDArray[np.float64]:
    row, other = rows[half], rows[1 - half]
    if place == "middle":
        ends = row.lattice.u(np.array([0.5, 9.5]), np.full(2, row.v_inner / 2))
        left, right = np.clip(ends, _EDGE, 1 - _EDGE)
        v = np.array([min(2 * _EDGE, row.v_inner / 2), row.v_inner])
        return to_image(H[half], np.array([[left, v[0]], [right, v[0]], [right, v[1]], [left, v[1]]]))
    edge = float(row.lattice.u(np.array([9.5]), np.array([row.lattice.v_mid]))[0])
    facing = 1 - float(other.lattice.u(np.array([0.5]), np.array([other.lattice.v_mid]))[0])
    near = to_image(H[half], np.array([[edge, row.v_outer], [1 - _EDGE, row.v_outer]]))
    far = to_image(H[1 - half], np.array([[1 - facing, other.v_outer], [_EDGE, other.v_outer]]))
    return np.array([far[0], far[1], near[1], near[0]])


def _seen(quad: NDArray[np.float64], lens: Lens | None) -> NDArray[np.float32]:
    """(N, 2) px: four corners in the image; where the lens bends the edges between them, with points on these."""
    if lens is None:
        return quad.astype(np.float32)
    edges = [start + _BENT * (end - start) for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True)]
    return lens.distort(np.concatenate(edges)).astype(np.float32)


def _unit_to(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3) from a box's own frame (-0.5..0.5) to its four corners."""
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, quad.astype(np.float32)), np.float64)


def _size(quad: NDArray[np.float64]) -> tuple[float, float]:
    """Mean width and height of four corners, px."""
    width = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    height = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    return float(width), float(height)
