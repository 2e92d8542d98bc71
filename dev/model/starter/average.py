"""Averages the adapters of two trainings of which one began with the other: `python -m dev.model.starter.average OLDER NEWER`."""

import argparse
from pathlib import Path

from .adapter import FILE, put_adapter, read_adapter, write_adapter
from .base import read_base, read_weights
from .export import write_hashes
from .network import Starter, fuse


def main() -> None:
    """Writes starter.adapter and hashes.json."""
    parser = argparse.ArgumentParser(description="Write the average of two adapters, factor by factor.")
    parser.add_argument("older", type=Path)
    parser.add_argument("newer", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="weight of the newer one, from 0 to 1")
    options = parser.parse_args()
    older, newer = read_adapter(options.older), read_adapter(options.newer)
    share = options.share
    mixed = {name: tuple((1 - share) * a + share * b for a, b in zip(older[name], newer[name], strict=True)) for name in older}
    model = Starter(fuse(read_weights(read_base())))
    put_adapter(model, mixed)
    write_adapter(model, FILE)
    write_hashes()


if __name__ == "__main__":
    main()
