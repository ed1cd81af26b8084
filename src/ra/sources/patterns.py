"""Matches names against patterns in the syntax of `.gitignore`, which all patterns use.

It follows git exactly (gitignore(5) and git's own wildmatch, quirks included), so that a
`.gitignore` means the same in both. A plain name or path is looked up in a dictionary. A pattern
with wildcards becomes one regular expression; its stars are atomic where the leftmost match is as
good as any other, so no pattern, however hostile, takes more than polynomial time. `pathspec` takes
47 ms to load and twice as long for a walk (0003).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence

from ra.typed import NamedTuple

_SPECIAL = re.compile(r"[*?\[\\]")
_STAR, _SLASH, _REST = "*", "/", ".*"
_DEEP = {"**/": "(?:.*?/)??", "**\\/": ".*?/"}
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r" \t\n\r",  # git's own list: no form feed, no vertical tab
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_CACHED_NAMES = 20_000
# The time of an expression grows with the square of its groups.
_BLOCK = 25


class Rule(NamedTuple):
    """One pattern. `order` is its line or its index in the list; a later rule wins.

    `by_name` rules match the last name of a path only. `covers`: a matching folder includes
    everything below it, also in `include`.
    """

    text: str
    order: int
    negated: bool
    only_folders: bool
    by_name: bool
    covers: bool
    literal: str | None
    regex: str


def parse_rule(text: str, order: int) -> Rule | None:
    """Parse a pattern; None for one that cannot match anything."""
    negated = text.startswith("!")
    glob = text[1:] if negated else text
    only_folders = glob.endswith("/")
    glob = glob[:-1] if only_folders else glob
    by_name = "/" not in glob
    glob = glob.removeprefix("/")
    if glob.startswith("**/") and "/" not in glob[3:]:
        by_name, glob = True, glob[3:]
    is_plain = not _SPECIAL.search(glob)
    tokens = [] if is_plain else _tokens(glob, by_name)
    if not (tokens or (is_plain and glob)):
        return None
    last = glob.rpartition("/")[2]
    return Rule(
        text=text,
        order=order,
        negated=negated,
        only_folders=only_folders,
        by_name=by_name,
        covers=only_folders or not _SPECIAL.search(last),
        literal=glob if is_plain else None,
        regex=_assemble(tokens),
    )


def ignore_rules(data: bytes) -> list[Rule]:
    """The rules of an ignore file, read like git: by bytes, whatever their encoding."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    rules = []
    for number, line in enumerate(text.split("\n"), start=1):
        pattern = _unspaced(line.removesuffix("\r").partition("\0")[0])
        if not line.startswith("#") and (rule := parse_rule(pattern, number)):
            rules.append(rule)
    return rules


def setting_rules(patterns: Iterable[str]) -> list[Rule]:
    """The rules of a list in the settings: by characters; `./` at the start means the root."""
    rules = []
    for order, text in enumerate(patterns):
        bang = "!" if text.startswith("!") else ""
        rest = text.removeprefix("!")
        rule = parse_rule(bang + (rest[1:] if rest.startswith("./") else rest), order)
        if rule:
            rules.append(rule._replace(text=text))
    return rules


class PatternRules:
    """Rules in their order, with a cache of results by name: names repeat."""

    def __init__(self, rules: Sequence[Rule], *, bytewise: bool = False) -> None:
        self._bytewise = bytewise
        self._folders = _Side(rules)
        self._files = _Side([rule for rule in rules if not rule.only_folders])

    def last(self, folder: str, name: str, is_folder: bool) -> Rule | None:
        """The last rule that matches `folder` + `name`; `folder` is "" or ends with a slash."""
        if self._bytewise and not (name.isascii() and folder.isascii()):
            folder, name = _as_bytes(folder), _as_bytes(name)
        side = self._folders if is_folder else self._files
        best = side.said[name] if name in side.said else side.by_name(name)
        return best if side.paths is None else later(best, side.paths(folder + name))


