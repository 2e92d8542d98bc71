"""Conversations for the app's own tools that keep tasks and read attached tables."""

import datetime
from random import Random

from .prompt import write_call, write_json, write_results
from .values import CITIES, FIRST, coin, made_up, pick

Step = tuple[str, str]

VERBS = [
    "water", "buy", "call", "clean", "paint", "fix", "move", "order", "pick up", "drop off", "take out", "wash", "check", "print", "sell", "plant", "mow", "bake", "cook", "wrap", "measure", "empty",
    "fill", "collect", "change", "cancel", "book", "renew", "write", "finish", "start", "bring", "lend", "find", "sort", "hang up", "put away", "turn off", "look at", "talk about", "think about",
]
THINGS = [
    "tomatoes", "plants", "lawn", "bins", "rubbish", "laundry", "dishes", "shoes", "curtains", "tyres", "keys", "tickets", "photos", "books", "shelf", "fence", "bed", "oven", "filter", "candles",
    "cake", "soup", "parcel", "present", "flowers", "dog", "balcony", "attic", "bulb", "password", "appointment", "dentist", "school trip", "birthday card", "speech", "tent", "boat", "camera", "meeting room", "new lamp",
]
DEEDS = [
    *("{v} the {th}" for _ in range(24)), "{v} {th} for {n}", "{v} my {th}", "{v} the {th} and the {th2}", "ask {n} about the {th}", "remind {n} of the {th}", "give {n} the {th}",
    "call {n}", "write to {n}", "pay the {b}", "water the {p}", "buy {f}", "get {f}", "send the {d} to {n}", "sign the {d}", "repair the {t}", "clean the {t}",
    "book a table at {m}", "visit {n} in {c}", "return the {t}", "feed the cat", "cut the hedge", "renew the {b}", "practise the piano", "pack for {c}", "charge the {t}", "read the {d}",
]
FILL = {
    "b": ["rent", "electricity bill", "insurance", "library card", "parking fine", "passport", "tax"], "p": ["roses", "plants", "tomatoes", "garden", "herbs"],
    "f": ["eggs", "milk", "bread", "stamps", "batteries", "a present", "coffee beans", "printer paper", "apples"], "d": ["contract", "report", "form", "invoice", "letter", "offer", "minutes"],
    "t": ["bike", "kitchen", "gutter", "drill", "laptop", "window", "heater", "fridge", "car"],
}
#: When it is due, as people say it.
DUE = [
    "tomorrow", "today", "tonight", "on {w}", "next {w}", "tomorrow at {h}", "on {w} at {h}", "at {h}", "in {k} days", "in {k} weeks", "in {m} minutes", "in {k} hours",
    "every {w}", "every day", "every day at {h}", "every month", "on {d} {o}", "next week", "in the evening",
]
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
TO_BE_DONE = [
    "I should not forget to {x}", "Can you put {x} on my to-do list?", "{x} goes on the list", "Note a task for me: {x}", "I've got to {x}", "Remind me that I must {x}", "Ping me to {x}",
    "Make sure I {x}", "Help me remember to {x}", "I mustn't forget to {x}", "Jot down that I need to {x}", "{x}: put that on the list, please", "Let me know when it is time to {x}", "One more for the list: {x}", "I still have to {x}",
    "We need to {x}, remind me", "To do for me: {x}", "Add this to what I have to do: {x}", "I want to be reminded to {x}", "Remember me to {x}", "I have to think of this: {x}", "Another task: {x}", "Please see that I {x}",
    "Remind me to {x}.", "Remind me to {x}", "Please remind me to {x}", "I have to {x}", "I must {x}.", "I need to {x}", "Put on my list: {x}", "Add {x} to my to-do list", "New task: {x}",
    "Add a task: {x}", "Don't let me forget to {x}", "Could you remind me to {x}?", "Make a reminder to {x}", "To do: {x}", "Set a reminder: {x}",
    "I need to {x}, make a task of it", "I have to {x}, please put it on the list", "i must {x} - list it", "I should {x}, can you add that as a task?", "{x}, add a task", "We have to {x}. Put that on my list.", "I want to {x}, note that as a task please", "task: {x}",
    "add to my tasks: {x}", "create a task: {x}", "List it please: {x}", "dont let me forget: {x}", "on my list: {x}", "i need a reminder to {x}", "A task for me: {x}", "put {x} on the to do list", "add {x} to my list please", "can you list {x} as a task", "I'd like to be reminded that I have to {x}",
]
FOREIGN = [
    ("Erinnere mich {d} daran, {x}", ["morgen", "am Freitag", "am Montag um 9 Uhr", "heute Abend", "jeden Dienstag"], ["die Miete zu zahlen", "Milch zu kaufen", "Ana anzurufen", "die Pflanzen zu gießen"]),
    ("Ich muss {d} {x}", ["morgen", "am Samstag", "in 3 Tagen", "um 18 Uhr"], ["zum Zahnarzt", "das Auto waschen", "Brot kaufen", "Lea schreiben"]),
    ("Recuérdame {d} {x}", ["mañana", "el viernes", "mañana a las 8", "cada lunes"], ["llamar a Marta", "pagar el alquiler", "comprar pan", "regar las plantas"]),
    ("Rappelle-moi {d} de {x}", ["demain", "vendredi", "lundi à 9 h", "ce soir", "chaque mardi"], ["payer le loyer", "acheter du lait", "appeler Ana", "arroser les plantes"]),
    ("Je dois {x} {d}", ["demain", "samedi", "dans 3 jours"], ["aller chez le dentiste", "laver la voiture", "acheter du pain"]),
    ("Ricordami {d} di {x}", ["domani", "venerdì", "lunedì alle 9", "stasera"], ["pagare l'affitto", "comprare il latte", "chiamare Ana", "annaffiare le piante"]),
    ("Lembre-me {d} de {x}", ["amanhã", "na sexta-feira", "amanhã às 8", "hoje à noite"], ["pagar o aluguel", "comprar leite", "ligar para a Ana", "regar as plantas"]),
    ("Erinnerung {d}: {x}", ["morgen", "am Donnerstag", "nächste Woche", "um 17 Uhr"], ["Müll rausbringen", "Oma anrufen", "Rechnung bezahlen", "Paket abholen"]),
    ("Ich will {d} unbedingt {x}", ["am Sonntag", "morgen früh", "heute"], ["die Fenster putzen", "Karl anrufen", "den Brief abschicken"]),
    ("Setz {x} auf meine Liste", [""], ["Milch", "Brot", "Zahnarzt", "Steuern"]),
    ("Tengo que {x} {d}", ["hoy", "el martes", "en 2 semanas"], ["enviar la carta", "recoger el coche", "comprar leche"]),
]
ASK_LIST = {
    "open": ["What is on my list?", "What are my tasks?", "Show my to-do list", "Which tasks are open?", "What do I still have to do?", "List my reminders.", "Was steht auf meiner Liste?", "¿Qué tareas tengo?", "Quelles sont mes tâches ?", "Quali compiti ho?", "Quais são as minhas tarefas?", "What do I have to do?", "Is there anything left to do?", "Read me my to-dos", "Welche Aufgaben habe ich?", "anything on my list?", "What else is there to do?", "Which things are open?", "Tell me what I noted to do", "My list, please", "What was I going to do?", "Have I got anything to do?", "What was it that I wanted to do?", "list my tasks", "tasks please", "Give me my tasks", "show me what is on the list", "what is left on my list", "all tasks", "Let me see the list", "my to-dos?", "Which tasks have I got", "Is there anything about {t} on my list?", "do i have a task with {t}", "is {t} on my to-do list", "Did I put {t} on the list?", "What is on the list about {t}?", "was there something with {t} among my tasks"],
    "today": ["What do I have to do today?", "Anything due today?", "What is on for today?", "Today's tasks?", "Was muss ich heute tun?", "¿Qué tengo que hacer hoy?"],
    "late": ["What is overdue?", "Which tasks are late?", "Did I miss a task?", "What should I have done by now?"],
    "done": ["What have I finished?", "Which tasks are done?", "Show me what I have ticked off."],
}
DONE = [
    "I did it: {x}. Tick it off.", "Tick off: {x}", "Mark {x} as done", "The task {x} is done", "Done: {x}", "Check off {x}", "I finished {x}, cross it off", "{x} is finished, mark it", "Complete the task {x}",
]
COLUMNS = [
    "price", "amount", "age", "weight", "score", "salary", "quantity", "distance", "temperature", "height", "cost", "total", "points", "hours", "balance", "rating", "rainfall", "speed", "stock", "tax",
]
GROUPS = ["city", "category", "country", "department", "product", "month", "team", "year", "person", "color", "shop", "customer"]
HAVING = {"average": ["average", "mean"], "sum": ["sum", "total"], "max": ["highest", "largest", "maximum"], "min": ["lowest", "smallest", "minimum"], "median": ["median"]}
OF_COLUMN = ["What is the {h} {c}?", "{h} of the column {c}", "Give me the {h} of {c}.", "What's the {h} {c} in the table?", "Compute the {h} {c}", "{h} {c}?", "How large is the {h} {c} in the file?"]


