"""Tricks of the files in a repository: links, pipes, names, ignore files, texts."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

from tests.robustness.hostile.sandbox import SECRET, Sandbox
from tests.robustness.hostile.trick import Trick


def bound(path: Path) -> None:
    """Put a socket there; the name that a socket is bound to has a short limit."""
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def links_out(box: Sandbox) -> None:
    """Documents and folders that are links to places outside, by every road."""
    other = box.top / "other"
    box.write({"sub/a.md": "# A\n", ".git/HEAD": "ref: x\n", ".git/config.md": "# gitcredential\n"})
    targets: dict[str, str | Path] = {
        "key.md": box.home / ".ssh" / "id_rsa.md", "up.md": "../beside.md", "dir": other,
        "dir.md": other, "chain1.md": "chain2.md", "chain2.md": other / "plain.md",
        "sub/up": "../..", "sub/far": "../../beside", "env.md": "/proc/self/environ",
        "cwd": "/proc/self/cwd/..", "root": "/", "zero.md": "/dev/zero", "tty.md": "/dev/tty",
        "loop": ".", "loop.md": "loop.md", "sub/loop": "..", "gone.md": "../nothing.md",
        "via.md": "dir/plain.md", "git.md": ".git/config.md", "gitdir": ".git",
        "fd.md": "/proc/self/fd/0", "tree": "/proc/self/root" + str(other),
    }  # fmt: skip
    for name, target in targets.items():
        box.link(name, target)


def special_files(box: Sandbox) -> None:
    """Documents that are pipes, sockets and folders."""
    os.mkfifo(box.clone / "pipe.md")
    (box.clone / "folder.md").mkdir()
    bound(box.clone / "socket.md")


def devices(box: Sandbox) -> None:
    """Devices, as an archive can hold them that root unpacks."""
    os.mknod(box.clone / "zero.md", 0o20666, os.makedev(1, 5))
    os.mknod(box.clone / "disk.md", 0o60666, os.makedev(7, 99))


def strange_names(box: Sandbox) -> None:
    """Names that end lines, steer a terminal, turn text around or are no UTF-8."""
    names = [
        b"a\nb.md", b"\x1b]0;owned\x07.md", b"\x1b[2J.md", "gpj\u202eexe.md".encode(),
        "\u2066x\u2069.md".encode(), b"\xff\xfe.md", b"\xc2\x9b31m.md", b"-rf.md", b"--help.md",
        b"#.md", b"%2e%2e%2fbeside.md", b"a:b.md", b"~.md", b"$(reboot).md", b"`id`.md",
        b"'; id #.md", b"x" * 252 + b".md", b"\xe2\x80\xa8.md", b" .md", b"\r\n.md", b"*.md",
        b"CON.md", b"..md", b"...md", b"\\..\\x.md", b"\xed\xa0\x80.md",
    ]  # fmt: skip
    for number, name in enumerate(names):
        path = Path(os.fsdecode(os.fsencode(box.clone) + b"/" + name))
        box.put(path, f"# Title {number}\n\nword [link](gone{number}.md)\n")
    (box.clone / "dir\n\x1b[1m").mkdir()
    box.put(box.clone / "dir\n\x1b[1m" / "a.md", "# A\n")


def steering_texts(box: Sandbox) -> None:
    """Titles, tags, aliases, links and bodies that would steer a terminal."""
    steer = "\x1b]52;c;b3duZWQ=\x07\x1b[2J\x9b31m\u202ereversed\u2066\x00\r\x08\x7f\u2028\u200f"
    front = f'---\ntitle: "T {steer!r}"\ntags: ["{steer!r}"]\naliases: ["x\\e[2J"]\n---\n'
    body = f"# Head {steer}\n\nlanterns {steer} [a{steer}](b{steer}.md) [[w{steer}]]\n"
    box.write({"steer.md": front + body, "raw.md": body, "code.md": f"```{steer}\n{steer}\n```\n"})


def bombs(box: Sandbox) -> None:
    """Front matter that grows, nests or never ends."""
    laughs = "a0: &a0 [x, x]\n" + "".join(
        f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)
    )
    texts = {
        "laughs": laughs, "nested": "a: " + "[" * 100_000, "maps": "a: " + "{b: " * 50_000,
        "merge": "a: &a {x: 1}\nb:\n  <<: [" + "*a, " * 20_000 + "]",
        "tag": "title: !!python/object/apply:os.system ['touch owned']",
        "keys": "".join(f"k{n}: 1\n" for n in range(100_000)), "number": "title: 1" + "0" * 50_000,
        "date": "date: 9999999999-99-99", "null": "title: \0", "self": "a: &a [*a]",
    }  # fmt: skip
    for name, text in texts.items():
        box.write({f"{name}.md": f"---\n{text}\n---\n# {name}\n"})
    box.write(
        {"toml.md": "+++\na = " + "[" * 50_000 + "\n+++\n", "open.md": "---\n" + "a: b\n" * 9}
    )


def ignore_files(kind: str) -> Callable[[Sandbox], None]:
    """Every ignore file is something else than a file of rules."""

    def build(box: Sandbox) -> None:
        for name in (".gitignore", ".raignore", "sub/.gitignore", "sub/.raignore"):
            path = box.clone / name
            path.parent.mkdir(exist_ok=True)
            if kind == "pipe":
                os.mkfifo(path)
            elif kind == "folder":
                path.mkdir()
            elif kind == "link":
                path.symlink_to(box.home / ".ssh" / "id_rsa.md")
            else:
                with path.open("wb") as file:
                    file.truncate(3 * 1024**3)
        box.write({"sub/a.md": "# A\n", ".git/HEAD": "ref: x\n"})

    return build


def too_many_rules(box: Sandbox) -> None:
    """More patterns than any honest file has, in a folder below."""
    box.write({"sub/.gitignore": "*a*b*c\n" * 50_000, "sub/a.md": "# A\n"})
    box.write({"lines/.raignore": "x\n" * 200_000, "lines/a.md": "# A\n"})


def git_file(box: Sandbox) -> None:
    """A `.git` file that names a repository of the user, whose private rules could be shown."""
    victim = box.top / "other" / "repo"
    box.put(victim / ".git" / "HEAD", "ref: refs/heads/main\n")
    box.put(victim / ".git" / "info" / "exclude", f"{SECRET}\n*.txt\n")
    box.write({".git": f"gitdir: {victim / '.git'}\n", "b.txt": "lantern\n"})


def git_through_two_files(box: Sandbox) -> None:
    """A git folder in the repository whose `commondir` names that of the user."""
    git_file(box)
    victim = box.top / "other" / "repo" / ".git"
    box.write({"own/HEAD": "x\n", "own/commondir": f"{victim}\n", ".git": "gitdir: own\n"})


def git_link(box: Sandbox) -> None:
    """A `.git` that is a link to a repository of the user."""
    git_file(box)
    (box.clone / ".git").unlink()
    box.link(".git", box.top / "other" / "repo" / ".git")


def git_below(box: Sandbox) -> None:
    """The same in a folder of the repository."""
    git_file(box)
    (box.clone / ".git").unlink()
    box.write({"sub/.git": f"gitdir: {box.top / 'other' / 'repo' / '.git'}\n", "sub/b.txt": "x\n"})


def git_exclude_link(box: Sandbox) -> None:
    """Private rules that are a link to a secret."""
    box.write({".git/HEAD": "ref: x\n"})
    box.link(".git/info/exclude", box.home / ".ssh" / "id_rsa.md")


def times(box: Sandbox) -> None:
    """Times that no index can store, and links to folders with such."""
    for number, seconds in enumerate((2**33, -(2**31), 10_413_792_000, -11_676_096_000, 2**62)):
        box.write({f"t{number}.md": f"# Time {number}\n"})
        try:
            os.utime(box.clone / f"t{number}.md", (seconds, seconds))
        except (OverflowError, OSError):
            continue


def deep_folders(box: Sandbox) -> None:
    """Folders in folders, until no path reaches the last one."""
    here = Path.cwd()
    os.chdir(box.clone)
    try:
        for _ in range(60):
            Path("d" * 100).mkdir()
            os.chdir("d" * 100)
            Path("a.md").write_text("# Deep\n", encoding="utf-8")
    finally:
        os.chdir(here)


def python_modules(box: Sandbox) -> None:
    """Modules with the names of those that a command loads, and hooks of the interpreter."""
    owned = f"open({str(box.top / 'owned')!r}, 'w').close()\n"
    names = ["json", "tomllib", "sqlite3", "tantivy", "pyromark", "yaml12", "sitecustomize",
             "usercustomize", "tarfile", "pwd", "shlex", "logging", "ra", "tests"]  # fmt: skip
    box.write({f"{name}.py": owned for name in names})
    box.write({"ra/__init__.py": owned, "pyvenv.cfg": "home = .\n", "x.pth": f"import os;{owned}"})


def unreadable(box: Sandbox) -> None:
    """Files and folders without any permission."""
    box.write({"shut.md": "# Shut\n", "closed/a.md": "# A\n"})
    (box.clone / "shut.md").chmod(0)
    (box.clone / "closed").chmod(0)


_NAMED = (
    "chunks key.md", "inspect doc key.md", "get key.md", "chunks dir/plain.md", "links via.md",
    "inspect doc sub/far/note.md", "inspect doc root/etc/passwd", "chunks zero.md", "eval dir",
    "-C sub/up ls docs --no-update",
)  # fmt: skip

TRICKS = {
    "links out of the tree": Trick(
        links_out,
        more=_NAMED,
    ),
    "pipes and sockets as documents": Trick(
        special_files, more=("chunks pipe.md", "inspect doc pipe.md", "inspect doc socket.md")
    ),
    "devices as documents": Trick(devices, needs_root=True, more=("inspect doc zero.md",)),
    "strange names": Trick(strange_names),
    "texts that steer a terminal": Trick(steering_texts),
    "front matter that explodes": Trick(bombs),
    "ignore files: pipes": Trick(ignore_files("pipe")),
    "ignore files: folders": Trick(ignore_files("folder")),
    "ignore files: links to a secret": Trick(ignore_files("link")),
    "ignore files: gigabytes": Trick(ignore_files("gigabytes"), finds=False),
    "too many rules": Trick(too_many_rules),
    "a .git file that names another repository": Trick(git_file),
    "a .git file and a commondir": Trick(git_through_two_files),
    "a .git link": Trick(git_link),
    "a .git file below": Trick(git_below),
    "a link as .git/info/exclude": Trick(git_exclude_link),
    "times out of range": Trick(times),
    "folders too deep for a path": Trick(deep_folders),
    "modules of Python": Trick(python_modules),
    "files without permissions": Trick(unreadable),
}
