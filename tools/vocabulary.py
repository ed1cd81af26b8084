"""Write the tokens of cl100k_base from the file that OpenAI publishes: `cl100k_base.tiktoken`.

    python -m tools.vocabulary FILE

Each line of it is a token in base64 and its rank. Its checksum is the one that the package
`tiktoken` (MIT) asks for.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from ra.text.cl100k import vocabulary

CHECKSUM = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"

# Printable bytes come first, as in the vocabulary of GPT-2.
_PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_SINGLE = [*_PRINTABLE, *(byte for byte in range(0x100) if byte not in _PRINTABLE)]


def packed(published: bytes) -> bytes:
    """The published file as it is kept here: tokens of several bytes by rank, NUL between them."""
    if sha256(published).hexdigest() != CHECKSUM:
        raise SystemExit("this is not the published cl100k_base.tiktoken: its checksum differs")
    tokens = [b64decode(line.split()[0]) for line in published.splitlines()]
    return b"\0".join(tokens[len(_SINGLE) :])


def unpacked(kept: bytes) -> bytes:
    """The published file, from what is kept here."""
    tokens = [*(bytes([byte]) for byte in _SINGLE), *kept.split(b"\0")]
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))


if __name__ == "__main__":
    vocabulary.FILE.write_bytes(packed(Path(sys.argv[1]).read_bytes()))
