"""Settings: finds, validates, trusts and merges them."""

from ra.config.load import folder_tree_name, load
from ra.config.schema import KEYS, Chunking, Key, Settings, Strategy, Tree
from ra.config.user_folders import UserFolders, here

__all__ = [
    "KEYS",
    "Chunking",
    "Key",
    "UserFolders",
    "Settings",
    "Strategy",
    "Tree",
    "folder_tree_name",
    "here",
    "load",
]
