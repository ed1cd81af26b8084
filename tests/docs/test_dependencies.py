"""Tests that every dependency is bounded, locked by hash and described."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from ra.embed import minilm, multilingual
from tools.reference import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN_TIME = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
DEVELOPMENT = [Requirement(line) for line in PROJECT["project"]["optional-dependencies"]["dev"]]
BUILD = [Requirement(line) for line in PROJECT["build-system"]["requires"]]
DIRECT = [*RUN_TIME, *DEVELOPMENT]
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
LOCK = ROOT / "requirements" / "dev.txt"

PINNED_DATA = {minilm.DISTRIBUTION, multilingual.DISTRIBUTION}

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))? \\")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def _named(requirement: Requirement) -> str:
    return canonicalize_name(requirement.name)


def _pins() -> dict[str, re.Match[str]]:
    """The pin of each package in the lock for development."""
    pins = (_PIN.fullmatch(line) for line in LOCK.read_text(encoding="utf-8").splitlines())
    return {pin["name"]: pin for pin in pins if pin}


def _in_tables(section: str) -> set[str]:
    """The packages that the tables of a section of the page name."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    cells = [row if section == "Indirect" else row.split("|")[1] for row in rows]
    return {canonicalize_name(name) for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


@pytest.mark.parametrize("requirement", [*DIRECT, *BUILD], ids=str)
def test_a_dependency_has_a_compatible_upper_bound(requirement: Requirement) -> None:
    """Issue 12: no version that may break comes in unasked; data checked by hash is pinned."""
    if [one.operator for one in requirement.specifier] == ["=="]:
        assert _named(requirement) in PINNED_DATA
        return
    lowest = next(one for one in requirement.specifier if one.operator == ">=")
    bound = next(one for one in requirement.specifier if one.operator == "<")
    low, high = Version(lowest.version), Version(bound.version)
    breaking = (low.major + 1, 0) if low.major else (0, low.minor + 1)
    assert (high.major, high.minor) == breaking


@pytest.mark.parametrize("requirement", DIRECT, ids=str)
def test_the_lock_agrees_with_the_package(requirement: Requirement) -> None:
    """Issue 12: what is tested is what the package asks for; `make lock` writes it."""
    pin = _pins()[_named(requirement)]
    assert pin["version"] in requirement.specifier
    is_split = LOCK.read_text(encoding="utf-8").count(f"\n{_named(requirement)}==") > 1
    assert bool(pin["marker"]) == bool(requirement.marker) or is_split


def test_the_build_backend_is_locked() -> None:
    """Issue 12: a checkout is installed without asking the package index for anything else."""
    asked = {_named(one): one.specifier for one in DEVELOPMENT}
    assert {_named(one): one.specifier for one in BUILD}.items() <= asked.items()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_pins_and_hashes_alone(lock: Path) -> None:
    """Issue 12: every package by version and hash; no address of a package index."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.lstrip().startswith("#")]
    assert [line for line in kept if not (_PIN.fullmatch(line) or _HASH.fullmatch(line))] == []
    assert "://" not in "\n".join(lines)
    for line, following in pairwise([*kept, ""]):
        assert line.endswith("\\") == bool(_HASH.fullmatch(following)), line


def test_make_installs_from_the_lock() -> None:
    """Issue 12: development and continuous integration use the lock, and nothing else."""
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in recipes.splitlines() if "$(PIP)" in line and ":=" not in line]
    assert len(installs) == 5
    assert all("--require-hashes" in line or "--no-index" in line for line in installs)


def test_the_page_names_every_dependency() -> None:
    """Issue 12: a page names each dependency; none that is gone."""
    assert _in_tables("Run time") == {_named(one) for one in RUN_TIME}
    assert _in_tables("Development") == {_named(one) for one in DEVELOPMENT}
    assert _in_tables("Indirect") >= _pins().keys() - {_named(one) for one in DIRECT}
    assert _in_tables("Indirect") <= _pins().keys()


@pytest.mark.parametrize("requirement", RUN_TIME, ids=str)
@pytest.mark.parametrize("word", ["Reason", "Watch", "Replacement"])
def test_the_page_judges_what_runs_at_run_time(requirement: Requirement, word: str) -> None:
    """Issue 12: what it does for us, what we watch, what would replace it."""
    part = PAGE.partition(f"\n### {requirement.name}\n")[2].partition("\n#")[0]
    assert f"- **{word}:** " in part
