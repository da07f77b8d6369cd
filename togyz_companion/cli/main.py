"""The command's entry: subcommands loaded when called, and the one place where errors become sentences."""

from __future__ import annotations

import logging
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

import click

from togyz_companion.cli.exits import FAILED, exit_code, unforeseen
from togyz_companion.cli.helping import told_in
from togyz_companion.cli.logged import log_to_stderr
from togyz_companion.cli.spoken import complain, language_asked, spoken
from togyz_companion.cli.streams import flush_stdout, prepared_streams
from togyz_companion.messages.clicks import in_words
from togyz_companion.messages.languages import LANGUAGES
from togyz_companion.printable import printable

if TYPE_CHECKING:
    from togyz_companion.messages.languages import Language

COMMANDS: Final = {
    "demo": ("demo", "Record the film that comes with the program."),
    "live": ("live", "Record games from a camera, watched over on a page in the browser."),
    "record": ("record", "Record a game from a film or a camera."),
    "serve": ("public", "Show the boards of a feed on pages for everybody."),
    "read": ("read", "Count the kumalak in pictures of a board."),
    "calibrate": ("calibrate", "Find the board in a source and store where it lies."),
    "show": ("games", "Show a recorded game as diagrams."),
    "verify": ("games", "Replay a recorded game and name every contradiction."),
    "find": ("find", "Find recorded games by player, date, opening or position."),
    "alerts": ("desk", "List a game's alerts."),
    "correct": ("desk", "Say which move a ply was."),
    "accept": ("desk", "Let an error stand as it was played."),
    "set": ("desk", "Say what the position was."),
    "result": ("desk", "Say how a game ended, or take that back."),
    "turn": ("desk", "Say that white sat on the other side."),
    "headers": ("desk", "Say who played, where and when."),
    "export": ("export", "Write a recorded game in another form, or print its scoresheet."),
    "repair": ("repair", "Fill in what a scoresheet leaves open."),
    "markers": ("markers", "Write a sheet of markers that show where a board lies."),
    "cameras": ("cameras", "List cameras, with what each of them sees."),
    "doctor": ("doctor", "See whether this machine is ready to record."),
    "displays": ("displays", "List serial ports and kinds of score displays."),
    "display": ("displays", "Try a score display."),
    "perft": ("perft", "Count the games of a given length."),
}
"""Each command with the module that holds it and the line that stands for it in the list: ``--help`` loads none."""

LIBRARIES: Final = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENCV_FOR_THREADS_NUM": "1",
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "2",
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
    "OPENCV_AVFOUNDATION_SKIP_AUTH": "1",
}
"""What the libraries read from the environment when they are loaded, unless the user sets it: one thread for matrices
and pictures as small as ours (docs/decisions.md), no word on stderr about what our errors say better; 2 s instead of 10
for a V4L2 camera that falls silent, no search for hardware on Windows (it takes half a minute), and no question for
permission on macOS, which can be asked in the main thread only: there the terminal needs it."""

logger = logging.getLogger(__name__)


def prepare_libraries() -> None:
    """Tell numpy and OpenCV how to behave. They listen only before they are imported."""
    for name, value in LIBRARIES.items():
        os.environ.setdefault(name, value)


class LazyGroup(click.Group):
    """A group that imports a subcommand's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click passes it)
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads the command's module."""
        if cmd_name not in COMMANDS:
            return None
        prepare_libraries()
        module = import_module(f"togyz_companion.cli.{COMMANDS[cmd_name][0]}")
        command = cast("click.Command", getattr(module, f"{cmd_name}_command"))
        return told_in(command, ctx.find_root().obj or "en")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands from the table."""
        with formatter.section(in_words(ctx.obj, "Commands")):
            formatter.write_dl([(name, in_words(ctx.obj, line)) for name, (_, line) in COMMANDS.items()])

    def main(self, *args: Any, **settings: Any) -> Any:
        """Runs the command line; what click does not tell by itself becomes one sentence and an exit code.

        ``ctx.obj`` is the language in which all that is told.
        """
        language = language_asked(args[0] if args else settings.get("args"))
        with prepared_streams(), spoken(language):
            try:
                try:
                    return super(LazyGroup, told_in(self, language)).main(*args, obj=language, **settings)
                finally:
                    flush_stdout()
            except Exception as error:
                logger.debug("the command failed", exc_info=True)
                complain(_sentence(error, language), language)
                sys.exit(exit_code(error))


def _sentence(error: Exception, language: Language) -> str:
    if exit_code(error) != FAILED:
        from togyz_companion.cli.hints import told_with_options
        from togyz_companion.messages.telling import Teller

        return printable(told_with_options(error, Teller(language)))
    return unforeseen(error)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="togyz-companion", prog_name="togyz")
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help="The language of what is said.")
@click.option("--debug", is_flag=True, help="Log everything to stderr, with tracebacks.")
@click.pass_context
def main(ctx: click.Context, *, debug: bool) -> None:
    """Records games of togyzkumalak played on a real board, from a camera or a film."""
    log_to_stderr(ctx.obj, debug=debug)
