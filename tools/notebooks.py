"""Runs the code of a notebook and stores what it prints.

`python -m tools.notebooks docs/notebooks/chunking.ipynb`, in an environment that has the packages.
"""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def run(path: Path) -> dict[str, Any]:
    """The notebook with the outputs of its cells."""
    book: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    count = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile("".join(cell["source"]), path.name, "exec", dont_inherit=True), names)
        text = printed.getvalue().splitlines(keepends=True)
        cell["execution_count"] = count
        cell["outputs"] = (
            [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
        )
    return book


def main(paths: list[str]) -> None:
    """Run these notebooks, and store their outputs."""
    for name in paths:
        path = Path(name)
        text = json.dumps(run(path), ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", encoding="utf-8")
        print(f"wrote {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
