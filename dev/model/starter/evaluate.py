"""Measures an adapter: `python -m dev.model.starter.evaluate`. Prints one JSON object and adds it to results.jsonl.

A greedy writer writes a text exactly when every token of it is the likeliest after those before it. So whether the model
would write the expected turn is told by one reading of the whole conversation, without writing: hundreds of cases take
minutes. A turn in any other words counts as wrong, so the figures are a lower bound. `--write` lets the model write.
"""

import argparse
import json
import time
from itertools import product
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from .adapter import FILE, put_adapter, read_adapter
from .base import read_base, read_tokenizer, read_weights
from .generate import SYSTEMS, Conversation, Source, encode_branch, encode_tree
from .network import Normalise, Starter, Tree, fuse, lay_out
from .prompt import END, open_system, turn, write_call, write_system
from .train import unflatten

RESULTS = Path(__file__).with_name("results.jsonl")
PUBLIC = Path(__file__).with_name("public_like.json")
SEED = 900


@torch.no_grad()
def read_likeliest(model: Starter, tree: Tree) -> list[list[bool]]:
    """For each branch whether each of its marked tokens is the likeliest at its place."""
    ordered = sorted(range(len(tree.branches)), key=lambda index: -len(tree.branches[index]))
    tokens, positions, plans, places, targets, _ = lay_out([tree])
    x = F.embedding(tokens, model.embedding)
    for layer in model.layers:
        x = layer(x, model.table[positions], plans)
    x = Normalise.apply(x[places], model.norm)
    right = (F.linear(x, model.embedding).argmax(-1) == targets).tolist()
    found: list[list[bool]] = [[] for _ in tree.branches]
    start = 0
    for index in ordered:
        count = sum(tree.marks[index])
        found[index] = right[start : start + count]
        start += count
    return found


def split_turns(tokenizer: Tokenizer, conversation: Conversation, right: list[bool]) -> list[tuple[str, list[bool]]]:
    """The learned turns of a conversation, each with its tokens' marks."""
    turns, start = [], 0
    for role, text in conversation.steps:
        if role in ("model", "begun"):
            count = len(tokenizer.encode(text + (END if role == "model" else ""), add_special_tokens=False).ids)
            turns.append((text, right[start : start + count]))
            start += count
    return turns


def grade(tokenizer: Tokenizer, conversation: Conversation, right: list[bool]) -> dict[str, bool]:
    """What is right in a conversation."""
    turns = split_turns(tokenizer, conversation, right)
    text, first = turns[0]
    named = len(tokenizer.encode(text.partition("{")[0].rstrip(), add_special_tokens=False).ids) if text.startswith("@") else 1
    return {"all": all(right), "begins": first[0], "tool": all(first[:named]), "first": all(first), "last_begins": turns[-1][1][0]}


def measure_drawn(model: Starter, tokenizer: Tokenizer, source: Source, trees: int, branches: int) -> dict:
    """Shares by kind of conversation: everything right, right tool, right beginning (call or no call)."""
    sums: dict[str, list[int]] = {}
    for index in range(trees):
        system, tools, conversations = source.draw_tree(SEED, index, branches)
        kept = [one for one in conversations if len(encode_branch(tokenizer, one.steps)[0]) <= 420] or conversations[:1]
        tree = encode_tree(tokenizer, system, tools, kept)
        for conversation, right in zip(kept, read_likeliest(model, tree)):
            marks = grade(tokenizer, conversation, right)
            entry = sums.setdefault(conversation.kind, [0, 0, 0, 0, 0])
            for place, value in enumerate((1, marks["all"], marks["tool"], marks["begins"], marks["last_begins"])):
                entry[place] += int(value)
    return {
        kind: {"cases": n, "all_right": a, "right_tool": t, "call_or_not": b, "last_begins": e}
        for kind, (n, a, t, b, e) in sorted(sums.items())
    }


def variants(case: dict) -> list[dict]:
    """Every set of arguments that is right."""
    choices = [value["any"] if isinstance(value, dict) and "any" in value else [value] for value in case["arguments"].values()]
    return [dict(zip(case["arguments"], chosen)) for chosen in product(*choices)]


