"""What may have happened since the last spell: one generator for each kind, and the table that holds them.

A generator looks at one history and returns every board that its kind can lead to, scored. A new kind of explanation
(an arbiter's error, say) is a new row here and in the table of priors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import log
from typing import Final, NamedTuple

import numpy as np

from togyz.board import KUMALAK_TOTAL, Side
from togyz.inference.evidence import TUZDYK, contents
from togyz.inference.futures import Futures, one_ply, transients, two_plies
from togyz.inference.lattice import Phase, links_back
from togyz.inference.misplays import Misplay, Misplays, astray, misplays
from togyz.inference.outlook import Outlook, Proposal, Target, at_rest
from togyz.inference.priors import CAPTURE_LIFTED_S, P_LIFTED_LATER, Kind
from togyz.inference.revisions import revised
from togyz.position import Position

_TAKEN_BACK_PLIES: Final = 4
_CORRECTED_PLIES: Final = 2
_WIDTH: Final = 60
"""Of pairs (and triples) of plies, so many are followed further: those that fit the spell best already."""


def _unchanged(outlook: Outlook) -> Proposal:
    rest = contents(outlook.position)
    log_p = outlook.log_joint(Kind.UNCHANGED) + outlook.fit.score(np.array([rest]))
    return Proposal(log_p, lambda _: outlook.showing(Phase.REST, rest))


def _put_in_order(outlook: Outlook) -> Proposal:
    """The board is touched and nothing is played: that several boxes look otherwise then tells little of each."""
    rest = contents(outlook.position)
    log_p = outlook.log_joint(Kind.PUT_IN_ORDER) + outlook.fit.log_put_in_order()
    return Proposal(log_p + outlook.fit.score(np.array([rest])), lambda _: outlook.showing(Phase.REST, rest))


def _ply(outlook: Outlook) -> Proposal | None:
    futures = one_ply(outlook.position, outlook.rules)
    if not len(futures):
        return None
    hand = outlook.evidence.hand_of(outlook.position.to_move)
    which = outlook.log_which(np.array([otau_no for (otau_no,) in futures.moves]))
    return outlook.played(futures, outlook.log_joint(Kind.PLY) + hand + which)


def _two_plies(outlook: Outlook) -> Proposal | None:
    return _several(outlook, Kind.PLIES_2, two_plies(outlook.position, outlook.rules))


def _three_plies(outlook: Outlook) -> Proposal | None:
    return _several(outlook, Kind.PLIES_3, _further(outlook, two_plies(outlook.position, outlook.rules)))


def _four_plies(outlook: Outlook) -> Proposal | None:
    pairs = two_plies(outlook.position, outlook.rules)
    return _several(outlook, Kind.PLIES_4, _further(outlook, _further(outlook, pairs)))


def _several(outlook: Outlook, kind: Kind, futures: Futures) -> Proposal | None:
    return outlook.played(futures, outlook.log_joint(kind) + futures.log_prior) if len(futures) else None


def _further(outlook: Outlook, futures: Futures) -> Futures:
    """One more ply from those positions that fit the spell best: most otaus are final long before the last ply."""
    rows = np.argsort(-outlook.fit.score(futures.boards, futures.touches), kind="stable")[:_WIDTH]
    return futures.extended(rows, outlook.rules)


def _transient(outlook: Outlook) -> Proposal | None:
    ways = transients(outlook.position, outlook.rules)
    if not ways.otau_nos:
        return None
    hand = outlook.evidence.hand_of(outlook.position.to_move)
    log_prior = outlook.log_joint(Kind.TRANSIENT) + outlook.log_which(np.array(ways.otau_nos)) + ways.log_stage
    if outlook.evidence.rest_s >= CAPTURE_LIFTED_S:
        log_prior += np.where(ways.errors, log(P_LIFTED_LATER), 0.0)
    phases = [Phase.SOWN if sown else Phase.UNDER_WAY for sown in ways.sown]
    return Proposal(
        log_prior + hand + outlook.fit.score(ways.boards),
        lambda row: outlook.showing(phases[row], tuple(ways.boards[row].tolist()), ways.otau_nos[row]),
    )


def _taken_back(outlook: Outlook) -> Proposal | None:
    targets = [at_rest(base, kept, (), base) for base, kept in _earlier(outlook, _TAKEN_BACK_PLIES)]
    if not targets:
        return None
    boards = np.array([target.shown for target in targets])
    log_prior = outlook.log_joint(Kind.TAKEN_BACK) - log(2) * np.arange(1, len(targets) + 1)
    return Proposal(log_prior + outlook.fit.score(boards), targets.__getitem__)


def _corrected(outlook: Outlook) -> Proposal | None:
    earlier = _earlier(outlook, _CORRECTED_PLIES)
    if not earlier:
        return None
    targets: list[Target] = []
    boards, log_prior = [], []
    for back, (base, kept) in enumerate(earlier, 1):
        futures = one_ply(base, outlook.rules)
        targets += map(partial(at_rest, base, kept), futures.moves, futures.positions)
        boards.append(futures.boards)
        log_prior.append(outlook.log_joint(Kind.CORRECTED) - log(2) * back + futures.log_prior)
    return Proposal(np.concatenate(log_prior) + outlook.fit.score(np.concatenate(boards)), targets.__getitem__)


def _earlier(outlook: Outlook, plies: int) -> list[tuple[Position, int]]:
    """The positions before the last plies of the likeliest history, with the plies that remain; newest first."""
    found: list[tuple[Position, int]] = []
    for link in links_back(outlook.node.line):
        if link.pinned or link.step.otau_no is None or len(found) == plies:
            break
        found.append((link.step.before, link.step.n - 1))
    return found


def _unexplained(outlook: Outlook) -> Proposal:
    log_p, p_differs = outlook.fit.unexplained()
    log_joint = outlook.log_joint(Kind.UNEXPLAINED) + log_p
    return Proposal(np.array([log_joint]), lambda _: outlook.unknown(Phase.UNEXPLAINED, p_differs))


def _cleared(outlook: Outlook) -> Proposal:
    log_p, p_differs = outlook.fit.cleared()
    log_joint = outlook.log_joint(Kind.CLEARED) + log_p
    return Proposal(np.array([log_joint]), lambda _: outlook.unknown(Phase.CLEARED, p_differs))


def _adopted(outlook: Outlook) -> Proposal | None:
    """The board as it is seen, with either side to move.

    At first this explains no more than "unexplained" does; only plies played from there can bear it out. What is
    missing from the board lies in the kazan of the side that is not to move.
    """
    otau = tuple(
        0 if held == TUZDYK else seen
        for held, seen in zip(contents(outlook.position), outlook.evidence.likeliest(), strict=False)
    )
    surplus = KUMALAK_TOTAL - sum(otau) - sum(outlook.position.kazan)
    if surplus < 0 or not outlook.evidence.whole:
        return None
    white, black = outlook.position.kazan
    kazans = {Side.WHITE: (white, black + surplus), Side.BLACK: (white + surplus, black)}
    positions = [Position(otau, kazan, outlook.position.tuzdyk, to_move) for to_move, kazan in kazans.items()]
    n = outlook.node.standing.n
    targets = [at_rest(outlook.position, n, (), position)._replace(adopted=True) for position in positions]
    log_p = outlook.log_joint(Kind.ADOPTED) - log(len(targets)) + outlook.fit.unexplained()[0]
    return Proposal(np.full(len(targets), log_p), targets.__getitem__)


def _misplayed(outlook: Outlook) -> Proposal | None:
    return _error(outlook, Kind.MISPLAYED, misplays(outlook.position, outlook.rules))


def _astray(outlook: Outlook) -> Proposal | None:
    return _error(outlook, Kind.ASTRAY, astray(outlook.position))


def _error(outlook: Outlook, kind: Kind, errors: Misplays) -> Proposal:
    white, black = (outlook.evidence.hand_of(side) for side in Side)
    hand = np.where(errors.by_white, white, black) if kind is Kind.MISPLAYED else 0.0
    log_p = outlook.log_joint(kind) + errors.log_prior + hand + outlook.fit.score(errors.boards)
    return Proposal(log_p, lambda row: outlook.showing_error(errors.misplay(row)))


def _still_wrong(outlook: Outlook) -> Proposal | None:
    misplay = outlook.misplay
    if misplay is None:
        return None
    log_p = outlook.log_joint(Kind.STILL_WRONG) + outlook.fit.score(np.array([misplay.shown]))
    return Proposal(log_p, lambda _: outlook.showing_error(misplay))


def _stood(outlook: Outlook) -> Proposal | None:
    """A ply from where an error led, whole or under way: later plies must bear it out that the error stood."""
    misplay = outlook.misplay or _not_lifted(outlook)
    if misplay is None:
        return None
    after = outlook.after(misplay)
    proposals = [one for one in (_ply(after), _transient(after)) if one is not None]
    if not proposals:
        return None
    sizes = [len(one.log_p) for one in proposals]

    def target(row: int) -> Target:
        one, within = (proposals[0], row) if row < sizes[0] else (proposals[1], row - sizes[0])
        return one.target(within)._replace(base=outlook.position, stood=misplay)

    return Proposal(np.concatenate([one.log_p for one in proposals]), target)


def _not_lifted(outlook: Outlook) -> Misplay | None:
    """The error that a capture not lifted would be, if it lay there until the opponent played."""
    standing = outlook.node.standing
    if standing.phase is not Phase.SOWN:
        return None
    errors = misplays(outlook.position, outlook.rules)
    rows = np.flatnonzero((errors.boards == np.array(standing.known.board)).all(axis=1)).tolist()
    return next((one for one in map(errors.misplay, rows) if one.meant_no == standing.pending), None)


class Generator(NamedTuple):
    """How hypotheses of one kind are made.

    Attributes:
        span: nats. They are made for a history only if it and their prior, with the best of all evidence, come so
            close to the best hypothesis so far. What is dear to make and seldom true must promise more.
    """

    propose: Callable[[Outlook], Proposal | None]
    span: float


GENERATORS: Final[Mapping[Kind, Generator]] = {
    Kind.UNCHANGED: Generator(_unchanged, 10),
    Kind.PUT_IN_ORDER: Generator(_put_in_order, 10),
    Kind.PLY: Generator(_ply, 8),
    Kind.STILL_WRONG: Generator(_still_wrong, 10),
    Kind.STOOD: Generator(_stood, 2),
    Kind.UNEXPLAINED: Generator(_unexplained, 8),
    Kind.CLEARED: Generator(_cleared, 5),
    Kind.TRANSIENT: Generator(_transient, 0),
    Kind.CORRECTED: Generator(_corrected, 0),
    Kind.TAKEN_BACK: Generator(_taken_back, 0),
    Kind.REVISED: Generator(revised, 0),
    Kind.PLIES_2: Generator(_two_plies, -2),
    Kind.ADOPTED: Generator(_adopted, 10),
    Kind.ASTRAY: Generator(_astray, -4),
    Kind.MISPLAYED: Generator(_misplayed, -4),
    Kind.PLIES_3: Generator(_three_plies, -4),
    Kind.PLIES_4: Generator(_four_plies, -6),
}
"""Cheap ones first: what they explain well spares the others the trouble."""
