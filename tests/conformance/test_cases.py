"""Tests that all supported cases pass, and that the runner reports the others correctly."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.cli.command import Outcome
from tests.conformance.__main__ import main
from tests.conformance.cases import Case, read_folder
from tests.conformance.forms import FORMS, failure
from tests.shared import SHARED

ROOT = Path(__file__).parents[2]
OWN = Path(__file__).parent / "cases"


def _cases(folder: Path) -> list[Case]:
    forms = read_folder(folder)
    return [case for form in FORMS for case in forms.get(form, ())]


def _named(case: Case) -> str:
    return f"{case.form}/{case.name}"


@pytest.mark.parametrize("case", _cases(OWN), ids=_named)
def test_own_case(case: Case) -> None:
    """SPEC 2-4.1: each of our own cases; its `why` names the rule."""
    assert failure(case) is None, case.record["why"]


@pytest.mark.parametrize(
    "case", _cases(SHARED / "cases") if (SHARED / "cases").is_dir() else (), ids=_named
)
def test_shared_case(case: Case) -> None:
    """SPEC 2-4.1: each shared case of a supported form; its `why` names the rule."""
    assert failure(case) is None, case.record["why"]


def _run(folder: Path) -> Outcome:
    """Run the cases of a folder, inside this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(folder)])
    return Outcome(code, out.getvalue(), err.getvalue())


def _write(folder: Path, form: str, cases: object) -> None:
    (folder / f"{form}.json").write_text(json.dumps(cases), encoding="utf-8")


GOOD = {"name": "good", "input": {"headings": ["A b"]}, "expected": ["a-b"]}
BAD = {"name": "bad", "input": {"headings": ["A b"]}, "expected": ["ab"]}
BROKEN = {"name": "broken", "input": {}, "expected": []}


def test_runner_counts_passes(tmp_path: Path) -> None:
    """Cases README: the last line is `N passed, N failed`, and nothing failed is exit code 0."""
    _write(tmp_path, "slugs", [GOOD, GOOD])
    command = [sys.executable, "-m", "tests.conformance", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "2 passed, 0 failed\n")


def test_runner_prints_one_line_for_each_failure(tmp_path: Path) -> None:
    """Cases README: one line per failure; a case that raises is a failure, and the rest runs."""
    _write(tmp_path, "slugs", [BAD, BROKEN, GOOD])
    done = _run(tmp_path)
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0] == "slugs/bad: expected ['ab'], got ['a-b']"
    assert lines[1].startswith("slugs/broken: KeyError")
    assert lines[2:] == ["1 passed, 2 failed"]


def test_runner_finds_every_wrong_field_of_a_node(tmp_path: Path) -> None:
    """Cases README: a node is compared in all its fields, a missing or extra node is a failure."""
    cases = json.loads((OWN / "chunk_tree.json").read_text(encoding="utf-8"))
    whole = next(case for case in cases if len(case["expected"]) > 1)
    wrong = []
    for field, value in whole["expected"][-1].items():
        changed = [*whole["expected"][:-1], {**whole["expected"][-1], field: f"not {value}"}]
        wrong.append({**whole, "name": field, "expected": changed})
    wrong.append({**whole, "name": "fewer", "expected": whole["expected"][:-1]})
    wrong.append({**whole, "name": "more", "expected": whole["expected"] * 2})
    _write(tmp_path, "chunk_tree", wrong)
    assert _run(tmp_path).out.splitlines()[-1] == "0 passed, 14 failed"


def test_runner_never_counts_unsupported_forms_as_passed(tmp_path: Path) -> None:
    """Files not yet supported are reported as such; the catalog of links is data."""
    _write(tmp_path, "telepathy", [GOOD, GOOD, GOOD])
    _write(tmp_path, "links_catalog", [{"id": "x"}])
    _write(tmp_path, "slugs", [GOOD])
    done = _run(tmp_path)
    assert done.code == 0
    assert done.out.splitlines() == [
        "telepathy: not supported yet (3 cases)",
        "1 passed, 0 failed",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("{}", "is a list of cases"),
        ("[1]", "case 0"),
        ('[{"name": "x"}]', "`input`"),
        ('"\udcff"', "not JSON"),
    ],
)
def test_runner_refuses_what_is_not_a_case_file(tmp_path: Path, content: str, message: str) -> None:
    """STYLE 7: an error names the file and what is wrong with it; exit code 2."""
    (tmp_path / "slugs.json").write_text(content, encoding="utf-8", errors="surrogateescape")
    done = _run(tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "slugs.json" in done.err
    assert message in done.err


@pytest.mark.parametrize("name", ["missing", "."])
def test_runner_refuses_a_folder_without_cases(tmp_path: Path, name: str) -> None:
    """STYLE 7: no folder or no case in it is an error, not `0 passed`."""
    done = _run(tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert str(tmp_path) in done.err
