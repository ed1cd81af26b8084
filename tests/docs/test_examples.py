"""Tests that the reference is complete: every entry has a sentence and an example that runs."""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ra
from ra.cli.commands import COMMANDS, Command, load
from ra.cli.parser import top_parser
from ra.config.schema import KEYS, Key
from ra.config.user_folders import state_folder
from ra.errors import RaError
from tests.cli.command import run_inside
from tests.docs import watch
from tests.robustness.marks import torture
from tests.spec.context_keys import OVERRIDES
from tools.pages import commands, errors, records, settings
from tools.playground import Outcome, Shell, playground
from tools.reference import ROOT

REFERENCE = ROOT / "docs" / "reference"
_PLAIN = re.compile(r"ra [\w ./:#,@+%='\"-]+")
_CODE = re.compile(r"[A-Z]{2,}(?:_[A-Z0-9]+)*")
REFUSALS = ("refuse", "_refuse", "Refused", "FileRefused", "Dead", "Exclusion")
SHELLS = {"zsh": "zsh", "fish": "fish"}
LINES = [(command.name, line) for command in COMMANDS for line, _ in load(command.name).EXAMPLES]
LINES += [("status", line) for line, _ in commands.EVERYWHERE]


def section(page: str, heading: str) -> str:
    """What a page of the reference says under one heading."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    assert f"\n## {heading}\n" in text, f"{page} has no heading {heading}; run `make docs`"
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def every_error() -> list[type[RaError]]:
    """All classes of errors, wherever in the package they are."""
    for module in pkgutil.walk_packages(ra.__path__, "ra."):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # of an extra that is not installed
                importlib.import_module(module.name)
    found: list[type[RaError]] = [RaError]
    for error in found:
        found += [each for each in error.__subclasses__() if each not in found]
    return [error for error in found if error.__module__.startswith("ra.")]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_and_flag_has_its_sentence(command: Command) -> None:
    """Step 1, frame: every command appears in the reference with its own sentence."""
    text = section("commands.md", f"`ra {command.name}`")
    assert load(command.name).DESCRIPTION in text
    for argument in commands.own(command):
        assert f"| `{commands.written(argument)}` | {argument.help} |" in text


def test_only_what_the_scripts_ask_for_has_no_sentence() -> None:
    """Step 1, frame: a word or flag without a sentence is hidden; that is no accident."""
    declared = [
        (command.name, each) for command in COMMANDS for each in load(command.name).ARGUMENTS
    ]
    assert [(name, each.dest) for name, each in declared if not each.help] == [
        ("completion", "trees"),
        ("completion", "names"),
    ]


def test_sentences_of_commands_and_flags_are_their_own() -> None:
    """Step 1, frame: no two commands, and no two flags of one, share a sentence."""
    assert len({load(command.name).DESCRIPTION for command in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        helps = [argument.help for argument in commands.own(command)]
        assert len(set(helps)) == len(helps)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_flag_is_in_an_example(command: Command) -> None:
    """Step 1, frame: an example that the test runs, for each flag in one of its spellings."""
    text = " ".join(line for line, _ in load(command.name).EXAMPLES) + " "
    for argument in commands.own(command):
        used = [flag for flag in argument.flags if f" {flag} " in text]
        assert used or not argument.flags, f"no example of ra {command.name} uses {argument.title}"


def test_every_flag_for_all_commands_is_described_and_in_an_example() -> None:
    """Step 1, frame: the global flags too."""
    text = section("commands.md", "Global flags")
    examples = " ".join(line for line, _ in commands.EVERYWHERE) + " "
    for argument in top_parser().arguments:
        assert f"| `{commands.written(argument)}` | {argument.help} |" in text
        assert any(f" {flag} " in examples for flag in argument.flags)


# What some examples need: a measurement to compare with; a commit, and a change since.
_BEFORE = {
    "--baseline": load("eval").EXAMPLES[1][0],
    "ra context --diff": (
        "git init -q; git add docs; git -c user.name=n -c user.email=e@example.org commit -qm a;"
        "echo pot > new.txt"
    ),
}


@pytest.mark.parametrize(("name", "line"), LINES)
def test_every_example_of_a_command_runs(name: str, line: str, bash: str) -> None:
    """Step 1, frame: the examples in help and reference work as they stand there."""
    shell = next((shell for word, shell in SHELLS.items() if f"completion {word}" in line), "bash")
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = f"autoload -U compinit; compinit -u; {line}" if shell == "zsh" else line
    with playground(commands.world(name), commands.START, shell=shell) as world:
        if "--no-update" in line or "--indexes" in line:  # there must be an index to read
            _run(world, "ra update")
        for script_before in (before for start, before in _BEFORE.items() if start in line):
            _run(world, script_before)
        if name == "forget":
            _make_old_indexes(world)
        if "--tokens" in line or line.startswith(("ra token list", "ra token revoke")):
            _run(world, "ra token new --name laptop")
        if name in ("serve", "watch"):
            _start_and_stop(world, line)
            return
        if "--list" in line or "--revoke" in line:  # there must be something trusted
            _run(world, "ra trust")
        # The host of an agent starts it, with streams of its own.
        done = world.run(f"{line} < /dev/null") if name == "mcp" else _run(world, script)
    assert done.code == 0, done.out
    assert not re.search(r"^ra: ", done.out, re.MULTILINE)


def _run(world: Shell, script: str) -> Outcome:
    """Run a script; one command without anything for the shell runs inside this process."""
    if not _PLAIN.fullmatch(script):
        return world.run(script)
    done = run_inside(world.folder, world.env(), shlex.split(script)[1:])
    return Outcome(done.code, world.shown(done.out + done.err))


def _start_and_stop(world: Shell, line: str) -> None:
    """A server says where it listens or watches, and ends without an error when it is asked to."""
    words = shlex.split(line)[1:]
    if words[0] == "serve" and not {"--port", "--socket"} & {*words}:
        words += ["--port", "0"]
    command = [sys.executable, "-m", "ra", *words]
    with subprocess.Popen(
        command, cwd=world.folder, env=world.env(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        first = "ra serves " if words[0] == "serve" else "watching "
        assert any(line.startswith(first) for line in server.stdout)
        server.terminate()
        assert server.wait(timeout=60) == 0


def _make_old_indexes(world: Shell) -> None:
    """Something to forget, here and elsewhere, that was not used for years."""
    for line in ("ra update", "ra -C ../elsewhere update"):
        assert _run(world, line).code == 0
    for record in (state_folder(sys.platform, {}, world.home) / "indexes").iterdir():
        os.utime(record, (0, 0))


def test_what_help_says_to_try_runs(bash: str) -> None:
    """Step 1, frame: the lines under `Examples:` work, too."""
    with playground(commands.BARE, commands.START) as world:
        tips = world.run("ra --help").out.partition("Examples:\n")[2].partition("\n\n")[0]
        lines = [tip.strip().partition("  ")[0] for tip in tips.splitlines()]
        assert len(lines) > 2
        for line in lines:
            assert world.run(line).code == 0, line


def test_every_setting_is_in_the_reference_with_its_own_sentence() -> None:
    """SPEC 1.5: the reference comes from the schema; each key has a sentence of its own."""
    assert len({key.help for key in KEYS}) == len(KEYS)
    for key in KEYS:
        text = section("settings.md", f"`{key.name}`")
        assert key.help in text
        if key.secret:
            assert f"Set the environment variable `{key.secret}`." in text
        else:
            assert f"```toml\n{settings.example(key)}```" in text


_SET = [key for key in KEYS if not key.secret]
_ALIKE = [key for key in _SET if key.name in OVERRIDES]


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=torture if key in _ALIKE[1:] else (), id=key.name) for key in _SET],
)
def test_the_example_of_a_setting_is_taken(key: Key, bash: str) -> None:
    """SPEC 1.5: the example loads in a real `.ra.toml`, and its value holds; it is no default."""
    name = key.name.replace("roots.*", f"roots.{settings.NAMES['roots']}")
    name = name.replace("*", settings.NAMES.get(key.name.split(".")[0], ""))
    name = name.replace("[]", "[1]")
    world = {"project/.ra.toml": "root = true\n" * (key.name != "root") + settings.example(key)}
    with playground(world, "project") as shell:
        _run(shell, "ra trust")
        held = json.loads(_run(shell, "ra config --json").out)["settings"][name]
    wanted = tomllib.loads(f"value = {key.example}")["value"]
    if key.type == "patterns" and isinstance(wanted, str):
        wanted = [wanted]
    if key.name == "tree.*.path":
        assert held == f"/home/you/project/{wanted}"
    elif key.is_path and wanted.startswith("~"):
        assert held == wanted.replace("~", "/home/you", 1)
    else:
        assert held == wanted
        assert wanted != key.default


def test_every_error_is_in_the_reference_with_its_own_sentence() -> None:
    """Step 1, frame: every error class with its sentence, exit code and HTTP status."""
    classes = every_error()
    assert set(classes) == set(errors.classes())
    assert set(errors.EXAMPLES) == {error.__name__ for error in classes}
    assert len({errors.sentence(error) for error in classes}) == len(classes)
    for error in classes:
        text = section("errors.md", f"`{error.__name__}`")
        assert "__doc__" in vars(error), f"{error.__name__} has no sentence"
        assert errors.sentence(error) in text
        assert f"- Exit code: {error.exit_code}\n- HTTP status: {error.http_status}" in text
        assert hasattr(ra, error.__name__), f"ra.{error.__name__} cannot be caught"


@pytest.mark.parametrize("name", errors.EXAMPLES)
def test_the_example_of_an_error_meets_exactly_that_error(
    name: str, bash: str, tmp_path: Path
) -> None:
    """Step 1, frame: a real run that tells of this class; the page shows its message and code.

    What a command catches and does not tell is its own affair.
    """
    example = errors.EXAMPLES[name]
    seen = tmp_path / "seen"
    runner = (sys.executable, watch.__file__)
    with playground({}, errors.START, runner) as shell:
        for command in example.commands:
            done = shell.run(command, RA_SEEN=str(seen))
    assert done.code == example.code
    assert done.out.strip() in section("errors.md", f"`{name}`")
    if name == "RaError":
        assert done.out == "NotFound 2 404\n"
    else:
        met = [json.loads(line) for line in seen.read_text(encoding="utf-8").splitlines()]
        told = [each for each, text in met if shell.shown(text).splitlines()[0] in done.out]
        assert list(dict.fromkeys(told)) == [name]
        assert "ra: " in done.out


def test_every_code_of_a_refusal_is_listed() -> None:
    """SPEC 1.6: each refusal has a reason; its code is explained in the reference."""
    text = section("errors.md", "File codes")
    written: set[str] = set()
    for path in (ROOT / "src/ra").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if any(f"{name}(" in source for name in (*REFUSALS, "SourceError")):
            written |= {code for node in ast.walk(ast.parse(source)) for code in _codes(node)}
    listed = {line.split("`")[1] for line in text.splitlines() if line.startswith("| `")}
    assert listed == written


def _codes(node: ast.AST) -> list[str]:
    """The codes that a call refuses a file with, or that an error class sets."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        values = [*node.args, *(each.value for each in node.keywords)] if name in REFUSALS else []
    elif isinstance(node, ast.ClassDef):
        set_here = [each for each in node.body if isinstance(each, ast.Assign)]
        values = [each.value for each in set_here if ast.unparse(each.targets[0]) == "code"]
    else:
        return []
    texts = [str(each.value) for each in values if isinstance(each, ast.Constant)]
    return [text for text in texts if _CODE.fullmatch(text)]


