"""SmolLM2-135M in PyTorch with low-rank adapters, for training on trees and for cached generation.

A *tree* is one shared beginning (the system text with its tools) and several branches (conversations) that each go on
from it without seeing one another. Every token takes the position that it would have in its own conversation, so a tree
gives what its conversations would give one by one; the beginning is computed once.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .base import EPSILON, HEAD, HEADS, KV_HEADS, LAYERS, PRODUCTS, ROPE_BASE, WIDTH

RANK = 16
#: What the product of the two factors is multiplied by.
SCALE = 2.0
MAX_POSITIONS = 4096
#: A branch shorter than this share of the longest of its group begins another group.
MIN_SHARE = 0.72
#: What the first token of a turn counts: it decides between a call and a sentence.
FIRST_WEIGHT = 5.0


@dataclass
class Tree:
    """Token numbers of a shared beginning and of its branches; `marks` says which tokens are to be learned."""

    prefix: list[int]
    branches: list[list[int]]
    marks: list[list[bool]]

    def size(self) -> int:
        """How many tokens are computed for it."""
        return len(self.prefix) + sum(len(branch) for branch in self.branches)


@dataclass
class Plan:
    """A tree laid out flat: where its tokens stand, and who may look at whom."""

    start: int
    prefix: int
    groups: list[tuple[Tensor, Tensor, Tensor]]


def group_by_length(tree: Tree) -> list[list[tuple[list[int], list[bool]]]]:
    """Branches of about the same length together, the longest first, so that little is padded."""
    ordered = sorted(zip(tree.branches, tree.marks), key=lambda pair: -len(pair[0]))
    groups = [[ordered[0]]]
    for pair in ordered[1:]:
        if len(pair[0]) < MIN_SHARE * len(groups[-1][0][0]):
            groups.append([])
        groups[-1].append(pair)
    return groups


def lay_out(trees: list[Tree]) -> tuple[Tensor, Tensor, list[Plan], Tensor, Tensor, Tensor]:
    """Gives tokens, positions, a plan for each tree, the places to predict from, and the tokens to predict with weights."""
    tokens: list[int] = []
    positions: list[int] = []
    plans: list[Plan] = []
    places: list[int] = []
    targets: list[int] = []
    weights: list[float] = []
    for tree in trees:
        start, length = len(tokens), len(tree.prefix)
        tokens += tree.prefix
        positions += range(length)
        groups = []
        for group in group_by_length(tree):
            longest = len(group[0][0])
            gather = torch.zeros(len(group), longest, dtype=torch.long)
            valid = torch.zeros(len(group), longest, dtype=torch.bool)
            for row, (branch, marks) in enumerate(group):
                begin = len(tokens)
                gather[row, : len(branch)] = torch.arange(begin, begin + len(branch))
                valid[row, : len(branch)] = True
                tokens += branch
                positions += range(length, length + len(branch))
                for offset, marked in enumerate(marks):
                    if marked:
                        places.append(begin + offset - 1)
                        targets.append(branch[offset])
                        weights.append(1.0 if marks[offset - 1] else FIRST_WEIGHT)
            causal = torch.ones(longest, longest, dtype=torch.bool).tril()
            mask = torch.cat([torch.ones(longest, length, dtype=torch.bool), causal], dim=1)[None, None]
            groups.append((gather, valid, mask))
        plans.append(Plan(start, length, groups))
    return torch.tensor(tokens), torch.tensor(positions), plans, torch.tensor(places), torch.tensor(targets), torch.tensor(weights)


def rotation_table() -> Tensor:
    """Unit complex numbers by position and pair: ggml turns neighbouring pairs of a head's numbers."""
    frequencies = 1.0 / ROPE_BASE ** (torch.arange(0, HEAD, 2, dtype=torch.float64) / HEAD)
    angles = torch.arange(MAX_POSITIONS, dtype=torch.float64)[:, None] * frequencies
    return torch.polar(torch.ones_like(angles), angles).to(torch.complex64)


def rotate(x: Tensor, table: Tensor) -> Tensor:
    """Turns the heads of `x` (…, tokens, heads, HEAD) by `table` (tokens, HEAD / 2)."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], HEAD // 2, 2))
    return torch.view_as_real(pairs * table.unsqueeze(-2)).flatten(-2)


#: Products of the same input are computed as one.
GROUPS = (("attn_q", "attn_k", "attn_v"), ("attn_output",), ("ffn_gate", "ffn_up"), ("ffn_down",))


def fuse(weights: dict[str, np.ndarray]) -> dict[str, Tensor]:
    """The file's tensors, with those of a group joined under the name of its first."""
    found = {name: torch.from_numpy(weight) for name, weight in weights.items()}
    for index in range(LAYERS):
        for group in GROUPS:
            parts = [found.pop(f"blk.{index}.{name}.weight") for name in group]
            found[f"blk.{index}.{group[0]}.weight"] = torch.cat(parts)
    return found


