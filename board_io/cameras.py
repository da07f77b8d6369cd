"""Which cameras this machine has, and what they are called."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_io.trouble import Trouble
from togyz.saying import say

NAMED: Final = "camera:"
"""Begins the address of a camera that is to be found by its name."""
UNLISTED: Final = 4
"""OpenCV cannot list cameras; where the system does not either, so many numbers are offered."""
_SYSFS: Final = Path("/sys/class/video4linux")
_BY_ID: Final = Path("/dev/v4l/by-id")


@dataclass(frozen=True, slots=True)
class ListedCamera:
    """A camera that the system lists.

    Attributes:
        url: its number, as a source.
        name: what the system calls it; empty where it does not tell.
        by_id: a path that stays the same wherever it is plugged in; None where there is none.
    """

    url: str
    name: str
    by_id: Path | None = None

    @property
    def device(self) -> Path:
        """Its node on Linux."""
        return Path(f"/dev/video{self.url}")


def listed_cameras(sysfs: Path = _SYSFS, by_id: Path = _BY_ID) -> list[ListedCamera]:
    """The cameras of this machine, by number.

    Args:
        sysfs: where Linux tells of them.
        by_id: where it keeps links to them.
    """
    if sys.platform != "linux":
        return [ListedCamera(str(n), "") for n in range(UNLISTED)]
    return sorted(_on_linux(sysfs, by_id), key=lambda camera: int(camera.url))


def named_camera(url: str, cameras: list[ListedCamera]) -> str:
    """The number of the camera that ``camera:NAME`` means: the only one whose name contains it.

    Raises:
        LookupError: there is no such camera, or more than one; the message says so.
    """
    wanted = url.removeprefix(NAMED)
    found = [one.url for one in cameras if wanted.casefold() in one.name.casefold()]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{one.url} {one.name}".strip() for one in cameras) or "none"
    trouble = Trouble.CAMERAS_CALLED if found else Trouble.NO_CAMERA_CALLED
    raise LookupError(say(trouble, name=wanted, present=known))


def _on_linux(sysfs: Path, by_id: Path) -> Iterator[ListedCamera]:
    links = {link.resolve().name: link for link in sorted(by_id.glob("*"), reverse=True)}
    for node in sysfs.glob("video*"):
        # A camera has several nodes, of which the first gives pictures.
        if text_in(node / "index") in ("0", ""):
            yield ListedCamera(node.name.removeprefix("video"), text_in(node / "name"), links.get(node.name))


def text_in(path: Path) -> str:
    """What a small file of the system holds, stripped; nothing where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
