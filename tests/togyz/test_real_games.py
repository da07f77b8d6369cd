"""The 5,929 real games, by the rules and in every form but TGK and PGN."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.togyz.games import SHARDS, finished, position_in, real_games
from togyz.board import Side
from togyz.notation import diagram_to_text, position_from_string, position_to_string
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.replay import from_game, to_game, verify
from togyz.rules import Rules

pytestmark = pytest.mark.shared
REASONS = {"82": Reason.KAZAN_82, "atsyrau": Reason.ATSYRAU}


def test_every_landing_tuzdyk_mark_kazan_and_end_is_equal(shared: Path) -> None:
    plies = ended = 0
    for real in real_games(shared):
        here = Position.start()
        for move in real["moves"].split():
            sowing = here.sow(int(move[0]))
            assert sowing.move == move, real["id"]
            here = sowing.after
            plies += 1
        outcome = here.outcome(Rules(at_82="stop"))
        if "end" in real:
            assert outcome is not None
            assert outcome.result == real["result"]
            assert outcome.reason in (REASONS[real["end"]], Reason.DRAW_81)
            ended += 1
        else:
            assert outcome is None
        assert list(outcome.kazan if outcome else here.kazan) == real["kazan"], real["id"]
    assert (plies, ended) == (590_389, 1_666)


@pytest.mark.slow
@pytest.mark.parametrize("shard", SHARDS)
def test_position_strings_and_diagrams_come_back(shared: Path, shard: int) -> None:
    positions = 0
    for real in real_games(shared, shard):
        for n, here in enumerate(finished(real).positions):
            assert position_from_string(position_to_string(here, n + 1)) == (here, n + 1)
            bottom = Side.WHITE if n % 2 else Side.BLACK
            assert position_in(diagram_to_text(here, bottom), here.to_move, bottom) == here
            positions += 1
    assert positions > 45_000


@pytest.mark.slow
@pytest.mark.parametrize("shard", SHARDS)
def test_records_come_back_and_contradict_nothing(shared: Path, shard: int) -> None:
    for real in real_games(shared, shard):
        game = finished(real)
        text = from_game(game).to_json()
        record = Record.from_json(text)
        assert record.to_json() == text
        assert verify(record) == []
        assert to_game(record) == game
