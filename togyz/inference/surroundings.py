"""What keeps the board from being seen: told while it lasts, whatever is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from togyz.board import OTAU_TOTAL, Side, otau_no, otau_side
from togyz.codes import Code
from togyz.events import Alert, Event, Resolved
from togyz.inference.observation import Observation

COVERED_TOLD_S: Final = 4.0
"""A hand that rests on the board for less is no news."""
LOST_TOLD_S: Final = 3.0
"""A view that is lost for less may be somebody who walks by."""
_TIME_EPS_S: Final = 2e-3
"""Times are kept to the ms."""


class Unseen(NamedTuple):
    """Otaus that cannot be seen, or the whole board.

    Attributes:
        side: whose otaus; None where nothing of the board is seen.
        otau_nos: their numbers.
        id: of the alert; 0 before it was raised.
    """

    side: Side | None
    otau_nos: tuple[int, ...]
    id: int = 0

    @property
    def told_after_s(self) -> float:
        """For how long that is no news."""
        return LOST_TOLD_S if self.side is None else COVERED_TOLD_S

    def alert(self, observation: Observation) -> Alert:
        """What is said of it."""
        return Alert(
            t=observation.t,
            id=self.id,
            code=Code.CAMERA_LOST if self.side is None else Code.OTAU_COVERED,
            side=self.side,
            otau=self.otau_nos,
            seen={},
            expected={},
            t_rest=observation.t_rest,
        )


def surveyed(
    told: Sequence[Unseen], observation: Observation, *, turned: bool, alerts: int
) -> tuple[tuple[Unseen, ...], list[Event]]:
    """What cannot be seen, and what is to be said of that.

    Where nothing is seen at all, what was told of single otaus stands: nobody knows better.

    Args:
        told: what was said before and still stands.
        observation: what is seen now.
        turned: whether the observation has white's side the wrong way round.
        alerts: so many were raised; the next one has the number after that.
    """
    now = unseen_in(observation, turned=turned)
    rests_s = observation.t - observation.t_rest
    sides = {one.side for one in now}
    standing = {one.side: one for one in told if one.side in sides or sides == {None}}
    events: list[Event] = [
        Resolved(t=observation.t, id=one.id, how="put_right") for one in told if one.side not in standing
    ]
    for one in now:
        before = standing.get(one.side)
        if rests_s < one.told_after_s - _TIME_EPS_S or (before is not None and before.otau_nos == one.otau_nos):
            continue
        alerts += before is None
        standing[one.side] = one._replace(id=alerts if before is None else before.id)
        events.append(standing[one.side].alert(observation))
    return tuple(standing.values()), events


def unseen_in(observation: Observation, *, turned: bool) -> list[Unseen]:
    """What is hidden in one observation, by the players' sides."""
    hidden = [ix for ix in range(OTAU_TOTAL) if not observation.visible[ix]]
    if len(hidden) == OTAU_TOTAL:
        return [Unseen(None, ())]
    rows = [(side, tuple(otau_no(ix) for ix in hidden if otau_side(ix) is side)) for side in Side]
    return [Unseen(side.other if turned else side, numbers) for side, numbers in rows if numbers]
