"""Real games through a simulated counter: how many plies and whole games does the tracker get right?

    python tools/simulate_counter.py MOVES.jsonl.gz [--games 1-2000] [--only NAME] [--beam 24] [--seed 0] [--log FILE]

MOVES holds one game a line: {"id": .., "moves": "76 76 ..."}. Every state is read three times, with errors that are
mostly the same in the three readings of one state; 2 % of the states are seen by nobody, but the last one is. The
counter hands over its true confusion as likelihood. Priors and constants may be fitted on ids above 3000 only.
With --log each game's score is kept in a file; games that stand there already are not played again.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL
from togyz.events import Confirmed, Desync, Event, PlySeen, Retract, Takeback
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, KazanSeen, Observation
from togyz.inference.tracker import BEAM, Tracker
from togyz.position import Position

SPELL_S = 3.0
BANDS = (9, 16, KUMALAK_MAX)
"""The largest counts of the bands of :class:`Counter`."""
BINS = (0.0, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 2.0)
"""Posteriors between which plies are told apart in the table of reliability."""
REFERENCES = 3
"""Each spell is compared with so many before it."""
KAZAN_SIGMA = 0.4
P_KAZAN_HEAPED = 0.1
"""As on d1, d2 and b1."""
P_FLOOR = 1e-4
"""No reading is quite impossible: one bad otau must not be able to veto."""


@dataclass(frozen=True)
class Counter:
    """A counter by its error rates.

    Attributes:
        exact: share of exact readings for up to 9, 10 to 16 and more kumalak.
        change: share of boxes of which it rightly says whether they changed; None: it does not compare.
        stubborn: an otau that does not change is misread again as it was before.
        kazans: whether it counts the kazans, as vision/kazans.py does on rendered boards: to a kumalak, mostly.
    """

    exact: tuple[float, float, float]
    change: float | None = None
    stubborn: bool = False
    kazans: bool = False
    readings: int = 3
    correlation: float = 0.8
    unseen: float = 0.02


COUNTERS = {
    "99.5/95/60 + change": Counter((0.995, 0.95, 0.60), change=0.97),
    "99.5/95/60 + change 99 %": Counter((0.995, 0.95, 0.60), change=0.99),
    "99.5/95/60 + change 99 % + kazans": Counter((0.995, 0.95, 0.60), change=0.99, kazans=True),
    "98/70/35": Counter((0.98, 0.70, 0.35)),
    "98/70/35 + change": Counter((0.98, 0.70, 0.35), change=0.97),
    "98/70/35 + change + kazans": Counter((0.98, 0.70, 0.35), change=0.97, kazans=True),
    "98/70/35 stubborn + change": Counter((0.98, 0.70, 0.35), change=0.97, stubborn=True),
    "56 % (61/35/20)": Counter((0.61, 0.35, 0.20)),
    "56 % (61/35/20) + change": Counter((0.61, 0.35, 0.20), change=0.97),
}


Announced = tuple[float, float, bool]


@dataclass(frozen=True)
class Score:
    """What came of some games.

    Attributes:
        wrong_confirmed: confirmed plies that are not the game's.
        seconds: of CPU time in the tracker.
        said: for each ply announced, those withdrawn later included: its posterior, that of other plies in its place,
            and whether it is the game's. What is left is P(an error, or kumalak astray), which no game here has.
    """

    games: int = 0
    exact_games: int = 0
    plies: int = 0
    right_plies: int = 0
    retractions: int = 0
    wrong_confirmed: int = 0
    desyncs: int = 0
    seconds: float = 0.0
    said: tuple[Announced, ...] = ()

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    @property
    def p_ply(self) -> float:
        """Share of plies that are right, each at its place."""
        return self.right_plies / self.plies

    @property
    def p_game(self) -> float:
        """Share of games without a fault."""
        return self.exact_games / self.games


@cache
def confusion(exact: tuple[float, float, float]) -> NDArray[np.float64]:
    """(61, 61) P(reading | n): row n, column reading. Errors are of one (80 %) or two, either way alike."""
    table = np.zeros((KUMALAK_MAX + 1, KUMALAK_MAX + 1))
    for n in range(KUMALAK_MAX + 1):
        wrong = {n + off: 0.8 if abs(off) == 1 else 0.2 for off in (-2, -1, 1, 2) if 0 <= n + off <= KUMALAK_MAX}
        p_exact = exact[int(np.searchsorted(BANDS, n))]
        table[n, n] = p_exact
        for reading, weight in wrong.items():
            table[n, reading] = (1 - p_exact) * weight / sum(wrong.values())
    return table


def positions_of(moves: Sequence[str]) -> list[Position]:
    """The start and the position after each move."""
    positions = [Position.start()]
    for move in moves:
        positions.append(positions[-1].play(int(move[0])))
    return positions


class Camera:
    """Looks at one state after the other."""

    def __init__(self, counter: Counter, rng: np.random.Generator) -> None:
        self._counter = counter
        self._rng = rng
        table = confusion(counter.exact)
        self._cumulative = table[:, :-1].cumsum(axis=1)
        self._log_table = np.log(np.maximum(table, P_FLOOR))
        self._common: NDArray[np.int64] = np.zeros(OTAU_TOTAL, dtype=np.int64)
        self._views: list[tuple[int, NDArray[np.int64]]] = []
        self._kazans: list[KazanSeen] = [KazanSeen(0.0, KAZAN_SIGMA)] * 2

    def look(self, spell: int, position: Position) -> Observation:
        """The observation of a spell in which the position lies there."""
        t_rest = SPELL_S * (spell + 1)
        return self.see(spell, [*position.otau, *position.kazan], t_rest=t_rest, t=t_rest + 0.5)

    def see(
        self, spell: int, kumalak: Sequence[int], *, t_rest: float, t: float, rearranged: Sequence[int] = ()
    ) -> Observation:
        """The observation of a spell.

        Args:
            spell: its number.
            kumalak: in the 20 boxes.
            t_rest: when it began, in s.
            t: when it was looked at, in s.
            rearranged: boxes in which the kumalak lie otherwise than before.
        """
        boxes = np.array(kumalak)
        log_lik = self._log_lik(boxes)
        changes = () if self._counter.change is None else tuple(self._changes(boxes, self._counter.change, rearranged))
        if self._counter.kazans:
            self._count_kazans(boxes, rearranged)
        self._views = [(spell, boxes), *self._views][:REFERENCES]
        return Observation(
            spell=spell,
            t_rest=t_rest,
            t=t,
            log_lik=log_lik,
            visible=np.ones(OTAU_TOTAL, dtype=bool),
            changes=changes,
            touched=np.ones(BOX_TOTAL, dtype=bool),
            kazans=(self._kazans[0], self._kazans[1]) if self._counter.kazans else (None, None),
        )

    def _count_kazans(self, boxes: NDArray[np.int64], rearranged: Sequence[int]) -> None:
        """Counts those anew that look otherwise: what came may lie on others, and more of it the more came."""
        before = self._views[0][1] if self._views else None
        for half, kazan in enumerate((OTAU_TOTAL, OTAU_TOTAL + 1)):
            held = int(boxes[kazan])
            came = held if before is None else held - int(before[kazan])
            if came == 0 and before is not None and kazan not in rearranged:
                continue
            seen = held if before is None else self._kazans[half].kumalak + came
            heaped = self._rng.random() < P_KAZAN_HEAPED
            off = self._rng.normal(0, 1 + 0.1 * abs(came)) if heaped else self._rng.normal(0, KAZAN_SIGMA)
            self._kazans[half] = KazanSeen(max(0.0, min(seen + off, held + 1.0)), KAZAN_SIGMA)

    def _log_lik(self, boxes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Fused readings; those that only repeat one another's errors count less."""
        otau = boxes[:OTAU_TOTAL]
        common = self._read(otau)
        if self._counter.stubborn and self._views:
            common = np.where(otau == self._views[0][1][:OTAU_TOTAL], self._common, common)
        self._common = common
        p_common = np.sqrt(self._counter.correlation)
        total = np.zeros((OTAU_TOTAL, KUMALAK_MAX + 1))
        for _ in range(self._counter.readings):
            reading = np.where(self._rng.random(OTAU_TOTAL) < p_common, common, self._read(otau))
            total += self._log_table[:, reading].T
        return total / (1 + (self._counter.readings - 1) * self._counter.correlation)

    def _read(self, otau: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.asarray((self._rng.random(OTAU_TOTAL)[:, None] > self._cumulative[otau]).sum(axis=1))

    def _changes(self, boxes: NDArray[np.int64], right: float, rearranged: Sequence[int]) -> Iterator[Change]:
        strength = np.log(right / (1 - right))
        for spell, earlier in self._views:
            differs = boxes != earlier
            differs[list(rearranged)] = True
            said = differs ^ (self._rng.random(BOX_TOTAL) >= right)
            yield Change(spell, np.where(said, strength, -strength))


def observed(positions: Sequence[Position], counter: Counter, rng: np.random.Generator) -> Iterator[Observation]:
    """What the tracker gets of a game."""
    camera = Camera(counter, rng)
    last = len(positions) - 1
    seen = [position for ix, position in enumerate(positions) if ix == last or rng.random() >= counter.unseen]
    for spell, position in enumerate(seen):
        yield camera.look(spell, position)


def record_of(events: Sequence[Event]) -> tuple[list[PlySeen], set[int]]:
    """The plies that stand after these events, and which of them (by number) are confirmed."""
    plies: list[PlySeen] = []
    confirmed: set[int] = set()
    for event in events:
        match event:
            case PlySeen(n=n):
                plies[n - 1 :] = [event]
            case Confirmed(n=n):
                confirmed.add(n)
            case Retract(n=n):
                del plies[n - 1 :]
                confirmed = {one for one in confirmed if one < n}
            case Takeback(n=n):
                del plies[n:]
                confirmed = {one for one in confirmed if one <= n}
    return plies, confirmed


def play(moves: Sequence[str], counter: Counter, tracker: Tracker, seed: Sequence[int]) -> tuple[Score, list[Event]]:
    """One game through the counter and the tracker."""
    observations = list(observed(positions_of(moves), counter, np.random.default_rng(seed)))
    begun = time.process_time()
    state, events = tracker.initial(), []
    for observation in observations:
        state, said = tracker.advance(state, observation)
        events += said
    state, said = tracker.finish(state, observations[-1].t)
    events += said
    seconds = time.process_time() - begun
    plies, confirmed = record_of(events)
    right = [ply.n for ply, move in zip(plies, moves, strict=False) if ply.move == move]
    return Score(
        games=1,
        exact_games=int([ply.move for ply in plies] == list(moves)),
        plies=len(moves),
        right_plies=len(right),
        retractions=sum(isinstance(event, Retract) for event in events),
        wrong_confirmed=len(confirmed - set(right)),
        desyncs=sum(isinstance(event, Desync) for event in events),
        seconds=seconds,
        said=tuple(_announced(event, moves) for event in events if isinstance(event, PlySeen)),
    ), events


def _announced(ply: PlySeen, moves: Sequence[str]) -> Announced:
    is_right = ply.n <= len(moves) and ply.move == moves[ply.n - 1]
    return ply.confidence, sum(p for _, p in ply.alternatives), is_right


def reliability(said: Sequence[Announced]) -> str:
    """How many plies were announced with which posterior, and how many of them were right.

    Beside the mean posterior stands the share of it among plies alone: what is right in games without an error.
    """
    lines = ["announced with       plies  mean said  among plies      right"]
    for low, high in pairwise(BINS):
        inside = [(p, p / (p + other), right) for p, other, right in said if low <= p < high]
        if inside:
            mean, among, right = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            lines.append(
                f"{low:6.3f} to {min(high, 1.0):5.3f}  {len(inside):9d}  {mean:9.4f}  {among:11.4f}  {right:9.4f}"
            )
    return "\n".join(lines)


def scores(
    name: str, games: Iterable[tuple[int, list[str]]], tracker: Tracker, seed: int, log: Path | None
) -> Iterator[Score]:
    """The score of each game, in order: from the log, or played now and noted there."""
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    known = {(one.pop("counter"), one.pop("game")): one for one in map(json.loads, lines)}
    for number, moves in games:
        if (name, number) in known:
            stored = known[name, number]
            yield Score(**stored | {"said": tuple(map(tuple, stored["said"]))})
            continue
        score = play(moves, COUNTERS[name], tracker, (seed, number))[0]
        if log:
            with log.open("a", encoding="utf-8") as lines_out:
                lines_out.write(json.dumps({"counter": name, "game": number, **asdict(score)}) + "\n")
        yield score


def games_of(path: Path, first: int, last: int) -> Iterator[tuple[int, list[str]]]:
    """Ids and moves of the games with ids ``first`` to ``last`` that have any."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            if first <= game["id"] <= last and game["moves"]:
                yield game["id"], game["moves"].split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", type=Path)
    parser.add_argument("--games", default="1-2000", help="ids FIRST-LAST")
    parser.add_argument("--only", choices=COUNTERS, help="one counter instead of all")
    parser.add_argument("--beam", type=int, default=BEAM)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="where each game's score is kept")
    parser.add_argument("--reliability", action="store_true", help="say how often what was announced was right")
    arguments = parser.parse_args()
    first, last = map(int, arguments.games.split("-"))
    games = list(games_of(arguments.moves, first, last))
    tracker = Tracker(beam=arguments.beam)
    print(f"{'counter':28} games  plies right  games exact  retracted  wrongly confirmed  desync  ms/ply")
    for name in [arguments.only] if arguments.only else COUNTERS:
        total = sum(scores(name, games, tracker, arguments.seed, arguments.log), Score())
        print(
            f"{name:28} {total.games:5d}  {total.p_ply:11.3%}  {total.p_game:11.2%}  {total.retractions:9d}"
            f"  {total.wrong_confirmed:17d}  {total.desyncs:6d}  {1000 * total.seconds / total.plies:6.2f}",
            flush=True,
        )
        if arguments.reliability:
            print(reliability(total.said))


if __name__ == "__main__":
    main()
