"""Merges the adapter into the base file: `python -m dev.model.starter.merge OUT.gguf`. The reference of the app's own merge.

All arithmetic is f32, each operation rounded by itself (to nearest, ties to even), so that every machine that follows
README.md gives the same bytes. The header keeps its length: only tensor types, offsets and `general.file_type` change.
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np

from .adapter import FILE, read_adapter
from .base import BASE_FILE, BASE_SHA256, sha256

F32, Q4_1, Q8_0 = 0, 3, 8
#: `general.file_type` of a file whose matrices are mostly Q8_0.
MOSTLY_Q8_0 = 7
BLOCK = 32
#: Bytes of 32 values.
BLOCK_BYTES = {F32: 128, Q4_1: 20, Q8_0: 34}
ALIGNMENT = 32
SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
STRING, ARRAY = 8, 9


class Cursor:
    """A place in the header."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 24

    def number(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def string(self) -> str:
        length = self.number("<Q")
        self.at += length
        return self.data[self.at - length : self.at].decode()

    def skip(self, kind: int) -> None:
        if kind == STRING:
            self.string()
        elif kind == ARRAY:
            inner, count = self.number("<I"), self.number("<Q")
            for _ in range(count):
                self.skip(inner)
        else:
            self.at += SIZES[kind]


def dequantise_q4_1(data: bytes) -> np.ndarray:
    """Blocks of 20 bytes (f16 step, f16 least, 16 bytes of two values each): step * value + least."""
    blocks = np.frombuffer(data, np.uint8).reshape(-1, 20)
    step = blocks[:, 0:2].copy().view("<f2").astype(np.float32)
    least = blocks[:, 2:4].copy().view("<f2").astype(np.float32)
    values = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], axis=1).astype(np.float32)
    return step * values + least


def quantise_q8_0(values: np.ndarray) -> bytes:
    """Blocks of 34 bytes (f16 step, 32 int8): halves are rounded away from zero, as ggml does."""
    blocks = values.reshape(-1, BLOCK)
    step = np.abs(blocks).max(axis=1, keepdims=True) / np.float32(127)
    with np.errstate(divide="ignore"):
        inverse = np.where(step == 0, np.float32(0), np.float32(1) / step)
    scaled = blocks * inverse
    size = np.abs(scaled)
    low = np.floor(size)
    rounded = np.sign(scaled) * (low + np.floor(np.float32(2) * (size - low)))
    return np.concatenate([step.astype("<f2").view(np.uint8), rounded.astype(np.int8).view(np.uint8)], axis=1).tobytes()


def merge_tensor(data: bytes, inner: np.ndarray, outer: np.ndarray) -> bytes:
    """A Q4_1 matrix with its adapter added, as Q8_0. The sum runs over the rank from the first row to the last."""
    weights = dequantise_q4_1(data).reshape(outer.shape[1], inner.shape[1])
    total = np.zeros_like(weights)
    for a, b in zip(inner, outer):
        total += b[:, None] * a[None, :]
    return quantise_q8_0(weights + total)


def merge(base: bytes, factors: dict[str, tuple[np.ndarray, np.ndarray]]) -> bytes:
    """The merged file."""
    magic, version, count, entries = struct.unpack_from("<4sIQQ", base)
    if magic != b"GGUF" or version != 3:
        raise ValueError("not a GGUF of version 3")
    cursor = Cursor(base)
    patches: list[tuple[int, bytes]] = []
    for _ in range(entries):
        key = cursor.string()
        kind = cursor.number("<I")
        if key == "general.file_type":
            patches.append((cursor.at, struct.pack("<I", MOSTLY_Q8_0)))
        cursor.skip(kind)
    tensors = []
    for _ in range(count):
        name = cursor.string()
        dims = [cursor.number("<Q") for _ in range(cursor.number("<I"))]
        tensors.append((name, dims, cursor.at, cursor.number("<I"), cursor.number("<Q")))
    start = cursor.at + -cursor.at % ALIGNMENT
    parts, offset = [], 0
    for name, dims, at, kind, old in sorted(tensors, key=lambda tensor: tensor[4]):
        size = int(np.prod(dims))
        if name in factors:
            if kind != Q4_1:
                raise ValueError(f"{name} is not Q4_1")
            data = merge_tensor(base[start + old : start + old + size // BLOCK * BLOCK_BYTES[Q4_1]], *factors[name])
            kind = Q8_0
        else:
            data = base[start + old : start + old + size // BLOCK * BLOCK_BYTES[kind]]
        patches.append((at, struct.pack("<IQ", kind, offset)))
        parts.append(data + bytes(-len(data) % ALIGNMENT))
        offset += len(parts[-1])
    header = bytearray(base[:start])
    for at, content in patches:
        header[at : at + len(content)] = content
    return bytes(header) + b"".join(parts)


def write_state(state: Path, out: Path) -> None:
    """Writes the adapter's file of a checkpoint."""
    # PyTorch is needed for this alone.
    import torch

    from .adapter import write_adapter
    from .base import read_base, read_weights
    from .network import Starter, fuse
    from .train import unflatten

    model = Starter(fuse(read_weights(read_base())))
    unflatten(model, torch.load(state)["average"])
    write_adapter(model, out)


def main() -> None:
    """Writes the merged file and names the hashes."""
    parser = argparse.ArgumentParser(description="Merge the adapter into the starter.")
    parser.add_argument("out")
    parser.add_argument("--adapter", default=str(FILE))
    parser.add_argument("--state", help="a training's checkpoint, instead of the adapter's file")
    options = parser.parse_args()
    if options.state:
        options.adapter = f"{options.out}.adapter"
        write_state(Path(options.state), Path(options.adapter))
    if sha256(BASE_FILE) != BASE_SHA256:
        raise ValueError(f"{BASE_FILE} is not the starter's file")
    Path(options.out).write_bytes(merge(BASE_FILE.read_bytes(), read_adapter(Path(options.adapter))))
    hashes = {"base": BASE_SHA256, "adapter": sha256(Path(options.adapter)), "merged": sha256(Path(options.out))}
    print(json.dumps({**hashes, "bytes": Path(options.out).stat().st_size}))


if __name__ == "__main__":
    main()
