"""Longer conversations with the app's own tools: second questions, several wishes, what is missing, what fails."""

import datetime
from random import Random

from .builtins import NAMES, QUESTIONS, SPOKEN, UNITS, Step, amount, calculate, call_and_tell, show, some_day, string_length, tidy, write_day
from .builtins import apply as work_out
from .dialogues import thanks
from .foreign import QUESTIONS as FOREIGN
from .prompt import write_call, write_results
from .values import CITIES, MONTHS, WORDS, coin, made_up, pick


def moment(rng: Random, zone: str) -> str:
    """A time as the app tells it."""
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randint(0, 700))
    return f"{day:%A}, {day.day} {MONTHS[day.month - 1]} {day.year}, {rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d} in {zone}"


def time_in(rng: Random, city: str, question: str) -> list[Step]:
    told = moment(rng, f"{rng.choice(['Europe', 'Asia', 'America', 'Africa'])}/{city.replace(' ', '_')}")
    return call_and_tell(question, "current_time", {"time_zone": city}, f"{told} (UTC+0{rng.randint(0, 9)}:00)", f"It is {told}.")


def times(rng: Random) -> list[Step]:
    """A city, then another."""
    one, two = rng.sample(CITIES[:60], 2)
    again = pick(rng, ["And in {c}?", "What about {c}?", "And {c}?", "Now in {c}.", "How late is it in {c} then?", "The same for {c}."]).format(c=two)
    return time_in(rng, one, f"What time is it in {one}?") + time_in(rng, two, again)


def percent(rng: Random, question: str, share: int, whole: float) -> list[Step]:
    expression = f"{show(whole)} * {share} / 100"
    value = show(whole * share / 100)
    return call_and_tell(question, "calculate", {"expression": expression}, value, f"{expression} = {value}.")


def sums(rng: Random) -> list[Step]:
    """A calculation, then one of new numbers or one with what came out."""
    roll = rng.random()
    if roll < 0.45:
        first, second = (rng.randint(2, 95), rng.randint(2, 95)), (amount(rng), amount(rng))
        asked = pick(rng, ["What is {s}% of {w}?", "How much is {s} percent of {w}?", "{s}% of {w}?"])
        again = pick(rng, ["And {s}% of {w}?", "And {s} percent of {w}?", "What about {s}% of {w}?", "Now {s}% of {w}.", "And {s}% of {w}, please?"])
        return percent(rng, asked.format(s=first[0], w=show(second[0])), first[0], second[0]) + percent(rng, again.format(s=first[1], w=show(second[1])), first[1], second[1])
    steps = calculate(rng)
    if roll < 0.7:
        following = calculate(rng)
        question = following[0][1]
        return steps + [("user", pick(rng, ["And ", "Now ", ""]) + question[0].lower() + question[1:]), *following[1:]]
    before = steps[2][1].split("\n", 1)[1]
    sign, number = rng.choice("+-*/"), rng.randint(2, 20)
    try:
        value = show(work_out(sign, float(before), number))
    except (ValueError, OverflowError):
        return steps
    words = {"+": ["plus {n}", "add {n}"], "-": ["minus {n}"], "*": ["times {n}", "multiplied by {n}"], "/": ["divided by {n}"]}[sign]
    said = pick(rng, words).format(n=number)
    question = pick(rng, ["And that {s}?", "And what is that {s}?", "Now {s}.", "And {s}?", "What is that {s}?"]).format(s=said)
    expression = f"{before} {sign} {number}"
    return steps + call_and_tell(question, "calculate", {"expression": expression}, value, f"{expression} = {value}.")


def one_more_step(rng: Random) -> list[Step]:
    """With one tool for each operation: what came out is used in the next question."""
    sign, other = rng.choice("+-*/"), rng.choice("+-*/")
    a, b, c = amount(rng, 40), amount(rng, 40), rng.randint(2, 20)
    first = float(f"{work_out(sign, a, b):.12g}")
    steps = call_and_tell(f"What is {pick(rng, SPOKEN[sign]).format(a=show(a), b=show(b))}?", NAMES[sign], {"a": tidy(a), "b": tidy(b)}, show(first), pick(rng, [f"The result is {show(first)}.", f"It is {show(first)}."]))
    if coin(rng, 0.3):
        return steps + call_and_tell(f"And {pick(rng, SPOKEN[other]).format(a=show(c), b=show(b))}?", NAMES[other], {"a": tidy(c), "b": tidy(b)}, show(work_out(other, c, b)), f"The result is {show(work_out(other, c, b))}.")
    words = {"+": ["plus {c}", "and {c} more"], "-": ["minus {c}"], "*": ["times {c}", "multiplied by {c}"], "/": ["divided by {c}"]}[other]
    question = pick(rng, ["And what is that {w}?", "And {w}?", "What is that {w}?", "Now {w}.", "And the result {w}?", "Take that {w}."]).format(w=pick(rng, words).format(c=c))
    last = show(work_out(other, first, c))
    return steps + call_and_tell(question, NAMES[other], {"a": tidy(first), "b": c}, last, f"The result is {last}.")


