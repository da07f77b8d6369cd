"""Values of options that are read from what the user wrote."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from togyz_companion.cli.main import main
from togyz_companion.cli.options import headers_said

CONTEXT, OPTION = click.Context(click.Command("record")), click.Option(["--headers"])


def test_headers_come_from_words_and_from_files_of_any_editor(tmp_path: Path) -> None:
    file = tmp_path / "headers.txt"
    file.write_bytes("\ufeffWhite = Айгерім\r\n\r\nEvent=A=B\r\n".encode())
    assert headers_said(CONTEXT, OPTION, (str(file), "Round=1")) == {"White": "Айгерім", "Event": "A=B", "Round": "1"}


@pytest.mark.parametrize("text", ["=Aigerim", "White=\udcff", "\udcff=Aigerim"])
def test_what_is_no_header_is_shown(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        headers_said(CONTEXT, OPTION, (text,))
    assert repr(text) in caught.value.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
@pytest.mark.parametrize(
    "command",
    [
        ["record", "0", "--calibration", "PIPE"],
        ["record", "0", "--lens", "PIPE"],
        ["record", "0", "--headers", "PIPE"],
        ["repair", "PIPE"],
    ],
    ids=lambda command: command[-2],
)
def test_a_pipe_in_which_nobody_writes_is_not_waited_for(tmp_path: Path, command: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = [str(tmp_path / "pipe") if word == "PIPE" else word for word in command]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "a pipe or a device: give a file" in result.stderr
