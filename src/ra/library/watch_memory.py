"""Keeps the memory of a long-running watcher flat; what concerns arenas is for glibc only.

Each update starts threads, and glibc gives threads arenas of their own. Memory that is freed there
stays with them: without these calls a watcher grows by 25 KB with each update (0024). Commands
collect cycles of objects rarely, since they end soon; a watcher would keep those of many updates.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def use_one_arena() -> None:
    """Let threads that start later share one arena."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # not glibc
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Free cycles of objects, and return freed memory to the system."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
