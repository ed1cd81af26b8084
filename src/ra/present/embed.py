"""Formats the report of `ra embed`, and the models it may use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:  # formatting a report needs no model
    from ra.ingest.embedding import EmbedReport
    from ra.library.embed import ModelFacts


def draw(reports: Sequence[EmbedReport], style: Style) -> Iterator[str]:
    """The output of `ra embed`, a line for each tree."""
    wide = max((len(report.name) for report in reports), default=0)
    for report in reports:
        yield f"{style.bold(report.name)}{' ' * (wide - len(report.name))}  {_done(report, style)}"


def record(reports: Sequence[EmbedReport]) -> dict[str, object]:
    """The same as a JSON record."""
    return {"trees": [report._asdict() for report in reports]}


def draw_models(models: Sequence[ModelFacts], style: Style) -> Iterator[str]:
    """The output of `ra embed --models`."""
    if not models:
        yield "no model; `embed.model` is `none`"
    for model in models:
        yield f"{style.bold(model.choice)}  {clean.line(model.source)}"
        yield f"  languages: {', '.join(map(clean.line, model.languages)) or 'all'}"
        facts = [f"{name} {_value(value)}" for name, value in model.settings.items()]
        yield f"  {style.symbols.dot.join(facts)}"


def models_record(models: Sequence[ModelFacts]) -> dict[str, object]:
    """The same as a JSON record."""
    return {
        "models": [
            {
                "choice": model.choice,
                "source": model.source,
                "languages": list(model.languages),
                **model.settings,
            }
            for model in models
        ]
    }


def _done(report: EmbedReport, style: Style) -> str:
    facts = [
        style.good(f"{text.count(report.embedded, 'section')} embedded") if report.embedded else "",
        f"{report.reused:,} known" if report.reused else "",
        f"{report.skipped:,} in a language without a model" if report.skipped else "",
    ]
    found = [fact for fact in facts if fact] or ["up to date"]
    return style.symbols.dot.join(found)


def _value(value: object) -> str:
    if value is None or value == 0:
        return "automatic"
    return clean.line(repr(value)) if isinstance(value, str) and " " in value else str(value)
