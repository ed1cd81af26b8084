"""`parse_json` promises: the values and the errors of `json.loads`, without loading `json`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.engine.embedded.parse_json import parsed

_LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
_VALUES = st.recursive(
    _LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)
_BROKEN = ("", "[1,", '{"a"}', "nul", "[1]x", '"\x01"', "{", '"', "[1] 2", "-", '{"a":}')


@given(value=_VALUES, around=st.sampled_from(["", " ", "\n", "\t\r\n"]))
def test_values_are_those_that_were_written(value: object, around: str) -> None:
    """Also between white space, as Tantivy writes its list of segments."""
    assert parsed(f"{around}{json.dumps(value)}{around}") == value
    assert parsed(json.dumps(value, ensure_ascii=False)) == value


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "[1e400]"])
def test_constants_are_those_of_json(text: str) -> None:
    """Python's `json` reads them, too."""
    assert repr(parsed(text)) == repr(json.loads(text))


@pytest.mark.parametrize("text", _BROKEN)
def test_errors_are_those_of_json(text: str) -> None:
    """A damaged text is a `ValueError` that says where."""
    with pytest.raises(json.JSONDecodeError) as expected:
        json.loads(text)
    with pytest.raises(json.JSONDecodeError) as found:
        parsed(text)
    assert found.value.msg == expected.value.msg


@pytest.mark.parametrize("text", _BROKEN)
def test_errors_are_those_of_json_in_a_process_without_it(text: str) -> None:
    """Python's scanner raises `SystemError` there."""
    code = (
        "import sys\n"
        "from ra.engine.embedded.parse_json import parsed\n"
        "assert 'json' not in sys.modules\n"
        "assert parsed('[1]') == [1] and 'json' not in sys.modules\n"
        "try:\n"
        "    parsed(sys.argv[1])\n"
        "except ValueError:\n"
        "    sys.exit(3)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, text], check=False)
    assert done.returncode == 3
