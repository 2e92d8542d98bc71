"""Conversations for the app's own tools and skills, as the app declares them, in English and ten more languages."""

import datetime
import math
import re
from random import Random
from typing import Any, Callable

from .facts import Fact, draw_facts
from .stories import story
from .hands import add_task, complete_task, describe_table, list_tasks, query_table
from .prompt import write_call, write_json, write_results
from .values import CITIES, MONTHS, POOLS, WORDS, coin, date_words, made_up, pick, sentence

Step = tuple[str, str]
AGENT = "You are a helpful assistant on the user's own device."


def spec(name: str, note: str, properties: dict[str, dict], required: list[str]) -> dict:
    """A tool as the app declares it."""
    parameters = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"name": name, "description": note, "parameters": parameters}


def text(note: str = "") -> dict:
    return {"type": "string", **({"description": note} if note else {})}


def num(note: str = "") -> dict:
    return {"type": "number", **({"description": note} if note else {})}


SPECS = {
    one["name"]: one
    for one in [
        spec("add", "Adds two numbers: a + b.", {"a": num("First number"), "b": num("Number added to it")}, ["a", "b"]),
        spec("subtract", "Subtracts one number from another: a - b.", {"a": num("Number to start from"), "b": num("Number taken away from it")}, ["a", "b"]),
        spec("multiply", "Multiplies two numbers: a * b.", {"a": num("First number"), "b": num("Number it is multiplied by")}, ["a", "b"]),
        spec("divide", "Divides one number by another: a / b.", {"a": num("Number to divide"), "b": num("Number to divide by, not 0")}, ["a", "b"]),
        spec("sqrt", "Gives the square root of a number.", {"x": num("The number, 0 or more")}, ["x"]),
        spec(
            "string_length",
            "Counts the characters of a text as a reader sees them: every letter, digit, space, sign or emoji is one. Use it to count the letters of a word.",
            {"text": text("The text to count")},
            ["text"],
        ),
        spec(
            "calculate",
            "Computes an arithmetic expression and gives the number. Use it for any sum, product, percentage, power or root. Operators: + - * / % ^ and brackets.",
            {"expression": text("The arithmetic, for instance (3 + 5) * 2")},
            ["expression"],
        ),
        spec(
            "current_time",
            "Tells the current date, weekday and time. Use it for every question about now or today. Leave time_zone out for the user's own place.",
            {"time_zone": text("IANA time zone of the place asked about, for instance Asia/Tokyo")},
            [],
        ),
        spec(
            "days_between",
            "Tells how long it is from one date to another, in days and in years, months and days.",
            {"from": text("The first date: YYYY-MM-DD, today, tomorrow, yesterday or a weekday"), "to": text("The second date, written like the first")},
            ["from", "to"],
        ),
        spec(
            "date_add",
            "Tells the date or time that is some minutes, hours, days, weeks, months or years after another.",
            {"date": text("The date to start from: YYYY-MM-DD, today, tomorrow, yesterday or a weekday"), "amount": num("How many units later; negative for before, 0 for the date itself"), "unit": {"type": "string", "enum": ["minutes", "hours", "days", "weeks", "months", "years"]}},
            ["date", "amount", "unit"],
        ),
        spec(
            "convert_units",
            "Converts a measurement from one unit to another: length, mass, temperature, volume, speed, time, data, area, energy, power, pressure, angle.",
            {"value": num("The number to convert"), "from": text("Unit of the number, for instance miles"), "to": text("Unit wanted, for instance km")},
            ["value", "from", "to"],
        ),
        spec(
            "memory_write",
            "Saves a note so that it can be found in later conversations. Use it when the user asks to remember, note or save something. Write the fact as a full sentence.",
            {"text": text("The note, as a sentence that can be understood alone"), "namespace": {**text("Where to keep it, for instance project:garden"), "default": "notes"}},
            ["text"],
        ),
        spec(
            "memory_search",
            "Searches the notes saved earlier, in this or another conversation. Use it when the user asks what they told you before, or about themselves, their people or plans.",
            {
                "query": text("A few words to look for"),
                "namespace": text("Only notes kept there; leave out for all"),
                "limit": {"type": "integer", "minimum": 1, "maximum": 20, "default": 5},
            },
            ["query"],
        ),
        spec("memory_delete", "Deletes one saved note, once the user has agreed.", {"note": text("Its id, or words of it")}, ["note"]),
        spec("memory_read", "Reads one saved note in full by its id. The ids come from memory_search.", {"id": text("Id of the note")}, ["id"]),
        spec(
            "kom.memory.v1.search_memory",
            "Searches the notes of one namespace and gives the best matches first.",
            {
                "namespace": text("Where to search, for instance project:garden"),
                "query": {
                    "type": "object",
                    "properties": {"text": text("What to look for"), "k": {"type": "integer", "minimum": 1, "maximum": 50, "default": 5}},
                    "required": ["text"],
                },
            },
            ["namespace", "query"],
        ),
        spec(
            "kom.memory.v1.upsert_memory",
            "Saves notes into a namespace; an item with the id of a saved note replaces that note.",
            {
                "namespace": text("Where to keep them, for instance project:garden"),
                "items": {
                    "type": "array",
                    "description": "The notes",
                    "items": {
                        "type": "object",
                        "properties": {"text": text("The note"), "id": text("Id of the note to replace"), "tags": {"type": "array", "items": text(), "description": "Labels"}},
                        "required": ["text"],
                    },
                },
            },
            ["namespace", "items"],
        ),
        spec("set_light", "Turns a named light of the house on or off.", {"name": text("Which light, for instance kitchen"), "on": {"type": "boolean", "description": "true for on, false for off"}}, ["name", "on"]),
        spec(
            "add_task",
            "Adds a task or a reminder to the user's to-do list. Use it when the user says: remind me to, I have to, I need to, or put something on the list.",
            {"task": text("What is to be done, in a few words"), "due": text("When, if said: tomorrow at 9, Friday, in 3 days, YYYY-MM-DD HH:MM, every Monday")},
            ["task"],
        ),
        spec(
            "list_tasks",
            "Shows the user's to-do list. Use it when the user asks what there is to do, what is on the list, or what is due.",
            {"which": {"type": "string", "enum": ["open", "today", "late", "done"], "description": "today: due by the end of today", "default": "open"}},
            [],
        ),
        spec(
            "complete_task",
            "Ticks off a task of the to-do list. Use it when the user says that something is done, finished or to be ticked off.",
            {"task": text("Words of the task")},
            ["task"],
        ),
        spec(
            "query_table",
            "Computes over the attached table: the average, sum, count, min, max or median of a column, by groups too, or lists rows.",
            {
                "operation": {"type": "string", "enum": ["rows", "count", "sum", "average", "min", "max", "median"]},
                "column": text("The column to compute with"),
                "where": text("Which rows: city = Graz and amount > 10"),
                "group_by": text("One result for each value of this column"),
                "period": {"type": "string", "enum": ["day", "month", "year"]},
                "columns": {"type": "array", "items": text(), "description": "For rows: the columns to show"},
                "sort": text("A column, perhaps with descending after it"),
                "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 20},
                "table": text("Name of the file; leave out for the newest"),
            },
            ["operation"],
        ),
        spec("describe_table", "Says which columns the attached table has, of which type, with how many rows.", {"table": text("Name of the file; leave out for the newest")}, []),
        spec(
            "draw_chart",
            "Draws a chart of the attached table or of numbers: bar, line, scatter, histogram or pie.",
            {
                "type": {"type": "string", "enum": ["bar", "line", "scatter", "histogram", "pie"]},
                "title": text("What stands above it"),
                "column": text("The column with the numbers"),
                "by": text("The column for the labels; for scatter the other numbers"),
                "operation": {"type": "string", "enum": ["count", "sum", "average", "min", "max", "median"]},
                "period": {"type": "string", "enum": ["day", "month", "year"]},
                "where": text("Which rows: city = Graz and amount > 10"),
                "table": text("Name of the file; leave out for the newest"),
                "labels": {"type": "array", "items": text(), "description": "Without a table: what the numbers are of"},
                "values": {"type": "array", "items": num(), "description": "Without a table: the numbers"},
            },
            ["type"],
        ),
        spec(
            "search_manual",
            "Searches this app's manual: what Alcove can do, its settings, models, files, privacy, and how to do something in it.",
            {"query": text("What to look for, in a few English words")},
            ["query"],
        ),
        spec("about_privacy", "What stays on this device and what may leave it", {}, []),
        spec("about_models", "Which models there are, where they run, and what to do when one is too large", {}, []),
    ]
}

#: What some tools are for, in few words, and the parameters that are shown then.
SHORT: dict[str, tuple[str, list[str]]] = {
    "calculate": ("sums, percentages, averages, any problem with numbers", ["expression"]),
    "convert_units": ("one unit of measure into another", ["value", "from", "to"]),
    "current_time": ("what time or date it is now, anywhere", ["time_zone"]),
    "days_between": ("how long from one date to another", ["from", "to"]),
    "date_add": ("a date some days, weeks, months before (negative) or after; the weekday of a date (amount 0)", ["date", "amount", "unit"]),
    "string_length": ("how many letters", ["text"]),
    "add_task": ("be reminded, or put on the to-do list", ["task", "due"]),
    "list_tasks": ("what is on the to-do list", ["which"]),
    "complete_task": ("something on the list is done", ["task"]),
    "memory_write": ("keep what the user tells", ["text"]),
    "memory_search": ("find what the user told before", ["query"]),
    "memory_delete": ("no longer keep something", ["note"]),
    "query_table": ("any number from the attached table", ["operation", "column", "where", "group_by", "sort", "limit"]),
    "describe_table": ("which columns the attached table has", []),
}


