"""The tables of the catalog. SQLite is authoritative for the whole index (ARCHITECTURE)."""

from __future__ import annotations

# Raise this when a catalog of the old layout can no longer be read; older ones are rebuilt.
FORMAT = 12

PENDING, LIVE, REPLACED = 106, 1, 2
"""The status of a document version: waiting for its postings, visible, or to be removed.

A single flipped bit never turns one of the first two into the other. `REPLACED` is never stored.
"""

BUILDING, WHOLE = 0, 1
"""A tree is being built, possibly beside an older form, or it is complete and visible."""

TABLES = """
CREATE TABLE trees(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    tenant TEXT NOT NULL,
    language TEXT NOT NULL,
    chunks_form TEXT NOT NULL,
    postings_form TEXT NOT NULL,
    vectors_form TEXT NOT NULL,
    state INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    opstamp INTEGER NOT NULL,
    seal TEXT,
    stamp INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    documents_sum INTEGER NOT NULL,
    files_sum INTEGER NOT NULL,
    embedded INTEGER NOT NULL,
    vectors_sum INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    UNIQUE(name, state)
);

CREATE TABLE files(
    tree INTEGER NOT NULL,
    path TEXT NOT NULL,
    mtime INTEGER NOT NULL,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    parser TEXT NOT NULL,
    racy INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    code TEXT NOT NULL,
    version INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY(tree, path)
) WITHOUT ROWID;

CREATE TABLE documents(
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    tree INTEGER NOT NULL,
    path TEXT NOT NULL,
    status INTEGER NOT NULL,
    version INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    day INTEGER NOT NULL,
    title TEXT NOT NULL,
    facts TEXT NOT NULL,
    size INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    dictionary INTEGER NOT NULL,
    text_sum INTEGER NOT NULL,
    chunks_sum INTEGER NOT NULL,
    sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX live_documents ON documents(tree, path) WHERE status = 1;
CREATE INDEX dated_documents ON documents(tree, day) WHERE status = 1;

CREATE TABLE texts(document INTEGER PRIMARY KEY, data BLOB NOT NULL);

CREATE TABLE dictionaries(id INTEGER PRIMARY KEY, data BLOB NOT NULL, sum INTEGER NOT NULL);

CREATE TABLE chunks(
    document INTEGER NOT NULL,
    position INTEGER NOT NULL,
    parent INTEGER,
    depth INTEGER NOT NULL,
    title TEXT,
    slug TEXT,
    part INTEGER NOT NULL,
    kind TEXT,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    siblings INTEGER NOT NULL,
    spans TEXT,
    prefix TEXT,
    crumb TEXT,
    tokens INTEGER,
    body TEXT,
    heading INTEGER NOT NULL,
    place_sum INTEGER NOT NULL,
    body_sum INTEGER NOT NULL,
    PRIMARY KEY(document, position)
) WITHOUT ROWID;

CREATE TABLE links(
    document INTEGER PRIMARY KEY,
    names BLOB NOT NULL,
    mentions BLOB NOT NULL,
    data BLOB NOT NULL,
    keys_sum INTEGER NOT NULL,
    data_sum INTEGER NOT NULL
);

CREATE TABLE names(
    key INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY(key, document)
) WITHOUT ROWID;

CREATE TABLE mentions(
    key INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY(key, document)
) WITHOUT ROWID;

CREATE TABLE key_sums(
    part INTEGER PRIMARY KEY,
    names INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    sum INTEGER NOT NULL
);

CREATE TABLE vectors(
    document INTEGER PRIMARY KEY,
    tree INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    model TEXT NOT NULL,
    done INTEGER NOT NULL,
    width INTEGER NOT NULL,
    places BLOB NOT NULL,
    keys BLOB NOT NULL,
    data BLOB NOT NULL,
    sum INTEGER NOT NULL
);
CREATE INDEX vectors_of_trees ON vectors(tree, document);

CREATE TABLE spares(
    tenant TEXT NOT NULL,
    key BLOB NOT NULL,
    data BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY(tenant, key)
) WITHOUT ROWID;

CREATE TABLE outbox(
    document INTEGER PRIMARY KEY,
    tree INTEGER NOT NULL,
    sum INTEGER NOT NULL
);
"""
