"""Formats trust records: a settings file, its trusted values, and whether they are still valid."""

from __future__ import annotations

from collections.abc import Iterator

from ra.config.claims import Claim
from ra.config.trust import TrustRecord, Whole
from ra.present import clean
from ra.present.style import Style
from ra.typed import Literal

State = Literal["trusted", "untrusted", "lapsed", "revoked", "none"]


def draw(record: TrustRecord, style: Style) -> Iterator[str]:
    """The file, then a line for each value that needs trust."""
    yield style.bold(clean.line(record.file))
    if record.whole:
        yield f"  {clean.line(f'the file as it is now: {_whole(record.whole)}')}"
    for claim in record.claims:
        yield f"  {_value(claim, style)}"


def draw_lapsed(
    record: TrustRecord, now: TrustRecord | None, style: Style, why: str
) -> Iterator[str]:
    """The file, then the trusted values, and the present values that differ."""
    yield style.bold(clean.line(record.file))
    yield f"  {style.warning(f'lapsed: {clean.line(why)}')}"
    if record.whole:
        yield f"  trusted: {clean.line(f'the file as it was: {_whole(record.whole)}')}"
    values = {claim.key: claim for claim in now.claims} if now else {}
    for claim in record.claims:
        yield f"  trusted: {_value(claim, style)}"
        other = values.get(claim.key, claim)
        if other != claim:
            yield f"  now: {_value(other, style)}"


def record_of(record: TrustRecord, state: State, lapsed: str = "") -> dict[str, object]:
    """The same as a JSON record."""
    whole = record.whole
    return {
        "file": record.file,
        "state": state,
        "lapsed": lapsed or None,
        "owner": whole.owner if whole else None,
        "target": whole.target if whole else None,
        "values": [claim._asdict() for claim in record.claims],
    }


def _value(claim: Claim, style: Style) -> str:
    leads = f"  {style.dim(f'({clean.line(claim.leads_to)})')}" if claim.leads_to else ""
    return f"{clean.line(f'{claim.key} = {claim.value}')}{leads}"


def _whole(whole: Whole) -> str:
    owner, target, _ = whole
    parts = [f"of the user {owner}"] if owner is not None else []
    parts += [f"a link to {target}"] if target else []
    return ", ".join(parts)
