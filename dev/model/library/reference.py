"""The decoder in numpy, on the GGUF's own tensors: what every library is held to."""

import numpy as np
from gguf import dequantize

from .weights import halves_order


def values(shape, tensors):
    """GGUF name -> f32 array; rows of q and k in the order of halves."""
    made = {}
    for label, tensor in tensors.items():
        array = dequantize(np.asarray(tensor.data), tensor.tensor_type).astype(np.float32)
        if shape.family == "llama" and label.endswith(("attn_q.weight", "attn_k.weight")):
            array = array[halves_order(len(array), shape.head)]
        made[label] = array
    return made


def frequencies(shape):
    each = shape.rope_base ** (-np.arange(0, shape.head, 2, dtype=np.float64) / shape.head)
    scaling = shape.rope_scaling
    if scaling:
        turns = each * scaling["original_max_position_embeddings"] / (2 * np.pi)
        low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
        blend = np.clip((turns - low) / (high - low), 0, 1)
        each = each * (blend + (1 - blend) / scaling["factor"])
    return each


def norm(x, weight, epsilon):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * weight


class Reference:
    def __init__(self, shape, tensors):
        self.shape, self.values = shape, values(shape, tensors)

    def logits(self, ids, every=False):
        """Logits after the last of `ids` (or after every one), in f64."""
        s, w = self.shape, self.values
        n = len(ids)
        angle = np.arange(n)[:, None] * frequencies(s)
        cos, sin = (np.concatenate([f(angle)] * 2, -1)[:, None] for f in (np.cos, np.sin))
        hidden = np.triu(np.full((n, n), -np.inf), 1)

        def turn(x):
            half = s.head // 2
            return x * cos + np.concatenate([-x[..., half:], x[..., :half]], -1) * sin

        x = w["token_embd.weight"][ids].astype(np.float64)
        for layer in range(s.layers):
            at = f"blk.{layer}."
            h = norm(x, w[at + "attn_norm.weight"], s.epsilon)
            q, k, v = (h @ w[f"{at}attn_{each}.weight"].T for each in "qkv")
            if s.qkv_bias:
                q, k, v = (each + w[f"{at}attn_{which}.bias"] for each, which in ((q, "q"), (k, "k"), (v, "v")))
            q, k, v = (each.reshape(n, -1, s.head) for each in (q, k, v))
            if s.head_norm:
                q = norm(q, w[at + "attn_q_norm.weight"], s.epsilon)
                k = norm(k, w[at + "attn_k_norm.weight"], s.epsilon)
            q, k = turn(q), turn(k)
            k, v = (np.repeat(each, s.heads // s.kv_heads, 1) for each in (k, v))
            score = np.einsum("ihd,jhd->hij", q, k) * s.head**-0.5 + hidden
            score = np.exp(score - score.max(-1, keepdims=True))
            score /= score.sum(-1, keepdims=True)
            seen = np.einsum("hij,jhd->ihd", score, v).reshape(n, -1)
            x = x + seen @ w[at + "attn_output.weight"].T
            h = norm(x, w[at + "ffn_norm.weight"], s.epsilon)
            gate, up = h @ w[at + "ffn_gate.weight"].T, h @ w[at + "ffn_up.weight"].T
            x = x + (gate / (1 + np.exp(-gate)) * up) @ w[at + "ffn_down.weight"].T
        x = norm(x if every else x[-1:], w["output_norm.weight"], s.epsilon)
        z = x @ w["token_embd.weight" if s.tied else "output.weight"].T
        return z if every else z[0]

    def greedy(self, ids, count, stop=()):
        """(tokens, smallest gap between the best two logits) of greedy decoding."""
        made, gap = [], np.inf
        for _ in range(count):
            z = self.logits(ids + made)
            best = np.sort(z)[-2:]
            gap = min(gap, float(best[1] - best[0]))
            token = int(z.argmax())
            if token in stop:
                break
            made.append(token)
        return made, gap
