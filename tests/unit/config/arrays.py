"""A schema with an array of tables and a secret, which no setting has yet."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ra.config.apply_trust import survey
from ra.config.files import settings_files
from ra.config.key import Key, Secret
from ra.config.nearest_file import nearest
from ra.config.overlay import SetValue, look, overlay_of, tables_of
from ra.config.schema import KEYS, Parts, schema_of
from ra.config.trust import remember
from tests.unit.config.world import World

RULES: Parts = ("sample", "rules")
SCHEMA = schema_of(
    (
        *KEYS,
        Key("sample.limit", "int", 10, "How many results there are.", "5", minimum=1),
        Key(
            "sample.rules[].match",
            "string",
            None,
            "The pattern of the files that the rule is about.",
            '"*.rs"',
            required=True,
        ),
        Key("sample.rules[].terms", "strings", (), "More terms.", '["rust"]'),
        Key(
            "sample.rules[].include",
            "string",
            "",
            "A folder of more documents.",
            '"more"',
            trust="outside",
            is_path=True,
        ),
        Key(
            "sample.rules[].search.limit",
            "int",
            None,
            "`sample.limit` for this rule alone.",
            "3",
            minimum=1,
            inherits="sample.limit",
        ),
        Key("answer.key", "string", None, "Who pays.", '"x"', secret="RA_TEST_KEY"),
    )
)


class Found(NamedTuple):
    """What holds in a folder: each key as it is looked up, and what was left out."""

    overlay: dict[Parts, SetValue]
    notes: tuple[str, ...]

    def rules(self, *names: str) -> list[object]:
        """The values of a key of all rules, in order."""
        tables = tables_of(self.overlay, RULES)
        return [look(self.overlay, (*table, *names), SCHEMA).value for table in tables]


def found(world: World, folder: Path | None = None, key: str = "") -> Found:
    """What the files of a folder, by default the project, and those above it come to."""
    cwd = folder or world.project
    cwd.mkdir(parents=True, exist_ok=True)
    files, notes = settings_files(cwd, world.home, world.state, SCHEMA)
    return Found(overlay_of(files, {"answer.key": Secret(key)}), notes)


def trust(world: World, folder: Path) -> None:
    """Allow what the settings file of a folder names, as `ra trust` does."""
    remember(world.state, survey(nearest(folder, world.home), world.home, SCHEMA))
