"""The tracker: observations in, events out, as a pure step function over a frozen state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Final

from togyz.codes import Code
from togyz.events import Alert, Desync, Event
from togyz.inference.announce import announced
from togyz.inference.beam import completed, extended
from togyz.inference.belief import Belief
from togyz.inference.cold_start import Beginning, KazanOwner, beginnings
from togyz.inference.evidence import Before, contents
from togyz.inference.fit import Known
from togyz.inference.lattice import Layer, Node, Phase, Standing
from togyz.inference.ledger import Ledger
from togyz.inference.mirror import in_mirror
from togyz.inference.observation import Observation
from togyz.inference.observation_json import quantised
from togyz.inference.priors import P_KAZANS_LIMIT, P_LEFT_AT_END, P_SIDE_MISTAKEN
from togyz.inference.surroundings import Unseen, surveyed
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules

BEAM: Final = 24
_LAYERS: Final = 12
"""Spells in memory: plies older than that are weighed no more."""
_BEFORE_FIRST_SPELL: Final = -1
_MIRRORED_PLIES: Final = 2
"""One ply sown the wrong way may be an error, so many are none."""
_P_CROSSED: Final[Mapping[KazanOwner | None, float]] = {
    "own": P_KAZANS_LIMIT,
    None: 0.5,
    "opposite": 1 - P_KAZANS_LIMIT,
}


@dataclass(frozen=True, slots=True, eq=False)
class TrackerState:
    """All that the tracker knows; made by :class:`Tracker` alone.

    Attributes:
        layers: what is held possible, after each of the last spells, oldest first.
        ledger: what has been announced.
        mirrored: the same of a camera that shows a mirror image, while that may be; None once it is settled.
    """

    layers: tuple[Layer, ...]
    ledger: Ledger
    mirrored: TrackerState | None = None


@dataclass(frozen=True, slots=True)
class Tracker:
    """Infers a game from what is seen of the board at rest.

    The step functions are pure: the same observations give the same events, byte for byte, whether they come from a
    camera or from a store. Only source time counts.

    Attributes:
        start: the position in which the game begins.
        rules: of the game.
        white_known: whether the user said which side is white's; both orientations are carried all the same, since
            such words are sometimes mistaken, until the first plies (white plays first) or an unequal start settle it.
        kazan_owner: whether each side's kazan lies in its own half or in the other one; None where the first captures
            are to tell.
        as_seen: whether ``start`` is what was seen at first, in the calibration's orientation: it may be misread.
        is_learned: whether what counts has learned from this board's start position: then it is believed more.
        to_move_known: whether ``start`` says who is to move.
        beam: how many histories are kept.

    >>> tracker = Tracker()
    >>> tracker.initial().ledger.n
    0
    """

    start: Position = field(default_factory=Position.start)
    rules: Rules = DEFAULT_RULES
    white_known: bool = False
    kazan_owner: KazanOwner | None = None
    as_seen: bool = False
    is_learned: bool = False
    to_move_known: bool = True
    beam: int = BEAM

    def initial(self) -> TrackerState:
        """Before the first observation."""
        if self._is_side_open:
            return self.initial_facing(turned=False)
        p_turned = P_SIDE_MISTAKEN if self.white_known else 0.5
        weighed = (
            one._replace(log_p=one.log_p + log(p_turned if one.turned else 1 - p_turned)) for one in self._beginnings()
        )
        state = self._begun(weighed, Ledger(turned=False if self.white_known else None))
        return state if self.as_seen else replace(state, mirrored=state)

    @property
    def _is_side_open(self) -> bool:
        """Whether nothing that is seen can tell which side is white's.

        A position that is seen is as likely with all owners changed: only a first mover who is known tells them apart,
        or whether the calibration's word was mistaken.
        """
        return self.as_seen and not self.to_move_known

    def initial_facing(self, *, turned: bool) -> TrackerState:
        """The same where somebody says which side is white's. Either may have begun: the first mover told it before."""
        open_to_both = beginnings(
            self.start, as_seen=self.as_seen, to_move_known=False, owner_known=self.kazan_owner is not None
        )
        return self._begun((one for one in open_to_both if one.turned is turned), Ledger(turned=turned))

    def _begun(self, ways: Iterable[Beginning], ledger: Ledger) -> TrackerState:
        p_crossed = _P_CROSSED[self.kazan_owner]
        nodes = tuple(
            Node(
                Standing(
                    0, one.position, one.turned, Phase.REST, 0, Known(_BEFORE_FIRST_SPELL, contents(one.position))
                ),
                one.log_p,
                one.line,
                p_crossed=p_crossed if one.p_crossed is None else one.p_crossed,
            )
            for one in ways
        )
        layer = Layer(0.0, nodes, Before(_BEFORE_FIRST_SPELL, self.start.otau))
        return TrackerState((layer,), ledger)

    def _beginnings(self) -> Iterable[Beginning]:
        if self.as_seen or not self.to_move_known:
            return beginnings(
                self.start,
                as_seen=self.as_seen,
                to_move_known=self.to_move_known,
                owner_known=self.kazan_owner is not None,
            )
        return (Beginning(turned, None, self.start, 0.0, None) for turned in (False, True))

    def belief(self, t: float, layers: Sequence[Layer]) -> Belief:
        """What layers give to believe at source time ``t``."""
        return Belief(t, layers, self.start, self.rules, as_seen=self.as_seen)

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        """Takes in what a quiet spell shows.

        The beginning of a game is followed as it would be in a mirror, too: where only that makes sense it is told.

        Args:
            state: what came out of the step before.
            observation: of a later spell, or of the same one again: then it replaces the earlier.

        Raises:
            ValueError: the observation is of a spell before the last one.
        """
        if state.ledger.over:
            return state, []
        after, events = self._advanced(state, observation)
        if state.mirrored is None or after.ledger.sure_plies >= _MIRRORED_PLIES:
            return after, events
        mirrored, amiss = self._advanced(state.mirrored, in_mirror(observation))
        if mirrored.ledger.sure_plies >= _MIRRORED_PLIES:
            ledger, alert = _told_mirrored(after.ledger, observation)
            return replace(after, ledger=ledger), [*events, alert]
        is_amiss = any(isinstance(event, Alert | Desync) for event in amiss)
        return replace(after, mirrored=None if is_amiss else mirrored), events

    def _advanced(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        """The same without a mirror."""
        observation = quantised(observation)
        if not observation.visible.any():
            ledger, surroundings = _surveyed(state.ledger, observation)
            return TrackerState(state.layers, ledger), surroundings
        layers = state.layers
        if observation.spell == layers[-1].spell:
            layers = layers[:-1]
        if observation.spell <= layers[-1].spell:
            raise ValueError(f"spell {observation.spell} comes after spell {state.layers[-1].spell}")
        layer = extended(layers, observation, self.rules, self.beam, as_seen=self.as_seen, is_learned=self.is_learned)
        layers = (*layers, layer)[-_LAYERS:]
        ledger, events = announced(state.ledger, self.belief(observation.t, layers))
        ledger, surroundings = _surveyed(ledger, observation)
        return TrackerState(layers, ledger), [*events, *surroundings]

    def finish(
        self, state: TrackerState, t: float, *, least_p: float = P_LEFT_AT_END
    ) -> tuple[TrackerState, list[Event]]:
        """Ends the record at source time ``t``: what is as likely as ``least_p`` is booked, and confirmed if sure."""
        if state.ledger.over:
            return state, []
        layers = (*state.layers, completed(state.layers[-1], self.rules))
        belief = replace(self.belief(t, layers), least_p=least_p, ended=True)
        ledger, events = announced(state.ledger, belief)
        return TrackerState(state.layers, ledger), events


def _told_mirrored(ledger: Ledger, observation: Observation) -> tuple[Ledger, Alert]:
    """Tells that the camera shows a mirror image; that stands until somebody says that it is noted."""
    mirrored = Unseen(Code.MIRRORED, id=ledger.alerts + 1)
    ledger = replace(ledger, alerts=mirrored.id, unseen=(*ledger.unseen, mirrored))
    return ledger, mirrored.alert(observation)


def _surveyed(ledger: Ledger, observation: Observation) -> tuple[Ledger, list[Event]]:
    """Tells what cannot be seen while a game is on."""
    if not ledger.started or ledger.over:
        return ledger, []
    unseen, events = surveyed(ledger.unseen, observation, turned=bool(ledger.turned), alerts=ledger.alerts)
    return replace(ledger, unseen=unseen, alerts=max([ledger.alerts, *(one.id for one in unseen)])), events
