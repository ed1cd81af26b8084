"""Tests of `ra config`."""

from __future__ import annotations

import tomllib

import pytest

from tests.cli.command import Sandbox


def test_config_prints_toml_that_gives_the_same_settings(box: Sandbox) -> None:
    """`key = value` lines are TOML: a file of them loads to what --json says."""
    box.write({".ra.toml": '[tree."a.b"]\npath = "x"\n[parsers]\n"*.rst" = "markdown"\n'})
    done = box.ra("config")
    assert done.code == 0
    read = tomllib.loads(done.out)
    assert read["tree"]["a.b"]["path"] == str(box.folder / "x")
    assert read["parsers"] == {"*.rst": "markdown"}
    settings = box.ra("config", "--json").json["settings"]
    assert settings["max_file_bytes"] == read["max_file_bytes"]
    assert len(settings) == len(done.out.splitlines())


def test_config_names_the_file_that_set_each_key(box: Sandbox) -> None:
    """Issue 2: which file set what; the nearest scalar wins (SPEC 1.1)."""
    (box.home / ".ra.toml").write_text("max_file_bytes = 7\nrespect_gitignore = false\n", "utf-8")
    box.write({".ra.toml": "max_file_bytes = 9\n"})
    lines = box.ra("config", "--origins").out.splitlines()
    found = {line.split(" = ")[0]: line.partition("  # ")[2] for line in lines}
    assert found["max_file_bytes"] == str(box.folder / ".ra.toml")
    assert found["respect_gitignore"] == str(box.home / ".ra.toml")
    assert found["chunking.strategy"] == "default"
    origins = box.ra("config", "--origins", "--json").json["origins"]
    assert origins["max_file_bytes"] == str(box.folder / ".ra.toml")
    assert origins["chunking.strategy"] is None


def test_config_json_names_files_and_index(box: Sandbox) -> None:
    """SPEC 1.3: with and without a project file the index is in the cache folder."""
    bare = box.ra("config", "--json").json
    assert bare["files"] == []
    assert bare["index"].startswith(str(box.home / "cache"))
    box.write({".ra.toml": ""})
    found = box.ra("config", "--json").json
    assert found["files"] == [str(box.folder / ".ra.toml")]
    assert found["index"] == bare["index"]
    assert "origins" not in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[settings]\nlocal_boost = 2.0\n", "use `search.local_boost`"),
        ("[settings]\ndefault_limit = 5\n", "use `search.limit`"),
        ("[search]\naggregation_pool_size = 500\n", "use `search.max_candidates`"),
        ("[search]\nboost_title = 2.0\n", "use `[search.boosts]`"),
        ("[search]\nmarkdown_h1 = 2.0\n", "use `[search.weights]`"),
    ],
)
def test_keys_of_the_rust_program_are_answered(box: Sandbox, text: str, said: str) -> None:
    """Where each key lives now."""
    box.write({".ra.toml": text})
    done = box.ra("config")
    assert (done.code, done.out) == (2, "")
    assert "unknown key" in done.err
    assert said in done.err


def test_a_language_code_is_a_stemmer(box: Sandbox) -> None:
    """A16: `de` is `german`; what is no code is still refused."""
    box.write({".ra.toml": '[search]\nstemmer = "de"\n'})
    assert 'stemmer = "german"' in box.ra("config").out
    box.write({".ra.toml": '[search]\nstemmer = "xx"\n'})
    assert box.ra("config").code == 2
