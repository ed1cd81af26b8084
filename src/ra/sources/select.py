"""Selects files by the settings: `include`, `[parsers]` and hidden names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ra.model import ParserName
from ra.sources.patterns import PatternRules, Rule, later, setting_rules
from ra.typed import NamedTuple

_MARKDOWN = (".md", ".markdown")
_SUFFIXES: dict[str, ParserName] = {".mdx": "mdx", ".ipynb": "notebook", ".canvas": "canvas"}


class Choice(NamedTuple):
    """A list of patterns of the settings: `files` matches names, `folders` what they include."""

    files: PatternRules
    folders: PatternRules | None


class Selection(NamedTuple):
    """The selection of a tree: its `include`, its parsers (in order of the rules), shown dot names.

    `covers`: a pattern of either may include everything below a folder.
    """

    include: Choice
    parsers: Choice | None
    names: tuple[ParserName, ...]
    shown: PatternRules
    covers: bool


def selection(include: Sequence[str], parsers: Sequence[tuple[str, ParserName]]) -> Selection:
    """Compile the settings of a tree. The first matching parser decides, so it comes last."""
    backwards = parsers[::-1]
    taken = _choice(include)
    read = _choice([pattern for pattern, _ in backwards]) if backwards else None
    return Selection(
        include=taken,
        parsers=read,
        names=tuple(parser for _, parser in backwards),
        shown=PatternRules(setting_rules(_dotted(include))),
        covers=any(choice and choice.folders for choice in (taken, read)),
    )


def takes(choice: Choice, folder: str, name: str, cover: Rule | None) -> bool:
    """Whether a list includes the file `folder` + `name`; `cover` is its result for the folder."""
    rule = choice.files.last(folder, name, False)
    if cover is not None:
        rule = later(rule, cover)
    return rule is not None and not rule.negated


def parser_of(chosen: Selection, folder: str, name: str, cover: Rule | None) -> ParserName:
    """The parser of a file: by `[parsers]`, else by its suffix."""
    if chosen.parsers is not None:
        rule = later(chosen.parsers.files.last(folder, name, False), cover)
        if rule is not None and not rule.negated:
            return chosen.names[rule.order]
    if name.endswith(_MARKDOWN):
        return "markdown"
    return _SUFFIXES.get(name[name.rfind(".") :], "text")


def cover_of(choice: Choice | None, folder: str, name: str, cover: Rule | None) -> Rule | None:
    """The rule of a list for everything below the folder `folder` + `name`.

    `docs/` and `docs` include everything below; `*.md` does not, even if a folder has such a name.
    """
    if choice is None or choice.folders is None:
        return cover
    return later(choice.folders.last(folder, name, True), cover)


def matches_any(pattern: str, paths: Iterable[str]) -> bool:
    """Whether a pattern of `include` includes one of these files."""
    choice = _choice((pattern,))
    for path in paths:
        *folders, name = path.split("/")
        folder, cover = "", None
        for each in folders:
            cover = cover_of(choice, folder, each, cover)
            folder += each + "/"
        if takes(choice, folder, name, cover):
            return True
    return False


def _choice(patterns: Sequence[str]) -> Choice:
    rules = setting_rules(patterns)
    covering = [rule for rule in rules if rule.covers]
    return Choice(PatternRules(rules), PatternRules(covering) if covering else None)


def _dotted(include: Sequence[str]) -> list[str]:
    """The parts of the patterns that name hidden files or folders, as in a shell."""
    wanted = [pattern for pattern in include if not pattern.startswith("!")]
    parts = [part for pattern in wanted for part in pattern.split("/")]
    return [part for part in parts if part.startswith(".") and part not in (".", "..")]
