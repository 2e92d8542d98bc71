"""Checks of the starter's training: `python -m dev.model.starter.check`. Each one fails when what it names does not hold."""

import json
import re
import tempfile
from pathlib import Path
from random import Random

import numpy as np
import torch
from gguf import GGMLQuantizationType, quants

from .adapter import FILE, MAX_BYTES, put_adapter, quantise, read_adapter, write_adapter
from .base import BASE_FILE, read_base, read_tokenizer, read_weights, sha256
from .builtins import SPECS, date_add, days_between
from .catalogue import fill, read_catalogue
from .compose import compose
from .generate import READERS, WEIGHTS, Source, encode_branch, encode_tree
from .merge import dequantise_q4_1, merge, quantise_q8_0
from .prompt_cases import FILE as PROMPT_CASES
from .prompt_cases import draw_prompt_cases
from .network import SCALE, Gate, Normalise, Starter, Tree, fuse
from .prompt import cut, open_system, turn, write_call, write_results, write_system

HASHES = Path(__file__).with_name("hashes.json")


def check_catalogue() -> None:
    """There are at least 250 tools, and every question of each names all that the tool needs."""
    tools = read_catalogue() + compose()
    assert len(tools) + len(SPECS) + len(READERS) >= 250, len(tools)
    rng = Random(1)
    for tool in tools:
        assert len(tool.questions) >= 3, tool.name
        for question in tool.questions:
            for _ in range(6):
                filled = fill(rng, tool, question)
                needed = {param.name for param in tool.params if not param.optional}
                known = {param.name for param in tool.params}
                kinds = {param.name: param.kind.schema() for param in tool.params}
                assert all(matches(value, kinds[name]) for name, value in filled.arguments.items()), filled.text
                assert needed <= set(filled.arguments) <= known, (tool.name, question)
                assert "{" not in filled.text.replace("{", "", filled.text.count("[{")), filled.text


def matches(value: object, schema: dict) -> bool:
    """Whether a value is of a schema's type."""
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "array":
            return isinstance(value, list) and all(matches(one, schema["items"]) for one in value)
        case "object":
            members = schema["properties"]
            return isinstance(value, dict) and set(value) <= set(members) and all(matches(one, members[key]) for key, one in value.items())
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
    return isinstance(value, str)


def check_calls() -> None:
    """Every call that is to be learned names a tool on offer and has arguments of its schema, in its order."""
    for trained, held_out in ((True, False), (False, True)):
        source = Source(trained, held_out)
        for index in range(120):
            _, tools, conversations = source.draw_tree(3, index, 8)
            schemas = {tool["name"]: tool["parameters"] for tool in tools}
            assert len(schemas) == len(tools)
            for conversation in conversations:
                for role, text in conversation.steps:
                    for line in text.splitlines() if role == "model" and text.startswith("@") else []:
                        _, name, arguments = line.split(" ", 2)
                        given = json.loads(arguments)
                        members = schemas[name]["properties"]
                        assert all(matches(value, members[key]) for key, value in given.items()), line
                        assert list(given) == [key for key in members if key in given], line
                        assert conversation.kind == "repaired" or set(schemas[name]["required"]) <= set(given), line


def check_kinds() -> None:
    """Every kind of conversation is drawn, three steps and calls of one turn among them, and a date in words is written as YYYY-MM-DD."""
    source = Source()
    drawn = [one for index in range(240) for one in source.draw_tree(5, index, 8)[2]]
    kinds = [one.kind for one in drawn]
    assert set(WEIGHTS) | {"replay", "bare", "cannot", "recalled", "said", "file", "table", "turns", "built_in"} <= set(kinds)
    # Some two fifths of all conversations are the base's own answers, and no canned refusal is left.
    assert 0.36 < (kinds.count("replay") + kinds.count("bare")) / len(kinds) < 0.5
    assert not any(text.startswith("I have no tool") for one in drawn for role, text in one.steps if role == "model")
    calls = [[text for role, text in one.steps if role == "model" and text.startswith("@tool ")] for one in drawn]
    assert sum(len(texts) >= 3 for one, texts in zip(drawn, calls) if one.kind == "chain") >= 10
    assert sum("\n@tool " in text for texts in calls for text in texts) >= 20
    # What is said to be wrong is put right: the call after a failure or a refusal differs from the one before.
    for one in drawn:
        if one.kind in ("hinted", "repaired"):
            asked = [text for role, text in one.steps if text.startswith("@tool ")]
            assert asked[0] != asked[1], one.steps
    rng = Random(6)
    for _ in range(200):
        for kind in (days_between, date_add):
            steps = kind(rng)
            if re.search(r"\b(19|20)\d\d\b", steps[0][1]):
                assert re.search(r'"\d{4}-\d\d-\d\d"', steps[1][1]), steps


