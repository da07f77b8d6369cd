"""``togyz record`` and ``calibrate`` on a phone's film, on a stream, and on everything that is no board."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from numpy.typing import NDArray

from board_io.display.segments import FONT, as_text
from board_io.film import FilmSource
from tests.fakes import MjpegServer
from tests.togyz_companion.cli.commands import togyz
from tests.togyz_companion.cli.conftest import CORNERS
from tests.togyz_companion.scripted import played
from togyz.notation import position_to_string
from togyz.position import Position
from togyz.record import Record
from togyz_companion.cli.exits import INCOMPLETE, NO_BOARD

START_TOGYZ = "import sys; from togyz_companion.cli.main import main; sys.exit(main())"
CROSSING = "55.7,340.9 566.6,13.4 568.7,351.7 73.3,3.8"
OUTSIDE = "55.7,340.9 668.7,351.7 566.6,13.4 73.3,3.8"


def only_game(folder: Path) -> Path:
    (game,) = folder.iterdir()
    return game


@dataclass(frozen=True)
class Recorded:
    """The phone's film, recorded once with everything that ``record`` can tell."""

    folder: Path
    stdout: str
    stderr: str

    @property
    def record(self) -> Record:
        (path,) = self.folder.glob("games/*/game.json")
        return Record.from_json(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def recorded(phone_film: Path, calibration_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("recorded")
    result = togyz(
        *("record", phone_film, "--calibration", calibration_file, "--out", folder / "games", "--json"),
        *("--feed", folder / "feed", "--display", f"virtual:{folder / 'display.txt'}"),
        *("--headers", "White=Aigerim", "--headers", "Round=1"),
    )
    return Recorded(folder, result.stdout, result.stderr)


@pytest.mark.slow
def test_a_phone_s_film_becomes_a_record(recorded: Recorded) -> None:
    record = recorded.record
    assert [(ply.move, ply.status) for ply in record.plies] == [("76", "confirmed"), ("98", "confirmed")]
    assert (record.headers["White"], record.headers["Round"]) == ("Aigerim", "1")
    assert "opened_at" not in record.headers


@pytest.mark.slow
def test_its_plies_are_shown_by_pictures(recorded: Recorded) -> None:
    game = only_game(recorded.folder / "games")
    named = [ply.evidence for ply in recorded.record.plies]
    assert [len(one) for one in named] == [2, 2]
    assert named[0][1] == named[1][0]
    assert {f"evidence/{path.name}" for path in (game / "evidence").iterdir()} == {*named[0], *named[1]}
    assert all(cv2.imread(str(game / name)) is not None for name in named[0])


@pytest.mark.slow
def test_its_events_are_told_as_json_and_nothing_else(recorded: Recorded) -> None:
    events = [json.loads(line) for line in recorded.stdout.splitlines()]
    assert [event["event"] for event in events][:2] == ["calibrated", "started"]
    assert [event["move"] for event in events if event["event"] == "ply"] == ["76", "98"]
    assert (events[-1]["event"], Path(events[-1]["path"]).name) == ("finished", "game.json")
    assert recorded.stderr == ""


@pytest.mark.slow
def test_its_feed_and_its_display_end_with_the_record(recorded: Recorded) -> None:
    state = json.loads((recorded.folder / "feed" / "state.json").read_text(encoding="utf-8"))
    assert (state["status"], state["ended"], state["position"]) == ("paused", True, recorded.record.position.to_dict())
    score = as_text(bytes(FONT[one] for one in " 10=   0"))
    assert (recorded.folder / "display.txt").read_text(encoding="utf-8") == score


@pytest.mark.slow
def test_a_film_is_recorded_once(recorded: Recorded, phone_film: Path, calibration_file: Path) -> None:
    game = only_game(recorded.folder / "games")
    before = {path: path.read_bytes() for path in game.iterdir() if path.is_file()}
    again = togyz("record", phone_film, "--calibration", calibration_file, "--out", game.parent, code=2)
    assert "exists already" in again.stderr
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL")
def test_a_film_that_was_killed_and_is_resumed_is_as_one_left_alone(
    recorded: Recorded, phone_film: Path, calibration_file: Path, tmp_path: Path
) -> None:
    headers = ("--headers", "White=Aigerim", "--headers", "Round=1")
    command = ["record", phone_film, "--calibration", calibration_file, "--out", tmp_path, "--json", *headers]
    running = subprocess.Popen([sys.executable, "-c", START_TOGYZ, *map(str, command)], stdout=subprocess.PIPE)
    assert running.stdout is not None
    told = [json.loads(running.stdout.readline())["event"] for _ in range(3)]
    running.kill()
    running.communicate()
    assert told == ["calibrated", "started", "ply"]
    assert ", 1 plies:" in togyz("verify", only_game(tmp_path)).stdout
    togyz(*command, "--resume")
    alone = only_game(recorded.folder / "games")
    for name in ("game.json", "game.tgk"):
        assert (only_game(tmp_path) / name).read_bytes() == (alone / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("board", ["corners", "calibration"])
def test_a_film_that_begins_later_is_recorded_from_its_own_start(
    board: str, later_film: Path, calibration_file: Path, tmp_path: Path
) -> None:
    where = {"corners": CORNERS, "calibration": calibration_file}[board]
    start = position_to_string(played(7).position)
    togyz("record", later_film, f"--{board}", where, "--start", start, "--out", tmp_path)
    record = Record.from_json((only_game(tmp_path) / "game.json").read_text(encoding="utf-8"))
    assert [(ply.n, ply.side.value, ply.move) for ply in record.plies] == [(1, "black", "98")]
    assert record.start == played(7).position


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(("is_another", "code"), [(False, INCOMPLETE), (True, NO_BOARD)])
def test_a_board_full_of_heaps_is_taken_only_for_what_it_shows(
    shared: Path, tmp_path: Path, is_another: bool, code: int
) -> None:
    """Heaps are read short where no start was seen; a single picture shows no rest, so that nothing is recorded."""
    game = json.loads((shared / "data" / "rendered" / "sd1_box" / "game.json").read_text(encoding="utf-8"))
    corners = " ".join(f"{x},{y}" for x, y in game["views"][0]["board_corners"])
    given = dict(game["start_position"])
    start = Position.from_dict(given | {"to_move": given.pop("side_to_move")}, "start_position")
    if is_another:
        start = played(7, 5).position
    picture = next((shared / "data" / "rendered" / "sd1_box").glob("0001_start_*.jpg"))
    options = ("--corners", corners, "--start", position_to_string(start), "--out", tmp_path / "games")
    complaint = togyz("record", picture, *options, code=code).stderr
    assert ("does not show the position" in complaint) == is_another
    assert not (tmp_path / "games").exists()


@pytest.fixture(scope="module")
def start_bgr(phone_film: Path) -> NDArray[np.uint8]:
    """The film's first picture."""
    with FilmSource(phone_film) as film:
        return next(iter(film)).image_bgr


def recorded_pictures(
    folder: Path, calibration: Path, *pictures: NDArray[np.uint8], options: tuple[str | Path, ...] = (), code: int = 0
) -> Result:
    """Records these pictures, half a second apart."""
    folder.joinpath("film").mkdir()
    for n, picture in enumerate(pictures):
        cv2.imwrite(str(folder / "film" / f"{n}.png"), picture)
    out = ("--out", folder / "games", "--json")
    return togyz("record", folder / "film", "--calibration", calibration, *out, *options, code=code)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["nothing", "a board far away"])
def test_pictures_without_the_calibrated_board_give_no_game(
    what: str, start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    picture = np.full_like(start_bgr, 128) if what == "nothing" else np.roll(start_bgr, 150, axis=0)
    result = recorded_pictures(tmp_path, calibration_file, picture, code=3)
    assert "calibrate again if the camera was moved" in result.stderr
    assert not (tmp_path / "games").exists()


@pytest.mark.slow
def test_a_board_that_was_moved_a_little_is_recorded_where_it_lies(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    result = recorded_pictures(tmp_path, calibration_file, *[np.roll(start_bgr, 12, axis=1)] * 4)
    assert [json.loads(line)["event"] for line in result.stdout.splitlines()][:2] == ["calibrated", "started"]


@pytest.mark.slow
def test_the_record_begins_with_the_first_clear_picture(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    covered = start_bgr.copy()
    covered[:, 160:480] = (120, 150, 190)
    result = recorded_pictures(tmp_path, calibration_file, covered, *[start_bgr] * 4)
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["event"], one["t"]) for one in told[:1]] == [("calibrated", 0.5)]
    assert told[1]["event"] == "started"


@pytest.mark.slow
def test_another_position_than_the_start_is_refused(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    start = position_to_string(played(7, 5, 6, 3, 9).position)
    result = recorded_pictures(tmp_path, calibration_file, start_bgr, options=("--start", start), code=3)
    assert "does not show the position" in result.stderr
    assert "(see --start seen, --start auto)" in result.stderr


@pytest.mark.slow
def test_an_unreadable_picture_is_a_warning(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "9.png").write_bytes(b"no picture")
    for n in range(4):
        cv2.imwrite(str(tmp_path / "film" / f"{n}.png"), start_bgr)
    result = togyz("record", tmp_path / "film", "--calibration", calibration_file, "--out", tmp_path / "games")
    assert result.stderr.startswith("Warning: images were left out, 1 of 5: ")


@contextmanager
def heeded(number: int) -> Iterator[None]:
    """A program started within heeds the signal, even where these tests were told to ignore it (as nohup does)."""
    before = signal.getsignal(number)
    if before == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


def sensed(picture: NDArray[np.uint8]) -> list[bytes]:
    """JPEGs of a still scene, with the noise of a sensor: the same picture again and again would be a frozen camera."""
    random = np.random.default_rng(1)
    noisy = (cv2.add(picture, random.integers(0, 5, picture.shape, np.uint8)) for _ in range(4))
    return [cv2.imencode(".jpg", one)[1].tobytes() for one in noisy]


def streamed(picture: NDArray[np.uint8], options: tuple[str | Path, ...], *, lines: int, number: int) -> list[str]:
    """Records a stream of a still scene until so many events were told, then sends a signal; the events' names."""
    with MjpegServer(sensed(picture), endless=True) as server, heeded(number):
        command = [sys.executable, "-c", START_TOGYZ, "record", server.url, *map(str, options), "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                told = [running.stdout.readline() for _ in range(lines)]
                running.send_signal(number)
                rest, errors = running.communicate(timeout=30)
            finally:
                running.kill()
    assert (running.returncode, errors) == (0, "")
    return [json.loads(line)["event"] for line in [*told, *rest.splitlines()]]


@pytest.mark.slow
def test_a_stream_s_game_goes_on_in_another_session(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    options = ("--calibration", calibration_file, "--out", tmp_path)
    streamed(start_bgr, options, lines=2, number=signal.SIGINT)
    path = only_game(tmp_path) / "game.json"
    first = Record.from_json(path.read_text(encoding="utf-8")).headers
    told = streamed(start_bgr, (*options, "--resume"), lines=1, number=signal.SIGINT)
    assert (told[0], told[-1]) == ("calibrated", "finished")
    assert "started" not in told
    assert Record.from_json(path.read_text(encoding="utf-8")).headers == first | {"session": 2}
    togyz("verify", only_game(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_to_end_ends_a_stream_s_record_in_order(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path, name: str
) -> None:
    number = getattr(signal, name, None) or pytest.skip(f"this system has no {name}")
    told = streamed(start_bgr, ("--calibration", calibration_file, "--out", tmp_path), lines=2, number=number)
    assert (told[:2], told[-1]) == (["calibrated", "started"], "finished")
    record = Record.from_json((only_game(tmp_path) / "game.json").read_text(encoding="utf-8"))
    assert isinstance(record.headers["opened_at"], str)
    assert record.plies == ()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes break in another way")
def test_a_reader_that_goes_does_not_end_the_record(phone_film: Path, calibration_file: Path, tmp_path: Path) -> None:
    command = ["record", str(phone_film), "--calibration", str(calibration_file), "--out", str(tmp_path), "--json"]
    running = subprocess.Popen(
        [sys.executable, "-c", START_TOGYZ, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    running.stdout.close()
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 0
    assert errors == ""
    record = Record.from_json((only_game(tmp_path) / "game.json").read_text(encoding="utf-8"))
    assert len(record.plies) == 2


@pytest.mark.parametrize("command", ["record", "calibrate"])
@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        (("--white-side", "left"), 3, "white cannot sit at the left"),
        (("--corners", CROSSING), 3, "cross"),
        (("--corners", OUTSIDE), 3, "outside the picture"),
        (("--corners", "1,1 2,2 3,3"), 2, "four, six or eight"),
        (("--corners", "1,1 2,2 3,3 4,y"), 2, "no points"),
        (("--corners", CORNERS, "--layout", "chess"), 3, "no layout 'chess'"),
        (("--corners", CORNERS, "--lens", __file__), 3, "holds no lens"),
        (("--corners", CORNERS, "--white-side", "above"), 2, "--white-side"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_board_described_wrongly_is_one_sentence(
    command: str, options: tuple[str, ...], code: int, complaint: str, phone_film: Path, tmp_path: Path
) -> None:
    out = ("-o" if command == "calibrate" else "--out", tmp_path / "out")
    result = togyz(command, phone_film, *options, *out, code=code)
    assert complaint in result.stderr.splitlines()[-1]
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def _contents(name: str, film: Path) -> bytes | None:
    return {
        "missing.mp4": None,
        "empty.mp4": b"",
        "text.mp4": b"this is not a film\n" * 100,
        "truncated.mp4": film.read_bytes()[:20_000],
    }[name]


@pytest.mark.parametrize("name", ["missing.mp4", "empty.mp4", "text.mp4", "truncated.mp4"])
def test_a_film_that_is_none_is_one_sentence(name: str, phone_film: Path, tmp_path: Path) -> None:
    path, content = tmp_path / name, _contents(name, phone_film)
    if content is not None:
        path.write_bytes(content)
    result = togyz("record", path, "--corners", CORNERS, "--out", tmp_path / "games", code=4)
    (line,) = result.stderr.splitlines()
    assert name in line
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--headers", "no such file"), "neither NAME=VALUE nor a file"),
        (("--headers", "White=\udcff"), "not text"),
        (("--rules", "at_82=never"), "not an option of the rules"),
        (("--start", "nowhere"), "not a position"),
        (("--display", "semaphore:tower"), "not the address of a display"),
        (("--calibration", "no such file"), "does not exist"),
        (("--calibration", __file__, "--corners", CORNERS), "give no --corners"),
        (("--calibration", __file__, "--layout", "box"), "give no --corners, --lens, --layout"),
        (("--calibration", __file__, "--lens", __file__), "give no --corners, --lens"),
    ],
)
def test_an_option_that_means_nothing_is_a_usage_error(
    options: tuple[str, ...], complaint: str, phone_film: Path, tmp_path: Path
) -> None:
    result = togyz("record", phone_film, *options, "--out", tmp_path / "games", code=2)
    assert complaint in result.stderr.splitlines()[-1]
    assert not (tmp_path / "games").exists()


@pytest.mark.slow
def test_without_a_game_there_is_nothing_to_resume(start_bgr: NDArray[np.uint8], tmp_path: Path) -> None:
    jpeg = cv2.imencode(".jpg", start_bgr)[1].tobytes()
    with MjpegServer([jpeg], endless=True) as server:
        result = togyz("record", server.url, "--corners", CORNERS, "--out", tmp_path, "--resume", code=2)
    assert "holds no game to resume" in result.stderr


def test_a_folder_with_another_state_is_no_feed(phone_film: Path, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("not a feed's", encoding="utf-8")
    result = togyz("record", phone_film, "--corners", CORNERS, "--feed", tmp_path, code=2)
    assert "choose another folder (see --feed" in result.stderr


@pytest.mark.slow
def test_a_virtual_display_shows_its_picture_on_stderr(
    start_bgr: NDArray[np.uint8], calibration_file: Path, tmp_path: Path
) -> None:
    result = recorded_pictures(tmp_path, calibration_file, *[start_bgr] * 4, options=("--display", "virtual:"))
    assert as_text(bytes(FONT[one] for one in "  0=   0")) in result.stderr


def test_a_broken_calibration_is_one_sentence(phone_film: Path, tmp_path: Path) -> None:
    broken = tmp_path / "calibration.json"
    broken.write_text('{"schema":1}', encoding="utf-8")
    result = togyz("record", phone_film, "--calibration", broken, "--out", tmp_path / "games", code=3)
    assert "is no calibration" in result.stderr
