from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL, Side
from togyz.inference.evidence import TUZDYK, Before, contents, evidence_of, far_off
from togyz.inference.fit import Fit, Known
from togyz.inference.futures import one_ply
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, ChangeKind, KazanSeen, Observation
from togyz.inference.priors import (
    P_FILLED_AGAIN_DIFFERS,
    P_KAZANS_LIMIT,
    P_MISREAD_AGAIN,
    P_READ_ANEW,
    P_TUZDYK_AS_BEFORE,
)
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.rules import DEFAULT_RULES

START = Position.start()
KNOWN = Known(3, contents(START))
SEEN_BEFORE = START.otau


@pytest.fixture
def observation() -> Observation:
    """Spell 4: noise in everything, compared with spells 3 and 2."""
    rng = np.random.default_rng(4)
    return Observation(
        spell=4,
        t_rest=9.0,
        t=9.5,
        log_lik=-rng.exponential(2.0, (OTAU_TOTAL, KUMALAK_MAX + 1)),
        visible=np.ones(OTAU_TOTAL, dtype=bool),
        changes=(Change(3, rng.normal(0, 3, BOX_TOTAL)), Change(2, rng.normal(0, 3, BOX_TOTAL))),
        touched=rng.random(BOX_TOTAL) < 0.5,
        hand=Side.WHITE,
    )


@pytest.fixture
def plain(observation) -> Observation:
    """Spell 4 without any evidence."""
    flat = np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1))
    return replace(observation, log_lik=flat, changes=(), touched=np.zeros(BOX_TOTAL, dtype=bool), hand=None)


def evidence(observation):
    return evidence_of(observation, Before(3, SEEN_BEFORE))


def boards(*positions):
    return np.array([contents(position) for position in positions])


@pytest.mark.parametrize("known", [KNOWN, KNOWN._replace(spell=2, p_differs=(0.3,) * 9 + (0.9,) * 9)])
def test_no_board_scores_above_the_ceiling(observation, known):
    fit = Fit.of(evidence(observation), known)
    rng = np.random.default_rng(5)
    scores = fit.score(rng.integers(0, 20, (2000, BOX_TOTAL)))
    assert scores.max() <= fit.ceiling()
    changes = fit.log_changed > fit.log_same + fit.evidence.log_lik[:, 9]
    best = np.where(changes, observation.log_lik.argmax(axis=1), START.otau)
    best_kazans = fit.log_kazan.max(axis=(1, 2)).sum()
    of_kazans = np.logaddexp(
        fit.log_kazan[0, 0, 0] + fit.log_kazan[1, 1, 0], fit.log_kazan[1, 0, 0] + fit.log_kazan[0, 1, 0]
    )
    assert fit.score(np.array([[*best, 0, 0]]))[0] == pytest.approx(
        fit.ceiling() - best_kazans + of_kazans + np.log(0.5)
    )


def test_half_a_turn_twice_is_no_turn(observation):
    once = evidence(observation).turned()
    twice, straight = once.turned(), evidence(observation)
    futures = one_ply(START, DEFAULT_RULES).boards
    assert np.array_equal(Fit.of(twice, KNOWN).score(futures), Fit.of(straight, KNOWN).score(futures))
    assert not np.array_equal(Fit.of(once, KNOWN).score(futures), Fit.of(straight, KNOWN).score(futures))
    assert (once.hand, twice.hand) == (Side.BLACK, Side.WHITE)


def test_counts_and_changes_add_up(plain):
    log_ratio = np.zeros(BOX_TOTAL)
    log_ratio[[0, 6, 7]] = [2.0, 3.0, -1.0]
    log_lik = np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1))
    log_lik[6, 9] = -4.0
    fit = Fit.of(evidence(replace(plain, log_lik=log_lik, changes=(Change(3, log_ratio),))), KNOWN)
    unchanged, played = fit.score(boards(START, START.play(7)))
    assert unchanged == pytest.approx(-4.0)
    assert played == pytest.approx(3.0 - 1.0)


