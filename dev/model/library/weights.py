"""Parameters of a library from a GGUF file, as ../LAYOUT.md lays down, and the folder that WebLLM loads."""

import hashlib
import json
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType as Kind
from gguf import GGUFReader

SHARD_BYTES = 32 * 2**20


def half_pair(d, m):
    """Two f16 arrays as u32, the first in the low half."""
    low, high = (np.ascontiguousarray(each, np.float16).view(np.uint16).astype(np.uint32) for each in (d, m))
    return low | (high << np.uint32(16))


def to_form(tensor, form):
    """(q_weight, q_scale) of a GGUF tensor, still by row: u32[N, K/32, words], scale[N, K/32]."""
    rows = np.asarray(tensor.data)
    kind = tensor.tensor_type
    size = {Kind.Q4_0: 18, Kind.Q4_1: 20, Kind.Q8_0: 34}.get(kind)
    if size is None:
        raise ValueError(f"{tensor.name}: {kind.name} is not handled here")
    block = rows.reshape(rows.shape[0], -1, size)
    scale = np.ascontiguousarray(block[..., :2]).view(np.float16)[..., 0]
    if form == "q8" and kind == Kind.Q8_0:
        return np.ascontiguousarray(block[..., 2:]).view(np.uint32), scale.astype(np.float32)
    if form == "q4" and kind == Kind.Q4_1:
        return np.ascontiguousarray(block[..., 4:]).view(np.uint32), np.ascontiguousarray(block[..., :4]).view(np.uint32)[..., 0]
    if form == "q4" and kind == Kind.Q4_0:
        offset = (scale.astype(np.float32) * -8).astype(np.float16)
        return np.ascontiguousarray(block[..., 2:]).view(np.uint32), half_pair(scale, offset)
    raise ValueError(f"{tensor.name}: {kind.name} does not fit {form}")


def halves_order(count, head):
    """For each output of ours, the row of a `llama` GGUF that it is."""
    place = np.arange(count)
    start, i = place // head * head, place % head
    return start + np.where(i < head // 2, 2 * i, 2 * (i - head // 2) + 1)


def parameters(shape, tensors):
    """name -> array, for every parameter of the shape. `tensors` maps a GGUF name to its tensor."""
    made = {}

    def weight(label, names, form):
        words, scales = [], []
        for each in names:
            word, scale = to_form(tensors[each], form)
            if shape.family == "llama" and each.endswith(("attn_q.weight", "attn_k.weight")):
                order = halves_order(len(word), shape.head)
                word, scale = word[order], scale[order]
            words.append(word)
            scales.append(scale)
        word, scale = np.concatenate(words), np.concatenate(scales)
        made[f"{label}.q_weight"] = np.ascontiguousarray(word.reshape(len(word), -1).T)
        made[f"{label}.q_scale"] = np.ascontiguousarray(scale.T)

    def vector(label, *names):
        made[label] = np.concatenate([np.asarray(tensors[each].data).astype(np.float32) for each in names])

    weight("embed_tokens", ["token_embd.weight"], shape.embed_form)
    for layer in range(shape.layers):
        ours, theirs = f"layers.{layer}", f"blk.{layer}"
        vector(f"{ours}.attention_norm.weight", f"{theirs}.attn_norm.weight")
        weight(f"{ours}.qkv", [f"{theirs}.attn_{which}.weight" for which in "qkv"], shape.layer_form)
        if shape.qkv_bias:
            vector(f"{ours}.qkv.bias", *[f"{theirs}.attn_{which}.bias" for which in "qkv"])
        if shape.head_norm:
            vector(f"{ours}.q_norm.weight", f"{theirs}.attn_q_norm.weight")
            vector(f"{ours}.k_norm.weight", f"{theirs}.attn_k_norm.weight")
        weight(f"{ours}.attention_out", [f"{theirs}.attn_output.weight"], shape.layer_form)
        vector(f"{ours}.inner_norm.weight", f"{theirs}.ffn_norm.weight")
        weight(f"{ours}.gate_up", [f"{theirs}.ffn_gate.weight", f"{theirs}.ffn_up.weight"], shape.layer_form)
        weight(f"{ours}.down", [f"{theirs}.ffn_down.weight"], shape.layer_form)
    vector("norm.weight", "output_norm.weight")
    if not shape.tied:
        weight("logits", ["output.weight"], shape.embed_form)
    expected = list(shape.parameters())
    assert [(label, array.shape, str(array.dtype)) for label, array in made.items()] == expected
    return made


def tokenizer(fields):
    """tokenizer.json from the GGUF's own tables; only `smollm` is needed here."""
    assert fields["tokenizer.ggml.model"] == "gpt2" and fields["tokenizer.ggml.pre"] == "smollm"
    tokens, kinds = fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.token_type"]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": index, "content": token, **flags, "special": kind == 3}
            for index, (token, kind) in enumerate(zip(tokens, kinds, strict=True))
            if kind in (3, 4)
        ],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [{"type": "Digits", "individual_digits": True}, level],
        },
        "post_processor": None,
        "decoder": level,
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
            "vocab": {token: index for index, token in enumerate(tokens)},
            "merges": fields["tokenizer.ggml.merges"],
        },
    }


