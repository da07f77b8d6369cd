"""Who may import whom (the contract of the folders), read off the source by ast."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {"togyz", "calibration", "vision", "board_io", "togyz_companion"}
NOT_FOR_PACKAGES = {"tests", "tools", "benchmarks", "samples"}
MAY_IMPORT = {
    "togyz": {"togyz"},
    "calibration": {"calibration", "togyz"},
    "vision": {"vision", "calibration", "togyz"},
    "board_io": {"board_io", "togyz", "vision.frame"},
    "togyz_companion": PACKAGES,
    "tools": {*PACKAGES, "tools"},
    "benchmarks": {*PACKAGES, "tools", "benchmarks"},
}
THIRD_PARTY = {
    "togyz": set(),
    "togyz.inference": {"numpy"},
    "calibration": {"numpy", "cv2", "msgspec"},
    "vision": {"numpy", "cv2"},
    "board_io": {"numpy", "cv2", "av", "msgspec", "serial"},
    "togyz_companion": {"numpy", "cv2", "click", "rich", "starlette", "sse_starlette", "uvicorn"},
    "togyz_companion.web": {"starlette", "sse_starlette", "uvicorn", "msgspec", "segno"},
    "togyz_companion.printing": {"numpy", "cv2", "av", "typst"},
}
"""What a package, or else the one it lies in, may import besides the standard library. Tools are free."""
OURS = PACKAGES | NOT_FOR_PACKAGES
WINDOWS = {"imshow", "waitKey", "namedWindow"}


@dataclass(frozen=True)
class Source:
    """A module's text with the dotted name of its package's folder."""

    name: str
    text: str
    is_package: bool = False

    @property
    def folder(self) -> str:
        return self.name.partition(".")[0]


def sources() -> Iterator[Source]:
    for folder in MAY_IMPORT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            yield Source(".".join(parts[:-1] if is_package else parts), path.read_text(encoding="utf-8"), is_package)


def imported(source: Source, tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything imported anywhere in the module, relative ones resolved."""
    package = source.name.split(".") if source.is_package else source.name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = [*above, *filter(None, [node.module])]
            yield from (".".join([*base, one.name]) for one in node.names)


def may_import(folder: str, name: str) -> bool:
    return name.partition(".")[0] not in OURS or any(
        name == allowed or name.startswith(f"{allowed}.") for allowed in MAY_IMPORT[folder]
    )


def is_known(source: Source, name: str) -> bool:
    """Whether a module of others is one that the package is to need."""
    package = source.name if source.is_package else source.name.rpartition(".")[0]
    while package not in THIRD_PARTY and "." in package:
        package = package.rpartition(".")[0]
    top = name.partition(".")[0]
    return package not in THIRD_PARTY or top in sys.stdlib_module_names | OURS | THIRD_PARTY[package]


def violations(source: Source) -> list[str]:
    tree = ast.parse(source.text)
    names = [name for name in imported(source, tree) if not name.startswith("__future__")]
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    windows = WINDOWS & (used | {name.removeprefix("cv2.") for name in names})
    return [
        *(f"{source.name} imports {name}" for name in names if not may_import(source.folder, name)),
        *(f"{source.name} needs {name}" for name in names if not is_known(source, name)),
        *(f"{source.name}/__init__ imports {name}" for name in names if source.is_package),
        *(f"{source.name} calls {name}: headless wheels have no windows" for name in windows),
    ]


def test_sources_keep_the_import_directions() -> None:
    everything = list(sources())
    assert {source.folder for source in everything} >= PACKAGES
    assert [line for source in everything for line in violations(source)] == []


def from_web(source: Source) -> bool:
    """Whether a module of the live session knows the pages that show it."""
    names = imported(source, ast.parse(source.text))
    return source.name.startswith("togyz_companion.live.") and any("togyz_companion.web" in name for name in names)


def test_the_live_session_knows_no_pages() -> None:
    assert not [source.name for source in sources() if from_web(source)]
    assert from_web(Source("togyz_companion.live.made_up", "from togyz_companion.web.app import told"))


OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]+")


def options_named(source: Source) -> set[str]:
    """Options of the command line in a module's texts."""
    texts = [node.value for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.Constant)]
    return {found for text in texts if isinstance(text, str) for found in OPTION.findall(text)}


def test_lower_packages_know_no_command_line() -> None:
    lower = [source for source in sources() if source.folder in PACKAGES - {"togyz_companion"}]
    assert {source.name: named for source in lower if (named := options_named(source))} == {}
    assert options_named(Source("vision.made_up", "raise E(f'{n}: try --corners')")) == {"--corners"}


@pytest.mark.parametrize(
    "source",
    [
        Source("togyz.made_up", "import vision.frame"),
        Source("togyz.made_up", "import tests"),
        Source("togyz.inference.made_up", "from calibration import view"),
        Source("togyz.made_up", "import numpy as np"),
        Source("togyz.inference.made_up", "from cv2 import remap"),
        Source("vision.made_up", "import av"),
        Source("calibration.made_up", "def later():\n    from vision.frame import Frame"),
        Source("vision.made_up", "import board_io.cameras"),
        Source("board_io.made_up", "from vision.reading import Reading"),
        Source("board_io.made_up", "from vision import reading"),
        Source("board_io.made_up", "import calibration"),
        Source("togyz_companion.made_up", "import tools.evaluate"),
        Source("togyz.inference", "from .observation import Observation", is_package=True),
        Source("togyz.inference", "from togyz import board", is_package=True),
        Source("vision", "import numpy", is_package=True),
        Source("vision.made_up", "import cv2\ncv2.imshow('board', 0)"),
        Source("vision.made_up", "from cv2 import imshow"),
    ],
    ids=lambda source: f"{source.name}: {source.text.splitlines()[-1].strip()}",
)
def test_a_made_up_violation_is_caught(source: Source) -> None:
    assert violations(source)


@pytest.mark.parametrize(
    "source",
    [
        Source("board_io.cameras", "from vision.frame import Frame\nfrom vision import frame"),
        Source("togyz.inference.deeper.made_up", "import json\nimport numpy as np"),
        Source("tools.made_up", "import anything"),
        Source("togyz.inference.made_up", "from .observation import Observation\nfrom ..board import Side"),
        Source("vision.made_up", "import cv2\nimport calibration.view"),
        Source("togyz_companion.made_up", "import togyz.board, board_io, vision.watch"),
        Source("tools.evaluate", "from togyz_companion.recorder import record"),
        Source("togyz", "from __future__ import annotations", is_package=True),
    ],
    ids=lambda source: source.name,
)
def test_what_is_allowed_passes(source: Source) -> None:
    assert violations(source) == []
