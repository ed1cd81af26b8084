"""`ra watch`: keeps the index up to date while files change."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from ra import library
from ra.cli.arguments import Namespace, switch
from ra.cli.output import Output
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library.watching import WatchReports

DESCRIPTION = (
    "Keep the index up to date while files change, until you press Ctrl-C. Searches then need not "
    "compare the files themselves."
)
EXAMPLES = (
    ("ra watch", "watch all trees"),
    ("ra watch --no-embed", "leave new and changed sections without embeddings"),
)
ARGUMENTS = (
    switch(
        "--no-embed",
        into="embed",
        value=False,
        help="do not embed changes in trees that `ra embed` has embedded",
    ),
)


def run(args: Namespace, out: Output) -> int:
    """`ra watch`: print a line for each update, until Ctrl-C or SIGTERM."""
    import signal

    signal.signal(signal.SIGTERM, _stop)
    has_started: list[bool] = []
    try:
        while True:
            with library.open(update="missing", say=out.warn) as kb:
                kb.index.watch(_reports(out, has_started), embeds=args.embed)
            _show(out, ["the settings have changed"])
    except KeyboardInterrupt:
        if not has_started:
            out.warn("interrupted; the next command continues from what was saved")
            raise
        _show(out, ["stopped watching"])
    return 0


def _reports(out: Output, has_started: list[bool]) -> WatchReports:
    """What the watcher calls; each line is written at once."""
    from ra.library.watching import WatchReports
    from ra.present import embed, update

    def start(names: Sequence[str]) -> None:
        has_started.append(True)
        _show(out, [f"watching {', '.join(names)}; press Ctrl-C to stop"])

    return WatchReports(
        started=start,
        updated=lambda report: _show(out, update.draw(report, out.style)),
        embedded=lambda report: _show(out, embed.draw([report], out.style)),
        note=out.warn,
        progress=out.progress,
    )


def _show(out: Output, lines: Iterable[str]) -> None:
    out.lines(lines)
    sys.stdout.flush()


def _stop(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
