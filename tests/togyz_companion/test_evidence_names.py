"""What shows a ply: names that say the same however often the game is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.togyz.games import ply_seen
from tests.togyz_companion.scripted import observation
from togyz.events import Alert, Event, PositionSet, Retract, Started, Takeback
from togyz.position import Position
from togyz_companion.evidence_names import HELD, EvidenceKind, EvidenceNames, Rest

START = Position.start()
STARTED = Started(t=0.3, position=START)


class Telling:
    """Names for rests 10 s apart: the first at 0 s, in which the game begins."""

    def __init__(self, kind: EvidenceKind = "pictures") -> None:
        self.names = EvidenceNames(kind)
        self.rest(0)
        self.names.named(STARTED)

    def rest(self, spell: int) -> None:
        seen = observation(START, spell=spell, t=10.0 * spell, before=None)
        self.names.observed(replace(seen, t_rest=10.0 * spell))

    def ply(self, n: int, *, at: int) -> tuple[str, ...]:
        return self.evidence(ply_seen(n=n, t_rest=10.0 * at))

    def evidence(self, event: Event) -> tuple[str, ...]:
        named = self.names.named(event)
        return getattr(named, "evidence", ())


def alert(*, at: int) -> Alert:
    return Alert(t=99.0, id=1, code="unexplained", side=None, otau=(), seen={}, expected={}, t_rest=10.0 * at)


def test_a_ply_is_shown_by_the_board_before_and_after_and_by_the_way_there() -> None:
    telling = Telling("clips")
    telling.rest(1)
    assert telling.ply(1, at=1) == ("evidence/0000-0.0s.jpg", "evidence/0001-10.0s.jpg", "evidence/0001-10.0s.mp4")
    assert Telling("pictures").ply(1, at=0) == ("evidence/0000-0.0s.jpg",)


def test_a_rest_between_that_shows_no_ply_is_passed_over() -> None:
    telling = Telling()
    for spell in (1, 2):
        telling.rest(spell)
    assert telling.ply(1, at=2) == ("evidence/0000-0.0s.jpg", "evidence/0002-20.0s.jpg")


def test_plies_that_nobody_saw_apart_are_shown_by_the_same_pair() -> None:
    telling = Telling()
    telling.rest(1)
    assert telling.ply(1, at=1) == telling.ply(2, at=1) == ("evidence/0000-0.0s.jpg", "evidence/0001-10.0s.jpg")


@pytest.mark.parametrize("back", [Retract(t=0.0, n=2), Takeback(t=0.0, n=1)])
def test_what_is_taken_back_shows_nothing_any_more(back: Event) -> None:
    telling = Telling()
    for spell in (1, 2, 3):
        telling.rest(spell)
    telling.ply(1, at=1)
    telling.ply(2, at=2)
    telling.evidence(back)
    assert telling.evidence(alert(at=3)) == ("evidence/0001-10.0s.jpg", "evidence/0003-30.0s.jpg")
    assert telling.ply(2, at=3) == ("evidence/0001-10.0s.jpg", "evidence/0003-30.0s.jpg")


def test_a_position_that_was_set_is_what_the_next_ply_finds() -> None:
    telling = Telling()
    for spell in (1, 2):
        telling.rest(spell)
    telling.ply(1, at=1)
    telling.evidence(PositionSet(t=0.0, n=1, position=START))
    telling.rest(3)
    assert telling.ply(2, at=3) == ("evidence/0002-20.0s.jpg", "evidence/0003-30.0s.jpg")


def test_a_rest_too_long_ago_names_no_picture_of_its_own() -> None:
    telling = Telling()
    for spell in range(1, HELD + 2):
        telling.rest(spell)
    assert telling.ply(1, at=1) == ("evidence/0000-0.0s.jpg",)
    assert telling.ply(1, at=2) == ("evidence/0000-0.0s.jpg", "evidence/0002-20.0s.jpg")


def test_a_ply_of_long_ago_that_is_told_anew_names_what_it_named_before() -> None:
    telling = Telling()
    telling.rest(1)
    named = telling.ply(1, at=1)
    for spell in range(2, HELD + 4):
        telling.rest(spell)
    telling.evidence(Retract(t=0.0, n=1))
    assert telling.ply(1, at=1) == named == ("evidence/0000-0.0s.jpg", "evidence/0001-10.0s.jpg")


def test_without_evidence_nothing_is_named() -> None:
    telling = Telling("none")
    telling.rest(1)
    assert telling.ply(1, at=1) == ()


def test_a_later_session_s_rests_have_names_of_their_own() -> None:
    assert Rest(4, 12.0).picture != Rest(40, 12.0).picture
