"""The options on which rules texts disagree; the defaults are what real records do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from togyz.errors import NotationError
from togyz.fields import Fields, one_of
from togyz.misread import Misread
from togyz.saying import say

_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "at_82": {"decide": "decide", "stop": "stop", "play_on": "play_on"},
    "extra_move": {"on": True, "off": False},
    "flag": {"kazan": "kazan", "loss": "loss"},
}
"""Each option's values by the word that stands for them in text."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One game's options.

    Attributes:
        at_82: what a kazan of 82 means. ``decide``: the winner stands, play may go on; ``stop``: the game is over at
            once; ``play_on``: nothing is said before the end.
        extra_move: a ply that leaves the opponent without kumalak is followed by one more of the same side before the
            sweep (the texts' literal "one additional move").
        flag: how a time-out is judged. ``kazan``: below 81 loses, 81 draws, above has won; ``loss``: it loses.
    """

    at_82: Literal["decide", "stop", "play_on"] = "decide"
    extra_move: bool = False
    flag: Literal["kazan", "loss"] = "kazan"

    def __str__(self) -> str:
        """The options that differ from the default, as :meth:`from_string` reads them.

        >>> str(Rules(at_82="stop", extra_move=True))
        'at_82=stop extra_move=on'
        """
        mine, default = asdict(self), asdict(DEFAULT_RULES)
        words = {name: next(word for word, value in _OPTIONS[name].items() if value == mine[name]) for name in mine}
        return " ".join(f"{name}={words[name]}" for name in mine if mine[name] != default[name])

    @classmethod
    def from_string(cls, text: str) -> Rules:
        """Reads options such as ``at_82=stop, extra_move=on``; those not named have their default.

        Raises:
            NotationError: an option is not known, has no such value or is named twice.
        """
        values: dict[str, Any] = {}
        for option in text.replace(",", " ").split():
            name, _, word = option.partition("=")
            if word not in _OPTIONS.get(name, ()):
                known = ", ".join(f"{name}={'|'.join(words)}" for name, words in _OPTIONS.items())
                raise NotationError(say(Misread.NO_RULE, option=option, known=known), text)
            if name in values:
                raise NotationError(say(Misread.RULE_TWICE, name=name, text=text), text)
            values[name] = _OPTIONS[name][word]
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """The object ``rules`` of game.json."""
        return asdict(self)

    @classmethod
    def from_dict(cls, value: object, where: str = "rules") -> Rules:
        """Reads the object ``rules`` of game.json; options left out have their default.

        Raises:
            RecordError: an option is not known or has no such value.
        """
        fields = Fields(value, where, (), tuple(_OPTIONS))
        return cls(**{name: fields.read(name, one_of(tuple(_OPTIONS[name].values()))) for name in fields.names})


DEFAULT_RULES: Final = Rules()