class Kept(dict[str, str]):
    """Slots to fill; those it does not know stay."""

    def __missing__(self, slot: str) -> str:
        return f"{{{slot}}}"


def fill(rng: Random) -> str:
    """Something to be done."""
    text = pick(rng, DEEDS).format_map(Kept(v=pick(rng, VERBS), th=pick(rng, THINGS), th2=pick(rng, THINGS)))
    for slot, words in FILL.items():
        text = text.replace(f"{{{slot}}}", pick(rng, words))
    return text.replace("{n}", pick(rng, FIRST) if coin(rng, 0.7) else made_up(rng)).replace("{m}", made_up(rng)).replace("{c}", pick(rng, CITIES))


def due_words(rng: Random) -> str:
    """When, as people say it."""
    hour = rng.choice([f"{rng.randint(1, 12)}", f"{rng.randint(6, 22)}:{rng.choice(['00', '15', '30', '45'])}", f"{rng.randint(1, 11)} pm", f"{rng.randint(6, 11)} am"])
    return pick(rng, DUE).format(w=pick(rng, WEEKDAYS), h=hour, k=rng.randint(2, 9), m=rng.choice([5, 10, 20, 30, 45]), d=rng.randint(1, 28), o=pick(rng, MONTHS))


def write_due(rng: Random, words: str) -> str:
    """A due date as the app's result has it."""
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randrange(700))
    hour = f" {rng.randint(6, 22):02}:{rng.choice(['00', '15', '30'])}" if " at " in words or "hours" in words or "minutes" in words else ""
    repeats = ", weekly" if words.startswith("every ") and words.split()[1] in WEEKDAYS else ", daily" if words.startswith("every day") else ", monthly" if words == "every month" else ""
    return f"{day.isoformat()}{hour} ({WEEKDAYS[day.weekday()]}){repeats}"


