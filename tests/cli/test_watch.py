"""Tests of `ra watch`: searches beside it are never stale, and its index equals a fresh one."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from types import SimpleNamespace

import pytest

import ra
from ra.library.access import Access
from ra.library.watched import is_current, place_of
from ra.library.watching import WatchReports
from tests.cli.command import COMMAND, SECONDS, Sandbox
from tests.robustness.marks import torture
from tests.unit.embed.folders import make_model

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs inotify")
SETTINGS = 'root = true\n[tree.notes]\npath = "notes"\n'
MOST_EVENTS = Path("/proc/sys/fs/inotify/max_queued_events")


@contextmanager
def watching(box: Sandbox) -> Iterator[subprocess.Popen[bytes]]:
    """A watcher that has brought the index up to date."""
    process = subprocess.Popen(
        [*COMMAND, "watch"], cwd=box.folder, env=box.env(), stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(b"watching"):
                break
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def project(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """One tree with two notes; the library uses the home of the sandbox, too."""
    box.write({".ra.toml": SETTINGS, "notes/a.md": "# A\n\nowl\n", "notes/x/b.md": "# B\n\nhawk\n"})
    box.enter(monkeypatch)
    return box


def _until_current(kb: ra.Library) -> None:
    """Ask the watcher until it says that nothing is left to do."""
    end = monotonic() + SECONDS
    while not is_current(kb.settings):
        assert monotonic() < end, "the watcher never got there"


def _chunks(box: Sandbox, *flags: str) -> str:
    done = box.ra("ls", "chunks", "--json", *flags)
    assert done.code in (0, 1), done.err
    return done.out


def _fresh_chunks(box: Sandbox) -> str:
    """What a new index of the same files has."""
    other = Sandbox(box.folder, box.home / "other")
    shutil.rmtree(other.home, ignore_errors=True)
    other.home.mkdir()
    return _chunks(other)


def _found(kb: ra.Library, query: str) -> list[str]:
    return [result.path for result in kb.search(f'"{query}"')]


def test_a_search_sees_what_was_just_saved(project: Sandbox) -> None:
    """Issue 17: never stale: every change is found by the very next search, and nothing else."""
    notes = project.folder / "notes"
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        for number in range(6):
            path = notes / f"n{number % 3}" / "new.md"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"word{number}x\n", encoding="utf-8")
            assert _found(kb, f"word{number}x") == [f"n{number % 3}/new.md"]
        shutil.rmtree(notes / "n0")
        assert _found(kb, "word3x") == []
        _until_current(kb)
        assert _chunks(project, "--no-update") == _fresh_chunks(project)


def test_beside_a_watcher_a_search_compares_no_files(
    project: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 17: a search notices a running watcher and skips its own check of the files; but not
    after another process has written the index.
    """
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        with monkeypatch.context() as patch:
            patch.setattr(Access, "update", None)  # calling it would fail
            assert _found(kb, "owl") == ["a.md"]
        assert project.ra("update", "--full").code == 0
        assert not is_current(kb.settings)
        _until_current(kb)


def test_without_the_watcher_the_next_search_compares(project: Sandbox) -> None:
    """Issue 17: falling back at once when the watcher is gone or does not answer."""
    with watching(project) as process, ra.open(project.folder) as kb:
        _until_current(kb)
        process.send_signal(signal.SIGSTOP)
        project.write({"notes/late.md": "crow\n"})
        assert _found(kb, "crow") == ["late.md"]
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert place_of(kb.settings).exists()
        project.write({"notes/later.md": "raven\n"})
        assert _found(kb, "raven") == ["later.md"]
        with watching(project):  # the socket of the dead one is replaced
            _until_current(kb)


def test_only_a_folder_of_this_user_is_asked(project: Sandbox) -> None:
    """SPEC 1.9: nobody else can answer that an index is current."""
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        place = place_of(kb.settings)
        assert place.parent.stat().st_mode & 0o777 == 0o700
        place.parent.chmod(0o777)
        assert not is_current(kb.settings)
        place.parent.chmod(0o700)
        assert is_current(kb.settings)
        moved = place.parent.rename(place.parent.with_name("elsewhere"))
        place.parent.symlink_to(moved)
        assert not is_current(kb.settings)


