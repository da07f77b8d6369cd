"""Who corrects a game where nobody says it."""

from __future__ import annotations

import getpass

import pytest

from togyz_companion.cli.desk import who_is_logged_in


def test_a_user_whom_the_system_has_no_name_for_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "aigerim")
    assert who_is_logged_in() == "aigerim"

    def unknown() -> str:
        raise KeyError("getpwuid(): uid not found: 54321")

    monkeypatch.setattr(getpass, "getuser", unknown)
    assert who_is_logged_in().startswith("user")
