"""All sentences: for each key Kazakh in Cyrillic letters, Russian, English. Latin Kazakh follows from the first.

Numbers stand behind nouns or colons, so that no language needs its plural forms. What stands in braces is filled in as
``str.format`` does.
"""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.commands import COMMANDS
from togyz_companion.messages.displays import DISPLAYS
from togyz_companion.messages.languages import Texts
from togyz_companion.messages.machine import MACHINE
from togyz_companion.messages.misreadings import MISREADINGS
from togyz_companion.messages.misuse import MISUSE
from togyz_companion.messages.notes import NOTES
from togyz_companion.messages.obstacles import OBSTACLES
from togyz_companion.messages.playing import PLAYING
from togyz_companion.messages.records import RECORDS
from togyz_companion.messages.refusals import REFUSALS
from togyz_companion.messages.sayings import SAYINGS
from togyz_companion.messages.seeing import SEEING
from togyz_companion.messages.troubles import TROUBLES
from togyz_companion.messages.unusable import UNUSABLE

_SAYINGS: Final[Texts] = {
    said.key: (*texts, said.value)
    for kind in (SAYINGS, MISREADINGS, REFUSALS, SEEING, TROUBLES, UNUSABLE, DISPLAYS, NOTES, OBSTACLES)
    for said, texts in kind.items()
}

TEXTS: Final[Texts] = {**PLAYING, **RECORDS, **_SAYINGS, **MACHINE, **COMMANDS, **MISUSE}