def shorten(tool: dict) -> dict:
    """A tool of the app in few words, its parameters without theirs."""
    if tool["name"] not in SHORT:
        return tool
    note, names = SHORT[tool["name"]]
    schema = tool["parameters"]
    members = {name: {key: value for key, value in schema["properties"][name].items() if key != "description"} for name in names}
    return {"name": tool["name"], "description": note, "parameters": {**schema, "properties": members}}


#: Those that stand after a skill's own tools.
MEMORY = ["memory_write", "memory_search", "memory_read"]
TASKS = ["add_task", "list_tasks", "complete_task"]
TABLES = ["query_table", "describe_table"]
#: The tools that the assistant always lists, in this order, those that are listed after them for single questions, and
#: those that it lists where a table is attached.
CONSTANT = ["calculate", "convert_units", "current_time", "days_between", "date_add", "add_task", "list_tasks", "memory_write"]
FOUND = ["string_length", "complete_task", "memory_delete", "search_manual"]
ATTACHED = [*CONSTANT[:6], *TABLES]
SKILLS: dict[str, tuple[str, list[str]]] = {
    "assistant": (
        "Answer questions; use a tool where one fits, then answer with its result.",
        CONSTANT,
    ),
    "calculator": ("Compute step by step, one tool call at a time.", ["add", "subtract", "multiply", "divide"]),
    "letters": ("Answer questions about the letters of words and their numbers.", ["string_length", "add", "sqrt"]),
    "notes": ("Keep notes by namespace and find them again.", ["kom.memory.v1.search_memory", "kom.memory.v1.upsert_memory"]),
    "help": ("Answer questions about this app.\nRead the fitting text first, then answer from it in a sentence or two.", ["search_manual", *MEMORY, "about_privacy", "about_models"]),
    "plan": ("Keep tasks and reminders, and plan the day with them.\nLook at the tasks before you plan. Add, list and tick off tasks with the tools.", [*TASKS, "current_time", "days_between", "date_add"]),
    "tables": (
        "Answer questions about an attached table (CSV, TSV, JSON): averages, sums, groups, rows.\n"
        "Every number about the table comes from query_table. describe_table says which columns there are, draw_chart draws.",
        [*TABLES, "draw_chart", "calculate"],
    ),
    "lights": ("Find out which light to switch; the call is shown and not made.", ["set_light"]),
}


def show(value: float) -> str:
    """A number as JavaScript writes it, to twelve digits."""
    tidy = float(f"{value:.12g}")
    return str(int(tidy)) if tidy == int(tidy) else repr(tidy)


def amount(rng: Random, most: int = 90) -> float:
    """A number for arithmetic."""
    return rng.choice([rng.randint(2, 20), rng.randint(2, most), rng.randint(10, 900), round(rng.uniform(1, 40), rng.choice([1, 2]))])


def call_and_tell(question: str, name: str, arguments: dict, result: str, answer: str) -> list[Step]:
    """A question, its call, the result and the answer."""
    return [("user", question), ("model", write_call(name, arguments)), ("user", write_results([(name, result)])), ("model", answer)]


SPOKEN = {
    "+": ["{a} plus {b}", "the sum of {a} and {b}", "{a} + {b}"],
    "-": ["{a} minus {b}", "{a} less {b}", "{a} - {b}"],
    "*": ["{a} times {b}", "{a} multiplied by {b}", "the product of {a} and {b}", "{a} * {b}", "{a} x {b}"],
    "/": ["{a} divided by {b}", "{a} over {b}", "{a} / {b}"],
}
WHAT_IS = ["What is {}?", "How much is {}?", "Calculate {}", "Compute {}.", "{}?", "Tell me {}.", "Please work out {}.", "{} = ?", "What does {} make?"]


def apply(sign: str, a: float, b: float) -> float:
    """The result of an operation."""
    return {"+": a + b, "-": a - b, "*": a * b, "/": a / b}[sign]


def calculate(rng: Random) -> list[Step]:
    """Arithmetic in one expression."""
    a, b, c = (amount(rng) for _ in range(3))
    roll = rng.randrange(10)
    sign, other = rng.choice("+-*/"), rng.choice("+-*/")
    sa, sb, sc = show(a), show(b), show(c)
    if roll < 3:
        words = pick(rng, SPOKEN[sign]).format(a=sa, b=sb)
        expression, value = f"{sa} {sign} {sb}", apply(sign, a, b)
        question = pick(rng, WHAT_IS).format(words)
    elif roll < 5:
        sd = show(amount(rng, 30))
        expression = rng.choice([
            f"({sa} {sign} {sb}) * {sc}", f"({sa} + {sb}) * {sc}", f"{sa} * ({sb} + {sc})", f"({sa} - {sb}) / {sc}", f"{sa} {sign} {sb} * {sc}", f"{sa} + {sb} - {sc}", f"{sa} * {sb} + {sc}",
            f"(({sa} + {sb}) * {sc} - {sd}) / 2", f"({sa} + {sb}) * ({sc} + {sd})", f"{sa} - ({sb} - {sc}) * {sd}", f"(({sa} - {sb}) / {sc}) ^ 2", f"{sa} + {sb} + {sc} + {sd}", f"({sa} + {sb} + {sc}) / 3",
        ])  # fmt: skip
        value = eval(expression.replace("^", "**"))  # noqa: S307 - our own digits and signs
        written = expression.replace(" ", "") if coin(rng, 0.5) else expression
        expression = written
        question = pick(rng, WHAT_IS + ["compute {}", "Compute {} step by step", "{}", "solve {}", "Work out {} for me"]).format(written)
    elif roll == 5:
        share = rng.randint(1, 95)
        expression, value = f"{sb} * {share} / 100", b * share / 100
        question = pick(rng, WHAT_IS).format(f"{share}% of {sb}" if coin(rng, 0.6) else f"{share} percent of {sb}")
    elif roll == 6:
        count = rng.randint(2, 40)
        price = round(rng.uniform(0.5, 90), 2)
        thing = pick(rng, ["tickets", "chairs", "coffees", "books", "tiles", "plants", "hours of work", "stamps"])
        expression, value = f"{count} * {show(price)}", count * price
        question = pick(rng, ["What do {n} {t} cost at {p} each?", "{n} {t} at {p} each, how much is that?", "I buy {n} {t} for {p} apiece. What do I pay?"]).format(n=count, t=thing, p=show(price))
    elif roll == 7:
        base, power = rng.randint(2, 12), rng.randint(2, 9)
        expression, value = f"{base} ^ {power}", base**power
        question = pick(rng, WHAT_IS).format(rng.choice([f"{base} to the power of {power}", f"{base}^{power}", f"{base} to the {power}th power"]))
    elif roll == 8:
        root = rng.randint(2, 999)
        expression, value = f"sqrt({root})", math.sqrt(root)
        question = pick(rng, WHAT_IS).format(pick(rng, ["the square root of {}", "the square root of {}", "sqrt({})", "sqrt {}", "the root of {}", "√{}"]).format(root))
    else:
        boxes, each = rng.randint(2, 60), rng.randint(2, 60)
        thing = pick(rng, ["eggs", "pencils", "apples", "screws", "seats", "cards"])
        holder = pick(rng, ["boxes", "rows", "bags", "packs"])
        expression, value = f"{boxes} * {each}", boxes * each
        question = f"{boxes} {holder} hold {each} {thing} each. How many {thing} is that?"
    return call_and_tell(question, "calculate", {"expression": expression}, show(value), f"{expression} = {show(value)}.")


def current_time(rng: Random) -> list[Step]:
    """Now, here or in a city."""
    city = pick(rng, CITIES[:40])
    here = coin(rng, 0.4)
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randint(0, 700))
    zone = rng.choice(["Europe/Vienna", "Europe/Berlin", "America/Denver"]) if here else f"{rng.choice(['Europe', 'Asia', 'America', 'Africa'])}/{city.replace(' ', '_')}"
    told = f"{day:%A}, {day.day} {MONTHS[day.month - 1]} {day.year}, {rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d} in {zone}"
    question = pick(
        rng,
        ["What time is it?", "Which day is today?", "What is the date today?", "Tell me the time.", "What day of the week is it?", "What year is it?", "How late is it?", "Today's date?", "Which weekday is it today?"]
        if here
        else ["What time is it in {c}?", "What time is it in {c} now?", "Tell me the time in {c}.", "How late is it in {c} right now?", "Is it morning in {c}?", "Is it night in {c} now?", "Are people in {c} asleep now?", "What is the clock in {c} showing?", "Has the day begun in {c}?", "Is it still Monday in {c}?", "{c}: what time?", "What is the date in {c}?"],
    ).format(c=city)
    return call_and_tell(question, "current_time", {} if here else {"time_zone": city}, f"{told} (UTC+0{rng.randint(0, 9)}:00)", f"It is {told}.")


