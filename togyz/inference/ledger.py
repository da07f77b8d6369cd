"""What has been announced so far, and how it compares with the history that is now the likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from togyz.inference.alerts import Complaint
from togyz.inference.lattice import Layer, Line, Link, Step, depth_of, links_back
from togyz.inference.reminders import Unmarked
from togyz.inference.surroundings import Unseen


@dataclass(frozen=True, slots=True, eq=False)
class Booked:
    """A step that has been announced: a ply, or a position that was adopted.

    Attributes:
        confidence: posterior when it was last announced.
    """

    link: Link
    confidence: float
    confirmed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """Everything that has been announced.

    Attributes:
        turned: the orientation, None while it is not settled.
        started, decided, over, desynced: whether that has been said (and still holds).
        alerts: so many alerts were raised; the newest has this number.
        complaint: what the last alert about the board says while it stands.
        settled: of so many steps errors were told and settled, though not all of them may be booked yet.
        unmarked: tuzdyks whose missing markers were told.
        unseen: what is hidden, told or not yet.
    """

    booked: tuple[Booked, ...] = ()
    turned: bool | None = None
    started: bool = False
    decided: bool = False
    over: bool = False
    desynced: bool = False
    alerts: int = 0
    complaint: Complaint | None = None
    settled: int = 0
    unmarked: tuple[Unmarked, ...] = ()
    unseen: tuple[Unseen, ...] = ()

    @property
    def n(self) -> int:
        """Plies booked."""
        return self.booked[-1].link.step.n if self.booked else 0

    @property
    def sure_plies(self) -> int:
        """How many of the plies booked cannot be retracted any more."""
        return sum(one.confirmed and one.link.step.otau_no is not None for one in self.booked)

    @property
    def steps_told(self) -> int:
        """Of so many steps errors were told."""
        return max(len(self.booked), self.settled)

    @property
    def standing_alerts(self) -> frozenset[int]:
        """Numbers of the alerts that stand."""
        complaints = () if self.complaint is None else (self.complaint,)
        return frozenset(one.id for one in (*complaints, *self.unmarked, *self.unseen) if one.id)

    def compared(self, line: Line) -> tuple[Ledger, list[Link]]:
        """Splits a history: the part of the ledger that it bears out, and its own steps after that, oldest first.

        The links kept are the history's, so that the next comparison soon meets one that is the very same object.
        """
        steps: list[Link] = []
        for link in links_back(line):
            if link.depth <= len(self.booked) and self.booked[link.depth - 1].link is link:
                break
            steps.append(link)
        steps.reverse()
        kept = list(self.booked[: depth_of(line) - len(steps)])
        while steps and len(kept) < len(self.booked) and self.booked[len(kept)].link.step == steps[0].step:
            kept.append(replace(self.booked[len(kept)], link=steps.pop(0)))
        return replace(self, booked=tuple(kept)), steps


def taken_back(layers: Sequence[Layer]) -> frozenset[Step]:
    """Steps that the likeliest history made and then took back, as far as the layers reach."""
    steps: set[Step] = set()
    node = layers[-1].nodes[0]
    for layer in layers[-2::-1]:
        if not node.arrivals:
            break
        arrival = node.arrivals[0]
        node = layer.nodes[arrival.parent]
        for link in links_back(node.line):
            if link.step.n <= arrival.kept:
                break
            steps.add(link.step)
    return frozenset(steps)
