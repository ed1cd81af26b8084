"""Lists words that say nothing about a source file: the keywords of its programming language."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

# Keywords and names that stand in almost every file. Words that can be a topic, such as `async`,
# `match` or `yield`, are left in: a document about them is what the reader of such code looks for.
_WORDS = MappingProxyType({
    "c": "auto bool break case char const continue default define defined do double else endif "
    "enum extern false float for goto if ifdef ifndef include inline int long null nullptr "
    "register return short signed sizeof static struct switch true typedef undef union unsigned "
    "using virtual void volatile while namespace private protected public std size",
    "go": "break case chan const continue default defer else err fallthrough false for func go "
    "goto if import int interface len map nil package range return select string struct switch "
    "true type var",
    "java": "abstract boolean break byte case catch char class const continue default do double "
    "else enum extends false final finally float for goto if implements import instanceof int "
    "interface long native new null object override package private protected public return "
    "short static string super switch this throw throws transient true try var void while",
    "javascript": "any arguments boolean break case catch class const constructor continue default "
    "delete do else export extends false finally for from function get if implements import in "
    "instanceof interface let module new null number of private protected public readonly require "
    "return set static string super switch this throw true try type typeof undefined var void "
    "while with",
    "lua": "and break do else elseif end false for function goto if in local nil not or repeat "
    "return self then true until while",
    "perl": "and bless else elsif eq for foreach if last local my next not or our package print "
    "return shift sub undef unless until use while",
    "php": "abstract and array as break case catch class const continue default do echo else "
    "elseif empty extends false final finally for foreach function global if implements include "
    "instanceof interface isset namespace new null or php private protected public require return "
    "static string switch this throw trait true try unset use var while",
    "python": "and annotations any args as assert bool break class cls continue def del dict elif "
    "else except false finally float for from global if import in init int is kwargs lambda len "
    "list none nonlocal not object or pass raise return self set str super true try tuple type "
    "typing while with",
    "r": "break else false for function if in library na next null repeat return true while",
    "ruby": "alias and attr begin class def do else elsif end ensure false for if in initialize "
    "module new nil not or private protected public redo require rescue retry return self super "
    "then true undef unless until when while",
    "rust": "as bool break const continue crate dyn else enum err extern false fn for if impl in "
    "let loop mod move mut none ok option pub ref result return self some static str string struct "
    "super true type unwrap use usize vec where while",
    "scala": "abstract case catch class def do else extends false final finally for if implicit "
    "import lazy new null object override package private protected return sealed super this throw "
    "trait true try type val var while with",
    "shell": "break case continue do done echo elif else esac exit export false fi for function if "
    "in local read readonly return set shift then true unset until while",
    "sql": "add all alter and as asc between by case create default delete desc distinct drop else "
    "end exists from group having in insert int integer into is join key left like limit not null "
    "on or order primary references right select set table then to union unique update values "
    "varchar when where with",
    "style": "align auto background block border bottom center color display flex font height "
    "hidden important inherit initial inline left margin media none padding position right size "
    "solid style text top transparent width",
    "markup": "alt body br button charset class content div doctype false footer head header "
    "height href html img input label lang li link main meta name nav option script section "
    "select span src style table tbody td th thead title tr true type ul width xml xmlns",
    "data": "false null true",
})  # fmt: skip

_SUFFIXES = MappingProxyType({
    "c": "c h cc cpp cxx hpp hh hxx m mm cs ino cu",
    "go": "go",
    "java": "java kt kts groovy dart",
    "javascript": "js mjs cjs jsx ts mts cts tsx vue svelte",
    "lua": "lua",
    "perl": "pl pm t",
    "php": "php",
    "python": "py pyi pyx ipynb",
    "r": "r rmd",
    "ruby": "rb rake gemspec",
    "rust": "rs",
    "scala": "scala sc swift",
    "shell": "sh bash zsh fish ps1 mk",
    "sql": "sql",
    "style": "css scss sass less",
    "markup": "html htm xhtml xml svg",
    "data": "json toml yaml yml ini cfg",
})  # fmt: skip


@cache
def code_words(name: str) -> frozenset[str]:
    """The keywords of the language of a file, by its suffix; none for prose."""
    kind = _kinds().get(name.rpartition(".")[2].lower(), "")
    return frozenset(_WORDS[kind].split()) if kind else frozenset()


@cache
def _kinds() -> dict[str, str]:
    return {suffix: kind for kind, some in _SUFFIXES.items() for suffix in some.split()}
