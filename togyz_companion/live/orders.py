"""What an operator asks of the thread that records: handed over between two frames, and answered from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from queue import Empty, Queue
from typing import Final, Generic, TypeVar

WAITING_MAX: Final = 64
"""A person gives one order at a time."""
Subject = TypeVar("Subject")
Order = Callable[[Subject], object]


class Orders(Generic[Subject]):
    """A letter box. Any thread may put orders in; the thread that owns their subject takes them out."""

    def __init__(self) -> None:
        self._box: Queue[tuple[Order[Subject], Future[object]]] = Queue(WAITING_MAX)

    def give(self, order: Order[Subject]) -> Future[object]:
        """Hands an order over; what it gives, or raises, will be in the future.

        Raises:
            queue.Full: so many wait already that this one is not taken.
        """
        answer: Future[object] = Future()
        self._box.put_nowait((order, answer))
        return answer

    def obey(self, subject: Subject, *, wait_s: float = 0.0) -> None:
        """Carries out all orders that have come and were not taken back; waits for a first one if asked to."""
        for order, answer in self._taken(wait_s):
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(order(subject))
            except Exception as error:  # noqa: BLE001 (whoever gave the order is told)
                answer.set_exception(error)

    def _taken(self, wait_s: float) -> Iterator[tuple[Order[Subject], Future[object]]]:
        try:
            yield self._box.get(timeout=wait_s) if wait_s > 0 else self._box.get_nowait()
            while True:
                yield self._box.get_nowait()
        except Empty:
            return
