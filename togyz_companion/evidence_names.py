"""Which files show a ply or an alert: names that follow from what was observed, the same each time it is told again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final, Literal

from togyz.events import Alert, Event, PlySeen, PositionSet, Retract, Started, Takeback
from togyz.inference.observation import Observation

EvidenceKind = Literal["none", "pictures", "clips"]
EVIDENCE: Final = "evidence"
"""The folder of a game in which the files lie."""
HELD: Final = 6
"""So many rests are remembered with a picture: a ply is rarely explained later than that."""
_MS: Final = 3


@dataclass(frozen=True, slots=True)
class Rest:
    """A time at which the board lay at rest.

    Attributes:
        spell: its number in the game, over all sessions.
        t: source time in s at which it began.
    """

    spell: int
    t: float

    @classmethod
    def of(cls, observation: Observation) -> Rest:
        """The rest that an observation tells of."""
        return cls(observation.spell, round(observation.t_rest, _MS))

    @property
    def picture(self) -> str:
        """Name of the picture that shows it, with what was counted."""
        return f"{self._stem}.jpg"

    @property
    def clip(self) -> str:
        """Name of the film that shows how the board came to it."""
        return f"{self._stem}.mp4"

    @property
    def _stem(self) -> str:
        return f"{EVIDENCE}/{self.spell:04}-{self.t:.1f}s"


class EvidenceNames:
    """Adds to events the names of what shows them: the board before and after, and the film from one to the other.

    Pictures are those of rests, so that what one ply left is what the next one found.

    Args:
        kind: what is kept; ``none`` changes no event.
    """

    def __init__(self, kind: EvidenceKind) -> None:
        self._kind = kind
        self._rests: deque[Rest] = deque(maxlen=HELD)
        self._pictured: dict[float, Rest] = {}
        self._shown: list[Rest | None] = []

    def observed(self, observation: Observation) -> None:
        """Notes a rest."""
        rest = Rest.of(observation)
        if not self._rests or self._rests[-1] != rest:
            self._rests.append(rest)

    def named(self, event: Event) -> Event:
        """The event with its evidence."""
        if self._kind == "none":
            return event
        match event:
            case Started():
                self._shown = [self._newest]
            case PlySeen():
                after = self._at(event.t_rest)
                before = self._shown[: event.n]
                self._shown = [*before, after]
                return replace(event, evidence=self._names(before, after))
            case Alert():
                return replace(event, evidence=self._names(self._shown, self._at(event.t_rest)))
            case PositionSet():
                self._shown = [*self._shown[: event.n], self._newest]
            case Retract():
                del self._shown[event.n :]
            case Takeback():
                del self._shown[event.n + 1 :]
        return event

    @property
    def _newest(self) -> Rest | None:
        return self._at(self._rests[-1].t) if self._rests else None

    def _at(self, t_rest: float) -> Rest | None:
        """The rest that began then, if there is a picture of it or may be: plies of long ago are told anew, too."""
        t = round(t_rest, _MS)
        rest = next((one for one in reversed(self._rests) if one.t == t), self._pictured.get(t))
        if rest is not None:
            self._pictured[t] = rest
        return rest

    def _names(self, before: list[Rest | None], after: Rest | None) -> tuple[str, ...]:
        earlier = next((rest for rest in reversed(before) if rest not in (None, after)), None)
        pictures = tuple(rest.picture for rest in (earlier, after) if rest is not None)
        return (*pictures, after.clip) if self._kind == "clips" and after is not None else pictures
