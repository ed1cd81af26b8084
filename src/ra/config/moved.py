"""Answers settings of the Rust program of the same name: where each key is now."""

from __future__ import annotations

_NEW = {
    "settings.local_boost": "use `search.local_boost`",
    "settings.default_limit": "use `search.limit`",
    "settings.max_chunk_size": "use `chunking.max_chunk_size`",
    "settings.chunk_at_headings": "remove it; use `chunking.strategy` to change how files are cut",
    "settings": "use `[search]` and `[chunking]`",
    "search.aggregation_pool_size": "use `search.max_candidates`",
}
_PREFIXES = {
    "search.boost_": "use `[search.boosts]`",
    "search.markdown_": "use `[search.weights]`",
}
# ISO 639-1 codes of the stemmers.
CODES = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish",
    "fr": "french", "de": "german", "el": "greek", "hu": "hungarian", "it": "italian",
    "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "es": "spanish", "sv": "swedish", "ta": "tamil",
    "tr": "turkish",
}  # fmt: skip


def moved(key: str, inside: tuple[str, ...]) -> str:
    """What to write instead of a key, or ""; `inside` are the keys of a table."""
    if key in _NEW:
        named = [_NEW[whole] for name in inside if (whole := f"{key}.{name}") in _NEW]
        return "; ".join(named) or _NEW[key]
    return next((new for start, new in _PREFIXES.items() if key.startswith(start)), "")
