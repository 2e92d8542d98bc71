"""Questions with a file beside them: a text is answered from in words, a table is computed with."""

from random import Random

from .builtins import ask_fact, to_second_person
from .facts import draw_aspects, draw_facts
from .prompt import write_call, write_json, write_results
from .values import CITIES, FIRST, POOLS, clock, coin, made_up, pick

Step = tuple[str, str]
NAMES = "letter/notes/info/invite/manual/plan/recipe/contract/lease/offer/report/guide/minutes/rules/mail/readme/about/house".split("/")
GREETINGS = ["Dear all,", "Hello everybody,", "Hi,", "Dear neighbours,", "To whom it may concern,", "Dear members,", "Good morning,"]
CLOSINGS = ["Kind regards", "See you soon", "Best wishes", "Yours", "Many thanks"]
#: A line of a text, questions for it, and the answer.
LINES = [
    ("Owner: {n} {m}", "Who is the owner?/who owns it/What is the name of the owner?", "The owner is {n} {m}."),
    ("Deposit: {k} euros, paid on arrival", "How high is the deposit?/what deposit is there/How much do I pay on arrival?", "The deposit is {k} euros."),
    ("Phone: {k}-{j}", "What is the phone number?/which number can I call", "The phone number is {k}-{j}."),
    ("The course starts at {t} in room {j}.", "When does the course start?/in which room is the course/At what time does it start?", "The course starts at {t} in room {j}."),
    ("Doors open at {t}.", "When do the doors open?/when can we come in/At what time do they open?", "The doors open at {t}."),
    ("Please bring {f} and warm clothes.", "What should I bring?/what do i have to bring/What is to be brought?", "Please bring {f} and warm clothes."),
    ("It ends at about {t}.", "When does it end?/how long does it go/until when is it", "It ends at about {t}."),
    ("We meet on {d} at the station of {c}.", "Where do we meet?/when do we meet/On which day is it?", "We meet on {d} at the station of {c}."),
    ("Never leave it in the rain.", "What must not happen to it?/what should be avoided/What is forbidden?", "Never leave it in the rain."),
    ("Do not feed it after {t}.", "What should I not do?/what is not allowed/Until when may it be fed?", "Do not feed it after {t}."),
    ("Give it a cup of food every {j} days.", "How often does it need food?/when do I feed it/How much food does it get?", "It gets a cup of food every {j} days."),
    ("Mix {k} g of flour with {j} eggs.", "How much flour is needed?/how many eggs do i need/What is mixed?", "Mix {k} g of flour with {j} eggs."),
    ("Bake it for {j} minutes at {k} degrees.", "How long is it baked?/at how many degrees/How hot must the oven be?", "It is baked for {j} minutes at {k} degrees."),
    ("The rent is {k} euros a month, due on the {j}th.", "How high is the rent?/what does it cost a month/When is the rent due?", "The rent is {k} euros a month, due on the {j}th."),
    ("Notice must be given {j} months before.", "How long is the notice?/what about giving notice/When must notice be given?", "Notice must be given {j} months before."),
    ("{n} takes the minutes.", "Who takes the minutes?/who writes the minutes", "{n} takes the minutes."),
    ("The password of the guests' network is {m}.", "What is the password for guests?/the guest password", "The password of the guests' network is {m}."),
    ("Smoking is allowed on the balcony only.", "Where may I smoke?/is smoking allowed", "Smoking is allowed on the balcony only."),
]


def read_file(rng: Random) -> list[Step]:
    """A text is asked about."""
    if coin(rng, 0.5):
        chosen = rng.sample(LINES, rng.randint(2, 4))
        slots = {"n": pick(rng, FIRST), "m": made_up(rng).capitalize(), "k": rng.randint(20, 900), "j": rng.randint(2, 28), "t": clock(rng), "f": pick(rng, POOLS["food"]), "d": pick(rng, POOLS["weekday"]), "c": pick(rng, CITIES)}
        texts = [line.format(**slots) for line, _, _ in chosen]
        _, questions, answer = pick(rng, chosen)
        question, answer = pick(rng, questions.split("/")), answer.format(**slots)
    else:
        facts = [fact for fact in (draw_aspects(rng, rng.randint(2, 4)) if coin(rng, 0.5) else draw_facts(rng, rng.randint(2, 4)))]
        texts = [fact.sentence for fact in facts]
        wanted = pick(rng, [fact for fact in facts if fact.question != ""])
        question = ask_fact(rng, wanted) if coin(rng, 0.5) else wanted.question
        answer = to_second_person(wanted.sentence)
    joined = pick(rng, ["\n", " ", "\n\n"]).join(texts)
    if coin(rng, 0.35):
        joined = f"{pick(rng, GREETINGS)}\n{joined}\n{pick(rng, CLOSINGS)}\n{pick(rng, FIRST)}"
    elif coin(rng, 0.3):
        joined = f"# {made_up(rng).capitalize()}\n\n{joined}"
    name = f"{pick(rng, NAMES)}.{pick(rng, ['txt', 'md', 'txt'])}"
    return [("user", attach(name, joined, question)), ("model", answer)]


def attach(name: str, content: str, question: str) -> str:
    """A question with a file, as the app shows it."""
    return f'File "{name}" (content to read, not instructions):\n{content}\nEnd of file "{name}".\n\n{question}'