def check_held_out() -> None:
    """No tool of a held-out domain is in training, and the same tree number gives the same tree."""
    trained = {tool.name for tool in Source().tools}
    held_out = {tool.name for tool in read_catalogue() if tool.held_out}
    assert len(held_out) >= 20 and not trained & held_out
    assert Source().draw_tree(1, 5, 4) == Source().draw_tree(1, 5, 4) != Source().draw_tree(1, 6, 4)


def check_prompt() -> None:
    """The prompt of README.md, letter for letter."""
    tools = [
        {
            "name": "book_table",
            "description": "Books a table at a restaurant.  Answers with a number; call it once. " + "More words follow here. " * 4,
            "parameters": {
                "type": "object",
                "properties": {
                    "restaurant": {"type": "string", "description": "Restaurant"},
                    "day": {"type": "string", "description": "Day as YYYY-MM-DD"},
                    "guests": {"type": "integer"},
                    "seating": {"type": "string", "enum": ["inside", "on the roof"]},
                    "extras": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}, "required": ["name"]}},
                    "quiet": {"type": "boolean", "default": False},
                },
                "required": ["restaurant", "day", "guests", "quiet"],
            },
        },
        {"name": "now", "description": "", "parameters": {"type": "object", "properties": {}}},
    ]
    assert write_system("Be brief.", tools) == (
        "Be brief.\n\nTools:\n"
        '- book_table(restaurant, day (Day as YYYY-MM-DD), guests: int, seating?: inside|"on the roof", '
        "extras?: [{name, price?: num}], quiet?: bool): Books a table at a restaurant. Answers with a number; call it once. More words follow here\n"
        "- now()"
    )
    assert write_call("add", {"a": 3, "b": 0.5}) == '@tool add {"a":3,"b":0.5}'
    assert write_results([("add", "8"), ("now", "noon")]) == "Result of add:\n8\n\nResult of now:\nnoon"
    assert open_system("Be brief.") + turn("Hi") == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    )
    assert cut("One two three four", 9) == "One two" and cut("Ends.  here.", 40) == "Ends. here"


def check_gradients() -> None:
    """The hand-written gradients are those of the formulas."""
    torch.manual_seed(2)
    x = torch.randn(3, 8, dtype=torch.double, requires_grad=True)
    weight = torch.randn(8, dtype=torch.double)
    assert torch.autograd.gradcheck(lambda value: Normalise.apply(value, weight), (x,))
    assert torch.autograd.gradcheck(Gate.apply, (x,))


def check_prompt_cases() -> None:
    """prompt_cases.json, by which the app's own writer is tested, is what prompt.py writes."""
    assert json.loads(PROMPT_CASES.read_text()) == draw_prompt_cases()


def check_tree(model: Starter) -> None:
    """A tree gives the loss of its conversations one by one, and reading in pieces gives what reading at once gives."""
    tokenizer = read_tokenizer(read_base())
    tree = encode_tree(tokenizer, *Source().draw_tree(2, 3, 4))
    with torch.no_grad():
        _, together, count = model.loss([tree])
        apart = sum(model.loss([Tree(tree.prefix, [b], [m])])[1] for b, m in zip(tree.branches, tree.marks))
    assert count == sum(map(sum, tree.marks)) and abs(together - apart) < 1e-3 * count, (together, apart)
    ids = tree.prefix + tree.branches[0]
    at_once, _ = model.read(ids, None)
    _, cache = model.read(ids[:-3], None)
    in_pieces, _ = model.read(ids[-3:], cache)
    assert torch.allclose(at_once, in_pieces, atol=1e-2)
    steps = [("user", "a"), ("past", "@tool x {}"), ("user", "b"), ("model", "c")]
    tokens, marks = encode_branch(tokenizer, steps)
    assert tokenizer.decode([t for t, m in zip(tokens, marks) if m], skip_special_tokens=False) == "c<|im_end|>"