class Normalise(torch.autograd.Function):
    """Divides by the root of the mean square and multiplies by a frozen weight; keeps only its input."""

    @staticmethod
    def forward(context, x: Tensor, weight: Tensor) -> Tensor:
        scale = torch.rsqrt(x.square().mean(-1, keepdim=True).add_(EPSILON))
        context.save_for_backward(x, weight, scale)
        return (x * scale).mul_(weight)

    @staticmethod
    def backward(context, gradient: Tensor) -> tuple[Tensor, None]:
        x, weight, scale = context.saved_tensors
        inner = gradient * weight
        shift = (inner * x).mean(-1, keepdim=True).mul_(scale.square())
        return inner.addcmul_(x, shift, value=-1).mul_(scale), None


class Gate(torch.autograd.Function):
    """silu(gate) * up of both halves of its input; keeps only its input."""

    @staticmethod
    def forward(context, x: Tensor) -> Tensor:
        context.save_for_backward(x)
        gate, up = x.chunk(2, dim=-1)
        return F.silu(gate).mul_(up)

    @staticmethod
    def backward(context, gradient: Tensor) -> Tensor:
        (x,) = context.saved_tensors
        gate, up = x.chunk(2, dim=-1)
        out = torch.empty_like(x)
        left, right = out.chunk(2, dim=-1)
        soft = torch.sigmoid(gate)
        torch.mul(gate, soft, out=right)
        # The slope of silu is s + g s (1 - s).
        torch.addcmul(soft, right, 1 - soft, out=left)
        left.mul_(up).mul_(gradient)
        right.mul_(gradient)
        return out


def round_rows(x: Tensor) -> tuple[Tensor, Tensor]:
    """Rows as 8-bit integers, and what each row's integers are multiplied by."""
    scale = x.abs().amax(-1, keepdim=True).div_(127).clamp_(min=1e-12)
    return (x / scale).round_().to(torch.int8), scale


class Rounded(torch.autograd.Function):
    """A product with a frozen weight in 8-bit integers, forward and backward, for training on processors.

    The weight is given by rows and by columns, each with its scales. A gradient computed so has a cosine of 0.97 with the
    exact one, and a step takes three quarters of the time.
    """

    @staticmethod
    def forward(context, x: Tensor, rows: Tensor, row_scales: Tensor, columns: Tensor, column_scales: Tensor) -> Tensor:
        context.weight = (columns, column_scales)
        rounded, scale = round_rows(x)
        return torch._int_mm(rounded, rows).float().mul_(scale).mul_(row_scales)

    @staticmethod
    def backward(context, gradient: Tensor) -> tuple[Tensor, None, None, None, None]:
        columns, column_scales = context.weight
        rounded, scale = round_rows(gradient)
        return torch._int_mm(rounded, columns).float().mul_(scale).mul_(column_scales), None, None, None, None


