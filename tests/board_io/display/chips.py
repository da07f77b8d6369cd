"""What displays' own firmware makes of bytes: a SerLCD, a Matrix Orbital backpack, pole displays of both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Screen:
    """Rows of characters with a cursor that runs on from row to row and round."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.cells = [["#"] * columns for _ in range(rows)]
        self.at = 0
        self.eeprom_writes = 0

    @property
    def rows(self) -> list[str]:
        return ["".join(row) for row in self.cells]

    def put(self, byte: int, encoding: str = "latin-1") -> None:
        row, column = divmod(self.at, self.columns)
        self.cells[row][column] = bytes([byte]).decode(encoding)
        self.at = (self.at + 1) % (self.columns * len(self.cells))

    def go(self, column: int, row: int) -> None:
        if 0 <= column < self.columns and 0 <= row < len(self.cells):
            self.at = row * self.columns + column

    def clear(self) -> None:
        self.cells = [[" "] * self.columns for _ in self.cells]
        self.at = 0


class Chip(Screen):
    """A screen with commands that take a known number of operands.

    ``pending`` is what an unfinished command does once its operands are there, and how many are still to come.
    """

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.pending: tuple[Callable[[list[int]], None], int] | None = None
        self._operands: list[int] = []

    def feed(self, data: bytes) -> None:
        for byte in data:
            if self.pending is None:
                self.take(byte)
                continue
            self._operands.append(byte)
            do, number = self.pending
            if len(self._operands) == number:
                operands, self._operands, self.pending = self._operands, [], None
                do(operands)

    def await_operands(self, number: int, do: Callable[[list[int]], None]) -> None:
        self.pending = (do, number)

    def take(self, byte: int) -> None:
        raise NotImplementedError

    def write_eeprom(self, _: list[int]) -> None:
        self.eeprom_writes += 1

    def ignore(self, _: list[int]) -> None:
        pass


class SerLcd(Chip):
    """After OpenLCD 1.2: 0xFE and a command of the HD44780, 0x7C and a setting."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.has_messages = True
        self.is_upset = False

    def take(self, byte: int) -> None:
        if byte == 0xFE:
            self.await_operands(1, self._command)
        elif byte == 0x7C:
            self.await_operands(1, self._setting)
        else:
            self.put(byte)

    def _command(self, operands: list[int]) -> None:
        (command,) = operands
        if 0x40 <= command < 0x80:
            self.await_operands(8, self.write_eeprom)
        if 0x20 <= command < 0x30:
            self.is_upset = True
        if command < 0x80:
            return
        address, starts = command & 0x7F, (0, 64, 20, 84)
        for row in range(len(self.cells)):
            if starts[row] <= address < starts[row] + 20:
                self.go(address - starts[row], row)
                return
        self.go(0, 0)

    def _setting(self, operands: list[int]) -> None:
        (setting,) = operands
        if setting == 0x2D:
            self.clear()
        elif setting == 0x2F:
            self.eeprom_writes += self.has_messages
            self.has_messages = False
        elif setting == 0x2B:
            self.await_operands(3, self.write_eeprom)
        elif setting in (0x18, 0x19):
            self.await_operands(1, self.write_eeprom)
        elif 27 <= setting <= 34:
            self.await_operands(8, self.write_eeprom)
        elif setting == 0x7C:
            self.put(setting)
        elif 3 <= setting <= 26 or 128 <= setting < 218:
            self.eeprom_writes += 1


class MatrixOrbital(Chip):
    """After the firmware of Adafruit's backpack."""

    OPERANDS: ClassVar = {0x42: 1, 0x4E: 9, 0x50: 1, 0x56: 1, 0x57: 1, 0xC0: 1, 0xC3: 2, 0xD1: 2}

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.scrolls = True

    def take(self, byte: int) -> None:
        if byte == 0xFE:
            self.await_operands(1, self._command)
            return
        is_last = self.at == self.columns * len(self.cells) - 1
        self.put(byte)
        if is_last and self.scrolls:
            self.cells = [*self.cells[1:], [" "] * self.columns]
            self.go(0, len(self.cells) - 1)

    def _command(self, operands: list[int]) -> None:
        (command,) = operands
        if command == 0x47:
            self.await_operands(2, lambda place: self.go(place[0] - 1, place[1] - 1))
        elif command == 0x48:
            self.go(0, 0)
        elif command in (0x51, 0x52):
            self.scrolls = command == 0x51
            self.eeprom_writes += 1
        elif command == 0x58:
            self.clear()
        elif command in (0x98, 0x99, 0x91):
            self.await_operands(1, self.write_eeprom)
        elif command == 0xC1:
            self.await_operands(10, self.write_eeprom)
        elif command == 0xD0:
            self.await_operands(3, self.write_eeprom)
        elif command in self.OPERANDS:
            self.await_operands(self.OPERANDS[command], self.ignore)


class EscPosPole(Chip):
    """After Epson's DM-D110, in overwrite mode; page 17 is code page 866."""

    PAGES: ClassVar = {0: "cp437", 17: "cp866"}

    def __init__(self) -> None:
        super().__init__(20, 2)
        self.encoding = "cp437"
        self.has_cursor = True

    def take(self, byte: int) -> None:
        if byte == 0x1B:
            self.await_operands(1, self._escape)
        elif byte == 0x1F:
            self.await_operands(1, self._unit)
        elif byte == 0x0B:
            self.go(0, 0)
        elif byte == 0x0C:
            self.clear()
        elif byte >= 0x20:
            self.put(byte, self.encoding)

    def _escape(self, operands: list[int]) -> None:
        if operands == [0x40]:
            self.clear()
            self.encoding = "cp437"
        elif operands == [0x74]:
            self.await_operands(1, self._page)
        elif operands[0] in b"%R?=":
            self.await_operands(1, self.ignore)

    def _unit(self, operands: list[int]) -> None:
        if operands == [0x24]:
            self.await_operands(2, lambda place: self.go(place[0] - 1, place[1] - 1))
        elif operands == [0x43]:
            self.await_operands(1, self._cursor)
        elif operands[0] in b"XEr.,;":
            self.await_operands(1, self.ignore)

    def _page(self, operands: list[int]) -> None:
        self.encoding = self.PAGES.get(operands[0], self.encoding)

    def _cursor(self, operands: list[int]) -> None:
        self.has_cursor = operands != [0]


class Cd5220Pole(Screen):
    """After the CD5220's own mode: ESC Q A and ESC Q B take a string, up to CR, for the upper and the lower row."""

    def __init__(self) -> None:
        super().__init__(20, 2)
        self.state = "text"
        self.string = ""
        self.row = 0

    def feed(self, data: bytes) -> None:
        for byte in data:
            self.state = self._next(byte)

    def _next(self, byte: int) -> str:
        if self.state == "text":
            return "escape" if byte == 0x1B else self._plain(byte)
        if self.state == "escape":
            return "row" if byte == ord("Q") else "text"
        if self.state == "row":
            self.row, self.string = byte - ord("A"), ""
            return "string" if self.row in (0, 1) else "text"
        if byte == 0x0D:
            self.cells[self.row] = list(f"{self.string[:20]:20}")
            return "text"
        self.string += chr(byte)
        return "string"

    def _plain(self, byte: int) -> str:
        if byte == 0x0C:
            self.clear()
        elif byte >= 0x20:
            self.put(byte)
        return "text"
