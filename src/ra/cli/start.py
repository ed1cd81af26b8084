"""The entry point: from here on a Ctrl-C ends the process with 130, never with a traceback.

Importing the command takes most of the time of a short command, and nothing could catch a
KeyboardInterrupt in the middle of an import.
"""

import sys

from ra.cli.interrupt import guard_start


def run() -> None:
    """Run `ra`, from the installed script or `python -m ra`."""
    guard_start()
    from ra.cli.main import main  # late: this import takes most of the time

    sys.exit(main())
