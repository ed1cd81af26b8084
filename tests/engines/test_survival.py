"""Tests of the contract's kill test itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ra.engine.contract.store import DOCS, EngineUnderTest
from ra.engine.contract.survival import SurvivalContract, python_command
from ra.engine.protocol import Engine
from tests.engines.embedded import open_embedded
from tests.engines.memory import MemoryEngine


class Forgetful(SurvivalContract):
    """An engine in memory that claims to outlive its process."""

    def open_engine(self, folder: Path) -> Engine:
        """What this process knows."""
        return MemoryEngine(folder)

    def writer_command(self, folder: Path) -> Sequence[str]:
        """Another process, with a memory of its own."""
        return python_command("tests.engines.test_survival:open_declared", folder)


class Torn(SurvivalContract):
    """An engine that writes a document in two steps."""

    def open_engine(self, folder: Path) -> Engine:
        """The index itself is sound."""
        return open_embedded(folder)

    def writer_command(self, folder: Path) -> Sequence[str]:
        """The writer tears its documents."""
        return python_command("tests.engines.torn:open_torn", folder)


def open_declared(folder: Path) -> MemoryEngine:
    """An engine in memory with the tree that is written."""
    engine = MemoryEngine(folder)
    engine.declare([DOCS])
    return engine


@pytest.mark.parametrize(("faulty", "message"), [(Forgetful, "assert 0 >="), (Torn, "a mix")])
def test_a_fault_is_found(tmp_path: Path, faulty: type[SurvivalContract], message: str) -> None:
    """SPEC 6.5, STYLE 10: what a kill loses or tears does not pass."""
    case = faulty()
    store = EngineUnderTest(case.open_engine, tmp_path / "store")
    store.declare([DOCS])
    with pytest.raises(AssertionError, match=message):
        case.test_a_killed_writer_leaves_old_or_new_documents(store, 1)
    store.engine.close()


def test_a_writer_that_fails_is_no_kill(tmp_path: Path) -> None:
    """Own choice: a command that cannot run proves nothing."""

    class Wrong(Torn):
        def writer_command(self, folder: Path) -> Sequence[str]:
            return python_command("tests.engines.torn:open_nothing", folder)

    store = EngineUnderTest(open_embedded, tmp_path / "store")
    store.declare([DOCS])
    with pytest.raises(AssertionError, match="ended by itself"):
        Wrong().test_a_killed_writer_leaves_old_or_new_documents(store, 1)
    store.engine.close()
