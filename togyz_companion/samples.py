"""Where the files shipped with the program lie: in the wheel inside this package, in the repository beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent


def sample_path(name: str) -> Path:
    """The path of a shipped file.

    Raises:
        FileNotFoundError: this installation has none of that name.
    """
    for folder in (_HERE / "samples", _HERE.parent / "samples"):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"the sample {name} is missing from this installation: install the program anew")
