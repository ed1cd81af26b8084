"""Prints the results of a search: whole sections, a short list, or matching lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ra.present import clean, text
from ra.present.file_links import FileLinks, MatchLine, match_lines
from ra.present.style import Style
from ra.search.coverage import reasons, shown_though_excluded
from ra.search.highlight import Range, merge
from ra.search.results import Match, Report, Result
from ra.typed import TYPE_CHECKING, NamedTuple

_MOST_CORRECTIONS = 3  # shown for each word

if TYPE_CHECKING:
    from ra.search.coverage import Why


class Display(NamedTuple):
    """The format of results; `why` gives the reasons for each, if they are shown.

    Without `rows` the output has no end, such as a pipe.
    """

    style: Style
    places: FileLinks
    why: Callable[[Match], Why | None] | None = None
    columns: int = 80
    rows: int = 0


def notes(report: Report) -> Iterator[str]:
    """Notes on all results: they are partial, weak, or cut off."""
    if dropped := report.limited - len(report.results):
        fit = "does not fit" if dropped == 1 else "do not fit"
        yield f"{dropped:,} more {_results(dropped)} found that {fit} into --max-tokens"
    yield from dict.fromkeys(
        clean.line(note) for one in report.searches for note in one.trace.notes
    )
    if report.topics is None:
        yield from _on_one_query(report)
        return
    for topic in report.topics.each:
        found = topic.report.results
        said = _on_one_query(topic.report) if found else iter(["nothing found"])
        yield from (f"{clean.line(topic.name)}: {note}" for note in said)


def _on_one_query(report: Report) -> Iterator[str]:
    if report.origin is not None:  # nobody typed these words, and no chunk has all of them
        return
    if report.partial and report.results:
        lacking = _lacking_everywhere(report)
        more = f"; missing in all results: {', '.join(lacking)}" if lacking else ""
        yield f"partial matches: no section contains all words{more}"
    for typed, meant in report.trace.corrections().items():
        yield f"no {typed} found; searched for {_some(meant)} instead"
    if report.verdict.strength == "weak":
        share = f"{100 * report.verdict.share:.0f} %"
        cosine = report.verdict.cosine
        more = "" if cosine is None else f", closeness in meaning {cosine:.2f}"
        yield f"weak match: the best result covers {share} of your query{more}"
    if report.verdict.strength == "none" and report.results:
        yield "no match: nothing here is close to your query; these sections are the closest"


def _some(words: Sequence[str]) -> str:
    """The first words of a list, and how many follow."""
    more = len(words) - _MOST_CORRECTIONS
    shown = ", ".join(words[:_MOST_CORRECTIONS])
    return clean.line(f"{shown} and {more} more" if more > 0 else shown)


def _results(number: int) -> str:
    return "result was" if number == 1 else "results were"


def full(report: Report, page: Display) -> Iterator[str]:
    """Each result with its breadcrumb, its place and all of its text."""
    for result in report.results:
        yield from _head(result, report, page)
        for part in _parts(result):
            yield f"  {_place(part, page)}{_marks([lacking(part)], page)}{_reason(part, page)}"
        body = _painted(result.body, _ranges(result), page.style).strip("\n")
        if body.strip():
            yield from ("", body)
        yield from _passages(result, page)
        yield from end(result, page)
        yield ""


def matches(report: Report, page: Display) -> Iterator[str]:
    """Each result with its place and only its lines that match, after their numbers."""
    style = page.style
    for result in report.results:
        chunk = result.match.chunk
        label = _facts(result, report, page)
        yield f"{style.bold(clean.name(chunk.id))}{label}"
        lines = [line for match in result.matches for line in match_lines(match)]
        yield from (_matched(line, style) for line in sorted(lines))
        if not lines:  # it matched by its titles, tags or path
            yield style.dim(text.breadcrumb(chunk.breadcrumb, style))
        yield from end(result, page)


def display(
    report: Report, style: Style, places: FileLinks, *, verbose: bool, screen: tuple[int, int]
) -> Display:
    """The format for this report; `verbose` adds the reasons to each result."""
    return Display(style, places, reasons(report) if verbose else None, *screen)


def reason(why: Why, style: Style) -> str:
    """`rank 1 with 3.21 · x 1.5 (local) · tea, gren~green`."""
    several = len(why.legs) > 1
    said = [
        f"{f'{leg} ' if several else ''}rank {rank} with {score:.4g}"
        for leg, rank, score in why.legs
    ]
    said += [factor.note for factor in why.factors if factor.note]
    near = [f"{typed}~{word}" for typed, forms in why.near.items() for word in forms]
    if why.terms or near:
        said.append(clean.line(", ".join([*why.terms, *near])))
    return style.symbols.dot.join(said)


def _passages(result: Result, page: Display) -> Iterator[str]:
    """A note that a text is shown in passages, for the form that prints the text."""
    if result.passages:
        shown = ", ".join(f"{each.first_line}-{each.last_line}" for each in result.passages)
        lines = f"lines {shown} of {result.line_start}-{result.line_end}"
        yield page.style.dim(f"[{lines}; `ra get` prints all]")


def end(result: Result, page: Display) -> Iterator[str]:
    """A note where a text is cut."""
    if result.cut:
        yield page.style.dim("[cut here: the rest does not fit into --max-tokens]")


def _parts(result: Result) -> tuple[Match, ...]:
    """The parts that a section shows: its own match, if there is one, and its constituents."""
    return result.matches if result.constituents else ()


def _head(result: Result, report: Report, page: Display) -> Iterator[str]:
    yield page.style.bold(text.breadcrumb(result.match.chunk.breadcrumb, page.style))
    yield f"{_place(result.match, page)}{_facts(result, report, page)}"


def _place(match: Match, page: Display) -> str:
    name = page.places.name(match.chunk, match.lines.line, page.style)
    return f"{name}  {page.style.dim(clean.name(match.chunk.id))}"


def _facts(result: Result, report: Report, page: Display) -> str:
    """Remarks on a result, in brackets, and why it was found."""
    return _marks(facts(result, report), page) + found_because(result, page)


def _marks(said: Iterable[str], page: Display) -> str:
    return "".join(f"  {page.style.warning(f'[{each}]')}" for each in said if each)


def facts(result: Result, report: Report) -> Iterator[str]:
    """What to know about a result besides its text."""
    if count := len(result.constituents):
        yield text.count(count, "matching section")
    covered = [one.trace.aggregated.covered for one in report.searches]
    below = len({hit for each in covered for hit, above in each.items() if above == result.id})
    if below and not result.constituents:
        matches = "match" if below == 1 else "matches"
        yield f"{below:,} more {matches} in its subsections"
    if others := len(result.also_in):
        yield f"also in {others} other {'place' if others == 1 else 'places'}"
    if excluded := shown_though_excluded(result, report):
        yield f"contains excluded words: {clean.line(', '.join(excluded))}"
    yield from filter(None, [lacking(result.match)])


def lacking(match: Match) -> str:
    """The words that a partial match lacks."""
    return f"missing: {clean.line(', '.join(match.missing))}" if match.missing else ""


def found_because(result: Result, page: Display) -> str:
    """The score of a result, and the reasons for it, if they are shown."""
    if page.why and result.constituents:
        return f"  {page.style.dim(f'score {result.match.score:.4g}')}"
    return _reason(result.match, page)


def _reason(match: Match, page: Display) -> str:
    why = page.why(match) if page.why else None
    if why is None:
        return ""
    line = f"score {match.score:.4g}{page.style.symbols.dot}{reason(why, page.style)}"
    return f"  {page.style.dim(line)}"


def _lacking_everywhere(report: Report) -> list[str]:
    hits = [part for result in report.results for part in result.matches]
    return [word for word in hits[0].missing if all(word in each.missing for each in hits)]


def _ranges(result: Result) -> Sequence[Range]:
    """The matches in the shown text; in a section's text those of its parts."""
    if not result.constituents:
        return result.match_ranges
    return merge([place for part in _parts(result) for place in result.ranges_of(part)])


def _painted(body: str, ranges: Sequence[Range], style: Style) -> str:
    """A text without control characters, with its matches highlighted."""
    if not (style.color and ranges):
        return clean.block(body)
    source = body.encode("utf-8", "surrogatepass")
    pieces, done = [], 0
    for start, end in ranges:
        pieces += [_decoded(source[done:start]), style.match(_decoded(source[start:end]))]
        done = end
    return "".join([*pieces, _decoded(source[done:])])


def _decoded(source: bytes) -> str:
    return clean.block(source.decode("utf-8", "surrogatepass"))


def _matched(line: MatchLine, style: Style) -> str:
    body = line.text.decode("utf-8", "surrogatepass")
    shown = _painted(body, line.ranges, style).strip()
    return f"{style.good(str(line.number))}:{shown}"
