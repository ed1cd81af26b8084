"""Where do settings come from?"""

from ra.config.load import folder_tree_name, load
from ra.config.places import here
from ra.config.schema import KEYS, Chunking, Key, Settings, Strategy, Tree

__all__ = [
    "KEYS",
    "Chunking",
    "Key",
    "Settings",
    "Strategy",
    "Tree",
    "folder_tree_name",
    "here",
    "load",
]
