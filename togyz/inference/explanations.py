"""What a board that is in doubt may be: the histories held possible, for people to choose from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from togyz.inference.lattice import Layer, Phase, Standing

_TOLD: Final = 5
_LEAST_P: Final = 1e-3
_DIGITS: Final = 4
WORDS: Final[Mapping[Phase, str]] = {
    Phase.REST: "at_rest",
    Phase.UNDER_WAY: "ply_under_way",
    Phase.SOWN: "capture_not_lifted",
    Phase.WRONG: "error",
    Phase.UNEXPLAINED: "unexplained",
    Phase.CLEARED: "cleared",
}


def explanations(layer: Layer) -> tuple[dict[str, Any], ...]:
    """The likeliest after a spell, best first.

    Returns:
        Objects with ``p``; ``board``, a word for what lies there; ``n`` and ``position``, the plies on record and the
        position after them; and of an error ``code``, ``side``, ``otau`` as in an alert.
    """
    p_told: dict[tuple[tuple[str, Any], ...], float] = defaultdict(float)
    shown: dict[tuple[tuple[str, Any], ...], dict[str, Any]] = {}
    for node in layer.nodes:
        told = _told(node.standing)
        key = tuple((name, str(value)) for name, value in told.items())
        p_told[key] += node.p
        shown.setdefault(key, told)
    ranked = sorted(shown, key=lambda key: -p_told[key])[:_TOLD]
    return tuple({"p": round(p_told[key], _DIGITS)} | shown[key] for key in ranked if p_told[key] >= _LEAST_P)


def _told(standing: Standing) -> dict[str, Any]:
    told: dict[str, Any] = {
        "board": WORDS[standing.phase],
        "n": standing.n,
        "position": standing.position.to_dict(),
    }
    if standing.phase is Phase.WRONG and standing.wrong is not None:
        misplay = standing.wrong.misplay
        told |= {"code": misplay.code.value, "side": misplay.side.value, "otau": list(misplay.otau_nos)}
    return told
