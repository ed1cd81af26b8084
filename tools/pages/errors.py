"""Generates `docs/reference/errors.md`: every error with an example that raises it."""

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
        "It is never raised itself. Catch it to catch every error of `ra`.",
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
    "UsageError": Example("The name of a command is misspelled.", ("ra chnks",)),
    "ConfigError": Example(
        "A settings file holds a key that does not exist.",
        ("echo 'max_file_byte = 1000' > .ra.toml", "ra status"),
    ),
    "QueryError": Example(
        "A quote in a query is not closed. In Python, see `problem`, `text`, `offset`.",
        ("ra inspect query 'rust \"async await'",),
    ),
    "UnknownTree": Example(
        "The name of a tree is misspelled.",
        (
            "mkdir docs",
            "printf '[tree.docs]\\npath = \"docs\"\\n' > .ra.toml",
            "ra status dosc",
        ),
    ),
    "UnknownTenant": Example(
        "No tree has this tenant. The same error asks you to choose a tenant if there are several.",
        (
            "mkdir docs",
            'printf \'[tree.docs]\\npath = "docs"\\ntenant = "team-a"\\n\' > .ra.toml',
            "ra ls docs --tenant team-b",
        ),
    ),
    "TreeMissing": Example(
        "The folder of a tree was moved. Commands print a warning and use the other trees; here "
        "there are none, so nothing is found. In Python, `kb.files.chunks` raises it unless you "
        "pass `on_failure`.",
        ("printf '[tree.docs]\\npath = \"gone\"\\n' > .ra.toml", "ra chunks"),
        code=1,
    ),
    "SourceError": Example(
        "Something in a tree cannot be read, here an ignore file that is a folder. The other "
        "files are printed.",
        ("mkdir .raignore", "echo 'Warm the pot.' > pot.txt", "ra chunks"),
    ),
    "ChunkingFailed": Example(
        "A file has another encoding than UTF-8.",
        ("printf 'caf\\351\\n' > old.md", "ra inspect doc old.md"),
    ),
    "FileRefused": Example(
        "A file with the extension of a document is binary.",
        ("printf '\\000\\377\\000\\377' > picture.md", "ra inspect doc picture.md"),
    ),
    "IndexUnwritable": Example(
        "The folder of the index cannot be created, here because a file is in its place. The same "
        "error reports missing permissions and a full disk. Data committed before is kept.",
        ("mkdir ~/.cache", "touch ~/.cache/ra", "ra update"),
    ),
    "OutputUnwritable": Example(
        "The output goes to a full disk, here to a device that is always full.",
        ("ra help > /dev/full",),
    ),
    "IndexMissing": Example(
        "`--no-update` forbids building the index, and none exists. In Python, `ra.open` with "
        '`update="never"` does the same.',
        ("echo '# Pot' > pot.md", "ra search pot --no-update"),
    ),
    "IndexNewer": Example(
        "A newer version of `ra` has built the index in a newer format. The index is left "
        "unchanged.",
        (
            "ra update",
            """python3 -c '
import pathlib, sqlite3
[catalog] = pathlib.Path.home().glob(".cache/ra/indexes/*/gen-*/catalog.sqlite")
sqlite3.connect(catalog).execute("PRAGMA user_version = 1000")
'""",
            "ra ls docs",
        ),
    ),
    "IndexDamaged": Example(
        "Something has overwritten a file of the index. The command reports it, moves the index "
        "aside, rebuilds it and continues.",
        (
            "echo '# Pot' > pot.md",
            "ra update",
            "echo 'not a database any more' > ~/.cache/ra/indexes/*/gen-*/catalog.sqlite",
            "ra ls docs",
        ),
        code=0,
    ),
    "IndexUnrepaired": Example(
        "A command that found damage was killed after it had moved the index aside. The next one "
        "reports it, rebuilds the index and continues.",
        (
            "echo '# Pot' > pot.md",
            "ra update",
            "cd ~/.cache/ra/indexes/* && rm current && mv gen-* damaged-1 && cd ~/project",
            "ra ls docs --no-update",
        ),
        code=0,
    ),
    "ModelUnavailable": Example(
        "The folder that should hold a model is empty.",
        (
            "mkdir model && echo 'embed.folder = \"model\"' > .ra.toml && ra trust",
            "ra embed",
        ),
    ),
    "NotFound": Example("The named file does not exist.", ("ra inspect doc nothing.md",)),
}

_INTRO = """\
# Errors

Every error is a subclass of `RaError`. It has the exit code of the command and the HTTP status of a
server. Its message names the problem, the place and the fix. In Python, import errors from the
package: `ra.ConfigError`.

Any other exception is a bug in `ra`. It is printed as one line with exit code 2; `--debug` adds the
traceback.

`make docs` generates this page. The descriptions come from the code. The examples are real runs,
each in an empty folder."""

_CODES = """\
## File codes

An error about one file also has a code and a state. `ra status --files --json` prints them.

| Code | State | Meaning |
|---|---|---|
| `CHUNKING_FAILED` | failed | the file is not strict UTF-8, or a notebook or canvas is not JSON |
| `UNREADABLE` | failed | no permission to read it, or an ignore file is not a regular file |
| `BINARY` | skipped | it contains NUL bytes and is not text, or it is UTF-16 or UTF-32 |
| `TOO_LARGE` | skipped | it is larger than `max_file_bytes` |
| `TOO_COMPLEX` | skipped | it has too many headings, blocks and marks; split it |
| `NOT_REGULAR` | skipped | it is a pipe, a socket or a device |
| `NAME_NOT_UTF8` | skipped | its name is not UTF-8 |
| `TOO_MANY_PATTERNS` | failed | the ignore file of a folder has too many patterns |
| `OUTSIDE_TREE` | skipped | a symbolic link out of the tree, or into `.git` or `.ra` |
| `BROKEN_LINK` | skipped | a symbolic link whose target does not exist or cannot be followed |
| `LINK_LOOP` | skipped | a symbolic link to a folder that contains it |
| `LINK_REPEATED` | skipped | a symbolic link to a folder that another link already leads to |
| `GONE` | skipped | it was deleted between listing and reading |
| `IGNORED` | ignored | a line of `.gitignore` or `.raignore` excludes it |
| `EXCLUDED` | ignored | a pattern in `exclude` matches it |
| `HIDDEN` | ignored | its name starts with a dot that `include` does not spell out |
| `SOURCE_FAILED` | failed | any other failure |
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
        yield f"- Subclass of: [`{parent}`](#{parent.lower()})"
    if issubclass(error, SourceError):
        yield f"- Code: {_code(error)}"
    yield ""
    yield when
    yield ""
    yield refreshed(_console(commands), start=START)


def _code(error: type[SourceError]) -> str:
    if error.__name__ == "FileRefused":
        return "depends on the reason, see [File codes](#file-codes)"
    return f"`{error.code}`"


def _console(commands: tuple[str, ...]) -> str:
    lines = ["```console"]
    for command in commands:
        first, *rest = command.split("\n")
        lines += [f"$ {first}", *(f"> {line}" for line in rest)]
    return "\n".join([*lines, "$ echo $?", "```", ""])
