#!/bin/sh
# Shows what ra sees and finds in this project's own documents; run by `make demo`.
set -eu
cd "$(dirname "$0")/.."

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi

show() {
    printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"
    "$@"
}

show ra -C docs/sample inspect doc tea.md
show ra -C docs/sample chunks pot.md
show ra -C docs/sample ls docs
show ra -C docs/sample get tea.md#green
show ra inspect doc ARCHITECTURE.md
show ra inspect doc docs/tutorial.md
show ra -C docs status
show ra -C docs/sample search minutes -o list
show ra -C docs search -n 2 'partial matches'
show ra -C docs/sample embed
show ra -C docs/sample search --mode hybrid -n 2 'hot beverage' -o list
