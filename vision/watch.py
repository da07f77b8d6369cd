"""The watcher: frames in, observations of quiet spells out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from togyz.board import OTAU_TOTAL
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, Observation
from vision.beside import Beside, BesideOtaus
from vision.change import ChangeDetector, StillView
from vision.change_kind import log_kind
from vision.counter import Counter
from vision.counter_of import counter_of, in_grey
from vision.frame import Frame
from vision.gate import Gate, GateReading
from vision.keeping import LIKER_ELSEWHERE, LOST_S, Displacement
from vision.markers import painted_over
from vision.placement import PlaceSeen, alike_places, best_place, likeliest_place, log_held
from vision.reading import OtauReading
from vision.registration import Alignment, Homography
from vision.small_board import warped

READ_AT_S: Final = (0.0, 0.35, 0.9, 1.75, 2.9)
"""When a quiet spell is read, after its first quiet frame (0.3 s after the board came to rest). The last but one lets a
ply rest long enough to be confirmed, the last one a capture that nobody lifts long enough to be told within 4 s."""
READ_EVERY_S: Final = 4.0
"""How often it is read after that."""
REFERENCES: Final = 4
"""So many earlier spells are compared with: the one before may show a sowing that was not finished."""
ALL_NEW: Final = 0.5
"""Where so many of the otaus look otherwise than before, the board may lie elsewhere; a ply changes 4.4 of 18."""
UNPLACED_EVERY_S: Final = 1.0
"""A board that is seen, but not where it lies, is looked at so often."""
_TIME_EPS_S: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class _Spell:
    """What is known of the quiet spell that runs.

    Attributes:
        first: the gate's reading of its first quiet frame, or of the first one in which the same boxes are visible.
        still: mean view of the frames read.
        log_lik: (18, 61) mean log likelihood of the frames read: errors of one still scene are the same in all of
            them, so that more frames take away noise but add no evidence.
        seen: (18,) mean of the number of kumalak seen in each otau, hidden ones left out.
        readings: how many frames went in.
        changes: against earlier spells, newest first.
        beside: what the first of them showed beside the otaus.
    """

    first: GateReading
    still: StillView
    log_lik: NDArray[np.float64]
    seen: NDArray[np.float64]
    readings: int
    changes: tuple[Change, ...]
    beside: Beside

    @property
    def visible(self) -> NDArray[np.bool_]:
        """(20,) the boxes that nothing hides: no hand beside their rims, and no thing within them."""
        return self.first.visible & ~self.beside.covered

    @property
    def next_s(self) -> float:
        """Source time at which it should be read again."""
        more = self.readings - len(READ_AT_S)
        after_s = READ_AT_S[self.readings] if more < 0 else READ_AT_S[-1] + (more + 1) * READ_EVERY_S
        return self.first.t_s + after_s


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """What looks into the boxes of a board at rest."""

    counter: Counter
    beside: BesideOtaus


@dataclass(frozen=True, slots=True, eq=False)
class _Past:
    """An earlier spell, to compare with."""

    number: int
    still: StillView
    visible: NDArray[np.bool_]
    seen: NDArray[np.float64]
    beside: Beside
    is_grey: bool


class BoardWatcher:
    """Watches one board. Knows no time but that of the frames.

    Attributes:
        view: where the board lies.
        readings: what was counted last, of the 18 otaus; empty before.
    """

    def __init__(self, calibration: Calibration, first: Frame, *, counter: Counter | None = None) -> None:
        """Begin to watch.

        Args:
            calibration: of the camera's view.
            first: a frame with nothing over the board.
            counter: None for the one that learns from the calibration's start picture.

        Raises:
            CalibrationError: no counter is given and the calibration has seen no start position to learn from.
        """
        self.view = calibration.view()
        self.readings: tuple[OtauReading, ...] = ()
        self._gate = Gate(self.view, first.image_bgr)
        self._changes = ChangeDetector(self.view)
        self._calibration = calibration
        self._in_colour = self._reader = _Reader(counter or counter_of(calibration), BesideOtaus(calibration))
        self._in_grey: _Reader | None = None
        self._spell: _Spell | None = None
        self._past: list[_Past] = []
        self._is_lost = False
        self._alike = alike_places(self.view)
        self._has_moved = False
        self._sought_s = -math.inf
        self._untold_s = math.inf  # since when the board is seen, but not where it lies

    def see(self, frame: Frame) -> list[Observation | Displacement]:
        """Take the next frame; what became known by it."""
        gate = self._gate.step(frame)
        moved = [] if gate.displacement is None else [gate.displacement]
        self._has_moved |= gate.is_lost or gate.displacement is not None
        if self._spell is not None and (not gate.quiet or gate.spell != self._spell.first.spell):
            self._put_by(self._spell)
        was_lost, self._is_lost = self._is_lost, gate.is_lost
        if gate.is_lost and not was_lost:
            return [*moved, _nothing_seen(gate)]
        next_s = self._sought_s + UNPLACED_EVERY_S if self._spell is None else self._spell.next_s
        if not gate.quiet or gate.t_s < next_s - _TIME_EPS_S:
            return [*moved]
        if self._spell is not None and np.array_equal(gate.visible, self._spell.first.visible):
            self._spell = self._continued(self._spell, self._gate.steady(frame.image_bgr))
        else:  # what was hidden until now was not read, and what is hidden now was
            self._reader = self._reader_in_grey() if gate.is_grey else self._in_colour
            self._spell = self._begun_where_it_lies(frame, gate)
            if self._spell is None:
                self._sought_s = gate.t_s
                return [*moved, _nothing_seen(gate)] if gate.is_grey or self._is_long_untold(gate) else [*moved]
            self._has_moved, self._untold_s = False, math.inf
        return [*moved, _observation(self._spell, gate)]

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture as it would be if the board still lay where the view has it."""
        return self._gate.steady(image_bgr)

    def _begun_where_it_lies(self, frame: Frame, gate: GateReading) -> _Spell | None:
        """A spell, after the board moved or where nearly all looks otherwise, at the place where it holds what it held.

        A camera that has lost its colours shows a board otherwise than it was learned: it must hold what it held, too.
        So must what was found by its outline alone. Any other that lies whole in view for long without that is this
        one, after more plies than can be told: what is to be made of them is not asked here.

        Returns:
            None where that is nowhere.
        """
        spell = self._begun(self._gate.steady(frame.image_bgr), gate)
        is_new = spell.changes and np.mean(spell.changes[0].log_ratio[:OTAU_TOTAL] > 0) >= ALL_NEW
        is_doubtful = bool(self._past) and gate.is_grey and not self._past[0].is_grey
        if not self._past or not (self._has_moved or is_new or is_doubtful):
            return spell
        fits = self._gate.fits_of(frame.image_bgr, (np.eye(3), *self._alike))
        places = [PlaceSeen(self._seen_at(frame.image_bgr, H), fit.closeness) for H, fit in fits]
        combed = is_doubtful or (self._has_moved and gate.is_combed)
        pasts = self._past[:1] if combed else self._past  # another board may well lie in an earlier position
        logs = [_log_held_in(pasts, one.seen, spell.visible) for one in places]
        best = best_place(places, logs, moved=self._has_moved or is_doubtful, combed=combed)
        if best is None:
            self._untold_s = min(self._untold_s, gate.t_s)
            if is_doubtful or combed or not (spell.visible.all() and self._is_long_untold(gate)):
                self._put_by_frame(frame, fits)
                return None
            best = likeliest_place(places, logs)
        if best == 0:
            return spell
        gate = self._gate.put(frame, fits[best][0])
        return self._begun(self._gate.steady(frame.image_bgr), gate)

    def _put_by_frame(self, frame: Frame, fits: Sequence[tuple[Homography, Alignment]]) -> None:
        """Look at a board that is not told from where its frame fits better: its place may look the same from there."""
        H, fit = max(fits, key=lambda one: one[1].closeness)
        if fit.closeness >= fits[0][1].closeness + LIKER_ELSEWHERE:
            self._gate.put(frame, H)

    def _is_long_untold(self, gate: GateReading) -> bool:
        return gate.t_s - self._untold_s >= LOST_S

    def _seen_at(self, image_bgr: NDArray[np.uint8], H_image_view: Homography) -> NDArray[np.float64]:
        """(18,) kumalak seen if the board lay there."""
        readings = self._reader.counter.count(warped(image_bgr, H_image_view, image_bgr.shape[1::-1]))
        return np.array([one.p_ball.sum() for one in readings], np.float64)

    def _begun(self, image_bgr: NDArray[np.uint8], gate: GateReading) -> _Spell:
        still = self._changes.still(image_bgr)
        changes = tuple(self._change(past, still, gate.visible) for past in self._past)
        before, change = (self._past[0].beside, changes[0].log_ratio) if changes else (None, np.zeros(BOX_TOTAL))
        beside = self._reader.beside.look(image_bgr, gate.visible, change, before)
        log_lik, seen = self._count(image_bgr, beside)
        changes = tuple(replace(one, log_ratio=np.where(beside.covered, 0.0, one.log_ratio)) for one in changes)
        return self._with_kinds(_Spell(gate, still, log_lik, seen, 1, changes, beside))

    def _continued(self, spell: _Spell, image_bgr: NDArray[np.uint8]) -> _Spell:
        """Only the spell before is compared with again: the older ones are there for rare cases."""
        readings = spell.readings + 1
        still = self._changes.still(image_bgr, spell.still)
        log_lik, seen = self._count(image_bgr, spell.beside)
        return self._with_kinds(
            replace(
                spell,
                still=still,
                log_lik=spell.log_lik + (log_lik - spell.log_lik) / readings,
                seen=spell.seen + (seen - spell.seen) / readings,
                readings=readings,
                changes=(*(self._change(past, still, spell.visible) for past in self._past[:1]), *spell.changes[1:]),
            )
        )

    def _count(self, image_bgr: NDArray[np.uint8], beside: Beside) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """((18, 61) log likelihoods, (18,) numbers seen)."""
        self.readings = self._reader.counter.count(painted_over(image_bgr, beside.things))
        seen = np.array([one.p_ball.sum() for one in self.readings], np.float64)
        return np.stack([one.log_lik for one in self.readings]), seen

    def _change(self, past: _Past, still: StillView, visible: NDArray[np.bool_]) -> Change:
        return Change(past.number, self._changes.log_ratio(past.still, still, past.visible & visible))

    def _with_kinds(self, spell: _Spell) -> _Spell:
        """Of the spell before, it is told besides how the otaus changed since."""
        if not self._past:
            return spell
        past, (newest, *older) = self._past[0], spell.changes
        visible = (past.visible & spell.visible)[:, None]
        newest = replace(newest, log_kind=np.where(visible, log_kind(past.seen, spell.seen), 0.0))
        return replace(spell, changes=(newest, *older))

    def _reader_in_grey(self) -> _Reader:
        """One that learned from the calibration's picture without its colours."""
        if self._in_grey is None:
            calibration = in_grey(self._calibration)
            self._in_grey = _Reader(counter_of(calibration), BesideOtaus(calibration))
        return self._in_grey

    def _put_by(self, spell: _Spell) -> None:
        first = spell.first
        past = _Past(first.spell, spell.still, spell.visible, spell.seen, spell.beside, first.is_grey)
        self._past = [past, *self._past][:REFERENCES]
        self._spell = None


