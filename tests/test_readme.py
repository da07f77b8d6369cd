"""What is shown of Python is true, and what the README points to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_python_in_the_docs_runs_as_shown() -> None:
    # Code fences would count as expected output: an empty line ends every example before its fence.
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert failed == 0
    assert tried > 0


def test_every_link_leads_somewhere() -> None:
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    links = [
        (text, link) for text in texts for link in re.findall(r"\]\(([^)#:]+)\)", text.read_text(encoding="utf-8"))
    ]
    assert len(links) > len(texts)
    assert [(str(text), link) for text, link in links if not (text.parent / link).exists()] == []
