"""Updates an index: compares the files with the manifest and applies the changes."""

from ra.ingest.fingerprint import tree_spec
from ra.ingest.planning import Look, Plan, Progress, TreeReport, UpdateJob, UpdateReport, look, plan
from ra.ingest.updating import update

__all__ = [
    "UpdateJob",
    "Look",
    "Plan",
    "Progress",
    "TreeReport",
    "UpdateReport",
    "look",
    "plan",
    "tree_spec",
    "update",
]