def _log_held_in(pasts: Sequence[_Past], seen: NDArray[np.float64], visible: NDArray[np.bool_]) -> float:
    """How much the otaus say for a place, after the one of some earlier spells after which they say most."""
    return max(log_held(past.seen, seen, (past.visible & visible)[:OTAU_TOTAL]) for past in pasts)


def _observation(spell: _Spell, gate: GateReading) -> Observation:
    seen = spell.visible[:OTAU_TOTAL]
    return Observation(
        spell=spell.first.spell,
        t_rest=spell.first.t_rest_s,
        t=gate.t_s,
        log_lik=np.where(seen[:, None], spell.log_lik, 0.0),
        visible=seen,
        changes=spell.changes,
        touched=gate.touched,
        hand=gate.hand,
        kazans=spell.beside.kazans,
        log_marker=None if gate.is_grey else spell.beside.log_marker,  # which a marker has by its colour
        cut_off=gate.cut_off,
        is_grey=gate.is_grey,
    )


def _nothing_seen(gate: GateReading) -> Observation:
    """What there is to say of a board that is lost, or seen without being known."""
    return Observation(
        spell=max(gate.spell, 0),
        t_rest=gate.t_s - LOST_S,
        t=gate.t_s,
        log_lik=np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1)),
        visible=np.zeros(OTAU_TOTAL, bool),
        touched=gate.touched,
        is_grey=gate.is_grey and not gate.is_lost,
    )
