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

from ra.engine.contract.building import Building
from ra.engine.contract.fields import Fields
from ra.engine.contract.history import History
from ra.engine.contract.languages import Languages
from ra.engine.contract.linking import Linking
from ra.engine.contract.load import Load
from ra.engine.contract.places import Places
from ra.engine.contract.queries import Queries
from ra.engine.contract.reading import Reading
from ra.engine.contract.scopes import Scopes
from ra.engine.contract.scoring import Scoring
from ra.engine.contract.survival import Survival
from ra.engine.contract.trees import Trees
from ra.engine.contract.writing import Writing


class EngineContract(
    Trees,
    Building,
    Writing,
    History,
    Reading,
    Fields,
    Queries,
    Scoring,
    Places,
    Linking,
    Languages,
    Scopes,
    Load,
    Survival,
):
    """Every promise of `ra.engine.protocol`, as tests."""


__all__ = ["EngineContract"]
