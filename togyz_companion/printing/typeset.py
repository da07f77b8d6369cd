"""Templates to pages. What is filled in comes as data and is never read as markup."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any, Final, Literal

import typst

from togyz.json_text import compact_json

Form = Literal["pdf", "svg", "png"]
TEMPLATES: Final = files("togyz_companion.printing")


def typeset(template: str, data: dict[str, Any], form: Form, *, ppi: float = 144.0) -> tuple[bytes, ...]:
    """Sets the pages of a template, by the fonts that the typesetter brings along: the same on every machine.

    Args:
        template: the name of a file beside this module.
        data: what it shows.
        form: what is made.
        ppi: px an inch, of ``png``.

    Returns:
        The document, of ``pdf``; a picture for each page, else.
    """
    with as_file(TEMPLATES) as folder:
        made = typst.compile(
            str(folder / template),
            root=str(folder),
            format=form,
            ppi=ppi,
            sys_inputs={"data": _text(data)},
            ignore_system_fonts=True,
        )
    return tuple(made) if isinstance(made, list) else (made,)


def _text(data: dict[str, Any]) -> str:
    """The data as JSON; half a character, which cannot be printed, becomes a question mark."""
    return compact_json(data).encode(errors="replace").decode()