def test_a_kazan_that_changed_is_looked_for_in_both_troughs(plain):
    log_ratio = np.zeros(BOX_TOTAL)
    log_ratio[[18, 19]] = [4.0, -4.0]
    capture, quiet = boards(START.play(7), START.play(1))
    scores = [
        Fit.of(evidence(replace(plain, changes=(Change(3, ratio),))), KNOWN).score(np.array([capture, quiet]))
        for ratio in (log_ratio, log_ratio[[*range(18), 19, 18]])
    ]
    assert scores[0].tolist() == pytest.approx(scores[1].tolist())
    assert scores[0][0] > scores[0][1] + 1


def test_a_kazan_that_grew_by_so_many_tells_what_was_captured(plain):
    """White's 7 captures ten, which go into one kazan or the other; nobody knows whose is where."""
    captured, wrong = contents(START.play(7)), list(contents(START.play(7)))
    wrong[18:] = wrong[:17:-1]
    seen = replace(plain, kazans=(KazanSeen(0.1, 0.2), KazanSeen(9.8, 0.4)))
    before = (KazanSeen(0.0, 0.2), KazanSeen(0.0, 0.2))
    boards = np.array([captured, wrong, contents(START)])
    open_owner = Fit.of(evidence_of(seen, Before(3, SEEN_BEFORE, before)), KNOWN)
    right, other, nothing = open_owner.score(boards)
    assert right == pytest.approx(other)
    assert right > nothing + 5
    assert open_owner.p_crossed_after(captured) > 0.99
    right, other, _ = Fit.of(evidence_of(seen, Before(3, SEEN_BEFORE, before)), KNOWN, 0.99).score(boards)
    assert right > other + 4


def test_a_kazan_that_was_not_counted_anew_says_nothing(plain):
    seen = (KazanSeen(0.0, 0.2), KazanSeen(0.0, 0.2))
    same = evidence_of(replace(plain, kazans=seen), Before(3, SEEN_BEFORE, seen))
    futures = one_ply(START, DEFAULT_RULES).boards
    assert Fit.of(same, KNOWN).score(futures).tolist() == Fit.of(evidence(plain), KNOWN).score(futures).tolist()
    other = evidence_of(replace(plain, kazans=seen), Before(3, SEEN_BEFORE, (None, None)))
    assert Fit.of(other, KNOWN).score(futures).tolist() != Fit.of(evidence(plain), KNOWN).score(futures).tolist()


def test_an_otau_that_two_plies_changed_looks_otherwise_though_it_holds_as_many(plain):
    log_ratio = np.zeros(BOX_TOTAL)
    log_ratio[[4, 5]] = [4.0, -4.0]
    fit = Fit.of(evidence(replace(plain, changes=(Change(3, log_ratio),))), KNOWN)
    touches = np.zeros((5, BOX_TOTAL), int)
    touches[1:, 4] = 1, 2, 0, 0
    touches[3:, 5] = 1, 2
    untouched, once, twice, other_once, other_twice = fit.score(boards(*[START] * 5), touches)
    assert untouched == once == other_once == fit.score(boards(START))[0]
    assert twice - untouched == pytest.approx(4.0, abs=0.2)
    assert np.log(1 - P_FILLED_AGAIN_DIFFERS) - 0.2 < other_twice - untouched < -1


def test_a_change_where_nothing_came_near_is_less_likely(plain):
    touched = np.zeros(BOX_TOTAL, dtype=bool)
    touched[6:15] = True
    touched[18] = True
    near, far = Fit.of(evidence(replace(plain, touched=touched)), KNOWN).score(boards(START.play(7), START.play(1)))
    assert near > far
    untouched = Fit.of(evidence(plain), KNOWN).score(boards(START.play(7), START.play(1)))
    assert untouched.tolist() == [0.0, 0.0]


def test_a_hand_speaks_for_its_own_side(plain):
    seen = evidence(replace(plain, hand=Side.BLACK))
    assert seen.hand_of(Side.BLACK) > 0 > seen.hand_of(Side.WHITE)
    assert evidence(plain).hand_of(Side.BLACK) == 0


def test_a_tuzdyk_may_hold_its_marker_but_no_heap(plain):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -9.0)
    rows = {held: evidence(replace(plain, log_lik=np.where(np.arange(61) == held, 0.0, log_lik))) for held in (0, 1, 8)}
    by_content = {held: seen.log_lik[0, TUZDYK] for held, seen in rows.items()}
    assert by_content[0] > by_content[1] > by_content[8] + 5


