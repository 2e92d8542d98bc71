"""Trains the adapter: `python -m dev.model.starter.train --minutes 60`. Goes on where the state in its folder stands.

Every worker is a process with one thread, so that on a shared machine none waits for another: it copies the parameters,
computes the gradient of one tree, and adds it to the common one; whoever brings the last tree of a step takes the step.
With `--workers 1` a run gives the same adapter each time.
"""

import argparse
import json
import os
import time
from pathlib import Path

import torch
import torch.multiprocessing as mp

from .adapter import put_adapter, read_adapter
from .base import read_base, read_tokenizer, read_weights
from .generate import Source, encode_tree
from .network import Starter, fuse

WARM_UP = 12
#: The second factors begin at zero and learn this much faster than the first.
OUTER_FASTER = 4.0
BETAS = (0.9, 0.98)
#: A file of this name in the folder ends the run, with a checkpoint.
STOP = "stop"
SMALLEST = 1e-8
#: The least share of the newest values in the average.
SLOWEST = 0.02
CLIP = 1.0


#: What a checkpoint holds.
KEPT = ("values", "average", "mean", "square", "counts")


class State:
    """What the workers share and what a checkpoint holds."""

    def __init__(self, size: int) -> None:
        self.values = torch.zeros(size).share_memory_()
        self.gradient = torch.zeros(size).share_memory_()
        # What the values were over the last steps, on average: better than the values themselves while the rate is high.
        self.average = torch.zeros(size).share_memory_()
        self.mean = torch.zeros(size).share_memory_()
        self.square = torch.zeros(size).share_memory_()
        # next tree, trees in this step, steps done, tokens computed, conversations seen
        self.counts = torch.zeros(5, dtype=torch.long).share_memory_()
        # loss and learned tokens of this step, loss and tokens since the last line of the log
        self.sums = torch.zeros(4, dtype=torch.float64).share_memory_()
        self.lock = mp.get_context("spawn").Lock()

    def save(self, path: Path) -> None:
        """Writes a checkpoint, whole or not at all."""
        part = path.with_suffix(".part")
        torch.save({name: getattr(self, name) for name in KEPT}, part)
        os.replace(part, path)

    def load(self, path: Path) -> None:
        """Reads a checkpoint."""
        kept = torch.load(path)
        for name in KEPT:
            getattr(self, name).copy_(kept.get(name, kept["values"]))
        self.counts[1] = 0


def flatten(model: Starter, out: torch.Tensor | None = None) -> torch.Tensor:
    """The adapter's parameters one after the other."""
    flat = torch.cat([parameter.detach().reshape(-1) for parameter in model.parameters()])
    return flat if out is None else out.copy_(flat)


def paces(model: Starter) -> torch.Tensor:
    """How fast each of the flat parameters learns, relative to the rate."""
    outer = {id(b) for _, b in model.factors().values()}
    parts = [torch.full((p.numel(),), OUTER_FASTER if id(p) in outer else 1.0) for p in model.parameters()]
    return torch.cat(parts)


def unflatten(model: Starter, flat: torch.Tensor) -> None:
    """Puts flat parameters into the model."""
    start = 0
    for parameter in model.parameters():
        parameter.data.copy_(flat[start : start + parameter.numel()].view_as(parameter))
        start += parameter.numel()


def rate_at(options: argparse.Namespace, steps: int, passed: float) -> float:
    """The learning rate: warm-up, level, and a straight fall over the last part of the run."""
    left = 1.0 - passed / (options.minutes * 60)
    return options.rate * min(1.0, (steps + 1) / WARM_UP) * min(1.0, max(0.02, left / options.fall))


def step(state: State, rate: float, pace: torch.Tensor) -> None:
    """One step of Adam with the common gradient."""
    gradient = state.gradient / max(1, int(state.counts[1]))
    gradient *= min(1.0, CLIP / (float(gradient.norm()) + SMALLEST))
    state.counts[2] += 1
    count = int(state.counts[2])
    state.mean.mul_(BETAS[0]).add_(gradient, alpha=1 - BETAS[0])
    state.square.mul_(BETAS[1]).addcmul_(gradient, gradient, value=1 - BETAS[1])
    mean = state.mean / (1 - BETAS[0] ** count)
    square = state.square / (1 - BETAS[1] ** count)
    state.values.addcdiv_(mean.mul_(pace), square.sqrt_().add_(SMALLEST), value=-rate)
    state.average.lerp_(state.values, max(SLOWEST, 8 / (count + 8)))
    state.gradient.zero_()
    state.sums[2] += state.sums[0]
    state.sums[3] += state.sums[1]
    state.sums[:2] = 0
    state.counts[1] = 0