def round_weight(weight: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `Rounded` needs of a weight."""
    rows, row_scales = round_rows(weight)
    columns, column_scales = round_rows(weight.t())
    return rows.t().contiguous(), row_scales[:, 0], columns.t().contiguous(), column_scales[:, 0]


class Fused(nn.Module):
    """Several products of one input, computed as one, each with its own pair of low-rank factors."""

    def __init__(self, weights: dict[str, Tensor], names: tuple[str, ...], layer: int) -> None:
        super().__init__()
        self.names = names
        self.sizes = [PRODUCTS[name][0] for name in names]
        self.register_buffer("weight", weights[f"blk.{layer}.{names[0]}.weight"], persistent=False)
        inputs = PRODUCTS[names[0]][1]
        self.a = nn.ParameterList([torch.randn(RANK, inputs) / math.sqrt(inputs) for _ in names])
        self.b = nn.ParameterList([torch.zeros(size, RANK) for size in self.sizes])
        self.merged = False
        self.rounded: tuple[Tensor, Tensor, Tensor, Tensor] | None = None

    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight) if self.rounded is None else Rounded.apply(x, *self.rounded)
        if self.merged:
            return y
        inner = F.linear(x, torch.cat(list(self.a)))
        outer = torch.block_diag(*self.b) if len(self.names) > 1 else self.b[0]
        return torch.addmm(y, inner, outer.t(), alpha=SCALE)

    @torch.no_grad()
    def merge(self) -> None:
        """Adds the adapter to the weights for good, for generation."""
        if not self.merged:
            parts = [SCALE * (b @ a) for a, b in zip(self.a, self.b)]
            self.weight = self.weight + torch.cat(parts)
            self.merged = True


class Layer(nn.Module):
    """One layer of the decoder."""

    def __init__(self, weights: dict[str, Tensor], index: int) -> None:
        super().__init__()
        self.register_buffer("norm1", weights[f"blk.{index}.attn_norm.weight"], persistent=False)
        self.register_buffer("norm2", weights[f"blk.{index}.ffn_norm.weight"], persistent=False)
        self.qkv, self.out, self.gate_up, self.down = (Fused(weights, group, index) for group in GROUPS)

    def project(self, x: Tensor, table: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Queries, keys and values of flat tokens: (tokens, heads, HEAD)."""
        q, k, v = self.qkv(Normalise.apply(x, self.norm1)).split(self.qkv.sizes, dim=-1)
        q = rotate(q.reshape(-1, HEADS, HEAD), table)
        k = rotate(k.reshape(-1, KV_HEADS, HEAD), table)
        return q, k, v.reshape(-1, KV_HEADS, HEAD)

    def finish(self, x: Tensor, attended: Tensor) -> Tensor:
        """What follows attention."""
        x = x + self.out(attended)
        return x + self.down(Gate.apply(self.gate_up(Normalise.apply(x, self.norm2))))

    def forward(self, x: Tensor, table: Tensor, plans: list[Plan]) -> Tensor:
        q, k, v = self.project(x, table)
        attended = []
        for plan in plans:
            span = slice(plan.start, plan.start + plan.prefix)
            heads = lambda t: t[span].transpose(0, 1)[None]  # noqa: E731
            kp, vp = heads(k), heads(v)
            trunk = F.scaled_dot_product_attention(heads(q), kp, vp, is_causal=True, enable_gqa=True)
            attended.append(trunk[0].transpose(0, 1).reshape(-1, WIDTH))
            for gather, valid, mask in plan.groups:
                rows = gather.shape[0]
                qb, kb, vb = (t[gather].transpose(1, 2) for t in (q, k, v))
                kb = torch.cat([kp.expand(rows, -1, -1, -1), kb], dim=2)
                vb = torch.cat([vp.expand(rows, -1, -1, -1), vb], dim=2)
                crown = F.scaled_dot_product_attention(qb, kb, vb, attn_mask=mask, enable_gqa=True)
                attended.append(crown.transpose(1, 2)[valid].reshape(-1, WIDTH))
        return self.finish(x, torch.cat(attended))


class Starter(nn.Module):
    """The decoder with adapters on all seven products of each layer; everything else is frozen."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__()
        self.register_buffer("embedding", weights["token_embd.weight"], persistent=False)
        self.register_buffer("norm", weights["output_norm.weight"], persistent=False)
        self.register_buffer("table", rotation_table(), persistent=False)
        self.layers = nn.ModuleList([Layer(weights, index) for index in range(LAYERS)])

    def factors(self) -> dict[str, tuple[nn.Parameter, nn.Parameter]]:
        """The adapter's two factors (RANK × inputs, outputs × RANK) by the tensor's name in the GGUF."""
        found = {}
        for index, layer in enumerate(self.layers):
            for group in (layer.qkv, layer.out, layer.gate_up, layer.down):
                for name, a, b in zip(group.names, group.a, group.b):
                    found[f"blk.{index}.{name}.weight"] = (a, b)
        assert len(found) == LAYERS * len(PRODUCTS)
        return found

    def round(self) -> None:
        """Computes the products with frozen weights in 8-bit integers from now on: for training only."""
        for module in self.modules():
            if isinstance(module, Fused):
                module.rounded = round_weight(module.weight)

    def merge(self) -> None:
        """Adds the adapter to the weights for good."""
        for module in self.modules():
            if isinstance(module, Fused):
                module.merge()

    def loss(self, trees: list[Tree]) -> tuple[Tensor, float, int]:
        """The weighted mean loss of all marked tokens, the plain sum of their losses, and their number."""
        tokens, positions, plans, places, targets, weights = lay_out(trees)
        x = F.embedding(tokens, self.embedding)
        table = self.table[positions]
        for layer in self.layers:
            x = layer(x, table, plans)
        x = Normalise.apply(x[places], self.norm)
        losses = F.cross_entropy(F.linear(x, self.embedding), targets, reduction="none")
        return losses @ weights / weights.sum(), float(losses.detach().sum()), len(places)

    @torch.no_grad()
    def read(self, tokens: list[int], cache: list[tuple[Tensor, Tensor]] | None) -> tuple[Tensor, list]:
        """Reads tokens after what `cache` holds; gives the logits after the last, and the longer cache."""
        begin = 0 if cache is None else cache[0][0].shape[2]
        x = F.embedding(torch.tensor(tokens), self.embedding)
        table = self.table[begin : begin + len(tokens)]
        longer = []
        for index, layer in enumerate(self.layers):
            q, k, v = layer.project(x, table)
            k, v = k.transpose(0, 1)[None], v.transpose(0, 1)[None]
            if cache is not None:
                k, v = torch.cat([cache[index][0], k], dim=2), torch.cat([cache[index][1], v], dim=2)
            longer.append((k, v))
            mask = torch.ones(len(tokens), begin + len(tokens), dtype=torch.bool).tril(begin)
            y = F.scaled_dot_product_attention(q.transpose(0, 1)[None], k, v, attn_mask=mask, enable_gqa=True)
            x = layer.finish(x, y[0].transpose(0, 1).reshape(-1, WIDTH))
        last = Normalise.apply(x[-1], self.norm)
        return F.linear(last, self.embedding), longer

    def generate(self, tokens: list[int], cache: list | None, stop: set[int], most: int) -> tuple[list[int], list]:
        """Greedy: reads `tokens`, then writes until a stop token, which is neither given back nor read."""
        written: list[int] = []
        logits, cache = self.read(tokens, cache)
        while len(written) < most:
            best = int(logits.argmax())
            if best in stop:
                break
            written.append(best)
            logits, cache = self.read([best], cache)
        return written, cache
