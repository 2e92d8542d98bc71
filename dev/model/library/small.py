"""Everything that is neither a product nor attention: norms, the last row, and WebLLM's sampling functions."""

from functools import cache

from tvm import tirx

from .kernel import T, add, argument, barrier, blocks, define, dynamic, either, f32, i32, largest, loop, name
from .kernel import private, shared, size, smallest, store, threads, to, when

LOWEST = -1.0e30  # below every logit, and still finite when divided by the lowest temperature (1e-6)
LOG2E = 1.4426950408889634


@cache
def rms_norm(width, epsilon, dtype, team=64):
    """One workgroup per row; every thread adds up all the partial sums itself, so that one barrier suffices."""
    each = blocks(width, team)

    def body():
        rows = size("rows")
        x = dynamic("x", (1, rows, width), dtype)
        weight = argument("weight", (width,), "float32")
        y = dynamic("y", (1, rows, width), dtype)
        with threads(bx=rows, tx=team) as (row, tx):
            squares, total = shared(team), private(1)
            store(total, 0, f32(0))
            with loop(each) as step:
                at = name(step * team + tx)
                with when(at < width):
                    value = name(to("float32", x[0, row, at]))
                    add(total, 0, value * value)
            store(squares, tx, total[0])
            barrier()
            store(total, 0, f32(0))
            with loop(team) as other:
                add(total, 0, squares[other])
            factor = name(tirx.rsqrt(total[0] * f32(1 / width) + f32(epsilon)))
            with loop(each) as step:
                at = name(step * team + tx)
                with when(at < width):
                    store(y, (0, row, at), to(dtype, to("float32", x[0, row, at]) * factor * weight[at]))

    return define("rms_norm", body)


