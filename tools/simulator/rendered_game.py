"""A game on a simulated board as a folder: pictures of its positions with their exact truth.

The folder holds ``game.json``, ``frames.jsonl`` and JPEG pictures, laid out as ``tools.evaluation.truth`` reads them:
millimetres, x to white's right and y away from white.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from togyz.board import OTAU_TOTAL, Side
from togyz.position import Position
from tools.simulator.boards import Half
from tools.simulator.degrade import take
from tools.simulator.play import Play, Seen, State
from tools.simulator.studio import Studio

_BALL_MM: Final = (10.0, 16.0)
_JPEG: Final = 95
"""The device has compressed the picture already."""


def write_game(play: Play, folder: Path, plies: int, rng: np.random.Generator, *, hands: bool) -> None:
    """Write a whole game.

    Args:
        play: plays it.
        folder: where to; made if need be.
        plies: how many are played, fewer if the game is over before.
        rng: draws noise.
        hands: whether a picture with a hand comes before each ply.
    """
    folder.mkdir(parents=True, exist_ok=True)
    records: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for ix, state in enumerate(play.states(plies, hands=hands)):
        seen = play.show(state)
        name = f"{ix:04d}_{state.kind}_p{state.ply:03d}_r0.jpg"
        picture = take(seen.rendered.radiance, play.studio.image_wh, play.studio.device, rng)
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
        records.append({"file": name, "game": folder.name, "idx": ix, **_record(play, state, seen)})
        if state.kind == "settled":
            moves.append(records[-1]["move"])
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "frames.jsonl").write_text(lines, encoding="utf-8")
    truth = {"game": folder.name, "plies": len(moves), "moves": moves, **_truth(play, float(rng.uniform(*_BALL_MM)))}
    (folder / "game.json").write_text(json.dumps(truth), encoding="utf-8")


def _record(play: Play, state: State, seen: Seen) -> dict[str, Any]:
    """What frames.jsonl says of a picture."""
    position = state.position.to_dict()
    owned = (*range(OTAU_TOTAL), play.kazan_of[Side.WHITE], play.kazan_of[Side.BLACK])
    return {
        "ply": state.ply,
        "kind": state.kind,
        "real": 0,
        **{key: position[key] for key in ("white", "black", "kazan", "tuzdyk")},
        "move": {"side": state.move[0].value, "pit": state.move[1]} if state.move else None,
        "side_to_move": position["to_move"],
        "view": 0,
        "in_hand": 0,
        "pit_hand_cover": [round(seen.covered[box], 3) for box in owned],
        "balls": _balls(play, seen),
    }


def _balls(play: Play, seen: Seen) -> list[list[float]]:
    """Number, box, x and y in px and visible share of each kumalak; box 18 is white's kazan, 19 black's."""
    if seen.kumalak is None:
        return []
    named = {play.kazan_of[Side.WHITE]: OTAU_TOTAL, play.kazan_of[Side.BLACK]: OTAU_TOTAL + 1}
    at = play.studio.camera.project(seen.kumalak.solids.centres).round(1).tolist()
    visible = seen.rendered.visible.round(2).tolist()
    return [
        [number, named.get(box, box), x, y, share]
        for number, (box, (x, y), share) in enumerate(zip(seen.kumalak.box.tolist(), at, visible, strict=False))
    ]


def _truth(play: Play, ball_mm: float) -> dict[str, Any]:
    """What game.json says of board and camera."""
    kazans = {play.kazan_of[Side.WHITE]: "KW", play.kazan_of[Side.BLACK]: "KB"}
    rows = [f"{half}{number}" for half in "WB" for number in range(1, 10)]
    names = [*rows, kazans[OTAU_TOTAL], kazans[OTAU_TOTAL + 1]]
    return {
        "board_type": play.studio.board.family,
        "kazan_owner": "own" if kazans[OTAU_TOTAL] == "KW" else "opposite",
        "resolution": list(play.studio.image_wh),
        "start_position": Position.start().to_dict(),
        "events": [],
        "result": None,
        "pits_mm": {name: _opening_mm(play.studio, box, ball_mm) for box, name in enumerate(names)},
        "half_T": [_half_mm(half, side, ball_mm) for half, side in zip(play.studio.board.halves, (1, -1), strict=True)],
        "ball_diameter_mm": ball_mm,
        "views": [_view(play.studio, names, ball_mm)],
    }


def _view(studio: Studio, names: list[str], ball_mm: float) -> dict[str, Any]:
    camera = studio.camera
    x, y = camera.centre_px.tolist()
    return {
        "view": 0,
        "K": [[camera.focal_px, 0, x], [0, camera.focal_px, y], [0, 0, 1]],
        "dist": [*camera.lens, 0.0, 0.0, 0.0],
        "R": (camera.axes * np.array([1, -1, 1])).tolist(),
        "t": (-camera.axes @ camera.eye * ball_mm).tolist(),
        "board_corners": camera.project(studio.board.corners()).round(2).tolist(),
        "polygons": {name: studio.outline_px(box).round(2).tolist() for box, name in enumerate(names)},
    }


def _half_mm(half: Half, side: int, ball_mm: float) -> list[list[float]]:
    """(4, 4) from a half that lies level and in line to where it lies; mm, y away from white. ``side`` 1 is white's."""
    steps = np.array([[0, 0, 0], [1, 0, 0], [0, side, 0], [0, 0, 1]], float)
    at, *columns = half.placed(steps)
    moves = np.column_stack([column - at for column in columns]) * np.array([1, side, 1])
    flip = np.array([1, -1, 1])
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = moves * np.outer(flip, flip), at * flip * ball_mm
    return [[float(value) for value in row] for row in T]


def _opening_mm(studio: Studio, box: int, ball_mm: float) -> dict[str, Any]:
    hollow = studio.board.hollows()[box]
    width, height = (half * ball_mm for half in hollow.profile.half_wh)
    return {"cx": hollow.x * ball_mm, "cy": -hollow.y * ball_mm, "top": [-width, width, -height, height]}
