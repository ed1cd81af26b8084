"""`ra embed`: computes embeddings for semantic search."""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.present import embed

DESCRIPTION = (
    "Compute the embedding of every section that has none. Searches work meanwhile; an "
    "interrupted run continues where it was. Afterwards `ra update` embeds changes."
)
EXAMPLES = (
    ("ra embed", "embed all trees"),
    ("ra embed docs", "embed one tree"),
    ("ra embed --models", "list the models that the settings choose"),
    ("ra embed --models --json", "print a JSON object"),
)
ARGUMENTS = (
    word("trees", metavar="TREE", times="*", help="embed only these trees"),
    switch("--models", help="list the models and embed nothing"),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra embed`: bring the index up to date, embed what is missing, print what was done."""
    with library.open(say=out.warn) as kb:
        if args.models:
            models = kb.index.models()
            if args.json:
                out.json(embed.models_record(models), indent=2)
            else:
                out.lines(embed.draw_models(models, out.style))
            return 0
        try:
            with out.progress() as progress:
                kb.index.update(args.trees, everyone=True, progress=progress)
                reports = kb.index.embed(args.trees, everyone=True, progress=progress.embedding)
        except KeyboardInterrupt:
            out.warn("interrupted; the next `ra embed` continues from what was saved")
            raise
    if args.json:
        out.json(embed.record(reports), indent=2)
    else:
        out.lines(embed.draw(reports, out.style))
    return 0
