"""Still images: one, a folder of them, or a glob, as a source with a nominal rate."""

from __future__ import annotations

import glob
import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.closable import Closable
from board_io.source import IMAGE_SUFFIXES, NotPicturesError, SourceError, SourceInfo, SourceMissingError, check_file
from board_io.trouble import Trouble
from togyz.saying import all_of, say, sentence_of
from vision.frame import Frame


def read_image(path: Path) -> NDArray[np.uint8]:
    """One image, (H, W, 3) uint8 BGR, read-only, turned as its EXIF orientation says.

    Raises:
        SourceError: of the kind that says why it cannot be read.
    """
    check_file(path)
    try:
        # Not cv2.imread, which cannot open every name that Windows allows.
        decoded = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        decoded = None
    if decoded is None:
        raise NotPicturesError(path, say(Trouble.NO_IMAGE, path=path))
    image = np.asarray(decoded, np.uint8)
    image.flags.writeable = False
    return image


def find_images(url: str) -> list[Path]:
    """The images that a file's name, a folder or a glob means, numbers in names taken as numbers (2 before 10).

    Raises:
        SourceMissingError: there is none.
    """
    path = Path(url)
    if path.is_file() or not (path.is_dir() or glob.has_magic(url)):
        return [path]
    names = path.iterdir() if path.is_dir() else map(Path, glob.glob(url, recursive=True))  # noqa: PTH207 (absolute)
    found = [one for one in names if one.suffix.lower() in IMAGE_SUFFIXES and one.is_file()]
    if not found:
        raise SourceMissingError(url, say(Trouble.NO_IMAGES, path=url))
    return sorted(found, key=_natural)


class ImagesSource(Closable):
    """Images in the order of their names, ``fps`` a second.

    One that cannot be read, or has another size than the first, is left out, and ``problem`` names it.

    Raises:
        SourceError: of the kind that says why not one image can be read.
    """

    def __init__(self, url: str, *, fps: float = 2.0) -> None:
        self._url = url
        self._fps = fps
        self._paths = find_images(url)
        self._left_out: dict[Path, str] = {}
        hw = self._first_hw()
        count = len(self._paths)
        self.info = SourceInfo("images", (hw[1], hw[0]), fps, count / fps, count, f"{url}: {count} images")

    @property
    def problem(self) -> str | None:
        """The images left out so far, by name; None while there are none."""
        if not self._left_out:
            return None
        faults = all_of(self._left_out.values())
        return say(Trouble.LEFT_OUT, left_out=len(self._left_out), images=len(self._paths), faults=faults)

    def content_hash(self) -> str:
        """SHA-256 of all files one after the other, hexadecimal; what cannot be read is left out here, too."""
        digest = hashlib.sha256()
        for path in self._paths:
            with suppress(OSError):
                digest.update(path.read_bytes())
        return digest.hexdigest()

    def __iter__(self) -> Iterator[Frame]:
        for seq, path in enumerate(self._paths):
            image = self._read(path)
            if image is not None:
                yield Frame(image, round(seq * 1e9 / self._fps), seq, str(path))

    def close(self) -> None:
        """Nothing is held open."""

    def _first_hw(self) -> tuple[int, int]:
        errors = []
        for path in self._paths:
            try:
                image = read_image(path)
            except SourceError as error:
                errors.append(error)
            else:
                return image.shape[0], image.shape[1]
        raise errors[0]

    def _read(self, path: Path) -> NDArray[np.uint8] | None:
        try:
            image = read_image(path)
        except SourceError as error:
            self._left_out[path] = sentence_of(error)
            return None
        wh = (image.shape[1], image.shape[0])
        if wh != self.info.wh:
            sizes = {"wh": f"{wh[0]} x {wh[1]}", "first_wh": f"{self.info.wh[0]} x {self.info.wh[1]}"}
            self._left_out[path] = say(Trouble.OTHER_SIZE, path=path, **sizes)
            return None
        return image


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sort key in which the numbers of a name count as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", str(path))]
