"""Tests of pictures: `ra links --graph` and `ra eval --plot`."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ra.present.graph_layout import places
from tests.cli.command import Sandbox

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> & "quoted" </title>'
FILES: dict[str, str | bytes] = {
    "a/one.md": "# One\n\n[two](two.md) [two](two.md) [[Three]]\n",
    "a/two.md": f"---\ntitle: '{HOSTILE}'\n---\n[one](one.md)\n",
    "b/Three.md": "# Three\n\nNothing.\n",
    "b/alone.md": "# Alone\n\nNothing.\n",
}
SET: dict[str, str | bytes] = {
    "set/docs/tea.md": "# Tea\n\n## Green\n\nAt 80 degrees.\n\n## Black\n\nBoil.\n",
    "set/queries.jsonl": '{"id": "1", "text": "How hot is green tea?"}\n',
    "set/qrels.jsonl": '{"query_id": "1", "target": "tea.md#green", "grade": 1}\n',
    "set/meta.json": '{"level": "section", "lang": "en"}\n',
}


def _svg(path: Path) -> ElementTree.Element:
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def test_links_as_a_picture(box: Sandbox) -> None:
    """Each linked document is a circle with its title, each pair of linked ones a line."""
    box.write(FILES)
    done = box.ra("links", "--graph", "links.svg")
    assert done == (0, "links.svg: 3 of 4 documents, 4 links between documents\n", "")
    root = _svg(box.folder / "links.svg")
    circles = [one for one in root.iter(f"{SVG}circle") if "data-node" in one.attrib]
    titles = [(one.findtext(f"{SVG}title") or "").splitlines() for one in circles]
    assert [lines[1] for lines in titles] == [f"project:{name}" for name in [*FILES][:3]]
    assert titles[1][0] == HOSTILE
    ends = [one.attrib["data-ends"] for one in root.iter(f"{SVG}line")]
    assert sorted(ends) == ["0 1", "0 2", "1 0"]
    assert "4 documents, 4 links between them; 1 without links" in "".join(root.itertext())
    assert box.ra("links", "--graph", "links.svg").code == 0
    assert _svg(box.folder / "links.svg") is not root


def test_links_as_a_page(box: Sandbox) -> None:
    """The page needs nothing from elsewhere, and names in it stay text."""
    box.write(FILES)
    assert box.ra("links", "--graph", "links.html").code == 0
    page = (box.folder / "links.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.count("<script>") == page.count("</script>") == 1
    assert not re.findall(r"""(?:src|href)=|url\(|import """, page)
    assert page.count("data-node") == 3 + page.count("[data-node]") == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--graph", "links.png"), "must end with .svg or .html"),
        (("--graph", "no/such/folder.svg"), "cannot write no/such/folder.svg"),
        (("--graph", "x.svg", "--orphans"), "exclude each other"),
        (("--graph", "x.svg", "a/one.md"), "exclude each other"),
    ],
)
def test_a_picture_that_cannot_be_drawn(box: Sandbox, words: tuple[str, ...], message: str) -> None:
    """The error says what is wrong, and nothing is written."""
    box.write(FILES)
    done = box.ra("links", *words)
    assert done.code == 2
    assert message in done.err
    assert not list(box.folder.glob("*.svg"))


def test_circles_do_not_cover_each_other() -> None:
    """A hub with a hundred documents, and a pair apart: all on the page, none over another."""
    edges = [(0, at) for at in range(1, 100)] + [(100, 101)]
    radii = [0.03, *[0.006] * 101]
    spots = places(edges, radii)
    assert spots == places(edges, radii)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in spots)
    apart = [
        dist(spots[one], spots[other]) - radii[one] - radii[other]
        for one, other in combinations(range(102), 2)
    ]
    assert min(apart) > -0.002
    assert dist(spots[100], spots[101]) < 0.3
    assert places([], []) == []
    assert places([], [0.1]) == [(0.5, 0.5)]


def test_a_run_as_a_picture(box: Sandbox) -> None:
    """One group of bars for each set, marks for the earlier run."""
    box.write(SET)
    done = box.ra("eval", "set", "--plot", "one.svg")
    assert done.code == 0
    assert "nDCG@10" in done.out
    root = _svg(box.folder / "one.svg")
    bars = [one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}rect") if len(one)]
    assert bars == ["nDCG@10 1.0000", "recall@10 1.0000", "MRR@10 1.0000", "covered 1.0000"]
    (box.folder / "before.json").write_text(box.ra("eval", "set", "--json").out, encoding="utf-8")
    assert box.ra("eval", "set", "--baseline", "before.json", "--plot", "two.svg").code == 0
    both = _svg(box.folder / "two.svg")
    assert len(list(both.iter(f"{SVG}rect"))) == len(list(root.iter(f"{SVG}rect"))) + 3
    assert "earlier run" in "".join(both.itertext())
    wrong = box.ra("eval", "set", "--plot", "one.png")
    assert (wrong.code, "must end with .svg" in wrong.err) == (2, True)
