"""What of a record is put into words for the operator's page."""

from __future__ import annotations

import shlex
from pathlib import Path

from togyz.record import Record
from togyz.recorded import RecordedAlert
from togyz_companion.messages.doubts import doubt_lines, lapsed_lines
from togyz_companion.messages.telling import in_all_languages


def told_of(record: Record) -> dict[str, object]:
    """Open alerts by their numbers, a board in doubt, and what no longer fits, in all languages."""
    return {
        "alerts": {str(alert.id): _told(alert) for alert in record.alerts if alert.resolved is None},
        "doubt": in_all_languages(lambda teller: "\n".join(doubt_lines(record, teller))),
        "lapsed": in_all_languages(lambda teller: "\n".join(lapsed_lines(record, teller))),
    }


def called(folder: Path | None) -> str | None:
    """What commands call the game in a folder; None where there is none."""
    return None if folder is None else shlex.quote(str(folder))


def _told(alert: RecordedAlert) -> dict[str, str]:
    return in_all_languages(lambda teller: teller.alert(alert))
