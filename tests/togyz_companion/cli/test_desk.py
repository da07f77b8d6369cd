"""What an arbiter says of a recorded game with an error on the board, on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.togyz_companion.cli.commands import togyz
from tests.togyz_companion.scripted import frames_of, observation, played, recorder_in
from togyz.inference.observation import Observation
from togyz.notation import position_to_string
from togyz.position import Position
from togyz_companion.game_files import read_stored
from togyz_companion.recording import run
from vision.frame import Frame

GAME = played(7, 5)
SESSION = '{"session":1,"white_known":true,"evidence":"pictures"}'


@dataclass(frozen=True)
class Boards:
    """Sees boards one after the other, each for a long while."""

    boards: Sequence[Position]

    def see(self, frame: Frame) -> list[Observation]:
        before = self.boards[frame.seq - 1] if frame.seq else None
        return [observation(self.boards[frame.seq], spell=frame.seq, t=frame.t_s + 3.9, before=before)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of one ply, after which black took eleven kumalak, an odd number."""
    first = GAME.positions[1]
    swept = (10, 10, 10, 10, 10, 10, 2, 0, 10, 10, 10, 10, 10, 10, 0, 9, 9, 1)
    wrong = Position(swept, (10, 11), (None, None), first.to_move)
    recorder = recorder_in(tmp_path, session=SESSION, evidence="pictures")
    run(list(frames_of(GAME)), Boards((GAME.start, first, wrong)), recorder)
    return tmp_path / "game"


def moves(folder: Path) -> list[tuple[str, str]]:
    return [(ply.move, ply.status) for ply in read_stored(folder / "game.sqlite").record.plies]


def test_alerts_are_listed_in_every_language(folder: Path) -> None:
    english = togyz("alerts", folder, "--lang", "en").stdout
    assert "an odd number was captured (black 9): white 8: 0 instead of 11" in english
    assert len({togyz("alerts", folder, "--lang", one).stdout for one in ("kk", "kk-Latn", "ru", "en")}) == 4


def test_what_shows_an_alert_is_named(folder: Path) -> None:
    (folder / "evidence").mkdir()
    (folder / "evidence" / "0001-5.4s.jpg").touch()
    _, *shown = togyz("alerts", folder, "--lang", "en").stdout.splitlines()
    there, missing = (folder / "evidence" / name for name in ("0001-5.4s.jpg", "0002-9.4s.jpg"))
    assert shown == [f"shown by {there}", f"shown by {missing}, which is not there: no room, or removed"]


def test_an_alert_is_accepted_and_the_game_goes_on_from_it(folder: Path) -> None:
    assert togyz("accept", folder, "1", "--by", "A. Arbiter", "--lang", "en").stdout.startswith("ply 2 (1b): -- -> 98!")
    assert moves(folder)[-1][1] == "accepted_illegal"
    (ply, accepted) = read_stored(folder / "game.sqlite").record.plies
    assert accepted.evidence == (ply.evidence[-1], "evidence/0002-9.4s.jpg")
    assert "accepted as played" in togyz("alerts", folder, "--lang", "en").stdout
    assert "no alert 1 that is open" in togyz("accept", folder, "1", "--lang", "en", code=2).stderr


def test_a_ply_is_corrected_and_what_changed_is_told(folder: Path) -> None:
    told = togyz("correct", folder, "1", "87", "--lang", "en").stdout
    assert told.splitlines()[0] == "ply 1 (1w): 76 -> 87"
    assert moves(folder)[0] == ("87", "corrected")
    togyz("verify", folder)


def test_a_game_without_a_result_is_not_finished_and_nothing_pauses(folder: Path) -> None:
    told = togyz("set", folder, "1", position_to_string(GAME.positions[1]), "--lang", "en").stdout
    assert told.splitlines()[-1] == "plies: 1; not finished"


