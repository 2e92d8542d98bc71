"""Writes the adapter of a checkpoint and the hashes: `python -m model.starter.export`."""

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import torch

from .adapter import FILE, read_adapter, write_adapter
from .base import BASE_FILE, BASE_SHA256, read_base, read_weights, sha256
from .merge import merge
from .network import Starter, fuse
from .train import unflatten

HERE = Path(__file__).parent


def main() -> None:
    """Exports."""
    parser = argparse.ArgumentParser(description="Write starter.adapter and hashes.json from a checkpoint.")
    parser.add_argument("--folder", default="/tmp/starter-train", help="the training's folder")
    options = parser.parse_args()
    folder = Path(options.folder)
    model = Starter(fuse(read_weights(read_base())))
    unflatten(model, torch.load(folder / "state.pt")["average"])
    write_adapter(model, FILE)
    merged = merge(BASE_FILE.read_bytes(), read_adapter(FILE))
    hashes = {
        "base": BASE_SHA256,
        "adapter": sha256(FILE),
        "adapter_bytes": FILE.stat().st_size,
        "merged": hashlib.sha256(merged).hexdigest(),
        "bytes": len(merged),
    }
    (HERE / "hashes.json").write_text(json.dumps(hashes, indent=2) + "\n")
    shutil.copyfile(folder / "log.jsonl", HERE / "curve.jsonl")
    print(json.dumps(hashes))


if __name__ == "__main__":
    main()
