"""The entry point: a Ctrl-C ends the process with 130 from here on, never with a traceback.

Importing the command takes longer than anything else a short command does, and a
KeyboardInterrupt in the middle of an import has nobody to catch it.
"""

import sys

from ra.cli.interrupt import guard_start


def run() -> None:
    """The command `ra`, as the installed script and `python -m ra` start it."""
    guard_start()
    from ra.cli.main import main  # only now: this is what takes its time

    sys.exit(main())
