"""Asks an index every kind of question, each answered by a library of its own.

Run as `python -m tests.robustness.complete PLACE KIND` it answers for a parent process, line by
line: `hold` opens a library and asks it, `ask` asks again (or a fresh library, if none is held),
`close` closes it. A process that dies or hangs is then not the parent. By its kind a library
repairs its index or not.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Literal, NamedTuple, TypeVar

from ra.config.schema import Settings
from ra.engine.protocol import ReadWriter
from ra.errors import IndexDamaged, NotFound, RaError
from ra.library import Library, Upkeep
from ra.library.access import Access
from ra.search.results import Report
from tests.robustness.world import SECONDS, World, document

T = TypeVar("T")
Question = Callable[[Library], object]
Answers = Mapping[str, object]
Kind = Literal["same", "other", "damaged"]
ANSWER = "answer"
ERRORS = "errors-of-asker"
_LINKED = 13


def _search(query: str) -> Question:
    """A search as a whole: results, scores, titles, breadcrumbs, ranges, snippets, trace."""
    return lambda kb: kb.search(query)


QUESTIONS: Mapping[str, Question] = {
    "any words": _search("version1 says"),
    "names and words": _search("alias-7 OR tall"),
    "phrase and field": _search('"stands in part 1" title:section'),
    "mistyped": _search("stnads sectoin"),
    "prefix": _search("zqbbb*"),
    "path": _search("path:part-3 part"),
    "date and tag": _search("after:2020-09-01 part tags:t3"),
    "document": lambda kb: kb.get("docs:part-3/doc-3.md"),
    "section": lambda kb: kb.get("docs:part-4/doc-4.md#section-1-of-version1"),
    "no such document": lambda kb: kb.get("docs:part-4/no-doc.md"),
    "documents": lambda kb: kb.index.documents(),
    "chunks": lambda kb: list(kb.index.chunks()),
    "trees": lambda kb: kb.trees.list(),
    "links of one": lambda kb: kb.links.of(f"docs:part-{_LINKED % 7}/doc-{_LINKED}.md"),
    "all links": lambda kb: kb.links.all(),
    "files": lambda kb: kb.index.status().trees,
}
QUICK = ("any words", "mistyped", "path", "section", "documents", "links of one")
BUT_SLOW_ONES = tuple(name for name in QUESTIONS if name != "all links")


class Unrepaired(Library):
    """A library that repairs nothing: what a command meets before it repairs anything."""

    def __init__(self, settings: Settings, *, say: Callable[[str], None] | None = None) -> None:
        super().__init__(settings, say=say)
        self._access = _UnrepairedAccess(settings, None, say, Upkeep())


class _UnrepairedAccess(Access):
    def work(self, work: Callable[[ReadWriter], T]) -> T:
        return work(self.index().engine)


def _answered(question: Question, kb: Library) -> object:
    try:
        return _deep(question(kb))
    except NotFound as error:
        return str(error)


def answers(world: World, names: Sequence[str] = tuple(QUESTIONS)) -> dict[str, object]:
    """The answers of a sound index to these questions, each from a fresh library."""
    found: dict[str, object] = {}
    for name in names:
        with Unrepaired(world.settings) as kb:
            found[name] = _answered(QUESTIONS[name], kb)
    return found


def judged(world: World, good: Answers, *, apart: bool = False) -> dict[str, Kind]:
    """Whether questions get the right answer, another one, or are met by damage.

    All are asked of one fresh library, or `apart`, each of its own: longer, but nothing that one
    question has read can then help the next.
    """
    if apart:
        return {name: judged(world, {name: answer})[name] for name, answer in good.items()}
    found: dict[str, Kind] = {}
    with Unrepaired(world.settings, say=lambda _: None) as kb:
        for name, expected in good.items():
            try:
                found[name] = "same" if _answered(QUESTIONS[name], kb) == expected else "other"
            except IndexDamaged:
                found[name] = "damaged"
    return found


def make_aged(place: Path, count: int) -> World:
    """A project whose index has all kinds of pages, and rows in no order.

    A trained dictionary (from 100 documents on), a text that spills over to other pages, several
    segments, documents that came, changed and went later.
    """
    world = World(place)
    world.fill(count)
    chance = random.Random(1)
    parts = (" ".join(f"{chance.getrandbits(60):x}" for _ in range(300)) for _ in range(9))
    world.write("tall.md", "# Tall\n" + "".join(f"\n## Part\n\n{words}\n" for words in parts))
    update_as_large(world)
    world.age(count)
    update_as_large(world)
    for number in (900, 901):
        world.write(f"more-{number}.md", document(number))
        update_as_large(world)
    return world


def update_as_large(world: World) -> None:
    """Update an index so that it keeps several segments, and chunks that were removed from them."""
    done = world.ra("update", module="tests.robustness.large")
    assert (done.code, done.err) == (0, ""), done


# A process that is asked


class Told(NamedTuple):
    """`ANSWER` with its digest, or the name of an error with its text; and what was said."""

    kind: str
    what: str
    said: str


def digest(answer: object) -> str:
    """A short form of an answer, equal for equal ones."""
    whole = repr(_deep(answer)).encode("utf-8", "backslashreplace")
    return blake2b(whole, digest_size=8).hexdigest()


def _deep(answer: object) -> object:
    """All fields of an answer but the times; the reprs of reports and results are short."""
    if isinstance(answer, Report):  # it may have another one, of partial matches
        return [_deep(each) for name, each in answer.fields().items() if name != "seconds"]
    if isinstance(answer, frozenset | set):  # the order of their reprs differs between processes
        return sorted(repr(_deep(each)) for each in answer)
    if isinstance(answer, tuple):
        return type(answer).__name__, [_deep(each) for each in answer]
    return [_deep(each) for each in answer] if isinstance(answer, list) else answer


class Asker:
    """A process with a library, which answers as long as it lives."""

    def __init__(self, world: World, process: Popen[bytes]) -> None:
        self._world = world
        self._process = process

    def tell(self, *words: str) -> dict[str, Told]:
        """Let it do something and wait for the answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(words)}\n".encode())
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            errors = (self._world.folder.parent / ERRORS).read_text(encoding="utf-8")
            raise AssertionError(f"the process ended with {self._process.wait()}: {errors}")
        return {name: Told(*told) for name, told in json.loads(line).items()}


