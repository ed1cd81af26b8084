"""`python -m bench [NAME…]`: run these benches, or all; each prints one table."""

from __future__ import annotations

import sys

from bench import outline

BENCHES = {"outline": outline.main}


def main(names: list[str]) -> int:
    """Run the benches of these names in order."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"bench: no bench is named {unknown[0]!r}; there are: {', '.join(BENCHES)}")
        return 2
    for name in names or BENCHES:
        print(f"== {name}")
        BENCHES[name]()
    return 0


sys.exit(main(sys.argv[1:]))
