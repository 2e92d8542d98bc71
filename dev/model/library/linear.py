"""Products with quantised weights, y = W x, in two kinds.

A weight tensor of N outputs and K inputs is held transposed, so that neighbouring threads, which own
neighbouring outputs, read neighbouring words (see ../LAYOUT.md):

- q4: `q_weight` u32[K/8, N], `q_scale` u32[K/32, N] (two 16-bit floats d, m); value = d * nibble + m
- q8: `q_weight` u32[K/4, N], `q_scale` f32[K/32, N];                           value = d * signed byte

**Flat**: a thread owns some outputs, and in `many` some rows too, and walks all of K. It has no barrier and so suits
software adapters, where a barrier makes a coroutine of every subgroup, and many rows anywhere.
**Split-K**: K is divided among the threads of a group, which add up through workgroup memory after one barrier.
A single row on a GPU needs that many threads to keep the memory busy."""

from dataclasses import dataclass
from functools import cache

from tvm import tirx

from .kernel import T, add, argument, barrier, blocks, define, dynamic, f32, half_pair, i32, loop, name
from .kernel import private, shared, size, smallest, store, threads, to, u32, when

GROUP = 32  # inputs that share a scale
WORDS = {"q4": 8, "q8": 4}  # values in a u32
SCALE = {"q4": "uint32", "q8": "float32"}


@dataclass(frozen=True)
class Product:
    """What one product computes. `pairs`: the first half of the outputs gates the second, silu(gate) * up, and
    half as many values are stored. `residual` adds a tensor of the output's shape, `bias` a vector."""

    inputs: int
    outputs: int
    form: str
    bias: bool = False
    residual: bool = False
    pairs: bool = False
    dtype: str = "float32"
    out: str = "float32"

    @property
    def stored(self):
        return self.outputs // 2 if self.pairs else self.outputs

    def label(self, kind):
        parts = [kind, self.form, f"{self.inputs}x{self.outputs}"]
        parts += [word for word in ("bias", "residual", "pairs") if getattr(self, word)]
        return "_".join(parts)


def word_values(form, word, index, byte):
    """The values in byte `byte` of word `index` of a group: (place in the group, value as float). q4 keeps GGUF's
    nibbles: byte j holds value j below and value j + 16 above. `byte` may be a number of Python or of the kernel."""
    shift = u32(8 * byte) if isinstance(byte, int) else T.cast(byte * 8, "uint32")
    if form == "q4":
        place = index * 4 + byte
        for high in (0, 4):
            yield place + 4 * high, T.cast(T.cast((word >> (shift + u32(high))) & u32(15), "int32"), "float32")
    else:
        signed = tirx.reinterpret("int32", word << (u32(24) - shift))
        yield index * 4 + byte, T.cast(signed >> i32(24), "float32")


def scale_of(form, scales, group, column):
    """(factor, offset) of a group; offset is None where the form has none."""
    if form == "q4":
        return half_pair(scales[group, column])
    return name(scales[group, column]), None


def add_products(memory, index, pairs):
    """Adds the sum of the pairs' products, touching the memory once."""
    total = memory[index]
    for a, b in pairs:
        total = total + a * b
    store(memory, index, total)


def columns_per_thread(units, limit):
    """The largest tile up to `limit` that divides the number of 32-wide column strips."""
    return max(count for count in range(1, limit + 1) if units % count == 0)


def gated(gate, up):
    """silu(gate) * up; the exponent is kept where it does not overflow."""
    return gate / (f32(1) + tirx.exp(smallest(f32(80), f32(0) - gate))) * up


