"""Embeds texts by a server of the same user, instead of loading a model; by the model if it fails.

The server (`ra serve --socket`) listens on a file that only its user can open. A request names the
model, whose name changes when its vectors do, so that a server of another version is not used.
"""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from ra.embed.protocol import Card, Embedder
from ra.typed import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ra.embed.protocol import Vectors

PATH = "/embed"
MOST_BODY = 1024 * 1024
_SECONDS = 5.0
_MOST_HEAD = 64 * 1024
_CREDENTIALS = struct.Struct("3i")  # process, user, group

Kind = Literal["query", "document"]


class LentModel:
    """A model of a server; after the first failure the model itself, loaded by `load`."""

    def __init__(self, card: Card, place: Path, load: Callable[[], Embedder]) -> None:
        self._card, self._place, self._load = card, place, load
        self._own: Embedder | None = None

    @property
    def card(self) -> Card:
        """What is known of it."""
        return self._card

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text of a document, in order."""
        lent = self._lent("document", texts)
        return self._loaded().embed(texts) if lent is None else lent

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """The vectors of texts and their passages; a server lends none, so the model is loaded."""
        return self._loaded().embed_passages(texts)

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a query, as one row."""
        lent = self._lent("query", [text])
        return self._loaded().embed_query(text) if lent is None else lent

    def _loaded(self) -> Embedder:
        if self._own is None:
            self._own = self._load()
        return self._own

    def _lent(self, kind: Kind, texts: Sequence[str]) -> Vectors | None:
        if self._own is not None or not texts:
            return None
        try:
            data = asked(self._place, self._card.name, kind, texts)
        except (OSError, ValueError):  # gone, busy, another version: none of them is an error
            return None
        import numpy as np

        shape = len(texts), self._card.dimensions
        if len(data) != 4 * shape[0] * shape[1]:
            return None
        return np.frombuffer(data, dtype="<f4").reshape(shape).astype(np.float32, copy=False)


def is_ours(place: Path) -> bool:
    """Whether this is a socket of this user that nobody else can open."""
    try:
        status = place.lstat()
    except OSError:
        return False
    is_private = not stat.S_IMODE(status.st_mode) & 0o077
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid() and is_private


def asked(place: Path, model: str, kind: Kind, texts: Sequence[str]) -> bytes:
    """The vectors as bytes; raises `OSError` or `ValueError` if the server does not give them."""
    body = json.dumps({"model": model, "kind": kind, "texts": list(texts)}).encode()
    if len(body) > MOST_BODY:
        raise ValueError("too many texts")
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(_SECONDS)
        wire.connect(str(place))
        _check_peer(wire)
        wire.sendall(head.encode() + body)
        return _content(wire)


def _check_peer(wire: socket.socket) -> None:
    """Refuse a server of another user, where the system tells who it is."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return
    _, user, _ = _CREDENTIALS.unpack(wire.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    if user != os.geteuid():
        raise PermissionError("the server belongs to another user")


def _content(wire: socket.socket) -> bytes:
    """The body of a response that ends with the connection."""
    data = bytearray()
    while part := wire.recv(64 * 1024):
        data += part
        if len(data) > MOST_BODY * 4:
            raise ValueError("too long")
    head, mark, body = bytes(data).partition(b"\r\n\r\n")
    lines = head[:_MOST_HEAD].lower().split(b"\r\n")
    if not mark or not lines[0].startswith(b"http/1.1 200"):
        raise ValueError("refused")
    return body
