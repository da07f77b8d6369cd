"""Evidence from the pictures of a recording: what lay there before and after, counts drawn, and short films."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.clip import Still, clip_of
from board_io.errors import WriteError
from board_io.evidence_writer import EvidenceWriter
from board_io.kept_files import KeptFiles
from calibration.view import BoardView
from togyz.events import Alert, Event, PlySeen, PositionSet, Started
from togyz.inference.observation import Observation
from togyz.saying import say, sentence_of
from togyz_companion.evidence_names import EVIDENCE, HELD, EvidenceKind, Rest
from togyz_companion.news import News
from togyz_companion.noted import Noted
from togyz_companion.recording import Watcher
from vision.frame import Frame
from vision.keeping import Displacement
from vision.overlay import draw_reading
from vision.reading import OtauReading

MOST_MB: Final = 500
"""A long game of 150 plies takes 35 with clips (d1)."""
FILM_MB: Final = 4000
"""About six hours of a board at 720p (d1)."""
MARGIN: Final = 0.12
"""So much of the board's length is shown beside it: hands, and hardly ever a face."""
CLIP_BEFORE_S: Final = 4.0
CLIP_AFTER_S: Final = 1.0
CLIP_FPS: Final = 10.0
CLIP_WIDTH_PX: Final = 640
RING_BYTES: Final = 16_000_000
"""About a minute of stills: plies are told within seconds of their rest, late ones within half a minute."""
_STILLS_MIN: Final = 2
_PICTURE_QUALITY: Final = 85
_HELD_QUALITY: Final = 95
_STILL_QUALITY: Final = 80
_TIME_EPS_S: Final = 1e-6
_NS_PER_S: Final = 1_000_000_000

logger = logging.getLogger(__name__)

Crop = tuple[slice, slice]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceOptions:
    """What the user wants kept.

    Attributes:
        kind: None: clips before a camera, pictures of a film, which is there to be looked at.
        most_mb: so much it may take for each game, in 10**6 bytes.
        whole_view: whether whole pictures are kept, not only the board's surroundings.
        keep_film: whether a camera's film is kept, too.
        film_mb: so much of it for each session.
    """

    kind: EvidenceKind | None = None
    most_mb: int = MOST_MB
    whole_view: bool = False
    keep_film: bool = False
    film_mb: int = FILM_MB

    def kind_for(self, *, is_live: bool) -> EvidenceKind:
        """What is kept of such a source."""
        return self.kind or ("clips" if is_live else "pictures")


