"""What is held to be likely before the board has been looked at: one table, and the limits that go with it.

The figures are round on purpose. Counts and changes speak with tens of nats, so that a factor of two here moves little;
what matters is the order of magnitude, and that nothing has probability 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import log
from typing import Final

import numpy as np

from togyz.codes import Code
from togyz.inference.observation import KUMALAK_MAX


class Kind(StrEnum):
    """What may have happened between two quiet spells."""

    UNCHANGED = "nothing"
    PUT_IN_ORDER = "nothing, but kumalak of some boxes lie otherwise"
    PLY = "one ply"
    UNEXPLAINED = "something that no hypothesis describes"
    CLEARED = "the board was, or is being, cleared away or set up anew"
    TRANSIENT = "a ply is under way: kumalak still in the hand, or a capture not lifted yet"
    CORRECTED = "plies taken back and another one played"
    TAKEN_BACK = "plies taken back"
    PLIES_2 = "two plies, the position between them seen by nobody"
    PLIES_3 = "three plies"
    PLIES_4 = "four plies"
    ADOPTED = "unexplained for a while, and what lies there is from now on the position"
    MISPLAYED = "a ply against the rules, or a legal one in which kumalak went astray"
    ASTRAY = "kumalak went missing, came to the board or fell into the next otau, and nobody played"
    STILL_WRONG = "an error lies there as before"
    REVISED = "the game was joined otherwise than it was seen, and perhaps a ply was played"
    STOOD = "an error stood, and a ply was played from it, or is under way"


class Context(StrEnum):
    """What is known of the time between the two spells: the columns of the table."""

    UNTOUCHED = "no box was covered or in motion"
    TOUCHED = "some box was"
    UNDER_WAY = "the spell before showed a ply under way"
    WRONG = "the spell before showed an error"
    DOUBTFUL = "the spell before was unexplained"
    AWAY = "the board had been cleared away"
    OVER = "nobody can move any more"


_PER_CENT: Final[Mapping[Kind, tuple[float, ...]]] = {
    #                UNTOUCHED TOUCHED UNDER_WAY WRONG DOUBTFUL AWAY OVER
    Kind.UNCHANGED: (90, 5, 5, 20, 25, 2, 10),
    Kind.PUT_IN_ORDER: (0, 5, 0, 0, 0, 0, 0),
    Kind.PLY: (8, 84, 80, 15, 30, 2, 0),
    Kind.UNEXPLAINED: (0.1, 0.1, 0.5, 3, 20, 5, 0),
    Kind.CLEARED: (0.001, 0.01, 0.01, 0.1, 0.1, 90, 90),
    Kind.TRANSIENT: (0.5, 2, 12, 1, 2, 0.1, 0),
    Kind.CORRECTED: (0.01, 0.03, 0.03, 0.1, 0.1, 0.01, 0.1),
    Kind.TAKEN_BACK: (0.01, 0.03, 0.1, 0.1, 0.1, 0.01, 0.1),
    Kind.PLIES_2: (0.5, 2, 2, 0.5, 10, 0.1, 0),
    Kind.PLIES_3: (0.01, 0.05, 0.05, 0.05, 3, 0.01, 0),
    Kind.PLIES_4: (0.001, 0.002, 0.002, 0.002, 1, 0.001, 0),
    Kind.ADOPTED: (0, 0, 0, 0, 5, 0, 0),
    Kind.MISPLAYED: (0.04, 0.4, 0.4, 0.4, 0.4, 0, 0),
    Kind.ASTRAY: (0.02, 0.2, 0.2, 0.2, 0.2, 0, 0),
    Kind.STILL_WRONG: (0, 0, 0, 25, 2, 0, 0),
    Kind.STOOD: (0, 0, 1, 35, 3, 0, 0),
    Kind.REVISED: (1, 1, 1, 1, 1, 1, 1),
}
"""P(kind | context) in per cent. A column adds up to about 100; the rest is for what is not told apart here.

