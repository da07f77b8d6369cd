"""A tale (tools/tales.py) on a simulated board as a film with its truth: a hand comes between one rest and the next.

Beside FILM.mp4 lies FILM.json: ``start``, ``corners_px``, ``moves`` (None for a ply against the rules), ``right``, the
position in the end, and in ``plies`` every rest, with ``t_hand`` and ``t_settled`` in s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side, otau_side
from togyz.position import Position
from tools.simulator.filmgame import Film
from tools.simulator.play import Play, State
from tools.simulator.things import Thing, shifted
from tools.tales import Scene, Tale

FPS: Final = 10
_STAYS: Final = 3
"""Pictures of a hand in one place."""


def write_tale(play: Play, tale: Tale, path: Path, rng: np.random.Generator, *, crf: int) -> None:
    """Write a film and its truth.

    Args:
        play: shows it; with a spare kumalak for every one that comes to the board.
        tale: what is played.
        path: of the film, ending in .mp4.
        rng: draws noise.
        crf: quality of H.264, from 0, best, to 51.
    """
    told: list[dict[str, Any]] = []
    before = tale.scenes[0]
    with Film(path, play.studio, rng, crf, fps=FPS) as film:
        for scene in tale.scenes:
            t_hand = film.t_s
            for state in _passing(play, before, scene):
                film.add(play.show(state), _STAYS, taken=1)
            told.append(_rest(scene, t_hand, film.t_s))
            hand = _resting_hand(play, scene)
            film.add(play.show(_state(scene, scene.boxes, hand)), round(scene.stays_s * FPS))
            before = scene
    truth = {
        "fps": FPS,
        "size": list(play.studio.image_wh),
        "game": path.stem,
        "corners_px": play.studio.camera.project(play.studio.board.corners()).round(2).tolist(),
        "start": tale.start.to_dict(),
        "plies": told,
        "moves": list(tale.moves),
        "right": tale.right.to_dict(),
        "seconds": film.t_s,
    }
    path.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")


def _passing(play: Play, before: Scene, after: Scene) -> Iterator[State]:
    """A hand takes kumalak in one place and lets them go in another."""
    places = list(_places(before.boxes, after))
    if places:
        first = places[0][0]
        hand = play.hand(after.hand, _hollow(play, first))
        yield from (_state(before, boxes, shifted(hand, _way(play, first, box))) for box, boxes in places)


def _places(before: Sequence[int], after: Scene) -> Iterator[tuple[int, list[int]]]:
    """Where a hand goes, and the boxes then: to what is taken or put in order, and to the last that is brought."""
    boxes = list(before)
    changed = [after.boxes[box] - held for box, held in enumerate(before)]
    taken = [box for box, more in enumerate(changed) if more < 0]
    for box in (*taken, *after.rearranged):
        boxes[box] = min(after.boxes[box], boxes[box]) if changed[box] < 0 else 0
    yield from ((box, list(boxes)) for box in (*taken[:1], *after.rearranged))
    brought = [box for box, held in enumerate(boxes) if held < after.boxes[box]]
    if brought:
        yield brought[-1], list(after.boxes)


def _resting_hand(play: Play, scene: Scene) -> Thing | None:
    """The hand of a player that lies over an own otau."""
    if not scene.hidden:
        return None
    return play.hand(otau_side(scene.hidden[0]), scene.hidden[0])


def _state(scene: Scene, boxes: Sequence[int], hand: Thing | None) -> State:
    *otau, white, black = boxes
    return State(
        "hand" if hand else "settled", 0, Position(tuple(otau), (white, black), scene.tuzdyk, scene.hand), hand=hand
    )


def _hollow(play: Play, box: int) -> int:
    """The number of a box among those of the board: either kazan may lie in either half."""
    return box if box < OTAU_TOTAL else play.kazan_of[tuple(Side)[box - OTAU_TOTAL]]


def _way(play: Play, source: int, box: int) -> NDArray[np.float64]:
    hollows = play.studio.board.hollows()
    return np.asarray((hollows[_hollow(play, box)].middle - hollows[_hollow(play, source)].middle)[:2], np.float64)


def _rest(scene: Scene, t_hand: float, t_settled: float) -> dict[str, Any]:
    """What the truth says of a rest."""
    position = _state(scene, scene.boxes, None).position.to_dict()
    return {
        "side": scene.hand.value,
        "otau": scene.move,
        "t_hand": t_hand,
        "t_settled": t_settled,
        "event": {"type": "illegal" if scene.error else "legal", "code": scene.error},
        **{key: position[key] for key in ("white", "black", "kazan", "tuzdyk")},
    }
