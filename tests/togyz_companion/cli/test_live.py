"""``togyz live`` as a person starts it: what was said on the command line stands on the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.togyz_companion.cli.test_record import START_TOGYZ
from togyz_companion.samples import sample

CORNERS = " ".join(f"{x},{y}" for x, y in sample().corners_px)
PAGE = re.compile(r"http://127\.0\.0\.1:[0-9]+/operator\?token=\S+")


def desk_of(page: str) -> dict[str, Any]:
    """The first state that the operator's page is told."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    browser.open(page, timeout=10).close()
    with browser.open(page.partition("?")[0] + "/events", timeout=10) as events:
        state = next(line for line in events if line.startswith(b"data: {"))
    told: dict[str, Any] = json.loads(state.partition(b" ")[2])
    return told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_the_page_knows_what_was_said_of_the_beginning(tmp_path: Path) -> None:
    options = ["--corners", CORNERS, "--start", "auto", "--to-move", "black"]
    command = [sys.executable, "-c", START_TOGYZ, "live", str(sample().film), "--out", str(tmp_path), "--port", "0"]
    with subprocess.Popen([*command, "--no-browser", *options], stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        found = PAGE.search(running.stderr.readline())
        try:
            assert found is not None
            said = desk_of(found[0])["said"]
        finally:
            running.terminate()
        assert running.wait() == 0
    assert (said["start"], said["to_move"]) == ("auto", "black")
