"""What can go wrong, and how does it come about? The page `docs/reference/errors.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getdoc
from typing import NamedTuple

from ra import errors
from ra.errors import RaError, SourceError
from tools.sessions import refreshed

START = "project"


class Example(NamedTuple):
    """How an error comes about: what happened, commands that show it, how the last one ends."""

    when: str
    commands: tuple[str, ...]
    code: int = 2


EXAMPLES: dict[str, Example] = {
    "RaError": Example(
        "It is the root of the tree and never raised itself. A program catches it to catch all.",
        (
            """python3 -c '
import ra
try:
    ra.open("nowhere")
except ra.RaError as error:
    print(type(error).__name__, error.exit_code, error.http_status)
'""",
        ),
        code=0,
    ),
    "UsageError": Example("A command was mistyped.", ("ra chnks",)),
    "ConfigError": Example(
        "A settings file holds a key that does not exist.",
        ("echo 'max_file_byte = 1000' > .ra.toml", "ra status"),
    ),
    "QueryError": Example(
        "A quote in a query is not closed. In Python, `problem`, `text` and `offset` tell it too.",
        ("ra inspect query 'rust \"async await'",),
    ),
    "UnknownTree": Example(
        "`ra status` was asked about a tree that no settings file declares.",
        (
            "mkdir docs",
            "printf '[tree.docs]\\npath = \"docs\"\\n' > .ra.toml",
            "ra status dosc",
        ),
    ),
    "UnknownTenant": Example(
        "A tenant was asked for that no tree belongs to.",
        (
            "mkdir docs",
            'printf \'[tree.docs]\\npath = "docs"\\ntenant = "team-a"\\n\' > .ra.toml',
            "ra ls docs --tenant team-b",
        ),
    ),
    "TreeMissing": Example(
        "The folder of a tree was moved away. To a command this is a warning, and the other trees "
        "work; here there are none, so nothing is found. In Python, `Library.chunks` raises it "
        "unless it is given `on_failure`.",
        ("printf '[tree.docs]\\npath = \"gone\"\\n' > .ra.toml", "ra chunks"),
        code=1,
    ),
    "SourceError": Example(
        "Something in a tree cannot be looked at, here an ignore file that is a folder. The other "
        "files are printed.",
        ("mkdir .raignore", "echo 'Warm the pot.' > pot.txt", "ra chunks"),
    ),
    "ChunkingFailed": Example(
        "A file was saved in another encoding than UTF-8.",
        ("printf 'caf\\351\\n' > old.md", "ra inspect doc old.md"),
    ),
    "FileRefused": Example(
        "A file with the suffix of a document is not text.",
        ("printf '\\000\\377\\000\\377' > picture.md", "ra inspect doc picture.md"),
    ),
    "IndexUnwritable": Example(
        "The index has no place: here a file stands where its folder should be. The same error "
        "tells of a folder without permission and of a full disk. What was saved before stays.",
        ("touch .ra.toml .ra", "ra update"),
    ),
    "OutputUnwritable": Example(
        "What is printed goes to a file, and its disk is full: here a device that always is.",
        ("ra help > /dev/full",),
    ),
    "IndexNewer": Example(
        "A newer version of `ra` has built the index in a form that this one does not know. It is "
        "left as it is.",
        (
            "touch .ra.toml",
            "ra update",
            """python3 -c '
import sqlite3
sqlite3.connect(".ra/catalog.sqlite").execute("PRAGMA user_version = 1000")
'""",
            "ra ls docs",
        ),
    ),
    "IndexDamaged": Example(
        "Something has written into a file of the index. The command says so, moves the index "
        "aside, builds it again and goes on.",
        (
            "touch .ra.toml",
            "echo '# Pot' > pot.md",
            "ra update",
            "echo 'not a database any more' | dd of=.ra/catalog.sqlite conv=notrunc status=none",
            "ra ls docs",
        ),
        code=0,
    ),
    "NotFound": Example("A file was named that is not there.", ("ra inspect doc nothing.md",)),
}

_INTRO = """\
# Errors

Every error is a kind of `RaError`. It carries the exit code that a command ends with and the HTTP
status that a server answers with, and its message says what is wrong, where, and what to do.
In Python they stand in the package: `ra.ConfigError`.

Anything else that goes wrong is a mistake in `ra` itself. It is shown as one line, ends with exit
code 2, and `--debug` adds the traceback.

This page is written by `make docs`: its sentences come from the code, and its examples are real
runs, each in an empty folder."""

_CODES = """\
## Codes of files

An error about one file also carries a code and a state, which `ra status --files --json` shows.

| Code | State | Meaning |
|---|---|---|
| `CHUNKING_FAILED` | failed | the file is not strict UTF-8 |
| `UNREADABLE` | failed | the system does not let us read it, or an ignore file is no regular file |
| `BINARY` | skipped | it has NUL bytes and is not text, or it is UTF-16 or UTF-32 |
| `TOO_LARGE` | skipped | it is over `max_file_bytes` |
| `NOT_REGULAR` | skipped | a pipe, socket or device |
| `NAME_NOT_UTF8` | skipped | its name is not UTF-8 |
| `OUTSIDE_TREE` | skipped | a link that leaves the tree, or leads into `.git` or `.ra` |
| `BROKEN_LINK` | skipped | a link to nothing, or one that cannot be followed |
| `LINK_LOOP` | skipped | a link to a folder that contains it |
| `LINK_REPEATED` | skipped | a link to a folder that another link leads to already |
| `GONE` | skipped | it disappeared between listing and reading |
| `IGNORED` | ignored | a line of `.gitignore` or `.raignore` leaves it out |
| `EXCLUDED` | ignored | a pattern of `exclude` leaves it out |
| `HIDDEN` | ignored | its name begins with a dot and `include` does not spell it |
| `SOURCE_FAILED` | failed | the general case, used when no other code fits |
"""


def classes() -> list[type[RaError]]:
    """Every error class, in the order of the code."""
    found = [each for each in vars(errors).values() if isinstance(each, type)]
    return [each for each in found if issubclass(each, RaError)]


def page() -> str:
    """The whole page."""
    parts = [f"{_INTRO}\n", *("\n".join(_error(each)) for each in classes()), _CODES]
    return "\n".join(parts)


def sentence(error: type[RaError]) -> str:
    """The first paragraph of what the code says about an error, without its source."""
    first = (getdoc(error) or "").partition("\n\n")[0].replace("\n", " ")
    return re.sub(r" \(SPEC [^)]*\)", "", first)


def _error(error: type[RaError]) -> Iterator[str]:
    when, commands, _ = EXAMPLES[error.__name__]
    parent = error.__mro__[1].__name__
    yield f"## `{error.__name__}`"
    yield ""
    yield sentence(error)
    yield ""
    yield f"- Exit code: {error.exit_code}"
    yield f"- HTTP status: {error.http_status}"
    if error is not RaError:
        yield f"- Kind of: [`{parent}`](#{parent.lower()})"
    if issubclass(error, SourceError):
        yield f"- Code: {_code(error)}"
    yield ""
    yield when
    yield ""
    yield refreshed(_console(commands), start=START)


def _code(error: type[SourceError]) -> str:
    if error.__name__ == "FileRefused":
        return "that of the reason, see [Codes of files](#codes-of-files)"
    return f"`{error.code}`"


def _console(commands: tuple[str, ...]) -> str:
    lines = ["```console"]
    for command in commands:
        first, *rest = command.split("\n")
        lines += [f"$ {first}", *(f"> {line}" for line in rest)]
    return "\n".join([*lines, "$ echo $?", "```", ""])
