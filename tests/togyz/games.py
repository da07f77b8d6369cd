"""Positions and games for tests: by row, by index, by random play, from real life."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from togyz.board import Side
from togyz.events import PlySeen
from togyz.game import Game
from togyz.outcome import RESULTS, Reason
from togyz.position import Position
from togyz.rules import Rules
from togyz.sheet import SheetDiagram
from togyz.sheet_lines import diagram_at


def position(
    white: str,
    black_9_to_1: str,
    kazan: tuple[int, int],
    *,
    tuzdyk: tuple[int | None, int | None] = (None, None),
    to_move: Side = Side.WHITE,
) -> Position:
    """A position from rows as a diagram shows them; ``x`` holds nothing."""
    rows = [[0 if mark == "x" else int(mark) for mark in row.split()] for row in (white, black_9_to_1)]
    return Position((*rows[0], *reversed(rows[1])), kazan, tuzdyk, to_move)


def ply_seen(**changes: Any) -> PlySeen:
    """The announcement of the first ply 76, but for what is given."""
    fields: dict[str, Any] = {
        "t": 11.0,
        "n": 1,
        "side": Side.WHITE,
        "otau": 7,
        "move": "76",
        "landing": 6,
        "captured": 10,
        "tuzdyk": False,
        "status": "provisional",
        "confidence": 0.95,
        "t_rest": 10.0,
        "seen": True,
    }
    return PlySeen(**fields | changes)


def indexed(text: str) -> Position:
    """A position as the perft tables write it: 18 otaus, kazans, tuzdyks as otau index or -1, side."""
    numbers = [int(word) for word in text.split()]
    white_ix, black_ix, side = numbers[20:]
    tuzdyk = (None if white_ix < 0 else white_ix - 8, None if black_ix < 0 else black_ix + 1)
    return Position(tuple(numbers[:18]), (numbers[18], numbers[19]), tuzdyk, Side.BLACK if side else Side.WHITE)


@st.composite
def played_games(draw: st.DrawFn, max_plies: int = 120) -> Game:
    """A game from the start in which every ply was drawn from the legal ones."""
    game = Game()
    for _ in range(draw(st.integers(0, max_plies))):
        if not game.position.legal_moves:
            break
        game = game.play(draw(st.sampled_from(tuple(game.position.legal_moves))))
    return game


HEADER_TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=12)


@st.composite
def eventful_games(draw: st.DrawFn) -> Game:
    """A game with everything that a record can hold: rules, headers, illegal plies, positions set, a result."""
    rules = Rules(
        draw(st.sampled_from(["decide", "play_on"])), draw(st.booleans()), draw(st.sampled_from(["kazan", "loss"]))
    )
    headers = draw(st.dictionaries(st.sampled_from(["White", "Event", "WhiteElo", "hall", "Count"]), HEADER_TEXTS))
    known = {name: text for name, text in headers.items() if text != "?"}
    game = Game(start=draw(positions()), rules=rules, headers=known)
    for _ in range(draw(st.integers(0, 12))):
        match draw(st.sampled_from(["play", "play", "play", "accept", "set"])):
            case "play" if game.position.legal_moves:
                game = game.play(draw(st.sampled_from(tuple(game.position.legal_moves))))
            case "accept":
                game = game.accept(f"{draw(st.integers(1, 9))}{draw(st.integers(1, 9))}", draw(positions()))
            case "set":
                game = game.set_position(draw(positions()))
    reason = draw(st.sampled_from([Reason.RESIGNED, Reason.ARBITER, None]))
    return game.end(draw(st.sampled_from(RESULTS)), reason) if draw(st.booleans()) else game


def with_kazans(white: int, black: int) -> Position:
    """What is left lies in white's otau 1; white is to move."""
    return Position((162 - white - black,) + (0,) * 17, (white, black), (None, None), Side.WHITE)


def position_in(diagram: str, to_move: Side, bottom: Side) -> Position | None:
    """The position that a diagram shows with this side below."""
    found = diagram_at(diagram.splitlines(), 0)
    if found is None:
        return None
    drawn = SheetDiagram(line=1, marks=found[0])
    return (drawn if bottom is Side.WHITE else drawn.turned()).position(to_move)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """The position that some game has reached."""
    return draw(played_games(max_plies=40)).position


SHARDS = range(12)
"""The real games in parts, so that no test takes 20 s."""


def real_games(shared: Path, shard: int | None = None) -> Iterator[dict[str, Any]]:
    """The real games, or one part of them."""
    with gzip.open(shared / "data" / "games" / "moves.jsonl.gz", "rt", encoding="utf-8") as lines:
        for n, line in enumerate(lines):
            if shard in (None, n % len(SHARDS)):
                yield json.loads(line)


def finished(real: dict[str, Any]) -> Game:
    """A real game with its result, and the reason where the rules know it."""
    game = replayed(real["moves"].split())
    outcome = game.outcome
    return game.end(real["result"], outcome.reason if outcome else None) if real.get("result") else game


def replayed(moves: Sequence[str]) -> Game:
    """The game that written moves make; each one's landing otau and tuzdyk mark are compared."""
    game = Game()
    for move in moves:
        game = game.play(move)
    return game
