"""The base model's own answers, which keep it able to answer in words as it did: replay.jsonl, written by answer-by-base.ts."""

import json
import re
from pathlib import Path
from random import Random

FILE = Path(__file__).with_name("replay.jsonl")
#: One in so many answers is kept for evaluation.
KEPT_BACK = 12
#: Share of the draws that are of answers with an end alone.
WHOLE = 0.4
#: Words of a tool that say nothing about what it does.
EMPTY = set("a an the of to and or in on for from with by at is are it its this that what which how who your you my me one some get give tell do make list name find write show new".split())
#: The app's own tools that may answer what one could answer in words, with words of such questions.
CLOSE = {"calculate": "percent times plus minus average".split(), "add": ["sum"], "string_length": ["letters", "letter", "characters"]}
#: The catalogue's questions of arithmetic, which the app's own tools answer.
ARITHMETIC = re.compile(r"\d")


class Replay:
    """Answers to draw from: those trained on, or those kept back."""

    def __init__(self, trained: bool = True) -> None:
        lines = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []
        self.lines = [line for index, line in enumerate(lines) if (index % KEPT_BACK != 0) == trained]
        self.whole = [line for line in self.lines if "cut" not in line]

    def choose(self, rng: Random) -> dict:
        """A line: mostly one whose answer has an end."""
        return rng.choice(self.whole if rng.random() < WHOLE else self.lines)

    def draw(self, rng: Random, deeds: str, names: set[str]) -> list[tuple[str, str]]:
        """A question and its answer, none that a tool on offer may answer. `deeds` is what those do, `names` who they are."""
        known = set(re.findall(r"[a-z]{4,}", deeds)) - EMPTY
        line = self.choose(rng)
        for _ in range(30):
            asked = set(re.findall(r"[a-zà-ÿ]+", line["q"].lower()))
            close = any(word in asked for name in names for word in CLOSE.get(name, ()))
            of_tool = "tool" in line and (line["tool"] in names or bool(names & set(CLOSE)) and bool(ARITHMETIC.search(line["q"])))
            if not known & asked and not close and not of_tool:
                break
            line = self.choose(rng)
        last = "begun" if line.get("cut") else "model"
        if "then" in line:
            return [("user", line["q"]), ("model", line["a"]), ("user", line["then"]), (last, line["said"])]
        return [("user", line["q"]), (last, line["a"])]
