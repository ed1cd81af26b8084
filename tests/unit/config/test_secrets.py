"""Tests that secrets come from the environment only and are never shown (SPEC 1.5, 10)."""

from __future__ import annotations

import json
import tomllib
from typing import Any, NamedTuple

import pytest

from ra.config import here, template
from ra.config.key import Secret
from ra.config.overlay import look
from ra.errors import ConfigError
from ra.present import settings as present
from ra.present.style import Style
from tests.unit.config.arrays import SCHEMA, found
from tests.unit.config.world import World
from tools.pages import settings as page

VALUE = "sk-12345-very-secret"


def test_it_is_read_with_the_places_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARCHITECTURE: the environment is read in `config.places.here` alone."""
    monkeypatch.setenv("RA_TEST_KEY", VALUE)
    assert here(SCHEMA).secrets["answer.key"].reveal() == VALUE
    monkeypatch.delenv("RA_TEST_KEY")
    assert not here(SCHEMA).secrets["answer.key"]
    assert here().secrets.keys() == {"embed.key", "llm.key"}


def test_it_is_looked_up_like_any_key(world: World) -> None:
    """Issue 13, 5: whoever needs the value asks for its key."""
    secret = look(found(world, key=VALUE).overlay, ("answer", "key"), SCHEMA).value
    assert secret.reveal() == VALUE


@pytest.mark.parametrize("is_global", [False, True])
def test_no_file_may_hold_it(world: World, is_global: bool) -> None:
    """Issue 13, 5: not even the user's own; the message does not repeat it."""
    file = world.write(world.home if is_global else world.project, f'answer.key = "{VALUE}"\n')
    with pytest.raises(ConfigError) as caught:
        found(world)
    assert str(caught.value) == (
        f"{file}:1: 'answer.key' is a secret; put it into the environment variable RA_TEST_KEY, "
        "and take it out of this file"
    )


def test_it_is_not_shown_by_accident() -> None:
    """Issue 13, 5: neither as text nor inside other values."""
    secret = Secret(VALUE)
    for shown in (str(secret), repr(secret), f"{secret}", f"{[secret]}", f"{secret!a}"):
        assert VALUE not in shown
    assert (str(Secret(VALUE)), str(Secret(""))) == ("set", "not set")


class _Answer(NamedTuple):
    key: Secret


class _Context(NamedTuple):
    limit: int
    rules: tuple[object, ...]


@pytest.mark.parametrize(("value", "told"), [(VALUE, "set"), ("", "not set")])
def test_ra_config_tells_whether_it_is_set(world: World, value: str, told: str) -> None:
    """Issue 13, 5: as a remark among lines that a file could hold, and in JSON as a word."""
    fields = {
        **world.load()._asdict(),
        "answer": _Answer(Secret(value)),
        "sample": _Context(1, ()),
    }
    kind = NamedTuple("kind", [(name, Any) for name in fields])  # type: ignore[misc]
    held: Any = kind(**fields)
    lines = list(present.draw(held, Style(color=False), origins=True, schema=SCHEMA))
    [line] = [line for line in lines if "answer.key" in line]
    origin = "RA_TEST_KEY" if value else "default"
    assert line.split("  ")[0] == f"# answer.key is {told}"
    assert line.endswith(f"# {origin}")
    record = present.record(held, origins=True, schema=SCHEMA)
    assert VALUE not in json.dumps(record)
    assert record["settings"]["answer.key"] == told  # type: ignore[index]


def test_pages_name_the_variable() -> None:
    """SPEC 1.5: template and reference page say where it belongs."""
    text = template.project("docs", SCHEMA)
    assert "environment variable RA_TEST_KEY and is not allowed in a file." in text
    assert tomllib.loads(text)["answer"] == {}
    [entry] = [part for part in page.page(SCHEMA).split("## ") if part.startswith("`answer.key`")]
    assert "environment variable `RA_TEST_KEY`" in entry
    assert "```toml" not in entry
