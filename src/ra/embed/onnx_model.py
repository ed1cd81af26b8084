"""Runs ONNX models on one thread, unless told otherwise, and pools tokens into unit vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ra.embed.protocol import Vectors

    Feed = Callable[[NDArray[np.int64], NDArray[np.int64]], Mapping[str, Any]]
    """Turns ids and mask of a batch into the inputs of a model."""

PASSAGE = 64  # tokens: half as many are as good on questions, and need twice the space
_ERROR = 3  # the level of ONNX Runtime's own messages


class OnnxModel:
    """A loaded model of ONNX Runtime; it serves many threads."""

    def __init__(self, model: bytes | Path, threads: int, *, is_fused: bool = False) -> None:
        runtime = _runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERROR
        # Waiting threads that spin cost 1.6 times the CPU time on a busy machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False  # the arena keeps the memory of the largest batch
        if is_fused:  # there is nothing to optimize, and looking for it takes 30 ms
            options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        # Exact products on processors that `bert.saturates` describes, for models of users.
        options.add_session_config_entry("session.x64quantprecision", "1")
        try:
            self._session = runtime.InferenceSession(
                model if isinstance(model, bytes) else str(model),
                options,
                providers=["CPUExecutionProvider"],
            )
        except Exception as error:
            place = model if isinstance(model, Path) else "the built-in model"
            raise ModelUnavailable(f"{place}: cannot be loaded: {_first_line(error)}") from error
        self.inputs = frozenset(value.name for value in self._session.get_inputs())

    def run(self, feed: Mapping[str, Any]) -> NDArray[np.float32]:
        """The first output of the model."""
        try:
            output: NDArray[np.float32] = self._session.run(None, dict(feed))[0]
        except Exception as error:
            raise ModelUnavailable(f"the model failed: {_first_line(error)}") from error
        return output


def embedded(
    session: OnnxModel, texts: Sequence[Sequence[int]], feed: Feed, *, pooling: str
) -> Vectors:
    """One unit vector for each text, given as ids of tokens.

    Texts run one by one: a model that quantizes while it runs rounds all texts of a batch by
    their common range, so that a vector would depend on its neighbors. It is no slower.
    """
    import numpy as np  # only who embeds pays for it

    rows = []
    for tokens in texts:
        ids = np.array([tokens], np.int64)
        mask = np.ones_like(ids)
        rows.append(pooled(session.run(feed(ids, mask)), pooling))
    return unit(np.concatenate(rows)) if rows else np.zeros((0, 0), np.float32)


def with_passages(session: OnnxModel, tokens: Sequence[int], body: slice, feed: Feed) -> Vectors:
    """The unit vector of a text by the mean of its tokens, then those of equal parts of its body.

    The model reads the text once and as a whole, so a passage is understood in its context. A
    body that is too short for two passages has none.
    """
    import numpy as np

    ids = np.array([tokens], np.int64)
    (hidden,) = session.run(feed(ids, np.ones_like(ids)))
    rows = [hidden.mean(0)]
    inside = hidden[body]
    count = round(len(inside) / PASSAGE)
    if count > 1:
        rows += [part.mean(0) for part in np.array_split(inside, count)]
    return unit(np.stack(rows))


def pooled(hidden: Any, pooling: str) -> Vectors:
    """One vector: as the model gives it, that of the first token, or the mean of all."""
    if hidden.ndim == 2:
        vectors: Vectors = hidden
    elif pooling == "cls":
        vectors = hidden[:, 0]
    else:
        vectors = hidden.mean(1)
    return vectors


def unit(vectors: Any) -> Vectors:
    """Vectors of length 1; one that is no number or zero stays zero, and is near nothing."""
    import numpy as np

    vectors = np.nan_to_num(np.asarray(vectors, np.float32), posinf=0.0, neginf=0.0)
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    lengths[lengths == 0] = 1
    shortened: Vectors = (vectors / lengths[:, None]).astype(np.float32)
    return shortened


def _runtime() -> Any:
    try:
        import onnxruntime  # only who embeds pays for it
    except ImportError as error:
        raise ModelUnavailable(
            f"onnxruntime cannot be imported: {error}; run `pip install onnxruntime`"
        ) from error
    return onnxruntime


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