def test_a_reading_that_only_repeats_an_unchanged_view_counts_little(plain):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -5.0)
    log_lik[:, 9] = 0.0
    unchanged = (Change(3, np.full(BOX_TOTAL, -6.0)),)
    changed = (Change(3, np.full(BOX_TOTAL, 6.0)),)
    read = {
        "repeats": evidence_of(replace(plain, log_lik=log_lik, changes=unchanged), Before(3, (9,) * 18)),
        "reads anew": evidence_of(replace(plain, log_lik=log_lik, changes=unchanged), Before(3, (8,) * 18)),
        "changed": evidence_of(replace(plain, log_lik=log_lik, changes=changed), Before(3, (9,) * 18)),
        "not compared": evidence_of(replace(plain, log_lik=log_lik), Before(3, (9,) * 18)),
    }
    against_ten = {name: float(one.log_again[0, 10]) for name, one in read.items()}
    assert against_ten.pop("repeats") == pytest.approx(np.log(1 - P_READ_ANEW), rel=0.05)
    assert set(against_ten.values()) == {-5.0}
    assert {float(one.log_lik[0, 10]) for one in read.values()} == {-5.0}


def test_a_reading_that_repeats_speaks_in_full_against_a_change(plain):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -5.0)
    log_lik[:, 9] = 0.0
    looks_unchanged = replace(plain, log_lik=log_lik, changes=(Change(3, np.full(BOX_TOTAL, -4.0)),))
    evidence = evidence_of(looks_unchanged, Before(3, (9,) * 18))
    nine, ten = ([held, *START.otau[1:], 0, 0] for held in (9, 10))
    before_ten = Known(3, tuple(ten))
    assert np.diff(Fit.of(evidence, KNOWN).score(np.array([ten, nine]))) == pytest.approx(5.0 + 4.0)
    stayed, came = Fit.of(evidence, before_ten).score(np.array([ten, nine]))
    assert stayed - came > -0.6 + 4.0 - 0.1


@pytest.mark.parametrize(
    ("seen_before", "holds", "seen", "against"),
    [
        (7, 10, 8, P_MISREAD_AGAIN[1]),
        (11, 10, 12, P_MISREAD_AGAIN[1]),
        (7, 12, 10, P_MISREAD_AGAIN[1]),
        (7, 8, 6, P_MISREAD_AGAIN[1]),
        (7, 10, 7, P_MISREAD_AGAIN[2]),
        (7, 10, 9, P_MISREAD_AGAIN[0]),
        (7, 10, 6, 0),
        (9, 10, 8, 0),
        (7, 13, 11, 0),
    ],
    ids=[
        *("two hidden", "two too many", "three came", "one went"),
        *("three hidden now", "one hidden now", "four hidden now", "none hidden before", "too many came"),
    ],
)
def test_an_otau_that_was_misread_is_misread_again(plain, seen_before, holds, seen, against):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -5.0)
    log_lik[:, 9], log_lik[0, 9], log_lik[0, seen] = 0.0, -5.0, 0.0
    log_before = np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1))
    log_before[0, 9] = -5.0 if seen_before != 9 else 0.0
    before = Before(3, (seen_before, *START.otau[1:]), log_lik=log_before)

    def log_p(before):
        now = evidence_of(replace(plain, log_lik=log_lik), before)
        return float(Fit.of(now, KNOWN).score(np.array([[holds, *START.otau[1:], 0, 0]]))[0])

    assert log_p(before) == pytest.approx(np.log(against + np.exp(-5.0)))
    assert log_p(before._replace(hidden=frozenset({0}))) == pytest.approx(-5.0)
    assert log_p(before._replace(log_lik=log_before / 5)) == pytest.approx(-5.0), "it was unclear, no more"
    assert log_p(before._replace(seen=(5, *START.otau[1:]))) == pytest.approx(-5.0), "so many are not hidden"
    for misread, p in ((3, against), (4, 0)):
        many = np.where(np.arange(OTAU_TOTAL)[:, None] < misread, log_before[0], log_before)
        seen = (seen_before, *(5,) * (misread - 1), *START.otau[misread:])
        assert log_p(before._replace(seen=seen, log_lik=many)) == pytest.approx(np.log(p + np.exp(-5.0)))


