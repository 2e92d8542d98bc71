"""Reads catalogue.txt: tools with their questions, and how a question is filled in."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .values import coin, draw, join, json_type, pick

FILE = Path(__file__).with_name("catalogue.txt")


@dataclass(frozen=True)
class Kind:
    """What a parameter may hold: a simple kind, a choice, an object, or a list of one of these."""

    name: str
    choices: tuple[str, ...] = ()
    members: tuple[tuple[str, "Kind"], ...] = ()
    many: bool = False

    def schema(self) -> dict:
        """Its JSON Schema."""
        if self.many:
            return {"type": "array", "items": Kind(self.name, self.choices, self.members).schema()}
        if self.members:
            return {
                "type": "object",
                "properties": {name: kind.schema() for name, kind in self.members},
                "required": [name for name, _ in self.members],
            }
        if self.choices:
            values = [read_choice(choice) for choice in self.choices]
            return {"type": "integer" if isinstance(values[0], int) else "string", "enum": values}
        return {"type": json_type(self.name)}

    def draw(self, rng: Random) -> tuple[Any, str]:
        """A value and its words."""
        if self.many:
            one = Kind(self.name, self.choices, self.members)
            found: dict[str, Any] = {}
            for _ in range(rng.choice([2, 2, 3, 3, 4, 5]) if not self.members else rng.choice([2, 2, 3])):
                value, text = one.draw(rng)
                found[text] = value
            values = list(found.values())
            if self.members:
                return values, "; ".join(found)
            numbers = all(isinstance(value, (int, float)) for value in values)
            # People paste lists of numbers as programs write them.
            return values, json.dumps(values) if numbers and coin(rng, 0.3) else join(rng, list(found))
        if self.members:
            drawn = {name: kind.draw(rng) for name, kind in self.members}
            style = rng.choice([" ", " "]) if len(drawn) > 1 else ""
            text = ", ".join(f"{name}{style}{words}" for name, (_, words) in drawn.items())
            if set(drawn) == {"x", "y"}:
                text = f"({drawn['x'][1]}, {drawn['y'][1]})"
            elif set(drawn) == {"name", "count"}:
                text = f"{drawn['count'][1]} {drawn['name'][1]}"
            elif set(drawn) == {"name", "price"}:
                text = f"{drawn['name'][1]} for {drawn['price'][1]}"
            return {name: value for name, (value, _) in drawn.items()}, text
        if self.choices:
            choice = pick(rng, list(self.choices))
            return read_choice(choice), choice.replace("_", " ")
        value, text = draw(rng, self.name)
        return value, text or f"{value:,}" if coin(rng, 0.2) and not text else text or str(value)


def read_choice(text: str) -> Any:
    """A value of an enum: a whole number where it looks like one."""
    return int(text) if text.isdigit() else text


@dataclass(frozen=True)
class Param:
    """A parameter of a tool."""

    name: str
    kind: Kind
    note: str
    optional: bool


@dataclass(frozen=True)
class Tool:
    """A tool of the catalogue."""

    name: str
    deed: str
    params: tuple[Param, ...]
    questions: tuple[str, ...]
    gives: str
    domain: str
    held_out: bool

    def tellings(self) -> list[str]:
        """The sentences that tell its result; `{}` is the value, `{name}` an argument."""
        return re.findall(r'"([^"]*)"', self.gives)


@dataclass
class Filled:
    """A question with values put in: its words, the arguments that answer it, and the words of each."""

    text: str
    arguments: dict[str, Any]
    words: dict[str, str] = field(default_factory=dict)


def split_outside(text: str, mark: str) -> list[str]:
    """Splits at a mark that is in no bracket or quote."""
    parts, depth, quoted, current = [], 0, False, ""
    for letter in text:
        if letter == '"':
            quoted = not quoted
        elif letter in "{<" and not quoted:
            depth += 1
        elif letter in "}>" and not quoted:
            depth -= 1
        if letter == mark and depth == 0 and not quoted:
            parts.append(current)
            current = ""
        else:
            current += letter
    return [part.strip() for part in [*parts, current] if part.strip()]


def read_kind(text: str) -> Kind:
    """Reads `name`, `<a/b>`, `{x:kind, y:kind}`, each with `*` for a list of it."""
    many = text.endswith("*")
    body = text.removesuffix("*")
    if body.startswith("<"):
        return Kind("choice", choices=tuple(body[1:-1].split("/")), many=many)
    if body.startswith("{"):
        members = tuple(
            (name.strip(), read_kind(kind.strip()))
            for name, kind in (part.split(":", 1) for part in split_outside(body[1:-1], ","))
        )
        return Kind("object", members=members, many=many)
    return Kind(body, many=many)


def read_params(text: str) -> tuple[Param, ...]:
    """Reads the parameters of a line; `-` is none."""
    if text.strip() == "-":
        return ()
    params = []
    for part in split_outside(text, ";"):
        match = re.fullmatch(r'(\w+)(\??):(\S.*?)(?: "([^"]*)")?', part)
        if match is None:
            raise ValueError(f"not a parameter: {part}")
        name, mark, kind, note = match.groups()
        params.append(Param(name, read_kind(kind), note or "", mark == "?"))
    return tuple(params)


def read_catalogue(path: Path = FILE) -> list[Tool]:
    """Every tool of the file."""
    tools, domain, held_out = [], "", False
    for line in path.read_text().splitlines():
        if line.startswith("=="):
            domain = line.removeprefix("==").strip()
            held_out = domain.endswith("!")
            domain = domain.removesuffix("!").strip()
        elif line and not line.startswith("#"):
            name, deed, params, questions, gives = (part.strip() for part in line.split(" | "))
            asked = tuple(question.strip() for question in questions.split(" / "))
            tools.append(Tool(name, deed, read_params(params), asked, gives, domain, held_out))
    return tools


SEGMENT = re.compile(r"\[([^\[\]]*)\]")
FIELD = re.compile(r"\{([\w.]+)\}")
SETTING = re.compile(r"\s?@(\w+)=(\w+)")


def fill(rng: Random, tool: Tool, question: str, given: dict[str, tuple[Any, str]] | None = None) -> Filled:
    """Puts values into a question; `given` fixes some. Optional parts stay or go at random."""
    given = given or {}
    text = SEGMENT.sub(lambda part: part[1] if coin(rng, 0.45) else "", question)
    arguments: dict[str, Any] = {}
    words: dict[str, str] = {}
    for name, value in SETTING.findall(text):
        arguments[name] = {"true": True, "false": False}.get(value, value)
    text = SETTING.sub("", text)
    drawn: dict[str, tuple[Any, str]] = {}
    for param in tool.params:
        mentioned = [name for name in FIELD.findall(text) if name.split(".")[0] == param.name]
        if not mentioned:
            continue
        if any("." in name for name in mentioned):
            members = {name: kind.draw(rng) for name, kind in param.kind.members}
            said = {name.split(".")[1] for name in mentioned}
            arguments[param.name] = {name: value for name, (value, _) in members.items() if name in said}
            for name, (_, member_words) in members.items():
                text = text.replace(f"{{{param.name}.{name}}}", member_words)
        else:
            drawn[param.name] = given.get(param.name) or param.kind.draw(rng)
            arguments[param.name], words[param.name] = drawn[param.name]
    text = FIELD.sub(lambda found: words[found[1]], text)
    ordered = {param.name: arguments[param.name] for param in tool.params if param.name in arguments}
    return Filled(re.sub(r"  +", " ", text).strip(), ordered, words)
