"""The documents for tests of SPEC 7 and 8: a few pages in one tree."""

from __future__ import annotations

FRONT = "---\ntags: [{tags}]\nupdated: {day}\n---\n"
PAGES = {
    "pool.md": "# Connection pool\nThe pool hands out connections and waits.\n",
    "thread.md": "# Threads\nA thread pool runs handlers. Handling errors in threads.\n",
    "error.md": "# Errors\nHow an error is handled, and who is told.\n",
    "guides/start.md": FRONT.format(tags="intro, first steps", day="2024-05-31")
    + "# Start\nBegin with a folder.\n",
    "guides/old.md": FRONT.format(tags="legacy", day="2019-01-01") + "# Old ways\nA folder.\n",
    "code.md": "# API\nCall getElementById, or std::io and http://example.org here.\n",
    "cjk.md": "# 文書\n日本語の検索。東京\n",
    "lone.md": "word\n",
}
