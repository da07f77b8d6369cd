"""Files that are either the old or the new text, never half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from pathlib import Path

from board_io.errors import WriteError


def write_atomic(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Replace the file at ``path`` (text as UTF-8); its folder must exist.

    A reader sees the old content or the new one, also after a crash of the program. A link stays and what it points to
    is replaced; into a device or a pipe, which cannot be replaced, the content is written.

    Args:
        path: of the file.
        content: the whole of it.
        durable: whether it must be on the disk on return, for the case that the power goes. That takes long; what can
            be made anew does without.

    Raises:
        WriteError: the file could not be written; the old one is untouched and nothing is left behind.
    """
    data = encoded(content) if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        _write_into(path, data)
        return
    target = Path(os.path.realpath(path))
    # Two writers of one file must not share the draft.
    draft = target.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(target)
        if durable:
            _sync_folder(target.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise WriteError(path, error) from error


def encoded(text: str) -> bytes:
    r"""A text as UTF-8. Bytes of a file's name that mean no character become escapes, which JSON reads back.

    >>> encoded('"games/\udcff қ"').decode()
    '"games/\\udcff қ"'
    """
    return text.encode(errors="backslashreplace")


def _write_into(device: Path, data: bytes) -> None:
    try:
        device.write_bytes(data)
    except OSError as error:
        raise WriteError(device, error) from error


def _sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk; Windows has no such call and needs none."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, where they are missing.

    Raises:
        WriteError: it cannot be made, or something else has its name.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(folder, error) from error


def check_folder(folder: Path) -> None:
    """See that a folder, or the one in which it and those above it will be made, can be written to; leaves no trace.

    Raises:
        WriteError: it cannot, or something else has its name.
    """
    nearest = next(one for one in (folder, *folder.absolute().parents) if os.path.lexists(one))
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise WriteError(folder, error) from error