class _Side:
    """The rules that can match files, or those that can match folders."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.said: dict[str, Rule | None] = {}
        self.paths = _finder([rule for rule in rules if not rule.by_name])
        self._names = _finder([rule for rule in rules if rule.by_name])

    def by_name(self, name: str) -> Rule | None:
        """The last `by_name` rule that matches."""
        best = None if self._names is None else self._names(name)
        if len(self.said) >= _CACHED_NAMES:
            self.said.clear()
        self.said[name] = best
        return best


def later(one: Rule | None, other: Rule | None) -> Rule | None:
    """The deciding one of two rules of one list."""
    if one is None or other is None:
        return one or other
    return one if one.order > other.order else other


def _finder(rules: Sequence[Rule]) -> Callable[[str], Rule | None] | None:
    """A function from a path to the last rule that matches it."""
    if not rules:
        return None
    plain = {rule.literal: rule for rule in rules if rule.literal is not None}
    search = _searcher([rule for rule in reversed(rules) if rule.literal is None])
    if search is None:
        return plain.get
    if not plain:
        return search
    return lambda path: later(plain.get(path), search(path))


def _searcher(backwards: Sequence[Rule]) -> Callable[[str], Rule | None] | None:
    """A function from a path to the first of these rules that matches it, by expressions."""
    if not backwards:
        return None
    blocks = [backwards[at : at + _BLOCK] for at in range(0, len(backwards), _BLOCK)]
    compiled = [(_compiled(block), block) for block in blocks]

    def search(path: str) -> Rule | None:
        for fullmatch, block in compiled:
            match = fullmatch(path)
            if match and match.lastindex:
                return block[match.lastindex - 1]
        return None

    return search


def _compiled(rules: Sequence[Rule]) -> Callable[[str], re.Match[str] | None]:
    """One expression for some rules, with a group for each."""
    pattern = "|".join([f"({rule.regex})" for rule in rules])
    return re.compile(pattern, re.DOTALL).fullmatch


def _as_bytes(text: str) -> str:
    """One character for each byte of a name, as git sees it."""
    return os.fsencode(text).decode("latin-1")


def _unspaced(line: str) -> str:
    """The line without the spaces at its end; one after a backslash stays."""
    bare = line.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and bare != line else bare


def _tokens(glob: str, by_name: bool) -> list[str]:
    """Regular expressions of single characters, with stars and slashes between; [] = no match."""
    special = _SPECIAL.search(glob)
    first = special.start() if special else len(glob)
    tokens: list[str] = []
    at = 0
    while at < len(glob):
        sign = glob[at]
        if sign == "*":
            # git matches the text before the first special character separately, so `a**/b`
            # restarts
            bounded = not by_name and (at == first or glob[at - 1] == "/")
            token, at = _star(glob, at, bounded)
        elif sign == "[":
            token, at = _bracket(glob, at + 1)
        else:
            token, at = _single(glob, at)
        if not token:
            return []
        tokens.append(token)
    return tokens


def _single(glob: str, at: int) -> tuple[str, int]:
    """A character that is neither star nor bracket; a backslash at the very end matches nothing."""
    sign = glob[at]
    if sign == "?":
        return "[^/]", at + 1
    if sign == "\\":
        at += 1
        sign = glob[at : at + 1]
    return (_SLASH if sign == "/" else re.escape(sign)), at + 1


def _star(glob: str, at: int, bounded: bool) -> tuple[str, int]:
    """One star, or several: those cross folders where they fill a whole path segment."""
    end = at
    while glob[end : end + 1] == "*":
        end += 1
    if end - at > 1 and bounded:
        if end == len(glob):
            return _REST, end
        for slash in ("/", "\\/"):
            if glob.startswith(slash, end):
                return "**" + slash, end + len(slash)
    return _STAR, end


def _bracket(glob: str, at: int) -> tuple[str, int]:
    """A set of characters; ("", …) if it is unclosed or names an unknown class."""
    sign = "^" if glob[at : at + 1] in ("!", "^") else ""
    at += len(sign)
    items: list[str] = []
    before = ""
    while not items or glob[at : at + 1] != "]":
        item, before, at = _item(glob, at, before)
        if not item:
            return "", at
        items.append(item)
    return f"(?!/)[{sign}{''.join(items)}]", at + 1


def _item(glob: str, at: int, before: str) -> tuple[str, str, int]:
    """One member of a set, the start of a range after it, and the next offset."""
    sign = glob[at : at + 1]
    if sign == "-" and before and glob[at + 1 : at + 2] not in ("", "]"):
        end, at = _escaped(glob, at + 1)
        low, high = re.escape(before), re.escape(end)
        # an empty range adds nothing, and its start is already in the set
        return (f"{low}-{high}" if before <= end else low) if end else "", "", at
    if glob.startswith("[:", at):
        close = glob.find("]", at + 2)
        if close < 0:
            return "", "", at
        if close > at + 2 and glob[close - 1] == ":":
            return _CLASSES.get(glob[at + 2 : close - 1], ""), "", close + 1
        return re.escape("["), "[", at + 1
    sign, at = _escaped(glob, at)
    return re.escape(sign), sign, at


def _escaped(glob: str, at: int) -> tuple[str, int]:
    """The character at an offset of a set, or the one that a backslash there escapes."""
    if glob[at : at + 1] == "\\":
        at += 1
    return glob[at : at + 1], at + 1


def _assemble(tokens: Sequence[str]) -> str:
    """Join the parts between `**/`; each but the last may match atomically."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for token in tokens:
        if token in _DEEP:
            parts.append((_DEEP[token], []))
        else:
            parts[-1][1].append(token)
    *firsts, last = [lead + _segments(rest) for lead, rest in parts]
    return "".join(f"(?>{first})" for first in firsts if first) + last


def _segments(tokens: Sequence[str]) -> str:
    """Path segments: the text between two stars of one segment may match atomically."""
    out: list[str] = []
    piece, starred = "", False
    for token in (*tokens, ""):
        if token == _STAR:
            out.append(f"(?>[^/]*?{piece})" if starred else piece)
            piece, starred = "", True
        elif token in (_SLASH, ""):
            out.append(("[^/]*" if starred else "") + piece + token)
            piece, starred = "", False
        else:
            piece += token
    return "".join(out)
