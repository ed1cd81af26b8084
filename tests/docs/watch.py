"""Records the errors of a command: runs `ra` under a tracer and writes them to a file.

A tracer sees errors that a command catches and reports, which the exit code alone does not show.
Each is a line of JSON: its class and its message.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from ra.cli.main import main
from ra.errors import RaError

SEEN: dict[int, RaError] = {}


def trace(frame: FrameType, event: str, arg: Any) -> Any:
    """Note errors that are made (their `__init__` is called) and errors that are raised."""
    if event == "call" and frame.f_code.co_name == "__init__":
        error = frame.f_locals.get("self")
        if isinstance(error, RaError):
            SEEN[id(error)] = error
    elif event == "exception" and isinstance(arg[1], RaError):
        SEEN[id(arg[1])] = arg[1]
    return trace


if __name__ == "__main__":
    sys.settrace(trace)
    code = main()
    sys.settrace(None)
    lines = [json.dumps([type(error).__name__, str(error)]) for error in SEEN.values()]
    Path(os.environ["RA_SEEN"]).write_text("\n".join(lines), encoding="utf-8")
    sys.exit(code)
