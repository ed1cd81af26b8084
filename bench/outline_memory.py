"""`python -m bench.outline_memory`: chunk MDN file by file, and tell the peak memory."""

from __future__ import annotations

import json

from bench.corpora import markdown_files
from bench.measure import own_peak
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse

for path in markdown_files("mdn"):
    divide(parse(Source("mdn", path.name, path.read_bytes(), 0, "markdown")), DEFAULT_CHUNKING)
print(json.dumps({"megabytes": own_peak()}))
