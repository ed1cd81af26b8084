"""`ra config`: which settings hold here, and where do they come from?"""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch
from ra.cli.output import Output
from ra.present import settings

DESCRIPTION = "Show every setting that holds in this folder, defaults included."
EXAMPLES = (
    ("ra config", "all settings, written as in .ra.toml"),
    ("ra config --origins", "with the file that set each one"),
    ("ra config --json", "as a JSON object"),
)
ARGUMENTS = (
    switch("--origins", help="tell which file set each key"),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra config`: print the settings in force."""
    with library.open() as kb:
        held = kb.settings
    if args.json:
        out.json(settings.record(held, origins=args.origins), indent=2)
    else:
        out.lines(settings.draw(held, out.style, origins=args.origins))
    return 0
