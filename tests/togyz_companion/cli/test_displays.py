"""``togyz displays`` and ``togyz display test``."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from board_io.display.kinds import KINDS
from board_io.display.segments import FONT, as_text
from board_io.port import adapter
from togyz_companion.cli.main import main


def togyz(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == code, result.output
    return result


def picture(text: str) -> str:
    return as_text(bytes(FONT[one] for one in text))


def plug(monkeypatch: pytest.MonkeyPatch, *devices: str) -> None:
    about = {
        "description": "A\x1b[2J [/red] cable",
        "vid": 0x0403,
        "pid": 0x6001,
        "serial_number": "A1",
        "location": "1-1",
    }
    monkeypatch.setattr(
        adapter.list_ports, "comports", lambda: [SimpleNamespace(device=device, **about) for device in devices]
    )


def test_ports_and_kinds_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    plug(monkeypatch, "/dev/no-such-port")
    told = togyz("displays").stdout
    row = next(line for line in told.splitlines() if "/dev/no-such-port" in line)
    assert "usb:0403:6001:A1@1-1" in row
    assert "dialout" in row
    assert "[/red] cable" in row
    assert "\x1b" not in told
    assert all(f"{kind}:" in told for kind in KINDS)
    assert "табло кассы" in togyz("displays", "--lang", "ru").output


def test_a_machine_without_ports_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch)
    assert "No serial port is plugged in." in togyz("displays").stdout


def test_it_speaks_other_languages_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch)
    assert "Последовательных портов не подключено." in togyz("displays", "--lang", "ru").stdout
    told = togyz("display", "test", "virtual:", "--seconds", "0", "--lang", "kk").stdout
    assert "ақ 82, қара 69, ойын аяқталды" in told


def test_a_display_that_answers_is_tried() -> None:
    result = togyz("display", "test", "virtual:", "--seconds", "0")
    assert "white 82, black 69, over" in result.stdout
    assert "confirmed all of them" in result.stdout
    assert picture(" 82   69") in result.stderr


def test_a_display_that_cannot_answer_leaves_it_to_the_user() -> None:
    told = togyz("display", "test", "s7s:loop://", "--seconds", "0").stdout
    assert "only you can see" in told
    assert "confirmed" not in told


def test_a_display_that_fails_ends_with_4() -> None:
    result = togyz("display", "test", "virtual:?lose_every=3", "--seconds", "0", code=4)
    assert "lose_every" in result.stderr
    assert "confirmed" not in result.stdout


def test_a_port_that_is_not_there_ends_with_4() -> None:
    assert "check its plug" in togyz("display", "test", "s7s:/dev/no-such-port", code=4).stderr


def test_an_address_that_means_nothing_is_a_usage_error() -> None:
    assert "not the address of a display" in togyz("display", "test", "semaphore:tower", code=2).stderr
