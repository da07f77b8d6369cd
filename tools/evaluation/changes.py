"""What the program says of how boxes changed between two rests, against a film's truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from board_io.film import FilmSource
from togyz.board import OTAU_TOTAL
from togyz.inference.observation import ChangeKind, Observation
from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.films import Variant, find_film
from tools.evaluation.truth import Game, load_game, read_film_truth
from vision.change_kind import P_KIND
from vision.watch import BoardWatcher

_LEAVING_S: Final = 0.5
"""So long, at most, a film shows a new state under the hand that leaves before the moment that its truth tells: a board
that is clear enough comes to rest in it."""


@dataclass(frozen=True)
class BoxChange:
    """One box between two rests.

    Attributes:
        box: 0..19.
        before, after: kumalak in it.
        log_ratio: what was said at once for a change, against none.
        kind: the likeliest way in which it changed, if it did; None where nothing was said.
    """

    box: int
    before: int
    after: int
    log_ratio: float
    kind: ChangeKind | None

    @property
    def is_changed(self) -> bool:
        """In truth."""
        return self.before != self.after

    @property
    def is_called_changed(self) -> bool:
        """By the program."""
        return self.log_ratio > 0

    @property
    def true_kind(self) -> ChangeKind:
        """How it changed, if it did."""
        if self.after == 0:
            return ChangeKind.EMPTIED
        by_number = {1: ChangeKind.ONE_MORE, 2: ChangeKind.TWO_MORE, 3: ChangeKind.THREE_MORE}
        return by_number.get(self.after - self.before, ChangeKind.OTHERWISE)


def film_changes(name: str, variant: Variant, *, shared: Path, cache: Path) -> list[BoxChange]:
    """Every visible box at the first reading of every rest of a film, against the rest before.

    Args:
        name: of a game in data/rendered; how it is filmed and where films lie see ``films.evaluate_films``.
        variant: how it is filmed.
        shared: the folder that holds data/ and tools/.
        cache: where composed films are kept.
    """
    game = load_game(shared, name)
    film = find_film(name, variant, shared=shared, cache=cache)
    states = _States(game, read_film_truth(film))
    shown: dict[int, list[int]] = {}
    changes: list[BoxChange] = []
    for observation in _observations(film, game):
        if observation.spell not in shown:
            shown[observation.spell] = states.at(observation.t_rest)
            changes += _of_rest(observation, shown)
    return changes


def changes_summary(changes: Sequence[BoxChange]) -> dict[str, Any]:
    """What changed and was found, what did not and was called so; the same of kazans alone; kinds of otaus told."""
    changed = [one for one in changes if one.is_changed]
    otaus = [one for one in changed if one.box < OTAU_TOTAL and one.kind is not None]
    return {
        **_found(changes),
        "kazans": _found([one for one in changes if one.box >= OTAU_TOTAL]),
        "changed_otaus": len(otaus),
        "kind_right": sum(one.kind == one.true_kind for one in otaus),
    }


def _found(changes: Sequence[BoxChange]) -> dict[str, int]:
    changed = [one for one in changes if one.is_changed]
    still = [one for one in changes if not one.is_changed]
    return {
        "changed": len(changed),
        "found": sum(one.is_called_changed for one in changed),
        "unchanged": len(still),
        "called_changed": sum(one.is_called_changed for one in still),
    }


class _States:
    """What lies on the board, by film time."""

    def __init__(self, game: Game, truth: dict[str, Any]) -> None:
        settled = [ply for ply in truth["plies"] if ply["t_settled"] is not None]
        self._from_s = np.array([-np.inf, *(ply["t_settled"] for ply in settled)])
        self._kumalak = [game.kumalak(state) for state in (truth["start"], *settled)]

    def at(self, t_s: float) -> list[int]:
        """Kumalak in the 20 boxes."""
        return self._kumalak[int(np.searchsorted(self._from_s, t_s + _LEAVING_S, side="right")) - 1]


def _observations(film: Path, game: Game) -> Iterator[Observation]:
    cv2.setNumThreads(1)
    with FilmSource(film) as source:
        frames = iter(source)
        first = next(frames)
        watcher = BoardWatcher(find_board(first.image_bgr, BoardOptions(corners_px=game.corners_px)), first)
        for frame in frames:
            yield from (one for one in watcher.see(frame) if isinstance(one, Observation))


def _of_rest(observation: Observation, shown: dict[int, list[int]]) -> Iterator[BoxChange]:
    """The first rest has none before it."""
    if not observation.changes:
        return
    newest = observation.changes[0]
    pairs = zip(shown[newest.reference], shown[observation.spell], strict=True)
    for box, (before, after) in enumerate(pairs):
        if newest.log_ratio[box] != 0:
            said = newest.log_kind[box] if newest.log_kind is not None and newest.log_kind[box].any() else None
            kind = None if said is None else ChangeKind(int((said + np.log(P_KIND)).argmax()))
            yield BoxChange(box, before, after, float(newest.log_ratio[box]), kind)
