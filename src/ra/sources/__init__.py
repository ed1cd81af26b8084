"""Lists files. `ra.sources.read` reads them and is imported separately: a walk does not need it."""

from ra.sources.discover import FoundFile, Listing, Refused, discover
from ra.sources.paths import relative_posix

__all__ = ["FoundFile", "Listing", "Refused", "discover", "relative_posix"]