def test_new_settings_are_followed(project: Sandbox) -> None:
    """Issue 17: a watcher cannot answer for other settings; it takes them over."""
    with watching(project) as process:
        project.write({".ra.toml": SETTINGS + 'exclude = ["x/"]\n'})
        with ra.open(project.folder) as kb:
            assert not is_current(kb.settings)
            assert _found(kb, "hawk") == []
            _until_current(kb)
        assert process.stdout is not None
        assert process.stdout.readline() == b"the settings have changed\n"


def test_a_folder_that_was_replaced_is_noticed(project: Sandbox) -> None:
    """Issue 17: the same path may lead to another folder, which no event reports."""
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        before = project.folder.rename(project.folder.with_name("before"))
        shutil.copytree(before, project.folder)
        project.write({"notes/a.md": "crane\n"})
        assert _found(kb, "crane") == ["a.md"]


def test_a_link_to_a_link_is_looked_at_again(project: Sandbox) -> None:
    """Issue 17: a link on the way to a document lies in a folder that is not watched."""
    outside = project.folder / "current.md"
    project.write({"notes/deep/one.md": "finch\n", "notes/deep/two.md": "swift\n"})
    outside.symlink_to(project.folder / "notes" / "deep" / "one.md")
    (project.folder / "notes" / "link.md").symlink_to(outside)
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        assert "link.md" in kb.get("notes:link.md").document.path
        outside.unlink()
        outside.symlink_to(project.folder / "notes" / "deep" / "two.md")
        assert "swift" in kb.index.text("notes:link.md")


def test_a_commit_is_noticed(project: Sandbox) -> None:
    """Issue 17: dates, and the documents of a history, change without a change of any file."""
    project.write({".ra.toml": SETTINGS + '[tree.log]\npath = "notes"\nsource = "git"\n'})
    git = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "nests"]):
        subprocess.run([*git, *words], cwd=project.folder, check=True)
    with watching(project), ra.open(project.folder) as kb:
        _until_current(kb)
        assert len(_found(kb, "nests")) == 1
        words = ["commit", "-q", "--allow-empty", "-m", "eggs"]
        subprocess.run([*git, *words], cwd=project.folder, check=True)
        assert not is_current(kb.settings)
        _until_current(kb)
        (project.folder / "notes" / "a.md").touch()
        assert not is_current(kb.settings)


def test_a_second_watcher_is_an_error(project: Sandbox) -> None:
    """Issue 17: a clear message for two watchers of the same index."""
    with watching(project) as process:
        done = project.process("watch")
    assert done.code == 2
    assert done.err == f"ra: `ra watch` (pid {process.pid}) already watches this index\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_a_line(project: Sandbox, number: signal.Signals) -> None:
    """Issue 17: Ctrl-C ends it without an error, and nothing is left behind."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("a background job of a shell ignores it, and so do its processes")
    with watching(project) as process, ra.open(project.folder) as kb:
        _until_current(kb)
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.read() == b"stopped watching\n"
        assert process.wait() == 0
        assert not place_of(kb.settings).exists()


def test_changes_are_embedded(project: Sandbox) -> None:
    """Issue 17: it embeds changes in trees that have embeddings, and searches rely on it then."""
    make_model(project.folder / "model")
    project.write({".ra.toml": 'embed.folder = "model"\n' + SETTINGS})
    assert project.ra("trust").code == 0
    assert project.ra("embed").code == 0
    with watching(project) as process, ra.open(project.folder) as kb:
        project.write({"notes/c.md": "# Green\n\ntea\n"})
        assert process.stdout is not None
        assert process.stdout.readline() == b"notes  1 added \xc2\xb7 2 unchanged\n"
        assert process.stdout.readline() == b"notes  2 sections embedded\n"
        _until_current(kb)
    assert "6 of 6 chunks embedded" in project.ra("status").out


def test_without_inotify_files_are_compared(
    project: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 17: a portable fall-back. Nothing is said to be current, and no socket exists."""
    monkeypatch.setattr("ra.sources.inotify.sys", SimpleNamespace(platform="other"))
    lines: SimpleQueue[object] = SimpleQueue()
    with ra.open(project.folder, update="missing") as kb:
        reports = WatchReports(lines.put, lines.put, lines.put, lines.put)
        thread = Thread(target=kb.index.watch, args=(reports,))
        thread.start()
        assert "ra compares the files every second" in str(lines.get(timeout=SECONDS))
        assert "added=2" in str(lines.get(timeout=SECONDS))
        assert lines.get(timeout=SECONDS) == ["notes"]
        project.write({"notes/late.md": "crow\n"})
        assert "added=1" in str(lines.get(timeout=SECONDS))
        assert not place_of(kb.settings).exists()
        project.write({".ra.toml": SETTINGS + 'exclude = ["x/"]\n'})
        thread.join(SECONDS)
        assert not thread.is_alive()


