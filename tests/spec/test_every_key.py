"""Tests that every setting has an effect: two values and two outputs for each key (SPEC 1.5)."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from ra.config.schema import KEYS
from tests.cli.command import Outcome, Sandbox
from tests.repositories import loose_repository
from tests.robustness.marks import sampled
from tests.spec.chunking_keys import CHUNKING_CASES, TREE_CHUNKING_CASES
from tests.spec.context_keys import CONTEXT_CASES, OVERRIDES, SAMPLE
from tests.spec.embed_keys import EMBED_CASES
from tests.spec.keys import Case
from tests.spec.llm_keys import LLM_CASES
from tests.spec.search_keys import SEARCH_CASES

# Size and times differ from run to run, whatever the settings.
_TIMES = re.compile(r" +\S+ [KM]iB · updated |  time +retrieve ")
DOCS: dict[str, str | bytes] = {
    "docs/guide.md": "# Guide\n\nRead this first, it is short.\n\n## More\n\nAnd this.\n",
    "docs/note.txt": "# not a heading\n",
    "docs/drafts/idea.md": "# Idea\n",
    "docs/secret.md": "# Secret\n\nIgnored by git.\n",
    "docs/.gitignore": "secret.md\n",
    "other/page.md": "# Another\n",
}
TREE = '[tree.docs]\npath = "docs"\n'


CASES: dict[str, Case] = {
    "root": Case(f"root = true\n{TREE}", f"root = false\n{TREE}", "status", "", "above (global)"),
    "respect_gitignore": Case(
        f"respect_gitignore = true\n{TREE}",
        f"respect_gitignore = false\n{TREE}",
        "status --files",
        "ignored  secret.md",
        "indexed  secret.md",
    ),
    "max_file_bytes": Case(
        f"max_file_bytes = 20\n{TREE}",
        f"max_file_bytes = 1000\n{TREE}",
        "status --files",
        "skipped  guide.md",
        "indexed  guide.md",
    ),
    "index.place": Case(
        f'index.place = ".one"\n{TREE}',
        f'index.place = "kept/two"\n{TREE}',
        "status",
        "project/.one",
        "project/kept/two",
        trusted=True,
    ),
    **CHUNKING_CASES,
    **SEARCH_CASES,
    **CONTEXT_CASES,
    **EMBED_CASES,
    **LLM_CASES,
    "parsers.*": Case(
        f'{TREE}[parsers]\n"*.txt" = "markdown"\n',
        f'{TREE}[parsers]\n"*.txt" = "text"\n',
        "chunks docs/note.txt",
        "> not a heading",
        "> note",
    ),
    "tree.*.path": Case(
        TREE, TREE.replace('"docs"', '"other"'), "chunks", "docs:guide.md#more", "docs:page.md"
    ),
    "tree.*.source": Case(
        f'{TREE}source = "git"\n',
        f'{TREE}source = "files"\n',
        "ls docs",
        "docs:4a96a1e",
        "docs:guide.md",
        loose_repository({"docs/guide.md": DOCS["docs/guide.md"]}, 1_400_000_000),
    ),
    "tree.*.include": Case(
        f'{TREE}include = ["*.txt"]\n',
        f'{TREE}include = ["*.md"]\n',
        "chunks",
        "docs:note.txt",
        "docs:guide.md",
    ),
    "tree.*.exclude": Case(
        f'{TREE}exclude = ["drafts/"]\n',
        f'{TREE}exclude = ["guide.md"]\n',
        "chunks",
        "docs:guide.md",
        "docs:drafts/idea.md",
    ),
    "tree.*.tenant": Case(
        f'{TREE}[tree.other]\npath = "other"\ntenant = "default"\n',
        f'{TREE}[tree.other]\npath = "other"\ntenant = "team-a"\n',
        "ls docs",
        "other:page.md",
        "",
    ),
    "tree.*.language": Case(
        f'search.stemmer = "french"\n{TREE}language = "german"\n',
        f'search.stemmer = "german"\n{TREE}language = "french"\n',
        "ls trees --tree docs --json",
        '"language": "german"',
        '"language": "french"',
    ),
    "tree.*.respect_gitignore": Case(
        f"respect_gitignore = false\n{TREE}respect_gitignore = true\n",
        f"respect_gitignore = false\n{TREE}respect_gitignore = false\n",
        "status --files",
        "ignored  secret.md",
        "indexed  secret.md",
    ),
    "tree.*.max_file_bytes": Case(
        f"max_file_bytes = 1000\n{TREE}max_file_bytes = 20\n",
        f"max_file_bytes = 20\n{TREE}max_file_bytes = 1000\n",
        "status --files",
        "skipped  guide.md",
        "indexed  guide.md",
    ),
    "tree.*.dates": Case(
        f'{TREE}dates = "git"\n',
        f'{TREE}dates = "file"\n',
        "ls docs short --json",
        '"mtime": "2014-05-13',
        "",
        loose_repository({"docs/guide.md": DOCS["docs/guide.md"]}, 1_400_000_000),
    ),
    "tree.*.confluence_base": Case(
        f'{TREE}confluence_base = "https://wiki.example.com"\n',
        f'{TREE}confluence_base = "https://other.example.com"\n',
        "links --json",
        '"link_type": "CONFLUENCE_PAGE_LINK"',
        '"link_type": "EXTERNAL_URL"',
        {"docs/link.md": "[x](https://wiki.example.com/display/A/B)\n"},
    ),
    "tree.*.links.roots.*": Case(
        f'{TREE}links.roots = {{"/a/" = "drafts"}}\n',
        f'{TREE}links.roots = {{"/b/" = "drafts"}}\n',
        "links --json",
        '"state": "document"',
        '"state": "no_document"',
        {"docs/link.md": "[x](/a/idea)\n"},
    ),
    **TREE_CHUNKING_CASES,
}


def answer(box: Sandbox, settings: str, case: Case, env: Mapping[str, str]) -> Outcome:
    """What the command says with these settings in the project, and a global file above."""
    box.write({**DOCS, **case.files, ".ra.toml": settings})
    (box.home / ".ra.toml").write_text('[tree.above]\npath = "x"\n', encoding="utf-8")
    (box.home / "x").mkdir(exist_ok=True)
    (box.home / "x" / "far.md").write_text("# Far\n\nowl\n", encoding="utf-8")
    # From nothing: a file that was indexed and is then too large stays, as stale (SPEC 1.8).
    for index in (box.indexes, box.folder / ".one", box.folder / "kept"):
        shutil.rmtree(index, ignore_errors=True)
    if case.trusted:
        assert box.ra("trust").code == 0
    assert box.ra("update").code == 0  # `ra status` tells of the index and does not update it
    if case.embeds:
        assert box.ra("embed").code == 0
    return told(box, case, env)


def told(box: Sandbox, case: Case, env: Mapping[str, str]) -> Outcome:
    """What the command says of the index that is there."""
    done = box.ra(*(word.replace(",", " ") for word in case.command.split()), **env)
    shown = [line for line in done.out.splitlines() if not _TIMES.match(line)]
    return done._replace(out="\n".join(shown))


def test_every_key_of_the_schema_has_its_case() -> None:
    """SPEC 1.5: a key without such a test fails the run; so does a case without a key."""
    assert list(CASES) == [key.name for key in KEYS]


_OTHERS = [name for name in CASES if name not in OVERRIDES]


@pytest.mark.parametrize("name", [*_OTHERS, *sampled(OVERRIDES, *SAMPLE)])
def test_two_values_of_a_key_give_two_answers(name: str, tmp_path: Path) -> None:
    """SPEC 1.5: every key has an effect, seen in the output of a real command."""
    case = CASES[name]
    box = Sandbox(tmp_path / "project", tmp_path / "home")
    box.folder.mkdir()
    box.home.mkdir()
    files = zip((case.one, case.two), case.env, strict=True)
    one, two = (answer(box, settings, case, env) for settings, env in files)
    assert (one.code, two.code) == (0, 0), one.err + two.err
    assert one.out != two.out
    for sign, here, there in ((case.shows_one, one, two), (case.shows_two, two, one)):
        assert sign in here.out
        assert not sign or sign not in there.out
    assert told(box, case, case.env[1]).out == two.out  # it differs for no other reason
