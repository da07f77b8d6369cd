"""What pictures of pages are drawn with: a browser, and what stands in a picture."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, FloatRect, Page, expect, sync_playwright

from togyz_companion.messages.languages import Language

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
NAMES: Final = {"White": "Айгүл Сәтбаева", "Black": "Нұрлан Қасым"}
QUALITY: Final = 82
WAIT_MS: Final = 120_000
"""On a loaded machine counting takes its time."""
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")


class Drawn(NamedTuple):
    """A picture as a JPEG file, and the lines of text in it."""

    jpeg: bytes
    text: str

    @property
    def lines(self) -> list[str]:
        """Without numbers, which are the film's and the counter's."""
        return [_NUMBER.sub("#", line.strip()) for line in self.text.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Studio:
    """What pictures are drawn with.

    Attributes:
        films: the folder where films of errors are kept.
        scratch: for games.
    """

    browser: Browser
    films: Path
    scratch: Path

    @contextmanager
    def page(self, url: str, language: Language, view_wh: tuple[int, int], *, scale: float = 1.0) -> Iterator[Page]:
        """An address as a browser of that size shows it; pictures of it are ``scale`` times as large."""
        size = {"width": view_wh[0], "height": view_wh[1]}
        with self.browser.new_context(viewport=size, reduced_motion="reduce", device_scale_factor=scale) as context:  # type: ignore[arg-type]
            page = context.new_page()
            page.set_default_timeout(WAIT_MS)
            page.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
            yield page


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that asks nobody for anything."""
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=quiet) as browser:
        yield browser


def taken(page: Page, *, until: str = "body") -> Drawn:
    """The page from its head to the foot of an element, once all its pictures are there."""
    for _ in range(2 if page.locator(".picture").count() else 0):  # the camera's, with what is known by now
        with page.expect_response("**/picture.jpg*"):
            pass
    for image in page.locator("img").all():
        expect(image).to_have_js_property("complete", value=True)
    foot = page.locator(until).evaluate("(one) => one.getBoundingClientRect().bottom + scrollY")
    size = page.viewport_size or {"width": 0, "height": 0}
    clip: FloatRect = {"x": 0, "y": 0, "width": size["width"], "height": foot or size["height"]}
    jpeg = page.screenshot(type="jpeg", quality=QUALITY, full_page=True, clip=clip)
    return Drawn(jpeg, page.locator("body").inner_text())
