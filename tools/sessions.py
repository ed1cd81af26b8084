"""Runs the commands in the fences of a page and writes their output below them.

A fence `console` holds commands after `$ ` (`> ` goes on with one) and what they print. A fence
`sh` is run too, and must succeed, but shows no output. All other fences are left alone. One
page is one session: a later fence finds what an earlier one made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ra.document import Source
from ra.parse import blocks_of, parse
from tools.playground import Shell, World, playground


class Fence(NamedTuple):
    """A fenced block: its word after the ticks, its lines, and where they stand (bytes)."""

    info: str
    lines: list[str]
    start: int
    end: int


class Command(NamedTuple):
    """One command as the page shows it, and as the shell gets it."""

    shown: list[str]
    script: str


def refreshed(page: str, world: World | None = None, start: str = "") -> str:
    """The page with every output as it is now."""
    data = page.encode()
    todo = [fence for fence in fences(page) if fence.info in ("console", "sh")]
    if not todo:
        return page
    with playground(world or {}, start) as shell:
        answers = [(fence, _answer(fence, shell)) for fence in todo]
    for fence, lines in reversed(answers):
        body = "".join(f"{line}\n" for line in lines).encode()
        data = data[: fence.start] + body + data[fence.end :]
    return data.decode()


def fences(page: str) -> Iterator[Fence]:
    """The fenced blocks at the top level of a page."""
    data = page.encode()
    for block in blocks_of(parse(Source("docs", "page.md", data, 0, "markdown"))):
        text = data[block.start : block.end].decode().rstrip("\n")
        if block.kind == "code" and text.startswith("```"):
            first, *lines, last = text.split("\n")
            start = block.start + len(first.encode()) + 1
            end = block.start + len(text.encode()) - len(last.encode())
            yield Fence(first.strip("` "), lines, start, end)


def commands(lines: list[str]) -> list[Command]:
    """The commands of a `console` fence, without what is printed under them."""
    found: list[Command] = []
    for line in lines:
        if line.startswith("$ "):
            found.append(Command([line], line[2:]))
        elif line.startswith("> ") and found and _is_open(found[-1].script):
            shown, script = found[-1]
            found[-1] = Command([*shown, line], f"{script}\n{line[2:]}")
    return found


def _is_open(script: str) -> bool:
    """Whether a shell would ask for more: a quote is open, or the line ends with a backslash."""
    return script.endswith("\\") or script.count("'") % 2 == 1


def _answer(fence: Fence, shell: Shell) -> list[str]:
    if fence.info == "sh":
        done = shell.run("set -e\n" + "\n".join(fence.lines))
        if done.code:
            raise RuntimeError(f"exit code {done.code} from:\n{fence.lines}\n{done.out}")
        return fence.lines
    lines: list[str] = []
    for command in commands(fence.lines):
        lines += [*command.shown, *shell.run(command.script).out.splitlines()]
    return lines
