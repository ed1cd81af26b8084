"""`python -m bench support`: measures the check whether evidence supports a sentence.

`support_sentences.tsv` has sections of squad2-dev-a, for each a sentence that the section says and
one that it does not: another number, a negation, or something else about the same subject.
"""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.ranking import SETS
from ra.answer.support import Closeness, support
from ra.config.embed_keys import DEFAULT_EMBED
from ra.library.similarity import Comparison

_NAME = "squad2-dev-a"
_SENTENCES = Path(__file__).with_name("support_sentences.tsv")


def main(*, quick: bool = False) -> None:
    """Check every sentence by words alone, then with embeddings."""
    archive = SETS / f"{_NAME}.tar.xz"
    if not archive.is_file():
        sys.exit(f"bench: {archive} is missing; put the archives of the sets there")
    rows = [line.split("\t") for line in _SENTENCES.read_text(encoding="utf-8").splitlines()]
    with TemporaryDirectory() as folder:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        sections = {
            target: _section(Path(folder) / _NAME / "docs", target) for target, _, _ in rows
        }
    print("| check | precision | recall | unsupported caught |\n|---|--:|--:|--:|", flush=True)
    for name, closeness in (("words", None), ("words and embeddings", _closest)):
        print(_row(name, closeness, rows[:: 4 if quick else 1], sections), flush=True)


def _section(docs: Path, target: str) -> str:
    path, _, slug = target.partition("#")
    text = (docs / path).read_text(encoding="utf-8")
    return text.partition(f"\n## {slug}\n")[2].partition("\n## ")[0].strip()


def _closest(sentence: str, texts: object) -> float:
    assert isinstance(texts, list)
    return max(Comparison(DEFAULT_EMBED, sentence)("english", texts), default=0.0)


def _row(
    name: str, closeness: Closeness | None, rows: list[list[str]], sections: dict[str, str]
) -> str:
    kept = caught = 0
    for target, said, unsaid in rows:
        evidence = [sections[target]]
        kept += support(said, evidence, "english", closeness).supported
        caught += not support(unsaid, evidence, "english", closeness).supported
    wrong = len(rows) - caught
    precision = kept / (kept + wrong) if kept + wrong else 0.0
    return f"| {name} | {precision:.3f} | {kept / len(rows):.3f} | {caught / len(rows):.3f} |"
