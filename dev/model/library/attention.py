"""Attention over TVM's paged KV cache, for one sequence, plus what goes with it: rotary positions, appending to the
cache, and joining two partial results.

The cache is TVM's f[pages, 2 (key, value), kv heads, 16 positions, head size]; only the kernels here read it, and they
keep keys transposed within a page, component by component, so that threads that score neighbouring positions read
neighbouring numbers. New keys are likewise handed over as [kv head, component, row]. The arguments of the three attention
kernels are TVM's (src/runtime/vm/attn_backend.h); many of them serve batches and stay unused. A kernel writes, beside
its output, the base-2 logarithm of the sum of 2^score, by which partial results are joined.

Each workgroup has 64 threads and takes a few rows of one head, tile by tile over the positions: first every thread
scores some positions, then every thread sums some of the output's components. That costs three barriers a tile, few
enough for software adapters; the number of tiles comes from a shape, as uniform control flow demands."""

import math

from tvm import tirx

from .kernel import T, add, barrier, blocks, define, dynamic, either, f32, flat_view, i32, largest, loop, name
from .kernel import number, private, shared, size, smallest, store, threads, to, when

THREADS = 64
TILE = THREADS  # positions scored at a time, one by each thread
PAGE = 16
SMALL_TEAM = 256  # threads of the simple kernels: the fewer groups, the cheaper on a software adapter
LOG2E = math.log2(math.e)
NOTHING = -5.0e4  # a score that weighs nothing, and stays finite when subtracted from itself


