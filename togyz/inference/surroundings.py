"""What keeps the board from being seen: told while it lasts, whatever is being played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from togyz.board import OTAU_TOTAL, Side, otau_no, otau_side
from togyz.codes import Code
from togyz.events import Alert, Event, Resolved
from togyz.inference.observation import Edge, Observation

COVERED_TOLD_S: Final = 4.0
"""A hand that rests on the board for less is no news."""
COVERED_ON_TOLD_S: Final = 10.0
"""What lies on an otau while the players play on is told after this time, though the board never rests for long."""
LOST_TOLD_S: Final = 3.0
"""A view that is lost for less may be somebody who walks by; a board cut off is told as soon, even during the game."""
_TIME_EPS_S: Final = 2e-3
"""Times are kept to the ms."""


class Unseen(NamedTuple):
    """Otaus that cannot be seen, or the whole board.

    Attributes:
        code: why.
        side: whose otaus something covers; None where nothing of the board is seen, or it is cut off.
        otau_nos: their numbers.
        edges: of the picture, over which the board reaches.
        beyond: each side with the numbers of its otaus that lie beyond them.
        id: of the alert; 0 before it was raised.
        since: source time in s at which the board came to rest with all of them hidden.
    """

    code: Code
    side: Side | None = None
    otau_nos: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    beyond: tuple[tuple[Side, tuple[int, ...]], ...] = ()
    id: int = 0
    since: float = 0.0

    @property
    def kind(self) -> tuple[Side | None, Code | None]:
        """What is one alert, as long as it lasts."""
        return self.side, self.code if self.code in (Code.BOARD_CUT_OFF, Code.MIRRORED) else None

    @property
    def is_all(self) -> bool:
        """Whether nothing of the board is seen."""
        return self.kind == (None, None)

    def is_news(self, observation: Observation) -> bool:
        """Whether it has lasted for so long that it is to be told, at rest or over several plies."""
        told_after_s = LOST_TOLD_S if self.is_all else COVERED_TOLD_S
        on_told_after_s = LOST_TOLD_S if self.code is Code.BOARD_CUT_OFF else COVERED_ON_TOLD_S
        rests_s, lasts_s = observation.t - observation.t_rest, observation.t - self.since
        return rests_s >= told_after_s - _TIME_EPS_S or (not self.id and lasts_s >= on_told_after_s)

    def after(self, before: Unseen | None, t_rest: float) -> Unseen:
        """The same in the light of what was hidden before; as long as it is not told, what is hidden ever since."""
        if before is None:
            return self._replace(since=t_rest)
        if before.id:
            return self._replace(id=before.id, since=before.since)
        if self.side is None:
            return self._replace(since=before.since)
        both = tuple(one for one in self.otau_nos if one in before.otau_nos)
        return before._replace(otau_nos=both) if both else self._replace(since=t_rest)

    def _seen(self) -> dict[str, object]:
        if self.code is not Code.BOARD_CUT_OFF:
            return {}
        return {"edges": list(self.edges), "otaus": {side.value: list(numbers) for side, numbers in self.beyond}}

    def alert(self, observation: Observation) -> Alert:
        """What is said of it."""
        return Alert(
            t=observation.t,
            id=self.id,
            code=self.code,
            side=self.side,
            otau=self.otau_nos,
            seen=self._seen(),
            expected={},
            t_rest=observation.t_rest,
        )


def surveyed(
    told: Sequence[Unseen], observation: Observation, *, turned: bool, alerts: int
) -> tuple[tuple[Unseen, ...], list[Event]]:
    """What cannot be seen, and what is to be said of that.

    Where nothing is seen at all, what was told of single otaus stands: nobody knows better.

    Args:
        told: what was hidden before and still is, told or not.
        observation: what is seen now.
        turned: whether the observation has white's side the wrong way round.
        alerts: so many were raised; the next one has the number after that.
    """
    now = unseen_in(observation, turned=turned)
    kinds = {one.kind for one in now}
    is_all = any(one.is_all for one in now)
    standing = {one.kind: one for one in told if one.kind in kinds or is_all or one.code is Code.MIRRORED}
    events: list[Event] = [
        Resolved(t=observation.t, id=one.id, how="put_right") for one in told if one.id and one.kind not in standing
    ]
    for seen in now:
        before = standing.get(seen.kind)
        one = seen.after(before, observation.t_rest)
        if not one.is_news(observation):
            standing[one.kind] = before if before is not None and before.id else one
        elif before is None or not before.id or before != one:
            alerts += not one.id
            standing[one.kind] = one._replace(id=one.id or alerts)
            events.append(standing[one.kind].alert(observation))
    return tuple(standing.values()), events


def unseen_in(observation: Observation, *, turned: bool) -> list[Unseen]:
    """What is hidden in one observation: what lies beyond the picture, and what is covered, by the players' sides."""
    cut_off = observation.cut_off
    if cut_off is None and not observation.visible.any():
        return [Unseen(Code.COLOURS_LOST if observation.is_grey else Code.CAMERA_LOST)]
    beyond = () if cut_off is None else cut_off.otaus
    covered = [ix for ix in range(OTAU_TOTAL) if not (observation.visible[ix] or ix in beyond)]
    return [
        *(
            [Unseen(Code.BOARD_CUT_OFF, edges=cut_off.edges, beyond=tuple(_by_side(beyond, turned=turned)))]
            if cut_off is not None
            else []
        ),
        *(Unseen(Code.OTAU_COVERED, side, numbers) for side, numbers in _by_side(covered, turned=turned)),
    ]


def _by_side(otaus: Sequence[int], *, turned: bool) -> Iterator[tuple[Side, tuple[int, ...]]]:
    """Each side that owns some of them, with their numbers."""
    for side in Side:
        if numbers := tuple(otau_no(ix) for ix in otaus if otau_side(ix) is side):
            yield side.other if turned else side, numbers
