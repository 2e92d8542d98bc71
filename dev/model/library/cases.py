"""Writes one JSON file per kernel case, with the WGSL that the libraries ship, its inputs, and what numpy expects:
python -m library.cases FOLDER. test/kernels.ts runs them in a browser, on whatever adapter it has."""

import base64
import json
import sys
from pathlib import Path

import numpy as np
import tvm
from tvm import tirx

from . import attention, linear, small
from .compile import SETTINGS, gpu
from .reference import frequencies
from .shape import Shape


def wgsl(kernel):
    label = kernel.attrs["global_symbol"]
    with tvm.transform.PassContext(opt_level=3, config=SETTINGS):
        built = tvm.tirx.build(tvm.IRModule({label: kernel}), target=gpu())
    return built.imports[0].inspect_source()


def grid(kernel, sizes):
    """Workgroups along x, y and z, for the given run-time dimensions."""
    extents = {"blockIdx.x": 1, "blockIdx.y": 1, "blockIdx.z": 1}
    left = [kernel.body]
    while left:
        node = left.pop()
        if isinstance(node, tirx.For) and node.thread_binding is not None:
            known = tvm.sym.Analyzer()
            for var in tirx.analysis.undefined_vars(node.extent):
                known.bind(var, tirx.const(sizes[var.name], "int32"))
            if node.thread_binding.thread_tag in extents:
                extents[node.thread_binding.thread_tag] = int(known.simplify(node.extent))
        for inner in ("body", "block"):
            if hasattr(node, inner):
                left.append(getattr(node, inner))
        left += list(getattr(node, "seq", ()))
    return list(extents.values())


# What stays in 32 bits where a library computes in 16.
WIDE = {"log_sum", "other_sum", "q_scale", "weight", "q_weight", "k_weight", "bias"}


class Cases:
    # What activations and the cache are held in, and how far a result may be off then.
    dtype = "float32"
    least_tolerance = 0

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob("*.json"):
            old.unlink()
        self.count = 0

    def add(self, title, kernel, inputs, expected, sizes, numbers=None, tolerance=1e-4):
        """`inputs` and `expected` map a buffer's name to its array; an expected buffer that is no input starts as
        zeros. `sizes` are run-time dimensions, `numbers` further scalars."""
        starts = {**{name: np.zeros_like(array) for name, array in expected.items()}, **inputs}

        def held(array, name):
            if array.dtype != np.float32 or name in WIDE:
                return array
            array = array.astype(self.dtype)
            # A buffer holds whole words.
            return np.append(array, np.zeros(1, array.dtype)) if array.nbytes % 4 else array

        def bytes_of(array):
            return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()

        starts = {name: held(array, name) for name, array in starts.items()}
        expected = {name: held(array, name) for name, array in expected.items()}
        title = f"f16: {title}" if self.dtype == "float16" else title
        tolerance = max(tolerance, self.least_tolerance)

        case = {
            "title": title,
            "code": wgsl(kernel),
            "grid": grid(kernel, sizes),
            "numbers": {**sizes, **(numbers or {})},
            "buffers": {name: bytes_of(array) for name, array in starts.items()},
            "expected": {name: {"type": str(array.dtype), "data": bytes_of(array)} for name, array in expected.items()},
            "tolerance": tolerance,
        }
        (self.folder / f"{self.count:03d}.json").write_text(json.dumps(case))
        self.count += 1


    def normal(self, random, *shape):
        """Random numbers that the activations' type holds exactly."""
        return random.standard_normal(shape).astype(self.dtype).astype(np.float32)


def random_weight(random, form, outputs, inputs):
    """(q_weight, q_scale, values[outputs, inputs]) in the library's layout."""
    groups = inputs // linear.GROUP
    if form == "q4":
        block = random.integers(0, 256, (outputs, groups, 16), dtype=np.uint8)
        nibble = np.concatenate([block & 15, block >> 4], -1).astype(np.float64)
        d = (random.random((outputs, groups)) * 0.02).astype(np.float16)
        m = (-random.random((outputs, groups)) * 0.15).astype(np.float16)
        values = nibble * d[..., None].astype(np.float64) + m[..., None].astype(np.float64)
        scale = d.view(np.uint16).astype(np.uint32) | (m.view(np.uint16).astype(np.uint32) << np.uint32(16))
    else:
        block = random.integers(-127, 128, (outputs, groups, 32), dtype=np.int8)
        scale = (random.random((outputs, groups)) * 0.002).astype(np.float32)
        values = block * scale[..., None].astype(np.float64)
    words = block.view(np.uint32).reshape(outputs, -1)
    return np.ascontiguousarray(words.T), np.ascontiguousarray(scale.T), values.reshape(outputs, inputs)