def attend(t, rows, head, query, key, value, visible, tiles, keep):
    """The body shared by the three kernels, for thread `t`. `query(row, d)` reads with its bounds checked;
    `key(position)` gives a function of the component, `value(position, d)` one of the place among the 16 from
    `position` on; `visible(row, position)` is the mask; `keep(row, d, value, lead)` stores, with d None for the sum,
    where `lead` (None: always) holds. A tile of positions is scored at a time, `tiles` times."""
    assert head % THREADS == 0 or THREADS % head == 0, f"heads of {head} do not fit {THREADS} threads"
    spread = max(1, THREADS // head)  # threads that share a component of the output
    components = max(1, head // THREADS)  # components that a thread owns
    q, weight, peak = shared((rows, head)), shared((rows, TILE)), shared((rows, THREADS))
    score, best = private(rows), private(rows)
    total, mass, high = private(rows * components), private(rows), private(rows)
    for r in range(rows):
        store(mass, r, f32(0))
        store(high, r, f32(NOTHING))
        for c in range(components):
            store(total, r * components + c, f32(0))
        for part in range(components):
            if spread == 1:
                store(q, (r, t + part * THREADS), query(r, t + part * THREADS))
            else:
                with when(t < head):
                    store(q, (r, t), query(r, t))
    barrier()
    component = name(t % head) if spread > 1 else t
    share = name(t // head) if spread > 1 else i32(0)
    with loop(tiles) as at:
        start = name(at * TILE)
        position = name(start + t)
        component_of = key(position)
        for r in range(rows):
            store(score, r, f32(0))
        with loop(head) as d:
            k = name(component_of(d))
            for r in range(rows):
                add(score, r, q[r, d] * k)
        for r in range(rows):
            store(score, r, either(visible(r, position), score[r], f32(NOTHING)))
            store(best, r, largest(high[r], score[r]))
        for r in range(rows):
            store(peak, (r, t), best[r])
        barrier()
        # Every thread finds the highest score for itself and turns its own scores into weights.
        with loop(THREADS) as other:
            for r in range(rows):
                store(best, r, largest(best[r], peak[r, other]))
        for r in range(rows):
            shrink = name(tirx.exp2(high[r] - best[r]))
            store(high, r, best[r])
            store(mass, r, mass[r] * shrink)
            for c in range(components):
                store(total, r * components + c, total[r * components + c] * shrink)
            seen = name(either(score[r] > f32(NOTHING), tirx.exp2(score[r] - best[r]), f32(0)))
            store(weight, (r, t), seen)
        barrier()
        with loop(TILE // spread // PAGE) as part:
            first = name(share * (TILE // spread) + part * PAGE)
            sixteen = [value(start + first, name(component + c * THREADS)) for c in range(components)]
            with loop(PAGE) as each:
                given = [name(weight[r, first + each]) for r in range(rows)]
                for r in range(rows):
                    add(mass, r, given[r])
                for c in range(components):
                    v = name(sixteen[c](each))
                    for r in range(rows):
                        add(total, r * components + c, given[r] * v)
    for r in range(rows):
        if spread > 1:  # add the shares up, through `peak`
            for what in (total, mass):
                barrier()
                store(peak, (r, t), what[r])
                barrier()
                for other in range(1, spread):
                    add(what, r, peak[r, (t + other * head) % THREADS])
        for c in range(components):
            part = total[r * components + c] / mass[r]
            keep(r, component + c * THREADS, part, t < head if spread > 1 else None)
        keep(r, None, high[r] + tirx.log2(mass[r]), t == 0)


def rotary(shape, dtype):
    """Splits the joined projections into q, k and v, turning q and k by their positions (halves of a head are pairs).
    An angle is position * base^(-2i/size), as a power of two so that its error stays within a float's step of the angle."""
    heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head
    half = head // 2
    slots = (heads + 2 * kv_heads) * half

    def body():
        rows, offset = size("rows"), size("offset")
        joined = dynamic("joined", (rows, heads + 2 * kv_heads, head), dtype)
        positions = dynamic("positions", (rows,), "int32", offset)
        q = dynamic("q", (rows, heads, head), dtype)
        k_whole = dynamic("k", (rows, kv_heads, head), dtype)
        v = dynamic("v", (rows, kv_heads, head), dtype)
        turned = number("turned", "int64")
        k = flat_view("k", k_whole, rows * kv_heads * head, dtype)
        with threads(bx=blocks(rows * slots, SMALL_TEAM), tx=SMALL_TEAM) as (bx, tx):
            slot = name(bx * SMALL_TEAM + tx)
            with when(slot < rows * slots):
                row = name(slot // slots)
                h = name(slot % slots // half)
                d = name(slot % half)
                low = name(to("float32", joined[row, h, d]))
                high = name(to("float32", joined[row, h, d + half]))
                with when(h >= heads + kv_heads):
                    store(v, (row, h - heads - kv_heads, d), to(dtype, low))
                    store(v, (row, h - heads - kv_heads, d + half), to(dtype, high))
                with when(h < heads + kv_heads):
                    frequency = name(tirx.exp2(T.cast(d, "float32") * f32(-2 * math.log2(shape.rope_base) / head)))
                    if shape.rope_scaling:
                        frequency = name(scaled(shape.rope_scaling, frequency))
                    angle = name(T.cast(positions[row], "float32") * frequency)
                    cos, sin = cos_sin(angle)
                    cos = name(either(turned > 0, cos, f32(1)))
                    sin = name(either(turned > 0, sin, f32(0)))
                    first = name(to(dtype, low * cos - high * sin))
                    second = name(to(dtype, high * cos + low * sin))
                    with when(h < heads):
                        store(q, (row, h, d), first)
                        store(q, (row, h, d + half), second)
                    with when(h >= heads):
                        at = name(((h - heads) * head + d) * rows + row)
                        store(k, at, first)
                        store(k, at + half * rows, second)

    return define("rotary", body)


def cos_sin(angle):
    """WGSL lets sine and cosine be off by 2^-11, which shows in the logits, and says nothing of angles beyond half a
    turn. So: whole quarter turns off, and polynomials for what is left, good to a float's step."""
    quarters = name(tirx.floor(angle * f32(2 / math.pi) + f32(0.5)))
    # A quarter turn in two parts; the first has 8 bits, so that its product with up to 2^16 quarters is exact.
    coarse = 1.5703125
    near = name((angle - quarters * f32(coarse)) - quarters * f32(math.pi / 2 - coarse))
    square = name(near * near)
    sin_near = name(near + near * square * (f32(-1 / 6) + square * (f32(1 / 120) + square * f32(-1 / 5040))))
    inner = f32(1 / 24) + square * (f32(-1 / 720) + square * f32(1 / 40320))
    cos_near = name(f32(1) + square * (f32(-1 / 2) + square * inner))
    quarter = name(tirx.bitwise_and(T.cast(quarters, "int32"), i32(3)))
    odd = name(quarter % 2 == 1)
    cos, sin = either(odd, sin_near, cos_near), either(odd, cos_near, sin_near)
    turned_cos = name(either(tirx.any(quarter == 1, quarter == 2), f32(0) - cos, cos))
    return turned_cos, name(either(quarter >= 2, f32(0) - sin, sin))


def scaled(scaling, frequency):
    """Llama 3's stretching of slow rotations: factor, low and high frequency factors, and the original context."""
    factor, low, high = (float(scaling[key]) for key in ("factor", "low_freq_factor", "high_freq_factor"))
    context = float(scaling["original_max_position_embeddings"])
    turns = name(frequency * f32(context / (2 * math.pi)))
    blend = name(largest(f32(0), smallest(f32(1), (turns - f32(low)) * f32(1 / (high - low)))))
    return frequency * (blend + (f32(1) - blend) * f32(1 / factor))


def append(shape, dtype):
    """Writes new keys and values into their places in the pages."""
    kv_heads, head = shape.kv_heads, shape.head
    per_row = kv_heads * head

    def body():
        pages_count, rows = size("pages_count"), size("rows")
        pages_offset, positions_offset = tirx.Var("pages_offset", "int64"), size("positions_offset")
        pages_whole = dynamic("pages", (pages_count, 2, kv_heads, PAGE, head), dtype, pages_offset)
        k_whole = dynamic("k", (rows, kv_heads, head), dtype)
        v = dynamic("v", (rows, kv_heads, head), dtype)
        positions = dynamic("positions", (rows,), "int32", positions_offset)
        pages = flat_view("pages", pages_whole, pages_count * (2 * per_row * PAGE), dtype, pages_offset)
        k = flat_view("k", k_whole, rows * per_row, dtype)
        with threads(bx=blocks(rows * per_row, SMALL_TEAM), tx=SMALL_TEAM) as (bx, tx):
            slot = name(bx * SMALL_TEAM + tx)
            with when(slot < rows * per_row):
                row, h, d = name(slot // per_row), name(slot % per_row // head), name(slot % head)
                position = name(positions[row])
                with when(position >= 0):
                    page = name((position // PAGE * (2 * kv_heads) + h) * (PAGE * head))
                    store(pages, page + d * PAGE + position % PAGE, k[(h * head + d) * rows + row])
                    store(pages, page + (per_row * PAGE) + position % PAGE * head + d, v[row, h, d])

    return define("append", body)


def aside(label):
    """One of the small integer arrays that describe the batch: a view into a larger buffer."""
    return dynamic(label, (size(label + "_count"),), "int32", size(label + "_offset"))


def scalars(causal):
    if causal:
        number("causal", "int32")
    number("rotary_mode", "int32")
    number("rotary_scale", "float32")
    number("rotary_theta", "float32")
    return number("score_scale", "float32")


def outputs(rows, heads, head, dtype):
    return dynamic("y", (rows, heads, head), dtype), dynamic("log_sum", (rows, heads), "float32")


def keeper(y, log_sum, rows, row_of, h, dtype):
    def keep(r, d, value, lead):
        row = row_of(r)
        condition = row < rows if lead is None else tirx.all(row < rows, lead)
        with when(condition):
            if d is None:
                store(log_sum, (row, h), value)
            else:
                store(y, (row, h, d), to(dtype, value))

    return keep


def prefill_new(shape, dtype, rows=8):
    """New tokens among themselves, causal: row i sees rows 0..i."""
    heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head

    def body():
        n, m = size("rows"), size("keys")
        q = dynamic("q", (n, heads, head), dtype)
        aside("q_start")
        k_whole = dynamic("k", (m, kv_heads, head), dtype)
        v = dynamic("v", (m, kv_heads, head), dtype)
        aside("kv_start")
        aside("q_positions")
        aside("k_positions")
        y, log_sum = outputs(n, heads, head, dtype)
        scale = scalars(causal=True)
        k = flat_view("k", k_whole, m * kv_heads * head, dtype)
        with threads(by=heads, bx=blocks(n, rows), tx=THREADS) as (h, bx, tx):
            first = name(bx * rows)
            kv = name(h // (heads // kv_heads))
            factor = name(scale * f32(LOG2E))

            def key(position):
                start = name(kv * head * m + smallest(position, m - 1))
                return lambda d: to("float32", k[start + d * m])

            def value(position, d):
                return lambda place: to("float32", v[smallest(position + place, m - 1), kv, d])

            attend(
                tx, rows, head,
                lambda r, d: to("float32", q[smallest(first + r, n - 1), h, d]) * factor,
                key, value,
                lambda r, p: tirx.all(p <= first + r, p < m),
                blocks(smallest(first + rows, n), TILE),
                keeper(y, log_sum, n, lambda r: first + r, h, dtype),
            )

    return define("attend_new", body)


def paged_arguments(shape, dtype, with_starts):
    heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head
    n, pages_count, used = size("rows"), size("pages_count"), size("pages_used")
    q = dynamic("q", (n, heads, head), dtype)
    if with_starts:
        aside("q_start")
    offset = tirx.Var("pages_offset", "int64")
    whole = dynamic("pages", (pages_count, 2, kv_heads, PAGE, head), dtype, offset)
    aside("page_start")
    page_list = dynamic("page_list", (used,), "int32", size("page_list_offset"))
    last = aside("last_page_length")
    aside("k_positions")
    aside("q_positions")
    y, log_sum = outputs(n, heads, head, dtype)
    scale = scalars(causal=with_starts)
    pages = flat_view("pages", whole, pages_count * (2 * kv_heads * PAGE * head), dtype, offset)
    return n, used, q, pages, page_list, last, y, log_sum, scale


def paged(shape, pages, page_list, used, kv):
    """Readers of keys and values in the pages; positions past the end read the last page."""

    def page_of(position):
        page = name(page_list[smallest(position // PAGE, used - 1)])
        return (page * (2 * shape.kv_heads) + kv) * (PAGE * shape.head)

    def key(position):
        start = name(page_of(position) + position % PAGE)
        return lambda d: to("float32", pages[start + d * PAGE])

    def value(position, d):
        start = name(page_of(position) + shape.kv_heads * PAGE * shape.head + d)
        return lambda place: to("float32", pages[start + place * shape.head])

    return key, value


def prefill_old(shape, dtype, rows=8):
    """New tokens against all that the cache already holds; nothing is masked but the end."""
    heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head

    def body():
        n, used, q, pages, page_list, last, y, log_sum, scale = paged_arguments(shape, dtype, True)
        with threads(by=heads, bx=blocks(n, rows), tx=THREADS) as (h, bx, tx):
            first = name(bx * rows)
            key, value = paged(shape, pages, page_list, used, name(h // (heads // kv_heads)))
            factor = name(scale * f32(LOG2E))
            length = name((used - 1) * PAGE + last[0])
            attend(
                tx, rows, head,
                lambda r, d: to("float32", q[smallest(first + r, n - 1), h, d]) * factor,
                key, value,
                lambda r, p: p < length,
                blocks(used * PAGE, TILE),
                keeper(y, log_sum, n, lambda r: first + r, h, dtype),
            )

    return define("attend_old", body)


def decode(shape, dtype):
    """One new token, already in the cache, against all of it."""
    heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head

    def body():
        n, used, q, pages, page_list, last, y, log_sum, scale = paged_arguments(shape, dtype, False)
        with threads(by=n, bx=heads, tx=THREADS) as (row, h, tx):
            key, value = paged(shape, pages, page_list, used, name(h // (heads // kv_heads)))
            factor = name(scale * f32(LOG2E))
            length = name((used - 1) * PAGE + last[0])
            attend(
                tx, 1, head,
                lambda r, d: to("float32", q[row, h, d]) * factor,
                key, value,
                lambda r, p: p < length,
                blocks(used * PAGE, TILE),
                keeper(y, log_sum, n, lambda r: row, h, dtype),
            )

    return define("attend_one", body)


def merge(shape, dtype):
    """Joins two partial results in the first. One thread owns a row of a head: TVM's own kernel lets several threads
    read a sum that another overwrites, which is wrong where subgroups are narrower than they are."""
    heads, head = shape.heads, shape.head

    def body():
        n = size("rows")
        y = dynamic("y", (n, heads, head), dtype)
        log_sum = dynamic("log_sum", (n, heads), "float32")
        other = dynamic("other", (n, heads, head), dtype)
        other_sum = dynamic("other_sum", (n, heads), "float32")
        with threads(bx=blocks(n * heads, THREADS), tx=THREADS) as (bx, tx):
            slot = name(bx * THREADS + tx)
            with when(slot < n * heads):
                row, h = name(slot // heads), name(slot % heads)
                high = name(largest(log_sum[row, h], other_sum[row, h]))
                mine = name(tirx.exp2(log_sum[row, h] - high))
                theirs = name(tirx.exp2(other_sum[row, h] - high))
                both = name(mine + theirs)
                store(log_sum, (row, h), high + tirx.log2(both))
                with loop(head) as d:
                    joined = to("float32", y[row, h, d]) * mine + to("float32", other[row, h, d]) * theirs
                    store(y, (row, h, d), to(dtype, joined / both))

    return define("attend_merge", body)
