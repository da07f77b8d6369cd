"""Films in whose middle the camera is knocked and the light changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.evaluation.films import Variant, evaluate_film
from tools.evaluation.plies import FilmScore


@dataclass(frozen=True)
class Knock:
    """A game, and what happens while it is filmed."""

    game: str
    variant: Variant

    @property
    def t_s(self) -> float:
        """Film time of the knock."""
        return float(self.variant.bump.partition(":")[0])


KNOCKS: Final = (
    Knock("d1_walnut", Variant(bump="30:-18,17,-3", light="55:2")),
    Knock("d1_walnut", Variant(bump="45:25,0,3", light="25:0.4")),
    Knock("b1_boxB", Variant(bump="28:15,20,-3", light="60:2")),
    Knock("b1_boxB", Variant(bump="50:-20,-15,3", light="25:0.4")),
    Knock("d3_blue", Variant(bump="20:-15,-20,-3", light="45:2")),
    Knock("d3_blue", Variant(bump="40:25,0,3", light="20:0.4")),
)
"""By 25 px and 3 degrees, to all sides; some while the board rests, some under a hand."""


@dataclass(frozen=True)
class Knocked:
    """How one of them was recorded."""

    knock: Knock
    score: FilmScore

    @property
    def told_after_s(self) -> float | None:
        """Time from the knock to the word that something moved; None where there was none."""
        return min((t - self.knock.t_s for t in self.score.drifts_s if t >= self.knock.t_s), default=None)

    @property
    def told_besides(self) -> int:
        """Words that something moved which nothing did."""
        return len(self.score.drifts_s) - (self.told_after_s is not None)


def evaluate_knocks(*, shared: Path, cache: Path) -> Iterator[Knocked]:
    """Record them all; for the arguments see ``tools.evaluation.films``."""
    for knock in KNOCKS:
        yield Knocked(knock, evaluate_film(knock.game, variant=knock.variant, shared=shared, cache=cache))
