"""Tools and the lines that they are listed as, for whoever writes the prompt elsewhere: `python -m dev.model.starter.prompt_cases`."""

import json
from pathlib import Path
from random import Random

from .builtins import SPECS
from .catalogue import read_catalogue
from .prompt import write_tool
from .vary import offer

FILE = Path(__file__).with_name("prompt_cases.json")

#: Schemas as other people write them.
ODD = [
    {"name": "no_schema", "description": "Has\n\tno   schema."},
    {"name": "empty", "description": "   ", "parameters": {"type": "object"}},
    {
        "name": "odd.types",
        "description": "Sentence one is here; it is rather long, and then. More: of it follows without any end in sight for a while",
        "parameters": {
            "type": "object",
            "properties": {
                "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "string"}]},
                "kinds": {"type": ["string", "null"]},
                "fixed": {"const": "two words"},
                "level": {"enum": [1, 2.5, "high", None, True]},
                "many": {"enum": list("abcdefghijklmnop")},
                "list": {"type": "array"},
                "lists": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
                "anything": {},
                "map": {"type": "object", "additionalProperties": {"type": "string"}},
                "deep": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {"type": "object", "properties": {"d": {"type": "string"}}}}}}}}, "required": ["a"]},
                "when": {"type": "string", "format": "date-time"},
                "userId": {"type": "string", "description": "The user ID"},
                "größe": {"type": "number", "description": "Größe in Metern, über Normalnull gemessen und gerundet"},
                "longword": {"type": "string", "description": "Donaudampfschifffahrtsgesellschaftskapitänsmütze"},
            },
            "required": ["either", "level", "when"],
        },
    },
]


def draw_prompt_cases() -> list[dict]:
    """Tools of all sorts, each with its line."""
    rng = Random(17)
    tools = [*ODD, *SPECS.values(), *(offer(rng, tool).spec for tool in rng.sample(read_catalogue(), 40))]
    return [{"tool": tool, "line": write_tool(tool)} for tool in tools]


if __name__ == "__main__":
    FILE.write_text(json.dumps(draw_prompt_cases(), ensure_ascii=False, indent=1) + "\n")
