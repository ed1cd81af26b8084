"""The folder in which the recipes run."""

from __future__ import annotations

from pathlib import Path

import pytest

TEA = """\
---
tags: [tea]
status: draft
---
# Tea

Green tea is brewed cool. See [the pot](pot.md).

## Water

Fresh water for green tea.
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Notes in the folder `notes` of the current folder."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "tea.md").write_text(TEA, encoding="utf-8")
    (folder / "pot.md").write_text("# The pot\n\nWarm the pot.\n", encoding="utf-8")
    for name in ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return folder
