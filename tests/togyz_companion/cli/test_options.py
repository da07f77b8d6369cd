"""Values of options that are read from what the user wrote."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from togyz_companion.cli.options import headers_of

CONTEXT, OPTION = click.Context(click.Command("record")), click.Option(["--headers"])


def test_headers_come_from_words_and_from_files_of_any_editor(tmp_path: Path) -> None:
    file = tmp_path / "headers.txt"
    file.write_bytes("\ufeffWhite = Айгерім\r\n\r\nEvent=A=B\r\n".encode())
    assert headers_of(CONTEXT, OPTION, (str(file), "Round=1")) == {"White": "Айгерім", "Event": "A=B", "Round": "1"}


@pytest.mark.parametrize("text", ["=Aigerim", "White=\udcff", "\udcff=Aigerim"])
def test_what_is_no_header_is_shown(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        headers_of(CONTEXT, OPTION, (text,))
    assert repr(text) in caught.value.message
