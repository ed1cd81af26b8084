"""Builds the fish completion: one `complete` line for each command, flag and argument."""

from __future__ import annotations

from collections.abc import Iterator

from ra.cli.shells.spec import CommandSpec, Completion, Flag

_HEAD = """\
# fish completion for ra: put this in ~/.config/fish/config.fish:  ra completion fish | source

# Prints the folder given by -C, the command, and how many plain words follow it.
function __ra_scan
    set -l words (commandline -opc)
    set -l folder
    set -l command
    set -l place 0
    set -l at 2
    while test $at -le (count $words)
        set -l word $words[$at]
        switch $word
            case %(value_flags)s
                set at (math $at + 1)
                if contains -- $word -C --directory; and test $at -le (count $words)
                    set folder $words[$at]
                end
            case '--directory=*'
                set folder (string replace -- '--directory=' '' $word)
            case '-*'
            case '*'
                if test -z "$command"
                    set command $word
                else
                    set place (math $place + 1)
                end
        end
        set at (math $at + 1)
    end
    printf '%s\\n' "$folder" "$command" "$place"
end

# True for this command, at this plain word (or any later one with "+").
function __ra_at
    set -l scan (__ra_scan)
    test "$scan[2]" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    test "$argv[2]" = +; or test "$scan[3]" = "$argv[2]"
end

function __ra_trees
    set -l words (commandline -opc)
    set -l scan (__ra_scan)
    set -l folder
    test -n "$scan[1]"; and set folder -C $scan[1]
    command $words[1] $folder completion --trees 2>/dev/null
end

function __ra_documents
    set -l words (commandline -opc)
    set -l scan (__ra_scan)
    set -l folder
    test -n "$scan[1]"; and set folder -C $scan[1]
    command $words[1] $folder completion --names (commandline -ct | string unescape) 2>/dev/null
end

complete -c ra -f
"""


def script(commands: tuple[CommandSpec, ...]) -> str:
    """The whole script."""
    flags = [flag for command in commands for flag in command.flags if flag.value]
    names = {name: None for flag in flags for name in flag.names}
    lines = [_HEAD.replace("%(value_flags)s", " ".join(names))]
    for command in commands:
        if command.name:
            about = _quoted(command.summary)
            lines.append(f"complete -c ra -n '__ra_at \"\"' -a {command.name} -d {about}\n")
        lines += [_flag(command, flag) for flag in command.flags]
        lines += _words(command)
    return "".join(lines)


def _flag(command: CommandSpec, flag: Flag) -> str:
    words = [f"complete -c ra -n '__ra_at \"{command.name}\"'"]
    for name in flag.names:
        words.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    if flag.value:
        words.append(f"-r {_action(flag.value)}")
    return f"{' '.join(words)} -d {_quoted(flag.help)}\n"


def _words(command: CommandSpec) -> Iterator[str]:
    for place, value in enumerate(command.words):
        open_end = command.endless and place == len(command.words) - 1
        where = "+" if open_end else str(place)
        yield f"complete -c ra -n '__ra_at {command.name} {where}' {_action(value)}\n"


def _action(value: Completion) -> str:
    if value.kind == "choices":
        return f"-f -a {_quoted(' '.join(value.choices))}"
    return {
        "trees": "-f -a '(__ra_trees)'",
        "files": "-F",
        "documents": "-F -a '(__ra_documents)'",
        "folders": "-f -a '(__fish_complete_directories)'",
    }.get(value.kind, "-f")


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
