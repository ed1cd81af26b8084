"""What does `python -m ra` run? The same command line as `ra`."""

import sys

from ra.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
