"""A thin layer over TVM's IR builder, so that a GPU kernel is written as plain Python.

Python loops and ifs are unrolled while the kernel is built; `loop` and `when` are loops and ifs of the
kernel itself. Every kernel is marked as scheduled: TVM translates it to WGSL as it stands."""

from contextlib import ExitStack, contextmanager

from tvm import tirx
from tvm.ir import PrimType
from tvm.script.ir_builder import IRBuilder
from tvm.tirx.script.builder import ir as T

f32 = T.float32
i32 = T.int32
u32 = T.uint32


def define(name, body):
    """The kernel `name`; `body` declares the arguments with `argument`, `dynamic` or `aside`, then opens `threads`."""
    with IRBuilder() as builder:
        with T.prim_func(s_tir=True):
            T.func_name(name)
            T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True, "global_symbol": name})
            body()
    return builder.get()


def size(name):
    """A dimension that is known only at run time."""
    return tirx.Var(name, "int32")


def argument(name, shape, dtype):
    return T.arg(name, T.buffer(tuple(shape), dtype))


def dynamic(name, shape, dtype, offset=None):
    """An argument with run-time dimensions; `offset` is the first element of a view into a larger buffer."""
    handle = T.arg(name, T.handle())
    extra = {} if offset is None else {"elem_offset": offset}
    buffer = T.match_buffer(handle, tuple(shape), dtype, **extra)
    return IRBuilder.name(name, buffer)


def flat_view(name, buffer, count, dtype, offset=None):
    """The same memory, as one row of numbers."""
    extra = {} if offset is None else {"elem_offset": offset}
    return IRBuilder.name(name, T.decl_buffer((count,), dtype, data=buffer.data, **extra))


def number(name, dtype):
    """A scalar argument."""
    return T.arg(name, tirx.Var(name, dtype))


@contextmanager
def threads(**extents):
    """Binds blocks and threads, as in `threads(bx=4, tx=64)`, and yields their indices in that order."""
    tags = {"b": "blockIdx.", "t": "threadIdx."}
    with ExitStack() as stack:
        indices = [
            stack.enter_context(T.thread_binding(0, extent, thread=tags[axis[0]] + axis[1]))
            for axis, extent in extents.items()
        ]
        stack.enter_context(T.sblock("kernel"))
        T.reads()
        T.writes()
        yield indices[0] if len(indices) == 1 else tuple(indices)


def private(count, dtype="float32"):
    """Memory of one thread."""
    return T.sblock_alloc_buffer((count,), dtype, scope="local")


def shared(shape, dtype="float32"):
    """Memory of one workgroup."""
    return T.sblock_alloc_buffer(shape if isinstance(shape, tuple) else (shape,), dtype, scope="shared")


def barrier():
    """All threads of the workgroup arrive before any goes on. Never inside a `when`, nor in a loop whose
    length is read from a buffer: WGSL wants uniform control flow."""
    T.evaluate(T.tvm_storage_sync("shared"))


def store(buffer, indices, value):
    T.buffer_store(buffer, value, list(indices) if isinstance(indices, (tuple, list)) else [indices])


def add(buffer, index, value):
    store(buffer, index, buffer[index] + value)


def name(value):
    """Computes once, then refers to it."""
    return T.Bind(value)


loop = T.serial


@contextmanager
def when(condition):
    with T.If(condition), T.Then():
        yield


def either(condition, yes, no):
    """Both sides may be evaluated."""
    return tirx.Select(condition, yes, no)


def to(dtype, value):
    return value if value.ty == PrimType(dtype) else T.cast(value, dtype)


def half_pair(word):
    """The two 16-bit floats in a u32, low half first; no shader-f16 needed."""
    both = T.Bind(tirx.call_pure_extern("float32x2", "unpack2x16float", word))
    return tirx.Shuffle([both], [0]), tirx.Shuffle([both], [1])


def largest(a, b):
    return tirx.max(a, b)


def smallest(a, b):
    return tirx.min(a, b)


def blocks(count, width):
    return (count + width - 1) // width