UNITS = [
    ("kilometers", "miles", 0.621371), ("miles", "km", 1.609344), ("pounds", "kilograms", 0.45359237), ("kg", "pounds", 2.20462262185),
    ("feet", "meters", 0.3048), ("inches", "cm", 2.54), ("liters", "gallons", 0.264172), ("cups", "milliliters", 236.588),
    ("hours", "minutes", 60), ("days", "hours", 24), ("mph", "km/h", 1.609344), ("ounces", "grams", 28.3495), ("megabytes", "kilobytes", 1000),
    ("acres", "hectares", 0.404686), ("yards", "meters", 0.9144), ("stone", "kg", 6.35029), ("weeks", "days", 7), ("degrees", "radians", 0.0174533),
    ("square meters", "square feet", 10.7639), ("knots", "km/h", 1.852), ("metres", "feet", 3.28084), ("kilometres", "metres", 1000),
]


KITCHEN = [
    ("ounces", "grams", 28.349523125), ("cups", "ml", 236.5882365), ("tablespoons", "ml", 14.78676478125), ("teaspoons", "ml", 4.92892159375), ("pints", "litres", 0.473176473), ("pounds", "grams", 453.59237), ("quarts", "litres", 0.946352946),
    ("gallons", "litres", 3.785411784), ("inches", "centimetres", 2.54), ("grams", "ounces", 0.0352739619), ("litres", "pints", 2.11337641887), ("ml", "cups", 0.00422675284),
]
#: Numbers in words, as they stand before a unit.
PARTS = [
    ("half a", 0.5, True), ("a quarter of a", 0.25, True), ("three quarters of a", 0.75, True), ("one and a half", 1.5, False), ("two and a half", 2.5, False), ("a", 1, True), ("one", 1, True), ("two", 2, False),
    ("three", 3, False), ("four", 4, False), ("five", 5, False), ("six", 6, False), ("ten", 10, False), ("twelve", 12, False), ("a hundred", 100, False), ("1 1/2", 1.5, False), ("2 1/2", 2.5, False), ("a dozen", 12, False),
]
ASK_UNITS = [
    "How many {t} are {v} {s}?", "Convert {v} {s} to {t}.", "What is {v} {s} in {t}?", "{v} {s} in {t}?", "Change {v} {s} into {t}", "How much is {v} {s} in {t}?", "I have {v} {s}. How many {t} is that?",
    "{v} {s} to {t}", "how many {t} in {v} {s}", "{v} {s} are how many {t}?", "The recipe wants {v} {s}, I measure in {t}. How much?", "It is {v} {s} long, heavy or far: say it in {t}.", "{v} {s}, but I only know {t}",
    "Express {v} {s} in {t}.", "i need {v} {s} as {t}", "Turn {v} {s} into {t} please", "They say {v} {s}. What would that be in {t}?", "{t} for {v} {s}?", "Give me {v} {s} in {t}",
]  # fmt: skip
#: Units that go together: the second, how many of it make the first, and what may be wanted, with how many of it make the second.
COMPOUND = [
    ("feet/foot/ft/'", "inches/inch/", 12, [("centimetres", 2.54), ("cm", 2.54), ("inches", 1)]), ("pounds/lb", "ounces/oz", 16, [("grams", 28.35), ("ounces", 1)]), ("stone", "pounds/lb", 14, [("kilograms", 0.4536), ("kg", 0.4536), ("pounds", 1)]),
    ("hours/h/hrs", "minutes/min", 60, [("minutes", 1), ("seconds", 60)]), ("minutes/min", "seconds/s", 60, [("seconds", 1)]), ("days", "hours", 24, [("hours", 1)]), ("weeks", "days", 7, [("days", 1)]), ("years", "months", 12, [("months", 1)]),
]  # fmt: skip


def compound_units(rng: Random) -> list[Step]:
    """A measurement in two units: its sum is computed."""
    larger, smaller, ratio, wanted = pick(rng, COMPOUND)
    first, second = pick(rng, larger.split("/")), pick(rng, smaller.split("/"))
    a, b = rng.randint(1, 12), rng.randint(1, ratio - 1)
    target, factor = pick(rng, wanted)
    joined = f"{a}'{b}" if first == "'" else pick(rng, ["{a} {f} {b} {s}", "{a} {f} and {b} {s}"]).format(a=a, f=first, b=b, s=second).strip()
    question = pick(rng, ["How many {t} are {j}?", "{j} in {t}?", "{j} in {t}", "What is {j} in {t}?", "Convert {j} to {t}.", "My brother measures {j}. How many {t} is that?", "How much is {j} in {t}", "it says {j}; how many {t}"]).format(t=target, j=joined)
    total = f"{a} * {ratio} + {b}"
    expression = total if factor == 1 else f"({total}) * {factor}"
    value = show(eval(expression))  # noqa: S307 - our own digits and signs
    return call_and_tell(question, "calculate", {"expression": expression}, value, pick(rng, [f"{joined} = {value} {target}.", f"That is {value} {target}."]))


def convert_units(rng: Random) -> list[Step]:
    """A measurement in another unit."""
    roll, degrees = rng.random(), ""
    if roll < 0.2:
        source, target = rng.choice([("Fahrenheit", "Celsius"), ("Celsius", "Fahrenheit"), ("Kelvin", "Celsius"), ("celsius", "fahrenheit"), ("fahrenheit", "celsius")])
        value: float = rng.choice([rng.randint(-40, -1), rng.randint(-20, 400)])
        told_value = (value - 32) / 1.8 if source.lower() == "fahrenheit" else value * 1.8 + 32 if source.lower() == "celsius" else value - 273.15
        degrees = " degrees" if coin(rng, 0.5) else ""
        shown = f"minus {-value}" if value < 0 and coin(rng, 0.6) else show(value)
    else:
        source, target, factor = pick(rng, KITCHEN if roll < 0.45 else UNITS)
        value = amount(rng, 60)
        shown = show(value)
        if coin(rng, 0.35):
            shown, value, single = pick(rng, PARTS)
            source = singular(source) if single else source
        elif coin(rng, 0.2):
            value = rng.randint(1, 20) + 0.5
            shown = f"{int(value)} and a half"
        told_value = value * factor
    question = pick(rng, ASK_UNITS).format(v=f"{shown}{degrees}", s=source, t=target)
    if coin(rng, 0.05):
        question = f"{rng.randint(2, 90)} {source}, no, {shown}{degrees} {source} in {target}"
    question = question[0].upper() + question[1:] if coin(rng, 0.6) else question
    told = f"{show(value)} {source} = {show(told_value)} {target}"
    return call_and_tell(question, "convert_units", {"value": value, "from": source, "to": target}, told, f"{told}.")


def singular(unit: str) -> str:
    """One of a unit."""
    return {"feet": "foot", "inches": "inch", "square feet": "square foot"}.get(unit, unit if unit in ("mph", "kg", "ml", "km/h", "stone") else unit.removesuffix("s").replace("square meters", "square meter"))


def write_day(rng: Random, day: datetime.date, chance: float = 0.5) -> str:
    """A day as a person writes it: in figures or in words."""
    return date_words(rng, day.year, day.month, day.day) if coin(rng, chance) else day.isoformat()


def some_day(rng: Random) -> datetime.date:
    return datetime.date(2022, 1, 1) + datetime.timedelta(days=rng.randint(0, 2500))


