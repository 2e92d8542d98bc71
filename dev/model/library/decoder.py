"""The decoder and the functions that WebLLM looks up in a model library, on TVM's public API."""

import json

import tvm
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import Tensor, op
from tvm.relax.frontend.nn.llm import kv_cache

from . import attention, linear, small


class Weight(nn.Module):
    """A quantised weight tensor and the product with it."""

    def __init__(self, kit, inputs, outputs, form, bias=False):
        self.kit, self.inputs, self.outputs, self.form = kit, inputs, outputs, form
        self.q_weight = nn.Parameter((inputs // linear.WORDS[form], outputs), "uint32")
        self.q_scale = nn.Parameter((inputs // linear.GROUP, outputs), linear.SCALE[form])
        self.bias = nn.Parameter((outputs,), "float32") if bias else None

    def times(self, x: Tensor, residual: Tensor = None, pairs: bool = False, out: str = None) -> Tensor:
        product = linear.Product(
            self.inputs, self.outputs, self.form, bias=self.bias is not None, residual=residual is not None,
            pairs=pairs, dtype=self.kit.shape.dtype, out=out or self.kit.shape.dtype,
        )
        rows = x.shape[1]
        kernel = self.kit.one_row(product) if isinstance(rows, int) and rows == 1 else self.kit.many_rows(product)
        inputs = [x, self.q_weight, self.q_scale]
        inputs += [each for each in (self.bias, residual) if each is not None]
        return call(kernel, inputs, (1, rows, product.stored), product.out)


class Norm(nn.Module):
    def __init__(self, shape, width):
        self.shape, self.width = shape, width
        self.weight = nn.Parameter((width,), "float32")

    def of(self, x: Tensor) -> Tensor:
        kernel = small.rms_norm(self.width, self.shape.epsilon, self.shape.dtype)
        return call(kernel, [x, self.weight], x.shape, self.shape.dtype)


class Layer(nn.Module):
    def __init__(self, kit):
        s = self.shape = kit.shape
        self.attention_norm = Norm(s, s.width)
        self.qkv = Weight(kit, s.width, s.qkv, s.layer_form, bias=s.qkv_bias)
        self.q_norm, self.k_norm = (Norm(s, s.head), Norm(s, s.head)) if s.head_norm else (None, None)
        self.attention_out = Weight(kit, s.heads * s.head, s.width, s.layer_form)
        self.inner_norm = Norm(s, s.width)
        self.gate_up = Weight(kit, s.width, 2 * s.inner, s.layer_form)
        self.down = Weight(kit, s.inner, s.width, s.layer_form)

    def of(self, x: Tensor, cache: kv_cache.PagedKVCache, index: int) -> Tensor:
        s, rows = self.shape, x.shape[1]
        split = (1, rows, s.heads + 2 * s.kv_heads, s.head)
        joined = op.reshape(self.qkv.times(self.attention_norm.of(x)), split)
        if s.head_norm:
            kernel = small.head_norm(s.heads, s.kv_heads, s.head, s.epsilon, s.dtype)
            joined = call(kernel, [joined, self.q_norm.weight, self.k_norm.weight], split, s.dtype)
        seen = cache.attention_with_fused_qkv(index, joined, s.heads, sm_scale=s.head**-0.5)
        x = self.attention_out.times(op.reshape(seen, (1, rows, s.heads * s.head)), residual=x)
        return self.down.times(self.gate_up.times(self.inner_norm.of(x), pairs=True), residual=x)


class Decoder(nn.Module):
    def __init__(self, library):
        self.kit = Kit(library)
        s = self.shape = library.shape
        self.embed_tokens = Weight(self.kit, s.width, s.vocabulary, s.embed_form)
        self.layers = nn.ModuleList([Layer(self.kit) for _ in range(s.layers)])
        self.norm = Norm(s, s.width)
        self.logits = None if s.tied else Weight(self.kit, s.width, s.vocabulary, s.embed_form)

    def embed(self, ids: Tensor):
        s = self.shape
        kernel = linear.gather(s.vocabulary, s.width, s.embed_form, s.dtype)
        return call(kernel, [ids, self.embed_tokens.q_weight, self.embed_tokens.q_scale], (ids.shape[0], s.width), s.dtype)

    def forward(self, x: Tensor, cache: kv_cache.PagedKVCache):
        s = self.shape
        for index, layer in enumerate(self.layers):
            x = layer.of(x, cache, index)
        if not isinstance(x.shape[1], int):
            x = call(small.last_row(s.width, s.dtype), [x], (1, 1, s.width), s.dtype)
        return (self.logits or self.embed_tokens).times(self.norm.of(x), out="float32"), cache

    def prefill(self, x: Tensor, cache: kv_cache.PagedKVCache):
        return self.forward(x, cache)

    def decode(self, x: Tensor, cache: kv_cache.PagedKVCache):
        return self.forward(x, cache)

    def create_tir_paged_kv_cache(
        self, sequences: tirx.Var, capacity: tirx.Var, chunk: tirx.Var, page: tirx.Var, sliding: tirx.Var
    ):
        s = self.shape
        module = relax.BlockBuilder.current()

        def kernel(function):
            return module.add_func(function, function.attrs["global_symbol"])

        def attend(function):
            return relax.Tuple([tvm.ir.StringImm("tirx"), kernel(function)])

        absent = relax.Tuple([])
        append = kernel(attention.append(s, s.dtype))
        arguments = [
            relax.ShapeExpr([sequences, capacity, chunk, page, sliding]),
            relax.ShapeExpr([0, s.layers]),
            *(relax.prim_value(count) for count in (s.heads, s.kv_heads, s.head, s.head)),
            relax.ShapeExpr([int(kv_cache.AttnKind.MHA)] * s.layers),
            relax.prim_value(False),
            relax.prim_value(int(kv_cache.RopeMode.NORMAL)),
            relax.prim_value(1),  # scale and base of the positions: our own kernel knows them
            relax.prim_value(int(s.rope_base)),
            relax.prim_value(0),  # no long-context factors; a tensor here would be taken for some
            relax.op.zeros((), s.dtype),
            append,
            append,  # for compressed caches, which are not built
            attend(attention.prefill_new(s, s.dtype)),
            attend(attention.prefill_old(s, s.dtype)),
            attend(attention.decode(s, s.dtype)),
            *[absent] * 5,  # sliding windows, trees of drafts, compressed caches
            relax.Tuple([kernel(attention.merge(s, s.dtype))]),
            kernel(attention.rotary(s, s.dtype)),
            append, append, append,  # forking, debugging and compaction, which WebLLM never asks for
        ]
        made = relax.call_pure_packed("vm.builtin.paged_attention_kv_cache_create", *arguments, ty_args=relax.AnyType())
        return nn.Object(_expr=made, _name="paged_kv_cache")

    def softmax_with_temperature(self, logits: Tensor, temperature: Tensor):
        kernel = small.softmax(self.shape.vocabulary, self.kit.team)
        return call(kernel, [logits, temperature], logits.shape, "float32")

    def argsort_probs(self, chances: Tensor):
        return chances, call(small.identity(self.shape.vocabulary), [], chances.shape, "int32")

    def sample_with_top_p(self, chances: Tensor, order: Tensor, uniform: Tensor, row_of: Tensor, top_p: Tensor):
        kernel = small.sample(self.shape.vocabulary, self.kit.team)
        return call(kernel, [chances, order, uniform, row_of, top_p], uniform.shape, "int32")

    def apply_bitmask_inplace(self, logits: Tensor, sequences: Tensor, mask: Tensor):
        return change(small.mask_logits(self.shape.vocabulary), [logits, sequences, mask])

    def apply_penalty_inplace(
        self, logits: Tensor, sequences: Tensor, place: Tensor, ids: Tensor, seen: Tensor, penalties: Tensor
    ):
        return change(small.penalise(self.shape.vocabulary), [logits, sequences, place, ids, seen, penalties])

    def apply_logit_bias_inplace(self, logits: Tensor, place: Tensor, ids: Tensor, bias: Tensor):
        return change(small.bias_logits(self.shape.vocabulary), [logits, place, ids, bias])

    def specification(self):
        s = self.shape
        tensor = nn.spec.Tensor
        cache = nn.spec.Object(object_type=kv_cache.PagedKVCache)
        with_weights = {"param_mode": "packed", "effect_mode": "none"}
        alone = {"param_mode": "none", "effect_mode": "none"}
        logits = tensor(["rows", s.vocabulary], "float32")
        index, real = tensor(["tokens"], "int32"), tensor(["tokens"], "float32")
        sequences = tensor(["count"], "int32")
        return nn.spec.ModuleSpec.from_raw(
            {
                "embed": {"ids": tensor(["n"], "int32"), "$": with_weights},
                "prefill": {"x": tensor([1, "n", s.width], s.dtype), "cache": cache, "$": with_weights},
                "decode": {"x": tensor([1, 1, s.width], s.dtype), "cache": cache, "$": with_weights},
                "create_tir_paged_kv_cache": {
                    **{label: int for label in ("sequences", "capacity", "chunk", "page", "sliding")}, "$": alone,
                },
                "softmax_with_temperature": {
                    "logits": tensor(["rows", 1, s.vocabulary], "float32"),
                    "temperature": tensor(["rows"], "float32"), "$": alone,
                },
                "argsort_probs": {"chances": logits, "$": alone},
                "sample_with_top_p": {
                    "chances": logits, "order": tensor(["rows", s.vocabulary], "int32"),
                    "uniform": tensor(["samples"], "float32"), "row_of": tensor(["samples"], "int32"),
                    "top_p": tensor(["rows"], "float32"), "$": alone,
                },
                "apply_bitmask_inplace": {
                    "logits": logits, "sequences": sequences,
                    "mask": tensor(["masks", (s.vocabulary + 31) // 32], "int32"), "$": alone,
                },
                "apply_penalty_inplace": {
                    "logits": logits, "sequences": sequences, "place": index, "ids": index, "seen": index,
                    "penalties": tensor(["count", 3], "float32"), "$": alone,
                },
                "apply_logit_bias_inplace": {
                    "logits": logits, "place": index, "ids": index, "bias": real, "$": alone,
                },
            },
            self,
        )


class Kit:
    """Which kernels a library is made of. The tiles were measured on SwiftShader for `flat`; for `split` they keep a
    GPU's registers and threads busy."""

    def __init__(self, library):
        self.shape = library.shape
        self.flat = library.kernels == "flat"
        self.team = 64 if self.flat else 256  # threads of a sampling workgroup

    def one_row(self, product):
        if self.flat:
            return linear.flat(product, columns=8 if product.form == "q8" else 2 if product.pairs else 3)
        return linear.split(product)

    def many_rows(self, product):
        if self.flat:
            return linear.many(product, columns=4 if product.pairs else 6)
        width = 64 if product.stored % 64 == 0 else 32
        return linear.many(product, columns=2 if product.pairs else 4, width=width)


def call(kernel, inputs, shape, dtype):
    label = kernel.attrs["global_symbol"]
    return op.tensor_ir_op(kernel, label, inputs, Tensor.placeholder(shape, dtype))


def change(kernel, inputs):
    """A kernel that works on its first argument in place."""
    label = kernel.attrs["global_symbol"]
    return op.tensor_ir_inplace_op(kernel, label, inputs, 0, Tensor.placeholder(inputs[0].shape, "float32"))


def metadata(library):
    """What WebLLM reads from the library before it loads weights."""
    s = library.shape
    return json.dumps(
        {
            "model_type": s.family,
            "quantization": f"{s.layer_form}-{s.embed_form}-{s.dtype}",
            "context_window_size": s.context,
            "prefill_chunk_size": s.chunk,
            "sliding_window_size": -1,
            "attention_sink_size": -1,
            "tensor_parallel_shards": 1,
            "kv_state_kind": "kv_cache",
            "max_batch_size": 1,
            "params": [
                {"name": label, "shape": list(shape), "dtype": dtype, "preprocs": []}
                for label, shape, dtype in s.parameters()
            ],
        },
        separators=(",", ":"),
    )