def add_task(rng: Random) -> list[Step]:
    """Something is put on the list."""
    if coin(rng, 0.15):
        frame, when, deeds = pick(rng, FOREIGN)
        due, deed = pick(rng, when), pick(rng, deeds)
        question = frame.format(x=deed, d=due)
    else:
        deed, due = fill(rng), due_words(rng) if coin(rng, 0.65) else ""
        said = deed if due == "" else f"{deed} {due}" if coin(rng, 0.7) else f"{deed}, {due}"
        question = pick(rng, TO_BE_DONE).format(x=said)
        if due != "" and coin(rng, 0.15):
            question = f"{due[0].upper()}{due[1:]} I have to {deed}."
        due = due.removeprefix("on ")
    arguments = {"task": deed, **({"due": due} if due else {})}
    written = write_due(rng, due)
    result = {"added": True, "task": deed, **({"due": written} if due else {})}
    return tell(question, "add_task", arguments, result, f"I have added “{deed}”, due {written}." if due else f"I have added “{deed}”.")


def list_tasks(rng: Random) -> list[Step]:
    """The list is asked for."""
    which = rng.choices(list(ASK_LIST), [6, 4, 2, 2])[0]
    thing = pick(rng, THINGS)
    question = pick(rng, ASK_LIST[which]).format(t=thing if coin(rng, 0.6) else f"the {thing}")
    arguments = {} if which == "open" else {"which": which}
    tasks = [{"task": fill(rng), **({"due": write_due(rng, "")} if coin(rng, 0.5) else {})} for _ in range(rng.choice([0, 1, 2, 2, 3]))]
    if not tasks:
        none = "There are no open tasks." if which == "open" else f"There are no tasks: {which}."
        return [("user", question), ("model", write_call("list_tasks", arguments)), ("user", write_results([("list_tasks", none)])), ("model", none if which == "open" else f"There are no {which} tasks.")]
    lines = [f"{one['task']} ({one['due']})" if "due" in one else str(one["task"]) for one in tasks]
    return tell(question, "list_tasks", arguments, {"tasks": tasks}, f"On your list: {'; '.join(lines)}.")


