"""What stands behind the question mark of a display's address."""

from __future__ import annotations

from collections.abc import Collection

from board_io.port.errors import DeviceUrlError
from board_io.refusals import Refusal
from togyz.saying import say


class Options:
    """Options by name; each is taken once, and what is left at the end means nothing.

    Attributes:
        url: the display's address, for errors.
        left: names and values not taken yet.
    """

    def __init__(self, url: str, given: dict[str, str]) -> None:
        self.url = url
        self.left = given

    def choice(self, name: str, values: Collection[str], default: str) -> str:
        """One of the values.

        Raises:
            DeviceUrlError: another one is given.
        """
        given = self.left.pop(name, default)
        if given not in values:
            raise self.refused(say(Refusal.ONE_OF, name=name, values=", ".join(values), given=given))
        return given

    def whole(self, name: str, most: int) -> int | None:
        """A whole number from 0 on; None where none is given.

        Raises:
            DeviceUrlError: it is no number, or above ``most``.
        """
        given = self.left.pop(name, None)
        if given is None:
            return None
        if not (given.isascii() and given.isdecimal()) or int(given) > most:
            raise self.refused(say(Refusal.NUMBER_TO, name=name, most=most, given=given))
        return int(given)

    def real(self, name: str, most: float) -> float:
        """A number from 0 on; 0 where none is given.

        Raises:
            DeviceUrlError: it is no number, or above ``most``.
        """
        given = self.left.pop(name, "0")
        try:
            value = float(given)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise self.refused(say(Refusal.NUMBER_TO, name=name, most=f"{most:g}", given=given))
        return value

    def encoding(self) -> str:
        """An encoding of Python for text.

        Raises:
            DeviceUrlError: there is none of that name.
        """
        given = self.left.pop("encoding", "ascii")
        try:
            "".encode(given)
        except LookupError as error:
            raise self.refused(say(Refusal.NO_ENCODING, given=given)) from error
        return given

    def end(self) -> None:
        """See that nothing is left.

        Raises:
            DeviceUrlError: something is.
        """
        if self.left:
            raise self.refused(say(Refusal.NO_OPTION, name=min(self.left)))

    def refused(self, why: str) -> DeviceUrlError:
        """The error that tells what is wrong with the address."""
        return DeviceUrlError(self.url, say(Refusal.IN_ADDRESS, fault=why, url=self.url))
