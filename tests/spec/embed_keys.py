"""Cases for the settings of `[embed]`: two values of each, and what they show."""

from __future__ import annotations

from tests.spec.keys import Case

_TREE = '[tree.docs]\npath = "docs"\n'
_SHOW = "embed --models --json"
_FOLDER = 'embed.folder = "m"\n'
_URL = 'embed.url = "http://127.0.0.1:9/v1"\n'


def _case(key: str, one: str, two: str, shows: tuple[str, str], base: str = "") -> Case:
    first, second = (f"{base}embed.{key} = {value}\n{_TREE}" for value in (one, two))
    return Case(first, second, _SHOW, *shows, trusted=True)


EMBED_CASES: dict[str, Case] = {
    "embed.model": _case("model", '"english"', '"multilingual"', ("MiniLM", "use-multilingual")),
    "embed.folder": _case("folder", '"one"', '"two"', ("project/one", "project/two")),
    "embed.url": _case(
        "url", '"http://a.example/v1"', '"http://b.example/v1"', ("a.example", "b.example")
    ),
    "embed.name": _case("name", '"small"', '"large"', ('"small"', '"large"'), _URL),
    "embed.key": Case(f"{_URL}{_TREE}", f"{_URL}{_TREE}", _SHOW, '"set"', '"not set"',
                      trusted=True, env=({"RA_EMBED_KEY": "k"}, {})),
    "embed.pooling": _case("pooling", '"cls"', '"mean"', ('"cls"', '"mean"'), _FOLDER),
    "embed.query_prefix": _case("query_prefix", '"q: "', '"s: "', ('"q: "', '"s: "'), _FOLDER),
    "embed.document_prefix": _case("document_prefix", '"p: "', '"d: "', ('"p: "', '"d: "'), _URL),
    "embed.limit": _case("limit", "128", "256", ('"limit": 128', '"limit": 256'), _FOLDER),
    "embed.languages": _case("languages", '["dutch"]', '["danish"]', ("dutch", "danish"), _FOLDER),
    "embed.weight": _case("weight", "0.5", "0.7", ('"weight": 0.5', '"weight": 0.7'), _FOLDER),
    "embed.threads": _case("threads", "1", "2", ('"threads": 1', '"threads": 2')),
    "embed.timeout": _case("timeout", "5.0", "9.0", ('"timeout": 5.0', '"timeout": 9.0'), _URL),
}  # fmt: skip
