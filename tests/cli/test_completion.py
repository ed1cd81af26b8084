"""Tests of `ra completion`, in real shells."""

from __future__ import annotations

import shutil

import pytest

from ra.cli.commands import NAMES
from ra.cli.completion import SHELLS as OFFERED
from ra.cli.parser import command_parser
from ra.cli.shells import SCRIPTS, specs
from tests.cli import shells
from tests.cli.command import Sandbox

SETTINGS = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'
ELSEWHERE = 'root = true\n[tree.other]\npath = "."\n'

every_shell = pytest.mark.parametrize(
    "shell",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"),
        )
        for name in SCRIPTS
    ],
)


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two trees, a file, and a folder with settings of its own."""
    box.write(
        {
            ".ra.toml": SETTINGS,
            "docs/a.md": "x",
            "notes/b.md": "x",
            "guide one.md": "x",
            "elsewhere/.ra.toml": ELSEWHERE,
        }
    )
    return box


@every_shell
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ra ", set(NAMES)),
        ("ra c", {"chunks", "config", "completion", "context"}),
        ("ra --color never st", {"status"}),
        ("ra --color a", {"auto", "always"}),
        ("ra status --color=n", {"never"}),
        ("ra help insp", {"inspect"}),
        ("ra completion ", {"bash", "zsh", "fish"}),
        ("ra inspect ", {"doc", "ctx", "query"}),
        ("ra ls ", {"trees", "docs", "chunks", "tags", "properties"}),
        ("ra ls docs --tree n", {"notes"}),
        ("ra update d", {"docs"}),
        ("ra get g", {"guide one.md"}),
        ("ra status ", {"docs", "notes"}),
        ("ra status docs n", {"notes"}),
        ("ra chunks --tree ", {"docs", "notes"}),
        ("ra chunks --tree=n", {"notes"}),
        ("ra chunks --tree docs --tree n", {"notes"}),
        ("ra -C elsewhere status ", {"other"}),
        ("ra inspect doc g", {"guide one.md"}),
        ("ra chunks g", {"guide one.md"}),
    ],
)
def test_words_are_completed(project: Sandbox, shell: str, line: str, offered: set[str]) -> None:
    """Issue 2: commands, flag values, tree names and files, in a real shell."""
    assert shells.SHELLS[shell](project, line) == offered


@every_shell
@pytest.mark.parametrize("name", NAMES)
def test_every_flag_of_a_command_is_offered(project: Sandbox, shell: str, name: str) -> None:
    """The scripts are made from the parsers: all long flags, and no hidden one."""
    flags = command_parser(name).flags
    wanted = {flag for flag, each in flags.items() if each.help and flag.startswith("--")}
    assert shells.SHELLS[shell](project, f"ra {name} --") == wanted


@every_shell
def test_folders_are_completed(project: Sandbox, shell: str) -> None:
    """`-C` takes a folder, never a file."""
    offered = {word.rstrip("/") for word in shells.SHELLS[shell](project, "ra -C ")}
    assert offered == {"docs", "notes", "elsewhere"}


@every_shell
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ra get So", {"Solar"}),
        ("ra links j", {"JD", "jane"}),
        ("ra get JD#", {"JD#work-history", "JD#life", "JD#^bio"}),
        ("ra get jane#^b", {"jane#^bio"}),
        ("ra get JD#w", {"JD#work-history"}),
    ],
)
def test_names_of_notes_and_sections_are_completed(
    box: Sandbox, shell: str, line: str, offered: set[str]
) -> None:
    """Issue 15: completion offers names, aliases, slugs and blocks, from the index as it is."""
    box.write(
        {
            "People/jane.md": "---\naliases: JD\n---\n# Life\n\nx ^bio\n\n# Work history\n\ny\n",
            "Solar.md": "# Hull\n\nx\n\n# Battery\n\ny\n",
        }
    )
    box.ra("update")
    found = {word for word in shells.SHELLS[shell](box, line) if not word.startswith("Solar.md")}
    assert found == offered


def test_names_of_a_tree_are_completed_after_the_colon(box: Sandbox) -> None:
    """Bash begins a new word after a colon, so the offered words have no tree."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    box.write({"a.md": "x", "b.md": "y"})
    box.ra("update")
    ask = (
        f"source {shells.script(box, 'bash')}\n"
        "COMP_WORDS=(ra get project : a) COMP_CWORD=4\n_ra; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    assert shells._run(box, ["bash", "--norc", "-c", ask]) == {"a.md"}


@every_shell
def test_broken_settings_are_silent(project: Sandbox, shell: str) -> None:
    """A shell that completes must not be answered with an error message."""
    project.write({".ra.toml": "broken"})
    assert not shells.SHELLS[shell](project, "ra status d") & {"docs", "notes"}
    asked = project.ra("completion", "--trees")
    assert asked == (0, "", "")


def test_the_shells_offered_are_those_with_a_script() -> None:
    """STYLE 4: a name that is offered has an entry in the table."""
    assert set(OFFERED) == set(SCRIPTS)
    assert [spec.name for spec in specs()] == ["", *NAMES]


def test_no_shell_is_an_error(box: Sandbox) -> None:
    """It says which shells there are."""
    done = box.ra("completion")
    assert (done.code, done.out) == (2, "")
    assert "bash, zsh, fish" in done.err
