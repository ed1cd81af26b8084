"""Tests that Ctrl-C ends the command with 130 and no output, at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, SECONDS, SOURCE, Outcome, Sandbox

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send there")

# Presses Ctrl-C at the event of a number: an import, an opened file, a call of the system. They
# are counted from the moment on at which the command has taken the key over.
PRESS = """
import os, sys, _signal

class Key:
    count, last = 0, int(os.environ["PRESS_AT"])

def press(event, arguments, key=Key):
    start = sys.modules.get("ra.cli.start")
    if key.count or getattr(start, "run", None) and (
        _signal.getsignal(_signal.SIGINT) is not _signal.default_int_handler
    ):
        key.count += 1
        if key.count == key.last:
            _signal.raise_signal(_signal.SIGINT)

def told(code, leave=os._exit):
    sys.stderr.write(f"{Key.count} events")
    sys.stderr.flush()
    leave(code)

if not Key.last:
    os._exit = told  # how a command ends
sys.addaudithook(press)
"""
SCRIPT = "import sys\nfrom ra.cli.start import run\nsys.exit(run())\n"
MOMENTS = 12
AFTER = 10  # events of the end, when there is nothing left to interrupt


def _pressed(box: Sandbox, command: Sequence[str], moment: int) -> Outcome:
    """Run a command and press Ctrl-C at this event; 0 counts them and presses nothing."""
    keys = box.home / "keys"
    keys.mkdir(exist_ok=True)
    (keys / "sitecustomize.py").write_text(PRESS, encoding="utf-8")
    places = os.pathsep.join((str(keys), str(SOURCE)))
    done = subprocess.run(
        command,
        cwd=box.folder,
        env=box.env(PYTHONPATH=places, PRESS_AT=str(moment)),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def _script(folder: Path) -> tuple[str, ...]:
    """The script that an installer writes for `[project.scripts]`."""
    path = folder / "ra-script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    return (sys.executable, str(path))


@pytest.mark.parametrize("way", ["module", "script"])
@pytest.mark.parametrize("words", [("--version",), ("search", "lantern")])
def test_an_interrupt_ends_quietly(box: Sandbox, way: str, words: tuple[str, ...]) -> None:
    """SPEC 11: 130 and no traceback, from the first import to the last line."""
    box.write({"a.md": "# Good\n\nlantern\n"})
    command = (*(COMMAND if way == "module" else _script(box.home)), *words)
    _pressed(box, command, 0)  # the first one builds the index
    whole = _pressed(box, command, 0)
    assert whole.code == 0, whole.err
    events = int(whole.err.split()[0]) - AFTER
    assert events > MOMENTS
    for moment in sorted({1, 2, 3, *range(1, events, max(1, events // MOMENTS))}):
        outcome = _pressed(box, command, moment)
        assert (outcome.code, outcome.err) == (130, ""), (moment, events, outcome.err)


def test_an_ignored_interrupt_stays_ignored(box: Sandbox) -> None:
    """A shell starts background jobs with SIGINT ignored, and they are to go on."""
    box.write({"a.md": "# Good\n\nlantern\n"})
    ignoring = "trap '' INT; exec \"$@\""
    outcome = _pressed(box, ("sh", "-c", ignoring, "sh", *COMMAND, "search", "lantern"), 40)
    assert outcome.code == 0, outcome.err
    assert "lantern" in outcome.out


def test_an_interrupted_update_says_that_it_can_go_on(box: Sandbox) -> None:
    """Own choice: one line, once the update has begun; before that nothing was done."""
    box.write({f"{number}.md": "# Good\n\nlantern\n" for number in range(30)})
    command = (*COMMAND, "update", "--full")
    _pressed(box, command, 0)
    events = int(_pressed(box, command, 0).err.split()[0])
    said = [_pressed(box, command, events * part // 10) for part in range(5, 10)]
    line = "ra: interrupted; the next command continues from what was saved\n"
    assert {outcome.code for outcome in said} == {130}
    assert line in {outcome.err for outcome in said}
    assert {outcome.err for outcome in said} <= {"", line}
