"""The pages as texts: served beside a recording, or whole in one file that needs no server."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Any, Final

from board_io.feed import BoardState
from togyz.events import SCHEMA
from togyz.json_text import compact_json
from togyz_companion.messages.languages import Language
from togyz_companion.web.words import page_words

STATIC: Final = files("togyz_companion.web").joinpath("static")
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/static/([\w./-]+)">')
_SCRIPT: Final = re.compile(r'<script type="module" src="/static/([\w./-]+)"></script>')
_IMPORT: Final = re.compile(r'from "\./([\w./-]+)"')


def page_text(name: str, language: Language) -> str:
    """A page that shows what its server tells: ``page``, ``hall``, ``overlay``, ``operator`` or ``clockface``."""
    words = _data(page_words(language))
    return _text("page.html").replace("LANG", language).replace("NAME", name).replace("WORDS", words)


def replay_page(state: BoardState, language: Language) -> str:
    """The audience's page with a game in it: one file that asks nobody for anything."""
    held = f'<script id="state" type="application/json">{_data({"schema": SCHEMA, "rev": 0, **state})}</script>'
    page = _STYLE.sub(lambda found: f"<style>{_text(found[1])}</style>", page_text("page", language))
    return _SCRIPT.sub(lambda found: f'{held}<script type="module" src="{_module(found[1])}"></script>', page)


def _data(value: Any) -> str:
    """A value as JSON that no name in it can end: within a page, ``<`` begins markup."""
    return compact_json(value).replace("<", "\\u003c")


@cache
def _module(name: str) -> str:
    """A script with all that it imports, as an address that holds it."""
    script = _IMPORT.sub(lambda found: f'from "{_module(found[1])}"', _text(name))
    return f"data:text/javascript;base64,{b64encode(script.encode()).decode()}"


@cache
def _text(name: str) -> str:
    return STATIC.joinpath(name).read_text(encoding="utf-8")
