"""Asks bash, zsh and fish for completions: all lines in one shell, whose start takes long."""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.cli.command import SECONDS, Sandbox
from tests.zygote import ZYGOTE

# Words as bash splits them: `=` stands alone.
_WORD = re.compile(r"=|[^\s=]+")
_END = "==end of the offers=="

_ZSH = r"""
PS1= ; unsetopt zle; autoload -U compinit; compinit -u -D; source {script}
offer() {{
    compadd() {{
        [[ " $* " == *" -"[OAD]* ]] && {{ builtin compadd "$@"; return }}
        local -a offered
        builtin compadd -O offered "$@"
        print -rl -- "<"${{^offered}}">"
        builtin compadd "$@"
    }}
    _main_complete
    print DO''NE
}}
zle -C offer list-choices offer; bindkey '^X' offer; setopt zle; print REA''DY
"""


def bash(box: Sandbox, lines: Sequence[str]) -> list[set[str]]:
    """What bash offers: the script's own function, called as readline calls it."""
    split = [_WORD.findall(line) + ([""] if line.endswith(" ") else []) for line in lines]
    return bash_words(box, split)


def bash_words(box: Sandbox, lines: Sequence[Sequence[str]]) -> list[set[str]]:
    """What bash offers for the last of these words, for each line."""
    asks = [
        f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1} COMPREPLY=()\n"
        "_ra; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        for words in lines
    ]
    source = f"source {shlex.quote(str(script(box, 'bash')))}\n"
    return _run(box, ["bash", "--norc", "-c"], source, asks)


def fish(box: Sandbox, lines: Sequence[str]) -> list[set[str]]:
    """What fish offers, without the descriptions."""
    asks = [f"complete -C {shlex.quote(line)}\n" for line in lines]
    offered = _run(box, ["fish", "--no-config", "-c"], f"source {script(box, 'fish')}\n", asks)
    return [{word.partition("\t")[0].rpartition("=")[2] for word in each} for each in offered]


def zsh(box: Sandbox, lines: Sequence[str]) -> list[set[str]]:
    """What zsh offers in an interactive session on a terminal of its own."""
    setup = box.home / "setup.zsh"
    setup.write_text(_ZSH.format(script=script(box, "zsh")), encoding="utf-8")
    with _terminal(box, ["zsh", "-f", "-i"]) as terminal:
        os.write(terminal, f"source {setup}\n".encode())
        _until(terminal, b"READY")
        return [_offered_by_zsh(terminal, line) for line in lines]


def _offered_by_zsh(terminal: int, line: str) -> set[str]:
    os.write(terminal, b"\x15" + line.encode() + b"\x18")  # in place of the line before
    shown = _until(terminal, b"DONE").decode()
    return {word.replace("\\", "") for word in re.findall(r"<([^<>\r\n]+)>", shown)}


Shell = Callable[[Sandbox, Sequence[str]], list[set[str]]]
SHELLS: Mapping[str, Shell] = {"bash": bash, "zsh": zsh, "fish": fish}


def script(box: Sandbox, shell: str) -> Path:
    """The script that `ra completion` prints, in a file."""
    path = box.home / f"completion.{shell}"
    done = box.ra("completion", shell)
    assert (done.code, done.err) == (0, "")
    path.write_text(done.out, encoding="utf-8")
    return path


def env(box: Sandbox) -> dict[str, str]:
    """An environment in which `ra` is a command."""
    command = box.home / "bin" / "ra"
    if not command.exists():
        command.parent.mkdir()
        command.write_text(
            f'#!/bin/sh\nexec {shlex.join(ZYGOTE.command())} "$@"\n', encoding="utf-8"
        )
        command.chmod(0o755)
    return box.env(PATH=f"{command.parent}:{os.environ['PATH']}", TERM="dumb", COLUMNS="200")


def _run(box: Sandbox, shell: list[str], source: str, asks: Sequence[str]) -> list[set[str]]:
    """The lines that each of these requests prints, in one shell that has read the source."""
    text = source + "".join(f"{ask}printf '{_END}\\n'\n" for ask in asks)
    done = subprocess.run(
        [*shell, text],
        cwd=box.folder,
        env=env(box),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    assert done.stderr == b""
    *parts, rest = done.stdout.decode().split(f"{_END}\n")
    assert not rest
    return [{line for line in part.splitlines() if line} for part in parts]


@contextmanager
def _terminal(box: Sandbox, words: list[str]) -> Iterator[int]:
    import pty

    primary, terminal = pty.openpty()
    with subprocess.Popen(
        words,
        cwd=box.folder,
        env=env(box),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    ) as running:
        os.close(terminal)
        try:
            yield primary
        finally:
            running.kill()
            os.close(primary)


def _until(terminal: int, mark: bytes) -> bytes:
    shown = b""
    while mark not in shown:
        ready, _, _ = select.select([terminal], [], [], SECONDS)
        if not ready:
            raise AssertionError(f"waited for {mark!r}, saw {shown!r}")
        shown += os.read(terminal, 65536)
    return shown
