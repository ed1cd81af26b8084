"""Collects the values that point outside the folder of their settings file, with their targets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ra.config.schema import SCHEMA, Parts, Schema
from ra.config.toml import dotted, literal
from ra.config.user_folders import placed
from ra.typed import Any, NamedTuple


class Claim(NamedTuple):
    """A key whose value needs the user's trust (SPEC 1.9).

    `value` is written as in TOML. `leads_to` is the real path behind it, so that a link with a new
    target is another claim; it is empty for a value that is not a path.
    """

    key: str
    value: str
    leads_to: str


def claims_of(
    values: Mapping[Parts, Any],
    base: Path,
    home: Path,
    schema: Schema = SCHEMA,
    *,
    inside: bool = False,
) -> dict[Parts, Claim]:
    """The values of a settings file in the folder `base` that need trust.

    It only resolves links: it neither opens nor lists the targets. With `inside`, paths in the
    folder are included.
    """
    found: dict[Parts, Claim] = {}
    for parts, value in values.items():
        key = schema.row(parts)
        if not key.trust or value == key.default:
            continue
        real = real_path(value, base, home) if key.is_path else None
        if inside or key.trust == "always" or real is None or not is_within(real, base):
            found[parts] = Claim(dotted(parts), literal(value), str(real or ""))
    return found


def is_through_link(claim: Claim, text: str, base: Path, home: Path) -> bool:
    """Whether the real path of a value differs from the path as written."""
    return claim.leads_to != os.path.normpath(placed(text, base=base, home=home))


def is_within(real: Path, base: Path) -> bool:
    """Whether a real path is in a project's folder, and not in its `.git`.

    The contents of `.git`, such as a password in a URL, do not come with the folder.
    """
    if not real.is_relative_to(base):
        return False
    return all(part.lower() != ".git" for part in real.relative_to(base).parts)


def real_path(text: str, base: Path, home: Path) -> Path:
    """The real path of a value in a file of the real folder `base`."""
    path = placed(text, base=base, home=home)
    if path.drive.lower() != base.drive.lower():
        return path  # possibly another computer: resolving it would contact that computer
    return Path(os.path.realpath(path))