def declare(product, rows):
    x = dynamic("x", (1, rows, product.inputs), product.dtype)
    weights = argument("q_weight", (product.inputs // WORDS[product.form], product.outputs), "uint32")
    scales = argument("q_scale", (product.inputs // GROUP, product.outputs), SCALE[product.form])
    bias = argument("bias", (product.outputs,), "float32") if product.bias else None
    residual = dynamic("residual", (1, rows, product.stored), product.dtype) if product.residual else None
    y = dynamic("y", (1, rows, product.stored), product.out)
    return x, weights, scales, bias, residual, y


class Tile:
    """The outputs of one thread of a flat kernel: `columns` strips of `width`, and for pairs the same again."""

    def __init__(self, product, columns, width):
        strips = product.stored // width
        self.columns = columns_per_thread(strips, columns)
        self.width = width
        self.halves = (0, product.stored) if product.pairs else (0,)
        self.groups = strips // self.columns  # workgroups side by side
        self.lanes = self.columns * len(self.halves)

    def first(self, bx, tx):
        return name(bx * (self.width * self.columns) + tx)

    def outputs(self, first):
        """The weight tensor's outputs, gates before ups."""
        return [first + half + c * self.width for half in self.halves for c in range(self.columns)]

    def results(self, first, totals):
        """(column to store, the sums that make it) for each column."""
        for c in range(self.columns):
            yield first + c * self.width, totals[c :: self.columns]


@cache
def flat(product, columns=4, width=32):
    """One row; a thread owns up to `columns` outputs and walks all of K.
    sum(x * (d q + m)) is taken as d * sum(x q) + m * sum(x)."""
    form, tile = product.form, Tile(product, columns, width)

    def body():
        x, weights, scales, bias, residual, y = declare(product, i32(1))
        with threads(bx=tile.groups, tx=width) as (bx, tx):
            first = tile.first(bx, tx)
            outputs = tile.outputs(first)
            total, part, x_sum = private(tile.lanes), private(tile.lanes), private(1)
            for lane in range(tile.lanes):
                store(total, lane, f32(0))
            with loop(product.inputs // GROUP) as group:
                store(x_sum, 0, f32(0))
                for lane in range(tile.lanes):
                    store(part, lane, f32(0))
                with loop(GROUP // WORDS[form]) as index:
                    words = [name(weights[group * (GROUP // WORDS[form]) + index, output]) for output in outputs]
                    values = [
                        [each for byte in range(4) for each in word_values(form, word, index, byte)] for word in words
                    ]
                    x_at = [name(to("float32", x[0, 0, group * GROUP + place])) for place, _ in values[0]]
                    if form == "q4":
                        store(x_sum, 0, sum(x_at, x_sum[0]))
                    for lane in range(tile.lanes):
                        add_products(part, lane, [(x_k, value) for x_k, (_, value) in zip(x_at, values[lane], strict=True)])
                for lane, output in enumerate(outputs):
                    d, m = scale_of(form, scales, group, output)
                    add(total, lane, d * part[lane] if m is None else d * part[lane] + m * x_sum[0])
            for column, sums in tile.results(first, [total[lane] for lane in range(tile.lanes)]):
                finish(product, bias, residual, y, i32(0), column, sums)

    return define(product.label("flat"), body)


@cache
def many(product, rows_per_thread=8, columns=4, width=32):
    """Any number of rows; a thread owns a tile of rows and outputs, and walks all of K. The bytes of a word are a loop:
    spelt out, a software adapter runs no faster and compiles several times longer."""
    R, form, tile = rows_per_thread, product.form, Tile(product, columns, width)

    def body():
        rows = size("rows")
        x, weights, scales, bias, residual, y = declare(product, rows)
        with threads(by=blocks(rows, R), bx=tile.groups, tx=width) as (by, bx, tx):
            first = tile.first(bx, tx)
            outputs = tile.outputs(first)
            row = [name(smallest(by * R + r, rows - 1)) for r in range(R)]
            total = private(R * tile.lanes)
            for at in range(R * tile.lanes):
                store(total, at, f32(0))
            with loop(product.inputs // GROUP) as group:
                scale = [scale_of(form, scales, group, output) for output in outputs]
                scale = [(name(d), None if m is None else name(m)) for d, m in scale]
                with loop(GROUP // WORDS[form]) as index:
                    words = [name(weights[group * (GROUP // WORDS[form]) + index, output]) for output in outputs]
                    with loop(4) as byte:
                        values = [list(word_values(form, word, index, byte)) for word in words]
                        for nth, (place, _) in enumerate(values[0]):
                            k = name(group * GROUP + place)
                            real = []
                            for lane, (d, m) in enumerate(scale):
                                value = d * values[lane][nth][1]
                                real.append(name(value if m is None else value + m))
                            for r in range(R):
                                x_k = name(to("float32", x[0, row[r], k]))
                                for lane in range(tile.lanes):
                                    add(total, r * tile.lanes + lane, x_k * real[lane])
            for r in range(R):
                with when(by * R + r < rows):
                    totals = [total[r * tile.lanes + lane] for lane in range(tile.lanes)]
                    for column, sums in tile.results(first, totals):
                        finish(product, bias, residual, y, row[r], column, sums)

    return define(product.label("many"), body)


@cache
def split(product, width=32, parts=8):
    """One row; `parts` threads share an output's sum."""
    form = product.form
    words = GROUP // WORDS[form]
    groups = product.inputs // GROUP
    halves = (0, product.stored) if product.pairs else (0,)

    def body():
        x, weights, scales, bias, residual, y = declare(product, i32(1))
        with threads(bx=product.stored // width, ty=parts, tx=width) as (bx, ty, tx):
            sums = shared((len(halves), parts, width))
            total, part = private(len(halves)), private(len(halves) + 1)
            column = name(bx * width + tx)
            for half in range(len(halves)):
                store(total, half, f32(0))
            with loop(blocks(groups, parts)) as step:
                with when(step * parts + ty < groups):
                    group = name(step * parts + ty)
                    for at in range(len(halves) + 1):
                        store(part, at, f32(0))
                    for index in range(words):
                        word = [name(weights[group * words + index, column + half]) for half in halves]
                        for byte in range(4):
                            values = [list(word_values(form, each, index, byte)) for each in word]
                            for nth in range(len(values[0])):
                                at_k = name(to("float32", x[0, 0, group * GROUP + values[0][nth][0]]))
                                if form == "q4":
                                    add(part, len(halves), at_k)
                                for half in range(len(halves)):
                                    add(part, half, at_k * values[half][nth][1])
                    for half, shift in enumerate(halves):
                        d, m = scale_of(form, scales, group, column + shift)
                        add(total, half, d * part[half] if m is None else d * part[half] + m * part[len(halves)])
            for half in range(len(halves)):
                store(sums, (half, ty, tx), total[half])
            barrier()
            with when(ty == 0):
                for half in range(len(halves)):
                    for other in range(1, parts):
                        add(total, half, sums[half, other, tx])
                finish(product, bias, residual, y, i32(0), column, [total[half] for half in range(len(halves))])

    return define(product.label("split"), body)


def finish(product, bias, residual, y, row, column, sums):
    """Bias, gate, residual, store."""
    values = [
        value if bias is None else value + bias[column + half * product.stored] for half, value in enumerate(sums)
    ]
    value = gated(name(values[0]), values[1]) if product.pairs else values[0]
    if residual is not None:
        value = value + to("float32", residual[0, row, column])
    store(y, (0, row, column), to(product.out, value))


@cache
def gather(rows_of, inputs, form, dtype, width=256):
    """Rows `ids` of a weight tensor with `rows_of` outputs and `inputs` inputs: the token embedding."""
    words = GROUP // WORDS[form]
    blocks_per_row = blocks(inputs, width)

    def body():
        count = size("count")
        ids = dynamic("ids", (count,), "int32")
        weights = argument("q_weight", (inputs // WORDS[form], rows_of), "uint32")
        scales = argument("q_scale", (inputs // GROUP, rows_of), SCALE[form])
        y = dynamic("y", (count, inputs), dtype)
        with threads(bx=count * blocks_per_row, tx=width) as (bx, tx):
            row = name(bx // blocks_per_row)
            k = name(bx % blocks_per_row * width + tx)
            with when(k < inputs):
                token = name(ids[row])
                group = name(k // GROUP)
                place = name(k % GROUP)
                if form == "q4":
                    word = name(weights[group * words + place % 16 // 4, token])
                    nibble = place % 4 * 2 + place // 16
                    value = T.cast(T.cast((word >> T.cast(nibble * 4, "uint32")) & u32(15), "int32"), "float32")
                else:
                    word = name(tirx.reinterpret("int32", weights[group * words + place // 4, token]))
                    value = T.cast((word << (i32(24) - place % 4 * 8)) >> i32(24), "float32")
                d, m = scale_of(form, scales, group, token)
                store(y, (row, k), to(dtype, d * value if m is None else d * value + m))

    return define("embed_rows", body)
