"""The languages that the program speaks, and the Latin alphabet of Kazakh."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args

Language = Literal["kk", "kk-Latn", "ru", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
Texts = Mapping[str, tuple[str, str, str]]
"""By a key, a text in Kazakh (Cyrillic letters), Russian and English; Latin Kazakh follows from the first."""

_LATIN: Final = str.maketrans(
    dict(zip("абвгғдежзийклмнңопрстуфхһыіэ", "abvgğdejziiklmnñoprstufhhyıe", strict=True))
    | {"ә": "ä", "ө": "ö", "ұ": "ū", "ү": "ü", "қ": "q", "ш": "ş", "щ": "ş", "ч": "tş", "ц": "ts", "ю": "iu", "я": "ia"}
    | {"ё": "io", "ь": "", "ъ": ""}
)

_PARTS: Final = re.compile(r"\{[^}]*\}|[^{]+")
_COLUMNS: Final[Mapping[Language, int]] = {"kk": 0, "kk-Latn": 0, "ru": 1, "en": 2}


def text_in(language: Language, texts: Texts, key: str) -> str:
    """A text in one language; what stands in braces is the same in all.

    Raises:
        KeyError: there is no such text.
    """
    text = texts[key][_COLUMNS[language]]
    if language != "kk-Latn":
        return text
    return _PARTS.sub(lambda part: part[0] if part[0].startswith("{") else in_latin(part[0]), text)


def in_latin(text: str) -> str:
    """Kazakh text in the Latin alphabet as it was presented on 28 January 2021.

    >>> in_latin("Бір отауға екі құмалақ түсті")
    'Bır otauğa ekı qūmalaq tüstı'
    """
    return "".join(_capital(one) if one.isupper() else one.translate(_LATIN) for one in text)


def _capital(letter: str) -> str:
    small = letter.lower().translate(_LATIN)
    if small == letter.lower():
        return letter
    return "İ" if small == "i" else small.capitalize()


def language_of(environ: Mapping[str, str]) -> Language:
    """The language that the user's environment asks for: English where it is none of ours.

    >>> language_of({"LANG": "kk_KZ.UTF-8"}), language_of({"LANG": "kk_KZ.UTF-8@latin"}), language_of({"LANG": "de_DE"})
    ('kk', 'kk-Latn', 'en')
    """
    asked = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    words = asked.lower().replace("@", "_").replace(".", "_").replace("-", "_").split("_")
    if words[0] == "kk":
        return "kk-Latn" if {"latin", "latn"} & set(words) else "kk"
    return "ru" if words[0] == "ru" else "en"
