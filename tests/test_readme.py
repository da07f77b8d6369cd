"""What the README shows of Python is true."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_in_the_readme_runs_as_shown() -> None:
    # Code fences would count as expected output: an empty line ends every example before its fence.
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert failed == 0
    assert tried > 0
