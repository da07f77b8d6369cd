"""Numba's compiler as a decorator that keeps the type of what it compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function compiled to machine code on its first call; the code is kept on disk for the next run."""
    return cast(F, njit(cache=True, fastmath=True)(function))


def inlined(function: F) -> F:
    """The same for a small function that compiled ones call for every px: its body is put in place of the call.

    Arrays that are handed to a function cost more there than what is done with them.
    """
    return cast(F, njit(cache=True, fastmath=True, inline="always")(function))