def test_a_tuzdyk_mostly_holds_what_was_last_seen_there(plain):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -9.0)
    log_lik[:, 1] = 0.0
    seen = replace(plain, log_lik=log_lik)
    with_marker, empty = (evidence_of(seen, Before(3, (held,) * 18)).log_again[0, TUZDYK] for held in (1, 0))
    assert with_marker == pytest.approx(np.log(P_TUZDYK_AS_BEFORE), abs=0.1)
    assert empty < np.log(1 - P_TUZDYK_AS_BEFORE) - 1


def test_captures_settle_whose_kazan_is_where(plain):
    """White captures four times, and each time the trough in black's half changes."""
    ratio = np.zeros(BOX_TOTAL)
    ratio[[18, 19]] = -2.0, 2.0
    evidence = evidence_of(replace(plain, changes=(Change(3, ratio),)), Before(3, START.otau))
    captured = contents(START.play(7))
    p_crossed = [0.5]
    for _ in range(4):
        p_crossed.append(Fit.of(evidence, KNOWN, p_crossed[-1]).p_crossed_after(captured))
    assert p_crossed == sorted(p_crossed)
    assert p_crossed[1] == pytest.approx(1 / (1 + np.exp(-4.0)))
    assert p_crossed[-1] == 1 - P_KAZANS_LIMIT
    whites, blacks = captured, (*captured[:18], 0, 10)
    open_, settled = (Fit.of(evidence, KNOWN, p).score(np.array([whites, blacks])) for p in (0.5, p_crossed[-1]))
    assert open_[0] == open_[1]
    assert settled[0] > settled[1] + 3
    assert Fit.of(evidence, KNOWN, 0.9).p_crossed_after(()) == 0.9


def test_what_an_unexplained_spell_showed_is_remembered(plain):
    """The otaus that differed then are expected to look changed when the board comes back, and only they."""
    p_differs = (0.9,) * 4 + (0.1,) * 14
    back = np.full(BOX_TOTAL, -3.0)
    back[:4] = 3.0
    still = np.full(BOX_TOTAL, -3.0)
    known = KNOWN._replace(spell=2, p_differs=p_differs)
    scores = {
        name: Fit.of(evidence(replace(plain, changes=(Change(3, ratio),))), known).score(boards(START))[0]
        for name, ratio in {"back": back, "still": still}.items()
    }
    assert scores["back"] > scores["still"] + 4 * 3


def test_an_older_view_speaks_only_against(plain):
    """Otherwise histories that were compared with more distant views would gain by every change since."""
    known = KNOWN._replace(spell=2, p_differs=(0.5,) * 18)
    without = Fit.of(evidence(plain), known)
    many_changed = Change(2, np.full(BOX_TOTAL, 5.0))
    fit = Fit.of(evidence(replace(plain, changes=(many_changed,))), known)
    assert (fit.log_changed <= without.log_changed).all()
    assert (fit.log_same < without.log_same - 4.9).all()


def test_unexplained_is_ahead_of_every_ply_only_when_none_fits(plain):
    def seen(otau):
        log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -7.0)
        log_lik[np.arange(OTAU_TOTAL), otau] = 0.0
        fit = Fit.of(evidence(replace(plain, log_lik=log_lik)), KNOWN)
        return fit.unexplained()[0] - fit.score(one_ply(START, DEFAULT_RULES).boards).max()

    assert seen(START.play(3).otau) < -10
    assert seen(np.arange(OTAU_TOTAL)) > 10


