"""What was found? Results as whole sections, as a short list, or as matching lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ra.present import clean, text
from ra.present.places import MatchLine, Places, each_in_file, first_line, match_lines
from ra.present.style import Style
from ra.search.ranges import Range, clip, merge
from ra.search.report import Answer, Found, Report
from ra.search.snippet import Piece
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.why import Why


class Page(NamedTuple):
    """How results are shown; `why` tells what speaks for each, if that is wanted."""

    style: Style
    places: Places
    why: Callable[[Found], Why | None] | None = None


def notes(report: Report) -> Iterator[str]:
    """What must be said about all results: they are partial, weak, or not all."""
    if dropped := report.trace.limited - len(report.answers):
        yield f"{dropped:,} more {_results(dropped)} found that do not fit into --max-tokens"
    if report.partial and report.answers:
        lacking = _lacking_everywhere(report)
        more = f"; none of these has: {', '.join(lacking)}" if lacking else ""
        yield f"partial matches: no section has all words{more}"
    if report.verdict.strength == "weak":
        share = f"{report.verdict.share:.0%}"
        yield f"weak match: the best result has {share} of what the words tell"


def _results(number: int) -> str:
    return "result was" if number == 1 else "results were"


def nothing(report: Report) -> str:
    """Why there is no result."""
    if report.query is None:
        return "the query is empty; it asks for nothing"
    if found := report.trace.limited:
        return f"{found:,} {_results(found)} found, but not even the first fits into --max-tokens"
    if any(each.bound and len(each.said.single_words) > 1 for each in report.trace.retrieved):
        partial = any(each.partial for each in report.trace.retrieved)
        return "nothing found" + ("" if partial else "; `--match any` asks for any of the words")
    return "nothing found"


def full(report: Report, page: Page) -> Iterator[str]:
    """Each result with its breadcrumb, its place and all of its text."""
    for answer in report.answers:
        yield from _head(answer, report, page)
        for part in _parts(answer):
            yield f"  {_place(part, page)}{_missing(part, page.style)}{_reason(part, page)}"
        body = _painted(answer.body, _ranges(answer), page.style).strip("\n")
        if body.strip():
            yield from ("", body)
        yield from _end(answer, page)
        yield ""


def short(report: Report, page: Page) -> Iterator[str]:
    """Each result with its breadcrumb, its place and the text around its matches."""
    for answer in report.answers:
        yield from _head(answer, report, page)
        if not answer.constituents:
            yield from _snippet(answer.found.snippet, "  ", page.style)
        for part in _parts(answer):
            yield f"  {_place(part, page)}{_missing(part, page.style)}{_reason(part, page)}"
            yield from _snippet(part.snippet, "    ", page.style)
        yield from _end(answer, page)
        yield ""


def matches(report: Report, page: Page) -> Iterator[str]:
    """Each result with its place and only its lines that match, after their numbers."""
    style = page.style
    for answer in report.answers:
        chunk = answer.found.chunk
        label = _facts(answer, report, page)
        yield f"{style.bold(clean.line(chunk.id))}{label}"
        lines = [line for found in _hits(answer) for line in match_lines(found, page.places)]
        yield from (_matched(line, style) for line in sorted(lines))
        if not lines:  # it was found by its titles, tags or path
            yield style.dim(text.breadcrumb(chunk.breadcrumb, style))
        yield from _end(answer, page)


FORMS: Mapping[str, Callable[[Report, Page], Iterator[str]]] = {
    "full": full,
    "list": short,
    "matches": matches,
}


def page_for(report: Report, style: Style, places: Places, *, verbose: bool) -> Page:
    """How to show this report; `verbose` adds to each result why it is there."""
    if not verbose:
        return Page(style, places)
    from ra.search.why import reasons  # few ask for it

    return Page(style, places, reasons(report))


def reason(why: Why, style: Style) -> str:
    """`rank 1 with 3.21 · × 1.5 (local) · tea, gren~green`."""
    said = [f"rank {why.rank} with {why.score:.4g}"]
    if why.best != 1:
        said.append(f"/ {why.best:.4g} (the best of its tree)")
    if why.boost != 1:
        said.append(f"x {why.boost:.3g} (local)")
    near = [f"{typed}~{word}" for typed, forms in why.near.items() for word in forms]
    if why.terms or near:
        said.append(clean.line(", ".join([*why.terms, *near])))
    return style.symbols.dot.join(said)


def _end(answer: Answer, page: Page) -> Iterator[str]:
    """What is said where a text ends before its end."""
    if answer.cut:
        yield page.style.dim("[cut here: the rest does not fit into --max-tokens]")


def _parts(answer: Answer) -> tuple[Found, ...]:
    """What a section shows: its own match, if there is one, and its constituents."""
    own = (answer.own,) if answer.own else ()
    return (*own, *answer.constituents)


def _hits(answer: Answer) -> tuple[Found, ...]:
    """All that matched in a result."""
    return _parts(answer) or (answer.found,)


def _head(answer: Answer, report: Report, page: Page) -> Iterator[str]:
    yield page.style.bold(text.breadcrumb(answer.found.chunk.breadcrumb, page.style))
    yield f"{_place(answer.found, page)}{_facts(answer, report, page)}"


def _place(found: Found, page: Page) -> str:
    name = page.places.name(found, first_line(found, page.places), page.style)
    return f"{name}  {page.style.dim(clean.line(found.chunk.id))}"


def _facts(answer: Answer, report: Report, page: Page) -> str:
    """What a reader should know of a result, in brackets."""
    said = []
    if answer.constituents:
        said.append(f"[aggregated: {_count(len(answer.constituents))}]")
    if answer.own:
        said.append("[matches by itself too]")
    covered = report.trace.aggregated.covered
    below = sum(above == answer.found.chunk.id for above in covered.values()) if covered else 0
    if below and not answer.constituents:
        said.append(f"[below it: {_count(below)}]")
    if excluded := _excluded(answer, report):
        said.append(f"[also shows what was excluded: {clean.line(', '.join(excluded))}]")
    marks = "".join(f"  {page.style.warning(each)}" for each in said)
    marks += _missing(answer.found, page.style)
    if page.why and answer.constituents:
        marks += f"  {page.style.dim(f'score {answer.found.score:.4g}')}"
    return marks + (_reason(answer.found, page) if not answer.constituents else "")


def _excluded(answer: Answer, report: Report) -> tuple[str, ...]:
    """What the query excludes, and a section shows with the text of others."""
    if not answer.shows_others:
        return ()
    from ra.search.why import shown_though_excluded  # only such a section pays for it

    return shown_though_excluded(answer, report)


def _missing(found: Found, style: Style) -> str:
    """Which words a partial match lacks."""
    lacks = clean.line(", ".join(found.missing))
    return f"  {style.warning(f'[missing: {lacks}]')}" if lacks else ""


def _count(number: int) -> str:
    return "1 match" if number == 1 else f"{number:,} matches"


def _reason(found: Found, page: Page) -> str:
    why = page.why(found) if page.why else None
    if why is None:
        return ""
    line = f"score {found.score:.4g}{page.style.symbols.dot}{reason(why, page.style)}"
    return f"  {page.style.dim(line)}"


def _lacking_everywhere(report: Report) -> list[str]:
    hits = [part for answer in report.answers for part in _hits(answer)]
    return [word for word in hits[0].missing if all(word in each.missing for each in hits)]


def _ranges(answer: Answer) -> Sequence[Range]:
    """The matches in the text that is shown; in a section's text those of its parts."""
    if not answer.constituents:
        return answer.found.ranges
    top, size = answer.found.chunk.byte_start, len(answer.body.encode("utf-8", "surrogatepass"))
    moved: list[Range] = []
    for part in _parts(answer):
        starts = each_in_file(part.chunk, [start for start, _ in part.ranges])
        for at, (start, end) in zip(starts, part.ranges, strict=True):
            moved.append((at - top, at - top + end - start))
    return clip(merge(moved), size)


def _painted(body: str, ranges: Sequence[Range], style: Style) -> str:
    """A text without control characters, with its matches painted."""
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


def _snippet(pieces: Sequence[Piece], indent: str, style: Style) -> Iterator[str]:
    said = "".join(
        style.match(clean.line(piece.text)) if piece.is_match else clean.line(piece.text)
        for piece in pieces
    )
    if said.strip():
        yield f"{indent}{said}"


def _matched(line: MatchLine, style: Style) -> str:
    body = line.text.decode("utf-8", "surrogatepass")
    shown = _painted(body, line.ranges, style).strip()
    return f"{style.good(str(line.number))}:{shown}"
