"""Runs the cases of a folder: one line for each failure, then `N passed, N failed`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.cases import BadCases, Case, read_folder
from tests.conformance.forms import FORMS, failure

USAGE = "usage: python -m tests.conformance DIR"


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 when nothing failed, 1 when something did, 2 when there was nothing to run."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        forms = read_folder(Path(arguments[0]))
    except BadCases as error:
        print(f"tests.conformance: {error}", file=sys.stderr)
        return 2
    return report(forms)


def report(forms: dict[str, list[Case]]) -> int:
    """Run every case of the forms that are supported and say which of the others there are."""
    passed = failed = 0
    for form, cases in forms.items():
        if form not in FORMS:
            print(f"{form}: not supported yet ({len(cases)} cases)")
            continue
        for case in cases:
            reason = failure(case)
            if reason is None:
                passed += 1
            else:
                failed += 1
                print(f"{form}/{case.name}: {' '.join(reason.splitlines())}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
