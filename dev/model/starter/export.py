"""Writes the adapter of a checkpoint and the hashes: `python -m dev.model.starter.export`."""

import argparse
import hashlib
import json
from pathlib import Path

import torch

from .adapter import FILE, read_adapter, write_adapter
from .base import BASE_FILE, BASE_SHA256, read_base, read_weights, sha256
from .merge import merge
from .network import Starter, fuse
from .train import unflatten

HERE = Path(__file__).parent


def write_hashes() -> None:
    """Merges the adapter as the app does and writes down what both files must be."""
    merged = merge(BASE_FILE.read_bytes(), read_adapter(FILE))
    hashes = {
        "base": BASE_SHA256,
        "adapter": sha256(FILE),
        "adapter_bytes": FILE.stat().st_size,
        "merged": hashlib.sha256(merged).hexdigest(),
        "bytes": len(merged),
    }
    (HERE / "hashes.json").write_text(json.dumps(hashes, indent=2) + "\n")
    print(json.dumps(hashes))


def keep_curve(log: Path, curve: Path) -> None:
    """Adds a training's log to the curve of those before it, unless it is there already."""
    kept = [json.loads(line) for line in curve.read_text().splitlines()]
    run = max((line["run"] for line in kept), default=0)
    read = [json.loads(line) for line in log.read_text().splitlines()]
    if [line for line in kept if line["run"] == run] == [{"run": run, **line} for line in read]:
        return
    with open(curve, "a") as file:
        for line in read:
            file.write(json.dumps({"run": run + 1, **line}) + "\n")


def main() -> None:
    """Exports."""
    parser = argparse.ArgumentParser(description="Write starter.adapter and hashes.json from a checkpoint.")
    parser.add_argument("--folder", default="/tmp/starter-train", help="the training's folder")
    options = parser.parse_args()
    folder = Path(options.folder)
    model = Starter(fuse(read_weights(read_base())))
    unflatten(model, torch.load(folder / "state.pt")["average"])
    write_adapter(model, FILE)
    write_hashes()
    keep_curve(folder / "log.jsonl", HERE / "curve.jsonl")


if __name__ == "__main__":
    main()
