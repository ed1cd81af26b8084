"""Writes versions of documents with any engine, as a process that the kill test can kill.

`python -m ra.engine.contract.writer package.module:function FOLDER`
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from ra.engine.contract.survival import batches
from ra.engine.protocol import Writer

_LAST = 500  # then it ends by itself


def write(engine: Writer) -> None:
    """Write versions of all documents one after the other; print a line after each step."""
    for version in range(1, _LAST):
        for batch in batches(version):
            engine.apply(batch)
            print("applied", version, flush=True)
        engine.flush()
        print("flushed", version, flush=True)


def main() -> None:
    """Write with the engine that the first argument opens for the second."""
    opener, folder = sys.argv[1:]
    module, _, function = opener.partition(":")
    write(getattr(import_module(module), function)(Path(folder)))


if __name__ == "__main__":
    main()
