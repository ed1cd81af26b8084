"""`ra config`: prints the settings in effect and the files they come from."""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch
from ra.cli.output import Output
from ra.present import settings

DESCRIPTION = "Print the settings in effect in this folder, including defaults."
EXAMPLES = (
    ("ra config", "print all settings as in .ra.toml"),
    ("ra config --origins", "print the file that set each one"),
    ("ra config --json", "print a JSON object"),
)
ARGUMENTS = (
    switch("--origins", help="print which file set each key"),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra config`: print the settings in effect."""
    with library.open(say=out.warn) as kb:
        held = kb.settings
    if args.json:
        out.json(settings.record(held, origins=args.origins), indent=2)
    else:
        out.lines(settings.draw(held, out.style, origins=args.origins))
    return 0