An error in a hundred and fifty plies is what beginners make; masters make fewer, and a board seen well needs no prior.
"""

LOG_PRIOR: Final[Mapping[Context, Mapping[Kind, float]]] = {
    context: {kind: log(row[column] / 100) for kind, row in _PER_CENT.items() if row[column]}
    for column, context in enumerate(Context)
}
"""log P(kind | context); a kind that cannot be is absent."""


P_CODE: Final[Mapping[Code, float]] = {
    Code.SOWN_SHORT: 0.11,
    Code.PARTIAL_TAKE: 0.05,
    Code.SKIPPED_OTAU: 0.08,
    Code.SOURCE_LEFT_EMPTY: 0.08,
    Code.WRONG_DIRECTION: 0.05,
    Code.CAPTURED_ODD: 0.08,
    Code.CAPTURED_OWN: 0.06,
    Code.MISSED_CAPTURE: 0.10,
    Code.TUZDYK_ILLEGAL: 0.03,
    Code.TUZDYK_SECOND: 0.03,
    Code.TUZDYK_NOT_EMPTIED: 0.08,
    Code.MOVED_TWICE: 0.06,
    Code.MOVED_OPPONENTS: 0.03,
    Code.WRONG_KAZAN: 0.1,
    Code.BALL_MISSING: 0.08,
    Code.BALL_EXTRA: 0.08,
    Code.UNEXPLAINED: 0.04,
}
"""How often each is made, of those that can be: without a ply the last three alone. The very last is that kumalak fell
into a neighbouring otau; what else is not explained is no error that could be described (``Kind.UNEXPLAINED``)."""
P_ASTRAY: Final[Mapping[int, float]] = {1: 0.8, 2: 0.15, 3: 0.05}
"""So many kumalak went missing from an otau, or came to it, or into the next one, while nobody played."""

P_SAME_PLY: Final = 0.95
"""A ply seen under way is the one that is completed, or still under way, in the next spell."""
P_SOWN: Final = 0.5
"""A ply under way is all sown, and only its capture not lifted (if it captures); else there is kumalak in the hand."""
CAPTURE_LIFTED_S: Final = 3.0
"""A capture may lie there, or the last kumalak be in the hand, for so long while the board rests."""
P_LIFTED_LATER: Final = 1e-4
"""It lies there for longer, and is lifted all the same without anybody having been told."""
P_REARRANGED: Final = 0.1
"""While kumalak are put in order those of this box are: where one looks otherwise for it, another may."""
P_MOVERS_HAND: Final = 0.9
"""A hand that reached in from one side is that of the player whose ply it was."""
P_FILLED_AGAIN_DIFFERS: Final = 0.9
"""An otau that one ply changed and another brought back to what it held looks otherwise: its kumalak lie elsewhere."""
P_UNTOUCHED_CHANGE: Final = 0.5
"""Of boxes that changed between two spells in which others were touched: nobody saw this one being touched."""

P_BOX_DIFFERS: Final = 0.3
"""In an unexplained spell: an otau holds something else than at the last rest."""
P_DIFFERS_LIMITS: Final = (0.1, 0.9)
"""Nothing surer than this is kept of what an unexplained spell showed."""
P_CLEARED_BOX: Final = {"empty": 0.5, "as before": 0.3, "nine": 0.1, "anything": 0.1}
"""While the board is cleared away or set up anew."""
P_TUZDYK_HOLDS: Final = (0.7, 0.2, 0.07, 0.03)
"""A tuzdyk is empty but for its marker, or for kumalak that were not carried to the kazan: reads as 0, 1, 2, 3."""
P_TUZDYK_AS_BEFORE: Final = 0.9
"""From one spell to the next nobody touches a tuzdyk's marker."""
P_MARKED: Final = {True: 0.95, False: 0.3}
"""A tuzdyk bears a marker where markers are in use, and where nobody knows whether they are."""
P_MARKED_NEW: Final = 0.5
"""It does so as soon as it was won."""
P_MARKER_ELSEWHERE: Final = 0.003
"""Something that looks like a marker lies in an otau that is no tuzdyk."""
KUMALAK_DECAY: Final = 0.8
"""P(an otau of which nothing is known holds n) falls by this factor with n: what fits 600 real games best."""
P_KUMALAK: Final = KUMALAK_DECAY ** np.arange(KUMALAK_MAX + 1) * (1 - KUMALAK_DECAY)
P_KUMALAK.setflags(write=False)

P_READ_ANEW: Final = 0.1
"""A reading that repeats the one before, of an otau that looks the same, comes about by counting it once more; else it
is the same whatever lies there: counters misread the same picture in the same way, as often as they are asked."""
FAR_OFF: Final = -5.0
"""A counter to which a known content is so unlikely, in nats, is far off; one that is right 99 times in 100 is not."""
FAR_OFF_BY: Final = 4
"""Then as many kumalak may lie there as it counted, or up to so many more or fewer."""
FAR_OFF_MAX: Final = 3
"""Of so many otaus at most: where more are unlike the start, a ply was played before anybody looked, which
changes nine."""
P_MISREAD_AGAIN: Final = (0.05, 0.2, 0.05)
"""P(an otau that was misread, and was sown into since, is misread by one less, by as many, by one more): what hides
kumalak goes on hiding them."""
P_KAZANS_LIMIT: Final = 1e-4
"""Nothing surer than this is ever held of whose the kazans are."""
FLOOR: Final = -9.0
"""No single otau's reading may speak more strongly than this against a count, in nats."""

P_SIDE_MISTAKEN: Final = 1e-3
"""The user said which side is white's, and was wrong."""
P_PROVISIONAL: Final = 0.9
"""A ply of this posterior is announced; so are the board's orientation and the start."""
P_CONFIRMED: Final = 0.999
"""A ply of this posterior is confirmed, once the next ply, rest or the end of the film has borne it out."""
REST_TO_CONFIRM_S: Final = 2.0
"""So long must the board rest after a ply to bear it out."""
P_LEFT_AT_END: Final = 0.5
"""At the end of the film the last plies are written down when they are likelier than not."""
P_ALERT: Final = 0.7
"""An error of this posterior is told."""
P_CODE_CHANGED: Final = 0.9
"""Of the errors that it may be after all, a better explanation of this share takes the place of the one told."""
ALERT_AFTER_S: Final = 1.5
"""So long must the board rest in an error before it is told."""
P_PERHAPS_UNDER_WAY: Final = 0.002
"""While a ply may be under way as likely as this, an error is told no sooner than a capture must be lifted."""
P_DOUBT: Final = 0.5
"""The board is in doubt while "unexplained" is as likely as this."""
DOUBT_TO_DESYNC_S: Final = 3.0
"""Doubt that lasts longer is announced."""
P_RESYNC: Final = 0.99
"""An explanation ends the doubt, or overrules what was confirmed, above this posterior."""
PLIES_TO_BEAR_OUT: Final = 2
"""An adopted position is believed when so many plies were played from it."""