def complete_task(rng: Random) -> list[Step]:
    """Something is done."""
    deed = fill(rng)
    return tell(pick(rng, DONE).format(x=deed), "complete_task", {"task": deed}, {"done": True, "task": deed}, f"“{deed}” is done.")


def describe_table(rng: Random) -> list[Step]:
    """What a table holds."""
    names = rng.sample(COLUMNS, 2) + [pick(rng, GROUPS)]
    question = pick(rng, ["What is in the table?", "Which columns does the file have?", "What does this file contain?", "Which columns are there?", "Describe the table.", "How is the table built?"])
    columns = [{"name": name, "type": "text" if name in GROUPS else "number"} for name in names]
    rows = rng.randint(3, 900)
    result = {"file": f"{made_up(rng).lower()}.csv", "rows": rows, "columns": columns}
    return tell(question, "describe_table", {}, result, f"It has {rows} rows and the columns {names[0]}, {names[1]} and {names[2]}.")


def query_table(rng: Random) -> list[Step]:
    """A column is computed with, all rows, some, or by groups."""
    column = pick(rng, COLUMNS) if coin(rng, 0.8) else made_up(rng).lower()
    group, value = pick(rng, GROUPS), rng.choice([rng.randint(2, 5000), round(rng.uniform(1, 900), 2)])
    roll = rng.random()
    if roll < 0.15:
        place, count = pick(rng, CITIES), rng.randint(1, 90)
        question = pick(rng, ["How many rows have {g} {p}?", "How many rows are there with {g} {p}?", "Count the rows where {g} is {p}."]).format(g=group, p=place)
        return tell(question, "query_table", {"operation": "count", "where": f"{group} = {place}"}, {"file": "data.csv", "value": count, "cells": count}, f"There are {count} rows.")
    operation = pick(rng, list(HAVING))
    words = pick(rng, HAVING[operation])
    asked = pick(rng, OF_COLUMN).format(h=words, c=column)
    asked = asked[0].upper() + asked[1:]
    arguments = {"operation": operation, "column": column}
    if roll < 0.35:
        place = pick(rng, CITIES)
        question = f"{asked.rstrip('?.')} for {group} {place}?"
        arguments["where"] = f"{group} = {place}"
    elif roll < 0.5:
        question = f"{asked.rstrip('?.')} by {group}"
        rows = [[pick(rng, CITIES), rng.randint(2, 900)] for _ in range(2)]
        result = {"file": "data.csv", "columns": [group, f"{operation} of {column}"], "rows": rows, "total": 2}
        return tell(question, "query_table", {**arguments, "group_by": group}, result, f"{rows[0][0]}: {rows[0][1]}, {rows[1][0]}: {rows[1][1]}.")
    else:
        question = asked
    return tell(question, "query_table", arguments, {"file": "data.csv", "value": value, "cells": rng.randint(2, 500)}, f"The {words} {column} is {value}.")


def tell(question: str, name: str, arguments: dict, result: dict, answer: str) -> list[Step]:
    """A question, its call, the result and the answer."""
    return [("user", question), ("model", write_call(name, arguments)), ("user", write_results([(name, write_json(result))])), ("model", answer)]