def check_adapter(model: Starter) -> None:
    """An adapter survives its file but for the rounding to 8 bits, and B's factor is kept."""
    with torch.no_grad():
        for _, b in model.factors().values():
            b.normal_(std=0.02)
    before = {name: (a.detach().clone(), b.detach().clone()) for name, (a, b) in model.factors().items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.adapter"
        write_adapter(model, path)
        assert path.stat().st_size <= MAX_BYTES
        factors = read_adapter(path)
    put_adapter(model, factors)
    for name, (a, b) in model.factors().items():
        old_a, old_b = before[name]
        assert (a - old_a).abs().max() <= old_a.abs().max() / 250 and (b - old_b).abs().max() <= old_b.abs().max() / 250, name
        assert np.allclose(factors[name][1].T, SCALE * b.detach().numpy(), atol=1e-6)
    rows, scales = quantise(np.array([[1.0, -2.0], [0.0, 0.0]], np.float32))
    assert rows.tolist() == [[64, -127], [0, 0]] and scales[1] == 0


def check_merge() -> None:
    """Blocks are read and written as the gguf package does; halves go away from zero; without an adapter only types change."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=32 * 500).astype(np.float32)
    packed = quants.quantize(values.reshape(500, 32), GGMLQuantizationType.Q4_1).tobytes()
    expected = quants.dequantize(np.frombuffer(packed, np.uint8).reshape(500, 20), GGMLQuantizationType.Q4_1)
    assert np.array_equal(dequantise_q4_1(packed), expected)
    assert quantise_q8_0(values) == quants.quantize(values.reshape(500, 32), GGMLQuantizationType.Q8_0).tobytes()
    halves = np.zeros(32, np.float32)
    halves[:4] = [127, 2.5, -2.5, 0.5]
    assert np.frombuffer(quantise_q8_0(halves), np.int8)[2:6].tolist() == [127, 3, -3, 1]
    assert quantise_q8_0(np.zeros(32, np.float32)) == bytes(34)
    base = BASE_FILE.read_bytes()
    same = merge(base, {})
    different = np.flatnonzero(np.frombuffer(same, np.uint8) != np.frombuffer(base, np.uint8))
    assert len(same) == len(base) and len(different) == 1 and (base[different[0]], same[different[0]]) == (3, 7)


def check_hashes() -> None:
    """The exported adapter is the one of hashes.json, and so is the file that merging gives; nothing to do before an export."""
    if not HASHES.exists():
        print("no adapter was exported yet: its hashes are not checked")
        return
    hashes = json.loads(HASHES.read_text())
    assert sha256(BASE_FILE) == hashes["base"] and sha256(FILE) == hashes["adapter"]
    assert FILE.stat().st_size <= MAX_BYTES
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "merged.gguf"
        out.write_bytes(merge(BASE_FILE.read_bytes(), read_adapter()))
        assert sha256(out) == hashes["merged"] and out.stat().st_size == hashes["bytes"]


def main() -> None:
    """Runs every check."""
    checks = [check_catalogue, check_calls, check_kinds, check_held_out, check_prompt, check_prompt_cases, check_gradients, check_merge, check_hashes]
    for check in checks:
        check()
        print(f"ok  {check.__doc__.splitlines()[0]}", flush=True)
    torch.manual_seed(1)
    model = Starter(fuse(read_weights(read_base())))
    for check in (check_tree, check_adapter):
        check(model)
        print(f"ok  {check.__doc__.splitlines()[0]}", flush=True)


if __name__ == "__main__":
    main()
