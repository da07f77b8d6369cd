from __future__ import annotations

import json
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tools.evaluation.films import Variant, find_film

COMPOSER = """
import json, sys
from pathlib import Path
game, out, *arguments = sys.argv[1:]
if "--life=9" in arguments:
    Path(out).write_bytes(b"half a film")
    sys.exit("broken")
Path(out).write_bytes(b"a film")
Path(out).with_suffix(".json").write_text(json.dumps([Path(game).name, *arguments]))
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "film.py").write_text(COMPOSER)
    return tmp_path


def test_a_film_without_changes_is_the_one_that_lies_ready(data: Path, tmp_path: Path) -> None:
    assert find_film("d1", Variant(), shared=data, cache=tmp_path / "cache") == data / "data" / "films" / "d1.mp4"


def test_a_variant_is_composed_with_its_truth(data: Path, tmp_path: Path) -> None:
    variant = Variant(life=0.5, skip=(2, 6), cut_hands=True, bump="9:25,0,3", light="4:0.4")
    film = find_film("d1", variant, shared=data, cache=tmp_path / "cache")
    truth = json.loads(film.with_suffix(".json").read_text())
    assert truth == ["d1", "--life=0.5", "--skip=2,6", "--cut-hands", "--bump=9:25,0,3", "--light=4:0.4"]
    assert film.read_bytes() == b"a film"


def test_a_film_is_composed_once_and_variants_do_not_mix(data: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    film = find_film("d1", Variant(skip=(2,)), shared=data, cache=cache)
    film.write_bytes(b"the first one")
    assert find_film("d1", Variant(skip=(2,)), shared=data, cache=cache).read_bytes() == b"the first one"
    assert find_film("d1", Variant(skip=(3,)), shared=data, cache=cache).read_bytes() == b"a film"


def test_a_composer_that_fails_leaves_nothing(data: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with pytest.raises(CalledProcessError):
        find_film("d1", Variant(life=9), shared=data, cache=cache)
    assert list(cache.iterdir()) == []
