"""Tests of `ra embed`, and of commands without embeddings."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox
from tests.unit.embed.folders import make_model

MODEL = 'embed.folder = "model"\n[tree.docs]\npath = "docs"\n'


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """A project with two documents and a small model of its own."""
    make_model(box.folder / "model")
    box.write({"docs/a.md": "# Tea\n\ngreen tea\n", "docs/b.md": "# Coffee\n\ncoffee\n"})
    box.write({".ra.toml": MODEL})
    assert box.ra("trust").code == 0
    return box


def test_sections_are_embedded_once(project: Sandbox) -> None:
    """Issue 16: it brings the index up to date first; a second run has nothing to do."""
    done = project.ra("embed")
    assert (done.code, done.out) == (0, "docs  4 sections embedded\n")
    assert project.ra("embed").out == "docs  up to date\n"
    assert "4 of 4 chunks embedded" in project.ra("status").out
    assert project.ra("status", "--json").json["trees"][0]["embedded"] == 4


def test_sections_in_a_language_without_a_model_do_not_count_as_embedded(box: Sandbox) -> None:
    """`ra status` says how much a search by meaning can find."""
    box.write({"docs/a.md": "---\nlang: hi\n---\n# चाय\n\nहरी चाय अच्छी है।\n"})
    box.write({"docs/b.md": "# Tea\n\nGreen tea is good.\n"})
    box.write({".ra.toml": '[tree.docs]\npath = "docs"\n'})
    done = box.ra("embed")
    assert "2 in a language without a model" in done.out
    assert "2 of 4 chunks embedded, 2 in a language without a model" in box.ra("status").out
    assert box.ra("status", "--json").json["trees"][0]["embedded"] == 2


def test_update_embeds_changes_of_what_is_embedded(project: Sandbox) -> None:
    """Issue 16: `ra update` starts nothing, and goes on with what was started."""
    project.ra("update")
    assert "embedded" not in project.ra("status").out
    project.ra("embed")
    project.write({"docs/c.md": "# Green\n\ntea\n"})
    assert project.ra("update", "--no-embed").code == 0
    assert "4 of 6 chunks embedded" in project.ra("status").out
    assert project.ra("update").code == 0
    assert "6 of 6 chunks embedded" in project.ra("status").out


def test_a_rebuilt_tree_is_embedded_again_from_what_is_known(project: Sandbox) -> None:
    """Issue 16: `ra update --full`, and a new version that builds the index again."""
    project.ra("embed")
    assert project.ra("update", "--full", "--no-embed").code == 0
    assert "of 4 chunks embedded" not in project.ra("status").out
    assert project.ra("update").code == 0
    assert "4 of 4 chunks embedded" in project.ra("status").out


def test_a_model_folder_of_a_project_needs_trust(box: Sandbox) -> None:
    """SPEC 1.9: what comes with a folder names no model."""
    make_model(box.folder / "model")
    box.write({"docs/a.md": "# Tea\n\ngreen\n", ".ra.toml": MODEL})
    done = box.ra("embed", "--models")
    assert "embed.folder" in done.err
    assert "ra trust" in done.err
    assert "all-MiniLM-L6-v2" in done.out
    box.write({".ra.toml": 'embed.url = "http://127.0.0.1:9/v1"\n[tree.docs]\npath = "docs"\n'})
    done = box.ra("embed", "--models")
    assert "embed.url" in done.err
    assert "127.0.0.1" not in done.out


def test_a_model_that_fails_is_one_line_and_searches_work(project: Sandbox) -> None:
    """Issue 16: never a traceback, never a broken keyword search."""
    (project.folder / "model" / "model.onnx").write_bytes(b"broken")
    done = project.ra("embed")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "model.onnx: cannot be loaded" in done.err
    assert project.ra("search", "coffee").code == 0


def test_update_warns_if_the_model_is_gone(project: Sandbox) -> None:
    """Issue 16: the keyword index is updated all the same."""
    project.ra("embed")
    (project.folder / "model" / "model.onnx").unlink()
    project.write({"docs/c.md": "# Green\n\ntea\n"})
    done = project.ra("update")
    assert done.code == 0
    assert "docs: not embedded: " in done.err
    assert "1 added" in done.out
    assert project.ra("search", "green").code == 0


def test_embeddings_can_be_turned_off(project: Sandbox) -> None:
    """Issue 16: `none` is said, and removes what was embedded."""
    project.ra("embed")
    project.write({".ra.toml": 'embed.model = "none"\n[tree.docs]\npath = "docs"\n'})
    assert "`none`" in project.ra("embed").err
    assert project.ra("embed", "--models").out.startswith("no model")
    project.ra("update")
    assert "embedded" not in project.ra("status").out


def test_the_default_model_works_offline(box: Sandbox) -> None:
    """Issue 16: after `pip install` alone; German is embedded by the multilingual model."""
    box.write({"en/a.md": "# Tea\n\nSteep it.\n", "de/b.md": "# Tee\n\nZiehen lassen.\n"})
    box.write(
        {
            ".ra.toml": '[tree.en]\npath = "en"\nlanguage = "english"\n'
            '[tree.de]\npath = "de"\nlanguage = "german"\n'
        }
    )
    done = box.ra("embed")
    assert (done.code, done.err) == (0, "")
    assert "en  2 sections embedded" in done.out
    assert "de  2 sections embedded" in done.out
