"""Calls that fail and are put right: refused arguments, and tools that say what they would have taken."""

from random import Random
from typing import Any

from .catalogue import Param, fill
from .dialogues import Step, ask, dress, result_of
from .prompt import write_call, write_json, write_results
from .values import POOLS, coin, made_up, number, pick, whole
from .vary import Offered

TYPE_NAMES = {"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false", "array": "a list", "object": "an object"}
#: What people say, and the code that a tool takes for it.
CODES = {
    "currency": {"euros": "EUR", "dollars": "USD", "pounds": "GBP", "yen": "JPY", "Swiss francs": "CHF", "rupees": "INR", "Swedish kronor": "SEK"},
    "lang": {"German": "de", "French": "fr", "Spanish": "es", "Italian": "it", "Japanese": "ja", "Polish": "pl", "Turkish": "tr"},
    "country": {"Germany": "DE", "France": "FR", "Italy": "IT", "Spain": "ES", "Japan": "JP", "Austria": "AT", "Norway": "NO"},
    "weekday": {"Monday": "Mon", "Tuesday": "Tue", "Friday": "Fri", "Saturday": "Sat", "Sunday": "Sun"},
    "account": {"savings": "SAV", "checking": "CHK", "household": "HSE", "business": "BUS"},
}


def refusal(name: str, problem: str, schema: dict) -> str:
    """What the app says of arguments that do not fit."""
    closed = {**schema, "additionalProperties": False}
    return f"Invalid arguments for '{name}': {problem}. The schema is {write_json(closed)}. Send a corrected call."


def end(rng: Random, offered: Offered, filled: Any, chance: float = 0.5) -> list[Step]:
    """Often the result of the right call, and the sentence that tells it."""
    if not coin(rng, chance):
        return []
    _, text, answer = result_of(rng, offered, filled)
    return [("user", write_results([(offered.name, text)])), ("model", answer)]


def repaired(rng: Random, offered: Offered, trained: bool) -> list[Step] | None:
    """A wrong call, what the app says of it, and the right call."""
    filled = ask(rng, offered, trained)
    right = offered.rename(filled.arguments)
    if not right:
        return None
    schema = offered.spec["parameters"]
    name = pick(rng, list(right))
    wrong: dict[str, Any] = dict(right)
    kind = schema["properties"][name]
    needed = [one for one in right if one in schema["required"]]
    roll = rng.random()
    if needed and roll < 0.35:
        name = pick(rng, needed)
        del wrong[name]
        problem = f"/{name}: is missing"
    elif "enum" in kind:
        wrong[name] = made_up(rng)
        problem = f"/{name}: must be one of {', '.join(write_json(one) for one in kind['enum'])}"
    elif roll < 0.55:
        extra = pick(rng, ["value", "note", "unit", "mode", made_up(rng)])
        if extra in schema["properties"]:
            return None
        wrong[extra] = pick(rng, ["", "x", None])
        problem = f"/{extra}: is not an argument of this tool"
    else:
        wrong[name] = pick(rng, [None, [right[name]], {"value": right[name]}])
        if type(wrong[name]) is type(right[name]):
            return None
        problem = f"/{name}: must be {TYPE_NAMES[kind['type']]}"
    told = refusal(offered.name, problem, schema)
    if len(told) > 900:
        return None
    return [
        ("user", dress(rng, filled.text)),
        ("past", write_call(offered.name, wrong)),
        ("user", write_results([(offered.name, told)])),
        ("model", write_call(offered.name, right)),
        *end(rng, offered, filled, 0.4),
    ]


def hinted(rng: Random, offered: Offered, trained: bool) -> list[Step] | None:
    """A call that fails with a hint, made again as the hint says."""
    slots = [p for p in offered.tool.params if not p.optional and not p.kind.many and not p.kind.members and not p.kind.choices and p.kind.name != "bool"]
    if not slots:
        return None
    slot = pick(rng, slots)
    found = hint(rng, slot, offered.words_of(slot))
    if found is None:
        return None
    said, tried, value, reason = found
    questions = [q for q in (offered.tool.questions[:-1] if trained else offered.tool.questions) if q.count(f"{{{slot.name}}}") == 1]
    if not questions:
        return None
    filled = fill(rng, offered.tool, pick(rng, questions), {slot.name: (tried, said)})
    if slot.name not in filled.arguments:
        return None
    steps: list[Step] = [("user", dress(rng, filled.text)), ("model", offered.call(filled))]
    filled.arguments[slot.name] = value
    filled.words[slot.name] = str(value)
    failed = f"Tool '{offered.name}' failed: {reason}"
    return [*steps, ("user", write_results([(offered.name, failed)])), ("model", offered.call(filled)), *end(rng, offered, filled, 0.6)]


