"""The entry of the command: what it lists, what it loads, and how errors come out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from board_io.errors import WriteError
from board_io.feed_folder import FeedError
from board_io.game_folder import GameExistsError
from calibration.errors import CalibrationError
from calibration.seen import Seen
from calibration.unusable import Unusable
from togyz.errors import NotationError
from togyz.saying import say
from togyz_companion.cli import exits
from togyz_companion.cli.main import COMMANDS, LIBRARIES, LazyGroup, main
from togyz_companion.cli.options import language_said
from togyz_companion.messages.languages import LANGUAGES

START = "import sys; from togyz_companion.cli.main import main; sys.exit(main())"


def run_togyz(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", START, *arguments],
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


class Failing(LazyGroup):
    """The same group with one command that raises what it is told to."""

    def __init__(self, error: Exception) -> None:
        super().__init__(name="togyz")
        self.error = error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        @click.command()
        def fail() -> None:
            raise self.error

        return fail


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_list_is_there_and_helps(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    _, mark, examples = result.output.partition("\nExamples:\n")
    assert name == "display" or (mark and f"  togyz {name}" in examples)


def options_in(help_text: str) -> list[str]:
    return re.findall(r"^  (?:-\w, )?(--[a-z-]+)", help_text.partition("Options:")[2], re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_many_commands_have_stands_behind_what_is_their_own(name: str) -> None:
    options = options_in(CliRunner().invoke(main, [name, "--help"]).output)
    many = [one for one in ("--by", "--lang", "--json", "--help") if one in options]
    assert options[len(options) - len(many) :] == many


def test_options_in_another_order_are_noticed() -> None:
    assert options_in("Options:\n  --lang [kk]  x --y\n  -o, --output FILE") == ["--lang", "--output"]


def test_the_list_names_every_command_without_loading_any() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom togyz_companion.cli.main import main\n"
        "print(CliRunner().invoke(main, ['--help']).output)\n"
        "print('loaded:', sorted({name.split('.')[0] for name in sys.modules} & {'numpy', 'cv2', 'av', 'rich'}))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert all(name in shown and line in shown for name, (_, line) in COMMANDS.items())
    assert "loaded: []" in shown


@pytest.mark.parametrize("arguments", [["nonsense"], ["perft"], ["perft", "x"], ["--nonsense"], ["perft", "1", "--x"]])
def test_what_was_not_understood_is_a_usage_error(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == exits.USAGE
    assert result.stdout == ""
    assert "Error:" in result.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (GameExistsError(Path("g")), exits.USAGE),
        (FeedError(Path("state.json"), "not a feed"), exits.USAGE),
        (PermissionError(13, "Permission denied", "film.mp4"), exits.NO_SOURCE),
        (CalibrationError(say(Unusable.NO_LENS, path="lens\nfile", fault="it is empty")), exits.NO_BOARD),
        (WriteError("g", OSError(28, "No space left on device")), exits.NO_SOURCE),
        (NotationError("'99y' is not a move", text="99y"), exits.INCOMPLETE),
        (ZeroDivisionError("division by zero"), exits.FAILED),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_is_one_sentence_with_its_exit_code(error: Exception, code: int) -> None:
    result = CliRunner().invoke(Failing(error), ["fail"])
    assert result.exit_code == code
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert " ".join(str(error).split()) in line


def test_only_an_error_that_nobody_foresaw_is_called_one() -> None:
    unforeseen = CliRunner().invoke(Failing(ZeroDivisionError()), ["fail"]).stderr
    foreseen = CliRunner().invoke(Failing(CalibrationError(say(Seen.DARK))), ["fail"]).stderr
    assert "should not have happened (ZeroDivisionError" in unforeseen
    assert "should not have happened" not in foreseen


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["record", "nosuch.mp4"], "there is no nosuch.mp4"),
        (["record", "nosuch.mp4", "--lang", "ru"], "нет nosuch.mp4"),
        (["live", "nosuch.mp4", "--no-browser", "--lang", "kk"], "nosuch.mp4 жоқ"),
        (["calibrate", "nosuch.mp4", "-o", "board.json", "--lang", "ru"], "нет nosuch.mp4"),
        (["read", "nosuch.png", "--lang", "ru"], "нет nosuch.png"),
        (["show", "game.json", "--lang", "kk"], "game.json – ойын жазбасы емес: headers жоқ"),
        (["verify", "game.json", "--lang", "ru"], "game.json – не запись партии: нет headers"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_went_wrong_is_told_in_the_language_that_was_chosen(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text('{"schema":1}', encoding="utf-8")
    assert says in CliRunner(env={"LANG": "C", "LC_ALL": "", "LC_MESSAGES": ""}).invoke(main, arguments).stderr


class Asking(LazyGroup):
    """The same group with one command that tells which language was asked for."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return ask


