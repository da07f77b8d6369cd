"""What the system tells of this machine: packages, programs, ports, disk and power. Reads only."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from board_io.cameras import text_in

OURS: Final = ("togyz", "calibration", "vision", "board_io", "togyz_companion")
DISTRIBUTION: Final = "togyz-companion"
OPENCV: Final = "cv2"
LIBRARIES: Final = ("opencv-python", "opencv-python-headless", "numpy", "av")
_PROC: Final = Path("/proc")
_POWER: Final = Path("/sys/class/power_supply")


def versions() -> dict[str, str]:
    """Of this program and what it needs most, those that are installed."""
    found = {}
    for name in (DISTRIBUTION, *LIBRARIES):
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def clashes(distributions: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Packages of ours that others install, too, and OpenCV where several do, each with those distributions.

    Args:
        distributions: by the name of a package those that install it: ``importlib.metadata.packages_distributions()``.
    """
    strangers = {name: sorted(set(distributions.get(name, ())) - {DISTRIBUTION}) for name in OURS}
    opencv = sorted(set(distributions.get(OPENCV, ())))
    if len(opencv) > 1:
        strangers[OPENCV] = opencv
    return {name: others for name, others in strangers.items() if others}


def running(names: frozenset[str], proc: Path = _PROC) -> list[str]:
    """Those of these programs that run; none where the system does not tell."""
    return sorted(names & {text_in(path) for path in proc.glob("[0-9]*/comm")})


def users_of(device: Path, proc: Path = _PROC) -> list[str]:
    """The programs that have a device open, as far as this user may see them; without this one."""
    holders = {Path(*link.parts[:-2]) for link in proc.glob("[0-9]*/fd/*") if _leads_to(link, device)}
    return sorted({text_in(one / "comm") for one in holders if one.name != str(os.getpid())})


def is_on_battery(supplies: Path = _POWER) -> bool:
    """Whether a battery is being emptied; False where there is none, or the system does not tell."""
    return any(text_in(path) == "Discharging" for path in supplies.glob("*/status"))


def _leads_to(link: Path, device: Path) -> bool:
    try:
        return link.readlink() == device
    except OSError:
        return False