def hint(rng: Random, slot: Param, label: str) -> tuple[str, Any, Any, str] | None:
    """Words of the person, the value tried, the one that is taken, and the failure that names it."""
    kind = slot.kind.name
    if slot.kind.schema()["type"] in ("number", "integer"):
        return hint_number(rng, slot, label)
    if kind in CODES:
        table = CODES[kind]
        said = pick(rng, list(table))
        others = rng.sample([code for code in table.values() if code != table[said]], 2)
        codes = [table[said], *others]
        rng.shuffle(codes)
        listed = f"{codes[0]}, {codes[1]} or {codes[2]}"
        return said, said, table[said], pick(rng, ["Give the {l} as {c}, not '{s}'.", "'{s}' is no {l}. It is one of {c}.", "The {l} has to be {c}; '{s}' is not known.", "Unknown {l} '{s}': use {c}."]).format(l=label, c=listed, s=said)
    if kind == "date":
        value, _ = slot.kind.draw(rng)
        year, month, day = (int(part) for part in value.split("-"))
        said = pick(rng, [f"{day}/{month}/{year}", f"{POOLS['month'][month - 1]} {day} {year}"])
        return said, said, value, pick(rng, ["'{s}' is not a date. Write it as YYYY-MM-DD, for instance {v}.", "Dates are written YYYY-MM-DD; '{s}' would be {v}."]).format(s=said, v=value)
    value, text = slot.kind.draw(rng)
    other, other_text = slot.kind.draw(rng)
    if value == other or len(text) > 40:
        return None
    roll = rng.random()
    if roll < 0.4:
        # What the person says is not the name itself, but near it or a description of it.
        part = text.split()[0] if " " in text else text[: max(3, len(text) - rng.randint(1, 3))]
        said = part if coin(rng, 0.6) and part != text else pick(rng, [made_up(rng), pick(rng, POOLS["phrase"]), pick(rng, POOLS["thing"])])
    elif roll < 0.8:
        said = pick(rng, [f"the {pick(rng, ['big', 'small', 'old', 'new', 'second', 'usual', 'blue', 'upper'])} one", pick(rng, POOLS["phrase"]), pick(rng, POOLS["thing"]), made_up(rng)])
    else:
        said = other_text
    tried = said.removeprefix("the ")
    thing = label if len(label) < 20 else "name"
    reason = pick(
        rng,
        [
            "Unknown {l} '{s}'. Did you mean '{v}'?", "'{s}' is not known. Did you mean {v}?", "There is no {l} '{s}'. It is called {v}.", "No {l} named '{s}'. Try '{v}'.",
            "'{s}' is no {l}. The {l} of {s} is {v}.", "Unknown {l} '{s}'. There are {v} and {o}; {s} is {v}.", "There are two of that name. Did you mean '{v}'?", "Use {v} instead of '{s}'.",
            "'{s}' was renamed to {v}.", "The {l} '{s}' does not exist; the nearest is {v}.", "'{s}' is not valid here. Write {v}.", "'{s}' is ambiguous: say '{v}'.",
            "No such {l}. {Said} is listed as {v}.", "Did not find '{s}', but '{v}'.", "Expected {v} for {s}.",
        ],
    ).format(l=thing, s=tried, v=value, o=other, Said=tried[:1].upper() + tried[1:])
    return said, tried, value, reason


def hint_number(rng: Random, slot: Param, label: str) -> tuple[str, Any, Any, str] | None:
    """A number that is too large or too small, and the one that would do."""
    if slot.kind.name in ("digit", "minutes"):
        return None
    whole_number = slot.kind.schema()["type"] == "integer"
    tried, said = whole(rng, 20, 900) if whole_number else number(rng)
    most = whole(rng, 2, 400)[0]
    if most == tried:
        return None
    if most < tried:
        reason = pick(rng, ["At most {m} is possible, not {s}.", "{s} is too much. The largest {l} is {m}.", "The {l} may be {m} at most.", "{s} is over the limit of {m}; use {m}."])
    else:
        reason = pick(rng, ["At least {m} is needed, not {s}.", "{s} is too little. The smallest {l} is {m}.", "The {l} must be {m} or more.", "The nearest to {s} is {m}."])
    return said, tried, most, reason.format(m=most, s=tried, l=label)
