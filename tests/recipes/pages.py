"""Reads the Python fences of a guide."""

from __future__ import annotations

import re
from pathlib import Path

GUIDES = Path(__file__).parents[2] / "docs" / "guides"


def headings(page: str) -> list[str]:
    """The sections of a guide, in order."""
    return re.findall(r"^## (.+)$", (GUIDES / page).read_text(encoding="utf-8"), re.MULTILINE)


def python_of(page: str, heading: str) -> list[str]:
    """The Python code of one section, or for an empty heading of the text before the first."""
    text = (GUIDES / page).read_text(encoding="utf-8")
    before, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    named = {each.partition("\n")[0]: each for each in sections}
    return re.findall(r"^```python\n(.*?)^```$", named.get(heading, before), re.M | re.S)
