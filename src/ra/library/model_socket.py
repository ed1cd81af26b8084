"""Names the socket by which a server of this user lends its models to commands."""

from __future__ import annotations

import os
from pathlib import Path

from ra.config.schema import Settings
from ra.model import digest


def socket_of(settings: Settings, tenant: str) -> Path:
    """The socket of the server of a project, in the state folder of the user."""
    name = digest(f"{settings.index_owner}|{tenant}".encode(), 12)
    return settings.state_dir / "sockets" / f"{name}.sock"


def lender(settings: Settings, tenant: str) -> Path | None:
    """The socket of a server that may run; None if there is none that is surely ours."""
    place = socket_of(settings, tenant)
    if not os.path.isdir(place.parent):  # noqa: PTH112 - a Path raises for what it may not see
        return None
    from ra.embed.lent import is_ours  # few users run a server

    return place if is_ours(place) else None
