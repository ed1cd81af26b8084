"""Tests the API with requests that schemathesis makes from its OpenAPI document."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ra.serve.schemas import openapi
from tests.serve.running import Running, project, running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of the documents of the tests."""
    with running(project(tmp_path_factory.mktemp("schemathesis")), "--rate", "0") as server:
        yield server


schema = schemathesis.openapi.from_dict(openapi())
# Requests for every bound of every parameter: hundreds, made when the tests are collected.
schema.config.phases.coverage.enabled = "HYPOTHESIS_PROFILE" in os.environ
pytestmark = pytest.mark.hypothesis


@schema.parametrize()
def test_no_request_breaks_the_contract(case: schemathesis.Case[Any], server: Running) -> None:
    """Issue 18: no 500, and no answer that its schema does not describe."""
    case.call_and_validate(base_url=server.url.rstrip("/"), checks=CHECKS)
