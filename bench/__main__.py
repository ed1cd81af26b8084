"""`python -m bench [--quick] [NAME…]`: run these benches, or all; each prints one table.

`python -m bench [--quick] compare OLD_CHECKOUT [NEW_CHECKOUT] [--instructions]`
compares two versions.
"""

from __future__ import annotations

import sys

from bench import (
    answers,
    chunking,
    compare,
    confidence,
    context,
    freshness,
    index,
    known_items,
    languages,
    likethis,
    meaning,
    other_words,
    outline,
    ranking,
    returned,
    search,
    serving,
    serving_memory,
    strategies,
    support,
    trees,
    verdict,
    watch,
)

BENCHES = {
    "answers": answers.main,
    "support": support.main,
    "outline": outline.main,
    "strategies": strategies.main,
    "index": index.main,
    "search": search.main,
    "serving": serving.main,
    "serving_memory": serving_memory.main,
    "ranking": ranking.main,
    "returned": returned.main,
    "verdict": verdict.main,
    "trees": trees.main,
    "chunking": chunking.main,
    "confidence": confidence.main,
    "known_items": known_items.main,
    "languages": languages.main,
    "meaning": meaning.main,
    "other_words": other_words.main,
    "freshness": freshness.main,
    "context": context.main,
    "likethis": likethis.main,
    "watch": watch.main,
}


def main(words: list[str]) -> int:
    """Run the benches of these names in order."""
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"]
    if names and names[0] == "compare":
        compare.main(names[1:], quick=quick)
        return 0
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"bench: no bench is named {unknown[0]!r}; there are: {', '.join(BENCHES)}")
        return 2
    for name in names or BENCHES:
        print(f"== {name}", flush=True)
        BENCHES[name](quick=quick)
    return 0


sys.exit(main(sys.argv[1:]))
