"""Runs `ra mcp` without its early answer, so that the first answer is that of the SDK."""

from __future__ import annotations

import ra.serve.stdio

if __name__ == "__main__":
    setattr(ra.serve.stdio, "early_answer", lambda _: None)  # noqa: B010 - not exported
    ra.serve.stdio.run(None, print)
