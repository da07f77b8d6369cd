"""Numba's compiler as a decorator that keeps the type of what it compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, cast

from numba import njit

_FAST: Final = {"reassoc", "contract", "arcp", "nsz"}
"""Sums may be reordered, but what is not a number stays one, so that ``max(0.0, x)`` guards an index."""
F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function compiled to machine code on its first call; the code is kept on disk for the next run."""
    return cast(F, njit(cache=True, fastmath=_FAST)(function))


def inlined(function: F) -> F:
    """The same for a small function that compiled ones call for every px: its body is put in place of the call.

    Arrays that are handed to a function cost more there than what is done with them.
    """
    return cast(F, njit(cache=True, fastmath=_FAST, inline="always")(function))
