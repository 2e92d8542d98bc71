"""The adapter as a file.

    8 bytes    "ALCADAPT"
    4 bytes    length of the header, unsigned, little-endian
    header     JSON, filled up with spaces so that what follows begins at a multiple of 4
    data       for each tensor of the header, in its order: `rank` f32 scales of A, `rank` f32 scales of B,
               rank × inputs int8 of A, rank × outputs int8 of B, all little-endian and without gaps

Row r of A is its int8 values times scale r; the same for B, which lies transposed, so that its rows too have a scale
each. The training's factor is part of B's scales. README.md says how the adapter is merged.
"""

import json
import struct
from pathlib import Path

import numpy as np
import torch

from .base import BASE_SHA256
from .network import RANK, SCALE, Starter

MAGIC = b"ALCADAPT"
FILE = Path(__file__).with_name("starter.adapter")
MAX_BYTES = 6_000_000


def quantise(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows as int8 with one f32 scale each."""
    scales = (np.abs(rows).max(axis=1) / np.float32(127)).astype(np.float32)
    divisors = np.where(scales == 0, np.float32(1), scales)
    return np.clip(np.rint(rows / divisors[:, None]), -127, 127).astype(np.int8), scales


def write_adapter(model: Starter, path: Path) -> None:
    """Writes the model's factors."""
    tensors, parts, offset = [], [], 0
    for name, (a, b) in sorted(model.factors().items()):
        inner, inner_scales = quantise(a.detach().numpy())
        outer, outer_scales = quantise(b.detach().numpy().T * np.float32(SCALE))
        data = b"".join(array.tobytes() for array in (inner_scales, outer_scales, inner, outer))
        tensors.append({"name": name, "inputs": inner.shape[1], "outputs": outer.shape[1], "offset": offset})
        parts.append(data)
        offset += len(data)
    header = json.dumps({"version": 1, "base": BASE_SHA256, "rank": RANK, "tensors": tensors}, separators=(",", ":"))
    header += " " * (-len(header) % 4)
    content = MAGIC + struct.pack("<I", len(header)) + header.encode() + b"".join(parts)
    if len(content) > MAX_BYTES:
        raise ValueError(f"the adapter has {len(content)} bytes")
    path.write_bytes(content)


def read_adapter(path: Path = FILE) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """For each tensor A (rank × inputs) and B transposed (rank × outputs), in f32."""
    content = path.read_bytes()
    if content[:8] != MAGIC:
        raise ValueError(f"{path} is no adapter")
    (length,) = struct.unpack_from("<I", content, 8)
    header = json.loads(content[12 : 12 + length])
    if header["version"] != 1 or header["base"] != BASE_SHA256:
        raise ValueError(f"{path} belongs to another model")
    rank = header["rank"]
    found = {}
    for tensor in header["tensors"]:
        start = 12 + length + tensor["offset"]
        scales = np.frombuffer(content, "<f4", 2 * rank, start)
        inner = np.frombuffer(content, "i1", rank * tensor["inputs"], start + 8 * rank)
        outer = np.frombuffer(content, "i1", rank * tensor["outputs"], start + 8 * rank + inner.size)
        inner = inner.reshape(rank, -1).astype(np.float32) * scales[:rank, None]
        outer = outer.reshape(rank, -1).astype(np.float32) * scales[rank:, None]
        found[tensor["name"]] = (inner, outer)
    return found


def put_adapter(model: Starter, factors: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """Sets the model's factors to those of an adapter's file."""
    with torch.no_grad():
        for name, (a, b) in model.factors().items():
            inner, outer = factors[name]
            a.copy_(torch.from_numpy(inner))
            b.copy_(torch.from_numpy(outer.T / np.float32(SCALE)))