class Drawable(Protocol):
    """A watcher that can tell where the board lies and what it counted last."""

    view: BoardView
    readings: tuple[OtauReading, ...]

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture as it would be if the board still lay where the view has it."""


class Witness:
    """Sees what a watcher sees, and keeps evidence of what becomes news: a watcher, and by ``tell`` a sink.

    Args:
        watcher: what sees.
        board: what it knows of the board.
        kind: what is to be kept.
        options: how much of it.
        waits: whether the source waits until evidence is written, as a film does and a camera does not.
    """

    def __init__(
        self, watcher: Watcher, board: Drawable, kind: EvidenceKind, options: EvidenceOptions, *, waits: bool
    ) -> None:
        self._watcher = watcher
        self._board = board
        self._kind = kind
        self._options = options
        self._waits = waits
        self._crop = crop_of(board.view, options)
        self._pictures: deque[_Picture] = deque(maxlen=HELD)
        self._ring = Ring(self._crop) if self._kind == "clips" else None
        self._writer: EvidenceWriter | None = None

    def see(self, frame: Frame) -> Sequence[Observation | Displacement]:
        """What the watcher sees."""
        seen = self._watcher.see(frame)
        if self._kind != "none":
            for one in seen:
                if isinstance(one, Observation):
                    self._hold(frame, one)
        if self._ring is not None:
            self._ring.add(frame)
        return seen

    def open(self, folder: Path) -> None:
        """Evidence goes below this folder from now on; where it cannot, none is kept, which is warned of."""
        if self._kind == "none":
            return
        try:
            files = KeptFiles(folder / EVIDENCE, most_bytes=self._options.most_mb * 1_000_000)
        except WriteError as error:
            logger.warning(say(Noted.NO_EVIDENCE, fault=sentence_of(error)))
        else:
            self._writer = EvidenceWriter(files, waits=self._waits)

    def tell(self, news: News) -> None:
        """Has the files made that an event names."""
        if self._writer is None:
            return
        named = self._named(news.event)
        for picture in self._pictures:
            rest = picture.rest
            if rest.picture in named:
                # Compressed, because a dozen may wait: so many whole pictures would take 33 MB.
                self._writer.put(Path(rest.picture).name, partial(picture.packed().drawn, self._crop))
            if self._ring is not None and rest.clip in named:
                stills = self._ring.around(rest.t)
                if len(stills) >= _STILLS_MIN:
                    self._writer.put(Path(rest.clip).name, partial(clip_of, stills))

    def _named(self, event: Event) -> tuple[str, ...]:
        """The files that are to be made; where a game begins or goes on, what the next ply finds is among them."""
        match event:
            case PlySeen() | Alert():
                return event.evidence
            case Started() | PositionSet() if self._pictures:
                return (self._pictures[-1].rest.picture,)
            case _:
                return ()

    def close(self) -> None:
        """Has what was asked for be written, in bounded time."""
        if self._writer is not None:
            self._writer.close()

    def _hold(self, frame: Frame, observation: Observation) -> None:
        """Remembers the newest picture of a rest: nothing is drawn yet, and the rest before is compressed."""
        rest = Rest.of(observation)
        if self._pictures and (last := self._pictures.pop()).rest != rest:
            self._pictures.append(last.packed())
        image_bgr = self._board.steady(frame.image_bgr)
        self._pictures.append(_Picture(rest, image_bgr, self._board.view, self._board.readings, observation.visible))


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """What a rest looked like, and what was counted then.

    Attributes:
        image: (H, W, 3) BGR, or a JPEG of it.
        visible: (18,) otaus that could be read.
    """

    rest: Rest
    image: NDArray[np.uint8] | bytes
    view: BoardView
    readings: tuple[OtauReading, ...]
    visible: NDArray[np.bool_]

    def packed(self) -> _Picture:
        """The same in a tenth of the memory."""
        return self if isinstance(self.image, bytes) else replace(self, image=jpeg_of(self.image, _HELD_QUALITY))

    def drawn(self, crop: Crop) -> bytes:
        """A JPEG of the part that is kept, with what was counted."""
        image = self.image
        if isinstance(image, bytes):
            image = np.asarray(cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        return jpeg_of(draw_reading(image, self.view, self.readings, self.visible)[crop], _PICTURE_QUALITY)


class Ring:
    """The last stills of a source, small and compressed.

    Args:
        crop: the part of each picture that is kept.
        most_bytes: so much they take; the oldest go.
    """

    def __init__(self, crop: Crop, *, most_bytes: int = RING_BYTES) -> None:
        self._crop = crop
        self._most_bytes = most_bytes
        self._stills: deque[Still] = deque()
        self._bytes = 0

    def add(self, frame: Frame) -> None:
        """Keeps a still of this frame, if the last one is old enough."""
        if self._stills and frame.t_s < self._stills[-1].t_ns / _NS_PER_S + 1 / CLIP_FPS - _TIME_EPS_S:
            return
        image = frame.image_bgr[self._crop]
        height, width = image.shape[:2]
        scale = min(1.0, CLIP_WIDTH_PX / width)
        small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        self._stills.append(Still(frame.t_ns, jpeg_of(np.asarray(small, np.uint8), _STILL_QUALITY)))
        self._bytes += len(self._stills[-1].jpeg)
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._stills.popleft().jpeg)

    def around(self, t_s: float) -> tuple[Still, ...]:
        """The stills from shortly before a time to shortly after it."""
        first_ns, last_ns = (round((t_s + by) * _NS_PER_S) for by in (-CLIP_BEFORE_S, CLIP_AFTER_S))
        return tuple(still for still in self._stills if first_ns <= still.t_ns <= last_ns)


def crop_of(view: BoardView, options: EvidenceOptions) -> Crop:
    """The rows and columns of a picture that are kept: the board and the hands beside it, or all."""
    if options.whole_view:
        return slice(0, view.image_wh[1]), slice(0, view.image_wh[0])
    margin_px = MARGIN * float(np.ptp(view.outline_px, axis=0).max())
    first = np.maximum(np.floor(view.outline_px.min(axis=0) - margin_px), 0).astype(int)
    last = np.minimum(np.ceil(view.outline_px.max(axis=0) + margin_px), view.image_wh).astype(int)
    return slice(int(first[1]), int(last[1])), slice(int(first[0]), int(last[0]))


def jpeg_of(image_bgr: NDArray[np.uint8], quality: int) -> bytes:
    """A picture of (H, W, 3) as a JPEG of a quality from 0 to 100."""
    _, encoded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return encoded.tobytes()