@cache
def head_norm(heads, kv_heads, head, epsilon, dtype, team=256):
    """Qwen3: queries and keys are normalised per head before they turn; values pass. One thread owns a head."""
    every = heads + 2 * kv_heads

    def body():
        rows = size("rows")
        joined = dynamic("joined", (1, rows, every, head), dtype)
        q_weight = argument("q_weight", (head,), "float32")
        k_weight = argument("k_weight", (head,), "float32")
        y = dynamic("y", (1, rows, every, head), dtype)
        with threads(bx=blocks(rows * every, team), tx=team) as (bx, tx):
            slot = name(bx * team + tx)
            with when(slot < rows * every):
                row, h = name(slot // every), name(slot % every)
                total = private(1)
                store(total, 0, f32(0))
                with loop(head) as d:
                    value = name(to("float32", joined[0, row, h, d]))
                    add(total, 0, value * value)
                factor = name(tirx.rsqrt(total[0] * f32(1 / head) + f32(epsilon)))
                with loop(head) as d:
                    value = name(to("float32", joined[0, row, h, d]))
                    weight = name(either(h < heads, q_weight[d], k_weight[d]))
                    normal = either(h < heads + kv_heads, value * factor * weight, value)
                    store(y, (0, row, h, d), to(dtype, normal))

    return define("head_norm", body)


@cache
def last_row(width, dtype, team=256):
    def body():
        rows = size("rows")
        x = dynamic("x", (1, rows, width), dtype)
        y = argument("y", (1, 1, width), dtype)
        with threads(bx=blocks(width, team), tx=team) as (bx, tx):
            at = name(bx * team + tx)
            with when(at < width):
                store(y, (0, 0, at), x[0, rows - 1, at])

    return define("last_row", body)


def mask_logits(vocabulary, team=256):
    """Tokens whose bit is 0 get the lowest logit."""
    words, groups = blocks(vocabulary, 32), blocks(vocabulary, team)

    def body():
        rows, masks, count = size("rows"), size("masks"), size("count")
        logits = dynamic("logits", (rows, vocabulary), "float32")
        sequences = dynamic("sequences", (count,), "int32")
        mask = dynamic("mask", (masks, words), "int32")
        with threads(bx=count * groups, tx=team) as (bx, tx):
            row = name(sequences[bx // groups])
            token = name(bx % groups * team + tx)
            with when(token < vocabulary):
                with when(tirx.bitwise_and(mask[row, token // 32] >> (token % 32), i32(1)) == 0):
                    store(logits, (row, token), f32(LOWEST))

    return define("mask_logits", body)


def penalise(vocabulary, team=256):
    """Presence and frequency penalties are subtracted, then the repetition penalty divides what is positive and
    multiplies what is not."""

    def body():
        rows, count, tokens = size("rows"), size("count"), size("tokens")
        logits = dynamic("logits", (rows, vocabulary), "float32")
        sequences = dynamic("sequences", (count,), "int32")
        place = dynamic("place", (tokens,), "int32")
        ids = dynamic("ids", (tokens,), "int32")
        seen = dynamic("seen", (tokens,), "int32")
        penalties = dynamic("penalties", (count, 3), "float32")
        with threads(bx=blocks(tokens, team), tx=team) as (bx, tx):
            at = name(bx * team + tx)
            with when(at < tokens):
                which = name(place[at])
                row, token = name(sequences[which]), name(ids[at])
                lower = penalties[which, 0] + T.cast(seen[at], "float32") * penalties[which, 1]
                value = name(logits[row, token] - lower)
                again = name(penalties[which, 2])
                store(logits, (row, token), either(value > 0, value / again, value * again))

    return define("penalise", body)


def bias_logits(vocabulary, team=256):
    def body():
        rows, tokens = size("rows"), size("tokens")
        logits = dynamic("logits", (rows, vocabulary), "float32")
        place = dynamic("place", (tokens,), "int32")
        ids = dynamic("ids", (tokens,), "int32")
        bias = dynamic("bias", (tokens,), "float32")
        with threads(bx=blocks(tokens, team), tx=team) as (bx, tx):
            at = name(bx * team + tx)
            with when(at < tokens):
                add_to = (place[at], ids[at])
                store(logits, add_to, logits[add_to] + bias[at])

    return define("bias_logits", body)


def reduce(memory, slot, team, join):
    """`slot[0]` of every thread, joined in every thread."""
    barrier()
    with loop(team) as other:
        store(slot, 0, join(slot[0], memory[other]))
    barrier()


def softmax(vocabulary, team):
    """softmax(logits / temperature), one workgroup per row."""
    steps = blocks(vocabulary, team)

    def body():
        rows = size("rows")
        logits = dynamic("logits", (rows, 1, vocabulary), "float32")
        temperature = dynamic("temperature", (rows,), "float32")
        y = dynamic("y", (rows, 1, vocabulary), "float32")
        with threads(bx=rows, tx=team) as (row, tx):
            memory, slot, high = shared(team), private(1), private(1)

            def each(act):
                with loop(steps) as step:
                    at = name(step * team + tx)
                    if vocabulary % team == 0:
                        act(at)
                    else:
                        with when(at < vocabulary):
                            act(at)

            factor = name(f32(LOG2E) / temperature[row])
            store(slot, 0, f32(LOWEST))
            each(lambda at: store(slot, 0, largest(slot[0], logits[row, 0, at])))
            store(memory, tx, slot[0])
            reduce(memory, slot, team, largest)
            store(high, 0, slot[0])

            def weigh(at):
                weight = name(tirx.exp2((logits[row, 0, at] - high[0]) * factor))
                store(y, (row, 0, at), weight)
                add(slot, 0, weight)

            store(slot, 0, f32(0))
            each(weigh)
            store(memory, tx, slot[0])
            store(slot, 0, f32(0))
            reduce(memory, slot, team, lambda a, b: a + b)
            each(lambda at: store(y, (row, 0, at), y[row, 0, at] / slot[0]))

    return define("softmax_temperature", body)


def identity(vocabulary, team=256):
    """The order of the vocabulary itself: sampling below needs no sorting."""
    groups = blocks(vocabulary, team)

    def body():
        rows = size("rows")
        y = dynamic("y", (rows, vocabulary), "int32")
        with threads(bx=rows * groups, tx=team) as (bx, tx):
            token = name(bx % groups * team + tx)
            with when(token < vocabulary):
                store(y, (bx // groups, token), token)

    return define("identity", body)


def sample(vocabulary, team, halvings=24):
    """Top-p sampling in vocabulary order. Halving finds a threshold whose tokens (at least as likely as it) hold the
    mass top_p, to 2^-24 of the highest probability; the uniform number u then picks the token at which their running
    sum passes u times their whole mass. Once the threshold is the highest probability itself (a low temperature or a
    small top_p), the passes over the vocabulary are skipped."""
    each = blocks(vocabulary, team)

    def body():
        rows, samples = size("rows"), size("samples")
        chances = dynamic("chances", (rows, vocabulary), "float32")
        order = dynamic("order", (rows, vocabulary), "int32")
        uniform = dynamic("uniform", (samples,), "float32")
        row_of = dynamic("row_of", (samples,), "int32")
        top_p = dynamic("top_p", (rows,), "float32")
        y = dynamic("y", (samples,), "int32")
        with threads(bx=samples, tx=team) as (bx, tx):
            memory, found, reserve = shared(team), shared(team, "int32"), shared(team, "int32")
            slot, low, high, middle, running, target = (private(1) for _ in range(6))
            pick, last = private(1, "int32"), private(1, "int32")
            row = name(row_of[bx])

            def over(act, contiguous=False):
                with loop(each) as step:
                    at = name(tx * each + step if contiguous else step * team + tx)
                    with when(at < vocabulary):
                        act(at)

            def mass_from(threshold, contiguous=False):
                store(slot, 0, f32(0))

                def count(at):
                    chance = name(chances[row, at])
                    add(slot, 0, either(chance >= threshold[0], chance, f32(0)))

                over(count, contiguous)

            store(slot, 0, f32(0))
            over(lambda at: store(slot, 0, largest(slot[0], chances[row, at])))
            store(memory, tx, slot[0])
            reduce(memory, slot, team, largest)
            store(high, 0, slot[0])
            store(low, 0, f32(0))
            with loop(halvings + 1) as turn:
                store(middle, 0, either(turn == 0, high[0], (low[0] + high[0]) * f32(0.5)))
                store(slot, 0, f32(0))
                with when(low[0] < high[0]):
                    mass_from(middle)
                store(memory, tx, slot[0])
                store(slot, 0, f32(0))
                reduce(memory, slot, team, lambda a, b: a + b)
                enough = name(slot[0] >= top_p[row])
                with when(low[0] < high[0]):
                    store(high, 0, either(enough, high[0], middle[0]))
                    store(low, 0, either(enough, middle[0], low[0]))
            # Each thread owns a run of neighbouring tokens; the masses of the runs before it come first.
            mass_from(low, contiguous=True)
            store(memory, tx, slot[0])
            barrier()
            store(running, 0, f32(0))
            store(target, 0, f32(0))
            with loop(team) as other:
                add(running, 0, either(other < tx, memory[other], f32(0)))
                add(target, 0, memory[other])
            store(target, 0, target[0] * uniform[bx])
            store(pick, 0, i32(vocabulary))
            store(last, 0, i32(0))

            def walk(at):
                chance = name(chances[row, at])
                with when(tirx.all(chance >= low[0], chance > 0)):
                    add(running, 0, chance)
                    store(last, 0, at)
                    with when(tirx.all(pick[0] == vocabulary, running[0] >= target[0])):
                        store(pick, 0, at)

            over(walk, contiguous=True)
            store(found, tx, pick[0])
            store(reserve, tx, last[0])
            barrier()
            with loop(team) as other:
                store(pick, 0, smallest(pick[0], found[other]))
                store(last, 0, largest(last[0], reserve[other]))
            with when(tx == 0):  # rounding can leave the target above the last sum: then the last likely token
                store(y, bx, order[row, either(pick[0] < vocabulary, pick[0], last[0])])

    return define("sample_top_p", body)