def measure_public(model: Starter, tokenizer: Tokenizer) -> dict:
    """The hand-written cases: one tool on offer, several, none that fits."""
    content = json.loads(PUBLIC.read_text())
    functions = {function["name"]: function for function in content["functions"]}
    sums = {"one": [0, 0, 0, 0], "several": [0, 0, 0, 0], "none": [0, 0, 0, 0]}
    wrong = []
    for case in content["cases"]:
        tools = [functions[name] for name in case["offer"]]
        group = "none" if case["call"] is None else "one" if len(tools) == 1 else "several"
        answers = ["@"] if case["call"] is None else [write_call(case["call"], arguments) for arguments in variants(case)]
        prefix = tokenizer.encode(open_system(write_system(SYSTEMS[0], tools)), add_special_tokens=False).ids
        asked = tokenizer.encode(turn(case["question"]), add_special_tokens=False).ids
        endings = [tokenizer.encode(answer + ("" if group == "none" else END), add_special_tokens=False).ids for answer in answers]
        tree = Tree(prefix, [asked + ending for ending in endings], [[False] * len(asked) + [True] * len(ending) for ending in endings])
        found = read_likeliest(model, tree)
        named = len(tokenizer.encode(answers[0].partition(" {")[0], add_special_tokens=False).ids)
        called = found[0][0]
        entry = sums[group]
        entry[0] += 1
        entry[1] += int(called)
        entry[2] += int(group != "none" and all(found[0][:named]))
        entry[3] += int(not called if group == "none" else any(all(one) for one in found))
        if not (not called if group == "none" else any(all(one) for one in found)):
            wrong.append(case["question"])
    return {
        group: {"cases": n, "a_call": c, "right_tool": t, "right": r} for group, (n, c, t, r) in sums.items()
    } | {"wrong": wrong}


def write_answers(model: Starter, tokenizer: Tokenizer, count: int) -> None:
    """Lets the model write its answers to the hand-written cases, for a person to read."""
    content = json.loads(PUBLIC.read_text())
    functions = {function["name"]: function for function in content["functions"]}
    stop = {tokenizer.token_to_id(END)}
    for case in content["cases"][:: max(1, len(content["cases"]) // count)]:
        tools = [functions[name] for name in case["offer"]]
        prompt = open_system(write_system(SYSTEMS[0], tools)) + turn(case["question"])
        written, _ = model.generate(tokenizer.encode(prompt, add_special_tokens=False).ids, None, stop, 60)
        print(f"{case['question']}\n    {tokenizer.decode(written, skip_special_tokens=False)}", flush=True)


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description="Measure the starter with an adapter.")
    parser.add_argument("--state", help="a training's checkpoint, instead of the adapter's file")
    parser.add_argument("--part", default="average", choices=["average", "values"], help="which of the checkpoint")
    parser.add_argument("--adapter", default=str(FILE))
    parser.add_argument("--base", action="store_true", help="without any adapter")
    parser.add_argument("--trees", type=int, default=12)
    parser.add_argument("--branches", type=int, default=14)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--write", type=int, default=0, help="let the model write so many answers")
    parser.add_argument("--public", action="store_true", help="the hand-written cases only")
    parser.add_argument("--note", default="")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    started = time.time()
    reader = read_base()
    tokenizer = read_tokenizer(reader)
    model = Starter(fuse(read_weights(reader)))
    line: dict = {"note": options.note}
    if options.state:
        kept = torch.load(options.state)
        unflatten(model, kept[options.part])
        _, _, steps, tokens, conversations = kept["counts"].tolist()
        line |= {"steps": steps, "conversations": conversations, "tokens": tokens}
    elif not options.base:
        put_adapter(model, read_adapter(Path(options.adapter)))
    model.merge()
    if options.write:
        write_answers(model, tokenizer, options.write)
        return
    line["public_like"] = measure_public(model, tokenizer)
    if not options.public:
        line["new_questions"] = measure_drawn(model, tokenizer, Source(trained=False), options.trees, options.branches)
        unseen = Source(trained=False, held_out_tools=True)
        line["new_tools"] = measure_drawn(model, tokenizer, unseen, options.trees, options.branches)
    line["seconds"] = round(time.time() - started)
    print(json.dumps(line, indent=1))
    with open(RESULTS, "a") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
