"""Reads the events of the Markdown parser, up to a limit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pyromark

from ra.typed import Any

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_WIKILINKS
)
PARSER = pyromark.Markdown(options=OPTIONS)
# Prose has an event in 15 to 25 bytes, so 20 MiB of it pass; 20 MiB of `#` lines would take 4 GB.
MAX_EVENTS = 2_000_000
# No mark is shorter than a byte and none gives more than two events.
_SURELY_FEW = MAX_EVENTS // 2

Event = Any  # pyromark's events are strings and one-key dictionaries
Place = dict[str, int]
Events = Iterator[tuple[Event, Place]]


class TooManyEvents(ValueError):
    """A text has more headings, blocks and marks than can be held in memory."""


def events_of(text: str) -> Events:
    """Events with their byte ranges; a text with too many raises when the limit is reached."""
    found: Any = PARSER.events_with_range(text)
    events: Events = iter(found)
    return events if len(text) < _SURELY_FEW else _bounded(events)


def _bounded(events: Events) -> Events:
    yield from islice(events, MAX_EVENTS)
    if next(events, None) is not None:
        raise TooManyEvents(f"more than {MAX_EVENTS} headings, blocks and marks; split the file")
