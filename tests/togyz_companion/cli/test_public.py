"""``togyz serve``, and where public pages are served."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from threading import Event as Flag

import click
import pytest
from click.testing import CliRunner

from togyz_companion.cli import public
from togyz_companion.cli.main import main
from togyz_companion.cli.public import public_option
from togyz_companion.web.server import Address


def said(*options: str) -> list[Address] | str:
    """What a command is told by these options, or why they are refused."""
    told: list[Address] = []
    command = click.command()(public_option()(lambda public: told.append(public)))
    return told if (result := CliRunner().invoke(command, options)).exit_code == 0 else result.stderr


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("0.0.0.0:8080", Address("0.0.0.0", 8080)),
        (":8080", Address("127.0.0.1", 8080)),
        ("8080", Address("127.0.0.1", 8080)),
        ("[::1]:0", Address("::1", 0)),
    ],
)
def test_an_address_is_a_host_and_a_port(written: str, address: Address) -> None:
    assert said("--public", written) == [address]


@pytest.mark.parametrize("written", ["localhost", "localhost:", "x:y", "1.2.3.4:65536", ":-1", "a:٣"])
def test_another_address_is_refused(written: str) -> None:
    assert "is not HOST:PORT" in said("--public", written)


def test_serve_tells_where_and_ends_when_it_is_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Flag()
    stop.set()
    monkeypatch.setattr(public, "stopped_by_signal", lambda: nullcontext(stop))
    result = CliRunner().invoke(main, ["serve", str(tmp_path), "--public", "127.0.0.1:0"])
    assert result.exit_code == 0
    assert "http://127.0.0.1:" in result.stderr


def test_serve_wants_a_folder(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["serve", str(tmp_path / "none")]).exit_code == 2
