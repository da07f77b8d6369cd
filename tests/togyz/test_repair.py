"""Scoresheets with gaps, slips and contradictions, made by hand, and whole games that are never missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.togyz.games import played_games, replayed
from tests.togyz.sheets import MOVES, moves_of, repaired, sheet_text
from togyz.board import Side
from togyz.game import Game
from togyz.mends import change_text
from togyz.notation import diagram_to_text
from togyz.position import Position
from togyz.repair import Repair, repair
from togyz.sheet_text import read_sheet
from togyz.tgk import write_tgk


def mends_of(repair: Repair) -> list[list[str]]:
    """The changes of each mend, in words."""
    (contradiction,) = repair.contradictions
    return [[change_text(repair.sheet, change) for change in mend.changes] for mend in contradiction.mends]


EMPTY_7 = Position((9,) * 6 + (0,) + (9,) * 11, (9, 0), (None, None), Side.WHITE)


def blanked(*plies: int) -> dict[int, str]:
    return dict.fromkeys(plies, "?")


# The ten cases. Each is a sheet of the same game.


@pytest.mark.parametrize("gap", [(11, 12), (11, 12, 13, 14), (11, 12, 13, 14, 15, 16)], ids=len)
def test_1_a_gap_with_a_diagram_behind_it_is_filled_in(gap: tuple[int, ...]) -> None:
    found = repaired(sheet_text(MOVES, blanked(*gap), diagrams=[10]))
    assert found.completions == 1
    assert moves_of(found) == MOVES
    assert {ply.n for ply in found.plies if ply.status == "restored"} == set(gap)
    assert found.game == replayed(MOVES)


def test_2_numbers_that_are_left_out_are_missing_plies() -> None:
    text = sheet_text(MOVES, {}, diagrams=[10]).replace("6. 78 93\n7. 16 49\n", "")
    assert moves_of(repaired(text)) == MOVES
    assert "6." not in text


def test_3_digits_that_cannot_be_read_are_found() -> None:
    found = repaired(sheet_text(MOVES, {2: "8?", 7: "?8x", 16: "?x", 18: "9?"}))
    assert moves_of(found) == MOVES
    assert [ply.n for ply in found.plies if ply.status == "restored"] == [2, 7, 16, 18]


def test_4_a_gap_that_can_be_filled_in_two_ways_lists_both() -> None:
    found = repaired("1. 87 87\n2. ? 99\n3. 23 12\n")
    assert found.completions == 2
    assert found.plies[2].alternatives == (("22", 1), ("89", 1))
    assert (found.plies[2].status, found.plies[2].move, found.game) == ("ambiguous", None, None)


def test_5_a_wrong_landing_digit_is_named_with_the_digit_that_mends_it() -> None:
    found = repaired(sheet_text(MOVES, {11: "77"}, diagrams=[10]))
    assert (found.completions, found.contradictions[0].n) == (0, 11)
    assert found.contradictions[0].what == "6. 77: the last kumalak falls into otau 8, not 7"
    assert mends_of(found) == [["6. 77 should read 78"]]
    assert (found.plies[10].status, moves_of(found), found.game) == ("contradiction", MOVES, replayed(MOVES))


def test_6_a_wrong_otau_is_named_where_it_is_though_it_shows_later() -> None:
    found = repaired(sheet_text(MOVES, {11: "48"}, diagrams=[10]))
    assert mends_of(found) == [["6. 48 should read 78"]]


@pytest.mark.parametrize(
    ("ply", "written", "mend"), [(7, "68", "4. 68 should read 68x"), (9, "79x", "5. 79x should read 79")]
)
def test_7_an_x_too_few_or_too_many_is_named(ply: int, written: str, mend: str) -> None:
    found = repaired(sheet_text(MOVES, {ply: written}))
    assert mends_of(found) == [[mend]]
    assert found.contradictions[0].n == ply


def test_8_a_ply_that_was_forgotten_or_written_twice_is_named() -> None:
    text = " ".join(MOVES)
    missing = repaired(text.replace("36 78 93", "36 93"))
    assert ["a ply is missing before 6. 93: 78"] in mends_of(missing)
    twice = repaired(text.replace("36 78 93", "36 78 78 93"))
    assert ["6... 78 is one ply too many"] in mends_of(twice)
    assert moves_of(missing) != MOVES
    assert repaired(text).completions == 1


@pytest.mark.parametrize(
    ("shown", "instead", "mend"),
    [
        ("52\n", "51\n", "52 in black's kazan"),
        (" x  6  3", " 1  6  3", "x in white's otau 1"),
        (" 2  x  7 20", " 2  x  7 19", "20 in black's otau 6"),
    ],
)
def test_9_a_wrong_place_of_a_diagram_is_named(shown: str, instead: str, mend: str) -> None:
    text = sheet_text(MOVES, blanked(11, 12), diagrams=[10])
    assert shown in text
    found = repaired(text.replace(shown, instead, 1))
    assert mends_of(found) == [[f"the diagram in line 11 should have {mend}"]]


def test_10_a_sheet_of_black_in_cyrillic() -> None:
    text = sheet_text(MOVES, {7: "68х", 8: "?", 16: "91 Х", 17: "4?"}, diagrams=[5, 10], bottom=Side.BLACK)
    found = repaired(f"Белые: Аян\nЧёрные: Нурлан\n{text}Ничья\n")
    assert moves_of(found) == MOVES
    assert found.game is not None
    assert found.game.headers == {"White": "Аян", "Black": "Нурлан"}
    assert found.game.result == "1/2-1/2"


# What else must hold.


def test_two_slips_far_apart_are_named_together() -> None:
    found = repaired(sheet_text(MOVES, {5: "24", 11: "77"}, diagrams=[10]))
    assert mends_of(found) == [["3. 24 should read 23", "6. 77 should read 78"]]
    assert moves_of(found) == MOVES


def test_three_slips_are_more_than_is_mended() -> None:
    found = repaired(sheet_text(MOVES, {5: "24", 11: "77", 19: "52"}, diagrams=[10]))
    assert mends_of(found) == []
    assert [ply.n for ply in found.plies if ply.status == "contradiction"] == [5]
    assert found.game is None


def test_several_mends_leave_open_which_is_right() -> None:
    found = repaired("1. 87 88\n")
    assert len(mends_of(found)) > 1
    assert (found.plies[1].status, found.plies[1].move, found.game) == ("contradiction", None, None)


def test_a_number_in_parentheses_is_the_kazan_or_what_was_captured() -> None:
    assert repaired("1. 87(10) 87(10) 2. 22 99(22)").completions == repaired("1. 87 87 2. 22 99(12)").completions == 1
    assert [ply.move for ply in repaired("1. 87 ?(10)").plies] == ["87", None]
    wrong = repaired("1. 87(11) 87 2. 22 99")
    assert ["1. 87(11) should have (10)"] in mends_of(wrong)
    assert "its kazan then holds 10, 10 are captured" in wrong.contradictions[0].what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1. 76 ? 2. 15", "2. 15 fits none of the 8 positions that the sheet leads to"),
        ("1. 12", "1. 12: the last kumalak falls into otau 9, not 2"),
        ("1. ?7x", "1. ?7x: no legal move is written so"),
        ("1. 76x", "1. 76x: it wins no tuzdyk, but x is written"),
        (f'[FEN "{EMPTY_7}"]\n1. 76', "1. 76: white cannot play otau 7: it is empty"),
    ],
)
def test_why_a_ply_cannot_be(text: str, what: str) -> None:
    assert repaired(text).contradictions[0].what == what


def test_positions_against_the_rules_and_set_by_hand_are_kept() -> None:
    first = Position.start().play(7)
    game = Game().accept("77", first).play(5).play(2).set_position(first.play(5)).play(2)
    text = write_tgk(game)
    assert "77! {" in text
    assert "{set " in text
    assert repaired(text.replace("55", "5?")).game == game


def test_after_82_nothing_is_played_where_that_ends_the_game() -> None:
    won = replace(Position.start(), kazan=(82, 0))
    stop = f'[FEN "{won}"]\n[RuleOptions "at_82=stop"]\n1. ?\n'
    assert repaired(stop).completions == 0
    assert repaired(stop.replace("stop", "decide")).completions == 9


def test_where_there_is_too_much_to_try_it_says_at_least() -> None:
    text = "1. ? ? 2. ? ? 3. ? ?\n"
    few = repair(read_sheet(text).sheet, moves_max=5_000)
    assert few.is_cut
    assert 0 < few.completions < 360_035
    assert not repair(read_sheet("1. ? ? 2. ? ?").sheet, moves_max=6_000).is_cut


def test_a_cut_search_that_finds_nothing_does_not_call_it_a_contradiction_of_the_sheet() -> None:
    text = sheet_text(MOVES, blanked(*range(1, 13)), diagrams=[7])
    found = repair(read_sheet(text).sheet, moves_max=200)
    assert found.is_cut
    assert (found.contradictions, found.completions, found.is_decided) == ((), 0, False)
    assert "too many to try them all" in (found.untried or "")
    assert {ply.status for ply in found.plies} == {"given", "ambiguous"}


def test_what_is_certain_before_and_behind_too_large_a_gap_is_filled_in_and_nothing_else() -> None:
    written = {3: "2?", **blanked(*range(7, 11)), 25: "8?"}
    found = repair(read_sheet(sheet_text(MOVES, written, diagrams=[5])).sheet, moves_max=100)
    assert found.is_cut
    assert [ply.n for ply in found.plies if ply.status == "ambiguous"] == [7, 8, 9, 10]
    assert [ply.n for ply in found.plies if ply.status == "restored"] == [3, 25]
    assert (found.plies[24].move, found.position, found.game) == ("81", replayed(MOVES).position, None)


def test_the_json_of_the_contract() -> None:
    found = repaired("1. 87 ?7\n2. ? 99\n3. 23 12\n").to_dict()
    assert list(found) == ["schema", "completions", "all", "plies", "contradictions"]
    assert (found["schema"], found["completions"], found["all"], found["contradictions"]) == (1, 2, True, [])
    assert found["plies"][:3] == [
        {"n": 1, "side": "white", "move": "87", "status": "given", "alternatives": []},
        {"n": 2, "side": "black", "move": "87", "status": "restored", "alternatives": []},
        {"n": 3, "side": "white", "move": None, "status": "ambiguous", "alternatives": ["22", "89"]},
    ]
    wrong = repaired("1. 87 87\n2. 23 99\n").to_dict()
    assert wrong["plies"][2]["status"] == "contradiction"
    (contradiction,) = wrong["contradictions"]
    assert contradiction["n"] == 3
    assert {"n": 3, "kind": "landing", "instead": "22", "what": "2. 23 should read 22"} in [
        change for mend in contradiction["mends"] for change in mend["changes"]
    ]


def every_game(position: Position, words: list[str]) -> Iterator[tuple[str, ...]]:
    """All legal games of so many plies that agree with what is written, tried one by one."""
    if not words:
        yield ()
        return
    for number in position.legal_moves:
        sowing = position.sow(number)
        if words[0] == "?" or all(one in ("?", two) for one, two in zip(words[0], sowing.move, strict=False)):
            yield from ((sowing.move, *rest) for rest in every_game(sowing.after, words[1:]))


@settings(max_examples=50, deadline=None)
@given(game=played_games(max_plies=60), words=st.lists(st.sampled_from(["?", "?", "1?", "?9"]), min_size=1, max_size=3))
def test_every_game_that_fits_is_counted_and_no_other(game: Game, words: list[str]) -> None:
    games = list(every_game(game.position, words))
    slots = [*[ply.move for ply in game.plies], *words]
    found = repaired(" ".join(slots))
    assert found.completions == len(games)
    for ply, moves in zip(found.plies[len(game.plies) :], zip(*games, strict=True), strict=bool(games)):
        assert set(moves) == ({move for move, _ in ply.alternatives} or {ply.move})


@settings(max_examples=50, deadline=None)
@given(
    game=played_games(max_plies=50).filter(lambda game: game.plies),
    gaps=st.sets(st.integers(1, 50), max_size=4),
    diagrams=st.sets(st.integers(1, 25), max_size=2),
)
def test_the_game_that_was_played_is_never_missed(game: Game, gaps: set[int], diagrams: set[int]) -> None:
    moves = [ply.move for ply in game.plies]
    found = repaired(sheet_text(moves, blanked(*gaps), diagrams=diagrams))
    assert found.completions >= 1
    for ply, move in zip(found.plies, moves, strict=True):
        assert move in ({one for one, _ in ply.alternatives} or {ply.move})


def test_a_diagram_alone_shows_the_way_from_the_start() -> None:
    found = repaired(f"1. ? ?\n{diagram_to_text(replayed(MOVES[:2]).position)}\n")
    assert moves_of(found) == MOVES[:2]
