"""`python -m bench.index_build FOLDER`: what making an index from nothing costs."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import ra
from bench.measure import Stopwatch
from bench.project import indexes

project = Path(sys.argv[1])
shutil.rmtree(indexes(project), ignore_errors=True)
with Stopwatch() as watch, ra.open(project) as kb:
    kb.index.update()
print(json.dumps(watch.cost()._asdict()))
