"""Builds the bash completion: a function that finds the command and the position of the word."""

from __future__ import annotations

from collections.abc import Iterator

from ra.cli.shells.spec import CommandSpec, Completion, Flag

# Works in bash 3.2, which macOS still has: no mapfile, and compopt only where it exists.
_HEAD = """\
# bash completion for ra: put this in your ~/.bashrc:  source <(ra completion bash)

_ra_words() {
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_ra_paths() {
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
    compopt -o filenames 2>/dev/null
}

_ra_trees() {
    _ra_words "$("${COMP_WORDS[0]}" ${folder:+-C "$folder"} completion --trees 2>/dev/null)"
}

# Files, and names of notes; after `Name#` its sections. Quotes and backslashes are as typed.
_ra_documents() {
    local name typed=${cur#[\\"\\']} start=""
    typed=${typed//\\\\/}
    _ra_paths -f
    # bash begins a new word after a colon.
    [[ ${COMP_WORDS[last - 1]} == ":" ]] && start=${COMP_WORDS[last - 2]}:
    while IFS= read -r name; do COMPREPLY+=("${name#"$start"}"); done < <(
        "${COMP_WORDS[0]}" ${folder:+-C "$folder"} completion --names "$start$typed" 2>/dev/null)
}

# The words before the cursor: which command, how many plain words after it, which folder.
_ra_scan() {
    local at word
    for ((at = 1; at < last; at++)); do
        word=${COMP_WORDS[at]}
        case $word in
            %(value_flags)s)
                ((at++))
                [[ ${COMP_WORDS[at]} == "=" ]] && ((at++))
                ((at < last)) || continue
                case $word in -C | --directory) folder=${COMP_WORDS[at]/#\\~/$HOME} ;; esac
                ;;
            -* | =) ;;
            :) ((place > 0)) && ((place--)) ;;
            *) if [[ -z $command ]]; then command=$word; else ((place++)); fi ;;
        esac
    done
}

_ra() {
    local IFS=$' \\t\\n' cur=${COMP_WORDS[COMP_CWORD]} last=$COMP_CWORD
    local prev command="" folder="" place=0
    COMPREPLY=()
    # bash makes words of its own out of --flag=value.
    [[ $cur == "=" || $cur == ":" ]] && cur="" last=$((last + 1))
    prev=${COMP_WORDS[last - 1]}
    [[ $prev == "=" ]] && prev=${COMP_WORDS[last - 2]}
    _ra_scan
    case "$command $prev" in
"""
_TAIL = """\
    esac
}

complete -o bashdefault -o default -F _ra ra
"""


def script(commands: tuple[CommandSpec, ...]) -> str:
    """The whole script."""
    lines = [_HEAD.replace("%(value_flags)s", _value_flags(commands))]
    lines += _after_flags(commands)
    lines += ["    esac\n", '    case "$command $cur" in\n']
    for command in commands:
        names = " ".join(name for flag in command.flags for name in flag.names)
        lines.append(f'        "{command.name} "-*) _ra_words "{names}"; return ;;\n')
    lines += ["    esac\n", '    case "$command $place" in\n']
    lines += _places(commands)
    return "".join([*lines, _TAIL])


def _value_flags(commands: tuple[CommandSpec, ...]) -> str:
    names = {name: None for command in commands for flag in _valued(command) for name in flag.names}
    return " | ".join(names)


def _valued(command: CommandSpec) -> list[Flag]:
    return [flag for flag in command.flags if flag.value]


def _after_flags(commands: tuple[CommandSpec, ...]) -> Iterator[str]:
    for command in commands:
        for flag in _valued(command):
            places = " | ".join(f'"{command.name} {name}"' for name in flag.names)
            if flag.value:
                yield f"        {places}) {_action(flag.value)}; return ;;\n"


def _places(commands: tuple[CommandSpec, ...]) -> Iterator[str]:
    names = " ".join(command.name for command in commands if command.name)
    yield f'        " "*) _ra_words "{names}" ;;\n'
    for command in commands:
        for place, value in enumerate(command.words):
            open_end = command.endless and place == len(command.words) - 1
            pattern = f'"{command.name} "*' if open_end else f'"{command.name} {place}"'
            yield f"        {pattern}) {_action(value)} ;;\n"


def _action(value: Completion) -> str:
    if value.kind == "choices":
        return f'_ra_words "{" ".join(value.choices)}"'
    return {"trees": "_ra_trees", "files": "_ra_paths -f", "folders": "_ra_paths -d",
            "documents": "_ra_documents"}.get(value.kind, ":")  # fmt: skip
