"""Values of options that are read from what the user wrote."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from togyz.position import Position
from togyz_companion.cli.beginning import start_said
from togyz_companion.cli.evidence import evidence_options
from togyz_companion.cli.main import main
from togyz_companion.cli.options import headers_said
from togyz_companion.evidence import EvidenceOptions

CONTEXT, OPTION = click.Context(click.Command("record")), click.Option(["--headers"])


def test_headers_come_from_words_and_from_files_of_any_editor(tmp_path: Path) -> None:
    file = tmp_path / "headers.txt"
    file.write_bytes("\ufeffWhite = Айгерім\r\n\r\nEvent=A=B\r\n".encode())
    assert headers_said(CONTEXT, OPTION, (str(file), "Round=1")) == {"White": "Айгерім", "Event": "A=B", "Round": "1"}


@pytest.mark.parametrize("name", ["game_start_t", "session", "opened_at", "Result", "FEN", "not a name"])
def test_headers_that_the_recording_makes_are_nobody_s_to_say(name: str) -> None:
    with pytest.raises(click.BadParameter, match="cannot be set"):
        headers_said(CONTEXT, OPTION, (f"{name}=1",))


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


@pytest.mark.parametrize("command", ["record", "live"])
def test_no_film_is_kept_of_a_film(command: str) -> None:
    result = CliRunner().invoke(main, [command, "game.mp4", "--keep-film"])
    assert result.exit_code == 2
    assert "--keep-film is for cameras and streams" in result.stderr


def test_what_is_kept_is_as_it_was_said() -> None:
    kept: list[EvidenceOptions] = []

    @click.command()
    @evidence_options
    def keep(*, evidence: EvidenceOptions) -> None:
        kept.append(evidence)

    CliRunner().invoke(keep, [])
    words = ["--evidence", "pictures", "--evidence-mb", "7", "--whole-view", "--keep-film", "--film-mb", "9"]
    CliRunner().invoke(keep, words)
    assert kept == [
        EvidenceOptions(),
        EvidenceOptions(kind="pictures", most_mb=7, whole_view=True, keep_film=True, film_mb=9),
    ]
    assert [kept[0].kind_for(is_live=is_live) for is_live in (True, False)] == ["clips", "pictures"]
    assert [kept[1].kind_for(is_live=is_live) for is_live in (True, False)] == ["pictures", "pictures"]


@pytest.mark.parametrize("word", ["seen", "auto"])
def test_a_recording_may_begin_as_it_is_seen(word: str) -> None:
    assert start_said(CONTEXT, OPTION, word) == word
    assert start_said(CONTEXT, OPTION, "start") == Position.start()
    with pytest.raises(click.BadParameter):
        start_said(CONTEXT, OPTION, f"{word}n")