@click.command("ask")
@click.option("--lang", "language", type=click.Choice(LANGUAGES), callback=language_said)
def ask(language: str | None) -> None:
    click.echo(language or "none")


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "kk", "ask"], "kk"),
        (["ask", "--lang", "kk"], "kk"),
        (["--lang=kk", "ask", "--lang", "ru"], "ru"),
        (["ask"], "none"),
    ],
)
def test_a_language_is_asked_for_before_the_command_or_after_it(arguments: list[str], language: str) -> None:
    """Else a page speaks the language of the browser, whatever the environment of the command line."""
    asked = CliRunner(env={"LC_ALL": "ru_RU.UTF-8"}).invoke(Asking(params=list(main.params)), arguments)
    assert asked.stdout.strip() == language


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["perft", "1"], ["perft", "--help"]])
def test_a_full_disk_behind_stdout_is_one_sentence(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-c", START, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == exits.NO_SOURCE
    (line,) = result.stderr.splitlines()
    assert "No space left on device" in line


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--help"], 0), (["perft", "2"], 0), (["show", "{wrong}"], 5), (["nonsense"], 2)]
)
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_reader_that_has_gone_changes_nothing(arguments: list[str], code: int, stream: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.tgk"
    wrong.write_text('[White "?"]\n\n1. 99 11\n', encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    other = "stderr" if stream == "stdout" else "stdout"
    told = subprocess.run(
        [sys.executable, "-c", START, *(one.format(wrong=wrong) for one in arguments)],
        check=False,
        **{stream: writer, other: subprocess.PIPE},
    )
    os.close(writer)
    assert told.returncode == code
    if stream == "stdout" and code == 0:
        assert told.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "utf-8:strict"])
@pytest.mark.skipif(os.name != "posix", reason="names are always text on Windows")
def test_every_name_can_be_told_whatever_stdout_is_set_to(encoding: str) -> None:
    name = os.fsdecode(b"no \xff ") + "қазан.png"
    told = run_togyz("read", "--json", name, PYTHONIOENCODING=encoding)
    assert told.returncode == exits.NO_BOARD
    assert json.loads(told.stdout)["image"] == name
    assert "қазан.png" in run_togyz("read", name, PYTHONIOENCODING=encoding).stderr


def test_libraries_are_told_before_they_are_loaded() -> None:
    code = (
        "import os\nfrom togyz_companion.cli.main import main\n"
        "from click.testing import CliRunner\nCliRunner().invoke(main, ['read', '--help'])\n"
        "import cv2\nprint(cv2.getNumThreads(), os.environ['OPENBLAS_NUM_THREADS'])"
    )
    told = {name: value for name, value in os.environ.items() if name not in LIBRARIES}
    for own, expected in (({}, "1 1"), ({"OPENCV_FOR_THREADS_NUM": "2"}, "2 1")):
        shown = subprocess.run([sys.executable, "-c", code], env=told | own, capture_output=True, text=True, check=True)
        assert shown.stdout.strip() == expected


def test_debug_shows_the_traceback_that_is_hidden_otherwise(tmp_path: Path) -> None:
    broken = tmp_path / "broken.tgk"
    broken.write_text('[White "?"]\n\n1. 99 11\n', encoding="utf-8")
    plain, debug = run_togyz("show", str(broken)), run_togyz("--debug", "show", str(broken))
    assert plain.returncode == debug.returncode == exits.INCOMPLETE
    assert "Traceback" not in plain.stderr
    assert "Traceback" in debug.stderr