def work(rank: int, options: argparse.Namespace, state: State, weights: dict, started: float) -> None:
    """A worker's life."""
    torch.set_num_threads(1)
    tokenizer = read_tokenizer(read_base())
    model = Starter(weights)
    if options.rounded:
        model.round()
    source = Source()
    pace = paces(model)
    folder = Path(options.folder)
    saved = time.time()
    while time.time() - started < options.minutes * 60 and not (folder / STOP).exists():
        with state.lock:
            index = int(state.counts[0])
            state.counts[0] += 1
            unflatten(model, state.values)
        tree = encode_tree(tokenizer, *source.draw_tree(options.seed, index, options.branches))
        loss, plain, learned = model.loss([tree])
        loss.backward()
        gradient = torch.cat([parameter.grad.reshape(-1) for parameter in model.parameters()])
        model.zero_grad(set_to_none=True)
        with state.lock:
            state.gradient += gradient
            state.sums[0] += plain
            state.sums[1] += learned
            state.counts[1] += 1
            state.counts[3] += tree.size()
            state.counts[4] += len(tree.branches)
            if int(state.counts[1]) >= options.trees:
                rate = rate_at(options, int(state.counts[2]), time.time() - started)
                step(state, rate, pace)
                if int(state.counts[2]) % 10 == 0:
                    log(state, folder, rate, started)
            if time.time() - saved > options.keep * 60 and rank == 0:
                saved = time.time()
                state.save(folder / "state.pt")


def log(state: State, folder: Path, rate: float, started: float) -> None:
    """A line of the learning curve: the loss is that of trees not trained on before."""
    line = {
        "steps": int(state.counts[2]),
        "trees": int(state.counts[0]),
        "conversations": int(state.counts[4]),
        "tokens": int(state.counts[3]),
        "loss": round(float(state.sums[2] / state.sums[3]), 4),
        "rate": round(rate, 6),
        "seconds": round(time.time() - started),
    }
    state.sums[2:] = 0
    with open(folder / "log.jsonl", "a") as file:
        file.write(json.dumps(line) + "\n")


def main() -> None:
    """Starts or goes on with a training."""
    parser = argparse.ArgumentParser(description="Train the starter's adapter.")
    parser.add_argument("--folder", default="/tmp/starter-train", help="where state and log are kept")
    parser.add_argument("--minutes", type=float, default=60, help="length of this run")
    parser.add_argument("--fall", type=float, default=0.4, help="share of the run over which the rate falls")
    parser.add_argument("--rate", type=float, default=5e-4, help="highest learning rate of the first factors")
    parser.add_argument("--trees", type=int, default=1, help="trees of a step")
    parser.add_argument("--branches", type=int, default=14, help="conversations of a tree")
    parser.add_argument("--workers", type=int, default=3, help="processes")
    parser.add_argument("--adapter", help="what a training without a state begins with, e.g. dev/model/starter/starter.adapter")
    parser.add_argument("--rounded", action="store_true", help="frozen products in 8-bit integers: faster, a little less exact")
    parser.add_argument("--keep", type=float, default=3, help="minutes between checkpoints")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    weights = fuse(read_weights(read_base()))
    for weight in weights.values():
        weight.share_memory_()
    model = Starter(weights)
    state = State(flatten(model).numel())
    if (folder / "state.pt").exists():
        state.load(folder / "state.pt")
    else:
        if options.adapter is not None:
            put_adapter(model, read_adapter(Path(options.adapter)))
        flatten(model, state.values)
        state.average.copy_(state.values)
    del model
    (folder / STOP).unlink(missing_ok=True)
    started = time.time()
    mp.spawn(work, (options, state, weights, started), nprocs=options.workers)
    state.save(folder / "state.pt")


if __name__ == "__main__":
    main()
