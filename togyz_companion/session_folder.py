"""Where a recorded game is stored, what it is called there, and what is noted of each session in which it was seen."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from board_io.game_folder import GAME_SQLITE, GameExistsError, GameFolder, NoGameError
from calibration.errors import CalibrationError
from calibration.model import Calibration
from calibration.seen import Seen
from calibration.unusable import Unusable
from togyz.inference.tracker import Tracker
from togyz.json_text import compact_json
from togyz.saying import say
from togyz_companion.evidence_names import EvidenceKind
from togyz_companion.noted import Noted

logger = logging.getLogger(__name__)

_LIVE_ID: Final = re.compile(r"\d{8}-\d{6}(-\d+)?")


def session_text(n: int, calibration: Calibration, evidence: EvidenceKind, tracker: Tracker) -> str:
    """What the store notes of session ``n``: how boxes are numbered, its evidence, and what the tracker was told."""
    return compact_json(
        {
            "session": n,
            "white_known": calibration.white_known,
            "white_side": calibration.white_side,
            "evidence": evidence,
            "kazan_owner": tracker.kazan_owner,
            "as_seen": tracker.as_seen,
            "is_learned": tracker.is_learned,
            "to_move_known": tracker.to_move_known,
        }
    )


def check_same_side(session: Mapping[str, object], calibration: Calibration) -> None:
    """See that a calibration numbers the boxes as that of an earlier session did.

    Raises:
        CalibrationError: it may not.
    """
    both_known = session["white_known"] and calibration.white_known
    if not both_known and session["white_side"] != calibration.white_side:
        edges = (str(session["white_side"]), calibration.white_side)
        before, now = (say(Seen[edge.upper()]) for edge in edges)
        raise CalibrationError(say(Unusable.NUMBERED_OTHERWISE, before=before, now=now))


def last_live_game(out: Path) -> Path:
    """The folder of the game in ``out`` that a live source showed last; ``out`` itself where it is a game's folder.

    Raises:
        NoGameError: there is none.
    """
    if (out / GAME_SQLITE).is_file():
        return out
    stored = [path.parent for path in out.glob(f"*/{GAME_SQLITE}") if _LIVE_ID.fullmatch(path.parent.name)]
    if not stored:
        raise NoGameError(out)
    return max(stored, key=lambda path: [int(part) for part in path.name.split("-")])


def game_folder(out: Path, name: str, session: str, *, if_there: Literal["refuse", "number", "resume"]) -> GameFolder:
    """Makes the folder of a game; where there is one already, it is refused, resumed, or the new one is numbered.

    Raises:
        GameExistsError: there is one, and that is refused.
        WriteError, StoreError: it cannot be made or opened.
    """
    if if_there == "resume" and (out / name).exists():
        return GameFolder.resume(out / name, session)
    if if_there == "resume":
        logger.warning(say(Noted.NOTHING_TO_RESUME, path=out))
    n = 1
    while True:
        try:
            return GameFolder.create(out, name if n == 1 else f"{name}-{n}", session)
        except GameExistsError:
            if if_there == "refuse":
                raise
            n += 1


def game_id(content: str | None, start_s: float, opened_at: datetime) -> str:
    """The name of a game's folder.

    Args:
        content: hash of a film; None of a live source.
        start_s: source time at which the game began.
        opened_at: wall-clock time.
    """
    if content is None:
        return f"{opened_at:%Y%m%d-%H%M%S}"
    return f"{content[:12]}-{round(1000 * start_s):07d}"