def products(cases, random):
    silu = lambda x: x / (1 + np.exp(-x))
    for form in ("q4", "q8"):
        for options in ({}, {"bias": True}, {"residual": True}, {"pairs": True}, {"pairs": True, "residual": True}):
            inputs, outputs = 160, 192
            product = linear.Product(inputs, outputs, form, **options, dtype=cases.dtype, out=cases.dtype)
            word, scale, values = random_weight(random, form, outputs, inputs)
            kinds = [("flat", linear.flat(product), 1), ("split-K", linear.split(product), 1)]
            kinds += [(f"rows {n}", linear.many(product, columns=6), n) for n in (1, 5, 8)]
            kinds += [("few columns", linear.many(product, rows_per_thread=4, columns=2), 11)]
            for title, kernel, rows in kinds:
                x = cases.normal(random, rows, inputs)
                given = {"x": x, "q_weight": word, "q_scale": scale}
                y = x.astype(np.float64) @ values.T
                if product.bias:
                    given["bias"] = random.standard_normal(outputs).astype(np.float32)
                    y = y + given["bias"]
                if product.pairs:
                    y = silu(y[:, : outputs // 2]) * y[:, outputs // 2 :]
                if product.residual:
                    given["residual"] = cases.normal(random, *y.shape)
                    y = y + given["residual"]
                label = f"{form} {title} {'+'.join(options)}"
                cases.add(label, kernel, given, {"y": y.astype(np.float32)}, {"rows": rows})
        word, scale, values = random_weight(random, form, 96, 160)
        ids = np.array([5, 0, 95, 5], np.int32)
        given = {"ids": ids, "q_weight": word, "q_scale": scale}
        cases.add(f"{form} embedding", linear.gather(96, 160, form, cases.dtype), given,
                  {"y": values[ids].astype(np.float32)}, {"count": 4}, tolerance=1e-6)


def shape_of(heads, kv_heads, head, scaling=None):
    return Shape("case", "llama", 96, heads * head, 64, 1, heads, kv_heads, head, 10000.0, 1e-5, 512, rope_scaling=scaling)


def softmaxed(q, k, v, visible):
    """Attention of q[rows, heads, d] over k, v[positions, kv heads, d], and log2 of the sums of 2^score."""
    repeat = q.shape[1] // k.shape[1]
    k, v = (np.repeat(each, repeat, 1) for each in (k, v))
    score = np.einsum("ihd,jhd->hij", q.astype(np.float64), k) * q.shape[2] ** -0.5
    score = np.where(visible, score, -np.inf)
    high = score.max(-1, keepdims=True)
    weight = np.exp(score - high)
    total = weight.sum(-1, keepdims=True)
    y = np.einsum("hij,jhd->ihd", weight / total, v)
    return y.astype(np.float32), ((high + np.log(total))[..., 0].T * attention.LOG2E).astype(np.float32)


def attentions(cases, random):
    normal = lambda *shape: cases.normal(random, *shape)
    for heads, kv_heads, head in ((3, 1, 64), (4, 2, 32), (4, 2, 128)):
        s = shape_of(heads, kv_heads, head)
        scale = {"score_scale": head**-0.5}
        label = f"{heads}/{kv_heads} heads of {head}"
        turned_keys = lambda k: np.ascontiguousarray(k.transpose(1, 2, 0))
        for rows in (1, 7, 70):
            q, k, v = normal(rows, heads, head), normal(rows, kv_heads, head), normal(rows, kv_heads, head)
            y, total = softmaxed(q, k, v, np.tril(np.ones((rows, rows), bool)))
            cases.add(f"attention, {rows} new rows, {label}", attention.prefill_new(s, cases.dtype),
                      {"q": q, "k": turned_keys(k), "v": v}, {"y": y, "log_sum": total},
                      {"rows": rows, "keys": rows}, scale)
        for held, rows in ((1, 1), (16, 3), (100, 9), (129, 2)):
            used = -(-held // 16)
            k, v = normal(used * 16, kv_heads, head), normal(used * 16, kv_heads, head)
            order = random.permutation(used + 2)[:used].astype(np.int32)
            pages = normal(used + 2, 2, kv_heads, 16 * head)
            for at, page in enumerate(order):
                part = slice(at * 16, at * 16 + 16)
                pages[page, 0] = k[part].transpose(1, 2, 0).reshape(kv_heads, -1)
                pages[page, 1] = v[part].transpose(1, 0, 2).reshape(kv_heads, -1)
            last = np.array([9, held - (used - 1) * 16], np.int32)
            listed = np.concatenate([[0, 0, 0], order]).astype(np.int32)
            spare = normal(5)
            given = {"pages": np.concatenate([spare, pages.ravel()]), "page_list": listed, "last_page_length": last}
            numbers = {**scale, "pages_offset": 5, "page_list_offset": 3, "last_page_length_offset": 1}
            for kind, count, kernel in (
                ("one row", 1, attention.decode(s, cases.dtype)), (f"{rows} rows", rows, attention.prefill_old(s, cases.dtype)),
            ):
                q = normal(count, heads, head)
                y, total = softmaxed(q, k[:held], v[:held], True)
                cases.add(f"attention, {kind} over {held} held, {label}", kernel, {**given, "q": q},
                          {"y": y, "log_sum": total}, {"rows": count, "pages_used": used, "pages_count": used + 2}, numbers)
        # Appending and reading back: positions 3..8 of the pages, two rows told to skip.
        k, v = normal(6, kv_heads, head), normal(6, kv_heads, head)
        pages = normal(2, 2, kv_heads, 16 * head)
        positions = np.array([-7, 14, 15, 16, -1, 17, 2], np.int32)
        filled = pages.copy()
        for row, at in enumerate(positions[1:]):
            if at >= 0:
                filled[at // 16, 0].reshape(kv_heads, head, 16)[:, :, at % 16] = k[row]
                filled[at // 16, 1].reshape(kv_heads, 16, head)[:, at % 16] = v[row]
        cases.add(f"appending, {label}", attention.append(s, cases.dtype),
                  {"pages": pages, "k": turned_keys(k), "v": v, "positions": positions}, {"pages": filled},
                  {"rows": 6, "pages_count": 2}, {"positions_offset": 1, "pages_offset": 0}, 0)
        y1, y2, s1, s2 = normal(3, heads, head), normal(3, heads, head), normal(3, heads) * 20, normal(3, heads) * 20
        w1, w2 = (np.exp2(each - np.maximum(s1, s2)) for each in (s1, s2))
        cases.add(f"merging, {label}", attention.merge(s, cases.dtype),
                  {"y": y1, "log_sum": s1, "other": y2, "other_sum": s2},
                  {"y": (y1 * w1[..., None] + y2 * w2[..., None]) / (w1 + w2)[..., None],
                   "log_sum": np.maximum(s1, s2) + np.log2(w1 + w2)}, {"rows": 3})
    scaling = {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
    near, far = ([0, 1, 2, 17, 60], 2e-5), ([0, 100, 1000, 4000, 8191], 2e-3)
    for head, how, (places, tolerance) in ((64, None, near), (32, None, near), (128, scaling, near), (64, None, far)):
        s = shape_of(3, 1, head, how)
        joined = normal(5, 5, head)
        positions = np.array([0, *places], np.int32)
        angle = positions[1:, None] * frequencies(s)
        cos, sin = (np.concatenate([f(angle)] * 2, -1)[:, None] for f in (np.cos, np.sin))
        half = head // 2
        turn = lambda x: x * cos + np.concatenate([-x[..., half:], x[..., :half]], -1) * sin
        label = f"rotary positions up to {places[-1]}, heads of {head}{', stretched' if how else ''}"
        cases.add(label, attention.rotary(s, cases.dtype), {"joined": joined, "positions": positions},
                  {"q": turn(joined[:, :3]).astype(np.float32),
                   "k": np.ascontiguousarray(turn(joined[:, 3:4]).transpose(1, 2, 0)).astype(np.float32),
                   "v": joined[:, 4:].copy()},
                  {"rows": 5}, {"positions_offset": 1, "offset": 1, "turned": 1}, tolerance)


def norms(cases, random):
    normal = lambda *shape: cases.normal(random, *shape)
    rms = lambda x: np.sqrt((x.astype(np.float64) ** 2).mean(-1, keepdims=True) + 1e-5)
    for width in (192, 576, 100):
        x, weight = normal(3, width), normal(width)
        cases.add(f"norm of {width}", small.rms_norm(width, 1e-5, cases.dtype), {"x": x, "weight": weight},
                  {"y": (x / rms(x) * weight).astype(np.float32)}, {"rows": 3})
        cases.add(f"last row of {width}", small.last_row(width, cases.dtype), {"x": x}, {"y": x[2:]}, {"rows": 3}, tolerance=0)
    joined, q, k = normal(3, 7, 64), normal(64), normal(64)
    y = joined / rms(joined)
    y[:, :3] *= q
    y[:, 3:5] *= k
    y[:, 5:] = joined[:, 5:]
    cases.add("norm of heads", small.head_norm(3, 2, 64, 1e-5, cases.dtype), {"joined": joined, "q_weight": q, "k_weight": k},
              {"y": y.astype(np.float32)}, {"rows": 3})


def sampling(cases, random):
    for vocabulary, team in ((512, 64), (1003, 64), (1003, 256)):
        label = f"{vocabulary} tokens, {team} threads"
        logits = (random.standard_normal((1, vocabulary)) * 4).astype(np.float32)
        for temperature in (1.0, 0.3, 1e-6):
            weight = np.exp((logits.astype(np.float64) - logits.max()) / temperature)
            cases.add(f"softmax at {temperature}, {label}", small.softmax(vocabulary, team),
                      {"logits": logits, "temperature": np.array([temperature], np.float32)},
                      {"y": (weight / weight.sum()).astype(np.float32)}, {"rows": 1}, tolerance=1e-5)
        weight = np.exp(logits.astype(np.float64) - logits.max())
        chances = (weight / weight.sum()).astype(np.float32)
        order = np.arange(vocabulary, dtype=np.int32)[None]
        for top_p in (1.0, 0.9, 0.5, 1e-5):
            for uniform in (0.0, 0.31, 0.77, 0.99999994):
                picked = picks(chances[0], top_p, uniform)
                cases.add(f"sample top_p {top_p} at {uniform}, {label}", small.sample(vocabulary, team),
                          {"chances": chances, "order": order, "uniform": np.array([uniform], np.float32),
                           "row_of": np.zeros(1, np.int32), "top_p": np.array([top_p], np.float32)},
                          {"y": np.array([picked], np.int32)}, {"rows": 1, "samples": 1}, tolerance=0)
    vocabulary = 1003
    logits = (random.standard_normal((1, vocabulary)) * 4).astype(np.float32)
    zero = np.zeros(1, np.int32)
    mask = random.integers(-(2**31), 2**31, (1, 32)).astype(np.int32)
    bits = np.unpackbits(mask.view(np.uint8), bitorder="little")[:vocabulary]
    cases.add("mask", small.mask_logits(vocabulary), {"logits": logits, "sequences": zero, "mask": mask},
              {"logits": np.where(bits, logits, np.float32(small.LOWEST)).astype(np.float32)},
              {"rows": 1, "count": 1, "masks": 1}, tolerance=0)
    ids, seen = np.array([0, 5, 1002], np.int32), np.array([1, 2, 3], np.int32)
    lowered = logits.copy()
    for token, count in zip(ids, seen, strict=True):
        value = lowered[0, token] - (0.5 + 0.25 * count)
        lowered[0, token] = value / 1.3 if value > 0 else value * 1.3
    cases.add("penalties", small.penalise(vocabulary),
              {"logits": logits, "sequences": zero, "place": np.zeros(3, np.int32), "ids": ids, "seen": seen,
               "penalties": np.array([[0.5, 0.25, 1.3]], np.float32)}, {"logits": lowered},
              {"rows": 1, "count": 1, "tokens": 3}, tolerance=1e-5)
    biased = logits.copy()
    biased[0, ids] += [1, -2, 3]
    cases.add("logit bias", small.bias_logits(vocabulary),
              {"logits": logits, "place": np.zeros(3, np.int32), "ids": ids, "bias": np.array([1, -2, 3], np.float32)},
              {"logits": biased}, {"rows": 1, "tokens": 3}, tolerance=1e-6)
    cases.add("identity", small.identity(vocabulary), {}, {"y": np.arange(vocabulary, dtype=np.int32)}, {"rows": 1}, tolerance=0)


def picks(chances, top_p, uniform):
    """The token that top-p sampling in vocabulary order gives: the smallest set of likeliest tokens holding top_p."""
    descending = np.sort(chances)[::-1]
    kept = descending[: np.searchsorted(np.cumsum(descending, dtype=np.float64), min(top_p, 1 - 1e-6)) + 1][-1]
    kept = 0 if top_p >= 1 else kept
    likely = np.where(chances >= kept, chances, 0).astype(np.float64)
    sums = np.cumsum(likely)
    return int(np.searchsorted(sums, uniform * sums[-1])) if uniform > 0 else int(np.flatnonzero(likely)[0])


def main():
    random = np.random.default_rng(7)
    cases = Cases(sys.argv[1])
    products(cases, random)
    attentions(cases, random)
    norms(cases, random)
    sampling(cases, random)
    # The same with activations and cache in 16 bits, for adapters with `shader-f16`.
    cases.dtype, cases.least_tolerance = "float16", 4e-3
    random = np.random.default_rng(8)
    products(cases, random)
    attentions(cases, random)
    norms(cases, random)
    print(f"{cases.count} kernel cases")


if __name__ == "__main__":
    main()