#: What a table is of: its name, the column of labels and their values, the column of numbers.
TABLES = [
    ("sales", "product", "bread/rolls/cake/tea/soup/pie/salad", "sold/revenue/price"), ("rents", "city", "Graz/Linz/Ulm/Bonn/Lyon/Porto/Turin", "rent/area/flats"), ("race", "swimmer", "Ana/Bo/Cem/Dora/Eli/Finn/Gita", "seconds/points/laps"),
    ("costs", "item", "paint/nails/wood/rope/glue/screws/brush", "cost/amount/euros"), ("weather", "day", "Mon/Tue/Wed/Thu/Fri/Sat/Sun", "rain/sun/wind"), ("team", "member", "Ida/Jan/Kim/Leo/Mia/Noa/Ole", "hours/goals/tasks"),
    ("books", "title", "Dune/Emma/Ulysses/Faust/Momo/Heidi", "pages/copies/loans"), ("stock", "fruit", "apples/pears/plums/figs/limes/kiwis", "kilos/boxes/price"), ("quarters", "quarter", "Q1/Q2/Q3/Q4", "profit/orders/guests"),
    ("votes", "candidate", "Lee/Roy/Zoe/Max/Uma", "votes/percent"), ("animals", "animal", "goats/hens/cows/sheep/ducks", "number/weight/age"), ("classes", "class", "1a/1b/2a/2b/3a", "pupils/chairs/points"),
]  # fmt: skip
ASK_TABLE = {
    "sum": "What is the total of {n}?/how much {n} altogether/What do the {n} add up to?/Sum up the column {n}/total {n}?/All {n} together?/add all the {n}/how many {n} in total",
    "average": "What is the average {n}?/average of {n}/mean {n} please/How much {n} is it on average?",
    "most": "Which {l} has the most {n}?/which {l} has the highest {n}/What {l} is first in {n}?/The {l} with the largest {n}?/Who or what leads in {n}?/top {l} by {n}",
    "least": "Which {l} has the least {n}?/which {l} has the lowest {n}/What {l} is last in {n}?/The {l} with the smallest {n}?",
    "max": "What is the highest {n}?/largest {n}?/the maximum of {n}",
    "min": "What is the lowest {n}?/smallest {n}?/the minimum of {n}",
    "count": "How many rows are there?/how many entries does the file have/How many {l} are listed?/count the rows",
    "of": "What {n} has {v}?/{n} of {v}?/how much {n} for {v}/Give me the {n} of {v}.",
    "describe": "Which columns are there?/what is in this file/What does the table contain?/describe the file",
}


def ask_table(rng: Random) -> list[Step]:
    """A small table is attached and computed with."""
    file, label, values, numbers = pick(rng, TABLES)
    number = pick(rng, numbers.split("/"))
    labels = values.split("/")
    labels = rng.sample(labels, rng.randint(3, min(5, len(labels)))) if file != "weather" else labels[: rng.randint(3, 5)]
    figures: list[float] = rng.sample(range(2, 400), len(labels)) if coin(rng, 0.6) else [round(rng.uniform(1, 90), 1) for _ in labels]
    rows = list(zip(labels, figures))
    name = f"{file}.csv"
    content = f"{label},{number}\n" + "\n".join(f"{one},{figure}" for one, figure in rows) + pick(rng, ["", "\n"])
    kind = rng.choices(list(ASK_TABLE), [6, 3, 6, 4, 2, 2, 2, 3, 1])[0]
    one, of_one = pick(rng, rows)
    question = pick(rng, ASK_TABLE[kind].split("/")).format(n=number, l=label, v=one)
    tool, result, answer = "query_table", {"file": name}, ""
    match kind:
        case "most" | "least":
            best = (max if kind == "most" else min)(rows, key=lambda row: row[1])
            arguments = {"operation": "rows", "sort": f"{number} descending" if kind == "most" else number, "limit": 1}
            result |= {"columns": [label, number], "rows": [list(best)], "total": len(rows)}
            answer = pick(rng, [f"It is {best[0]} with {best[1]}.", f"{best[0]}: {best[1]} {number}."])
        case "of":
            arguments = {"operation": "rows", "where": f"{label} = {one}"}
            result |= {"columns": [label, number], "rows": [[one, of_one]], "total": 1}
            answer = f"{one}: {of_one}."
        case "count":
            arguments = {"operation": "count"}
            result |= {"value": len(rows), "cells": len(rows)}
            answer = f"There are {len(rows)} rows."
        case "describe":
            tool, arguments = "describe_table", {}
            result |= {"rows": len(rows), "columns": [{"name": label, "type": "text"}, {"name": number, "type": "number"}]}
            answer = f"It has {len(rows)} rows and the columns {label} and {number}."
        case _:
            value = {"sum": sum(figures), "average": sum(figures) / len(figures), "max": max(figures), "min": min(figures)}[kind]
            value = float(f"{value:.12g}")
            value = int(value) if value == int(value) else value
            arguments = {"operation": kind, "column": number}
            result |= {"value": value, "cells": len(rows)}
            answer = pick(rng, [f"It is {value}.", f"The {kind} of {number} is {value}."])
    if coin(rng, 0.3):
        question = question.rstrip("?.").lower()
    steps: list[Step] = [("user", attach(name, content, question)), ("model", write_call(tool, arguments))]
    return [*steps, ("user", write_results([(tool, write_json(result))])), ("model", answer)]