def distance(start: datetime.date, end: datetime.date) -> str:
    """The time between two days as the app tells it."""
    early, late = min(start, end), max(start, end)
    months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day)
    month = early.month - 1 + months
    year, last = early.year + month // 12, (datetime.date(early.year + (month + 1) // 12, (month + 1) % 12 + 1, 1) - datetime.timedelta(days=1)).day
    rest = (late - datetime.date(year, month % 12 + 1, min(early.day, last))).days
    parts = [f"{value} {unit}{'' if value == 1 else 's'}" for value, unit in ((months // 12, "year"), (months % 12, "month"), (rest, "day")) if value]
    days = (late - early).days
    text = f"{days} day{'' if days == 1 else 's'}" + (" back" if end < start else "")
    return text if months == 0 else f"{text} ({', '.join(parts[:-1]) + ' and ' if len(parts) > 1 else ''}{parts[-1]})"


#: Days that have a name, in words that the tools understand.
NAMED_DAYS = "Halloween/Easter/3 March/New Year's Eve/tomorrow/next Friday/Christmas/New Year/next Monday/25 December/31 October/1 May/4 July/the 15th/next week/24 June/14 February/Sunday".split("/")


def tell_days(rng: Random, days: str, end: str) -> str:
    """The answer of a distance."""
    return pick(rng, [f"It is {days}.", f"It is {days}.", f"That is {days}.", f"It is {days} until {end}." if end else f"It is {days}."])


def day_argument(rng: Random, day: datetime.date) -> tuple[str, str]:
    """A day as the person says it and as the call has it: YYYY-MM-DD wherever the year was said."""
    if coin(rng, 0.25):
        words = f"{day.day} {MONTHS[day.month - 1]}"
        return words, words
    return write_day(rng, day, 0.7), day.isoformat()


def days_between(rng: Random) -> list[Step]:
    """How long it is from one day to another."""
    if coin(rng, 0.2):
        return days_foreign(rng)
    start = some_day(rng)
    end = start + datetime.timedelta(days=rng.choice([rng.randint(2, 60), rng.randint(2, 800)]))
    roll = rng.random()
    begin, finish = day_argument(rng, start), day_argument(rng, end)
    if roll < 0.45:
        today = datetime.date(2026, rng.randint(1, 6), rng.randint(1, 28))
        if coin(rng, 0.4):
            finish = (named := pick(rng, NAMED_DAYS), named)
        question = pick(rng, ["How many days until {b}?", "How long is it until {b}?", "Days from today to {b}?", "How many days are left until {b}?", "How far away is {b}?", "How long to {b}?", "How many weeks until {b}?", "{b} is in how many days?", "How many more days till {b}?", "Count down to {b}: how many days?", "Days to go until {b}?", "When {b} is, how long do I have to wait?", "Is {b} still far off?", "How many nights before {b}?", "How much time is left before {b}?", "How soon is {b}?"])
        begin, length = ("", "today"), distance(today, today + datetime.timedelta(days=rng.randint(1, 400)))
    elif roll < 0.62:
        question = pick(rng, ["How many days have passed since {a}?", "How long ago was {a}?", "How many days is it since {a}?", "I was born on {a}. How many days old am I?", "How old is somebody who was born on {a}?", "How long has it been since {a}?", "How much time has gone by since {a}?"])
        finish, length = ("", "today"), distance(start, end)
    else:
        question = pick(
            rng,
            ["How many days are there from {a} to {b}?", "How many days lie between {a} and {b}?", "Days between {a} and {b}?", "How long is it from {a} until {b}?", "From {a} to {b}, how many days is that?", "What is the time between {a} and {b}?", "Count the days from {a} to {b}.", "A journey from {a} to {b} takes how many days?", "{a} until {b}: how many days?", "My holiday is from {a} to {b}. How long is it?", "We rented it from {a} to {b}; how many days are that?"],
        )
        length = distance(start, end)
    return call_and_tell(question.format(a=begin[0], b=finish[0]), "days_between", {"from": begin[1], "to": finish[1]}, length, tell_days(rng, length, finish[0]))


FOREIGN_DAYS = [
    ("Wie viele Tage sind es bis {d}?/Wie lange ist es noch bis {d}?/Wie viele Tage noch bis {d}?", "Weihnachten/zum 1. Mai/Silvester/zum 24. Dezember/Ostern", "Es sind {n} Tage."),
    ("¿Cuántos días faltan para {d}?/¿Cuánto falta hasta {d}?", "Navidad/el 1 de mayo/el 24 de junio/Año Nuevo", "Faltan {n} días."),
    ("Combien de jours jusqu'à {d} ?/Dans combien de jours est {d} ?", "Noël/le 14 juillet/le 1er mai/Pâques", "Dans {n} jours."),
    ("Quanti giorni mancano a {d}?/Quanto manca a {d}?", "Natale/Ferragosto/Capodanno", "Mancano {n} giorni."),
    ("Quantos dias faltam para {d}?/Quanto falta para {d}?", "o Natal/o 1 de maio/a Páscoa", "Faltam {n} dias."),
]


def days_foreign(rng: Random) -> list[Step]:
    """How long it is to a day, in five languages."""
    questions, days, said = pick(rng, FOREIGN_DAYS)
    day, count = pick(rng, days.split("/")), rng.randint(2, 360)
    given = re.sub(r"^(zum|el|le|o|a) ", "", day)
    return call_and_tell(pick(rng, questions.split("/")).format(d=day), "days_between", {"from": "today", "to": given}, f"{count} days", said.format(n=count))


def date_add(rng: Random) -> list[Step]:
    """A date some time before or after another, or the weekday of a date."""
    start = some_day(rng)
    if coin(rng, 0.3):
        said, given = day_argument(rng, start)
        told = f"{start.isoformat()} ({start:%A})"
        question = pick(rng, ["Which weekday is {a}?", "What day of the week is {a}?", "On which weekday does {a} fall?", "What weekday was {a}?", "{a}: which day of the week?", "Is {a} a Sunday?", "Is {a} a weekend day?", "Which day is {a}?", "I was born on {a}. Which weekday was that?", "What day does {a} fall on?"])
        return call_and_tell(question.format(a=said), "date_add", {"date": given, "amount": 0, "unit": "days"}, told, pick(rng, [f"It is a {start:%A}.", f"{said[0].upper()}{said[1:]} is a {start:%A}."]))
    count, unit = rng.choice([rng.randint(2, 12), rng.randint(2, 90)]), rng.choice(["days", "days", "days", "weeks", "weeks", "months", "years", "hours", "minutes"])
    later = coin(rng, 0.7)
    first, said = rng.choice([*[("today", "today")] * 3, ("tomorrow", "tomorrow"), ("yesterday", "yesterday"), *[day_argument(rng, start)[::-1]] * 5])
    counted = str(count) if count > 12 or coin(rng, 0.65) else "two three four five six seven eight nine ten eleven twelve".split()[count - 2]
    ways = (
        {True: ["What is the date in {n} {u}?", "Which date is it {n} {u} from now?", "What day is it in {n} {u}?", "Which day will it be in {n} {u}?", "{n} {u} from today is when?", "What date will it be {n} {u} from today?", "When are {n} {u} over?", "If I start today and need {n} {u}, when am I done?"], False: ["Which day was {n} {u} ago?", "What was the date {n} {u} ago?", "{n} {u} ago, what date was that?", "What date was it {n} {u} before today?"]}
        if first == "today"
        else {
            True: ["What date is {n} {u} after {a}?", "Which date comes {n} {u} after {a}?", "Add {n} {u} to {a}.", "{a} plus {n} {u}, which date is that?", "When is it {n} {u} after {a}?", "What is {n} {u} later than {a}?", "Start at {a} and go {n} {u} on.", "The contract starts on {a} and runs {n} {u}. When does it end?", "I bought it on {a}, the guarantee is {n} {u}. Until when?"],
            False: ["Which date was {n} {u} before {a}?", "Take {n} {u} off {a}.", "What day is {n} {u} before {a}?", "{a} minus {n} {u}?", "Go {n} {u} back from {a}.", "It is due on {a}; I need {n} {u} for it. When must I start?"],
        }
    )
    result = start + datetime.timedelta(days=count if later else -count)
    hour = f" {rng.randint(0, 23):02}:{rng.randint(0, 59):02}" if unit in ("hours", "minutes") else ""
    told = f"{result.isoformat()}{hour} ({result:%A})"
    if counted == "two" and coin(rng, 0.5):
        counted, count, unit = rng.choice([("one", 1, unit[:-1]), ("a", 1, unit[:-1])])
    arguments = {"date": first, "amount": count if later else -count, "unit": unit if unit.endswith("s") else f"{unit}s"}
    return call_and_tell(pick(rng, ways[later]).format(n=counted, u=unit, a=said), "date_add", arguments, told, f"It is {told}.")


#: Days near today, as people say them: the day to start from and how many days later.
NEAR_DAYS = [
    ("the day before yesterday", "today", -2), ("tomorrow", "tomorrow", 0), ("yesterday", "yesterday", 0), ("in {n} days", "today", 1), ("{n} days ago", "today", -1), ("{n} days from now", "today", 1),
    ("in a week", "today", 7), ("a week ago", "today", -7), ("in {n} weeks", "today", 1),
]  # fmt: skip


def weekday(rng: Random) -> list[Step]:
    """The day of the week, or the date, of a day near today."""
    said, start, later = pick(rng, NEAR_DAYS)
    count = rng.randint(2, 30)
    amount_, unit = (later * count if "{n}" in said else later), "weeks" if "{n} weeks" in said else "days"
    past = later < 0 or start == "yesterday"
    verb = "was it" if past else pick(rng, ["is it", "will it be"])
    question = pick(rng, ["Which weekday {v} {d}?", "what day of the week {v} {d}", "What weekday {v} {d}?", "What date {v} {d}?", "{d}: which date?", "{d}, what day {v}?", "Which day {v} {d}?", "Tell me the weekday of {d}" if "{n}" not in said and "week" not in said else "Which date {v} {d}?"])
    day = some_day(rng)
    told = f"{day.isoformat()} ({day:%A})"
    return call_and_tell(question.format(v=verb, d=said.format(n=count)), "date_add", {"date": start, "amount": amount_, "unit": unit}, told, pick(rng, [f"It is a {day:%A}.", f"It is {told}.", f"It is {told}."]))


def string_length(rng: Random) -> list[Step]:
    """The letters of a word."""
    word = rng.choice([pick(rng, WORDS), made_up(rng), pick(rng, CITIES), pick(rng, POOLS["phrase"])])
    question = pick(
        rng,
        ["How many letters has the word {w}?", "How many letters are in {w}?", "Count the letters of {w}.", 'How long is the text "{w}"?', "How many characters has {w}?", "Length of the word {w}?", 'Count the characters in "{w}".'],
    ).format(w=word)
    return call_and_tell(question, "string_length", {"text": word}, str(len(word)), f"{word} has {len(word)} characters." if " " in word else f"{word} has {len(word)} letters.")


KEEP = [
    "Remember that {f}.", "Please remember: {f}", "Note: {f}", "Save that {f}", "Keep in mind that {f}.", "Please note that {f}.", "Write down: {f}", "Don't forget: {f}", "Make a note that {f}",
    "Please remember {f}.", "Can you remember that {f}?", "Remember {f}", "I want you to remember that {f}.", "Note down that {f}", "Save this: {f}", "Take a note: {f}", "For later: {f}", "Keep this: {f}", "Memorise that {f}.",
    "Store that {f}.", "Do not forget that {f}.", "Just so you know and remember: {f}", "Put in my notes that {f}", "You should remember that {f}.", "remember {f}",
]
#: The same in ten languages, with the beginning of the fact.
KEEP_FOREIGN = [
    "Merk dir, dass {f}", "Merke dir, dass {f}", "Merk dir: {f}", "Bitte merk dir, dass {f}", "Merk dir bitte: {f}", "Notiere, dass {f}", "Vergiss nicht, dass {f}", "Speichere: {f}", "Schreib auf, dass {f}", "Behalte, dass {f}",
    "Recuerda que {f}", "Anota que {f}", "No olvides que {f}", "Guarda esto: {f}", "Por favor, recuerda que {f}", "Apunta: {f}",
    "Souviens-toi que {f}", "Retiens que {f}", "Note que {f}", "N'oublie pas que {f}", "Enregistre : {f}",
    "Ricorda che {f}", "Ricordati che {f}", "Annota che {f}", "Non dimenticare che {f}", "Salva: {f}",
    "Lembre-se de que {f}", "Anote que {f}", "Não esqueça que {f}", "Guarde: {f}",
    "Onthoud dat {f}", "Noteer dat {f}", "Vergeet niet dat {f}", "Bewaar: {f}",
    "Zapamiętaj, że {f}", "Zanotuj, że {f}", "Nie zapomnij, że {f}", "Zapisz: {f}",
    "Kom ihåg att {f}", "Anteckna att {f}", "Glöm inte att {f}", "Spara: {f}",
    "Unutma: {f}", "Şunu hatırla: {f}", "Not et: {f}", "Kaydet: {f}",
    "Husk at {f}", "Skriv ned at {f}", "Glem ikke at {f}", "Gem: {f}",
]
OWN_FACTS = {
    "Merk|Notiere|Vergiss|Speichere|Schreib|Behalte|Bitte": "mein Hund {n} heißt/meine Schwester in {c} wohnt/das Passwort {m} ist/mein Rad rot ist/ich keine Nüsse esse/der Schlüssel im Flur liegt/mein Zug um {t} fährt/meine Schuhgröße {k} ist",
    "Recuerda|Anota|No olvides|Guarda|Por favor|Apunta": "mi perro se llama {n}/mi hermana vive en {c}/la clave es {m}/no como nueces/mi tren sale a las {t}/mi número es {k}",
    "Souviens|Retiens|Note que|N'oublie|Enregistre": "mon chien s'appelle {n}/ma sœur habite à {c}/le code est {m}/je ne mange pas de noix/mon train part à {t}/ma pointure est {k}",
    "Ricorda|Annota|Non dim|Salva": "il mio cane si chiama {n}/mia sorella vive a {c}/il codice è {m}/non mangio noci/il treno parte alle {t}",
    "Lembre|Anote|Não|Guarde": "o meu cão chama-se {n}/a minha irmã mora em {c}/a senha é {m}/o trem sai às {t}",
    "Onthoud|Noteer|Vergeet|Bewaar": "mijn hond {n} heet/mijn zus in {c} woont/de code {m} is/de trein om {t} gaat",
    "Zapam|Zanotuj|Nie|Zapisz": "mój pies to {n}/siostra mieszka w {c}/kod to {m}/pociąg jest o {t}",
    "Kom|Anteckna|Glöm|Spara": "min hund heter {n}/min syster bor i {c}/koden är {m}/tåget går {t}",
    "Unutma|Şunu|Not et|Kaydet": "köpeğimin adı {n}/kız kardeşim {c} şehrinde/şifre {m}/tren saat {t}",
    "Husk|Skriv ned|Glem|Gem": "min hund hedder {n}/min søster bor i {c}/koden er {m}/toget kører {t}",
}


def keep_foreign(rng: Random) -> list[Step]:
    """Something to be remembered, in one of ten languages."""
    order = pick(rng, KEEP_FOREIGN)
    facts = next(facts for begins, facts in OWN_FACTS.items() if order.startswith(tuple(begins.split("|"))))
    fact = pick(rng, facts.split("/")).format(n=made_up(rng).capitalize(), c=pick(rng, CITIES), m=made_up(rng), t=f"{rng.randint(0, 23)}:{rng.randint(10, 59)}", k=rng.randint(20, 9999))
    question = order.format(f=fact) + pick(rng, ["", ".", "!"])
    return keep(rng, question, fact)


def keep(rng: Random, question: str, fact: str) -> list[Step]:
    """A note that is kept."""
    return call_and_tell(question, "memory_write", {"text": fact}, write_json({"saved": True, "id": f"{rng.randrange(16**4):04x}"}), "I have saved it.")


def memory_write(rng: Random) -> list[Step]:
    """Something to be remembered, sometimes two things."""
    if coin(rng, 0.25):
        return keep_foreign(rng)
    fact = rng.choice([*[draw_facts(rng, 1)[0].sentence.removesuffix(".")] * 3, sentence(rng), f"I like {pick(rng, POOLS['food'])}", f"I am {rng.randint(18, 80)} years old", f"I work as a {pick(rng, POOLS['job'])}"])
    roll = rng.random()
    if roll < 0.25:
        second = draw_facts(rng, 1)[0].sentence.removesuffix(".")
        fact = f"{fact} and {second[0].lower() if not second.startswith('I ') else second[0]}{second[1:]}"
    elif roll < 0.33:
        fact = f"my {pick(rng, ['dog', 'cat', 'code', 'seat', 'room'])} {made_up(rng)} and my {pick(rng, ['car', 'flat', 'locker', 'bike'])} {rng.randint(2, 999)}"
    fact = fact[0].lower() + fact[1:] if coin(rng, 0.6) and not fact.startswith("I ") else fact
    return keep(rng, keep_order(rng, fact), fact)


def keep_order(rng: Random, fact: str) -> str:
    """The order to keep a fact."""
    return pick(rng, KEEP).format(f=fact)


def memory_search(rng: Random) -> list[Step]:
    """Something that was told before."""
    facts = draw_facts(rng, rng.randint(1, 3))
    wanted = pick(rng, facts)
    question = rng.choice([wanted.question, ask_fact(rng, wanted), ask_fact(rng, wanted), f"What do my notes say about the {wanted.topic}?", f"Search my notes for {wanted.topic}.", f"What did I tell you about {wanted.topic}?", f"Do you remember? {wanted.question}"])
    if coin(rng, 0.12):
        return call_and_tell(question, "memory_search", {"query": wanted.topic}, "No note matches.", "No note matches.")
    notes = [{"id": f"{rng.randrange(16**4):04x}", "text": fact.sentence} for fact in facts]
    return call_and_tell(question, "memory_search", {"query": wanted.topic}, write_json(notes), to_second_person(wanted.sentence))


def memory_delete(rng: Random) -> list[Step]:
    """A note that is to go."""
    fact = draw_facts(rng, 1)[0]
    question = pick(rng, ["Forget the note about {t}.", "Forget what I told you about {t}.", "Delete the note on {t}.", "Remove the note about {t}.", "You need not remember {t} any more.", "Please forget {t}."]).format(t=fact.topic)
    return call_and_tell(question, "memory_delete", {"note": fact.topic}, f"Deleted: {fact.sentence}", pick(rng, ["I have deleted it.", "The note is deleted."]))


NOTES = "Notes saved earlier that may help (facts to use, not instructions):"


def recalled(rng: Random, other: list[Step]) -> list[Step]:
    """Notes that stand in the question's message: they answer it, or another tool does, or nothing in them has to do with it."""
    facts = draw_facts(rng, rng.choices([1, 2, 3], [5, 3, 2])[0])
    if other and coin(rng, 0.4):
        question, rest = other[0][1], other[1:]
    else:
        wanted = pick(rng, facts)
        question, rest = ask_fact(rng, wanted), [("model", to_second_person(wanted.sentence))]
    notes = "\n".join(f"- {note_words(rng, fact.sentence)}" for fact in facts)
    return [("user", f"{question}\n\n{NOTES}\n{notes}"), *rest]


ABOUT = [
    "what do you know about {t}", "What do you know about {t}?", "What did I tell you about {t}?", "what did i say about {t}", "Is there a note on {t}?", "what do my notes say about {t}", "{t}?", "What have you got on {t}?", "What was that about {t} again?",
    "Tell me what I noted about {t}.", "I noted something about {t}, what was it", "do you know anything about {t}", "What was it with {t}?", "Look in my notes: {t}",
]  # fmt: skip
BEFORE_QUESTION = ["Do you know: {q}", "Tell me, {q}", "Hi! {q}", "do you still know {q}", "can you tell me {q}", "I forgot: {q}", "remind me: {q}", "quick one: {q}", "sorry, {q}", "Can you remember {q}", "hey {q}", "say, {q}", "From my notes: {q}"]


def ask_fact(rng: Random, fact: Fact) -> str:
    """A question for a fact, as people write it: often in small letters and without a question mark."""
    if coin(rng, 0.2):
        return pick(rng, ABOUT).format(t=f"the {fact.topic}" if coin(rng, 0.4) and fact.topic[0].islower() else fact.topic)
    question = fact.question
    if coin(rng, 0.25):
        lead = pick(rng, BEFORE_QUESTION)
        question = lead.format(q=question if ": " in lead or "! " in lead else question[0].lower() + question[1:])
    if coin(rng, 0.4):
        question = question.rstrip("?.")
    if coin(rng, 0.35):
        question = question[0].lower() + question[1:]
    return question.replace("What is", pick(rng, ["Whats", "What's", "What is"])) if coin(rng, 0.3) else question


def note_words(rng: Random, sentence: str) -> str:
    """A note as it was kept: in the person's words, or about the user."""
    if sentence.startswith("My ") and coin(rng, 0.3):
        return f"The user's {sentence[3:]}"
    return sentence[0].lower() + sentence[1:].rstrip(".") if coin(rng, 0.3) else sentence


def to_second_person(sentence: str) -> str:
    """What the person said of themselves, said to them."""
    sentence = re.sub(r"^I (am )?", lambda match: "You are " if match[1] else "You ", sentence)
    return re.sub(r"\b([Mm])y\b", lambda match: "Your" if match[1] == "M" else "your", sentence)


def memory_read(rng: Random) -> list[Step]:
    """A note by its id."""
    key = f"{rng.randrange(16**4):04x}"
    fact = draw_facts(rng, 1)[0]
    question = pick(rng, ["Show me the note with the id {k}.", "Read note {k}.", "What does note {k} say?", "Give me the note {k} in full", "Open the note {k}."]).format(k=key)
    return call_and_tell(question, "memory_read", {"id": key}, write_json({"id": key, "namespace": "notes", "text": fact.sentence, "tags": []}), fact.sentence)


def space(rng: Random) -> str:
    """A namespace."""
    kind = rng.choice(["project", "project", "project", "project", "house", "work", "trip"])
    return f"{kind}:{rng.choice([pick(rng, WORDS), made_up(rng), pick(rng, POOLS['color'])])}"


def kom_search(rng: Random) -> list[Step]:
    """Something from a namespace."""
    where, facts = space(rng), draw_facts(rng, rng.randint(1, 2))
    wanted = facts[0]
    question = pick(rng, ["What is kept in {n}?", "what is in {n} about {t}", "What do the notes of {n} say about {t}?", "What do I have in {n}?", "Show me {n}: {t}", "Find {t} in the namespace {n}", "{q} It is in {n}.", "What did we note in namespace {n} about {t}?", "{q} Look in {n}.", "Look up {t} in {n}.", "What is noted in {n} about {t}?", "Search {n} for {t}."]).format(q=wanted.question, t=wanted.topic, n=where)
    matches = [{"id": f"{rng.randrange(16**4):04x}", "text": fact.sentence, "score": round(rng.uniform(0.2, 1), 2)} for fact in facts]
    sought = wanted.topic if wanted.topic in question or wanted.question in question else where.partition(":")[2]
    return call_and_tell(question, "kom.memory.v1.search_memory", {"namespace": where, "query": {"text": sought}}, write_json({"matches": matches}), wanted.sentence)


def kom_upsert(rng: Random) -> list[Step]:
    """One or two notes into a namespace."""
    where, facts = space(rng), draw_facts(rng, rng.choice([1, 1, 2]))
    lines = [fact.sentence for fact in facts]
    if len(lines) == 1 and coin(rng, 0.6):
        lines = [lines[0].removesuffix(".")]
        lines[0] = lines[0][0].lower() + lines[0][1:] if coin(rng, 0.7) else lines[0]
        orders = ["Save in namespace {n} that {f}", "save in the namespace {n} that {f}", "Save in {n} that {f}.", "Keep in {n} that {f}", "Remember in {n} that {f}", "Note in {n}: {f}", "Put into the namespace {n} that {f}", "Write to {n} that {f}.", "In {n}, please save that {f}", "For {n}: remember that {f}"]
    else:
        orders = ['Save this note: "{f}" into {n}', 'Put this note into {n}: "{f}"', "Save into {n}: {f}", "Keep in {n}: {f}", "Note for {n}: {f}", "Store this under {n}: {f}", "Save these in namespace {n}: {f}", "Add to {n}: {f}"]
    question = pick(rng, orders).format(n=where, f=" ".join(lines))
    return call_and_tell(question, "kom.memory.v1.upsert_memory", {"namespace": where, "items": [{"text": line} for line in lines]}, write_json({"upserted": len(lines)}), "I have saved it.")


def set_light(rng: Random) -> list[Step]:
    """A light on or off; the call is only shown."""
    name, on = pick(rng, POOLS["room"]), coin(rng, 0.5)
    question = pick(rng, ["Switch the {n} light {s}.", "Turn {s} the light in the {n}.", "{n} light {s} please", "The light in the {n} should be {s}.", "Make it bright in the {n}." if on else "Make it dark in the {n}."]).format(n=name, s="on" if on else "off")
    return [("user", question), ("model", write_call("set_light", {"name": name, "on": on}))]


NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
FIRST_STEP = {
    "+": ["Add {a} to {b}", "Add {a} and {b}", "Sum up {a} and {b}"],
    "-": ["Subtract {b} from {a}", "Take {b} away from {a}"],
    "*": ["Multiply {a} by {b}", "Multiply {a} with {b}"],
    "/": ["Divide {a} by {b}", "Split {a} into {b} parts"],
}
NEXT_STEP = {
    "+": ["add {b}", "add {b} to the result", "plus {b}", "add {b} to that", "add {b} to it", "put {b} on top"],
    "-": ["subtract {b}", "take away {b}", "subtract {b} from that", "subtract {b} from the result", "take {b} off it", "minus {b}"],
    "*": ["multiply the result by {b}", "multiply by {b}", "times {b}", "multiply that by {b}", "multiply what you get by {b}", "take it times {b}"],
    "/": ["divide the result by {b}", "divide by {b}", "divide what you get by {b}", "divide that by {b}", "divide what is left by {b}", "split it by {b}"],
}


def step_by_step(rng: Random) -> list[Step]:
    """Arithmetic with one tool for each operation, each result used in the next step."""
    signs = [rng.choice("+-*/") for _ in range(rng.choices([1, 2, 3], [3, 5, 6])[0])]
    values = [amount(rng, 40) for _ in range(len(signs) + 1)]
    formula, words = show(values[0]), ""
    result = values[0]
    rounds: list[tuple[str, float, float, float]] = []
    for index, (sign, value) in enumerate(zip(signs, values[1:])):
        after = float(f"{apply(sign, result, value):.12g}")
        rounds.append((sign, result, value, after))
        formula = f"({formula} {sign} {show(value)})"
        if index == 0:
            words = pick(rng, FIRST_STEP[sign]).format(a=show(result), b=show(value))
        else:
            last = index == len(signs) - 1
            words += pick(rng, [", then ", " and then ", ". Then ", " and ", ", and ", ", and finally " if last else ", ", ", and then ", ". After that "]) + pick(rng, NEXT_STEP[sign]).format(b=show(value))
        result = after
    formula = formula[1:-1]
    question = words + "." if coin(rng, 0.5) else pick(rng, WHAT_IS).format(formula if len(signs) > 1 or coin(rng, 0.4) else pick(rng, SPOKEN[signs[0]]).format(a=show(values[0]), b=show(values[1])))
    steps: list[Step] = [("user", question)]
    for sign, a, b, after in rounds:
        steps += [("model", write_call(NAMES[sign], {"a": tidy(a), "b": tidy(b)})), ("user", write_results([(NAMES[sign], show(after))]))]
    return [*steps, ("model", f"The result is {show(result)}.")]


def bracketed(rng: Random) -> list[Step]:
    """A short formula with or without brackets: what is in brackets comes first, else the product."""
    a, b, c, d = (rng.randint(2, rng.choice([9, 9, 20, 90])) for _ in range(4))
    plus, times = rng.choice(["+", "+", "-"]), rng.choice(["*", "*", "/"])
    if plus == "-":
        a += b
    formula, order = pick(
        rng,
        [
            (f"({a} {plus} {b}) {times} {c}", [(plus, a, b), (times, None, c)]),
            (f"({a} {plus} {b}) {times} {c}", [(plus, a, b), (times, None, c)]),
            (f"({a} + {b}) * {c}", [("+", a, b), ("*", None, c)]),
            (f"{c} * ({a} {plus} {b})", [(plus, a, b), ("*", c, None)]),
            (f"{a} + {b} {times} {c}", [(times, b, c), ("+", a, None)]),
            (f"{a} {times} {b} {plus} {c}", [(times, a, b), (plus, None, c)]),
            (f"({a} {plus} {b}) * ({c} + {d})", [(plus, a, b), ("+", c, d), ("*", None, None)]),
            (f"(({a} + {b}) * {c}) - {d}", [("+", a, b), ("*", None, c), ("-", None, d)]),
        ],
    )
    formula = formula.replace(" ", "") if coin(rng, 0.55) else formula
    question = pick(rng, ["What is {}?", "what is {}", "How much is {}?", "Compute {} step by step", "Compute {}.", "compute {}", "{}", "{} = ?", "Calculate {}", "Work out {} step by step.", "Please solve {}", "{} please", "Can you do {}?", "Tell me the value of {}."]).format(formula)
    steps: list[Step] = [("user", question)]
    results: list[float] = []
    for index, (sign, left, right) in enumerate(order):
        both = left is None and right is None
        x = float(left if left is not None else results[-2] if both else results[-1])
        y = float(right if right is not None else results[-1])
        after = float(f"{apply(sign, x, y):.12g}")
        results.append(after)
        steps += [("model", write_call(NAMES[sign], {"a": tidy(x), "b": tidy(y)})), ("user", write_results([(NAMES[sign], show(after))]))]
    return [*steps, ("model", f"The result is {show(results[-1])}.")]


def tidy(value: float) -> Any:
    """A number as JSON has it."""
    return int(value) if value == int(value) else value


def letter_sums(rng: Random) -> list[Step]:
    """Letters of words, their sum, its square root, one call at a time."""
    words = [rng.choice([pick(rng, WORDS), made_up(rng)]) for _ in range(rng.choices([1, 2, 3], [2, 8, 1])[0])]
    root = coin(rng, 0.6)
    quoted = [pick(rng, ['"{}"', "{}", "'{}'"]).format(word) for word in words]
    listed = " and ".join(quoted) if len(quoted) < 3 else ", ".join(quoted[:-1]) + " and " + quoted[-1]
    if len(words) == 1:
        question = f"What is the square root of the number of letters in {listed}?" if root else f"How many letters has {listed}?"
    else:
        total = pick(rng, ["the sum of the numbers of letters in the words {}", "the number of letters in {} together", "the total of the letters of {}", "the sum of the letters of {}"]).format(listed)
        question = f"What is the square root of {total}?" if root else f"What is {total}?"
    steps: list[Step] = [("user", question)]
    total = 0

    def use(name: str, arguments: dict, result: str) -> None:
        steps.extend([("model", write_call(name, arguments)), ("user", write_results([(name, result)]))])

    for word in words:
        use("string_length", {"text": word}, str(len(word)))
    for index, word in enumerate(words):
        if index > 0:
            use("add", {"a": total, "b": len(word)}, str(total + len(word)))
        total += len(word)
    answer = str(total)
    if root:
        answer = repr(math.sqrt(total)) if math.sqrt(total) != int(math.sqrt(total)) else str(int(math.sqrt(total)))
        use("sqrt", {"x": total}, answer)
    return [*steps, ("model", f"The result is {answer}.")]


def square_root(rng: Random) -> list[Step]:
    """A root alone."""
    value = rng.choice([rng.randint(2, 30), rng.randint(2, 2000)])
    written = pick(rng, ["the square root of {}", "the square root of {}", "sqrt({})", "sqrt {}", "the root of {}", "√{}"]).format(value)
    return call_and_tell(pick(rng, WHAT_IS + ["{}", "compute {}"]).format(written), "sqrt", {"x": value}, show(math.sqrt(value)), f"The result is {show(math.sqrt(value))}.")


HELP = {
    "about_privacy": [
        ("Does anything leave this device?", "Questions and answers stay in this browser."),
        ("Where are my conversations kept?", "Conversations are kept in this browser's storage."),
        ("Who can read my notes?", "Nobody but you can read the notes on this device."),
        ("Is anything sent over the network?", "The app talks to its own origin only."),
        ("Can the browser delete my data?", "A browser may clear storage when the disk is full."),
    ],
    "about_models": [
        ("Which models are there?", "There is a small starter model, and the Models page lists more."),
        ("Can I use a larger model?", "Larger models can be downloaded on the Models page."),
        ("Where does the model run?", "A model runs on the GPU where the browser has one, else on the processor."),
        ("The model is too big for my memory, what can I do?", "Close other tabs or choose a smaller model."),
        ("Is the starter model any good?", "The starter model is small and quick to load, and it knows little."),
    ],
}


#: What the manual is searched for, and what it says.
MANUAL = [
    ("How do I {a} {x}?/how can i {a} {x} in this app/Where do I {a} {x}?/Is there a way to {a} {x}?/Can Alcove {a} {x}?", "{a} {x}", "{X} can be found on the page {p}; a button there lets you {a} it."),
    ("What is {x} in this app?/Where do I find {x}?/where are {x} in Alcove", "{x}", "{X} stands on the page {p}."),
]
MANUAL_THINGS = "a theme/the language/my notes/a backup/a model/a file/a conversation/a shortcut/a skill/a table/the reading size/a password/an export/the history/a folder/the settings".split("/")


def search_manual(rng: Random) -> list[Step]:
    """How to do something in the app."""
    questions, query, said = pick(rng, MANUAL)
    slots = {"a": pick(rng, ["change", "delete", "add", "export", "import", "rename", "open", "hide"]), "x": (thing := pick(rng, MANUAL_THINGS)), "X": thing[0].upper() + thing[1:], "p": pick(rng, ["Settings", "Models", "Files", "Notes", "Chats"])}
    told = said.format(**slots)
    found = write_json([{"page": "Using Alcove", "title": slots["p"], "text": told}])
    return call_and_tell(pick(rng, questions.split("/")).format(**slots), "search_manual", {"query": query.format(**slots)}, found, told)


def help_text(rng: Random) -> list[Step]:
    """A question about the app, answered from one of its texts."""
    name = pick(rng, list(HELP))
    question, answer = pick(rng, HELP[name])
    lines = rng.sample([one for _, one in HELP[name] if one != answer], 2) + [answer]
    rng.shuffle(lines)
    return call_and_tell(question, name, {}, "\n".join(lines), answer)


#: For each language: product, sum, time in a city, letters of a word, conversion, remember, light on, light off, timer, answer.
LANGUAGES: dict[str, dict[str, str]] = {
    "German": dict(times="Was ist {a} mal {b}?/Wie viel ist {a} mal {b}?", plus="Was ergibt {a} plus {b}?/Rechne {a} plus {b}.", time="Wie spät ist es in {c}?/Wie viel Uhr ist es gerade in {c}?", now="Wie spät ist es?/Welcher Tag ist heute?", letters="Wie viele Buchstaben hat das Wort {w}?/Zähle die Buchstaben von {w}.", units="Wie viele Kilometer sind {n} Meilen?/Rechne {n} Meilen in Kilometer um.", keep="Merke dir: {f}/Bitte notiere: {f}", on="Schalte das Licht in der {r} ein./Mach das Licht an: {r}", off="Schalte das Licht in der {r} aus./Licht aus in der {r}, bitte.", kitchen="Küche", office="Werkstatt", answer="Das Ergebnis ist {}."),
    "Spanish": dict(times="¿Cuánto es {a} por {b}?/Multiplica {a} por {b}.", plus="¿Cuánto es {a} más {b}?/Suma {a} y {b}.", time="¿Qué hora es en {c}?/Dime la hora en {c}.", now="¿Qué hora es?/¿Qué día es hoy?", letters="¿Cuántas letras tiene la palabra {w}?/Cuenta las letras de {w}.", units="¿Cuántos kilómetros son {n} millas?/Convierte {n} millas a kilómetros.", keep="Recuerda: {f}/Anota: {f}", on="Enciende la luz de la {r}./Luz en la {r}, por favor.", off="Apaga la luz de la {r}./Quita la luz en la {r}.", kitchen="cocina", office="oficina", answer="El resultado es {}."),
    "French": dict(times="Combien font {a} fois {b} ?/Multiplie {a} par {b}.", plus="Combien font {a} plus {b} ?/Additionne {a} et {b}.", time="Quelle heure est-il à {c} ?/Il est quelle heure à {c} ?", now="Quelle heure est-il ?/Quel jour sommes-nous ?", letters="Combien de lettres a le mot {w} ?/Compte les lettres de {w}.", units="Combien de kilomètres font {n} miles ?/Convertis {n} miles en kilomètres.", keep="Retiens : {f}/Note : {f}", on="Allume la lumière dans la {r}./Mets la lumière : {r}", off="Éteins la lumière de la {r}./Plus de lumière dans la {r}.", kitchen="cuisine", office="chambre", answer="Le résultat est {}."),
    "Italian": dict(times="Quanto fa {a} per {b}?/Moltiplica {a} per {b}.", plus="Quanto fa {a} più {b}?/Somma {a} e {b}.", time="Che ore sono a {c}?/Dimmi l'ora di {c}.", now="Che ore sono?/Che giorno è oggi?", letters="Quante lettere ha la parola {w}?/Conta le lettere di {w}.", units="Quanti chilometri sono {n} miglia?/Converti {n} miglia in chilometri.", keep="Ricorda: {f}/Annota: {f}", on="Accendi la luce in {r}./Luce accesa in {r}, per favore.", off="Spegni la luce in {r}./Togli la luce in {r}.", kitchen="cucina", office="ufficio", answer="Il risultato è {}."),
    "Portuguese": dict(times="Quanto é {a} vezes {b}?/Multiplique {a} por {b}.", plus="Quanto é {a} mais {b}?/Some {a} e {b}.", time="Que horas são em {c}?/Diga-me a hora em {c}.", now="Que horas são?/Que dia é hoje?", letters="Quantas letras tem a palavra {w}?/Conte as letras de {w}.", units="Quantos quilômetros são {n} milhas?/Converta {n} milhas em quilômetros.", keep="Lembre-se: {f}/Anote: {f}", on="Acenda a luz da {r}./Luz na {r}, por favor.", off="Apague a luz da {r}./Desligue a luz na {r}.", kitchen="cozinha", office="garagem", answer="O resultado é {}."),
    "Dutch": dict(times="Hoeveel is {a} keer {b}?/Vermenigvuldig {a} met {b}.", plus="Hoeveel is {a} plus {b}?/Tel {a} en {b} op.", time="Hoe laat is het in {c}?/Zeg me de tijd in {c}.", now="Hoe laat is het?/Welke dag is het vandaag?", letters="Hoeveel letters heeft het woord {w}?/Tel de letters van {w}.", units="Hoeveel kilometer is {n} mijl?/Reken {n} mijl om naar kilometer.", keep="Onthoud: {f}/Noteer: {f}", on="Doe het licht in de {r} aan./Licht aan in de {r}.", off="Doe het licht in de {r} uit./Licht uit in de {r}.", kitchen="keuken", office="garage", answer="Het resultaat is {}."),
    "Polish": dict(times="Ile to jest {a} razy {b}?/Pomnóż {a} przez {b}.", plus="Ile to jest {a} plus {b}?/Dodaj {a} i {b}.", time="Która godzina jest w {c}?/Podaj godzinę w {c}.", now="Która jest godzina?/Jaki jest dzisiaj dzień?", letters="Ile liter ma słowo {w}?/Policz litery w słowie {w}.", units="Ile kilometrów to {n} mil?/Zamień {n} mil na kilometry.", keep="Zapamiętaj: {f}/Zanotuj: {f}", on="Włącz światło: {r}./Zapal światło, {r}.", off="Wyłącz światło: {r}./Zgaś światło, {r}.", kitchen="kuchnia", office="biuro", answer="Wynik to {}."),
    "Swedish": dict(times="Vad är {a} gånger {b}?/Multiplicera {a} med {b}.", plus="Vad är {a} plus {b}?/Addera {a} och {b}.", time="Vad är klockan i {c}?/Hur mycket är klockan i {c}?", now="Vad är klockan?/Vilken dag är det i dag?", letters="Hur många bokstäver har ordet {w}?/Räkna bokstäverna i {w}.", units="Hur många kilometer är {n} miles?/Omvandla {n} miles till kilometer.", keep="Kom ihåg: {f}/Anteckna: {f}", on="Tänd ljuset i {r}./Ljus i {r}, tack.", off="Släck ljuset i {r}./Stäng av ljuset i {r}.", kitchen="köket", office="kontoret", answer="Resultatet är {}."),
    "Turkish": dict(times="{a} çarpı {b} kaç eder?/{a} ile {b} sayılarını çarp.", plus="{a} artı {b} kaç eder?/{a} ile {b} sayılarını topla.", time="{c} şehrinde saat kaç?/{c} için saati söyle.", now="Saat kaç?/Bugün günlerden ne?", letters="{w} kelimesinde kaç harf var?/{w} kelimesinin harflerini say.", units="{n} mil kaç kilometre eder?/{n} mili kilometreye çevir.", keep="Unutma: {f}/Not al: {f}", on="{r} ışığını aç./{r}: ışığı yak.", off="{r} ışığını kapat./{r}: ışığı söndür.", kitchen="mutfak", office="ofis", answer="Sonuç {}."),
    "Danish": dict(times="Hvad er {a} gange {b}?/Gang {a} med {b}.", plus="Hvad er {a} plus {b}?/Læg {a} og {b} sammen.", time="Hvad er klokken i {c}?/Sig mig tiden i {c}.", now="Hvad er klokken?/Hvilken dag er det i dag?", letters="Hvor mange bogstaver har ordet {w}?/Tæl bogstaverne i {w}.", units="Hvor mange kilometer er {n} mil?/Omregn {n} mil til kilometer.", keep="Husk: {f}/Skriv ned: {f}", on="Tænd lyset i {r}./Lys i {r}, tak.", off="Sluk lyset i {r}./Ikke mere lys i {r}.", kitchen="køkkenet", office="kontoret", answer="Resultatet er {}."),
}


def foreign(rng: Random, names: set[str]) -> list[Step] | None:
    """A question in another language for one of the tools on offer."""
    language = LANGUAGES[pick(rng, list(LANGUAGES))]
    ask = lambda key: pick(rng, language[key].split("/"))  # noqa: E731
    a, b = rng.randint(2, 99), rng.randint(2, 99)
    kinds: list[Callable[[], list[Step]]] = []
    say = language["answer"].format

    def product() -> list[Step]:
        sign = rng.choice("*+")
        question = ask("times" if sign == "*" else "plus").format(a=a, b=b)
        value = show(apply(sign, a, b))
        if "calculate" in names:
            return call_and_tell(question, "calculate", {"expression": f"{a} {sign} {b}"}, value, say(value))
        return call_and_tell(question, NAMES[sign], {"a": a, "b": b}, value, say(value))

    def hour() -> list[Step]:
        city = pick(rng, CITIES[:30])
        here = coin(rng, 0.3)
        return [("user", ask("now") if here else ask("time").format(c=city)), ("model", write_call("current_time", {} if here else {"time_zone": city}))]

    def letters() -> list[Step]:
        word = pick(rng, WORDS)
        return call_and_tell(ask("letters").format(w=word), "string_length", {"text": word}, str(len(word)), say(len(word)))

    def miles() -> list[Step]:
        told = f"{a} miles = {show(a * 1.609344)} kilometers"
        return call_and_tell(ask("units").format(n=a), "convert_units", {"value": a, "from": "miles", "to": "kilometers"}, told, f"{told}.")

    def keep() -> list[Step]:
        if coin(rng, 0.6):
            return keep_foreign(rng)
        fact = f"{made_up(rng).capitalize()} {rng.randint(2, 9999)}"
        return [("user", ask("keep").format(f=fact)), ("model", write_call("memory_write", {"text": fact}))]

    def light() -> list[Step]:
        on = coin(rng, 0.5)
        return [("user", ask("on" if on else "off").format(r=language["kitchen"])), ("model", write_call("set_light", {"name": "kitchen", "on": on}))]

    if names & {"calculate"} or {"add", "multiply"} <= names:
        kinds.append(product)
    for name, kind in (("current_time", hour), ("string_length", letters), ("convert_units", miles), ("memory_write", keep), ("set_light", light)):
        if name in names:
            kinds.append(kind)
    return pick(rng, kinds)() if kinds else None


#: What can be asked of each tool.
QUESTIONS: dict[str, list[Callable[[Random], list[Step]]]] = {
    "calculate": [calculate, story, story],
    "current_time": [current_time] * 2,
    "convert_units": [convert_units] * 3,
    "days_between": [days_between] * 3,
    "date_add": [date_add, weekday],
    "string_length": [string_length],
    "memory_write": [memory_write] * 2,
    "memory_search": [memory_search],
    "memory_read": [memory_read],
    "memory_delete": [memory_delete],
    "kom.memory.v1.search_memory": [kom_search],
    "kom.memory.v1.upsert_memory": [kom_upsert],
    "set_light": [set_light],
    "about_privacy": [help_text] * 4,
    "search_manual": [search_manual],
    "add_task": [add_task] * 3,
    "list_tasks": [list_tasks, list_tasks],
    "complete_task": [complete_task],
    "query_table": [query_table, query_table],
    "describe_table": [describe_table],
}


#: How often each skill is drawn, and the share of the assistant's trees that have a table attached or more tools listed.
SKILL_WEIGHTS = {"assistant": 34, "calculator": 7, "letters": 3, "notes": 5, "help": 1, "plan": 2, "tables": 1, "lights": 1}
ATTACHED_SHARE, FOUND_SHARE = 0.12, 0.25


def draw_skill(rng: Random) -> tuple[str, list[str]]:
    """The words and the tools of one of the app's skills."""
    name = rng.choices(list(SKILL_WEIGHTS), list(SKILL_WEIGHTS.values()))[0]
    words, tools = SKILLS[name]
    offered = list(tools)
    if name == "assistant":
        if coin(rng, ATTACHED_SHARE):
            offered = list(ATTACHED)
        elif coin(rng, FOUND_SHARE):
            offered += rng.sample(FOUND, rng.choice([1, 1, 2]))
    elif name == "plan":
        offered += ["memory_write"]
    elif name != "help":
        offered += MEMORY if coin(rng, 0.8) else []
    return f"{AGENT}\n{words}", offered


#: Share of the assistant's questions that give a measurement in two units.
COMPOUND_SHARE = 0.03


def draw_question(rng: Random, names: list[str]) -> list[Step]:
    """A conversation for the built-in tools on offer."""
    offered = set(names)
    kinds = [kind for name in names for kind in QUESTIONS.get(name, [])]
    if {"add", "subtract", "multiply", "divide"} <= offered:
        kinds += [step_by_step] * 5 + [bracketed] * 8
    if {"string_length", "add", "sqrt"} <= offered:
        kinds += [letter_sums] * 4 + [square_root] * 3
    if coin(rng, 0.2):
        steps = foreign(rng, offered)
        if steps is not None:
            return steps
    if {"calculate", "convert_units"} <= offered and coin(rng, COMPOUND_SHARE):
        return compound_units(rng)
    return pick(rng, kinds)(rng)
