"""Text that others wrote, made safe to show on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text on one line; what a terminal would obey, or could not show, is written as Python's escapes."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in " ".join(text.split()))
