"""Writes the system text that probe.ts asks with: `python -m dev.model.starter.probe_system`."""

from pathlib import Path

from .builtins import AGENT, CONSTANT, SKILLS, SPECS
from .prompt import write_system

FILE = Path(__file__).with_name("probe-system.txt")


def main() -> None:
    """The assistant's words and its eight tools as the app lists them."""
    FILE.write_text(write_system(f"{AGENT}\n{SKILLS['assistant'][0]}", [SPECS[name] for name in CONSTANT]) + "\n")


if __name__ == "__main__":
    main()
