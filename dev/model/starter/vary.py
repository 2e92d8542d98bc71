"""Gives tools other names, other words and other shapes, so that they are read rather than remembered."""

from dataclasses import dataclass
from random import Random
from typing import Any

from .catalogue import Filled, Param, Tool
from .prompt import split_words, write_call
from .values import coin, made_up, pick

SYNONYMS = {
    "compute": ["calculate", "calc", "get", "determine"],
    "find": ["search", "lookup", "locate", "get"],
    "search": ["find", "query", "lookup"],
    "create": ["add", "make", "new"],
    "add": ["create", "insert", "append"],
    "set": ["change", "update", "adjust"],
    "get": ["fetch", "read", "retrieve"],
    "list": ["show", "get", "fetch"],
    "lookup": ["find", "get", "resolve"],
    "send": ["deliver", "post", "dispatch"],
    "book": ["reserve", "order"],
    "start": ["begin", "run", "launch"],
    "delete": ["remove", "erase"],
    "price": ["cost", "value"],
    "info": ["details", "data"],
    "city": ["town", "place", "location"],
    "location": ["place", "area", "where"],
    "amount": ["sum", "value", "total"],
    "text": ["content", "message", "input"],
    "date": ["day", "on_date", "when"],
    "minutes": ["duration", "duration_minutes", "mins"],
    "query": ["q", "search_term", "keywords"],
    "item": ["entry", "article", "product"],
    "years": ["duration_years", "term", "num_years"],
    "number": ["n", "value", "num"],
    "value": ["number", "val", "input_value"],
    "title": ["name", "label", "heading"],
    "name": ["full_name", "label", "who"],
    "from": ["source", "from_value", "base"],
    "to": ["target", "recipient", "destination"],
    "origin": ["from_city", "departure"],
    "destination": ["to_city", "arrival"],
    "radius": ["r"],
    "height": ["h"],
    "days": ["num_days", "day_count"],
    "people": ["persons", "party_size", "guests_count"],
    "limit": ["max_results", "top", "count"],
    "percent": ["pct", "percentage", "rate_percent"],
    "numbers": ["values", "data", "nums"],
    "values": ["numbers", "items", "data_points"],
    "file": ["path", "filename", "file_path"],
    "path": ["file", "file_name"],
    "id": ["identifier", "ref"],
    "body": ["text", "content"],
    "room": ["area", "zone"],
    "language": ["lang", "locale"],
    "distance": ["dist", "length"],
}
SECTIONS = ["api", "app", "svc", "user", "my", "v1", "core", "hub", "data"]
LONGER = [
    "Use this when the user asks for it.",
    "Returns the result as JSON.",
    "Needs all required parameters.",
    "Call it only once per request.",
    "The answer is exact.",
]


@dataclass
class Offered:
    """A tool as a list shows it: the catalogue's tool under other names."""

    tool: Tool
    spec: dict
    names: dict[str, str]

    @property
    def name(self) -> str:
        """Its name on the list."""
        return self.spec["name"]

    def call(self, filled: Filled) -> str:
        """The call that answers a question."""
        return write_call(self.name, self.rename(filled.arguments))

    def rename(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Arguments under the names on the list."""
        return {self.names[name]: value for name, value in arguments.items()}

    def words_of(self, param: Param) -> str:
        """A parameter's name on the list, in words."""
        return " ".join(split_words(self.names[param.name]))


def restyle(rng: Random, words: list[str], style: str) -> str:
    """Words as a name: `snake`, `camel`, `pascal`, `dotted`, `kebab`, `flat`."""
    capital = [word.capitalize() for word in words]
    match style:
        case "camel":
            return words[0] + "".join(capital[1:])
        case "pascal":
            return "".join(capital)
        case "dotted":
            cut = rng.randint(1, max(1, len(words) - 1))
            return "_".join(words[:cut]) + ("." + "_".join(words[cut:]) if words[cut:] else "")
        case "kebab":
            return "-".join(words)
        case "flat":
            return "".join(words)
    return "_".join(words)


def rename_words(rng: Random, words: list[str], chance: float) -> list[str]:
    """Some words replaced by others of like meaning."""
    return [pick(rng, SYNONYMS[word]) if word in SYNONYMS and coin(rng, chance) else word for word in words]


def to_third_person(deed: str) -> str:
    """`compute the area` becomes `computes the area`."""
    verb, _, rest = deed.partition(" ")
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return f"{verb} {rest}"


def describe_tool(rng: Random, tool: Tool, may_miss: bool) -> str:
    """A description, short or long, in one of many manners."""
    roll = rng.random()
    if may_miss and roll < 0.1:
        return ""
    deed = tool.deed
    if roll < 0.45:
        text = to_third_person(deed).capitalize() if coin(rng, 0.8) else to_third_person(deed)
    elif roll < 0.85:
        text = deed[0].upper() + deed[1:]
    else:
        text = f"A tool to {deed}"
    text = text[0].upper() + text[1:]
    if coin(rng, 0.75):
        text += "."
        if coin(rng, 0.3):
            text += " " + " ".join(rng.sample(LONGER, rng.randint(1, 3)))
    return text


def offer(rng: Random, tool: Tool) -> Offered:
    """The tool under a name, with parameter names and descriptions drawn at random."""
    keep = coin(rng, 0.35)
    words = split_words(tool.name)
    invented = not keep and coin(rng, 0.06)
    if not keep:
        words = rename_words(rng, words, 0.5)
        if coin(rng, 0.12):
            words = [*split_words(tool.domain), *words]
        elif coin(rng, 0.08):
            words = [pick(rng, SECTIONS), *words]
        elif coin(rng, 0.1) and words[0] not in SYNONYMS:
            words = [pick(rng, ["get", "do", "compute" if tool.gives == "num" else "run", "handle"]), *words]
    if invented:
        words = [made_up(rng)]
    style = "snake" if keep else rng.choices(["snake", "camel", "pascal", "dotted", "kebab", "flat"], [8, 5, 2, 3, 1, 1])[0]
    name = tool.name if keep else restyle(rng, words, style)
    names: dict[str, str] = {}
    properties: dict[str, Any] = {}
    for param in tool.params:
        new = param.name
        if not keep or coin(rng, 0.5):
            if coin(rng, 0.45):
                new = "_".join(rename_words(rng, param.name.split("_"), 0.6))
            elif coin(rng, 0.05) and param.note:
                new = made_up(rng)
            if style in ("camel", "pascal") and coin(rng, 0.7):
                new = restyle(rng, split_words(new), "camel")
        if new in names.values():
            new = param.name if param.name not in names.values() else f"{param.name}_2"
        names[param.name] = new
        schema = param.kind.schema()
        roll = rng.random()
        note = param.note
        if roll < 0.3 and new != "" and split_words(new) == split_words(param.name):
            note = ""
        elif roll < 0.5:
            note = f"The {note}" if not note.startswith(("the ", "when", "who", "how", "what", "where")) else note.capitalize()
        if note:
            schema["description"] = note + (". Optional." if param.optional and coin(rng, 0.1) else "")
        properties[new] = schema
    required = [names[param.name] for param in tool.params if not param.optional]
    spec = {
        "name": name,
        "description": describe_tool(rng, tool, may_miss=not invented),
        "parameters": {"type": "object", "properties": properties, "required": required},
    }
    return Offered(tool, spec, names)
