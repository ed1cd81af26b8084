"""Tests of files that are not plain Markdown: MDX, Jupyter notebooks, Obsidian canvases."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Sandbox

SETTINGS = "[tree.notes]\npath = '.'\ninclude = ['*.md', '*.mdx', '*.ipynb', '*.canvas']\n"
MDX = """---
title: Tabs
---
import Tabs from '@theme/Tabs';
import { one,
  two } from './parts';

export const meta = {
  zebra: 1,

  yak: 2,
};

# Use tabs {#use}

<Tabs groupId="walrus" items={[1, "}>"]}>
<Tab label="lion">

Plain **prose** with `<Code>` and {props.tiger}. {/* hidden otter */}

```js
import Fence from "kept";
```

</Tab>
</Tabs>

## Next

See [the guide](./guide). 1 < 2 and a { brace.
"""


def notebook(*cells: tuple[str, str | list[str]], **more: object) -> str:
    """A notebook with these cells."""
    made = [{"cell_type": kind, "source": text, "outputs": []} for kind, text in cells]
    return json.dumps({"nbformat": 4, "cells": made, "metadata": more})


def test_code_of_an_mdx_page_is_neither_searched_nor_shown(box: Sandbox) -> None:
    """Issue 15: imports, exports and JSX are not prose; text between tags is Markdown."""
    box.write({".ra.toml": SETTINGS, "page.mdx": MDX, "guide.mdx": "# Guide\n\ntext\n"})
    for word in ("zebra", "yak", "walrus", "lion", "tiger", "otter", "groupId", "two"):
        assert box.ra("search", word, "--fuzzy", "0").code == 1, word
    for word in ("prose", "Fence", "Code", "brace", "Tabs"):
        assert box.ra("search", word).code == 0, word
    shown = box.ra("search", "prose", "-o", "full").out
    assert "Plain **prose** with `<Code>`" in shown
    assert "<Tab" not in shown and "import Tabs" not in shown
    assert box.ra("ls", "chunks", "path:page").out.split("\n")[1:] == [
        "notes:page.mdx#use  > Tabs › Use tabs",
        "notes:page.mdx#next  > Tabs › Use tabs › Next",
        "",
    ]
    found = box.ra("links", "page.mdx", "--json").json
    assert [link["target_document"] for link in found["outgoing"]] == ["notes:guide.mdx"]


def test_offsets_of_mdx_are_those_of_the_file(box: Sandbox) -> None:
    """SPEC 1.8: hidden ranges stay part of the file."""
    box.write({".ra.toml": SETTINGS, "page.mdx": MDX})
    got = box.ra("get", "page.mdx#next", "--json").json
    lines = MDX.splitlines()
    assert lines[got["line_start"] - 1] == "## Next"


HOSTILE_MDX = [
    "{" * 30000,
    "<A " * 30000,
    "<A b={" * 9000,
    "`" * 9000 + "{'",
    "import {\n\n" * 40_000,
    "{/* " * 200_000,
    "{/* }" * 200_000,
]


@pytest.mark.parametrize("text", HOSTILE_MDX)
def test_hostile_mdx_is_read(box: Sandbox, text: str) -> None:
    """One bad file never stops the others, and time stays bounded."""
    box.write({".ra.toml": SETTINGS, "bad.mdx": f"# Bad\n\n{text}\n", "good.md": "zebra\n"})
    assert box.ra("search", "zebra").code == 0


def test_an_import_that_is_never_closed_ends_at_the_first_blank_line(box: Sandbox) -> None:
    """Issue 15: one such import hides neither what follows it nor later imports from the reader."""
    page = "import { zebra\n\nyak\n\nimport {\n\n  walrus } from './b';\n\nlion\n"
    box.write({".ra.toml": SETTINGS, "page.mdx": page})
    found = {word: box.ra("search", word).code for word in ("zebra", "yak", "walrus", "lion")}
    assert found == {"zebra": 1, "yak": 0, "walrus": 1, "lion": 0}


def test_notebooks_are_read_as_markdown(box: Sandbox) -> None:
    """Issue 15: Markdown cells, and code cells as fences; outputs and JSON are not text."""
    cells: list[tuple[str, str | list[str]]] = [
        ("markdown", ["# Analysis\n", "\n", "We load the zebra data."]),
        ("code", "import pandas\nprint('```')"),
        ("markdown", "## Result\n\nIt is good. See [[other]] #stats"),
        ("raw", "as typed"),
    ]
    text = notebook(*cells, kernelspec={"language": "Python"})
    box.write({".ra.toml": SETTINGS, "work/a.ipynb": text, "other.md": "# Other\n"})
    got = box.ra("get", "work/a.ipynb")
    assert got.code == 0
    assert "````python\nimport pandas\nprint('```')\n````" in got.out
    assert "nbformat" not in got.out and "cell_type" not in got.out
    assert box.ra("search", "nbformat").code == 1
    (result,) = box.ra("search", "pandas", "--json").json["results"]
    assert (result["id"], result["line"]) == ("notes:work/a.ipynb#analysis", 6)
    assert "a.ipynb" in box.ra("ls", "docs", "tag:stats").out
    links = box.ra("links", "work/a.ipynb", "--json").json["outgoing"]
    assert [link["target_document"] for link in links] == ["notes:other.md"]
    assert box.ra("get", "work/a.ipynb#result").out.count("It is good") == 1


def test_a_first_raw_cell_may_be_front_matter(box: Sandbox) -> None:
    """As Quarto writes it."""
    text = notebook(("raw", "---\ntitle: Named\ntags: [x]\n---"), ("markdown", "text"))
    box.write({".ra.toml": SETTINGS, "a.ipynb": text})
    assert box.ra("ls", "docs").out == "notes:a.ipynb  Named\n"
    assert box.ra("ls", "docs", "tag:x").code == 0


def test_notebooks_of_version_3(box: Sandbox) -> None:
    """Older notebooks have worksheets, headings and `input`."""
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Old"]},
        {"cell_type": "code", "input": ["yak = 1"], "language": "python"},
    ]
    box.write({".ra.toml": SETTINGS, "a.ipynb": json.dumps({"worksheets": [{"cells": cells}]})})
    assert "## Old\n\n```python\nyak = 1\n```" in box.ra("get", "a.ipynb").out


@pytest.mark.parametrize(("level", "marks"), [(10**8, "######"), (0, "#"), (-(10**9), "#")])
def test_a_heading_of_a_notebook_has_a_level_of_markdown(
    box: Sandbox, level: int, marks: str
) -> None:
    """A file of a hundred bytes does not become a text that fills the memory."""
    cells = [{"cell_type": "heading", "level": level, "source": "Old"}]
    box.write({".ra.toml": SETTINGS, "a.ipynb": json.dumps({"cells": cells})})
    assert box.ra("get", "a.ipynb").out.endswith(f"\n\n{marks} Old\n")


def test_canvases_are_read(box: Sandbox) -> None:
    """Findings A11: texts of cards from top to bottom; files and URLs are links."""
    nodes = [
        {"id": "2", "type": "file", "file": "deep/Plan.md", "subpath": "#Goals", "y": 10, "x": 0},
        {"id": "1", "type": "text", "text": "---\nThe zebra card", "y": 0, "x": 0},
        {"id": "3", "type": "link", "url": "https://example.org", "y": 20, "x": 0},
        {"id": "4", "type": "group", "label": "Box", "y": -5, "x": 0},
    ]
    board = {"nodes": nodes, "edges": [{"fromNode": "1", "toNode": "2", "label": "leads to"}]}
    box.write(
        {
            ".ra.toml": SETTINGS,
            "Board.canvas": json.dumps(board),
            "deep/Plan.md": "# Plan\n\n## Goals\n\nx\n",
            "a.md": "![[Board.canvas]]\n",
        }
    )
    text = box.ra("get", "Board").out
    assert (
        text.index("**Box**") < text.index("The zebra card") < text.index("![[deep/Plan.md#Goals]]")
    )
    assert "- leads to" in text
    found = box.ra("links", "Board.canvas", "--json").json
    assert [link["target_chunk"] for link in found["outgoing"] if link["target_chunk"]] == [
        "notes:deep/Plan.md#goals"
    ]
    assert [link["source_document"] for link in found["incoming"]] == ["notes:a.md"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ipynb", "{"),
        ("a.ipynb", "[]"),
        ("a.ipynb", '{"cells": 3}'),
        ("a.canvas", '{"nodes": 1}'),
        ("a.canvas", "[" * 100000),
    ],
)
def test_a_bad_file_fails_alone_with_a_reason(box: Sandbox, name: str, text: str) -> None:
    """SPEC 1.6: one by one, with a reason that `ra status --files` shows."""
    box.write({".ra.toml": SETTINGS, name: text, "good.md": "zebra\n"})
    assert box.ra("search", "zebra").code == 0
    [tree] = box.ra("status", "--files", "--json").json["trees"]
    (bad,) = [file for file in tree["files"] if file["path"] == name]
    assert (bad["state"], bad["code"]) == ("failed", "CHUNKING_FAILED")
    assert bad["reason"].startswith("not a")


def test_what_is_not_a_cell_or_a_card_is_left_out(box: Sandbox) -> None:
    """Other programs write these files: one odd part loses nothing else."""
    cells = [None, 5, {"cell_type": "code"}, {"cell_type": "markdown", "source": None}]
    owl = {"cell_type": "markdown", "source": ["an owl"]}
    nodes = [None, {"type": "file"}, {"type": "text", "text": None, "y": "top"}]
    box.write(
        {
            ".ra.toml": SETTINGS,
            "a.ipynb": json.dumps({"metadata": [], "cells": [*cells, owl]}),
            "b.canvas": json.dumps({"nodes": [*nodes, {"type": "text", "text": "an owl too"}]}),
            "blank.canvas": "\n",
            "blank.ipynb": " ",
        }
    )
    assert [each["path"] for each in box.ra("search", "owl", "--json").json["results"]] == [
        "a.ipynb",
        "b.canvas",
    ]
    assert "failed" not in box.ra("status").out


@pytest.mark.parametrize("text", ["[]", '{"cells": 5}', '{"nodes": {}}', '{"worksheets": null}'])
def test_the_reason_names_what_is_wrong(box: Sandbox, text: str) -> None:
    """A sentence for people, not the error of a program."""
    name = "bad.canvas" if "nodes" in text else "bad.ipynb"
    box.write({".ra.toml": SETTINGS, name: text})
    box.ra("update")
    said = box.ra("status", "--files").out
    assert "is not a list" in said or "the JSON is not an object" in said


def test_the_last_good_version_of_a_notebook_stays(box: Sandbox) -> None:
    """SPEC 1.8: also through a rebuild; a file that is unchanged is not read again."""
    box.write({".ra.toml": SETTINGS, "a.ipynb": notebook(("markdown", "zebra"))})
    assert box.ra("search", "zebra").code == 0
    assert "up to date" in box.ra("update").out
    box.write({"a.ipynb": "{"})
    assert box.ra("search", "zebra").code == 0
    box.write({".ra.toml": f"{SETTINGS}chunking.strategy = 'none'\n"})
    assert box.ra("search", "zebra").code == 0
    assert "stale" in box.ra("status", "--files").out


def test_formats_need_no_parser_setting_but_include(box: Sandbox) -> None:
    """SPEC 1.4: the default include is Markdown and text; `[parsers]` overrides the suffix."""
    box.write({"a.ipynb": notebook(("markdown", "zebra")), "b.md": "yak\n"})
    assert box.ra("search", "zebra").code == 1
    box.write(
        {".ra.toml": "[tree.n]\npath = '.'\ninclude = ['*.nb']\n[parsers]\n'*.nb' = 'notebook'\n"}
    )
    box.write({"c.nb": notebook(("markdown", "zebra"))})
    assert box.ra("search", "zebra").code == 0
