"""Tests of `ra completion`, in real shells."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

import pytest

from ra.cli.commands import NAMES
from ra.cli.completion import SHELLS as OFFERED
from ra.cli.parser import command_parser
from ra.cli.shells import SCRIPTS, specs
from tests.cli import shells
from tests.cli.command import Sandbox
from tests.robustness.marks import torture

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


WORDS = {
    "ra ": set(NAMES),
    "ra c": {"chunks", "config", "completion", "context"},
    "ra --color never st": {"status"},
    "ra --color a": {"auto", "always"},
    "ra status --color=n": {"never"},
    "ra help insp": {"inspect"},
    "ra completion ": {"bash", "zsh", "fish"},
    "ra inspect ": {"doc", "ctx", "query"},
    "ra ls ": {"trees", "docs", "chunks", "tags", "properties"},
    "ra ls docs --tree n": {"notes"},
    "ra update d": {"docs"},
    "ra get g": {"guide one.md"},
    "ra status ": {"docs", "notes"},
    "ra status docs n": {"notes"},
    "ra chunks --tree ": {"docs", "notes"},
    "ra chunks --tree=n": {"notes"},
    "ra chunks --tree docs --tree n": {"notes"},
    "ra -C elsewhere status ": {"other"},
    "ra inspect doc g": {"guide one.md"},
    "ra chunks g": {"guide one.md"},
}
NOTES = {
    "ra get So": {"Solar"},
    "ra links j": {"JD", "jane"},
    "ra get JD#": {"JD#work-history", "JD#life", "JD#^bio"},
    "ra get jane#^b": {"jane#^bio"},
    "ra get JD#w": {"JD#work-history"},
}


def offers(box: Sandbox, shell: str, lines: Iterable[str]) -> dict[str, set[str]]:
    """What a shell offers for each line."""
    asked = list(lines)
    return dict(zip(asked, shells.SHELLS[shell](box, asked), strict=True))


@every_shell
def test_words_are_completed(project: Sandbox, shell: str) -> None:
    """Issue 2: commands, flag values, tree names and files, in a real shell."""
    assert offers(project, shell, WORDS) == WORDS


@every_shell
@torture
def test_every_flag_of_a_command_is_offered(project: Sandbox, shell: str) -> None:
    """The scripts are made from the parsers: all long flags, and no hidden one."""
    wanted = {
        f"ra {name} --": {
            flag
            for flag, each in command_parser(name).flags.items()
            if each.help and flag.startswith("--")
        }
        for name in NAMES
    }
    assert offers(project, shell, wanted) == wanted


@every_shell
def test_folders_are_completed(project: Sandbox, shell: str) -> None:
    """`-C` takes a folder, never a file."""
    [found] = shells.SHELLS[shell](project, ["ra -C "])
    assert {word.rstrip("/") for word in found} == {"docs", "notes", "elsewhere"}


@every_shell
def test_names_of_notes_and_sections_are_completed(box: Sandbox, shell: str) -> None:
    """Issue 15: completion offers names, aliases, slugs and blocks, from the index as it is."""
    box.write(
        {
            "People/jane.md": "---\naliases: JD\n---\n# Life\n\nx ^bio\n\n# Work history\n\ny\n",
            "Solar.md": "# Hull\n\nx\n\n# Battery\n\ny\n",
        }
    )
    box.ra("update")
    found = offers(box, shell, NOTES)
    assert {line: words - {"Solar.md"} for line, words in found.items()} == NOTES


def test_names_of_a_tree_are_completed_after_the_colon(box: Sandbox) -> None:
    """Bash begins a new word after a colon, so the offered words have no tree."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    box.write({"a.md": "x", "b.md": "y"})
    box.ra("update")
    assert shells.bash_words(box, [["ra", "get", "project", ":", "a"]]) == [{"a.md"}]


def test_links_and_blocks_are_completed(box: Sandbox) -> None:
    """Issue 15: `[[Name`, `[[Name#Heading` and `#^block` as notes write them."""
    box.write({"Jane Doe.md": "# Life\n\nx ^bio\n"})
    box.ra("update")
    for start, offered in {
        "[[ja": ["[[Jane Doe]]"],
        "[[Jane Doe#": ["[[Jane Doe#^bio]]", "[[Jane Doe#life]]"],
        "#^b": ["#^bio"],
        "[[Joe": [],
    }.items():
        assert box.ra("completion", "--names", start).out.splitlines() == offered


@every_shell
def test_broken_settings_are_silent(project: Sandbox, shell: str) -> None:
    """A shell that completes must not be answered with an error message."""
    project.write({".ra.toml": "broken"})
    [offered] = shells.SHELLS[shell](project, ["ra status d"])
    assert not offered & {"docs", "notes"}
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