def test_a_position_is_set(folder: Path) -> None:
    togyz("set", folder, "1", position_to_string(GAME.positions[2]), "--by", "A. Arbiter")
    assert read_stored(folder / "game.sqlite").record.sets[-1].position == GAME.positions[2]
    togyz("verify", folder)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("correct", "5", "76"), "there is no ply 5: the record has 1, those of both sides counted"),
        (("correct", "1", "75"), "falls into otau 6, not 5"),
        (("correct", "1", "7"), "is not a move"),
        (("accept", "9"), "no alert 9"),
        (("set", "9", "start"), "there is no ply 9"),
        (("set", "1", "nonsense"), "nonsense"),
    ],
)
def test_what_cannot_be_said_is_a_sentence_and_changes_nothing(
    folder: Path, arguments: tuple[str, ...], why: str
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    command, *values = arguments
    assert why in togyz(command, folder, *values, "--lang", "en", code=2).stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_without_a_store_is_refused(tmp_path: Path) -> None:
    assert "no game folder" in togyz("correct", tmp_path, "1", "76", code=2).stderr


def test_a_game_is_turned_and_turned_back(folder: Path) -> None:
    before = read_stored(folder / "game.sqlite").record
    assert "white now sits on the other side" in togyz("turn", folder, "--lang", "en").stdout
    turned = read_stored(folder / "game.sqlite").record
    assert [ply.side for ply in turned.plies] == [ply.side.other for ply in before.plies]
    togyz("verify", folder)
    togyz("turn", folder)
    assert [ply.side for ply in read_stored(folder / "game.sqlite").record.plies] == [ply.side for ply in before.plies]


def test_names_are_said_afterwards(folder: Path) -> None:
    told = togyz("headers", folder, "White=Aigerim S.", "Round=3", "--lang", "en").stdout.splitlines()
    assert told[:2] == ["White: Aigerim S.", "Round: 3"]
    assert not [line for line in told if "no other ply" in line]
    assert togyz("headers", folder, "Round=").stdout.splitlines()[0] == "Round: --"
    assert read_stored(folder / "game.sqlite").record.headers["White"] == "Aigerim S."
    assert "Round" not in read_stored(folder / "game.sqlite").record.headers
    assert "Result cannot be set" in togyz("headers", folder, "Result=1-0", "--lang", "en", code=2).output
    togyz("headers", folder, code=2)
    togyz("headers", folder, "White", code=2)


def test_a_result_is_said_changed_and_taken_back(folder: Path) -> None:
    told = togyz("result", folder, "1-0", "--reason", "resigned", "--by", "A. Arbiter", "--lang", "en").stdout
    assert told.splitlines() == ["result: -- -> 1-0 (resigned)", "plies: 1; the game is over"]
    assert '"result":"1-0"' in (folder / "game.json").read_text(encoding="utf-8")
    assert '[Result "1-0"]' in (folder / "game.tgk").read_text(encoding="utf-8")
    assert "the record has it so already" in togyz("result", folder, "1-0", "--reason", "resigned").stdout
    told = togyz("result", folder, "0-1", "--lang", "en").stdout
    assert told.startswith("result: 1-0 (resigned) -> 0-1 (by the arbiter)\n")
    assert '[Result "0-1"]' in togyz("export", folder, "--to", "pgn").stdout
    told = togyz("result", folder, "*", "--lang", "en").stdout
    assert told.splitlines() == ["result: 0-1 (by the arbiter) -> --", "plies: 1; not finished"]
    assert read_stored(folder / "game.sqlite").record.result is None
    assert "the record has it so already" in togyz("result", folder, "*").stdout
    togyz("verify", folder, "--again")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("1-0", "--reason", "agreement"), "by agreement a game is drawn"),
        (("1/2-1/2", "--reason", "resigned"), "one side loses by that"),
        (("1/2-1/2", "--reason", "flag"), "a flag that falls gives 0-1 / 1-0, not 1/2-1/2"),
        (("1-0", "--reason", "kazan_82"), "'kazan_82' is not one of"),
        (("*", "--reason", "flag"), "has no --reason"),
        (("2-0",), "'2-0' is not one of"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_changes_nothing(
    folder: Path, arguments: tuple[str, ...], why: str
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert why in togyz("result", folder, *arguments, "--lang", "en", code=2).stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_ply_may_be_named_as_on_the_scoresheet(folder: Path) -> None:
    assert togyz("correct", folder, "1B", "98", "--lang", "en").stdout.startswith("ply 2 (1b): -- -> 98\n")
    assert "the record has it so already" in togyz("correct", folder, "1w", "76", "--lang", "en").stdout
    assert "no ply 7w: it has 1 double moves" in togyz("correct", folder, "7w", "76", code=2).stderr
    assert "'12x' is no ply" in togyz("correct", folder, "12x", "76", code=2).stderr
    refused = togyz("correct", folder, "2", "99", "--lang", "en", code=2).stderr
    assert refused.startswith("Error: 1b: 99: ")
    assert "ply 2 is 1b on the scoresheet; by the scoresheet's numbers write 2w (white) or 2b (black)" in refused
    refused = togyz("correct", folder, "1b", "99", "--lang", "en", code=2).stderr
    assert refused.startswith("Error: 1b: 99: ")
    assert "scoresheet" not in refused, "it was named as there"
    position = togyz("show", folder, "--ply", "1b").stdout
    assert position == togyz("show", folder, "--ply", "2").stdout != togyz("show", folder, "--ply", "1w").stdout


def test_what_no_longer_fits_is_told_and_shown(folder: Path) -> None:
    for n, move in (("2", "98"), ("3", "78")):
        togyz("correct", folder, n, move, "--by", "A. Arbiter")
    lapsed = "what was said of ply 3 (2w), 78 (A. Arbiter), no longer fits: say it anew"
    assert lapsed in togyz("correct", folder, "1", "87", "--lang", "en").stdout.splitlines()
    assert lapsed in togyz("show", folder, "--lang", "en").stdout.splitlines()
    assert lapsed in togyz("show", folder / "game.json", "--lang", "en").stdout.splitlines()
    assert lapsed not in togyz("correct", folder, "1", "76", "--lang", "en").stdout.splitlines()
    assert moves(folder) == [("76", "corrected"), ("98", "corrected"), ("78", "corrected")]
