"""The errors that the inference looks for against errors made apart from it (tools/misplaying.py)."""

from __future__ import annotations

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL
from togyz.inference.evidence import kumalak_in
from togyz.inference.misplays import astray, misplays
from togyz.position import Position
from togyz.rules import DEFAULT_RULES
from tools.misplaying import CODES, blunder

GAMES, PLIES_BEFORE = 60, 80
LEAST_MADE = 3
"""So many errors of each kind are made at least: a tuzdyk against the rules is rarely at hand."""


def positions(rng):
    """Positions of random games, each from another one, and from another stage of it."""
    for _ in range(GAMES):
        position = Position.start()
        for _ in range(rng.integers(2, PLIES_BEFORE)):
            if not position.legal_moves:
                break
            position = position.play(int(rng.choice(position.legal_moves.numbers)))
        if position.legal_moves:
            yield position


def explanations(position, boxes):
    """Codes of all errors that leave these counts, and the positions from which the game would go on."""
    for errors in (misplays(position, DEFAULT_RULES), astray(position)):
        for row, board in enumerate(errors.boards.tolist()):
            if list(kumalak_in(board)) == boxes:
                misplay = errors.misplay(row)
                yield misplay.code.value, misplay.after


@pytest.fixture(scope="module")
def made():
    rng = np.random.default_rng(7)
    found = {code: [] for code in CODES}
    for position in positions(rng):
        for code in CODES:
            one = blunder(code, position, rng)
            if one is not None:
                found[code].append((position, one))
    return found


@pytest.mark.parametrize("code", CODES)
def test_every_error_that_players_make_is_among_those_looked_for(made, code):
    assert len(made[code]) >= LEAST_MADE
    for position, one in made[code]:
        assert (code, one.after) in set(explanations(position, one.boxes))


def test_a_board_that_no_single_error_leaves_is_not_among_them(made):
    found = 0
    for position, one in made["skipped_otau"]:
        boxes = list(one.boxes)
        boxes[int(np.argmax(boxes[:OTAU_TOTAL]))] += 7
        found += len(list(explanations(position, boxes)))
    assert found == 0
