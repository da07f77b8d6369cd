"""What all tests share: the data folder beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from togyz_companion.cli.main import prepare_libraries

prepare_libraries()

settings.register_profile("no clock", deadline=None)  # a loaded machine is no fault of the program
settings.load_profile("no clock")

SHARED = Path(__file__).parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests marked ``shared`` where that folder is absent."""
    if SHARED.is_dir():
        return
    skip = pytest.mark.skip(reason=f"needs the data folder {SHARED.name}/ beside the repository")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The data folder; for tests marked ``shared``."""
    return SHARED


@pytest.fixture(autouse=True)
def _told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """People are told in English, whatever the language of who runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
