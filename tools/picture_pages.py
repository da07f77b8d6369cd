"""Draw the pictures of the guides anew: pages as Chromium shows them, a scoresheet as it is printed.

    python -m tools.picture_pages [NAME...] [--films DIR]

What stands in each picture is kept as text in docs/pictures.json: a test compares that with the pages as they are now,
so that no picture grows old unnoticed. Needs Debian's chromium; the alert's film comes from the simulator.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import click

from tools.pictures import audiences, operators
from tools.pictures.studio import Drawn, Studio, chromium

DOCS: Final = Path(__file__).parents[1] / "docs"
TEXTS: Final = DOCS / "pictures.json"

PICTURES: Final[dict[str, Callable[[Studio], Drawn]]] = {
    "audience": partial(audiences.board, language="kk"),
    "boards": partial(audiences.boards, language="kk"),
    "overlay": partial(audiences.overlay, language="kk"),
    "playing": partial(operators.playing, language="en"),
    "aiming-kk": partial(operators.aiming, language="kk"),
    "scoresheet": partial(operators.scoresheet, language="kk"),
    **{f"clock-{language}": partial(operators.clock, language=language) for language in ("en", "ru")},
    **{f"alert-{language}": partial(operators.alert, language=language) for language in ("en", "kk", "ru")},
}
"""How each picture docs/NAME.jpg is drawn."""


def known_texts() -> dict[str, list[str]]:
    """What stands in each picture that is there."""
    texts: dict[str, list[str]] = json.loads(TEXTS.read_text(encoding="utf-8")) if TEXTS.exists() else {}
    return texts


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(PICTURES)))
@click.option(
    "--films",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(tempfile.gettempdir()) / "togyz-error-films",
    show_default=True,
    help="Where films of errors are kept.",
)
def main(*, names: tuple[str, ...], films: Path) -> None:
    """Draw pictures anew, all without a NAME."""
    texts = known_texts()
    with chromium() as browser, tempfile.TemporaryDirectory() as scratch:
        for name in names or tuple(PICTURES):
            folder = Path(scratch) / name
            folder.mkdir()
            drawn = PICTURES[name](Studio(browser, films.absolute(), folder))
            (DOCS / f"{name}.jpg").write_bytes(drawn.jpeg)
            texts[name] = drawn.lines
            click.echo(f"{name}.jpg: {len(drawn.jpeg) // 1024} KB")
    TEXTS.write_text(json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
