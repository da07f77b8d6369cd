"""Our sketch, run for real on an emulated Arduino: the score shown is the score sent, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from board_io.display.frame import DisplayFrame
from board_io.display.runner import DisplayRunner, Pace
from board_io.display.segments import FONT
from board_io.display.togyzline import IDENTITY, TogyzlineDisplay, frame_text
from board_io.display.url import display_opener
from board_io.display.virtual import SILENCE, SketchModel
from board_io.port.errors import DeviceLostError
from board_io.port.line import crc8, line
from tests.fakes import wait_until
from tests.firmware.emulator import ANSWER_MS, FLASH_MAX, RAM_MAX, Emulator, size
from togyz.board import Side
from togyz.position import Position
from togyz.rules import Rules

pytestmark = pytest.mark.avr

PLAY_ON = Rules(at_82="play_on")
STACK_BYTES = 1024
SILENCE_MS = 10_000
REWRITE_MS = 1_000
BANNER = b"<00I%s*%02X\r\n" % (IDENTITY.encode(), crc8(b"00I" + IDENTITY.encode()))


def digits(text: str) -> bytes:
    return bytes(FONT[one] for one in text)


def shown_of(frame: DisplayFrame) -> bytes:
    """What the eight digits are to light: written from the rules of the display, not from its protocol."""
    marks = {Side.WHITE: "= ", Side.BLACK: " =", None: "  "}[frame.to_move]
    return digits(f"{frame.kazan[0]:3d}{'??' if frame.status == 'desync' else marks}{frame.kazan[1]:3d}")


@pytest.fixture(scope="module")
def game() -> list[DisplayFrame]:
    """The score after each ply of a whole game at random, the sweep at its end included."""
    random, position = Random(2), Position.start()
    frames = [DisplayFrame(position.kazan, position.to_move)]
    while (outcome := position.outcome(PLAY_ON)) is None:
        position = position.sow(random.choice(list(position.legal_moves))).after
        frames.append(DisplayFrame(position.kazan, position.to_move))
    assert sum(outcome.kazan) == 162
    return [*frames, DisplayFrame(outcome.kazan, None, result=outcome.result, status="over")]


class EmulatedPort:
    """The port of an emulated Arduino; bytes on their way to it are lost or changed at random."""

    def __init__(self, arduino: Emulator, *, wrong: float = 0.0) -> None:
        self.writes = 0
        self._arduino = arduino
        self._wrong = wrong
        self._random = Random(0)

    def write(self, data: bytes, /) -> None:
        self.writes += 1
        self._arduino.send(b"".join(map(self._mangled, data)))

    def read(self) -> bytes:
        self._arduino.run(ANSWER_MS)
        came, self._arduino.sent = self._arduino.sent, b""
        return came

    def close(self) -> None:
        pass

    def _mangled(self, byte: int) -> bytes:
        if self._random.random() < self._wrong:
            return self._random.choice([b"", self._random.randbytes(1)])
        return bytes([byte])


def display(arduino: Emulator) -> TogyzlineDisplay:
    made = TogyzlineDisplay(EmulatedPort(arduino), "togyzline:emulated", brightness=8)
    made.settle(lambda _: False)
    return made


def test_it_fits_into_an_arduino(built: tuple[Path, Path]) -> None:
    flash, ram = size(built[1])
    assert flash < FLASH_MAX
    assert ram < RAM_MAX - STACK_BYTES


def test_after_its_start_it_tells_who_it_is_and_shows_no_score(arduino: Emulator) -> None:
    assert arduino.sent == BANNER
    assert arduino.digits == digits(SILENCE)


def test_a_whole_game_is_shown_as_it_is_sent(arduino: Emulator, game: list[DisplayFrame]) -> None:
    shown = display(arduino)
    for frame in game:
        shown.show(frame)
        assert arduino.digits == shown_of(frame)
    assert arduino.registers[0xA] == 8


@pytest.mark.parametrize("kazan", [(0, 0), (9, 10), (99, 63), (100, 62), (162, 0), (7, 101)])
@pytest.mark.parametrize("status", ["playing", "desync"])
def test_every_place_of_a_number_is_shown(arduino: Emulator, kazan: tuple[int, int], status: str) -> None:
    frame = DisplayFrame(kazan, Side.BLACK, status="desync" if status == "desync" else "playing")
    display(arduino).show(frame)
    assert arduino.digits == shown_of(frame)


def test_a_game_is_shown_over_a_bad_line(arduino: Emulator, game: list[DisplayFrame]) -> None:
    port, lost = EmulatedPort(arduino, wrong=0.02), 0
    shown = TogyzlineDisplay(port, "togyzline:emulated", brightness=8)
    for frame in game[50:100]:
        for _ in range(5):
            try:
                shown.show(frame)
                break
            except DeviceLostError:
                lost += 1
        assert arduino.digits == shown_of(frame)
    assert lost < 5
    assert port.writes > 1.2 * 50, "the line was not bad enough"


def test_a_reset_in_the_middle_is_made_up_for_by_the_next_frame(arduino: Emulator, game: list[DisplayFrame]) -> None:
    shown = display(arduino)
    for n, frame in enumerate(game[50:80]):
        if n % 5 == 2:
            arduino.send(line(9, frame_text(frame, 8))[:n])
            arduino.reset()
            arduino.run(ANSWER_MS)
            assert arduino.digits == digits(SILENCE)
        shown.show(frame)
        assert arduino.digits == shown_of(frame)


def test_a_score_that_may_be_old_is_taken_away(arduino: Emulator, game: list[DisplayFrame]) -> None:
    shown = display(arduino)
    shown.show(game[60])
    arduino.run(SILENCE_MS - 500)
    assert arduino.digits == shown_of(game[60])
    arduino.run(1000)
    assert arduino.digits == digits(SILENCE)
    shown.show(game[61])
    assert arduino.digits == shown_of(game[61])


def test_garbage_keeps_no_old_score_alive(arduino: Emulator, game: list[DisplayFrame]) -> None:
    display(arduino).show(game[60])
    for _ in range(SILENCE_MS // 500 + 1):
        arduino.send(b">07S082009w08*00\n")
        arduino.run(500)
    assert arduino.digits == digits(SILENCE)


@pytest.mark.parametrize("address", [*range(1, 9), 0x9, 0xA, 0xB, 0xC, 0xF])
def test_a_disturbed_register_is_right_again_after_a_second(arduino: Emulator, address: int) -> None:
    frame = DisplayFrame((82, 69), Side.WHITE)
    display(arduino).show(frame)
    before = arduino.registers
    arduino.poke(address, before[address] ^ 0xFF)
    assert arduino.registers != before
    arduino.run(REWRITE_MS + ANSWER_MS)
    assert arduino.registers == before
    assert arduino.digits == shown_of(frame)


@pytest.mark.parametrize(
    "text", ["S024009w1", "S024009w10", "S24009w08", "S024009x08", "S024009w008", "s024009w08", "S02400 w08", "J", ""]
)
def test_a_line_that_means_nothing_changes_nothing(arduino: Emulator, text: str) -> None:
    arduino.sent = b""
    arduino.feed(line(1, text))
    assert (arduino.sent, arduino.digits) == (b"", digits(SILENCE))
    arduino.feed(line(1, "S024009w0F"))
    assert arduino.sent == b"<01*%02X\r\n" % crc8(b"01")


def noise(random: Random) -> Iterator[bytes]:
    """Lines whole and broken, with what a disturbed wire makes between them."""
    for n in range(60):
        whole = line(n, random.choice([f"S{n:03d}{n * 2:03d}b0A", "I", "S1", f"S{n:03d}000?00"]))
        cut = random.randrange(len(whole))
        yield random.choice(
            [whole, whole[:cut], whole[cut:], whole[:cut] + whole, random.randbytes(12), b">" * 3 + whole, b"7" * 50]
        )


def test_the_model_of_the_virtual_display_does_what_the_sketch_does(arduino: Emulator) -> None:
    model = SketchModel()
    took = 0
    for piece in noise(Random(7)):
        before = model.digits
        model.feed(piece)
        arduino.feed(piece)
        assert (arduino.sent, arduino.digits) == (model.sent, model.digits), piece
        took += model.digits != before
    assert took >= 10, "the noise let too little through"


def test_a_recording_s_display_on_a_terminal_is_right_after_it_was_unplugged(
    built: tuple[Path, Path], tmp_path: Path, game: list[DisplayFrame]
) -> None:
    plugs = pytest.importorskip("tools.plug_displays", reason="Windows has no pseudo-terminals")
    opener = display_opener(f"togyzline:{tmp_path}/tty")
    with DisplayRunner(opener, name="emulated", pace=Pace(resend_s=0.05, retry_s=0.05)) as runner:
        for frame in game[50:53]:
            with Emulator(*built) as arduino:
                cable = plugs.Cable(tmp_path / "tty", arduino)
                runner.show(frame)
                wait_until(lambda arduino=arduino, frame=frame: arduino.registers[1:9] == shown_of(frame)[::-1])
                cable.pull()
