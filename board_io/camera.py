"""Cameras and network streams as sources: read all the time, the newest frame wins, and what fails is opened anew."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from board_io.capture import Capture, open_capture, without_password
from board_io.device import SteadyLight
from board_io.outage import CameraState, Fault, Moment, Outage
from board_io.picture_watch import PictureWatch
from board_io.source import STREAM_SCHEMES, SourceError, SourceInfo, SourceLostError, SourceSilentError
from board_io.trouble import Trouble
from board_io.worker import Worker
from togyz.saying import Saying, say
from vision.frame import Frame

GRABS_MAX: Final = 10
"""So many grabs may fail in a row before the connection is taken to be gone: FFmpeg fails one at a damaged picture."""
FROZEN_H264_S: Final = 10.0
"""Encoders of RTSP cameras leave out what does not change: until the next whole picture, a still board may give the
same one again and again, where noise does not show. Nothing is booked from these; the source is not opened anew for it
before this time."""
ENCODED: Final = ("rtsp://", "rtsps://")
"""Pictures of these come by such an encoder."""
FPS_MAX: Final = 1000.0
"""Above this FFmpeg tells the ticks of a stream's clock: it does not know the rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long what is waited for, in s.

    Attributes:
        open_s: for the first picture.
        notice_s: without a good picture it is an outage, and the source is opened anew. It doubles from one opening to
            the next up to ``notice_max_s``: a lens cap is not taken off by opening a camera.
        reopen_s: from one opening to the next, at least; doubles likewise up to ``reopen_max_s``.
        reopen_open_s: for opening again, at least; else twice of what it took the first time.
        give_up_s: so long an outage lasts before the source is taken to be lost for good.
        beat_s: an outage is told so often.
    """

    open_s: float = 10.0
    notice_s: float = 1.5
    notice_max_s: float = 24.0
    reopen_s: float = 0.25
    reopen_max_s: float = 1.0
    reopen_open_s: float = 1.5
    give_up_s: float = 1800.0
    beat_s: float = 0.2


class CameraSource(Worker):
    """A camera or a network stream, opened and read by a thread of its own.

    Frames carry monotonic time since it was first opened, taken right after the grab. The queue holds at most one
    frame and one outage, in the order in which they came: a frame that nobody fetched in time is replaced by the next,
    ``dropped`` counts it and ``seq`` jumps. Pictures with a fault are never handed on.

    Raises:
        SourceError: it gave no frame within ``patience.open_s``; of the kind that says why.
    """

    def __init__(
        self,
        url: str,
        *,
        patience: Patience | None = None,
        opener: Callable[[str, float], Capture] = open_capture,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._name = without_password(url)
        super().__init__(f"camera {self._name}")
        self.dropped = 0
        self.state = CameraState.OPENING
        self._url = url
        self._opener = opener
        self._patience = patience or Patience()
        self._now_ns = now_ns
        self._damaged = 0
        self._seq = itertools.count()
        self._watch = PictureWatch(skips=url.startswith(ENCODED))
        self._waiting: list[Moment] = []
        self._opened: SourceInfo | None = None
        self._error: SourceError | None = None
        self._fault: Fault = "silent"
        self._why: Saying | None = None
        self._origin_ns = self._good_ns = self._tried_ns = self._now_ns()
        self._notice_s, self._reopen_s = self._patience.notice_s, self._patience.reopen_s
        self._light = SteadyLight(self._name)
        self._thread.start()
        self.info = self._await_opening()
        took_s = (self._good_ns - self._origin_ns) / 1e9
        self._reopen_open_s = max(self._patience.reopen_open_s, 2 * took_s)

    @property
    def problem(self) -> str | None:
        """How many pictures came damaged so far; None while there are none."""
        if not self._damaged:
            return None
        return say(Trouble.DAMAGED_PICTURES, name=self._name, pictures=self._damaged)

    def content_hash(self) -> None:
        """None: live pictures have no content of their own to name them by."""

    def hold_light(self, *, is_held: bool) -> None:
        """Has a device keep its exposure, white balance and focus as they are, or adjust them by itself again.

        What the driver did not do is warned of once. A stream is not asked.
        """
        self._light.is_wanted = is_held

    def __iter__(self) -> Iterator[Moment]:
        """Frames, and outages while there are none, until ``close``.

        Raises:
            SourceLostError: an outage lasted for ``give_up_s``.
        """
        while (moment := self._next()) is not None:
            if isinstance(moment, Outage) and moment.lasted_s >= self._patience.give_up_s:
                raise SourceLostError(self._name, moment.detail)
            yield moment

    @property
    def _is_stream(self) -> bool:
        return self._url.startswith(STREAM_SCHEMES)

    def _await_opening(self) -> SourceInfo:
        timeout_s = self._patience.open_s
        with self._changed:
            self._changed.wait_for(lambda: self._opened or self._error, timeout_s)
            opened, error = self._opened, self._error
        if opened is None:
            self.close()
            raise error or SourceSilentError(
                self._name, say(Trouble.NO_PICTURE_IN, name=self._name, timeout_s=timeout_s)
            )
        return opened

    def _next(self) -> Moment | None:
        """The newest frame, once, or the outage; None after ``close``."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._waiting or self._is_closing, self._patience.beat_s)
                if self._is_closing:
                    return None
                if self._waiting:
                    return self._waiting.pop(0)
                if self.state is not CameraState.LIVE or self._without_s(self._good_ns) >= self._patience.notice_s:
                    return self._outage()

    def _outage(self) -> Outage:
        now_ns = self._now_ns()
        return Outage(
            t_ns=now_ns - self._origin_ns,
            since_ns=self._good_ns - self._origin_ns,
            fault=self._fault,
            detail=self._detail(),
        )

    def _detail(self) -> Saying:
        what = _remedy(self._name, self._fault)
        return what if self._why is None else say(Trouble.WITH_CAUSE, what=what, cause=self._why)

    def _without_s(self, since_ns: int) -> float:
        return (self._now_ns() - since_ns) / 1e9

    def _run(self) -> None:
        while not self._is_closing:
            error = self._attempt(self._read_until_broken)
            if isinstance(error, SourceError):
                self._break(error)
            elif error is not None:
                lost = SourceLostError(self._name, say(Trouble.DRIVER, name=self._name))
                lost.__cause__ = error
                self._break(lost)
            if self._opened is None:
                break
            self._pause()
        with self._changed:
            self.state = self.state.to(CameraState.CLOSED)

    def _break(self, error: SourceError) -> None:
        with self._changed:
            self.state = self.state.to(CameraState.BROKEN)
            self._error = error
            self._why = None if isinstance(error, _FaultyError) else error.why
            self._fault = error.fault if isinstance(error, _FaultyError) else "gone"
            # It may be over before the next beat: opening a stream takes less.
            self._waiting = [*(one for one in self._waiting if isinstance(one, Frame)), self._outage()]
            self._changed.notify_all()

    def _pause(self) -> None:
        """Waits before the next opening, longer from time to time until a good picture comes.

        What the last attempt took counts: one that ran into its time-out has waited long enough.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_closing, max(0.0, self._reopen_s - self._without_s(self._tried_ns)))
            self._reopen_s = min(2 * self._reopen_s, self._patience.reopen_max_s)
            self._notice_s = min(2 * self._notice_s, self._patience.notice_max_s)
            if not self._is_closing:
                self.state = self.state.to(CameraState.OPENING)

    def _read_until_broken(self) -> None:
        self._tried_ns = self._now_ns()
        is_first = self._opened is None
        capture = self._opener(self._url, self._patience.open_s if is_first else self._reopen_open_s)
        self._light.reopened()
        self._watch.reopened()
        try:
            self._read(capture)
        finally:
            capture.release()

    def _read(self, capture: Capture) -> None:
        since_ns = self._now_ns()
        while not self._is_closing:
            self._damaged += self._grab(capture, since_ns)
            t_ns = self._now_ns()
            if self._is_closing:
                return
            seq = next(self._seq)
            is_whole, image = capture.retrieve()
            fault = self._watch.fault(image, t_ns, is_key=capture.is_key) if is_whole else None
            self._damaged += not is_whole
            if is_whole and fault is None:
                image.flags.writeable = False
                since_ns = t_ns
                self._publish(Frame(image, t_ns - self._origin_ns, seq, self._name), capture)
            elif fault is not None:
                self._note(fault)
            self._check(self._watch.without_since(since_ns))
            if capture.knobs is not None:
                self._light.adjust(capture.knobs)

    def _grab(self, capture: Capture, since_ns: int) -> int:
        """Waits for the next picture and says how many damaged ones it passed over."""
        for failed in range(GRABS_MAX):
            if capture.grab() or self._is_closing:
                return failed
            self._check(since_ns)
        raise self._broken_off(capture.cause)

    def _broken_off(self, cause: str | None) -> SourceError:
        """That no more pictures come, or that not even one came, and why where that is known."""
        if self._opened is not None:
            what = say(Trouble.BROKE_OFF)
        else:
            what = say(Trouble.STREAM_SILENT if self._is_stream else Trouble.NO_PICTURE, name=self._name)
        why = what if cause is None else say(Trouble.WITH_CAUSE, what=what, cause=cause)
        return SourceSilentError(self._name, why) if self._opened is None else SourceLostError(self._name, why)

    def _check(self, since_ns: int) -> None:
        """See that there was a good picture lately.

        Raises:
            _FaultyError: there was none.
        """
        patience_s = self._notice_s
        if self._fault == "frozen" and self._watch.may_be_still:
            patience_s = max(patience_s, FROZEN_H264_S)
        if self._without_s(since_ns) >= patience_s:
            raise _FaultyError(self._name, self._fault)

    def _note(self, fault: Fault) -> None:
        with self._changed:
            self._fault, self._why = fault, None

    def _publish(self, frame: Frame, capture: Capture) -> None:
        with self._changed:
            outages = [one for one in self._waiting if isinstance(one, Outage)]
            self.dropped += len(self._waiting) - len(outages)
            self._waiting = [*outages, frame]
            self._good_ns = self._origin_ns + frame.t_ns
            self._fault, self._why = "silent", None
            self._notice_s, self._reopen_s = self._patience.notice_s, self._patience.reopen_s
            if self.state is not CameraState.LIVE:
                self.state = self.state.to(CameraState.LIVE)
            if self._opened is None:
                self._opened = self._describe(frame, capture)
            self._changed.notify_all()

    def _describe(self, frame: Frame, capture: Capture) -> SourceInfo:
        height, width = frame.image_bgr.shape[:2]
        return SourceInfo(
            kind="stream" if self._is_stream else "camera",
            wh=(width, height),
            fps=capture.fps if 0 < capture.fps <= FPS_MAX else None,
            duration_s=None,
            frames=None,
            description=f"{self._name}: {width} x {height}",
        )


def _remedy(name: str, fault: Fault) -> Saying:
    """What is wrong with a source, and what to do about it."""
    return say(Trouble[fault.upper()], name=name)


class _FaultyError(SourceLostError):
    """A source that gave no good picture for a while."""

    def __init__(self, name: str, fault: Fault) -> None:
        self.fault = fault
        super().__init__(name, _remedy(name, fault))
