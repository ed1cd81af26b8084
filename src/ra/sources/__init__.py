"""Which files are there? What their bytes are, `ra.sources.read` tells: not every walk asks."""

from ra.sources.discover import Found, Listing, Refused, discover
from ra.sources.paths import relative_posix

__all__ = ["Found", "Listing", "Refused", "discover", "relative_posix"]
