"""Generates `docs/reference/commands.md` from the command parsers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ra.cli.arguments import Argument
from ra.cli.commands import COMMANDS, Command, load
from ra.cli.parser import top_parser
from tools.sessions import refreshed

START = "project"
WORLD: dict[str, str | bytes] = {
    "project/.ra.toml": (
        'root = true\n\n[tree.project]\npath = "."\ninclude = ["/README.md"]\n\n'
        '[tree.docs]\npath = "docs"\n'
    ),
    "project/README.md": (
        "# Tea\n\nHow we make it.\n\n## Green\n\nAt 80 degrees.\n\n## Black\n\nBoil.\n"
    ),
    "project/docs/guide.md": (
        "---\ntags: [kitchen]\n---\n# Guide\n\nSee [the pot](pot.md) and [[cups]].\n"
    ),
    "project/docs/pot.md": "# The pot\n\nWarm it first.\n",
    "elsewhere/note.md": "# A note\n\nOutside every tree.\n",
    "tea-set/docs/tea.md": "# Tea\n\n## Green\n\nAt 80 degrees.\n\n## Black\n\nBoil.\n",
    "tea-set/queries.jsonl": '{"id": "1", "text": "How hot is green tea?"}\n',
    "tea-set/qrels.jsonl": '{"query_id": "1", "target": "tea.md#green", "grade": 1}\n',
    "tea-set/meta.json": '{"level": "section", "lang": "en"}\n',
}
# Settings that name a folder outside their own.
REACHING: dict[str, str | bytes] = {
    "project/.ra.toml": '[tree.docs]\npath = "docs"\n\n[tree.plans]\npath = "../plans"\n',
    "project/docs/guide.md": WORLD["project/docs/guide.md"],
    "plans/launch.md": "# Launch\n",
}
BARE: dict[str, str | bytes] = {"project/README.md": WORLD["project/README.md"]}
EVERYWHERE = (
    ("ra -C docs status", "run in the folder docs"),
    ("ra status --directory docs", "the same; global flags may follow the command"),
    ("ra --color never inspect doc README.md", "print without colors"),
    ("ra --debug config", "print a traceback for an unexpected error"),
    ("ra --version", "print the version"),
    ("ra chunks -h", "print the help of one command"),
    ("ra chunks --help", "the same"),
)
_SHOWN = {
    "search",
    "get",
    "ls",
    "links",
    "update",
    "status",
    "doctor",
    "forget",
    "inspect",
    "chunks",
    "init",
    "config",
    "trust",
}
_BEFORE = dict.fromkeys(("status", "doctor", "forget"), ("ra update",))  # they describe an index

_INTRO = """\
# Commands

Each command with its arguments, flags and examples. `ra COMMAND --help` prints the same in the
terminal. `make docs` generates this page from the code.

The exit code is 0 if something was found, 1 if nothing was found, and 2 after an error. Errors and
warnings go to stderr, everything else to stdout. Output is colored on a terminal unless `NO_COLOR`
is set; `--color` overrides both."""


def page() -> str:
    """The whole page; the outputs on it are real."""
    return "\n".join([_INTRO, "", *_everywhere(), *(_command(command) for command in COMMANDS)])


def world(name: str) -> dict[str, str | bytes]:
    """The files among which the examples of a command run."""
    return {"init": BARE, "trust": REACHING}.get(name, WORLD)


def own(command: Command) -> list[Argument]:
    """The words and flags of a command that help shows, without those for every command."""
    return [each for each in load(command.name).ARGUMENTS if each.help]


def written(argument: Argument) -> str:
    """A word or flag as it is typed."""
    if not argument.flags:
        more = "…" if argument.times in ("*", "+") else ""
        name = f"{argument.metavar}{more}"
        return f"[{name}]" if argument.times in ("*", "?") else name
    value = f" {argument.metavar}" if argument.metavar else ""
    return ", ".join(f"{flag}{value}" for flag in argument.flags)


def _everywhere() -> Iterator[str]:
    yield "## Global flags"
    yield ""
    yield "Put them before or after the command. Use `--version` without a command."
    yield ""
    yield from _arguments(top_parser().arguments)
    yield from _examples(EVERYWHERE)


def _command(command: Command) -> str:
    module = load(command.name)
    arguments = own(command)
    words = [written(each) for each in arguments if not each.flags]
    flags = ["[FLAGS]"] if any(each.flags for each in arguments) else []
    lines = [f"## `ra {command.name}`", "", module.DESCRIPTION, ""]
    lines += ["```text", " ".join(["ra", command.name, *words, *flags]), "```", ""]
    lines += [*_arguments(arguments), *_examples(module.EXAMPLES)]
    if command.name in _SHOWN:
        shown = (*_BEFORE.get(command.name, ()), module.EXAMPLES[0][0])
        lines += ["```console", *(f"$ {line}" for line in shown), "```", ""]
    return refreshed("\n".join(lines), world(command.name), START)


def _arguments(arguments: Iterable[Argument]) -> Iterator[str]:
    yield "| Argument or flag | Meaning |"
    yield "|---|---|"
    for each in arguments:
        yield f"| `{written(each)}` | {each.help} |"
    yield ""


def _examples(examples: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "| Example | What it does |"
    yield "|---|---|"
    for line, meaning in examples:
        typed = line.replace("|", "\\|")
        yield f"| `{typed}` | {meaning} |"
    yield ""
