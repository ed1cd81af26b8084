"""Loads the cases of a folder; a `*.json` file lists cases of the form it is named after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

DATA = frozenset({"links_catalog"})  # read by cases, not cases themselves


class BadCases(Exception):
    """A folder or file that cannot be read as cases; the message says which and why."""


class Case(NamedTuple):
    """One example: what goes in and what must come out. `record` is the case as written.

    `folder` is where it was read from: data that cases share stands there too.
    """

    form: str
    name: str
    input: Any
    expected: Any
    record: dict[str, Any]
    folder: Path


def read_folder(folder: Path) -> dict[str, list[Case]]:
    """The cases of a folder by form, in the order of the file names."""
    if not folder.is_dir():
        raise BadCases(f"{folder}: no such folder; name a folder of *.json case files")
    files = sorted(path for path in folder.glob("*.json") if path.stem not in DATA)
    if not files:
        raise BadCases(f"{folder}: no *.json case files in it")
    return {path.stem: read_file(path) for path in files}


def read_file(path: Path) -> list[Case]:
    """The cases of one file."""
    try:
        records = json.loads(path.read_bytes())
    except OSError as error:
        raise BadCases(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadCases(f"{path}: not JSON: {error}") from error
    if not isinstance(records, list):
        raise BadCases(
            f"{path}: a case file is a list of cases, this is a {type(records).__name__}"
        )
    return [_case(path, number, record) for number, record in enumerate(records)]


def _case(path: Path, number: int, record: object) -> Case:
    if not isinstance(record, dict) or "input" not in record:
        raise BadCases(f"{path}: case {number} is not an object with an `input`")
    name = str(record.get("name", number))
    return Case(path.stem, name, record["input"], record.get("expected"), record, path.parent)
