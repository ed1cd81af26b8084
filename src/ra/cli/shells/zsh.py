"""Builds the zsh completion: one `_arguments` call for each command."""

from __future__ import annotations

from collections.abc import Iterator

from ra.cli.shells.spec import CommandSpec, Completion, Flag

_HEAD = """\
#compdef ra
# zsh completion for ra: put this in your ~/.zshrc, after compinit:  source <(ra completion zsh)

_ra_trees() {
    local -a names query=($ra_program)
    [[ -n $ra_folder ]] && query+=(-C "$ra_folder")
    names=(${(f)"$(_call_program trees ${(q)query} completion --trees 2>/dev/null)"})
    _describe -t trees tree names
}

_ra_documents() {
    local -a names query=($ra_program)
    [[ -n $ra_folder ]] && query+=(-C "$ra_folder")
    names=(${(f)"$($query completion --names "${(Q)PREFIX}" 2>/dev/null)"})
    (( $#names )) && compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -- $names
    _files
}

"""
_BODY = """\
_ra() {
    local curcontext="$curcontext" state line ra_program=$words[1] ra_folder
    typeset -A opt_args
    _arguments -C \\
%(flags)s
        '1: :_ra_commands' '*:: :->words' && return
    [[ $state == words ]] || return 1
    ra_folder=${(Q)opt_args[-C]:-${(Q)opt_args[--directory]}}
    case $line[1] in
%(cases)s
    esac
}

if [[ $funcstack[1] == _ra ]]; then _ra "$@"; else compdef _ra ra; fi
"""


def script(commands: tuple[CommandSpec, ...]) -> str:
    """The whole script."""
    top, *others = commands
    flags = "\n".join(f"        {line} \\" for line in _flags(top))
    cases = "\n".join(_case(command) for command in others)
    body = _BODY.replace("%(flags)s", flags).replace("%(cases)s", cases)
    return _HEAD + _commands(others) + body


def _commands(commands: list[CommandSpec]) -> str:
    names = "".join(f"        {_quoted(f'{name}:{about}')}\n" for name, about, *_ in commands)
    return (
        "_ra_commands() {\n    local -a names=(\n"
        f"{names}    )\n    _describe -t commands command names\n}}\n\n"
    )


def _case(command: CommandSpec) -> str:
    parts = [*_flags(command), *_words(command)]
    lines = "".join(f" \\\n                {part}" for part in parts)
    return f"        {command.name})\n            _arguments{lines} ;;"


def _flags(command: CommandSpec) -> Iterator[str]:
    for flag in command.flags:
        for name in flag.names:
            yield _quoted(_except(flag) + _spelled(flag, name))


def _except(flag: Flag) -> str:
    return "*" if flag.repeatable else f"({' '.join(flag.names)})"


def _spelled(flag: Flag, name: str) -> str:
    about = flag.help.replace("[", "(").replace("]", ")").replace(":", ",")
    if flag.value is None:
        return f"{name}[{about}]"
    takes = "=" if name.startswith("--") else "+"
    return f"{name}{takes}[{about}]:{flag.value.name}:{_action(flag.value)}"


def _words(command: CommandSpec) -> Iterator[str]:
    for place, value in enumerate(command.words, start=1):
        open_end = command.endless and place == len(command.words)
        yield _quoted(f"{'*' if open_end else place}:{value.name}:{_action(value)}")


def _action(value: Completion) -> str:
    if value.kind == "choices":
        return f"({' '.join(value.choices)})"
    return {"trees": "_ra_trees", "files": "_files", "folders": "_files -/",
            "documents": "_ra_documents"}.get(value.kind, " ")  # fmt: skip


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