def test_how_a_box_changed_tells_contents_apart_that_counts_do_not(plain):
    kinds = np.zeros((BOX_TOTAL, len(ChangeKind)))
    kinds[4] = [-2.0, 1.0, -1.0, -3.0, -1.5]
    seen = replace(plain, changes=(Change(3, np.zeros(BOX_TOTAL), kinds),))
    held = KNOWN.board[4]
    contents_of_4 = [held, held + 1, held + 2, held + 3, held + 4, held - 1, 0, TUZDYK]
    expected = [0.0, 1.0, -1.0, -3.0, -1.5, -1.5, -2.0, -2.0]
    shown = np.tile(np.array(KNOWN.board), (len(contents_of_4), 1))
    shown[:, 4] = contents_of_4
    said, unsaid = (Fit.of(evidence(one), KNOWN).score(shown) for one in (seen, replace(seen, changes=())))
    np.testing.assert_allclose(said - unsaid, expected, atol=1e-9)
    turned = Fit.of(evidence(seen).turned(), KNOWN).log_box - Fit.of(evidence(plain).turned(), KNOWN).log_box
    assert turned[13, KNOWN.board[13] + 1] == pytest.approx(1.0)
    doubted = KNOWN._replace(p_differs=(0.3,) * OTAU_TOTAL)
    np.testing.assert_array_equal(*(Fit.of(evidence(one), doubted).score(shown) for one in (seen, plain)))


def test_more_kumalak_than_can_be_told_apart_are_the_most_that_can(plain):
    far, most = (Position((held, *[0] * 17), (162 - held, 0), (None, None), Side.WHITE) for held in (99, KUMALAK_MAX))
    assert contents(far)[0] == contents(most)[0] == KUMALAK_MAX
    fit = Fit.of(evidence(plain), Known(3, contents(far)))
    assert np.isfinite(fit.score(boards(far) + (np.arange(BOX_TOTAL) == 0) * 3)).all()


@pytest.mark.parametrize(("against_nine", "share"), [(-5.5, 2 / 18), (-4.5, 0.0)])
def test_a_counter_that_is_far_off_at_the_start_is_believed_less(plain, against_nine, share):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -9.0)
    log_lik[:, 9] = 0.0
    log_lik[[3, 12], 9], log_lik[[3, 12], 7] = against_nine, 0.0
    assert far_off(log_lik, START.otau) == pytest.approx(share)
    by_counter = evidence_of(replace(plain, log_lik=log_lik), Before(3, SEEN_BEFORE, p_far_off=share)).log_lik
    assert by_counter[0, 10] == by_counter[0, 13] == pytest.approx(np.logaddexp(-9.0, np.log(share / 8 + 1e-12)))
    assert by_counter[0, 14] == pytest.approx(-9.0), "so far off no counter is"
    assert by_counter[0, 9] == pytest.approx(0.0)


@pytest.mark.parametrize(("many", "share"), [(3, 3 / 18), (4, 0.0)])
def test_a_start_that_looks_unlike_one_in_many_otaus_says_nothing_of_the_counter(many, share):
    log_lik = np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1))
    log_lik[:many, 9] = -6.0
    assert far_off(log_lik, START.otau) == pytest.approx(share)


@pytest.mark.parametrize("otau_no", range(1, 10))
def test_a_counter_is_not_called_far_off_where_a_ply_was_played_before_anybody_looked(plain, otau_no):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -9.0)
    log_lik[np.arange(OTAU_TOTAL), START.play(otau_no).otau] = 0.0
    state, _ = Tracker().advance(Tracker().initial(), replace(plain, spell=0, log_lik=log_lik))
    assert state.layers[-1].view.p_far_off == 0


@pytest.mark.parametrize(("start", "share"), [(START, 2 / 18), (START.play(7), 0.0)], ids=["start", "given"])
def test_what_the_start_says_of_the_counter_is_kept_and_a_position_that_was_given_says_nothing(plain, start, share):
    log_lik = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -9.0)
    log_lik[np.arange(OTAU_TOTAL), start.otau] = 0.0
    off = log_lik.copy()
    off[[11, 12], np.array(start.otau)[[11, 12]]], off[[11, 12], 7] = -6.0, 0.0
    tracker = Tracker(start)
    state = tracker.initial()
    for spell, seen in enumerate((off, log_lik)):
        state, _ = tracker.advance(state, replace(plain, spell=spell, t_rest=spell, t=spell + 0.5, log_lik=seen))
        assert state.layers[-1].view.p_far_off == pytest.approx(share)
