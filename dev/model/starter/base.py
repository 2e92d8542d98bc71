"""The starter model as its GGUF file holds it: weights as f32 arrays, tokenizer, hash."""

import hashlib
import os
from pathlib import Path

import numpy as np
from gguf import GGUFReader, quants
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

ROOT = Path(__file__).resolve().parents[3]
BASE_FILE = Path(os.environ.get("STARTER_GGUF", ROOT / ".models/starter/SmolLM2-135M-Instruct.Q4_1.gguf"))
BASE_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

LAYERS = 30
WIDTH = 576
HEADS = 9
KV_HEADS = 3
HEAD = 64
INNER = 1536
ROPE_BASE = 100000.0
EPSILON = 1e-5

#: The seven products of a layer, by their names in the GGUF: (outputs, inputs).
PRODUCTS = {
    "attn_q": (576, 576),
    "attn_k": (192, 576),
    "attn_v": (192, 576),
    "attn_output": (576, 576),
    "ffn_gate": (1536, 576),
    "ffn_up": (1536, 576),
    "ffn_down": (576, 1536),
}

CONTROL_TOKEN = 3


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def read_base(path: Path = BASE_FILE) -> GGUFReader:
    """Opens the base file. Throws when it is not the file that the adapter belongs to."""
    if sha256(path) != BASE_SHA256:
        raise ValueError(f"{path} is not the starter's file")
    return GGUFReader(str(path))


def read_weights(reader: GGUFReader) -> dict[str, np.ndarray]:
    """Every tensor, dequantised to f32, by its name."""
    return {
        tensor.name: np.array(quants.dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)
        for tensor in reader.tensors
    }


def read_tokenizer(reader: GGUFReader) -> Tokenizer:
    """The byte-level BPE of the file: digits one by one, GPT-2's words, control tokens whole."""
    field = lambda key: reader.fields[key].contents()  # noqa: E731
    tokens = field("tokenizer.ggml.tokens")
    merges = [tuple(merge.split(" ")) for merge in field("tokenizer.ggml.merges")]
    kinds = field("tokenizer.ggml.token_type")
    tokenizer = Tokenizer(models.BPE(vocab={token: index for index, token in enumerate(tokens)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    control = [token for token, kind in zip(tokens, kinds) if kind == CONTROL_TOKEN]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    return tokenizer
