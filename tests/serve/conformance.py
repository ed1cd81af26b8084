"""Runs the public MCP conformance scenarios against a server: `python -m tests.serve.conformance`.

It installs `@modelcontextprotocol/conformance` from npm into `.bench/conformance` and runs it with
the Node.js that playwright brings, since the suite needs version 22 or newer. It is not part of
`make test`, which works offline.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import playwright

from tests.serve.running import project, running

PACKAGE = "@modelcontextprotocol/conformance@0.1.16"
FOLDER = Path(__file__).parents[2] / ".bench" / "conformance"
NODE = Path(playwright.__file__).parent / "driver" / "node"

APPLY = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "server-sse-polling",
    "dns-rebinding-protection",
)
_FIXTURE = "calls a tool, resource or prompt that only a test server has"
_NOT_OFFERED = "tests a capability that ra does not offer, and does not announce"
DO_NOT_APPLY = {
    **dict.fromkeys(
        (
            "tools-call-simple-text",
            "tools-call-image",
            "tools-call-audio",
            "tools-call-embedded-resource",
            "tools-call-mixed-content",
            "tools-call-error",
            "tools-call-with-progress",
            "json-schema-2020-12",
            "resources-read-text",
            "resources-read-binary",
            "resources-templates-read",
            "prompts-get-simple",
            "prompts-get-with-args",
            "prompts-get-embedded-resource",
            "prompts-get-with-image",
        ),
        _FIXTURE,
    ),
    **dict.fromkeys(
        (
            "logging-set-level",
            "completion-complete",
            "tools-call-with-logging",
            "tools-call-sampling",
            "tools-call-elicitation",
            "elicitation-sep1034-defaults",
            "elicitation-sep1330-enums",
            "resources-subscribe",
            "resources-unsubscribe",
        ),
        _NOT_OFFERED,
    ),
}


def main() -> int:
    """Run every scenario that applies, and list the others with the reason."""
    suite = _installed()
    failed = _listed(suite) ^ {*APPLY, *DO_NOT_APPLY}
    for name in sorted(failed):
        print(f"{name}: new or gone; sort it in")
    with tempfile.TemporaryDirectory() as folder, running(project(Path(folder))) as server:
        for name in APPLY:
            words = [str(NODE), str(suite), "server", "--url", f"{server.url}mcp"]
            done = subprocess.run(
                [*words, "--scenario", name], capture_output=True, encoding="utf-8", check=False
            )
            said = [line for line in done.stdout.splitlines() if line.startswith("Passed:")]
            print(f"{name}: {said[-1] if said else 'failed'}")
            if done.returncode:
                failed.add(name)
    for name, reason in DO_NOT_APPLY.items():
        print(f"{name}: does not apply: {reason}")
    return 1 if failed else 0


def _installed() -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    suite = FOLDER / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    if not suite.is_file():
        command = ["npm", "install", "--silent", "--no-audit", "--prefix", str(FOLDER), PACKAGE]
        subprocess.run(command, check=True)
    return suite


def _listed(suite: Path) -> set[str]:
    done = subprocess.run(
        [str(NODE), str(suite), "list", "--server"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    rows = [line.strip() for line in done.stdout.splitlines()]
    return {row[2:].split()[0] for row in rows if row.startswith("- ")}


if __name__ == "__main__":
    sys.exit(main())
