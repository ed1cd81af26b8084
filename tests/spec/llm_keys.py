"""Cases for the settings of `[llm]`: two values of each, and what they show."""

from __future__ import annotations

from tests.spec.keys import Case

_TREE = '[tree.docs]\npath = "docs"\n'
_URL = 'llm.url = "http://127.0.0.1:9/v1"\n'
_SHOW = "ask --dry-run guide"


def _case(key: str, one: str, two: str, shows: tuple[str, str], base: str = _URL) -> Case:
    first, second = (f"{base}llm.{key} = {value}\n{_TREE}" for value in (one, two))
    return Case(first, second, _SHOW, *shows, trusted=True)


LLM_CASES: dict[str, Case] = {
    "llm.url": _case(
        "url", '"http://a.example/v1"', '"http://b.example/v1"', ("a.example", "b.example"), ""
    ),
    "llm.name": _case("name", '"small"', '"large"', ('"small"', '"large"')),
    "llm.key": Case(f"{_URL}{_TREE}", f"{_URL}{_TREE}", _SHOW, '"set"', '"not set"',
                    trusted=True, env=({"RA_LLM_KEY": "k"}, {})),
    "llm.timeout": _case("timeout", "5.0", "9.0", ('"timeout": 5.0', '"timeout": 9.0')),
    "llm.max_answer_tokens": _case(
        "max_answer_tokens", "100", "200", ('"max_tokens": 100', '"max_tokens": 200')
    ),
    "llm.unsupported": _case("unsupported", '"drop"', '"flag"', ('"drop"', '"flag"')),
}  # fmt: skip
