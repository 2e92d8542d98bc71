"""What the tests hold the libraries and the converter to.

python -m library.expect tiny                  dev/model/tiny: the tiny model's GGUF and what is expected of it (committed)
python -m library.expect proofs FOLDER NAME…   FOLDER/NAME: a model folder and the logits that numpy computes for it"""

import hashlib
import json
import os
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from . import tiny, weights
from .reference import Reference
from .shape import LIBRARIES, STARTER, TINY

HOME = Path(__file__).parent.parent / "tiny"
PROMPT = (
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nWhat is the capital of France?"
    "<|im_end|>\n<|im_start|>assistant\n"
)
TEXTS = [
    PROMPT,
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Łódź", "days": 12}}\n</tool_call>',
    "naïve café — 日本語 🙂 \t\r\n  three   spaces 1234567890",
]


def hashes(made):
    return {name: hashlib.sha256(array.tobytes()).hexdigest() for name, array in made.items()}


def tokenizer_of(fields):
    return Tokenizer.from_str(json.dumps(weights.tokenizer(fields)))


def rounded(logits):
    return [round(float(each), 5) for each in logits]


def expect_tiny():
    HOME.mkdir(exist_ok=True)
    gguf = HOME / "tiny.gguf"
    tiny.write(gguf)
    fields, tensors = weights.read(gguf)
    tokenizer, reference = tokenizer_of(fields), Reference(TINY, tensors)
    texts = [{"text": text, "ids": tokenizer.encode(text).ids} for text in TEXTS]
    prompts = []
    for each in texts:
        made, gap = reference.greedy(each["ids"], 24)
        prompts.append({"ids": each["ids"], "logits": rounded(reference.logits(each["ids"])), "greedy": made, "gap": round(gap, 5)})
    expected = {
        "gguf": hashlib.sha256(gguf.read_bytes()).hexdigest(),
        "texts": texts,
        "prompts": prompts,
        "params": hashes(weights.parameters(TINY, tensors)),
    }
    (HOME / "expected.json").write_text(json.dumps(expected, ensure_ascii=False) + "\n")
    starter = os.environ.get("STARTER_GGUF")
    if starter:
        made = hashes(weights.parameters(STARTER, weights.read(starter)[1]))
        record = {"gguf": hashlib.sha256(Path(starter).read_bytes()).hexdigest(), "params": made}
        (HOME / "starter-params.json").write_text(json.dumps(record, indent=1) + "\n")


def prove(folder, name):
    shape = LIBRARIES[name].shape
    folder = Path(folder) / name
    model = folder / "resolve" / "main"
    model.mkdir(parents=True, exist_ok=True)
    if shape.vocabulary == TINY.vocabulary:
        gguf = folder / "model.gguf"
        tiny.write(gguf, shape)
        ids = np.random.default_rng(11).integers(5, shape.vocabulary, 150).tolist()
        parts = [[150], [149, 1], [70, 80], [16, 1, 133], [1, 1, 1, 61, 2, 84], [130, 20]]
    else:
        gguf = os.environ["STARTER_GGUF"]
        ids = tokenizer_of(weights.read(gguf)[0]).encode(PROMPT * 3).ids
        parts = [[len(ids)], [len(ids) - 1, 1], [40, len(ids) - 40]]
    weights.write_folder(shape, gguf, model, 2048)
    reference = Reference(shape, weights.read(gguf)[1])
    every = reference.logits(ids, every=True)
    ends = sorted({sum(each[: n + 1]) for each in parts for n in range(len(each))})
    expected = {"ids": ids, "parts": parts, "logits": {end: rounded(every[end - 1]) for end in ends}}
    if shape.vocabulary == TINY.vocabulary:
        expected["greedy"], expected["gap"] = reference.greedy(ids[:40], 24)
    (folder / "expected.json").write_text(json.dumps(expected))


def main():
    if sys.argv[1] == "tiny":
        expect_tiny()
    else:
        for name in sys.argv[3:]:
            prove(sys.argv[2], name)


if __name__ == "__main__":
    main()