@contextmanager
def asker(world: World, kind: type[Library] = Library) -> Iterator[Asker]:
    """A process that is asked about a project; one that hangs ends after a while."""
    place = str(world.folder.parent)
    process = world.start(place, kind.__name__, module=__name__, stdin=PIPE)
    try:
        yield Asker(world, process)
    finally:
        process.kill()
        process.communicate()


class _Service:
    """What the process does for its parent."""

    def __init__(self, world: World, kind: type[Library]) -> None:
        self._world = world
        self._kind = kind
        self._said: list[str] = []
        self._held: Library | None = None

    def hold(self, *names: str) -> dict[str, Told]:
        """Open a library and ask it, so that everything is open and cached."""
        self._held = self._opened()
        return self.ask(*names)

    def ask(self, *names: str) -> dict[str, Told]:
        """Ask the library that is held, or a fresh one for each question."""
        return {name: self._told(QUESTIONS[name]) for name in names}

    def _opened(self) -> Library:
        return self._kind(self._world.settings, say=self._said.append)

    def _told(self, question: Question) -> Told:
        self._said.clear()
        kb = self._held or self._opened()
        kind, what = ANSWER, ""
        try:
            what = digest(_answered(question, kb))
        except RaError as error:
            kind, what = type(error).__name__, str(error)
        finally:
            if self._held is None:
                kb.close()
        return Told(kind, what, "; ".join(self._said))

    def close(self) -> dict[str, Told]:
        """Let go of the library."""
        if self._held is not None:
            self._held.close()
        self._held = None
        return {}


def main(place: str, kind: str) -> None:
    """Answer until the parent has no more questions."""
    errors = os.open(Path(place) / ERRORS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(errors, 2)  # a pipe that nobody reads would fill up
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    service = _Service(World(Path(place)), {"Library": Library, "Unrepaired": Unrepaired}[kind])
    for line in sys.stdin:
        action, *names = json.loads(line)
        print(json.dumps(getattr(service, action)(*names)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
