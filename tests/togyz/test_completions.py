"""The search itself: short cuts that lose nothing, and changes of a sheet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.togyz.games import played_games
from tests.togyz.sheets import MOVES, sheet_text
from togyz.board import OTAU_TOTAL, Side
from togyz.completions import Effort, Paths, search
from togyz.game import Game
from togyz.lookahead import lookahead
from togyz.position import Position
from togyz.sheet import Sheet, SheetDiagram, marks_of
from togyz.sheet_text import read_sheet
from togyz.sowing import landing_ix


def games_of(sheet: Sheet, effort: Effort) -> dict[object, int]:
    """How many games end after which changes."""
    ends = search(sheet, effort).ends
    paths = Paths.back_from(ends)
    return {(end.changes, end.position): paths.to[end] for end in ends}


@pytest.mark.parametrize(("changes", "gap_max"), [(0, 3), (1, 1)])
@settings(max_examples=25, deadline=None)
@given(game=played_games(max_plies=90).filter(lambda game: len(game.plies) > 3), data=st.data())
def test_looking_ahead_loses_no_game(changes: int, gap_max: int, game: Game, data: st.DataObject) -> None:
    moves = [ply.move for ply in game.plies]
    gap = data.draw(st.integers(1, gap_max))
    first = data.draw(st.integers(1, len(moves) - gap))
    written = dict.fromkeys(range(first, first + gap), "?")
    sheet = read_sheet(sheet_text(moves, written, diagrams=data.draw(st.sets(st.integers(1, 45), max_size=1)))).sheet
    ahead, blind = (games_of(sheet, Effort(changes, looks_ahead=looks)) for looks in (True, False))
    assert ahead == blind
    assert ahead


def test_looking_ahead_drops_what_cannot_go_on() -> None:
    sheet = read_sheet(sheet_text(MOVES, {11: "?", 12: "?"}, diagrams=[10])).sheet
    ahead = lookahead(sheet)
    before = Position.start()
    for number, move in enumerate(MOVES[:10]):
        assert ahead[number].can_be_met(before, 0)
        before = before.play(int(move[0]))
    replies = [
        before.play(number).play(other) for number in before.legal_moves for other in before.play(number).legal_moves
    ]
    going_on = [one for one in replies if ahead[12].can_be_met(one, 0)]
    assert before.play(7).play(9) in going_on
    assert 0 < len(going_on) < len(replies) / 3


@given(played_games(max_plies=40), st.integers(0, 12))
def test_a_diagram_that_can_be_reached_is_never_called_impossible(game: Game, plies: int) -> None:
    positions = game.positions
    for before, after in zip(positions, positions[plies:], strict=False):
        diagram = SheetDiagram(line=1, marks=marks_of(after))
        assert diagram.impossible(before, plies) == 0
        assert diagram.differences(after) == ()


def test_what_makes_a_diagram_impossible() -> None:
    start = Position.start()
    played = start.play(7)
    assert SheetDiagram(line=1, marks=(*played.otau, 8, 0)).impossible(played, 9) == 1
    otau = (10,) * 9 + (8,) * 9
    assert SheetDiagram(line=1, marks=(*otau, 0, 0)).impossible(start, 4) == 1
    assert SheetDiagram(line=1, marks=(*otau, 0, 0)).impossible(start, 5) == 0
    assert SheetDiagram(line=1, marks=(None,) * 20).impossible(played, 0) == 0
    won = Position((*start.otau[:10], 0, *start.otau[11:]), (9, 0), (2, None), Side.BLACK)
    assert SheetDiagram(line=1, marks=marks_of(start)).impossible(won, 9) == 2


@given(played_games(max_plies=80))
def test_where_the_last_kumalak_comes(game: Game) -> None:
    for number in game.position.legal_moves:
        sowing = game.position.sow(number)
        assert landing_ix(sowing.source_ix, sowing.kumalak) == sowing.landing_ix
    assert {landing_ix(17, kumalak) for kumalak in range(2, 20)} == set(range(OTAU_TOTAL))


def test_games_that_meet_again_share_their_nodes() -> None:
    found = search(read_sheet("1. ? ? 2. ? ? 3. ?").sheet)
    paths = Paths.back_from(found.ends)
    assert len(found.ends) == 42_841
    assert sum(paths.to[end] for end in found.ends) == 43_184
    assert paths.onward[paths.nodes[0]] == 43_184


def test_changes_are_made_only_when_they_are_allowed() -> None:
    sheet = read_sheet("1. 77 55").sheet
    assert search(sheet).ends == ()
    assert {len(end.changes) for end in search(sheet, Effort(changes=1)).ends} == {1}
    assert {len(end.changes) for end in search(sheet, Effort(changes=2)).ends} == {1, 2}
