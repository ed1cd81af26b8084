"""The contract of engines: one suite of tests, shipped so that other engines can run it too.

Subclass it in a test module of your own and define how your engine is opened:

    from ra.engine.contract import EngineContract

    class TestMine(EngineContract):
        def open_engine(self, folder):
            return MyEngine(folder)

        def writer_command(self, folder):  # leave it out if nothing outlives the process
            return python_command("mine.engine:MyEngine", folder)

`pytest.register_assert_rewrite("ra.engine.contract")` in a `conftest.py` beside it makes failures
show the values they compare. The suite uses only the protocol.
"""

from ra.engine.contract.building import BuildingContract
from ra.engine.contract.embeddings import EmbeddingsContract
from ra.engine.contract.fields import FieldsContract
from ra.engine.contract.history import HistoryContract
from ra.engine.contract.languages import LanguagesContract
from ra.engine.contract.linking import LinkingContract
from ra.engine.contract.load import LoadContract
from ra.engine.contract.locations import LocationsContract
from ra.engine.contract.queries import QueriesContract
from ra.engine.contract.reading import ReadingContract
from ra.engine.contract.scopes import ScopesContract
from ra.engine.contract.scoring import ScoringContract
from ra.engine.contract.survival import SurvivalContract
from ra.engine.contract.trees import TreesContract
from ra.engine.contract.writing import WritingContract


class EngineContract(
    TreesContract,
    BuildingContract,
    WritingContract,
    HistoryContract,
    ReadingContract,
    FieldsContract,
    QueriesContract,
    ScoringContract,
    LocationsContract,
    LinkingContract,
    LanguagesContract,
    ScopesContract,
    EmbeddingsContract,
    LoadContract,
    SurvivalContract,
):
    """Every promise of `ra.engine.protocol`, as tests."""


__all__ = ["EngineContract"]
