"""Commands as a person gives them."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from togyz_companion.cli.main import main


def togyz(*arguments: str | Path, code: int = 0) -> Result:
    """What ``togyz`` with these arguments says; it must end with that exit code."""
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    assert result.exit_code == code, result.output
    return result
