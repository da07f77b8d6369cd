"""A game on a simulated board as a folder: pictures of its positions with their exact truth.

The folder holds ``game.json``, ``frames.jsonl`` and JPEG pictures, laid out as ``tools.evaluation.truth`` reads them:
millimetres, x to white's right and y away from white.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np

from togyz.board import OTAU_TOTAL, Side, otau_ix
from togyz.position import Position
from tools.simulator.degrade import take
from tools.simulator.scene import Rendered
from tools.simulator.settle import pour
from tools.simulator.studio import Kumalak, Studio, covered, drawn_kumalak
from tools.simulator.things import Thing, draw_hand, draw_marker, no_solids

BOX_NAMES: Final = [f"{half}{number}" for half in "WB" for number in range(1, 10)]
_BALL_MM: Final = (10.0, 16.0)
_JPEG: Final = 95
"""The device has compressed the picture already."""
Kind = Literal["empty", "start", "settled", "hand"]


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """One picture to take.

    Attributes:
        kind: what it shows.
        ply: plies played so far.
        position: what lies on the board.
        move: the move that led to it; with a hand, the one that is being played.
        hand: the hand in view.
    """

    kind: Kind
    ply: int
    position: Position
    move: tuple[Side, int] | None = None
    hand: Thing | None = None


class GameFolder:
    """Draws one game and writes it."""

    def __init__(self, studio: Studio, folder: Path, rng: np.random.Generator) -> None:
        """Draw what stays the same throughout the game."""
        self._studio = studio
        self._folder = folder
        self._rng = rng
        self._ball_mm = float(rng.uniform(*_BALL_MM))
        opposite = studio.board.family == "box" and rng.random() < 0.7
        self._kazan_of = {Side.WHITE: 19, Side.BLACK: 18} if opposite else {Side.WHITE: 18, Side.BLACK: 19}
        self._marker_seed = int(rng.integers(2**31))
        self._kumalak: Kumalak | None = None

    def write(self, plies: int, *, hands: bool) -> None:
        """Write the whole game.

        Args:
            plies: how many are played, fewer if the game is over before.
            hands: whether a picture with a hand comes before each.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        records: list[dict[str, Any]] = []
        moves: list[dict[str, Any]] = []
        for state in self._states(plies, hands=hands):
            records.append(self._write_state(len(records), state))
            if state.kind == "settled" and state.move:
                moves.append({"side": state.move[0].value, "pit": state.move[1]})
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (self._folder / "frames.jsonl").write_text(lines, encoding="utf-8")
        (self._folder / "game.json").write_text(json.dumps(self._truth(moves)), encoding="utf-8")

    def _states(self, plies: int, *, hands: bool) -> Iterator[State]:
        position = Position.start()
        yield State("empty", -1, Position((0,) * OTAU_TOTAL, (0, 0), (None, None), Side.WHITE))
        yield State("start", 0, position)
        for ply in range(1, plies + 1):
            if position.outcome() is not None:
                return
            move = position.to_move, self._choose(position)
            if hands:
                over = self._studio.board.hollows()[otau_ix(*move)]
                towards = 1.0 if move[0] is Side.WHITE else -1.0
                hand = draw_hand(self._rng, (over.x, over.y), towards)
                yield State("hand", ply - 1, position, move, hand)
            position = position.play(move[1])
            yield State("settled", ply, position, move)

    def _choose(self, position: Position) -> int:
        """A move, rather one that captures."""
        legal = list(position.legal_moves)
        captured = np.array([position.sow(number).captured for number in legal], float)
        weights = 1 + captured
        return legal[self._rng.choice(len(legal), p=weights / weights.sum())]

    def _write_state(self, ix: int, state: State) -> dict[str, Any]:
        markers = self._markers(state.position)
        if state.kind != "empty":
            counts = self._counts(state.position)
            self._kumalak = (
                drawn_kumalak(self._studio, counts, self._rng)
                if self._kumalak is None
                else self._kumalak.moved(self._studio, counts, self._rng)
            )
        solids = self._kumalak.solids if self._kumalak else no_solids()
        things = [*markers.values(), *([state.hand] if state.hand else [])]
        rendered = self._studio.render(solids, things)
        name = f"{ix:04d}_{state.kind}_p{state.ply:03d}_r0.jpg"
        picture = take(rendered.radiance, self._studio.image_wh, self._studio.device, self._rng)
        cv2.imwrite(str(self._folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
        hand_from = len(solids) + sum(len(marker.solids) for marker in markers.values())
        return {"file": name, "game": self._folder.name, "idx": ix, **self._record(state, rendered, hand_from)}

    def _record(self, state: State, rendered: Rendered, hand_from: int) -> dict[str, Any]:
        studio, position = self._studio, state.position.to_dict()
        return {
            "ply": state.ply,
            "kind": state.kind,
            "real": 0,
            **{key: position[key] for key in ("white", "black", "kazan", "tuzdyk")},
            "move": {"side": state.move[0].value, "pit": state.move[1]} if state.move else None,
            "side_to_move": position["to_move"],
            "view": 0,
            "in_hand": 0,
            "pit_hand_cover": [
                round(covered(rendered.ids, studio.outline_px(box), hand_from, studio.image_wh), 3)
                for box in (*range(OTAU_TOTAL), self._kazan_of[Side.WHITE], self._kazan_of[Side.BLACK])
            ],
            "balls": self._balls(rendered),
        }

    def _balls(self, rendered: Rendered) -> list[list[float]]:
        """Number, box, x and y in px and visible share of each kumalak."""
        if self._kumalak is None:
            return []
        owner_box = {self._kazan_of[Side.WHITE]: 18, self._kazan_of[Side.BLACK]: 19}
        at = self._studio.camera.project(self._kumalak.solids.centres)
        return [
            [number, owner_box.get(box, box), round(x, 1), round(y, 1), round(float(visible), 2)]
            for number, (box, (x, y), visible) in enumerate(
                zip(self._kumalak.box.tolist(), at.tolist(), rendered.visible, strict=False)
            )
        ]

    def _counts(self, position: Position) -> tuple[int, ...]:
        """Kumalak in each of the 20 boxes."""
        white, black = position.kazan
        return (*position.otau, *((white, black) if self._kazan_of[Side.WHITE] == 18 else (black, white)))

    def _markers(self, position: Position) -> dict[Side, Thing]:
        """The markers that lie in tuzdyks."""
        markers = {}
        for side, number in zip(Side, position.tuzdyk, strict=True):
            if number is not None:
                rng = np.random.default_rng(self._marker_seed)
                hollow = self._studio.board.hollows()[otau_ix(side.other, number)]
                rests_at = pour(self._studio.beds[0], 1, "sown", rng)[0] + np.array([hollow.x, hollow.y, 0.0])
                _, markers[side] = draw_marker(rng, rests_at, self._studio.balls.bgr)
        return markers

    def _truth(self, moves: list[dict[str, Any]]) -> dict[str, Any]:
        names = [*BOX_NAMES, *(("KW", "KB") if self._kazan_of[Side.WHITE] == 18 else ("KB", "KW"))]
        studio, mm = self._studio, self._ball_mm
        width, height = studio.board.half_wh
        corners = np.array([[-width, height, 0], [width, height, 0], [width, -height, 0], [-width, -height, 0]])
        camera = studio.camera
        view = {
            "view": 0,
            "K": [[camera.focal_px, 0, camera.centre_px[0]], [0, camera.focal_px, camera.centre_px[1]], [0, 0, 1]],
            "dist": [0.0] * 5,
            "R": (camera.axes * np.array([1, -1, 1])).tolist(),
            "t": (-camera.axes @ camera.eye * mm).tolist(),
            "board_corners": np.round(camera.project(corners), 2).tolist(),
            "polygons": {name: np.round(studio.outline_px(box), 2).tolist() for box, name in enumerate(names)},
        }
        return {
            "game": self._folder.name,
            "board_type": studio.board.family,
            "kazan_owner": "own" if self._kazan_of[Side.WHITE] == 18 else "opposite",
            "resolution": list(studio.image_wh),
            "plies": len(moves),
            "moves": moves,
            "start_position": Position.start().to_dict(),
            "events": [],
            "result": None,
            "pits_mm": {name: self._opening_mm(box) for box, name in enumerate(names)},
            "ball_diameter_mm": mm,
            "views": [view],
        }

    def _opening_mm(self, box: int) -> dict[str, Any]:
        hollow, mm = self._studio.board.hollows()[box], self._ball_mm
        width, height = (half * mm for half in hollow.profile.half_wh)
        return {"cx": hollow.x * mm, "cy": -hollow.y * mm, "top": [-width, width, -height, height]}
