"""Text of others on a terminal."""

from __future__ import annotations

import pytest

from togyz_companion.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Айгерім\'s "76x" \\ ½', 'Айгерім\'s "76x" \\ ½'),
        ("two\n  lines\u2028and\ta tab", "two lines and a tab"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("film\udcff.mp4", "film\\udcff.mp4"),
    ],
)
def test_what_a_terminal_would_obey_is_written_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown
