"""Inputs built to break a parser: each by name, with the bytes of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

MEGABYTE = 1_000_000
DEEP = 10_000
MANY = 100_000

REPEATED = (
    *("[", "*", ">", "`", "_", "~", "(", "!", "<", "\\", "[[", "[](", "![", "[^", "]", "|", "&"),
    *("> ", "- ", "1. ", "**_", "*_", "*a ", "a**b", "`a", "~~", "$", "[a](", "[a][", "[[a|"),
    *("![[", "[[a]]", "<a ", "<x y=", "<!--", "<!-- a ", "<?", "<![CDATA[", "<!A", "&#", "&amp;"),
    *("http://", "[a]:", "[a]: b\n", "[^a]: b\n", "|\n", "a|b\n-|-\n", "| a |\n|---|\n", "- a\n\n"),
    *("* * *\n", "a\n===\n", "# a\n", ">\n", "x\n", "```\n", "~~~ \n", "<div>\n\n", "- ```\n"),
    *("\\\n", "\t", "    ", "\n", "\r", "\r\n", "\0", "\u3000", "\ufeff", "é", '[a](b "'),
)


def repeated(unit: str, size: int = MEGABYTE) -> bytes:
    """One string again and again, up to a size."""
    data = unit.encode()
    return data * (size // len(data))


def nested(opening: str, closing: str) -> bytes:
    """Ten thousand of one mark, a word, and as many of the other."""
    return (opening * DEEP + "a" + closing * DEEP).encode()


def front_matter(content: str, mark: str = "---") -> bytes:
    """A file with this front matter, and a heading after it."""
    return f"{mark}\n{content}\n{mark}\n# After\nx\n".encode()


def alias_bomb(levels: int, width: int, first: str = "x") -> str:
    """YAML in which each list repeats the one before it `width` times."""
    lines = [f"a0: &a0 [{first}]"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join(lines)


def numbered(line: str, count: int = MANY) -> bytes:
    """A line many times, each with its number."""
    return "".join(line.format(number) for number in range(count)).encode()


STRUCTURES: Mapping[str, Callable[[], bytes]] = {
    "quotes": lambda: nested("> ", ""),
    "quotes, line by line": lambda: "".join(">" * n + " a\n" for n in range(2000)).encode(),
    "lists": lambda: nested("- ", ""),
    "lists, line by line": lambda: "".join("  " * n + "- a\n" for n in range(2000)).encode(),
    "brackets": lambda: nested("[", "]"),
    "links": lambda: nested("[", "](u)"),
    "images": lambda: nested("![", "](u)"),
    "wikilinks": lambda: nested("[[", "]]"),
    "markup never closed": lambda: b"<ac:link " * MANY + b'<ac:link><ri:page ri:x="' * MANY,
    "markup in markup": lambda: nested("<ac:link>", "</ac:link>") + b"<ri:page/>" * MANY,
    "parentheses": lambda: b"[a](" + nested("(", ")") + b")",
    "emphasis": lambda: nested("*", "*"),
    "mixed emphasis": lambda: nested("**_", "_**"),
    "open emphasis": lambda: nested("*a **a ", "** *"),
    "html": lambda: nested("<div>", "</div>"),
    "backticks of every length": lambda: "".join("e" + "`" * n for n in range(1400)).encode(),
    "definitions": lambda: numbered("[r{0}]: /u{0}\n") + numbered("[r{0}] "),
    "equal definitions": lambda: b"[a]: /u\n" * MANY + b"[a] " * MANY,
    "long definition": lambda: b"[x]: " + b"u" * 20_000 + b"\n" + b"[x]" * 50_000,
    "footnotes": lambda: numbered("[^{0}]: x\n") + numbered("[^{0}]"),
    "wide table": lambda: b"|" + b"a|" * 50_000 + b"\n|" + b"-|" * 50_000 + b"\n|a|",
    "short rows of a wide table": lambda: (
        b"|" + b"a|" * 5000 + b"\n|" + b"-|" * 5000 + b"\n" + b"|a|\n" * 50_000
    ),
    "lazy lines": lambda: b"> " * 1000 + b"a\n" + b"b\n" * MANY,
    "setext of many lines": lambda: b"a\n" * 300_000 + b"===\n",
    "headings": lambda: numbered("# h {}\nx\n"),
    "equal headings": lambda: b"# h\nx\n" * MANY,
    "empty headings": lambda: b"# h\n" * MANY,
    "empty headings in one section": lambda: b"# a\nx\n" + b"## h\n" * MANY,
    "empty and full headings in turn": lambda: b"# a\nx\n" + b"## h\n## k\nx\n" * (MANY // 2),
    "headings that take the next slug": lambda: numbered("# h\nx\n# h {}\nx\n", MANY // 2),
    "headings that took all slugs": lambda: numbered("# h {}\nx\n", 20_000) + b"# h\nx\n" * 20_000,
    "deep headings with long titles": lambda: b"".join(
        b"#" * (n % 6 + 1) + b" " + b"t" * 1000 + b"\nx\n" for n in range(15_000)
    ),
    "heading of one megabyte": lambda: b"# " + b"a" * MEGABYTE + b"\nx",
    "heading of hyphens": lambda: b"# a" + b"- " * (MEGABYTE // 2) + b"b\nx",
    "sections of odd white space": lambda: ("# a\n" + "\u00a0\n" * 5).encode() * 20_000,
    "one line of 19 MB": lambda: b"a" * (19 * MEGABYTE),
    "one line of 19 MB, not ASCII": lambda: repeated("é ", 19 * MEGABYTE),
    "rules": lambda: b"---\n" * (MEGABYTE // 4),
    "nearly closed front matter": lambda: b"---\n" + (b"---" + b" " * 1000 + b"x\n") * 1000,
}

FRONT_MATTER: Mapping[str, Callable[[], bytes]] = {
    "aliases": lambda: front_matter(alias_bomb(10, 9)),
    "few aliases of a long list": lambda: front_matter(alias_bomb(5, 5, "x, " * 50_000 + "x")),
    "few aliases of a long text": lambda: front_matter(alias_bomb(5, 5, "x" * 200_000)),
    "aliases in pairs": lambda: front_matter(alias_bomb(11, 2)),
    "aliases without spaces": lambda: front_matter(
        alias_bomb(10, 9).replace("[", "{").replace("]", "}").replace("*", '"k":*')
    ),
    "alias of itself": lambda: front_matter("a: &a [*a]"),
    "anchors": lambda: front_matter("\n".join(f"k{n}: &a{n} 1" for n in range(15_000))),
    "brackets": lambda: front_matter("a: " + "[" * 50_000 + "]" * 50_000),
    "braces": lambda: front_matter("a: " + "{a: " * 30_000 + "}" * 30_000),
    "tagged brackets": lambda: front_matter("a: " + "!x [" * 30_000 + "]" * 30_000),
    "list in list": lambda: front_matter("a:\n  " + "- " * 100_000 + "x"),
    "keys in keys": lambda: front_matter("? " * 100_000 + "x"),
    "values in values": lambda: front_matter("? a\n" + ": " * 100_000 + "x"),
    "list in list by steps": lambda: front_matter(
        "a:\n" + "".join(" " * (64 * n) + "- " * 32 + "\n" for n in range(80))
    ),
    "list in list after carriage returns": lambda: front_matter("a:\r  " + "- " * 100_000 + "x"),
    "indentation": lambda: front_matter("\n".join(" " * n + "a:" for n in range(700))),
    "as deep as allowed": lambda: front_matter(
        "".join(f"{' ' * n}a:\n{' ' * n}-\n" for n in range(190))
    ),
    "300 KB": lambda: front_matter("a: " + "x" * 300_000),
    "250 KB list": lambda: front_matter("a:\n" + "- x\n" * 62_000),
    "20 000 keys": lambda: front_matter("\n".join(f"k{n}: {n}" for n in range(20_000))),
    "equal keys": lambda: front_matter("a: 1\n" * 20_000),
    "long number": lambda: front_matter("title: " + "9" * 5000 + "\ntags: [0x" + "f" * 5000 + "]"),
    "large float": lambda: front_matter("title: 1e999\na: 1e" + "9" * 1000 + "\nb: .nan"),
    "impossible dates": lambda: front_matter("date: 99999-99-99\nupdated: 2024-13-45T99:99:99Z"),
    "open quote": lambda: front_matter('a: "' + "x\\" * 100_000),
    "colons": lambda: front_matter("a: " + ": " * 100_000),
    "tags": lambda: front_matter("a: " + "!x " * 80_000),
    "directives": lambda: front_matter("%YAML 9.9\n%TAG ! x\n" * 100),
    "documents": lambda: front_matter("a: 1\n...\n" * 1000),
    "TOML brackets": lambda: front_matter("a = " + "[" * 50_000 + "]" * 50_000, "+++"),
    "TOML braces": lambda: front_matter("a = " + "{a=" * 50_000 + "1" + "}" * 50_000, "+++"),
    "TOML dotted key": lambda: front_matter("a." * 50_000 + "a = 1", "+++"),
    "TOML dotted tables": lambda: front_matter(
        "".join(f"[{'a.' * n}b]\n" for n in range(1, 450)), "+++"
    ),
    "TOML long number": lambda: front_matter("title = " + "9" * 5000, "+++"),
    "TOML long hexadecimal": lambda: front_matter("title = 0x" + "f" * 5000, "+++"),
    "TOML impossible date": lambda: front_matter("date = 2024-13-45", "+++"),
    "TOML infinity": lambda: front_matter("title = inf\na = nan\nb = 1e999", "+++"),
}
