"""A game on a simulated board as a film with its truth: positions at rest, and hands that sow between them.

Beside FILM.mp4 lies FILM.json: ``fps``, ``size``, ``start`` and ``plies``, each with ``t_hand`` and ``t_settled`` in s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
from numpy.typing import NDArray

from togyz.board import Side, otau_ix
from togyz.position import Position
from tools.simulator.degrade import take
from tools.simulator.play import Play, Seen, State
from tools.simulator.studio import Studio
from tools.simulator.things import Thing, shifted

FPS: Final = 15
_REST_S: Final = (1.2, 3.0)
_PASS: Final = 6
"""Pictures in which a hand comes, and as many in which it goes."""
_PICTURES: Final = 6
"""Taken of a scene."""
_AWAY: Final = 16.0
"""How far outside a hand begins and ends, in ball diameters."""


def write_film(play: Play, path: Path, plies: int, rng: np.random.Generator, *, crf: int) -> None:
    """Write a film and its truth.

    Args:
        play: plays the game.
        path: of the film, ending in .mp4.
        plies: how many are played, fewer if the game is over before.
        rng: draws noise and times.
        crf: quality of H.264, from 0, best, to 51.
    """
    told: list[dict[str, Any]] = []
    with Film(path, play.studio, rng, crf) as film:
        before = Position.start()
        for state in play.states(plies, hands=False):
            if state.kind == "empty":
                continue
            t_hand = film.t_s
            for passing in sowing_states(play, before, state):
                film.add(play.show(passing), 1)
            if state.move:
                told.append(_ply(state, state.move, t_hand, film.t_s))
            film.add(play.show(state), round(rng.uniform(*_REST_S) * FPS))
            before = state.position
    truth = {
        "fps": FPS,
        "size": list(play.studio.image_wh),
        "game": path.stem,
        "start": Position.start().to_dict(),
        "plies": told,
        "seconds": film.t_s,
    }
    path.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")


class Film:
    """A film that is being written."""

    def __init__(self, path: Path, studio: Studio, rng: np.random.Generator, crf: int, *, fps: int = FPS) -> None:
        self._studio = studio
        self._rng = rng
        self._fps = fps
        self._frames = 0
        self._container = av.open(str(path), "w")
        self._stream = self._container.add_stream("libx264", rate=fps, options={"crf": str(crf)})
        self._stream.width, self._stream.height = studio.image_wh
        self._stream.pix_fmt = "yuv420p"

    def __enter__(self) -> Film:
        return self

    def __exit__(self, *_error: object) -> None:
        self._container.mux(self._stream.encode(None))
        self._container.close()

    @property
    def t_s(self) -> float:
        """When the next picture is shown."""
        return round(self._frames / self._fps, 3)

    def add(self, seen: Seen, times: int, *, taken: int = _PICTURES) -> None:
        """Add pictures of one scene that differ by noise only; so many are taken, and shown again and again."""
        pictures = [self._taken(seen) for _ in range(min(times, taken))]
        for number in range(times):
            picture = pictures[number % len(pictures)]
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = self._frames, Fraction(1, self._fps)
            self._container.mux(self._stream.encode(frame))
            self._frames += 1

    def _taken(self, seen: Seen) -> NDArray[np.uint8]:
        return take(seen.rendered.radiance, self._studio.image_wh, self._studio.device, self._rng)


def sowing_states(play: Play, before: Position, after: State) -> Iterator[State]:
    """A hand comes, sows ball by ball, takes what it captured, and goes."""
    if after.move is None:
        return
    side, number = after.move
    sowing = before.sow(number)
    source = otau_ix(side, number)
    hand = play.hand(side, source)
    outside = np.array([0.0, _AWAY if side is Side.WHITE else -_AWAY])
    for step in range(_PASS):
        yield State("hand", after.ply - 1, before, after.move, shifted(hand, outside * (1 - step / _PASS)))
    otau = list(before.otau)
    otau[source] = 0
    over = hand
    for box in sowing.path:
        over = _over(play, hand, source, box)
        otau[box] += 1
        yield State("hand", after.ply - 1, replace(before, otau=tuple(otau)), after.move, over)
    for step in range(_PASS):
        yield State("hand", after.ply, after.position, after.move, shifted(over, outside * (step + 1) / _PASS))


def _over(play: Play, hand: Thing, source: int, box: int) -> Thing:
    """The hand that was drawn over one box, over another."""
    hollows = play.studio.board.hollows()
    return shifted(hand, (hollows[box].middle - hollows[source].middle)[:2])


def _ply(state: State, move: tuple[Side, int], t_hand: float, t_settled: float) -> dict[str, Any]:
    """What the truth says of a ply."""
    position = state.position.to_dict()
    return {
        "ply": state.ply,
        "side": move[0].value,
        "otau": move[1],
        "t_hand": t_hand,
        "t_settled": t_settled,
        **{key: position[key] for key in ("white", "black", "kazan", "tuzdyk")},
    }
