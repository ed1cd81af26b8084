"""Handles Ctrl-C: ends the process with 130, or raises KeyboardInterrupt once."""

import os

TYPE_CHECKING = False  # as in `ra.typed`, which is not loaded yet
if TYPE_CHECKING:
    import signal as _signal
    from types import FrameType
else:
    import _signal  # the built-in part of `signal`, which imports `enum` and more

INTERRUPTED = 130


def guard_start() -> None:
    """From now on a Ctrl-C ends the process; an ignored signal stays ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)


def leave(_number: int = 0, _frame: object = None) -> None:
    """End at once: nothing has started yet, or everything is done."""
    os._exit(INTERRUPTED)


def interruptible() -> None:
    """From now on a Ctrl-C raises KeyboardInterrupt, once; the next one ends the process."""
    if _signal.getsignal(_signal.SIGINT) is leave:
        _signal.signal(_signal.SIGINT, _interrupt)


def uninterruptible() -> None:
    """From now on a Ctrl-C ends the process at once again."""
    if _signal.getsignal(_signal.SIGINT) is _interrupt:
        _signal.signal(_signal.SIGINT, leave)


def _interrupt(_number: int, frame: "FrameType | None") -> None:
    _signal.signal(_signal.SIGINT, leave)
    if _is_importing(frame):
        leave()  # a native library interrupted while loading prints an error of its own
    raise KeyboardInterrupt


def _is_importing(frame: "FrameType | None") -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
