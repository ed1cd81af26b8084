"""Runs the command line for `python -m ra`."""

from ra.cli.start import run

if __name__ == "__main__":
    run()
