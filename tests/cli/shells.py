"""Asks bash, zsh and fish for the completions of a line."""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.command import COMMAND, SECONDS, Sandbox

# Words as bash splits them: `=` stands alone.
_WORD = re.compile(r"=|[^\s=]+")

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


def bash(box: Sandbox, line: str) -> set[str]:
    """What bash offers: the script's own function, called as readline calls it."""
    words = _WORD.findall(line) + ([""] if line.endswith(" ") else [])
    ask = (
        f"source {shlex.quote(str(script(box, 'bash')))}\n"
        f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}\n"
        "_ra; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    return _run(box, ["bash", "--norc", "-c", ask])


def fish(box: Sandbox, line: str) -> set[str]:
    """What fish offers, without the descriptions."""
    ask = f"source {script(box, 'fish')}; complete -C {shlex.quote(line)}"
    offered = _run(box, ["fish", "--no-config", "-c", ask])
    return {word.partition("\t")[0].rpartition("=")[2] for word in offered}


def zsh(box: Sandbox, line: str) -> set[str]:
    """What zsh offers in an interactive session on a terminal of its own."""
    setup = box.home / "setup.zsh"
    setup.write_text(_ZSH.format(script=script(box, "zsh")), encoding="utf-8")
    with _terminal(box, ["zsh", "-f", "-i"]) as terminal:
        os.write(terminal, f"source {setup}\n".encode())
        _until(terminal, b"READY")
        os.write(terminal, line.encode() + b"\x18")
        shown = _until(terminal, b"DONE").decode()
    return {word.replace("\\", "") for word in re.findall(r"<([^<>\r\n]+)>", shown)}


SHELLS: Mapping[str, Callable[[Sandbox, str], set[str]]] = {"bash": bash, "zsh": zsh, "fish": fish}


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
        command.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
        command.chmod(0o755)
    return box.env(PATH=f"{command.parent}:{os.environ['PATH']}", TERM="dumb", COLUMNS="200")


def _run(box: Sandbox, words: list[str]) -> set[str]:
    done = subprocess.run(
        words, cwd=box.folder, env=env(box), capture_output=True, timeout=SECONDS, check=True
    )
    assert done.stderr == b""
    return {line for line in done.stdout.decode().splitlines() if line}


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
