"""A model behind an endpoint that speaks the embeddings protocol of OpenAI."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from hashlib import sha256

from ra.embed.onnx_model import unit
from ra.embed.protocol import Card, whole
from ra.endpoint import AGAIN, opener, reason_of, refusal, retry_after
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.embed_keys import Embed
    from ra.embed.protocol import Vectors

_ATTEMPTS = 3
_PAUSE = 0.5  # seconds before the second attempt, twice that before the third
_LONGEST_PAUSE = 10.0
_LARGEST_ANSWER = 64 * 1024 * 1024
_AT_ONCE = 32
_TOKENS = 512


class Endpoint:
    """The endpoint; the first answer tells the length of its vectors."""

    def __init__(self, settings: Embed, sleep: Callable[[float], None] = time.sleep) -> None:
        self._settings = settings
        self._sleep = sleep
        self._url = address(settings.url)
        facts = (self._url, settings.name, settings.document_prefix, settings.query_prefix)
        self.card = Card(
            f"http:{sha256(repr(facts).encode()).hexdigest()[:32]}",
            dimensions=0,
            characters=8 * (settings.limit or _TOKENS),
            languages=frozenset(settings.languages) or None,
            weight=settings.weight or None,
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, in order."""
        prefix = self._settings.document_prefix
        return self._vectors([prefix + text for text in texts])

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """The vector of each text alone."""
        return whole(self.embed(texts))

    def embed_query(self, text: str) -> Vectors:
        """The vector of a query."""
        return self._vectors([self._settings.query_prefix + text])

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        import numpy as np  # only who embeds pays for it

        rows: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            some = texts[start : start + _AT_ONCE]
            rows += self._rows(self._answer(some), len(some))
        sizes = {len(row) for row in rows}
        if len(sizes) > 1 or (self.card.dimensions and sizes - {self.card.dimensions}):
            raise self._failed("its vectors have different lengths")
        if sizes:
            self.card = self.card._replace(dimensions=sizes.pop())
        with np.errstate(over="ignore"):
            vectors = np.array(rows, np.float32).reshape(len(rows), self.card.dimensions)
        if not np.isfinite(vectors).all():
            raise self._failed("its vectors have values that are no numbers")
        return unit(vectors)

    def _rows(self, answer: bytes, count: int) -> list[list[float]]:
        """The vectors of an answer in the order of the texts."""
        try:
            data = json.loads(answer)["data"]
            ordered = sorted(data, key=lambda row: int(row["index"]))
            rows = [[float(value) for value in row["embedding"]] for row in ordered]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._failed("its answer has no embeddings") from error
        if len(rows) != count or not all(rows):
            raise self._failed(f"it sent {len(rows)} vectors for {count} texts")
        return rows

    def _answer(self, texts: Sequence[str]) -> bytes:
        """What the endpoint says, after several attempts where another may help."""
        from http.client import HTTPException

        for attempt in range(1, _ATTEMPTS + 1):
            reason, pause = "", _PAUSE * attempt
            try:
                return self._sent(texts)
            except (OSError, HTTPException) as error:  # refusals, time-outs, broken answers
                code, headers = refusal(error)
                if code and code not in AGAIN:
                    raise self._failed(f"it answered {code}{_hint(code)}") from error
                reason = f"it answered {code}" if code else reason_of(error)
                if isinstance(getattr(error, "reason", error), ConnectionRefusedError):
                    raise self._failed(f"{reason}; is the server running?") from error
                pause = min(retry_after(headers) or pause, _LONGEST_PAUSE)
            if attempt < _ATTEMPTS:
                self._sleep(pause)
        raise self._failed(f"{reason}, after {_ATTEMPTS} attempts")

    def _sent(self, texts: Sequence[str]) -> bytes:
        from urllib.request import Request

        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := self._settings.key.reveal():
            headers["Authorization"] = f"Bearer {key}"
        body = json.dumps({"model": self._settings.name, "input": list(texts)}).encode()
        request = Request(self._url, body, headers, method="POST")
        with opener().open(request, timeout=self._settings.timeout) as response:
            answer: bytes = response.read(_LARGEST_ANSWER + 1)
        if len(answer) > _LARGEST_ANSWER:
            raise self._failed("its answer is too large")
        return answer

    def _failed(self, reason: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._url}: {reason}; see `embed.url` and `embed.name`")


def address(url: str) -> str:
    """Where embeddings are asked for, below the base URL of a server."""
    if not url.startswith(("http://", "https://")):
        raise ModelUnavailable(f"{url}: is no address; `embed.url` starts with http:// or https://")
    base = url.rstrip("/")
    return base if base.endswith("/embeddings") else f"{base}/embeddings"


def _hint(code: int) -> str:
    return " (set the key in RA_EMBED_KEY)" if code in (401, 403) else ""