def test_a_missing_folder_is_one_message(project: Sandbox) -> None:
    """SPEC 1.6: the other trees work; the folder is watched as soon as it exists."""
    project.write({".ra.toml": SETTINGS + '[tree.more]\npath = "more"\n'})
    with watching(project) as process, ra.open(project.folder) as kb:
        assert not is_current(kb.settings)
        assert _found(kb, "owl") == ["a.md"]
        project.write({"more/c.md": "crow\n"})
        assert process.stdout is not None
        assert b"more" in process.stdout.readline()
        _until_current(kb)
        project.write({"more/d/e.md": "raven\n"})
        assert _found(kb, "raven") == ["d/e.md"]


def _storm(root: Path, count: int, seed: int = 17) -> None:
    """Random creates, edits, renames and deletes of files and folders, links and ignore files."""
    dice = random.Random(seed)
    for number in range(count):
        folder = root / f"d{dice.randrange(8)}" / f"e{dice.randrange(3)}"
        place, other = folder / f"f{dice.randrange(9)}.md", root / f"o{dice.randrange(9)}.md"
        kind = dice.randrange(20)
        if kind < 10 or not place.exists():
            folder.mkdir(parents=True, exist_ok=True)
            place.write_text(f"# T{number}\n\nword{number}\n", encoding="utf-8")
        elif kind < 16:
            _change(kind, place, other)
        elif kind == 16:
            shutil.rmtree(folder)
        elif kind == 17:
            folder.parent.replace(root / f"m{seed}-{number}")
        else:
            (folder / ".gitignore").write_text(f"f{dice.randrange(9)}.md\n", encoding="utf-8")


def _change(kind: int, place: Path, other: Path) -> None:
    if kind < 12:
        place.replace(other)
    elif kind < 14:
        place.unlink()
    elif other.is_symlink() or other.exists():
        other.unlink()
    elif kind == 14:
        other.symlink_to(place)
    else:
        os.link(place, other)


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=torture)])
def test_a_storm_ends_in_the_index_of_a_fresh_build(project: Sandbox, count: int) -> None:
    """Issue 17: creates, edits, renames and deletes end in an index equal to a fresh one."""
    with watching(project), ra.open(project.folder) as kb:
        _storm(project.folder / "notes", count)
        _until_current(kb)
        assert _chunks(project, "--no-update") == _fresh_chunks(project)


@torture
def test_a_queue_that_overflows_is_survived(project: Sandbox) -> None:
    """Issue 17: the kernel drops events that do not fit; a full comparison finds the changes."""
    notes = project.folder / "notes"
    with watching(project) as process, ra.open(project.folder) as kb:
        _until_current(kb)
        process.send_signal(signal.SIGSTOP)
        for number in range(int(MOST_EVENTS.read_text(encoding="ascii"))):
            (notes / f"{number % 2}.md").write_text(f"word{number}\n", encoding="utf-8")
        project.write({"notes/new/deep/n.md": "crow\n"})
        process.send_signal(signal.SIGCONT)
        _until_current(kb)
        assert _chunks(project, "--no-update") == _fresh_chunks(project)
        project.write({"notes/new/deep/m.md": "raven\n"})
        assert _found(kb, "raven") == ["new/deep/m.md"]


@torture
def test_killed_at_any_moment_the_next_command_is_right(project: Sandbox) -> None:
    """Issue 17: after a kill the next search has every change."""
    for number in range(10):
        with watching(project) as process:
            _storm(project.folder / "notes", 20 * number, number)
            process.send_signal(signal.SIGKILL)
        assert _chunks(project) == _fresh_chunks(project)