def test_every_field_of_the_json_is_described(bash: str) -> None:
    """SPEC 3.1: the fields on the page are those that the commands print, each once."""
    with playground(records.WORLD, "notes") as shell:
        chunks = json.loads(shell.run("ra inspect doc pot.md --json").out)
        [spec, ragdocs] = [
            json.loads(shell.run(f"ra chunks --format {form} --json | tail -1").out)
            for form in ("spec-v1", "ragdocs")
        ]
        updated = json.loads(shell.run("ra update --json").out)
        [listed] = json.loads(shell.run("ra ls trees --json").out)
        [document] = json.loads(shell.run("ra ls docs --json").out)
        search = json.loads(shell.run("ra search warm --json --explain").out)
        several = json.loads(shell.run("ra search warm pot --json --explain").out)
        place = json.loads(shell.run("ra get pot.md --json").out)
        answer = json.loads(shell.run("ra ask 'How is the pot warmed?' --json").out)
        [found] = json.loads(shell.run("ra links --json").out)
        linked = json.loads(shell.run("ra links pot.md --json").out)
        shell.run("ra embed")
        hybrid = json.loads(shell.run("ra search warm --json --explain --mode hybrid").out)
        checkup, problem = _checkup(shell)
        status = json.loads(shell.run("ra status --files --json").out)
        [known] = json.loads(shell.run("ra status --indexes --json").out)
        forgotten = json.loads(shell.run("ra forget --json").out)
        config = json.loads(shell.run("ra config --origins --json").out)
        shell.run("echo 'index.place = \".ra\"' > .ra.toml")
        trusted = json.loads(shell.run("ra trust --json").out)
    [link] = chunks[1]["links"]
    [tree] = status["trees"]
    [result] = search["results"]
    more = {name: value for name, value in result.items() if name not in records.CHUNK}
    assert set(records.CHUNK) - set(result) == {"text"}  # `prefix` and `body` are its parts
    stages = hybrid["stages"]
    printed = [chunks[0], link, spec, ragdocs, several, more, several["topics"][0], result["why"]]
    by_words, by_meaning = stages["retrieve"]
    printed += [stages, {**by_words, **by_meaning}]
    printed += [listed, document, place, answer, answer["sentences"][0], answer["evidence"][0]]
    printed += [found, linked, updated, updated["trees"][0]]
    [index] = forgotten["indexes"]
    assert list(index)[: len(known)] == list(known)
    added = {name: value for name, value in index.items() if name not in known}
    printed += [checkup, problem, status, tree, tree["files"][0]]
    printed += [known, forgotten, added, config]
    printed += [trusted, trusted["values"][0]]
    assert [set(record) for record in printed] == [set(row[2]) for row in records.TABLES]


def _checkup(shell: Shell) -> tuple[dict[str, object], dict[str, object]]:
    """What `ra doctor` prints of a damaged index, which is repaired again."""
    terms = "~/.cache/ra/indexes/*/gen-*/postings/*/*.term"
    shell.run(f"for file in {terms}; do printf x | dd of=$file conv=notrunc; done")
    checkup = json.loads(shell.run("ra doctor --json").out)
    shell.run("ra update --full")
    return checkup, checkup["problems"][0]
