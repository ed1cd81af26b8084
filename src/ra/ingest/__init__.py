"""What changed, and how is it brought in?"""

from ra.ingest.diff import Plan
from ra.ingest.fingerprint import tree_spec
from ra.ingest.job import Job, Look, Progress, TreeReport, UpdateReport, look, plan, update

__all__ = [
    "Job",
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
