"""Fingerprints the settings of embeddings, without loading a model (SPEC 6.4)."""

from __future__ import annotations

import json

from ra.config.embed_keys import Embed
from ra.model import digest

VERSION = 1
"""Raise it when the built-in models, or the text that is embedded, change."""


def form(settings: Embed) -> str:
    """A text that changes when a document may need other vectors; empty if none are made."""
    if settings.model == "none" and not (settings.folder or settings.url):
        return ""
    facts = settings._replace(key=None, weight=0, threads=0, timeout=0)  # type: ignore[arg-type]
    return digest(json.dumps((VERSION, *facts)).encode(), 8)
