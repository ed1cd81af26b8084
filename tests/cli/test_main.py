"""Tests of the command line that hold for every command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ra.cli.commands import COMMANDS, NAMES
from tests.cli.command import COMMAND, SECONDS, Sandbox

ROOT = Path(__file__).parents[2]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and /dev are of POSIX")


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command_with_its_sentence(box: Sandbox, words: tuple[str, ...]) -> None:
    """Issue 2: help that a person enjoys; `ra` alone gives it too."""
    done = box.ra(*words)
    assert done.code == 0
    for command in COMMANDS:
        assert f"  {command.name} " in done.out
        assert command.summary in done.out
    assert "Exit codes:" in done.out
    assert "--directory" in done.out


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_examples(box: Sandbox, name: str) -> None:
    """Issue 2: groups and examples; `ra help X`, `ra X --help` and `ra --help X` are one page."""
    done = box.ra(name, "--help")
    assert done.code == 0
    assert 2 <= done.out.partition("examples:\n")[2].count("ra ") <= 12
    assert "global flags:" in done.out
    assert box.ra("help", name).out == done.out
    assert box.ra("--help", name).out == done.out


def test_version_is_the_one_of_the_package(box: Sandbox) -> None:
    """The version is written in the project file and in the package; they must agree."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    done = box.ra("--version")
    assert (done.code, done.out) == (0, f"ra {project['version']}\n")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["chnks"], "did you mean 'chunks'?"),
        (["help", "statsu"], "did you mean 'status'?"),
        (["status", "--flies"], "did you mean '--files'?"),
        (["chunks", "--jsn=1"], "did you mean '--json'?"),
        (["inspect", "doc", "--jsn"], "did you mean '--json'?"),
        (["--colour", "never", "status"], "did you mean '--color'?"),
        (["--color", "alway", "status"], "did you mean 'always'?"),
        (["completion", "bsh"], "did you mean 'bash'?"),
        (["status", "projct"], "did you mean 'project'?"),
        (["chunks", "--tree", "projct"], "did you mean 'project'?"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_nearest(
    box: Sandbox, words: list[str], hint: str
) -> None:
    """Issue 2: did-you-mean on mistyped commands, flags and tree names; exit code 2."""
    done = box.ra(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("ra: ")
    assert hint in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words",
    [["inspect"], ["inspect", "doc"], ["config", "x"], ["chunks", "--tree"], ["-C"], ["--no"]],
)
def test_a_wrong_use_says_where_help_is(box: Sandbox, words: list[str]) -> None:
    """STYLE 7: an error says what to do."""
    done = box.ra(*words)
    assert (done.code, done.out) == (2, "")
    assert "--help` for usage" in done.err


def test_directory_runs_as_if_started_there(box: Sandbox) -> None:
    """`-C` before or after the command; FILE is relative to it."""
    box.write({"a/x.md": "# X\nsome text\n"})
    there = Sandbox(box.folder / "a", box.home).ra("chunks", "x.md")
    assert there.code == 0
    assert box.ra("-C", "a", "chunks", "x.md") == there
    assert box.ra("chunks", "x.md", "--directory=a") == there


def test_directory_that_is_missing_is_an_error(box: Sandbox) -> None:
    """STYLE 7: what, where, what to do."""
    done = box.ra("-C", "nowhere", "status")
    assert done.code == 2
    assert done.err.startswith("ra: -C nowhere: ")


def test_settings_errors_are_one_message(box: Sandbox) -> None:
    """SPEC 1.5: an unknown key names file and nearest key; no traceback."""
    box.write({".ra.toml": "respect_gitignor = true\n"})
    done = box.ra("status")
    assert (done.code, done.out) == (2, "")
    assert ".ra.toml" in done.err
    assert "respect_gitignore" in done.err
    assert "Traceback" not in done.err


# Runs the command where a part of its own installation is gone.
_BROKEN = """
import sys
sys.modules["ra.library"] = None
from ra.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("debug", [False, True])
def test_an_unexpected_error_is_one_line_and_debug_shows_more(box: Sandbox, debug: bool) -> None:
    """Issue 2: a traceback only with --debug; what nobody foresaw is never success."""
    box.write({"a.md": "text\n"})
    done = subprocess.run(
        [sys.executable, "-c", _BROKEN, *(["--debug"] if debug else []), "chunks"],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"ra: unexpected error: " in done.stderr
    assert (b"Traceback" in done.stderr) == debug
    assert (b"run again with --debug" in done.stderr) != debug


def _started(box: Sandbox) -> subprocess.Popen[bytes]:
    """A command that stands in the middle of a write, with more to say than the pipe holds."""
    box.write({"a.md": "# Heading\n\nsome words\n\n" * 10_000})  # many small writes
    running = subprocess.Popen(
        [*COMMAND, "chunks"],
        cwd=box.folder,
        env=box.env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        pipesize=4096,
    )
    assert running.stdout is not None
    assert running.stdout.read(1)
    return running


@needs_posix
def test_a_reader_that_leaves_is_no_error(box: Sandbox) -> None:
    """`ra chunks | head -1` ends quietly."""
    with _started(box) as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.wait(SECONDS) == 0
        assert running.stderr is not None
        assert running.stderr.read() == b""


@needs_posix
def test_an_interrupt_ends_with_130(box: Sandbox) -> None:
    """Ctrl-C: no traceback, the exit code shells expect."""
    with _started(box) as running:
        running.send_signal(signal.SIGINT)
        assert running.wait(SECONDS) == 130
        assert running.stderr is not None
        assert running.stderr.read() == b""


@needs_posix
@pytest.mark.parametrize("closing", ["1", "2"])
def test_a_closed_stream_does_not_crash(box: Sandbox, closing: str) -> None:
    """`ra status >&-`: nothing to print on is no reason for a traceback."""
    line = f'exec "$0" -m ra status {closing}>&-'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii:strict", "latin-1:strict", "cp1252:strict"])
@pytest.mark.parametrize(
    "words",
    [
        ["chunks"],
        ["chunks", "--json"],
        ["inspect", "doc", "ü.md"],
        ["status", "--files"],
        ["ls", "chunks"],
        ["ls", "docs", "--json"],
        ["get", "ü.md"],
        ["update"],
    ],
)
def test_output_survives_a_stream_that_is_not_utf8(
    box: Sandbox, encoding: str, words: list[str]
) -> None:
    """Text that a stream cannot carry becomes an escape, never a crash."""
    box.write({"ü.md": "# Grüße 日本語 😀\n\nघर › –\n"})
    done = box.ra(*words, PYTHONIOENCODING=encoding)
    assert (done.code, done.err) == (0, "")


def test_output_of_a_process_survives_a_stream_that_is_not_utf8(box: Sandbox) -> None:
    """The same where the interpreter makes the stream."""
    box.write({"a.md": "# Grüße 日本語 😀\n\nघर › –\n"})
    done = box.process("chunks", PYTHONIOENCODING="ascii:strict", PYTHONUTF8="1")
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()


def test_json_is_valid_and_the_same_on_every_stream(box: Sandbox) -> None:
    """What an ASCII stream cannot carry is escaped as JSON escapes, so the record is the same."""
    box.write({"a.md": "# Grüße 日本語 😀\n\nघर\x9b\x7f\u2028 x\n"})
    plain, ascii_only = (
        box.ra("chunks", "--json"),
        box.ra("chunks", "--json", PYTHONIOENCODING="ascii"),
    )
    assert plain.code == 0
    assert "日本語" in plain.out
    assert ascii_only.out.isascii()
    assert plain.records == ascii_only.records


def _colored(box: Sandbox, *words: str, **env: str) -> bool:
    """Whether the real command, on a real terminal, prints colors."""
    import pty

    primary, terminal = pty.openpty()
    try:
        running = subprocess.Popen(
            [*COMMAND, *words], cwd=box.folder, env=box.env(**env), stdout=terminal, stderr=terminal
        )
        os.close(terminal)
        output = b""
        while b"Exit codes" not in output or not output.endswith(b"of a command.\r\n"):
            output += os.read(primary, 65536)
        running.wait(SECONDS)
    finally:
        os.close(primary)
    return b"\x1b[" in output


@needs_posix
@pytest.mark.parametrize(
    ("words", "env", "colored"),
    [
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"NO_COLOR": ""}, True),
        ((), {"TERM": "dumb"}, False),
        (("--color", "never"), {}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
    ],
)
def test_colors_on_a_terminal(
    box: Sandbox, words: tuple[str, ...], env: dict[str, str], colored: bool
) -> None:
    """SPEC 11: colors only on a terminal and never with NO_COLOR."""
    assert _colored(box, *words, "help", **{"TERM": "xterm", **env}) is colored


def test_no_colors_in_a_pipe_unless_asked(box: Sandbox) -> None:
    """SPEC 11: colors only on a terminal; `always` overrides."""
    assert "\x1b" not in box.ra("help", TERM="xterm").out
    assert "\x1b[" in box.ra("--color=always", "help", NO_COLOR="1").out


def test_a_profiled_command_ends_tidily(box: Sandbox) -> None:
    """A command ends at once, but not before a profiler has written what it saw."""
    box.write({"a.md": "# Tea\ngreen\n"})
    stats = box.folder / "stats"
    done = subprocess.run(
        [sys.executable, "-m", "cProfile", "-o", stats, "-m", "ra", "search", "green"],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"green" in done.stdout
    assert stats.stat().st_size > 0
