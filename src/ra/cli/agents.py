"""`ra agents`: writes instructions for agents into a marked block of AGENTS.md."""

from __future__ import annotations

from ra.cli.arguments import Namespace, switch
from ra.cli.output import Output
from ra.errors import UsageError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library.agents import AgentFile

DESCRIPTION = (
    "Write instructions that teach an agent to search first, into a marked block of AGENTS.md. "
    "Text outside the block stays as it is. The text comes from `.agents.md` in the project, else "
    "in your home folder, else it is built in; `{trees}` in it is the list of trees."
)
EXAMPLES = (
    ("ra agents", "write or update AGENTS.md in the folder of the project"),
    ("ra agents --stdout", "print the instructions"),
    ("ra agents --all --diff", "print what would change in all files, and write nothing"),
    ("ra agents --claude --gemini", "write CLAUDE.md and GEMINI.md"),
    ("ra agents --skill", "write a skill: .claude/skills/ra/SKILL.md"),
)
ARGUMENTS = (
    switch("--stdout", help="print the instructions instead of writing them"),
    switch("--diff", help="print the changes instead of writing them"),
    switch("--claude", help="write CLAUDE.md"),
    switch("--gemini", help="write GEMINI.md"),
    switch("--skill", help="write the skill of a host that reads .claude/skills"),
    switch("--all", help="write AGENTS.md, CLAUDE.md, GEMINI.md and the skill"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra agents`: write the block, or print it."""
    from ra import config, library
    from ra.library import agents

    if args.stdout and args.diff:
        raise UsageError("--stdout and --diff exclude each other; use one of them")

    home = config.here().home
    with library.open(update="never", say=out.warn) as kb:
        settings = kb.settings
    if args.stdout:
        out.lines(agents.instructions(settings, home).splitlines())
        return 0
    files = agents.planned(settings, home, _names(args))
    if args.diff:
        out.lines(line for file in files for line in _diff(file))
        return 0
    agents.write(files)
    for file in files:
        out.line(f"{file.state.ljust(9)}  {out.style.name(file.name)}")
    return 0


def _names(args: Namespace) -> list[str]:
    from ra.library.agents import AGENTS, CLAUDE, GEMINI, SKILL

    if args.all:
        return [AGENTS, CLAUDE, GEMINI, SKILL]
    chosen = {CLAUDE: args.claude, GEMINI: args.gemini, SKILL: args.skill}
    return [name for name, wanted in chosen.items() if wanted] or [AGENTS]


def _diff(file: AgentFile) -> list[str]:
    from difflib import unified_diff  # few commands need it

    from ra.present import clean

    before = (file.before or b"").decode("utf-8", "replace").splitlines()
    after = file.after.decode("utf-8", "replace").splitlines()
    lines = unified_diff(before, after, f"a/{file.name}", f"b/{file.name}", lineterm="")
    return [clean.line(line) for line in lines]
