"""A session that does what pages order, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def obeying(fake: Any) -> Iterator[None]:
    """Obeys ``fake.orders`` on ``fake`` as long as the context is open."""
    is_over = threading.Event()

    def obey() -> None:
        while not is_over.is_set():
            fake.orders.obey(fake, wait_s=0.01)

    thread = threading.Thread(target=obey)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
