"""Reads and writes the wire format of Protocol Buffers, as far as ONNX files need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Field = tuple[int, "int | memoryview"]
"""The number of a field and its value: an integer, or the bytes of what has a length."""

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


def fields(data: memoryview) -> Iterator[Field]:
    """The fields of a message, in order; raises `ValueError` if it ends in the middle of one."""
    position, end = 0, len(data)
    while position < end:
        tag, position = _varint(data, position)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, position = _varint(data, position)
            yield number, value
            continue
        if wire == _LENGTH:
            size, position = _varint(data, position)
        elif wire in (_FIXED64, _FIXED32):
            size = 8 if wire == _FIXED64 else 4
        else:
            raise ValueError(f"unknown wire type {wire}")
        if position + size > end:
            raise ValueError("the message ends in the middle of a field")
        yield number, data[position : position + size]
        position += size


def _varint(data: memoryview, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if position >= len(data) or shift > 63:
            raise ValueError("the message ends in the middle of a number")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7


Parts = list["bytes | memoryview"]
"""What is written, in pieces: the large tensors of a model are copied once, at the end."""


def number(field: int, value: int) -> Parts:
    """A field with an integer that is not negative."""
    return [varint(field << 3 | _VARINT) + varint(value)]


def fixed32(field: int, value: bytes) -> Parts:
    """A field of four bytes, such as a float."""
    return [varint(field << 3 | _FIXED32) + value]


def block(field: int, content: Parts) -> Parts:
    """A field with a length: bytes or a message."""
    size = sum(map(len, content))
    return [varint(field << 3 | _LENGTH) + varint(size), *content]


def text(field: int, value: str) -> Parts:
    """A field with text."""
    return block(field, [value.encode()])


def varint(value: int) -> bytes:
    """A number in groups of seven bits."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def all_of(messages: Iterable[Parts]) -> Parts:
    """Fields one after the other."""
    return [part for message in messages for part in message]
