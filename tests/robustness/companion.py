"""A process that keeps a library open and answers, one line of JSON for each that it reads.

Run as `python -m tests.robustness.companion [WORD…]` in a project folder; the words are options of
`ra.open`: `tenant=NAME`, `update=never`. A request is a list: what to ask, then what of it. The
answer has `value` or `error`, and `said`, which is what the library told its user meanwhile.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

import ra
from ra.library import Library
from tests.robustness.notes import searched
from tests.robustness.world import World
from tests.zygote import ZYGOTE


def search(kb: Library, number: int) -> object:
    """The sections that a search for the word of a document finds."""
    return dict(searched(kb, number))


def together(kb: Library, *numbers: int) -> object:
    """The same for several documents, all of one state of the index."""
    return kb.reading(lambda: [dict(searched(kb, number)) for number in numbers])


def of_tenant(kb: Library, name: str, number: int) -> object:
    """The same for another tenant, by a library that shares the engine."""
    return dict(searched(kb.for_tenant(name), number))


def documents(kb: Library) -> object:
    """The ids of all documents."""
    return [each.id for each in kb.index.documents()]


def notes(kb: Library, word: str) -> object:
    """What the report of a search says of trees that are not whole."""
    return list(kb.search(word).notes)


def update(kb: Library) -> object:
    """How many documents came, changed and went."""
    done = kb.index.update().trees
    return [[tree.added, tree.modified, tree.removed, tree.problem] for tree in done]


def healthy(kb: Library) -> object:
    """What a check of the whole index finds wrong."""
    return [each.message for each in kb.index.doctor().problems]


def close(kb: Library) -> object:
    """Let go of all files."""
    kb.release()
    return None


REQUESTS: Mapping[str, Callable[..., object]] = {
    each.__name__: each
    for each in (search, together, of_tenant, documents, notes, update, healthy, close)
}


def main(words: list[str]) -> None:
    """Answer until there is no further line."""
    options: dict[str, Any] = dict(word.split("=", 1) for word in words)
    said: list[str] = []
    with ra.open(say=said.append, **{"update": "missing", **options}) as kb:
        for line in sys.stdin:
            name, *args = json.loads(line)
            reply: dict[str, object] = {}
            try:
                reply["value"] = REQUESTS[name](kb, *args)
            except ra.RaError as error:
                reply["error"] = f"{type(error).__name__}: {error}"
            print(json.dumps({**reply, "said": said}), flush=True)
            said.clear()


class Companion:
    """The other end: ask such a process, and wait for its answer."""

    def __init__(self, world: World, *options: str) -> None:
        self._process = subprocess.Popen(
            [*ZYGOTE.command("tests.robustness.companion"), *options],
            cwd=world.folder,
            env=world.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Companion:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process:
            if process.stdin is not None:
                process.stdin.close()
        assert process.returncode == 0

    def reply(self, *request: object) -> dict[str, Any]:
        """All that is answered."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def ask(self, *request: object) -> Any:
        """The value; an error is none."""
        reply = self.reply(*request)
        assert "error" not in reply, reply
        return reply["value"]


if __name__ == "__main__":
    main(sys.argv[1:])
