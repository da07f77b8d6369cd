"""Layouts of the user's own boards: learned from a picture once, known by a name from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from board_io.atomic import make_folder, write_atomic
from calibration.errors import BadLayoutError
from calibration.layout import Layout, load_layout, shipped_layouts
from calibration.unusable import Unusable
from togyz.saying import say

_FOLDER: Final = Path("togyz", "layouts")
_NAME: Final = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)
_TAKEN: Final = ("auto", "fitted")
_DEVICE: Final = re.compile(r"con|prn|aux|nul|(com|lpt)\d", re.ASCII | re.IGNORECASE)
"""What Windows keeps for devices, with any ending: a file of such a name cannot be written there (Microsoft, "Naming
Files, Paths, and Namespaces")."""


def layouts_folder(environ: Mapping[str, str]) -> Path | None:
    """Where this user's layouts are kept: with what programs of this system keep for good; None without a home."""
    home = environ.get("XDG_DATA_HOME") or environ.get("APPDATA")
    try:
        return (Path(home) if home else Path.home() / ".local" / "share") / _FOLDER
    except RuntimeError:
        return None


def known_layouts(folder: Path | None) -> dict[str, Path | None]:
    """The names that ``named_layout`` knows, with the files of the user's own."""
    files = [] if folder is None else sorted(folder.glob("*.json"))
    own = {file.stem: file for file in files if _NAME.fullmatch(file.stem)}
    return own | dict.fromkeys(shipped_layouts())


def named_layout(name_or_file: str, folder: Path | None) -> Layout:
    """A layout by its shipped name, by the user's own one, or from a file.

    Raises:
        BadLayoutError: there is none of that name, or the file is no layout.
    """
    own = known_layouts(folder).get(name_or_file)
    return load_layout(name_or_file if own is None else str(own))


def check_name(name: str) -> None:
    """See that a layout may be called so.

    Raises:
        BadLayoutError: it may not.
    """
    if not _NAME.fullmatch(name) or _DEVICE.fullmatch(name) or name in (*_TAKEN, *shipped_layouts()):
        taken = ", ".join((*_TAKEN, *shipped_layouts()))
        raise BadLayoutError(say(Unusable.LAYOUT_NAME, name=name, taken=taken))


def save_layout(layout: Layout, name: str, folder: Path | None) -> Path:
    """Keep a layout under a name; one that had the name before is replaced.

    Returns:
        The file.

    Raises:
        BadLayoutError: it cannot be called so, or there is no folder for it.
        WriteError: it cannot be written.
    """
    check_name(name)
    if folder is None:
        raise BadLayoutError(say(Unusable.NO_HOME))
    make_folder(folder)
    path = folder / f"{name}.json"
    write_atomic(path, replace(layout, name=name).to_json())
    return path
