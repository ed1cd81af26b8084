"""The fields of records about the index, its trees and files, and about settings."""

from __future__ import annotations

from collections.abc import Mapping

STATUS: Mapping[str, str] = {
    "files": "The settings files in effect, nearest first.",
    "index": "The folder of the index of these trees.",
    "index_bytes": "Size of the index on disk.",
    "damaged": "Damaged folders of the index that were moved aside.",
    "damaged_bytes": "Size of the damaged folders; not part of `index_bytes`.",
    "updated": "Time of the last change of the index, in UTC; null if there is none.",
    "trees": "One record for each tree.",
}
TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "path": "The folder of the tree.",
    "local": "False if `~/.ra.toml` declares it.",
    "tenant": "The tenant of the tree.",
    "language": "Its `language`: `auto` or a stemmer.",
    "problem": "Why the tree could not be read; null if it could.",
    "include": "Its patterns of files to index.",
    "exclude": "Its patterns of files and folders to exclude.",
    "documents": "Number of documents in the index.",
    "chunks": "Number of chunks.",
    "bytes": "Total size of the files.",
    "segments": "Number of segments of the postings.",
    "embedded": "Number of chunks with an embedding.",
    "changes": "Number of files that differ from the index: `added`, `modified`, `removed`.",
    "states": "Number of files in each state, see [States](../guides/choosing-files.md#states).",
    "notes": "Patterns without effect, and files that another tree contains too.",
    "warnings": "Warnings about documents: `path` and `message`.",
    "files": "With `--files`: one record for each file.",
}
FILE: Mapping[str, str] = {
    "path": "The file; an excluded folder ends with `/`.",
    "state": "`indexed`, `new`, `changed`, `stale`, `ignored`, `skipped` or `failed`.",
    "reason": "Why the file is not indexed or not up to date; empty if it is.",
    "code": "The reason as a code, see [File codes](errors.md#file-codes).",
    "chunks": "Number of chunks.",
    "bytes": "Size of the file; 0 if it was not read.",
}
LISTED_TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "path": "The folder of the tree.",
    "local": "False if `~/.ra.toml` declares it.",
    "tenant": "The tenant of the tree.",
    "language": "Its `language`: `auto` or a stemmer.",
    "include": "Its patterns of files to index.",
    "exclude": "Its patterns of files and folders to exclude.",
    "documents": "Number of documents in the index.",
    "chunks": "Number of chunks.",
    "bytes": "Total size of the files.",
}
DOCUMENT: Mapping[str, str] = {
    "id": "The id, unique in all trees: `tree:path`.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "title": "The title.",
    "tags": "The tags.",
    "aliases": "The aliases.",
    "updated": "The date in the front matter, in ISO form; null if there is none.",
    "language": "Its language; that of the tree's stemmer if it is unknown.",
    "fields": "The whole front matter.",
    "chunks": "Number of chunks.",
    "bytes": "Size of the file when it was read.",
    "mtime": "Modification time of the file, in UTC.",
    "version": "Number of times the content was indexed, from 1.",
    "warnings": "Warnings about the document, as sentences.",
}
PLACE: Mapping[str, str] = {
    "id": "The id of the section or document; with `--lines`, of the document.",
    "doc_id": "The id of the document.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "title": "The title of the document, or the text of the heading.",
    "breadcrumb": "The titles from the document down to this section.",
    "line_start": "First line of the text in the file, from 1, heading included, as in `ra search "
    "--json`.",
    "line_end": "Last line, inclusive.",
    "text": "The exact text of the file, heading line included.",
    "tags": "The tags of the document.",
    "mtime": "Modification time of the file, in UTC.",
    "stale": "True if the file can no longer be read and this is its last good version.",
}
UPDATE: Mapping[str, str] = {
    "trees": "One record for each tree.",
    "recovered": "Number of documents finished for an earlier, interrupted update.",
    "notes": "Warnings, as sentences.",
}
UPDATED_TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "added": "Number of files indexed for the first time.",
    "modified": "Number of files reindexed because their content changed.",
    "removed": "Number of files removed from the index.",
    "touched": "Number of files with a new time but the same content.",
    "unchanged": "Number of files with the same time and size.",
    "failed": "Number of files that could not be indexed: skipped, failed or stale.",
    "rebuilt": "True for a full build of the tree.",
    "problem": "Why the tree could not be read; null if it could.",
}
CHECKUP: Mapping[str, str] = {
    "index": "The folder of the index.",
    "exists": "False if there is no index yet.",
    "healthy": "True if no damage was found.",
    "trees": "Number of trees checked.",
    "documents": "Number of documents checked.",
    "chunks": "Number of chunks checked.",
    "bytes": "Size of the index on disk.",
    "damaged": "Damaged folders of the index that were moved aside earlier; they are not checked.",
    "damaged_bytes": "Size of the damaged folders; not part of `bytes`.",
    "problems": "One record for each damaged part.",
}
PROBLEM: Mapping[str, str] = {
    "place": "The damaged part: a file of the index, or a record in it.",
    "message": "The problem.",
}
KNOWN_INDEX: Mapping[str, str] = {
    "index": "The folder of the index.",
    "folder": "The project folder; the home folder for the trees of `~/.ra.toml`.",
    "folder_exists": "False if the folder no longer exists.",
    "bytes": "Size of the index on disk.",
    "damaged": "Damaged folders of the index that were moved aside.",
    "damaged_bytes": "Size of the damaged folders; not part of `bytes`.",
    "used": "Day of last use, in UTC.",
    "problem": "Why the index cannot be used, for example because it is gone; else null.",
}
FORGOTTEN: Mapping[str, str] = {
    "dry_run": "True with `--dry-run`: nothing was removed.",
    "bytes": "Disk space freed; with `--dry-run`, that would be freed.",
    "indexes": "One record for each index.",
    "notes": "Folders without an index to remove, as sentences.",
}
FORGOTTEN_INDEX: Mapping[str, str] = {
    "freed": "Disk space freed; with `--dry-run`, that would be freed.",
    "left": "Files kept because `ra` did not create them: `path` and `reason`.",
    "error": "Why it could not be removed completely; else null.",
}
CONFIG: Mapping[str, str] = {
    "files": "The settings files in effect, nearest first.",
    "index": "The folder of the index of these trees.",
    "settings": "Every key with its value.",
    "origins": "With `--origins`: every key with the file that set it; null for a default.",
}
TRUST: Mapping[str, str] = {
    "file": "The settings file.",
    "state": "`trusted`, `untrusted` (with `--dry-run`), `lapsed` (a value differs), `revoked`, or "
    "`none` (nothing needs trust, or nothing was trusted).",
    "lapsed": "Why the trust has lapsed; else null.",
    "owner": "The user id of a file that belongs to another user; else null.",
    "target": "The real path of a file that is a symbolic link out of its folder; else null.",
    "values": "The trusted values, as records.",
}
TRUSTED_VALUE: Mapping[str, str] = {
    "key": "The key.",
    "value": "Its value as TOML.",
    "leads_to": "The real path it resolves to.",
}
