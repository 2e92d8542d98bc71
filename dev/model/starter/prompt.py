"""The prompt that the starter is taught: ChatML, a compact tool list, calls as `@tool name {json}`.

The app renders the same text; README.md is the specification of both.
"""

import json
import re
from typing import Any

MAX_TOOL_TEXT = 100
MAX_PARAMETER_TEXT = 40
MAX_CHOICES = 12
MAX_DEPTH = 3
TYPES = {"string": "", "integer": "int", "number": "num", "boolean": "bool", "null": "null"}
PLAIN_CHOICE = re.compile(r"[A-Za-z0-9_.+-]+")

START = "<|im_start|>"
END = "<|im_end|>"


def cut(text: str, most: int) -> str:
    """One line of at most `most` characters: whole sentences where they fit, else whole words; no full stop at the end."""
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) > most:
        head = line[:most]
        stop = max(head.rfind(". "), head.rfind("; "))
        if stop < most // 3:
            stop = head.rfind(" ")
        line = line[: stop if stop > 0 else most].rstrip(" ,;:(")
    return line.removesuffix(".")


def write_json(value: Any) -> str:
    """JSON as `JSON.stringify` writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_type(schema: dict, depth: int = 0) -> str:
    """A schema in a few tokens; empty for a plain text."""
    if "const" in schema:
        return write_choice(schema["const"])
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        shown = [write_choice(choice) for choice in schema["enum"][:MAX_CHOICES]]
        return "|".join(shown + (["…"] if len(schema["enum"]) > MAX_CHOICES else []))
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list) and schema[key]:
            kinds = [write_type(branch, depth) or "str" for branch in schema[key] if isinstance(branch, dict)]
            return "|".join(dict.fromkeys(kinds))
    kind = schema.get("type")
    if isinstance(kind, list):
        return "|".join(TYPES.get(one, one) or "str" for one in kind)
    if kind == "array":
        items = schema.get("items")
        inner = write_type(items, depth + 1) if isinstance(items, dict) else "any"
        return f"[{inner or 'str'}]"
    if kind == "object" or "properties" in schema:
        members = schema.get("properties")
        if not isinstance(members, dict) or not members or depth >= MAX_DEPTH:
            return "object"
        return "{" + write_members(schema, depth + 1, False) + "}"
    return TYPES.get(kind, "any")


def write_choice(value: Any) -> str:
    """One of the values of an enum: bare where that is clear, else as JSON."""
    if isinstance(value, str) and PLAIN_CHOICE.fullmatch(value):
        return value
    return write_json(value)


def write_members(schema: dict, depth: int, described: bool) -> str:
    """The parameters of a tool, or the members of an object."""
    required = schema.get("required")
    needed = set(required) if isinstance(required, list) else set()
    parts = []
    for name, member in schema.get("properties", {}).items():
        member = member if isinstance(member, dict) else {}
        optional = name not in needed or "default" in member
        kind = write_type(member, depth)
        text = name + ("?" if optional else "") + (f": {kind}" if kind else "")
        note = describe(name, member) if described else ""
        parts.append(text + (f" ({note})" if note else ""))
    return ", ".join(parts)


def describe(name: str, schema: dict) -> str:
    """A parameter's description, cut; empty where it says no more than the name."""
    note = cut(str(schema.get("description") or schema.get("format") or ""), MAX_PARAMETER_TEXT)
    known = set(split_words(name)) | {"the", "a", "an", "of", "to"}
    return note if any(word not in known for word in split_words(note)) else ""


def split_words(text: str) -> list[str]:
    """The words of a name or text, in small letters: at capitals, digits and signs."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\x00-\x7f]+", text)]


def write_tool(tool: dict) -> str:
    """A tool as one line: `- name(parameters): description`."""
    schema = tool.get("parameters") or {}
    note = cut(tool.get("description") or "", MAX_TOOL_TEXT)
    return f"- {tool['name']}({write_members(schema, 0, True)})" + (f": {note}" if note else "")


def write_system(text: str, tools: list[dict]) -> str:
    """The system text: the agent's words, then the tools."""
    if not tools:
        return text
    listed = "Tools:\n" + "\n".join(write_tool(tool) for tool in tools)
    return f"{text}\n\n{listed}" if text else listed


def write_call(name: str, arguments: dict) -> str:
    """A call as the model writes it."""
    return f"@tool {name} {write_json(arguments)}"


def write_results(results: list[tuple[str, str]]) -> str:
    """The results of a turn's calls, as the content of a user's turn."""
    return "\n\n".join(f"Result of {name}:\n{text}" for name, text in results)


def open_system(system: str) -> str:
    """The first turn of a prompt."""
    return f"{START}system\n{system}{END}\n" if system else ""


def turn(content: str) -> str:
    """A turn of the person or of a tool, and the beginning of the model's own."""
    return f"{START}user\n{content}{END}\n{START}assistant\n"
