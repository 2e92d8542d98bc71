"""The shapes of models, and the libraries that are built from them."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Shape:
    """A decoder of the Llama family. Qwen2 adds `qkv_bias`, Qwen3 `head_norm`; both are the same code."""

    name: str
    family: str  # general.architecture of the GGUF: llama, qwen2 or qwen3
    vocabulary: int
    width: int  # of the hidden state
    inner: int  # of the gated part
    layers: int
    heads: int
    kv_heads: int
    head: int
    rope_base: float
    epsilon: float
    context: int  # the longest that the library announces; the chat config may choose less
    chunk: int = 512  # tokens of a prefill step
    tied: bool = True  # the embedding also produces the logits
    qkv_bias: bool = False
    head_norm: bool = False
    rope_scaling: dict | None = None
    layer_form: str = "q4"  # the weights of the layers: q4 or q8
    embed_form: str = "q8"
    dtype: str = "float32"  # of activations and cache

    @property
    def qkv(self):
        return (self.heads + 2 * self.kv_heads) * self.head

    def parameters(self):
        """(name, shape, dtype) of every parameter, in the order of the library."""
        from .linear import GROUP, SCALE, WORDS

        def weight(label, inputs, outputs, form):
            yield f"{label}.q_weight", (inputs // WORDS[form], outputs), "uint32"
            yield f"{label}.q_scale", (inputs // GROUP, outputs), SCALE[form]

        yield from weight("embed_tokens", self.width, self.vocabulary, self.embed_form)
        for layer in range(self.layers):
            at = f"layers.{layer}"
            yield f"{at}.attention_norm.weight", (self.width,), "float32"
            yield from weight(f"{at}.qkv", self.width, self.qkv, self.layer_form)
            if self.qkv_bias:
                yield f"{at}.qkv.bias", (self.qkv,), "float32"
            if self.head_norm:
                yield f"{at}.q_norm.weight", (self.head,), "float32"
                yield f"{at}.k_norm.weight", (self.head,), "float32"
            yield from weight(f"{at}.attention_out", self.heads * self.head, self.width, self.layer_form)
            yield f"{at}.inner_norm.weight", (self.width,), "float32"
            yield from weight(f"{at}.gate_up", self.width, 2 * self.inner, self.layer_form)
            yield from weight(f"{at}.down", self.inner, self.width, self.layer_form)
        yield "norm.weight", (self.width,), "float32"
        if not self.tied:
            yield from weight("logits", self.width, self.vocabulary, self.embed_form)


@dataclass(frozen=True)
class Library:
    """A shape compiled for one kind of adapter: `flat` for software, `split` for GPUs."""

    shape: Shape
    kernels: str

    @property
    def name(self):
        half = "-f16" if self.shape.dtype == "float16" else ""
        return f"{self.shape.name}-{self.kernels}{half}"


STARTER = Shape(
    name="smollm2-135m", family="llama", vocabulary=49152, width=576, inner=1536, layers=30, heads=9, kv_heads=3,
    head=64, rope_base=100000.0, epsilon=1e-5, context=8192,
)
TINY = Shape(
    name="tiny", family="llama", vocabulary=512, width=192, inner=512, layers=2, heads=3, kv_heads=1,
    head=64, rope_base=10000.0, epsilon=1e-5, context=8192,
)
# Not shipped: they prove the other members of the family against numpy, on random weights.
TINY_QWEN2 = replace(TINY, name="tiny-qwen2", family="qwen2", qkv_bias=True, head=32, heads=6, kv_heads=2, epsilon=1e-6)
TINY_QWEN3 = replace(
    TINY, name="tiny-qwen3", family="qwen3", head_norm=True, head=128, heads=2, kv_heads=1, tied=False,
    rope_base=1000000.0, layer_form="q8",
)
TINY_LLAMA3 = replace(
    TINY, name="tiny-llama3", rope_base=500000.0, embed_form="q4",
    rope_scaling={"factor": 32.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64},
)

SHIPPED = [Library(shape, kernels) for shape in (STARTER, TINY) for kernels in ("flat", "split")]
PROOFS = [Library(TINY_QWEN2, "flat"), Library(TINY_QWEN3, "split"), Library(TINY_LLAMA3, "flat")]
HALVES = [Library(replace(shape, dtype="float16"), "split") for shape in (STARTER, TINY)]
LIBRARIES = {each.name: each for each in SHIPPED + PROOFS + HALVES}
