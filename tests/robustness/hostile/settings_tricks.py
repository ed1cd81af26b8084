"""Tricks of settings files: trees and places outside, and files that are none."""

from __future__ import annotations

import os
from collections.abc import Callable

from tests.robustness.hostile.file_tricks import bound
from tests.robustness.hostile.sandbox import Sandbox
from tests.robustness.hostile.trick import Trick

NOBODY = 65534
_DOCS = '[tree.clone]\npath = "."\n'
_PATHS = {
    "keys": "~/.ssh", "home": "~", "parent": "..", "neighbor": "../beside", "root": "/",
    "processes": "/proc", "memory": "/dev/shm", "etc": "/etc", "detour": "docs/../../beside",
    "link": "link", "linked": "link/important", "chain": "chain", "inner": "docs/../link",
    "hidden": "~/../other", "self": "/proc/self/cwd/../beside", "git": ".git",
    "deep": "../" * 200, "blank": " ", "tilde": "~nobody", "cache": "../../cache",
}  # fmt: skip


def trees_outside(box: Sandbox) -> None:
    """Trees at every place that is not the repository's, taking every file."""
    box.link("link", box.top / "other")
    box.link("chain", "link/important")
    box.write({"docs/a.md": "# A\n", ".git/HEAD": "ref: x\n", ".git/a.md": f"# token {_token()}\n"})
    lines = [_DOCS]
    for name, path in _PATHS.items():
        if path.strip():
            lines.append(f"[tree.{name}]\npath = '{path}'\ninclude = ['**/*', '.*/**', '.*']\n")
    box.write({".ra.toml": "".join(lines)})


def _token() -> str:
    return "gitcredential"


def tree_of_everything(box: Sandbox) -> None:
    """One tree, at the top of the file system."""
    box.write({".ra.toml": '[tree.x]\npath = "/"\ninclude = ["**/*"]\n'})


def patterns_outside(box: Sandbox) -> None:
    """Patterns that climb, and some that are costly or mean nothing."""
    include = ["**/*.md", "../**/*", "../../**", "/**/*.md", "~/**", ".git/**", ".ra/**", "/", "."]
    include += ["**/" * 400 + "*.md", "[a-", "{a,b", "\\\\", "*a" * 300 + "b"]
    text = _DOCS + f"include = {include!r}\nexclude = ['../**', '/etc', '!..']\n"
    parsers = ["../*", "/etc/passwd", "[", "**", "\\u001b[2J*.x", "\\u202e", "a\\nb"]
    text += "[parsers]\n" + "".join(f'"{each}" = "text"\n' for each in parsers)
    box.write({".ra.toml": text, ".git/config.md": f"# {_token()}\n"})


def place(where: str) -> Callable[[Sandbox], None]:
    """An index at this place."""

    def build(box: Sandbox) -> None:
        box.link("link", box.top / "other")
        box.write({"docs/a.md": "# A\n", ".git/HEAD": "ref: x\n"})
        box.write({".ra.toml": f'index.place = "{where}"\n{_DOCS}'})

    return build


def pipe(box: Sandbox) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(box.clone / ".ra.toml")


def pipe_behind_a_link(box: Sandbox) -> None:
    """A link inside the repository to a pipe there."""
    os.mkfifo(box.clone / "pipe")
    box.link(".ra.toml", "pipe")


def folder(box: Sandbox) -> None:
    """A folder."""
    (box.clone / ".ra.toml").mkdir()


def unix_socket(box: Sandbox) -> None:
    """A socket."""
    bound(box.clone / ".ra.toml")


def linked_to(target: str) -> Callable[[Sandbox], None]:
    """A link to this place, seen from the sandbox if it is relative."""

    def build(box: Sandbox) -> None:
        box.link(".ra.toml", box.top / target)

    return build


def linked_through_a_folder(box: Sandbox) -> None:
    """A link to a file that is inside only as long as links are not resolved."""
    box.put(box.top / "other" / "ra.toml", "max_file_bytes = 1\n")
    box.link("conf", box.top / "other")
    box.link(".ra.toml", "conf/ra.toml")


def gigabytes(box: Sandbox) -> None:
    """Three gigabytes of nothing."""
    with (box.clone / ".ra.toml").open("wb") as file:
        file.truncate(3 * 1024**3)


def text(content: str | bytes) -> Callable[[Sandbox], None]:
    """A settings file with this content."""

    def build(box: Sandbox) -> None:
        box.write({".ra.toml": content})

    return build


def of_another_user(box: Sandbox) -> None:
    """A settings file that belongs to somebody else, with a tree inside."""
    box.write({".ra.toml": '[tree.forged]\npath = "docs"\n'})
    os.chown(box.clone / ".ra.toml", NOBODY, NOBODY)


def above_of_another_user(box: Sandbox) -> None:
    """Settings and ignore files that somebody else left in the folder above, which all share."""
    shared = box.top / "work"
    shared.chmod(0o1777)
    (shared / ".git").mkdir()
    box.put(shared / ".ra.toml", '[tree.forged]\npath = "clone"\nexclude = ["*"]\n')
    box.put(shared / ".gitignore", "*.md\n")
    box.put(shared / ".raignore", "*.md\n")
    for name in (".ra.toml", ".git", ".gitignore", ".raignore"):
        os.chown(shared / name, NOBODY, NOBODY)


