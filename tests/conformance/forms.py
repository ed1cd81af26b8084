"""Which forms of cases can be run? One check for each; forms not here are not supported yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.conformance import chunk_tree, slugs
from tests.conformance.cases import Case

Check = Callable[[Case], str | None]

FORMS: Mapping[str, Check] = {
    "chunk_tree": chunk_tree.check,
    "slugs": slugs.check,
}


def failure(case: Case) -> str | None:
    """Why a case fails; an error that the product or the case itself raises is a failure too."""
    try:
        return FORMS[case.form](case)
    except Exception as error:  # noqa: BLE001 - the other cases still run
        return f"{type(error).__name__}: {error}"
