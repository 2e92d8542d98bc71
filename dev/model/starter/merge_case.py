"""A tiny file, an adapter for it and what merging them gives, for whoever merges elsewhere: `python -m dev.model.starter.merge_case`."""

import base64
import json
import struct
from pathlib import Path
from random import Random

import numpy as np

from .adapter import MAGIC
from .merge import ALIGNMENT, BLOCK, F32, Q4_1, merge

FILE = Path(__file__).with_name("merge_case.json")
RANK = 3
INPUTS, OUTPUTS = 64, 5


def write_string(text: str) -> bytes:
    """A string as GGUF has it."""
    return struct.pack("<Q", len(text)) + text.encode()


def draw_blocks(rng: Random, count: int) -> bytes:
    """Q4_1 blocks with small steps and least values."""
    parts = []
    for _ in range(count):
        parts.append(np.array([rng.uniform(0.001, 0.05), rng.uniform(-0.4, 0.1)], "<f2").tobytes())
        parts.append(rng.randbytes(BLOCK // 2))
    return b"".join(parts)


def draw_file(rng: Random) -> bytes:
    """A GGUF with a vector, a matrix that the adapter changes and one that it leaves."""
    matrix = OUTPUTS * INPUTS // BLOCK
    tensors = [
        ("norm.weight", [BLOCK], F32, np.arange(BLOCK, dtype="<f4").tobytes()),
        ("changed.weight", [INPUTS, OUTPUTS], Q4_1, bytes(20) + draw_blocks(rng, matrix - 1)),
        ("kept.weight", [INPUTS, OUTPUTS], Q4_1, draw_blocks(rng, matrix)),
    ]
    header = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), 2)
    header += write_string("general.architecture") + struct.pack("<I", 8) + write_string("llama")
    header += write_string("general.file_type") + struct.pack("<II", 4, 3)
    data = b""
    for name, shape, kind, content in tensors:
        header += write_string(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
        header += struct.pack("<IQ", kind, len(data))
        data += content + bytes(-len(content) % ALIGNMENT)
    return header + bytes(-len(header) % ALIGNMENT) + data


def draw_factors(rng: Random) -> tuple[bytes, tuple[np.ndarray, np.ndarray]]:
    """Factors as an adapter holds them, and as f32. The first row of the matrix stays zero, so that a block is all zeros."""
    scales = np.array([rng.uniform(0.0001, 0.003) for _ in range(2 * RANK)], "<f4")
    inner = np.frombuffer(rng.randbytes(RANK * INPUTS), "i1").reshape(RANK, INPUTS)
    outer = np.frombuffer(rng.randbytes(RANK * OUTPUTS), "i1").reshape(RANK, OUTPUTS).copy()
    outer[:, 0] = 0
    values = (inner.astype(np.float32) * scales[:RANK, None], outer.astype(np.float32) * scales[RANK:, None])
    return scales.tobytes() + inner.tobytes() + outer.tobytes(), values


def main() -> None:
    """Writes the case."""
    rng = Random(5)
    base = draw_file(rng)
    data, factors = draw_factors(rng)
    tensors = [{"name": "changed.weight", "inputs": INPUTS, "outputs": OUTPUTS, "offset": 0}]
    header = json.dumps({"version": 1, "base": "0" * 64, "rank": RANK, "tensors": tensors}, separators=(",", ":"))
    header += " " * (-len(header) % 4)
    adapter = MAGIC + struct.pack("<I", len(header)) + header.encode() + data
    merged = merge(base, {"changed.weight": factors})
    case = {"base": base, "adapter": adapter, "merged": merged}
    FILE.write_text(json.dumps({name: base64.b64encode(part).decode() for name, part in case.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