def chat_config(shape, fields, context):
    end = fields["tokenizer.ggml.eos_token_id"]
    return {
        "version": "0.1.0", "model_type": shape.family, "quantization": f"{shape.layer_form}-{shape.embed_form}",
        "model_config": {}, "vocab_size": shape.vocabulary, "context_window_size": context,
        "sliding_window_size": -1, "attention_sink_size": -1, "prefill_chunk_size": shape.chunk,
        "tensor_parallel_shards": 1, "temperature": 1.0, "presence_penalty": 0.0, "frequency_penalty": 0.0,
        "repetition_penalty": 1.0, "top_p": 1.0, "tokenizer_files": ["tokenizer.json"],
        "tokenizer_info": {
            "token_postproc_method": "byte_level", "prepend_space_in_encode": False, "strip_space_in_decode": False,
        },
        "pad_token_id": end, "bos_token_id": fields["tokenizer.ggml.bos_token_id"], "eos_token_id": end,
        "conv_template": {
            "name": "raw", "system_template": "", "system_message": "", "render_empty_system_message": False,
            "roles": {"user": "", "assistant": "", "tool": ""}, "seps": [""], "role_content_sep": "",
            "role_empty_sep": "", "stop_str": [], "stop_token_ids": [end],
        },
    }


def read(gguf):
    """(metadata fields, tensors by name) of a GGUF file."""
    reader = GGUFReader(gguf)
    return {key: field.contents() for key, field in reader.fields.items()}, {each.name: each for each in reader.tensors}


def write_folder(shape, gguf, folder, context):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    fields, tensors = read(gguf)
    shards, records, held = [], [], bytearray()

    def close():
        nonlocal records, held
        if records:
            path = f"params_shard_{len(shards)}.bin"
            (folder / path).write_bytes(held)
            digest = hashlib.md5(held).hexdigest()
            shards.append(
                {"dataPath": path, "format": "raw-shard", "nbytes": len(held), "records": records, "md5sum": digest}
            )
        records, held = [], bytearray()

    made = parameters(shape, tensors)
    for label, array in made.items():
        if held and len(held) + array.nbytes > SHARD_BYTES:
            close()
        records.append(
            {"name": label, "shape": list(array.shape), "dtype": str(array.dtype), "format": "raw",
             "nbytes": array.nbytes, "byteOffset": len(held)}
        )
        held += array.tobytes()
    close()
    total = sum(shard["nbytes"] for shard in shards)
    values = sum(int(np.prod(each.shape)) for each in tensors.values())
    metadata = {"ParamSize": len(made), "ParamBytes": total, "BitsPerParam": total * 8 / values}
    for path, content in (
        ("tensor-cache.json", {"metadata": metadata, "records": shards}),
        ("tokenizer.json", tokenizer(fields)),
        ("mlc-chat-config.json", chat_config(shape, fields, context)),
    ):
        (folder / path).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")))
