"""Which errors does a command meet? Runs `ra` under a tracer and writes their classes to a file.

A tracer sees errors that a command catches and reports, which the exit code alone does not show.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from ra.cli.main import main
from ra.errors import RaError

SEEN: list[str] = []


def trace(frame: FrameType, event: str, arg: Any) -> Any:
    """Note errors that are made (their `__init__` is called) and errors that are raised."""
    if event == "call" and frame.f_code.co_name == "__init__":
        error = frame.f_locals.get("self")
        if isinstance(error, RaError):
            SEEN.append(type(error).__name__)
    elif event == "exception" and issubclass(arg[0], RaError):
        SEEN.append(arg[0].__name__)
    return trace


if __name__ == "__main__":
    sys.settrace(trace)
    code = main()
    sys.settrace(None)
    Path(os.environ["RA_SEEN"]).write_text("\n".join(dict.fromkeys(SEEN)), encoding="utf-8")
    sys.exit(code)
