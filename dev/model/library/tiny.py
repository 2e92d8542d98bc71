"""Writes the tiny model, a GGUF of about 0.9 M parameters with seeded random weights and a vocabulary of 512 tokens:
python -m library.tiny OUTPUT.gguf

It says nothing sensible, but everything else about it is real: the architecture, the block formats, a byte-level
vocabulary that can spell any text. The tests of the engines' mechanics use it."""

import json
import sys

import numpy as np
from gguf import GGMLQuantizationType as Kind
from gguf import GGUFWriter, quantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from .shape import TINY

# Control tokens first, in SmolLM2's places; then what a tool call is framed by.
CONTROL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
FRAMES = ["<tool_call>", "</tool_call>", "<think>", "</think>"]

# What the merges are learned from: plain sentences, prompts and tool calls.
CORPUS = [
    "The quick answer is the one that the person can check for themselves.",
    "You are a helpful assistant. You can call tools to find out what you do not know, and you remember what matters.",
    "What is the weather in Paris today? It is sunny and warm, with a light wind from the west.",
    "Search the notes for the meeting on Monday, then write a short summary of what was decided and by whom.",
    "How many days are there between the first of March and the end of June? There are one hundred and twenty-one.",
    "A tool has a name, a description and parameters; the result of the tool comes back as a message.",
    "Remember that the user prefers short answers in plain words, and that the numbers should be in metric units.",
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nHello there!<|im_end|>\n",
    '{"name": "get_weather", "arguments": {"city": "London", "unit": "celsius"}}',
    '{"name": "calculate", "arguments": {"expression": "12 * (3 + 4)"}}',
    '{"name": "search_notes", "arguments": {"query": "project plan", "limit": 5, "exact": false}}',
    '{"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}',
    '{"name": "remember", "arguments": {"key": "favourite colour", "text": "green", "tags": ["person", "taste"]}}',
    '{"result": null, "error": "the tool was not found", "items": [1, 2, 3], "done": true}',
]
SEED = 20250101


def vocabulary():
    """(tokens, kinds, merges) of a byte-level BPE with exactly the shape's vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=TINY.vocabulary - len(FRAMES),
        special_tokens=CONTROL,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    learned = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    tokens = [token for token, _ in learned] + FRAMES
    assert len(tokens) == TINY.vocabulary, len(tokens)
    kinds = [3] * len(CONTROL) + [1] * (len(learned) - len(CONTROL)) + [4] * len(FRAMES)
    merges = [" ".join(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]
    return tokens, kinds, merges


def write(path, s=TINY):
    """`s` may be any shape with this vocabulary."""
    random = np.random.default_rng(SEED)
    tokens, kinds, merges = vocabulary()
    writer = GGUFWriter(path, s.family)
    writer.add_name("Alcove tiny")
    writer.add_license("apache-2.0")
    writer.add_description("Seeded random weights, for tests.")
    writer.add_context_length(s.context)
    writer.add_embedding_length(s.width)
    writer.add_block_count(s.layers)
    writer.add_feed_forward_length(s.inner)
    writer.add_head_count(s.heads)
    writer.add_head_count_kv(s.kv_heads)
    writer.add_layer_norm_rms_eps(s.epsilon)
    writer.add_rope_freq_base(s.rope_base)
    writer.add_rope_dimension_count(s.head)
    writer.add_key_length(s.head)
    writer.add_value_length(s.head)
    writer.add_vocab_size(s.vocabulary)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_pad_token_id(2)
    writer.add_add_bos_token(False)
    writer.add_add_space_prefix(False)

    def weight(name, outputs, inputs, spread, kind=None):
        kind = kind or layers
        array = (random.standard_normal((outputs, inputs)) * spread).astype(np.float32)
        writer.add_tensor(name, quantize(array, kind), raw_dtype=kind)

    def vector(name, count):
        writer.add_tensor(name, (1 + 0.1 * random.standard_normal(count)).astype(np.float32))

    layers, embedding = ({"q4": Kind.Q4_1, "q8": Kind.Q8_0}[form] for form in (s.layer_form, s.embed_form))

    # The embedding is small beside what the layers add, so that a token does not simply predict itself.
    weight("token_embd.weight", s.vocabulary, s.width, 0.2, embedding)
    for layer in range(s.layers):
        at = f"blk.{layer}."
        vector(at + "attn_norm.weight", s.width)
        for which, heads in (("q", s.heads), ("k", s.kv_heads), ("v", s.kv_heads)):
            weight(f"{at}attn_{which}.weight", heads * s.head, s.width, 1.5 * s.width**-0.5)
            if s.qkv_bias:
                writer.add_tensor(f"{at}attn_{which}.bias", random.standard_normal(heads * s.head).astype(np.float32))
        if s.head_norm:
            vector(at + "attn_q_norm.weight", s.head)
            vector(at + "attn_k_norm.weight", s.head)
        weight(at + "attn_output.weight", s.width, s.heads * s.head, (s.heads * s.head) ** -0.5)
        vector(at + "ffn_norm.weight", s.width)
        weight(at + "ffn_gate.weight", s.inner, s.width, 1.5 * s.width**-0.5)
        weight(at + "ffn_up.weight", s.inner, s.width, 1.5 * s.width**-0.5)
        weight(at + "ffn_down.weight", s.width, s.inner, s.inner**-0.5)
    vector("output_norm.weight", s.width)
    if not s.tied:
        weight("output.weight", s.vocabulary, s.width, 0.2, embedding)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(sys.argv[1])
