"""Lists the indexes of this user and removes the chosen ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

from ra import config
from ra.config.private import is_private_folder
from ra.config.schema import FILE_NAME, Settings
from ra.engine.open import forget as remove
from ra.engine.open import index_at, known_indexes, open_engine
from ra.engine.user_indexes import Forgotten, KnownIndex
from ra.errors import ConfigError, RaError
from ra.library.sound_index import place_of
from ra.model import digest
from ra.names import spellings
from ra.parse.slugs import slugify
from ra.query.fields import day
from ra.typed import NamedTuple

_DAY_NS = 86_400 * 10**9
_FIRST_DAY = date(1970, 1, 1).toordinal()


class Chosen(NamedTuple):
    """Indexes to remove; `notes` give reasons for requests without any."""

    known: list[KnownIndex]
    notes: tuple[str, ...]


def indexes(folder: str | Path | None = None) -> list[KnownIndex]:
    """Every index of this user, or those of one folder.

    They are for the documents of that folder, or are in it. The folder need not exist.
    """
    state = config.here().state
    known = known_indexes(state)
    if folder is None:
        return known
    paths = list(_paths(folder))
    found = {each.key: each for each in known if each.owner in paths or each.folder in paths}
    for place in (*paths, *map(_place_for, paths)):
        moved = index_at(place, state) if place else None
        if moved is not None:
            found[moved.key] = moved
    return list(found.values())


def unknown(known: Iterable[KnownIndex]) -> list[Path]:
    """Folders among the indexes in the cache that are not in this list; nothing in them is read."""
    places = {each.folder for each in known}
    try:
        found = sorted((config.here().cache / "indexes").iterdir())
    except OSError:
        return []
    return [path for path in found if path not in places and path.is_dir()]


def chosen(folders: Sequence[str | Path], age: str | None, *, everything: bool) -> Chosen:
    """The indexes of these folders, all unused ones, or all.

    By default the one that commands in the current folder use.
    """
    if everything:
        return _or_note(indexes(), "there are no indexes")
    if age is not None:
        return _or_note(unused(indexes(), age), f"there are no indexes unused for {age}")
    named = [_or_note(indexes(folder), _none_of(folder)) for folder in folders or [_owner_here()]]
    known = {each.key: each for one in named for each in one.known}
    return Chosen(list(known.values()), tuple(note for one in named for note in one.notes))


def unused(known: Iterable[KnownIndex], age: str) -> list[KnownIndex]:
    """The indexes that were not used for this time, such as `30d`, `4w`, `3m` or `1y`."""
    border = day(age, datetime.now(tz=UTC).date()).toordinal()
    return [each for each in known if _FIRST_DAY + each.used // _DAY_NS < border]


def forget(
    known: Iterable[KnownIndex],
    say: Callable[[str], None] | None = None,
    *,
    dry_run: bool = False,
) -> list[Forgotten]:
    """Remove these indexes; files that `ra` did not make stay and are reported.

    A process that reads one of them finds it missing, and rebuilds it or reports that. The removal
    waits for writers, with a message through `say`. With `dry_run` nothing is removed.
    """
    if dry_run:
        return [Forgotten(each, each.size + each.damaged_size, (), "") for each in known]
    here = config.here()
    done = [remove(each, here.state, say or _silent) for each in known]
    for each in done:
        _forget_walks(here.cache / "listings", each.known.owner)
    return done


def _forget_walks(listings: Path, owner: Path) -> None:
    """Remove what is remembered of the walks for an index; its files only, and never a link."""
    ending = f"-{digest(os.fsencode(owner), 6)}"
    with suppress(OSError):
        for folder in listings.iterdir():
            if folder.name.endswith(ending) and is_private_folder(folder):
                for file in folder.iterdir():
                    file.unlink()
                folder.rmdir()


def _or_note(known: list[KnownIndex], note: str) -> Chosen:
    return Chosen(known, () if known else (note,))


def _none_of(folder: str | Path) -> str:
    """The note that a folder has no index, and which one commands use there."""
    place = Path(os.path.realpath(folder))
    if place in unknown(indexes()):
        return f"{place}: is not known to ra (its record is missing); remove it by hand"
    none = f"{place}: this folder has no index"
    if not _is_folder(place):
        return none
    with suppress(RaError):
        owner = _settings(place).index_owner
        if owner != place and indexes(owner):
            return f"{none}; commands there use the index of {owner}"
    return none


def _owner_here() -> Path:
    """The folder whose index commands here use, even if its settings have a mistake."""
    try:
        return _settings(Path()).index_owner
    except ConfigError:
        here, home = Path.cwd(), config.here().home
        above = [folder for folder in (here, *here.parents) if folder != home]
        return next((folder for folder in above if (folder / FILE_NAME).exists()), here)


def _paths(folder: str | Path) -> Iterator[Path]:
    """The folders that a typed path may mean, as written and with links resolved."""
    for text in spellings(os.fspath(folder)):
        yield Path(os.path.abspath(text))  # noqa: PTH100 - links are not resolved
        yield Path(os.path.realpath(text))


def _place_for(folder: Path) -> Path | None:
    """The index folder of exactly this folder; None if it has none of its own."""
    if not _is_folder(folder):
        return None
    with suppress(RaError):  # settings with a mistake: the record of the index is enough
        settings = _settings(folder)
        if settings.index_owner == folder:
            return open_engine(place_of(settings)).about().folder
    return None


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - one that cannot be looked at is none


def _settings(folder: Path) -> Settings:
    return config.load(folder, **config.here()._asdict(), tree_name=slugify)


def _silent(_: str) -> None:
    """Discard messages."""
