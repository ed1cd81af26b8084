"""Runs `ra` as a user without any rights, since root may write anywhere.

Run as `python -m tests.robustness.nobody WORD…`. All modules are loaded before the rights are
given up, for the interpreter itself may stand where only root can read.
"""

from __future__ import annotations

import contextlib
import io
import os
import pkgutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import ra
from ra.cli.main import main
from tests.robustness.world import SETTINGS, document

NOBODY = 65534


def rehearse() -> None:
    """Load what a command may need: everything of ra, and what a few runs bring in."""
    for module in pkgutil.walk_packages(ra.__path__, "ra."):
        with contextlib.suppress(ImportError):  # of an extra that is not installed
            if not module.name.endswith("__main__"):
                import_module(module.name)
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        os.environ.update(HOME=f"{place}/home", XDG_CACHE_HOME="", XDG_STATE_HOME="")
        Path(place, ".ra.toml").write_text(SETTINGS, encoding="utf-8-sig")
        Path(place, "a.md").write_text(document(1), encoding="utf-8")
        here = Path.cwd()
        for words in (["update"], ["ls", "docs"], ["get", "a.md"], ["doctor"], ["status"]):
            assert main(["-C", place, *words]) == 0
            os.chdir(here)
    os.environ.clear()
    os.environ.update(before)


if __name__ == "__main__":
    if os.geteuid() == 0:
        rehearse()
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    sys.exit(main(sys.argv[1:]))