def units(rng: Random) -> list[Step]:
    """A conversion, then the same into another unit, or of another number."""
    source, target, factor = pick(rng, UNITS)
    value = amount(rng, 60)
    told = f"{show(value)} {source} = {show(value * factor)} {target}"
    steps = call_and_tell(pick(rng, ["How many {t} are {v} {s}?", "{v} {s} in {t}?", "Convert {v} {s} to {t}."]).format(t=target, v=show(value), s=source), "convert_units", {"value": value, "from": source, "to": target}, told, f"{told}.")
    if coin(rng, 0.5):
        family = next(one for one in FAMILIES if source in one)
        target = pick(rng, [unit for unit in family if unit not in (source, target)])
        told = f"{show(value)} {source} = {show(value * rng.uniform(0.01, 90))} {target}"
        question = pick(rng, ["And in {t}?", "What is that in {t}?", "How many {t} is that?", "Now in {t}.", "In {t}?", "And how many {t}?"]).format(t=target)
        return steps + call_and_tell(question, "convert_units", {"value": value, "from": source, "to": target}, told, f"{told}.")
    value = amount(rng, 60)
    told = f"{show(value)} {source} = {show(value * factor)} {target}"
    question = pick(rng, ["And {v} {s}?", "And {v}?", "What about {v} {s}?", "Now {v} {s}.", "And how many are {v} {s}?"]).format(v=show(value), s=source)
    return steps + call_and_tell(question, "convert_units", {"value": value, "from": source, "to": target}, told, f"{told}.")


FAMILIES = [
    ["kilometers", "miles", "km", "feet", "meters", "inches", "cm", "yards", "metres", "kilometres", "millimeters", "m", "ft"],
    ["pounds", "kilograms", "kg", "ounces", "grams", "stone", "g", "tons"],
    ["liters", "gallons", "cups", "milliliters", "pints", "ml"],
    ["hours", "minutes", "days", "weeks", "seconds", "years"],
    ["mph", "km/h", "knots", "m/s"],
    ["megabytes", "kilobytes", "gigabytes", "bytes"],
    ["acres", "hectares", "square meters", "square feet", "square miles"],
    ["degrees", "radians", "turns", "arcminutes"],
]


def days(rng: Random) -> list[Step]:
    """Some time from a day, then another time."""
    start, unit = some_day(rng), rng.choice(["days", "weeks", "months"])
    steps: list[Step] = []
    for question in ("What date is {n} {u} after {a}?", pick(rng, ["And {n} {u}?", "And {n} {u} after it?", "What about {n} {u}?", "Now {n} {u}."])):
        count = rng.randint(2, 60)
        result = start + datetime.timedelta(days=count)
        told = f"{result.isoformat()} ({result:%A})"
        arguments = {"date": start.isoformat(), "amount": count, "unit": unit}
        steps += call_and_tell(question.format(n=count, u=unit, a=write_day(rng, start)), "date_add", arguments, told, f"It is {told}.")
    return steps


def letters(rng: Random) -> list[Step]:
    """A word, then another."""
    steps = string_length(rng)
    word = rng.choice([pick(rng, WORDS), made_up(rng)])
    return steps + call_and_tell(pick(rng, ["And {w}?", 'And "{w}"?', "What about {w}?", "How about the word {w}?"]).format(w=word), "string_length", {"text": word}, str(len(word)), f"{word} has {len(word)} letters.")


def together(rng: Random, conversations: list[list[Step]], question: str | None = None) -> list[Step]:
    """Wishes of one question: their calls in one turn, then their answers."""
    text = question
    if text is None:
        parts = [conversation[0][1] for conversation in conversations]
        text = parts[0]
        for part in parts[1:]:
            link = pick(rng, [" And ", " Also: ", " ", " and ", ", and ", " And also: "])
            text = (text.rstrip(".?") if link.startswith((" and", ",")) else text) + link + (part[0].lower() + part[1:] if link.startswith((" and", ",")) else part)
    results = "\n\n".join(conversation[2][1] for conversation in conversations)
    return [("user", text), ("model", "\n".join(c[1][1] for c in conversations)), ("user", results), ("model", " ".join(c[3][1] for c in conversations))]


def two_places(rng: Random) -> list[Step]:
    cities = rng.sample(CITIES[:60], rng.choice([2, 2, 3]))
    link = pick(rng, [" and ", " and in ", " and also in "])
    listed = ", ".join(cities[:-1]) + link + cities[-1]
    question = pick(rng, ["What time is it in {c}?", "How late is it in {c}?", "Tell me the time in {c}.", "What is the time in {c} now?"]).format(c=listed)
    return together(rng, [time_in(rng, city, "") for city in cities], question)


