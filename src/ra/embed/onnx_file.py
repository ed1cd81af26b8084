"""Reads tensors from an ONNX file and writes an ONNX model, without the `onnx` package.

Only what the built-in model needs: constant tensors, nodes, and inputs of a dynamic shape.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ra.embed import protobuf
from ra.typed import NamedTuple

FLOAT, UINT8, INT8, INT32, INT64 = 1, 2, 3, 6, 7
MICROSOFT = "com.microsoft"
"""The domain of operators that are fused in ONNX Runtime."""

_GRAPH, _INITIALIZER, _NODE = 7, 5, 1
_IR_VERSION, _OPSET = 8, 17


class Tensor(NamedTuple):
    """A constant: its element type, shape and little-endian bytes."""

    type: int
    shape: tuple[int, ...]
    data: bytes | memoryview


class Operation(NamedTuple):
    """One operator with the names of its inputs and outputs."""

    operator: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, int | float] = {}
    domain: str = ""


class Value(NamedTuple):
    """An input or output of a model; each dimension is a name or a number."""

    name: str
    type: int
    shape: Sequence[str | int]


def initializers(model: bytes) -> dict[str, Tensor]:
    """The constant tensors of a model by name."""
    found: dict[str, Tensor] = {}
    for graph in _messages(memoryview(model), _GRAPH):
        for data in _messages(graph, _INITIALIZER):
            name, tensor = _tensor(data)
            found[name] = tensor
    return found


def weights_in_order(model: bytes, operator: str) -> list[str]:
    """The second inputs of all nodes of an operator, in the order of the graph."""
    found: list[str] = []
    for graph in _messages(memoryview(model), _GRAPH):
        for data in _messages(graph, _NODE):
            parts = list(protobuf.fields(data))
            inputs = [_text(value) for number, value in parts if number == 1]
            if any(number == 4 and _text(value) == operator for number, value in parts):
                found.append(inputs[1])
    return found


def model_bytes(
    nodes: Iterable[Operation],
    constants: Mapping[str, Tensor],
    inputs: Iterable[Value],
    outputs: Iterable[Value],
) -> bytes:
    """A model with this graph, ready for ONNX Runtime."""
    graph = protobuf.all_of(
        (
            *(protobuf.block(_NODE, _node(node)) for node in nodes),
            protobuf.text(2, "graph"),
            *(protobuf.block(_INITIALIZER, _constant(*each)) for each in constants.items()),
            *(protobuf.block(11, _value(value)) for value in inputs),
            *(protobuf.block(12, _value(value)) for value in outputs),
        )
    )
    opsets = (
        protobuf.block(8, protobuf.number(2, _OPSET)),
        protobuf.block(8, [*protobuf.text(1, MICROSOFT), *protobuf.number(2, 1)]),
    )
    version = protobuf.number(1, _IR_VERSION)
    return b"".join(protobuf.all_of((version, *opsets, protobuf.block(_GRAPH, graph))))


def _messages(data: memoryview, wanted: int) -> Iterator[memoryview]:
    for number, value in protobuf.fields(data):
        if number == wanted and isinstance(value, memoryview):
            yield value


def _tensor(data: memoryview) -> tuple[str, Tensor]:
    name, kind, shape, raw = "", 0, [], memoryview(b"")
    for number, value in protobuf.fields(data):
        if isinstance(value, int):
            if number == 1:
                shape.append(value)
            elif number == 2:
                kind = value
        elif number == 8:
            name = _text(value)
        elif number == 9:
            raw = value
    return name, Tensor(kind, tuple(shape), raw)


def _text(value: int | memoryview) -> str:
    return "" if isinstance(value, int) else bytes(value).decode()


def _constant(name: str, tensor: Tensor) -> protobuf.Parts:
    dimensions = (protobuf.number(1, size) for size in tensor.shape)
    kind = protobuf.number(2, tensor.type)
    data = protobuf.block(9, [tensor.data])
    return protobuf.all_of((*dimensions, kind, protobuf.text(8, name), data))


def _node(node: Operation) -> protobuf.Parts:
    return protobuf.all_of(
        (
            *(protobuf.text(1, name) for name in node.inputs),
            *(protobuf.text(2, name) for name in node.outputs),
            protobuf.text(4, node.operator),
            *(protobuf.block(5, _attribute(*each)) for each in node.attributes.items()),
            protobuf.text(7, node.domain),
        )
    )


def _attribute(name: str, value: int | float) -> protobuf.Parts:
    if isinstance(value, float):
        held, kind = protobuf.fixed32(2, struct.pack("<f", value)), 1
    else:
        held, kind = protobuf.number(3, value), 2
    return [*protobuf.text(1, name), *held, *protobuf.number(20, kind)]


def _value(value: Value) -> protobuf.Parts:
    dimensions = protobuf.all_of(
        protobuf.block(
            1, protobuf.text(2, size) if isinstance(size, str) else protobuf.number(1, size)
        )
        for size in value.shape
    )
    tensor = [*protobuf.number(1, value.type), *protobuf.block(2, dimensions)]
    return [*protobuf.text(1, value.name), *protobuf.block(2, protobuf.block(1, tensor))]
