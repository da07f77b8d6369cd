"""Observations as they are stored (a row of a game's store), and the rounding that makes replay exact."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, ChangeKind, CutOff, Edge, KazanSeen, Observation
from togyz.inference.priors import FLOOR

_STEPS_PER_UNIT: Final = 1000
"""Everything real is kept in thousandths: of a nat, of a second."""


def quantised(observation: Observation) -> Observation:
    """The observation as it will be read back: thousandths; each row's maximum 0, its floor ``FLOOR``."""
    log_lik = observation.log_lik - observation.log_lik.max(axis=1, keepdims=True)
    return replace(
        observation,
        t_rest=_rounded(observation.t_rest),
        t=_rounded(observation.t),
        log_lik=_frozen(np.maximum(log_lik, FLOOR)),
        changes=tuple(map(_quantised_change, observation.changes)),
        kazans=(_rounded_kazan(observation.kazans[0]), _rounded_kazan(observation.kazans[1])),
        log_marker=None if observation.log_marker is None else _frozen(observation.log_marker),
    )


def observation_to_dict(observation: Observation) -> dict[str, Any]:
    """Compact JSON: likelihoods in thousandths of a nat, without the ends of each row that lie on the floor.

    A field that would say nothing is left out: observations stored before there was such a field are written as they
    were read.
    """
    kept = quantised(observation)
    kazans = [None if one is None else list(one) for one in kept.kazans]
    beside = {
        "kazans": kazans if any(kazans) else None,
        "marker": None if kept.log_marker is None else _steps(kept.log_marker).tolist(),
        "cut_off": None if kept.cut_off is None else list(map(list, kept.cut_off)),
        "grey": kept.is_grey or None,
    }
    return {
        "spell": kept.spell,
        "t_rest": kept.t_rest,
        "t": kept.t,
        "log_lik": [_row_to_list(row) for row in kept.log_lik],
        "hidden": _numbers(~kept.visible),
        "changes": [_change_to_list(one) for one in kept.changes],
        "touched": _numbers(kept.touched),
        "hand": kept.hand.value if kept.hand else None,
        **{name: seen for name, seen in beside.items() if seen is not None},
    }


def observation_from_dict(stored: dict[str, Any]) -> Observation:
    """Reads what :func:`observation_to_dict` wrote, now or before some of it was looked at.

    Raises:
        ValueError: a field is missing or does not hold what it should.
    """
    try:
        return Observation(
            spell=int(stored["spell"]),
            t_rest=float(stored["t_rest"]),
            t=float(stored["t"]),
            log_lik=_frozen(np.stack(list(map(_row_from_list, stored["log_lik"]))).reshape(OTAU_TOTAL, -1)),
            visible=~_mask(stored["hidden"], OTAU_TOTAL),
            changes=tuple(map(_change_from_list, stored["changes"])),
            touched=_mask(stored["touched"], BOX_TOTAL),
            hand=Side(stored["hand"]) if stored["hand"] else None,
            kazans=_kazans(stored.get("kazans", (None, None))),
            log_marker=_marker(stored.get("marker")),
            cut_off=_cut_off(stored["cut_off"]) if "cut_off" in stored else None,
            is_grey=bool(stored.get("grey", False)),
        )
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise ValueError(f"no stored observation: {type(error).__name__} {error}") from error


def _rounded_kazan(seen: KazanSeen | None) -> KazanSeen | None:
    return None if seen is None else KazanSeen(_rounded(seen.kumalak), _rounded(seen.sigma))


def _kazans(stored: Any) -> tuple[KazanSeen | None, KazanSeen | None]:
    white, black = (None if one is None else KazanSeen(*map(float, one)) for one in stored)
    return white, black


def _marker(stored: list[int] | None) -> NDArray[np.float64] | None:
    return None if stored is None else _frozen(np.array(stored).reshape(BOX_TOTAL) / _STEPS_PER_UNIT)


def _cut_off(stored: Any) -> CutOff:
    otaus, edges = map(tuple, stored)
    if not (set(otaus) <= set(range(OTAU_TOTAL)) and set(edges) <= set(get_args(Edge))):
        raise ValueError(f"otaus {otaus} beyond the edges {edges}")
    return CutOff(otaus, edges)


def _quantised_change(change: Change) -> Change:
    kinds = None if change.log_kind is None else _frozen(change.log_kind)
    return Change(change.reference, _frozen(change.log_ratio), kinds)


def _change_to_list(change: Change) -> list[int]:
    """The reference, 20 ratios and, where somebody looked, the 20 x 5 values of the kinds."""
    kinds = [] if change.log_kind is None else _steps(change.log_kind).ravel().tolist()
    return [change.reference, *_steps(change.log_ratio).tolist(), *kinds]


def _change_from_list(stored: list[int]) -> Change:
    reference, *steps = stored
    values = np.array(steps) / _STEPS_PER_UNIT
    kinds = _frozen(values[BOX_TOTAL:].reshape(BOX_TOTAL, len(ChangeKind))) if len(steps) > BOX_TOTAL else None
    return Change(int(reference), _frozen(values[:BOX_TOTAL].reshape(BOX_TOTAL)), kinds)


def _rounded(value: float) -> float:
    return round(value * _STEPS_PER_UNIT) / _STEPS_PER_UNIT


def _steps(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(values * _STEPS_PER_UNIT).astype(np.int64)


def _frozen(values: NDArray[np.float64]) -> NDArray[np.float64]:
    exact = _steps(values) / _STEPS_PER_UNIT
    exact.setflags(write=False)
    return exact


def _row_to_list(row: NDArray[np.float64]) -> list[int]:
    """First n that is not on the floor, then the values up to the last such n."""
    above = np.flatnonzero(row > FLOOR)
    first, last = int(above[0]), int(above[-1])
    return [first, *_steps(row[first : last + 1]).tolist()]


def _row_from_list(stored: list[int]) -> NDArray[np.float64]:
    first, *steps = stored
    row = np.full(KUMALAK_MAX + 1, FLOOR)
    row[first : first + len(steps)] = np.array(steps) / _STEPS_PER_UNIT
    return row


def _numbers(mask: NDArray[np.bool_]) -> list[int]:
    return [int(ix) for ix in np.flatnonzero(mask)]


def _mask(numbers: list[int], boxes: int) -> NDArray[np.bool_]:
    mask = np.zeros(boxes, dtype=bool)
    mask[numbers] = True
    mask.setflags(write=False)
    return mask
