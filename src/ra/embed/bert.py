"""Builds the graph of a BERT encoder with int8 weights from fused operators of ONNX Runtime.

Activations are quantized while the model runs, so each product is one of integers: three times
as fast as the same weights in a graph that turns them back into floats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ra.embed.onnx_file import (
    FLOAT,
    INT8,
    INT32,
    INT64,
    MICROSOFT,
    UINT8,
    Operation,
    Tensor,
    Value,
    model_bytes,
)
from ra.embed.onnx_model import OnnxModel
from ra.typed import NamedTuple

IDS, MASK, POSITIONS, HIDDEN = "ids", "mask", "positions", "hidden"


class Matrix(NamedTuple):
    """An int8 matrix with one scale for each column, and a bias."""

    values: Tensor
    scales: Tensor
    bias: Tensor

    def as_unsigned(self) -> Matrix:
        """The same numbers as unsigned bytes, which are 128 more."""
        values = bytes(self.values.data).translate(_UNSIGNED)
        return self._replace(values=self.values._replace(type=UINT8, data=values))


class Norm(NamedTuple):
    """The factors and summands of a layer normalization."""

    factor: Tensor
    summand: Tensor


class Layer(NamedTuple):
    """One layer: query, key and value side by side, output, and the feed-forward network."""

    attention: Matrix
    output: Matrix
    output_norm: Norm
    inner: Matrix
    outer: Matrix
    outer_norm: Norm


class Table(NamedTuple):
    """An int8 table with one scale for each row."""

    values: Tensor
    scales: Tensor


class Encoder(NamedTuple):
    """All weights of an encoder; `base` is added to every position (the type of a token)."""

    words: Table
    positions: Table
    base: Tensor
    norm: Norm
    layers: tuple[Layer, ...]
    heads: int
    width: int


_EPSILON = 1e-12
_UNSIGNED = bytes((number + 128) % 256 for number in range(256))
_ZERO = {INT8: b"\x00", UINT8: b"\x80"}


def graph(encoder: Encoder) -> bytes:
    """The model: ids, mask and positions of tokens in, a vector for each token out."""
    constants: dict[str, Tensor] = {}
    nodes = list(_embedding(encoder, constants))
    hidden = "embedded"
    last = len(encoder.layers) - 1
    for index, layer in enumerate(encoder.layers):
        name = HIDDEN if index == last else f"hidden_{index}"
        nodes += _layer(f"l{index}", layer, encoder.heads, hidden, name, constants)
        hidden = name
    inputs = (
        Value(IDS, INT64, ("batch", "length")),
        Value(MASK, INT32, ("batch", "length")),
        Value(POSITIONS, INT64, ("length",)),
    )
    outputs = (Value(HIDDEN, FLOAT, ("batch", "length", encoder.width)),)
    return model_bytes(nodes, constants, inputs, outputs)


def _embedding(encoder: Encoder, constants: dict[str, Tensor]) -> Iterator[Operation]:
    """The sum of word, position and type, normalized."""
    yield from _rows("words", encoder.words, IDS, constants)
    yield from _rows("places", encoder.positions, POSITIONS, constants)
    constants["base"] = encoder.base
    yield Operation("Add", ("words", "places"), ("placed",))
    yield Operation("Add", ("placed", "base"), ("summed",))
    inputs = ("summed", *_norm("embedding", encoder.norm, constants))
    yield Operation("LayerNormalization", inputs, ("embedded",), {"axis": 2, "epsilon": _EPSILON})


def _rows(name: str, table: Table, ids: str, constants: dict[str, Tensor]) -> Iterator[Operation]:
    """The rows of a table, turned into floats after they are taken: the table stays int8."""
    constants[f"{name}_q"], constants[f"{name}_s"] = table
    yield Operation("Gather", (f"{name}_q", ids), (f"{name}_int",))
    yield Operation("Gather", (f"{name}_s", ids), (f"{name}_scale",))
    yield Operation("Cast", (f"{name}_int",), (f"{name}_float",), {"to": FLOAT})
    yield Operation("Mul", (f"{name}_float", f"{name}_scale"), (name,))


def unsigned(layer: Layer) -> Layer:
    """The same layer with unsigned bytes, whose products no processor cuts off."""
    return layer._replace(
        attention=layer.attention.as_unsigned(),
        output=layer.output.as_unsigned(),
        inner=layer.inner.as_unsigned(),
        outer=layer.outer.as_unsigned(),
    )


def _layer(
    name: str, layer: Layer, heads: int, before: str, after: str, constants: dict[str, Tensor]
) -> Iterator[Operation]:
    weight, scale, zero, bias = _matrix(f"{name}_attention", layer.attention, constants)
    quantized = (f"{name}_q", f"{name}_qs", f"{name}_qz")
    yield Operation("DynamicQuantizeLinear", (before,), quantized)
    inputs = (quantized[0], weight, bias, quantized[1], scale, MASK, quantized[2], zero)
    yield Operation("QAttention", inputs, (f"{name}_mixed",), {"num_heads": heads}, MICROSOFT)
    yield _product(f"{name}_out", layer.output, f"{name}_mixed", constants)
    yield _add_and_norm(f"{name}_norm", layer.output_norm, (f"{name}_out", before), constants)
    yield _product(f"{name}_inner", layer.inner, f"{name}_norm", constants)
    yield Operation("Gelu", (f"{name}_inner",), (f"{name}_gelu",), domain=MICROSOFT)
    yield _product(f"{name}_outer", layer.outer, f"{name}_gelu", constants)
    norm = _add_and_norm(after, layer.outer_norm, (f"{name}_outer", f"{name}_norm"), constants)
    yield norm


def _product(name: str, matrix: Matrix, before: str, constants: dict[str, Tensor]) -> Operation:
    inputs = (before, *_matrix(name, matrix, constants))
    return Operation("DynamicQuantizeMatMul", inputs, (name,), domain=MICROSOFT)


def _matrix(name: str, matrix: Matrix, constants: dict[str, Tensor]) -> tuple[str, str, str, str]:
    """The names of a matrix, its scales, its zero points and its bias."""
    names = (f"{name}_w", f"{name}_s", f"{name}_z", f"{name}_b")
    columns = matrix.scales.shape[-1]
    zeros = Tensor(matrix.values.type, (columns,), columns * _ZERO[matrix.values.type])
    scales = matrix.scales._replace(shape=(columns,))
    constants.update(zip(names, (matrix.values, scales, zeros, matrix.bias), strict=True))
    return names


def _add_and_norm(
    name: str, norm: Norm, before: tuple[str, str], constants: dict[str, Tensor]
) -> Operation:
    inputs = (*before, *_norm(name, norm, constants))
    return Operation("SkipLayerNormalization", inputs, (name,), {"epsilon": _EPSILON}, MICROSOFT)


def _norm(name: str, norm: Norm, constants: dict[str, Tensor]) -> tuple[str, str]:
    names = (f"{name}_factor", f"{name}_summand")
    constants.update(zip(names, norm, strict=True))
    return names


def side_by_side(parts: tuple[Tensor, ...]) -> Tensor:
    """Matrices with the same rows as one, or vectors as one."""
    if len(parts[0].shape) == 1:
        length = sum(part.shape[0] for part in parts)
        return Tensor(parts[0].type, (length,), b"".join(bytes(part.data) for part in parts))
    rows = parts[0].shape[0]
    sizes = [len(part.data) // rows for part in parts]
    pieces = [
        bytes(part.data[row * size : (row + 1) * size])
        for row in range(rows)
        for part, size in zip(parts, sizes, strict=True)
    ]
    width = sum(part.shape[1] for part in parts)
    return Tensor(parts[0].type, (rows, width), b"".join(pieces))


def named(tensors: Mapping[str, Tensor], start: str) -> Norm:
    """The layer normalization of this name."""
    return Norm(tensors[f"{start}.weight"], tensors[f"{start}.bias"])


def saturates() -> bool:
    """Whether products of unsigned and signed bytes are cut off at 16 bits.

    x86 processors without VNNI instructions do so. The cosines of the built-in model then differ
    by up to 0.03 from those of other processors, and rank worse.
    """
    import numpy as np  # only who embeds pays for it

    columns = 16
    weights = Tensor(INT8, (2, columns), b"\x7f" * (2 * columns))
    product = Operation("MatMulInteger", ("bytes", "weights"), ("product",))
    inputs, outputs = Value("bytes", UINT8, (2, 2)), Value("product", INT32, (2, columns))
    model = OnnxModel(
        model_bytes([product], {"weights": weights}, [inputs], [outputs]), 1, is_fused=True
    )
    return bool((model.run({"bytes": np.full((2, 2), 255, np.uint8)}) != 2 * 255 * 127).any())
