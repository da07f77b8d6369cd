"""Orders cross from the thread that gives them to the one that carries them out, and so do their answers."""

from __future__ import annotations

from queue import Full
from threading import Thread, get_ident

import pytest

from togyz_companion.live.orders import WAITING_MAX, Orders


def test_orders_are_carried_out_in_order_by_the_thread_that_obeys() -> None:
    orders: Orders[list[int]] = Orders()
    giver = Thread(target=lambda: [orders.give(lambda done, n=n: done.append((n, get_ident()))) for n in range(3)])
    giver.start()
    giver.join()
    done: list[int] = []
    orders.obey(done)
    assert done == [(n, get_ident()) for n in range(3)]


def test_whoever_gave_an_order_learns_what_became_of_it() -> None:
    orders: Orders[dict[str, int]] = Orders()
    given, refused = orders.give(lambda one: one["known"]), orders.give(lambda one: one["unknown"])
    assert not given.done()
    orders.obey({"known": 7})
    assert given.result(0) == 7
    with pytest.raises(KeyError):
        refused.result(0)


def test_an_order_that_was_taken_back_is_not_carried_out() -> None:
    orders: Orders[list[int]] = Orders()
    given = [orders.give(lambda done, n=n: done.append(n)) for n in range(3)]
    assert given[1].cancel()
    done: list[int] = []
    orders.obey(done)
    assert done == [0, 2]


def test_more_orders_than_a_person_gives_are_refused() -> None:
    orders: Orders[list[int]] = Orders()
    for _ in range(WAITING_MAX):
        orders.give(lambda done: done.append(0))
    with pytest.raises(Full):
        orders.give(lambda done: done.append(1))
    done: list[int] = []
    orders.obey(done)
    assert len(done) == WAITING_MAX


def test_where_there_is_nothing_to_obey_nothing_happens() -> None:
    Orders[None]().obey(None)
    Orders[None]().obey(None, wait_s=0.001)