def wishes(rng: Random, names: set[str]) -> list[Step] | None:
    """Two wishes for different tools, or the same twice."""
    if "current_time" in names and coin(rng, 0.3):
        return two_places(rng)
    kinds = [kind for name in names for kind in QUESTIONS.get(name, []) if name != "set_light"]
    if len(kinds) < 2:
        return None
    drawn = [kind(rng) for kind in rng.sample(sorted(kinds, key=lambda kind: kind.__name__), 2)]
    if any(len(one) != 4 or "remember" in one[0][1].lower() and index == 0 for index, one in enumerate(drawn)):
        return None
    return together(rng, drawn)


MISSING = {
    "convert_units": ("Convert {n} kilometres./How many miles?/Convert this to pounds./Change {n} kg./Please convert.", "the unit wanted;the value and the unit;the value and the unit;the unit wanted;the value and the units"),
    "string_length": ("How many letters are in the word?/Count the letters./How long is my text?/Count the characters, please.", "the text"),
    "days_between": ("How many days are there?/How many days until then?/Count the days.", "the dates;the date;the dates"),
    "date_add": ("What date is {n} weeks later?/Add {n} days./Which weekday is it then?", "the date"),
    "calculate": ("Calculate something./What is the result?/Compute it for me./I need a sum.", "the expression"),
    "memory_write": ("Remember something for me./Save a note./Make a note, please./Note something down.", "the note"),
    "memory_read": ("Read the note./Open a note by its id./Show the note.", "the id of the note"),
    "set_light": ("Switch the light on./Turn the light off, please./Light!", "the name of the light"),
    "add": ("Add {n}./Add two numbers./Add something to {n}.", "the numbers"),
    "multiply": ("Multiply {n}./Multiply two numbers./Times {n}?", "the numbers"),
}


def lacking(rng: Random, names: set[str]) -> list[Step] | None:
    """A question that leaves out what the tool needs."""
    known = sorted(names & set(MISSING))
    if not known:
        return None
    questions, needs = (text.split(sign) for text, sign in zip(MISSING[pick(rng, known)], "/;"))
    index = rng.randrange(len(questions))
    need = needs[index] if len(needs) > 1 else needs[0]
    return [("user", questions[index].format(n=rng.randint(2, 90))), ("model", f"Please tell me {need}.")]


def fails(rng: Random, names: set[str]) -> list[Step] | None:
    """A call that fails, and the word that it did."""
    place, unit, n = made_up(rng).capitalize(), made_up(rng), rng.randint(2, 90)
    cases = {
        "current_time": (f"What time is it in {place}?", {"time_zone": place}, f"'{place}' is no time zone. Use an IANA name such as Europe/Paris or America/New_York.", f"'{place}' is no time zone."),
        "convert_units": (f"How many {unit} are {n} miles?", {"value": n, "from": "miles", "to": unit}, f"'{unit}' is not a unit known here. Write its English name, for instance miles or liters.", f"'{unit}' is not a unit known here."),
        "divide": (f"Divide {n} by 0.", {"a": n, "b": 0}, "Division by zero: b must not be 0.", "Division by zero: b must not be 0."),
        "sqrt": (f"What is the square root of -{n}?", {"x": -n}, "A negative number has no real square root.", "A negative number has no real square root."),
        "calculate": (f"What is {n} / 0?", {"expression": f"{n} / 0"}, "Division by zero.", "Division by zero."),
    }
    known = sorted(names & set(cases))
    if not known:
        return None
    name = pick(rng, known)
    question, arguments, reason, told = cases[name]
    return [("user", question), ("model", write_call(name, arguments)), ("user", write_results([(name, f"Tool '{name}' failed: {reason}")])), ("model", f"That did not work: {told}")]


def in_language(rng: Random, names: set[str]) -> list[Step] | None:
    """Percent in ten languages."""
    if "calculate" not in names:
        return None
    share, whole = rng.randint(1, 95), rng.randint(2, 900)
    question = pick(rng, FOREIGN[pick(rng, list(FOREIGN))]["percent_of"].split("/"))
    return percent(rng, question.format(percent=share, of=whole), share, whole)


def turns(rng: Random, names: set[str]) -> list[Step] | None:
    """One of these, for the tools on offer."""
    kinds = {"current_time": times, "calculate": sums, "convert_units": units, "date_add": days, "string_length": letters, "add": one_more_step}
    if {"sqrt"} <= names:
        kinds.pop("add")
    roll = rng.random()
    if roll < 0.5:
        known = [kinds[name] for name in sorted(names) if name in kinds]
        steps = pick(rng, known)(rng) if known else None
        if steps is not None and coin(rng, 0.1):
            said, reply = thanks(rng)
            steps = [*steps, ("user", said), ("model", reply)]
        return steps
    if roll < 0.7:
        return wishes(rng, names)
    if roll < 0.84:
        return lacking(rng, names)
    if roll < 0.92:
        return fails(rng, names)
    return in_language(rng, names)
