"""Arithmetic in words: percentages, shares, totals. The call has the numbers that were said."""

import math
from random import Random

from .prompt import write_call, write_results
from .values import FIRST, coin, pick

Step = tuple[str, str]
THINGS = "tickets/chairs/coffees/books/plants/stamps/sandwiches/notebooks/light bulbs/shirts/bottles/lessons/nights/tyres/pizzas/candles".split("/")
PARTS = "eggs/pencils/apples/screws/seats/cards/cookies/roses/tiles/batteries/sweets/pages".split("/")
HOLDERS = "boxes/rows/bags/packs/trays/shelves/crates".split("/")

#: A question and its expression; numbers by letter: `n`, `m`, `k` whole, `p`, `q` prices, `s` a share in percent.
STORIES = """
A {thing} costs {p} euros and is {s} % off. What do I pay? | {p} * (1 - {s} / 100)
{s}% discount on {p} dollars, what is left to pay? | {p} * (1 - {s} / 100)
The price of {p} rises by {s} percent. What is it then? | {p} * (1 + {s} / 100)
My salary is {m} and goes up {s}%. How much is that? | {m} * (1 + {s} / 100)
How much is a {s} percent tip on {p}? | {p} * {s} / 100
The bill is {p} and I want to tip {s}%. How much tip is that? | {p} * {s} / 100
What is {p} plus {s}% tax? | {p} * (1 + {s} / 100)
{s} percent of {m} people came. How many is that? | {m} * {s} / 100
Of {m} pupils {s}% walk to school. How many walk? | {m} * {s} / 100
{k} friends share {p} euros equally. What does each get? | {p} / {k}
We are {k} and the bill is {p}. How much does each of us pay? | {p} / {k}
Split {p} among {k} people. | {p} / {k}
Share {m} {parts} among {k} children. How many does each get? | {m} / {k}
I buy {n} {things} at {p} euros each. What is the total? | {n} * {p}
{n} {things} for {p} apiece, what do I pay? | {n} * {p}
{things} cost {p} each and I need {n}. Total? | {n} * {p}
I buy {n} {things} at {p} and {k} {things2} at {q}. What do I pay altogether? | {n} * {p} + {k} * {q}
I pay {p} and {q}. How much is that together? | {p} + {q}
I had {m} euros and spent {p}. What is left? | {m} - {p}
{name} had {m} {parts} and gave away {n}. How many are left? | {m} - {n}
{name} has {n} {parts} and gets {k} more. How many are there now? | {n} + {k}
I read {k} pages a day. How many pages do I read in {n} days? | {k} * {n}
{n} {holders} with {k} {parts} each: how many {parts} are that? | {n} * {k}
There are {m} {parts} and {k} go into each box. How many boxes do I need? | ceil({m} / {k})
I save {n} euros a month. How much do I have after {k} years? | {n} * 12 * {k}
I earn {p} an hour and work {n} hours. What do I earn? | {p} * {n}
{name} drives {m} km in {k} hours. What is the speed? | {m} / {k}
My car uses {k} litres for 100 km. How much does it need for {m} km? | {k} * {m} / 100
What is the average of {n}, {m} and {k}? | ({n} + {m} + {k}) / 3
My marks are {k}, {n} and {j}. What is the average? | ({k} + {n} + {j}) / 3
How many percent of {m} are {n}? | {n} / {m} * 100
{n} out of {m} said yes. How many percent are that? | {n} / {m} * 100
What share in percent is {n} of {m}? | {n} / {m} * 100
A garden is {n} m long and {k} m wide. What is its area? | {n} * {k}
A room of {n} by {k} metres: how many square metres? | {n} * {k}
A recipe for {k} people needs {m} g of flour. How much for {n} people? | {m} / {k} * {n}
{m} {parts} are spread over {k} {holders}. How many are in each? | {m} / {k}
{m} : {k} | {m} / {k}
Count together {p}, {q} and {n}. | {p} + {q} + {n}
{n} times {k} minus {j} | {n} * {k} - {j}
I run {k} km a day. How far is that in {n} days? | {k} * {n}
What is half of {m}? | {m} / 2
What is a third of {m}? | {m} / 3
What is twice {p}? | {p} * 2
How much is a dozen {things} at {p} each? | 12 * {p}
I lend {m} at {s}% interest for a year. How much interest is that? | {m} * {s} / 100
The rent is {m} a month. What is it a year? | {m} * 12
{m} a year, how much is that a month? | {m} / 12
Wie viel sind {s} % von {m}? | {m} * {s} / 100
{k} Freunde teilen sich {p} Euro. Wie viel bekommt jeder? | {p} / {k}
Ein Brot kostet {p} Euro, ich kaufe {n}. Was zahle ich? | {n} * {p}
¿Cuánto es el {s} % de {m}? | {m} * {s} / 100
Compro {n} libros a {p} euros cada uno. ¿Cuánto pago? | {n} * {p}
Combien font {s} % de {m} ? | {m} * {s} / 100
Quanto fa il {s}% di {m}? | {m} * {s} / 100
Quanto é {s}% de {m}? | {m} * {s} / 100
""".strip().splitlines()
LEADS = ["", "", "", "", "Help me: ", "Quick maths: ", "My homework: ", "Hi! ", "Please work this out. "]


def show(value: float) -> str:
    """A number as JavaScript writes it, to twelve digits."""
    tidy = float(f"{value:.12g}")
    return str(int(tidy)) if tidy == int(tidy) else repr(tidy)


def story(rng: Random) -> list[Step]:
    """A sum in a story."""
    question, expression = (part.strip() for part in pick(rng, STORIES).split(" | "))
    price = lambda: show(rng.choice([rng.randint(2, 90), round(rng.uniform(1, 99), 2), round(rng.uniform(1, 99), 1), rng.randint(20, 900)]))  # noqa: E731
    things, things2 = rng.sample(THINGS, 2)
    drawn = {
        "n": rng.randint(2, 40), "m": rng.choice([rng.randint(41, 400), rng.randint(5, 90) * 50]), "k": rng.randint(2, 12), "j": rng.randint(2, 40), "p": price(), "q": price(),
        "s": rng.choice([5, 10, 15, 20, 25, 30, rng.randint(1, 60)]), "things": things, "things2": things2, "parts": pick(rng, PARTS), "holders": pick(rng, HOLDERS), "name": pick(rng, FIRST),
        "thing": pick(rng, ["coat", "lamp", "bike", "phone", "sofa", "ticket", "pair of shoes"]),
    }  # fmt: skip
    text, sum_ = question.format(**drawn), expression.format(**drawn)
    value = show(eval(sum_, {"ceil": math.ceil}))  # noqa: S307 - our own digits and signs
    answer = f"{sum_} = {value}." if coin(rng, 0.5) else pick(rng, [f"It is {value}.", f"That makes {value}."])
    text = pick(rng, LEADS) + text[0].upper() + text[1:]
    return [("user", text), ("model", write_call("calculate", {"expression": sum_})), ("user", write_results([("calculate", value)])), ("model", answer)]
