"""Embeds texts for commands of the same user: what `ra serve --socket` answers at `/embed`."""

from __future__ import annotations

from ra.embed.lent import MOST_BODY
from ra.embed.models import built_in
from ra.errors import NotFound, UsageError
from ra.serve.parameters import Given, Parameter, from_object

_PARAMETERS = (
    Parameter("model", "text", "The name of the model.", required=True, low=1, high=200),
    Parameter(
        "kind", "choice", "What the texts are.", required=True, choices=("query", "document")
    ),
    Parameter("texts", "text", "The texts.", many=1_000, required=True, high=MOST_BODY),
)


def parameters_of(body: object) -> Given:
    """What a request asks for."""
    return from_object(_PARAMETERS, body)


def vectors(given: Given, threads: int) -> bytes:
    """The vectors of some texts, one after the other, as little-endian floats."""
    model = built_in(given["model"], threads)
    if model is None:
        raise NotFound(f"no model is named '{given['model'][:100]}' here")
    if given["kind"] == "query":
        if len(given["texts"]) != 1:
            raise UsageError("texts: give one query")
        found = model.embed_query(given["texts"][0])
    else:
        found = model.embed(given["texts"])
    return found.astype("<f4").tobytes()
