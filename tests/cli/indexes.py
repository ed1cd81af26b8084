"""Helpers that read the list of a user's indexes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ra.config.user_folders import state_folder
from tests.cli.command import Sandbox

is_posix = pytest.mark.skipif(os.name != "posix", reason="links and locks are of POSIX")


def records(box: Sandbox) -> list[Path]:
    """What the state folder knows of indexes."""
    folder = state_folder(sys.platform, box.env(), box.home) / "indexes"
    return sorted(folder.iterdir()) if folder.exists() else []


def snapshot(folder: Path) -> dict[str, bytes | str]:
    """Every file below a folder with its bytes, every link with its target."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else ""
        for path in sorted(folder.rglob("*"))
    }


def listed(box: Sandbox) -> list[dict[str, object]]:
    """What `ra status --indexes` lists."""
    found: list[dict[str, object]] = box.ra("status", "--indexes", "--json").json
    return found


def another(box: Sandbox, name: str) -> Path:
    """One more folder with an index, beside the project."""
    folder = box.folder.parent / name
    box.write({f"../{name}/a.md": "# A\n\nother words\n"})
    assert box.ra("-C", str(folder), "update").code == 0
    return folder