def above_too_long(box: Sandbox) -> None:
    """More rules than may be in one file, in the folder above, by another user."""
    above_of_another_user(box)
    box.put(box.top / "work" / ".gitignore", "*a*b\n" * 6000)
    os.chown(box.top / "work" / ".gitignore", NOBODY, NOBODY)


def largest_file(box: Sandbox) -> None:
    """The limit for files raised beyond all memory, and a document that large."""
    box.write({".ra.toml": f"max_file_bytes = {2**62}\n{_DOCS}"})
    with (box.clone / "large.md").open("wb") as file:
        file.truncate(2**40)


def largest_allowed(box: Sandbox) -> None:
    """The limit for files as high as may be, and documents of that size that are no text."""
    box.write({".ra.toml": f"max_file_bytes = {256 * 1024**2}\n{_DOCS}"})
    for name in ("a.md", "b.md", "c.md"):
        with (box.clone / name).open("wb") as file:
            file.truncate(256 * 1024**2)


_DEEP = "x = " + "[" * 50_000 + "]" * 50_000
_KEYS = '"\\u001b]0;owned\\u0007\\u202e" = 1\n'
_VALUES = 'search.match = "\\u001b[2J\\u202ex"\n'
_MANY = "".join(f"[tree.t{n}]\npath = '/etc/{n}'\n" for n in range(500))
_HUGE = "[search]\nlimit = 9223372036854775807\nmax_candidates = 9223372036854775807\n"
_DOTTED = "a." * 20_000 + "a = 1\n"

TRICKS = {
    "trees at every place outside": Trick(trees_outside, says="'tree.keys.path'"),
    "a tree at the root": Trick(tree_of_everything, says="'tree.x.path'"),
    "patterns that climb": Trick(patterns_outside),
    "an index outside": Trick(place("../../other"), says="'index.place'"),
    "an index in a new folder outside": Trick(place("../new"), says="'index.place'"),
    "an index behind a link": Trick(place("link/x"), says="'index.place'"),
    "an index in .git": Trick(place(".git"), says="'index.place'"),
    "an index in docs": Trick(place("docs"), says="'index.place'"),
    "an index in the folder itself": Trick(place("."), says="'index.place'"),
    "an index among the user's indexes": Trick(
        place("../../cache/ra/indexes/victim"), says="'index.place'"
    ),
    "an index in the state folder": Trick(place("../../state/ra"), says="'index.place'"),
    "settings: a pipe": Trick(pipe, says="is not a file", finds=False),
    "settings: a link to a pipe": Trick(pipe_behind_a_link, says="is not a file", finds=False),
    "settings: a folder": Trick(folder, says="is not a file", finds=False),
    "settings: a socket": Trick(unix_socket, says="is not a file", finds=False),
    "settings: a link to a secret": Trick(linked_to("home/.ssh/id_rsa.md"), says="file is ignored"),
    "settings: a link to nothing": Trick(linked_to("home/new.toml"), says="file is ignored"),
    "settings: a link to a device": Trick(linked_to("/dev/zero"), says="file is ignored"),
    "settings: a link to a process": Trick(linked_to("/proc/self/environ"), says="file is ignored"),
    "settings: a link through a folder": Trick(linked_through_a_folder, says="file is ignored"),
    "settings: a link to itself": Trick(linked_to("work/clone/.ra.toml"), finds=False),
    "settings: gigabytes": Trick(gigabytes, says="is over 1 MiB", finds=False),
    "settings: nested deeply": Trick(text(_DEEP), says="nested too deeply", finds=False),
    "settings: a long dotted key": Trick(text(_DOTTED), finds=False),
    "settings: not UTF-8": Trick(text(b'[tree.x]\npath = "\xff"\n'), says="UTF-8", finds=False),
    "settings: a byte order mark": Trick(
        text(b"\xef\xbb\xbf[tree.x]\npath = '..'\n"), says="'tree.x.path'"
    ),
    "settings: a key that steers": Trick(text(_KEYS), says="unknown key", finds=False),
    "settings: a value that steers": Trick(text(_VALUES), says="search.match", finds=False),
    "settings: an array of tables": Trick(text('[[tree]]\npath = ".."\n'), finds=False),
    "settings: an array of parsers": Trick(text('[[parsers]]\n"*" = "text"\n'), finds=False),
    "settings: many trees outside": Trick(text(_MANY), says="'tree.t499.path'"),
    "settings: huge numbers": Trick(text(_HUGE + _DOCS), finds=True),
    "settings of another user": Trick(of_another_user, says="another user", needs_root=True),
    "settings above of another user": Trick(
        above_of_another_user, says="another user", needs_root=True
    ),
    "too many rules above": Trick(above_too_long, says="another user", needs_root=True),
    "a file limit beyond memory": Trick(largest_file, says="must be at most", finds=False),
    "a binary file as large as may be": Trick(largest_allowed),
}
