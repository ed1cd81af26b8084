"""Stores access tokens of servers: only their hashes, in the state folder of the user.

A token opens one tenant of one project. It has 256 random bits, so a plain hash of it cannot be
guessed back.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from ra.config.private import is_private_folder, private_folder, read_private, write_private
from ra.config.schema import Settings
from ra.errors import ConfigError, NotFound, UsageError
from ra.typed import Any, NamedTuple

_FILE = "tokens.json"
_PREFIX = "ra_"
_MAX_BYTES = 4 * 1024 * 1024
_MOST = 10_000


class AccessToken(NamedTuple):
    """A token that was handed out; its secret is known to its holder alone."""

    id: str
    name: str
    tenant: str
    place: str
    created: str
    digest: str


class NewToken(NamedTuple):
    """A token and its secret, which is shown once."""

    token: AccessToken
    secret: str


def place_of(settings: Settings) -> str:
    """The project of these settings: the folder that its index is for."""
    return str(settings.index_owner)


def create(state: Path, tenant: str, place: str, name: str) -> NewToken:
    """Make a token for one tenant of a project."""
    secret = _PREFIX + secrets.token_urlsafe(32)
    created = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    token = AccessToken(secrets.token_hex(4), name, tenant, place, created, _digest(secret))
    known = tokens(state)
    if len(known) >= _MOST:
        raise ConfigError(f"there are {_MOST} tokens already; revoke some with `ra token revoke`")
    _write(state, [*known, token])
    return NewToken(token, secret)


def revoke(state: Path, wanted: str) -> AccessToken:
    """Remove a token by its id or name; it is refused from now on, by running servers too."""
    known = tokens(state)
    found = [each for each in known if wanted and wanted in (each.id, each.name)]
    if not found:
        raise NotFound(f"no token is named '{wanted}'; list them with `ra token list`")
    if len(found) > 1:
        ids = ", ".join(each.id for each in found)
        raise UsageError(f"several tokens are named '{wanted}'; use one of the ids {ids}")
    _write(state, [each for each in known if each != found[0]])
    return found[0]


def tokens(state: Path) -> list[AccessToken]:
    """Every token of this user."""
    path = state / _FILE
    if not is_private_folder(state) or not path.exists():
        return []
    data = read_private(path, _MAX_BYTES)
    try:
        rows: list[dict[str, Any]] = json.loads(data or b"")
        return [AccessToken(**row) for row in rows]
    except (ValueError, TypeError) as error:
        raise ConfigError(f"{path}: cannot be read; remove it and make new tokens") from error


class TokenFile:
    """The tokens of one project, read again when their file has changed."""

    def __init__(self, state: Path, place: str) -> None:
        self._state, self._place = state, place
        self._stamp: tuple[int, int, int] | None = None
        self._tokens: Sequence[AccessToken] = ()

    def owner(self, secret: str) -> AccessToken | None:
        """The token with this secret."""
        digest = _digest(secret)
        matching = [each for each in self.all() if compare_digest(each.digest, digest)]
        return matching[0] if matching else None

    def all(self) -> Sequence[AccessToken]:
        """The tokens of the project."""
        stamp = self._stamped()
        if stamp != self._stamp:
            self._tokens = [each for each in tokens(self._state) if each.place == self._place]
            self._stamp = stamp
        return self._tokens

    def _stamped(self) -> tuple[int, int, int] | None:
        try:
            status = (self._state / _FILE).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _write(state: Path, known: Sequence[AccessToken]) -> None:
    private_folder(state)
    rows = [token._asdict() for token in known]
    write_private(state / _FILE, (json.dumps(rows, indent=2) + "\n").encode("ascii"))
