"""The tags at the head of a TGK or PGN text, and the parts of a game that are written as tags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from togyz.game import Game
from togyz.notation import position_from_string, position_to_string
from togyz.outcome import Reason, Result
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules

RESULT_WORDS: Final[dict[str, Result | None]] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "*": None,
    "1:0": "1-0",
    "0:1": "0-1",
    "½-½": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
}
"""Ways to write a result; the first four are the right ones."""
PROPER_RESULTS: Final = tuple(RESULT_WORDS)[:4]
UNKNOWN: Final = "?"
"""Stands in a mandatory tag of which nothing is known; it is no header."""
MANDATORY: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_OPTIONAL: Final = ("Count", "Comment", "TimeControl", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle")
OF_GAME: Final = ("Result", "Termination", "SetUp", "FEN", "RuleOptions")
"""Tags that hold a part of the game; all others are its headers."""
_PROPER_NAMES: Final = {name.lower(): name for name in (*MANDATORY, *_OPTIONAL, *OF_GAME)}


def proper_name(name: str) -> str:
    """The tag's name as it should be written, or the name itself where it is none of ours.

    >>> proper_name("whiteelo")
    'WhiteElo'
    """
    return _PROPER_NAMES.get(name.lower(), name)


def headers_of(tags: Mapping[str, str]) -> dict[str, str]:
    """What of the tags is a header."""
    kept = {"Termination"} if reason_of(tags) is None else set()
    unknown = {name for name in MANDATORY if tags.get(name) == UNKNOWN}
    return {name: value for name, value in tags.items() if name not in (set(OF_GAME) | unknown) - kept}


def start_of(tags: Mapping[str, str]) -> Position:
    """Where the game begins.

    Raises:
        NotationError: the tag FEN holds no position.
    """
    return position_from_string(tags["FEN"])[0] if "FEN" in tags else Position.start()


def rules_of(tags: Mapping[str, str]) -> Rules:
    """The game's rules.

    Raises:
        NotationError: the tag RuleOptions holds something else.
    """
    return Rules.from_string(tags.get("RuleOptions", ""))


def reason_of(tags: Mapping[str, str]) -> Reason | None:
    """The reason of the result, where the tag Termination says one of ours."""
    try:
        return Reason(tags.get("Termination"))
    except ValueError:
        return None


def tags_text(game: Game, mandatory: tuple[str, ...], optional: Mapping[str, str]) -> str:
    """The tag lines of a game: the mandatory ones first, whether known or not, then all that is known.

    Headers that are no text (the recorder's times and numbers) stay out, and those with the name of a part of the game,
    too; line breaks within one become spaces.
    """
    values = dict.fromkeys(mandatory, UNKNOWN)
    values |= headers_of({proper_name(name): value for name, value in game.headers.items() if isinstance(value, str)})
    values["Result"] = game.result or "*"
    values |= optional
    if game.reason is not None:
        values["Termination"] = game.reason.value
    if game.start != Position.start():
        values |= {"SetUp": "1", "FEN": position_to_string(game.start)}
    if game.rules != DEFAULT_RULES:
        values["RuleOptions"] = str(game.rules)
    return "".join(_tag_line(name, value) for name, value in values.items())


def _tag_line(name: str, value: str) -> str:
    word = re.sub(r"\W|^$", "_", name)
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{word} "{escaped}"]\n'
