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

BATCH = 4  # texts of about one length; larger batches need more memory and are no faster
_ERROR = 3  # the level of ONNX Runtime's own messages


class Session:
    """A loaded model of ONNX Runtime; it serves many threads."""

    def __init__(self, model: bytes | Path, threads: int) -> None:
        runtime = _runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERROR
        # Waiting threads that spin cost 1.6 times the CPU time on a busy machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False  # the arena keeps the memory of the largest batch
        try:
            self._session = runtime.InferenceSession(
                model if isinstance(model, bytes) else str(model),
                options,
                providers=["CPUExecutionProvider"],
            )
        except Exception as error:  # noqa: BLE001 - the runtime has many kinds of its own
            place = model if isinstance(model, Path) else "the built-in model"
            raise ModelUnavailable(f"{place}: cannot be loaded: {_first_line(error)}") from error
        self.inputs = frozenset(value.name for value in self._session.get_inputs())

    def run(self, feed: Mapping[str, Any]) -> NDArray[np.float32]:
        """The first output of the model."""
        try:
            output: NDArray[np.float32] = self._session.run(None, dict(feed))[0]
        except Exception as error:  # noqa: BLE001 - the runtime has many kinds of its own
            raise ModelUnavailable(f"the model failed: {_first_line(error)}") from error
        return output


def embedded(
    session: Session, texts: Sequence[Sequence[int]], feed: Feed, *, pooling: str, padding: int = 0
) -> Vectors:
    """One unit vector for each text, given as ids of tokens; batches are of about one length."""
    import numpy as np  # only who embeds pays for it

    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    found: list[tuple[list[int], Vectors]] = []
    for start in range(0, len(order), BATCH):
        some = order[start : start + BATCH]
        length = len(texts[some[-1]])
        ids = np.full((len(some), length), padding, np.int64)
        mask = np.zeros((len(some), length), np.int64)
        for row, index in enumerate(some):
            ids[row, : len(texts[index])] = texts[index]
            mask[row, : len(texts[index])] = 1
        found.append((some, unit(pooled(session.run(feed(ids, mask)), mask, pooling))))
    vectors = np.zeros((len(texts), found[0][1].shape[1] if found else 0), np.float32)
    for some, rows in found:
        vectors[some] = rows
    return vectors


def pooled(hidden: Any, mask: Any, pooling: str) -> Vectors:
    """One vector for each text: as the model gives it, that of the first token, or the mean."""
    if hidden.ndim == 2:
        vectors: Vectors = hidden
    elif pooling == "cls":
        vectors = hidden[:, 0]
    else:
        vectors = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
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
