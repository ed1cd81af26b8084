"""Asks a running `ra watch` whether the index has every change so far (0024)."""

from __future__ import annotations

# ruff: noqa: PTH116
# Plain calls of the system: every search asks, and what is checked is what is used.
import os
import stat
import sys
from pathlib import Path

from ra.config.schema import Settings, Tree
from ra.model import digest

CURRENT, CHANGED, OTHER = b"current", b"changed", b"other"
SECONDS = 0.25
"""How long a search waits for an answer before it compares the files itself."""

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def place_of(settings: Settings) -> Path:
    """The socket of the watcher of an index: in the cache, named by the folder of the index."""
    name = digest(os.fsencode(settings.index_dir), 8)
    return settings.index_fallback.parent.parent / "watch" / name


def fingerprint(settings: Settings) -> bytes:
    """The trees with their settings, the folders found there now, and the last commits: a watcher
    of others, of folders that were replaced, or before a commit, cannot answer for these.
    """
    own = [
        (tree._replace(embed=None), _identity(tree.root), _history(tree))  # type: ignore[arg-type]
        for tree in settings.trees
    ]
    text = f"{settings.index_dir} {own!r}"
    return digest(text.encode("utf-8", "surrogatepass"), 16).encode()


def is_current(settings: Settings) -> bool:
    """Whether a running watcher says that the index has every change before this call.

    Without a watcher this costs one look at a file. A killed one refuses at once; one that is
    stopped or busy does not answer in time. Then the caller compares the files itself.
    """
    place = place_of(settings)
    if not os.path.lexists(place):
        return False
    try:
        folder = open_folder(place.parent)
    except OSError:
        return False
    try:
        return _answer(folder, place.name, fingerprint(settings)) == CURRENT
    except (ImportError, AttributeError, OSError):
        return False
    finally:
        os.close(folder)


def open_folder(path: Path) -> int:
    """Open the folder of sockets; raises OSError if others than this user may write to it."""
    folder = os.open(path, _FOLDER | os.O_CLOEXEC)
    status = os.fstat(folder)
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        os.close(folder)
        raise PermissionError(f"{path}: others may use this folder")
    return folder


def path_in(folder: int, name: str) -> str:
    """A path of any length in an open folder: that of a socket is limited to 108 bytes."""
    return f"/proc/self/fd/{folder}/{name}"


def _answer(folder: int, name: str, question: bytes) -> bytes:
    import _socket  # `socket` takes ten times as long to import

    asked = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        asked.settimeout(SECONDS)
        asked.connect(path_in(folder, name))
        peer = asked.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
        if int.from_bytes(peer[4:8], sys.byteorder) != os.geteuid():
            return OTHER
        asked.sendall(question)
        return asked.recv(len(CURRENT) + 1)
    finally:
        asked.close()


def _history(tree: Tree) -> str:
    """The state of the repository that dates the documents of a tree, or that they come from."""
    if tree.dates != "git" and tree.source != "git":
        return ""
    from ra.sources.git_state import git_state  # only beside a watcher

    state = git_state(os.fspath(tree.root))
    return state.key if state else ""


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(root)
    except OSError:
        return None
    return status.st_dev, status.st_ino
