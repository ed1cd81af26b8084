"""Selects the trees of a command by name and tenant."""

from __future__ import annotations

from collections.abc import Sequence

from ra.config.schema import Tree
from ra.errors import ConfigError, UnknownTenant, UnknownTree, did_you_mean

DEFAULT_TENANT = "default"
_NO_TREE = (
    "a home folder or the root of a disk is not searched unless a settings file declares it; "
    "choose a folder with `ra -C FOLDER …`, or declare a tree in ~/.ra.toml (`ra init --global`)"
)


def select_trees(trees: Sequence[Tree], names: str | Sequence[str]) -> tuple[Tree, ...]:
    """The trees with these names, or all; without any, the error gives the reason (SPEC 1.3)."""
    names = (names,) if isinstance(names, str) else names
    if not trees:
        raise ConfigError(_NO_TREE)
    known = {tree.name: tree for tree in trees}
    for name in names:
        if name not in known:
            raise UnknownTree(
                f"no tree is named '{name}'{did_you_mean(name, known)} (known: {', '.join(known)})"
            )
    return tuple(known[name] for name in dict.fromkeys(names) or known)


def tenant_of(trees: Sequence[Tree], wanted: str | None) -> str:
    """The requested tenant; without one `default`, or the only one (SPEC 12)."""
    known = list(dict.fromkeys(tree.tenant for tree in trees))
    if wanted is None:
        return known[0] if len(known) == 1 else DEFAULT_TENANT
    if known and wanted not in known:
        raise UnknownTenant(
            f"no tree belongs to a tenant '{wanted}'{did_you_mean(wanted, known)}"
            f" (known: {', '.join(known)})"
        )
    return wanted
