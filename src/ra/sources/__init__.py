"""Which files are there, and what are their bytes?"""

from ra.sources.discover import Found, Listing, Refused, discover
from ra.sources.named import named
from ra.sources.paths import relative_posix
from ra.sources.read import read

__all__ = ["Found", "Listing", "Refused", "discover", "named", "read", "relative_posix"]
