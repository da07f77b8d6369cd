"""Our sketch, compiled as the Arduino IDE does it, on an emulated Arduino Uno with a MAX7219."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pytest

HERE: Final = Path(__file__).parent
SKETCH: Final = HERE.parents[1] / "firmware" / "togyz_display" / "togyz_display.ino"
ARDUINO: Final = Path("/usr/share/arduino/hardware/arduino/avr")
CORE: Final = ARDUINO / "cores" / "arduino"
SPI: Final = ARDUINO / "libraries" / "SPI" / "src"
NEEDED: Final = {
    "gcc-avr": lambda: shutil.which("avr-gcc"),
    "avr-libc": lambda: Path("/usr/lib/avr/include").is_dir(),
    "arduino-core-avr": CORE.is_dir,
    "libsimavr-dev": lambda: Path("/usr/include/simavr").is_dir(),
    "gcc": lambda: shutil.which("gcc"),
}
AVR_GCC: Final = [
    *("avr-gcc", "-mmcu=atmega328p", "-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_AVR_UNO", "-DARDUINO_ARCH_AVR"),
    *("-Os", "-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics", "-ffunction-sections", "-fdata-sections"),
    "-DDECIMAL_DIG=9",  # Debian's avr-gcc 5 lacks it in C++, and the core's strings, which we do not use, ask for it
    *("-I", CORE, "-I", ARDUINO / "variants" / "standard", "-I", SPI),
]
"""As platform.txt and boards.txt of the Arduino core have it for an Uno."""
ANSWER_MS: Final = 50
"""The sketch's longest answer takes 25 ms on the wire."""
FLASH_MAX: Final = 32_256
RAM_MAX: Final = 2_048


def build(folder: Path) -> tuple[Path, Path]:
    """The emulator and the sketch's ELF file, both made anew in ``folder``."""
    missing = [package for package, is_there in NEEDED.items() if not is_there()]
    if missing:
        pytest.fail(f"these tests need Debian's {' '.join(missing)}: install them, or deselect with -m 'not avr'")
    emulator, sketch, elf = folder / "emulator", folder / "sketch.o", folder / "sketch.elf"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    _run("gcc", "-O2", *warnings, "-Wno-unused-parameter", HERE / "emulator.c", "-o", emulator, "-lsimavr")
    _run(*AVR_GCC, *warnings, "-include", "Arduino.h", "-x", "c++", "-c", SKETCH, "-o", sketch)
    core = [path for kind in ("*.c", "*.cpp", "*.S") for path in sorted(CORE.glob(kind))]
    _run(*AVR_GCC, "-w", "-Wl,--gc-sections", sketch, *core, SPI / "SPI.cpp", "-o", elf)
    return emulator, elf


def size(elf: Path) -> tuple[int, int]:
    """Bytes of flash and of memory that the program takes, without its stack."""
    text, data, bss = _run("avr-size", elf).splitlines()[1].split()[:3]
    return int(text) + int(data), int(data) + int(bss)


def _run(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Emulator:
    """A running Arduino, whose time goes by only when it is told to."""

    def __init__(self, emulator: Path, elf: Path) -> None:
        self._process = subprocess.Popen(
            [emulator, elf], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.registers = bytes(16)
        self.sent = b""

    @property
    def digits(self) -> bytes:
        """What the eight digits light, from the left; nothing while the chip is not set up to light them so."""
        assert self.registers[0x9] == 0, "the chip decodes by itself"
        assert self.registers[0xB] == 7, "not all digits are scanned"
        is_on = self.registers[0xC] == 1 and self.registers[0xF] == 0
        return self.registers[8:0:-1] if is_on else bytes(8)

    def feed(self, data: bytes) -> None:
        """Send bytes and let the sketch answer."""
        self.send(data)
        self.run(ANSWER_MS)

    def run(self, ms: int) -> None:
        self._command(f"run {ms}")

    def send(self, data: bytes) -> None:
        if data:
            self._command(f"send {data.hex()}")

    def reset(self) -> None:
        self._command("reset")

    def poke(self, address: int, value: int) -> None:
        self._command(f"poke {address:x} {value:x}")

    def pin(self, number: int, *, is_high: bool) -> None:
        self._command(f"pin {number} {int(is_high)}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def _command(self, text: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{text}\n")
        sent, registers = self._process.stdout.readline().split()
        self.sent += b"" if sent == "-" else bytes.fromhex(sent)
        self.registers = bytes.fromhex(registers)
