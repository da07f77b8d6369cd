"""Our sketch, compiled once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.emulator import Emulator, build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The emulator and the sketch's ELF file."""
    return build(tmp_path_factory.mktemp("firmware"))


@pytest.fixture
def arduino(built: tuple[Path, Path]) -> Iterator[Emulator]:
    """One that has just started."""
    with Emulator(*built) as emulator:
        emulator.run(100)
        yield emulator
