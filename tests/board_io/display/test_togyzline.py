"""Our own line protocol: lines byte by byte, and a display that answers, does not, or is another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_io.display.frame import DisplayFrame
from board_io.display.togyzline import READS_PER_TRY, SETTLE_TRIES, TRIES, TogyzlineDisplay, frame_text
from board_io.port.errors import DeviceLostError
from board_io.port.line import Answer, crc8, line, read_answer
from togyz.board import Side

FRAME = DisplayFrame((82, 9), Side.WHITE)
ME = b"Itogyz-display 1"


def answer(body: bytes) -> bytes:
    return b"<%s*%02X\r\n" % (body, crc8(body))


class ScriptedPort:
    """Notes what is written; ``reply`` makes of each line what can be read then, piece by piece."""

    def __init__(self, reply: Callable[[bytes], list[bytes]]) -> None:
        self.reply = reply
        self.written: list[bytes] = []
        self.reads = 0
        self.is_closed = False
        self._pieces: list[bytes] = []

    def write(self, data: bytes, /) -> None:
        self.written.append(data)
        self._pieces += self.reply(data)

    def read(self) -> bytes:
        self.reads += 1
        return self._pieces.pop(0) if self._pieces else b""

    def close(self) -> None:
        self.is_closed = True


def confirming(data: bytes) -> list[bytes]:
    return [answer(data[1:3] + (ME if data[3:4] == b"I" else b""))]


def display(reply: Callable[[bytes], list[bytes]]) -> tuple[TogyzlineDisplay, ScriptedPort]:
    port = ScriptedPort(reply)
    return TogyzlineDisplay(port, "togyzline:x", brightness=8), port


def never(_: float) -> bool:
    return False


def test_a_frame_byte_by_byte() -> None:
    assert line(7, frame_text(FRAME, 8)) == b">07S082009w08*2B\n"
    assert line(255, "I") == b">FFI*%02X\n" % crc8(b"FFI")
    assert line(256, "I")[:3] == b">00"


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (DisplayFrame((0, 162), Side.BLACK), "S000162b0F"),
        (DisplayFrame((82, 80), None), "S082080-0F"),
        (DisplayFrame((82, 79), Side.WHITE, status="desync"), "S082079?0F"),
    ],
)
def test_what_a_frame_says(frame: DisplayFrame, text: str) -> None:
    assert frame_text(frame, 15) == text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (answer(b"07"), Answer(7, "")),
        (answer(b"FF" + ME), Answer(255, "Itogyz-display 1")),
        (b"\x00\xff<<07" + answer(b"07"), Answer(7, "")),
        (b"<07*7C", Answer(7, "")),
        (b"<07*7D", None),
        (b"<0*7C", None),
        (b"<07*7c", None),
        (b"", None),
    ],
)
def test_an_answer_is_whole_or_none(data: bytes, expected: Answer | None) -> None:
    assert read_answer(data.strip()) == expected


@pytest.mark.parametrize("at", range(len(answer(b"2A" + ME).strip())))
def test_an_answer_with_a_byte_changed_or_lost_is_none(at: int) -> None:
    whole = answer(b"2A" + ME).strip()
    assert read_answer(whole) == Answer(0x2A, ME.decode())
    assert read_answer(whole[:at] + whole[at + 1 :]) is None
    assert read_answer(whole[:at] + bytes([whole[at] ^ 0x01]) + whole[at + 1 :]) is None


@settings(deadline=None)
@given(st.binary(max_size=30), st.integers(0, 7), st.integers(0, 29))
def test_the_crc_finds_every_single_bit(data: bytes, bit: int, at: int) -> None:
    if at < len(data):
        changed = bytearray(data)
        changed[at] ^= 1 << bit
        assert crc8(changed) != crc8(data)


def test_a_frame_is_shown_once_it_is_confirmed() -> None:
    shown, port = display(confirming)
    shown.settle(never)
    shown.show(FRAME)
    assert port.written == [line(1, "I"), line(2, "S082009w08")]
    shown.close()
    assert port.is_closed


def test_a_banner_and_noise_before_the_answer_do_no_harm() -> None:
    def piecemeal(data: bytes) -> list[bytes]:
        (whole,) = confirming(data)
        return [b"\xfe<0", answer(b"00" + ME)[2:], whole[:3], whole[3:]]

    shown, port = display(piecemeal)
    shown.settle(never)
    assert len(port.written) == 1


def test_a_line_is_sent_again_with_the_same_number() -> None:
    shown, port = display(lambda data: confirming(data) if len(port.written) == TRIES else [])
    shown.show(FRAME)
    assert port.written == [line(1, "S082009w08")] * TRIES
    assert port.reads == (TRIES - 1) * READS_PER_TRY + 1


def test_the_answer_to_an_earlier_line_is_no_answer() -> None:
    shown, _ = display(lambda _: [answer(b"00")])
    with pytest.raises(DeviceLostError, match="no longer answers"):
        shown.show(FRAME)


def test_a_device_that_never_answers_is_lost_in_bounded_time() -> None:
    shown, port = display(lambda _: [])
    with pytest.raises(DeviceLostError, match="is our sketch on it"):
        shown.settle(never)
    assert len(port.written) == SETTLE_TRIES
    assert port.reads == SETTLE_TRIES * READS_PER_TRY


def test_a_device_that_chatters_without_an_end_fills_no_memory() -> None:
    shown, port = display(lambda _: [b"x" * 10_000] * 5)
    with pytest.raises(DeviceLostError):
        shown.show(FRAME)
    port.reply = confirming
    port._pieces = [b"\n"]
    shown.show(FRAME)


def test_settling_ends_when_the_display_is_to_be_closed() -> None:
    shown, port = display(lambda _: [])
    shown.settle(lambda _: True)
    assert len(port.written) == 1


@pytest.mark.parametrize("other", [b"Itogyz-display 2", b"ISomething", b"I"])
def test_another_device_is_named(other: bytes) -> None:
    shown, _ = display(lambda data: [answer(data[1:3] + other)])
    with pytest.raises(DeviceLostError, match="put our sketch on it") as caught:
        shown.settle(never)
    assert repr(other[1:].decode()) in str(caught.value)
