"""The forms of cases, with one check for each; forms not listed are not supported yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.conformance import (
    aggregation,
    chunk_tree,
    elbow,
    header_based,
    links,
    normalise,
    overlap,
    query_parse,
    ranges,
    rrf,
    slugs,
    spec_v1,
)
from tests.conformance.cases import Case

Check = Callable[[Case], str | None]

FORMS: Mapping[str, Check] = {
    "aggregation": aggregation.check,
    "chunk_tree": chunk_tree.check,
    "elbow": elbow.check,
    "header_based": header_based.check,
    "links": links.check,
    "normalise": normalise.check,
    "overlap": overlap.check,
    "query_parse": query_parse.check,
    "query_typed": query_parse.check,
    "ranges": ranges.check,
    "rrf": rrf.check,
    "slugs": slugs.check,
    "spec_v1": spec_v1.check,
}


def failure(case: Case) -> str | None:
    """Why a case fails; an error that the product or the case itself raises is a failure too."""
    try:
        return FORMS[case.form](case)
    except Exception as error:  # noqa: BLE001 - the other cases still run
        return f"{type(error).__name__}: {error}"
