"""The world of the settings tests: a home, a project inside it and a cache."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from ra.config import Settings, load
from ra.config.apply_trust import survey
from ra.config.nearest_file import nearest
from ra.config.trust import remember
from ra.errors import ConfigError
from ra.parse.slugs import slugify


class World(NamedTuple):
    """A folder that holds `home/work/project` and a cache; settings come from nowhere else."""

    top: Path

    @property
    def home(self) -> Path:
        """The home folder."""
        return self.top / "home"

    @property
    def project(self) -> Path:
        """A folder two levels below home."""
        return self.home / "work" / "project"

    @property
    def cache(self) -> Path:
        """The user's cache folder, which is not there yet."""
        return self.top / "cache"

    @property
    def state(self) -> Path:
        """The user's state folder, which is not there yet."""
        return self.top / "state"

    def trust(self, folder: Path) -> None:
        """Allow what the settings file of a folder names, as `ra trust` does."""
        remember(self.state, survey(nearest(folder, self.home), self.home))

    def write(self, folder: Path, text: str) -> Path:
        """Put a settings file into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / ".ra.toml"
        file.write_text(text, encoding="utf-8")
        return file

    def load(self, cwd: Path | None = None) -> Settings:
        """The settings that hold in a folder, by default in the project."""
        cwd = cwd or self.project
        cwd.mkdir(parents=True, exist_ok=True)
        return load(cwd, home=self.home, cache=self.cache, state=self.state, tree_name=slugify)

    def error(self, text: str) -> str:
        """What is said about a project file with this text, after the name of the file."""
        file = self.write(self.project, text)
        with pytest.raises(ConfigError) as caught:
            self.load()
        message = str(caught.value)
        assert message.startswith(str(file))
        return message.removeprefix(str(file))


def world(folder: Path) -> World:
    """A world below a folder, with links in its path resolved as `load` does."""
    return World(folder.resolve())
