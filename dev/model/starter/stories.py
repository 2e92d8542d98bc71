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
{p} with {s}% off | {p} * (1 - {s} / 100)
take {s} percent off {p} | {p} * (1 - {s} / 100)
{p} minus {s}% | {p} * (1 - {s} / 100)
{m} plus {s} percent, what is that? | {m} * (1 + {s} / 100)
a {thing} for {p}, now {s} percent cheaper: new price? | {p} * (1 - {s} / 100)
{s}% of {m}, and that taken from {m} | {m} - {m} * {s} / 100
The rent went from {n} to {m}. By how many percent did it go up? | ({m} - {n}) / {n} * 100
{name} weighed {m} and now weighs {n}. How many percent less is that? | ({m} - {n}) / {m} * 100
From {n} to {m} subscribers, what is the growth in percent? | ({m} - {n}) / {n} * 100
{kw} {things} at {p} each and {jw} {things2} at {q}: the sum? | {k} * {p} + {j} * {q}
I got {k} {things} for {p} each plus a bag for {q}. How much in all? | {k} * {p} + {q}
{n} {things} at {p}, and one {thing} for {q}, what did that cost me | {n} * {p} + {q}
A {thing} is {p}, delivery is {q}. Altogether? | {p} + {q}
Sum of {p}, {q}, {n} and {k}? | {p} + {q} + {n} + {k}
what is {p} and {q} and {n} in total | {p} + {q} + {n}
total of {n}, {m} and {k} please | {n} + {m} + {k}
if I put {p}, {q} and {r} together I get? | {p} + {q} + {r}
My purchases were {p}, {q} and {r}. Total? | {p} + {q} + {r}
{m} minus {n} minus {k} | {m} - {n} - {k}
I had {m}, paid {p} and then {q}. What is left? | {m} - {p} - {q}
{kw} {holders} of {n} {parts}, of which {j} are damaged. How many are good? | {k} * {n} - {j}
{n} {holders} with a dozen {parts} in each make how many | {n} * 12
{kw} dozen {parts}, how many are that? | {k} * 12
There are {k} {holders} with {n} {parts} and {j} single ones. How many {parts} altogether? | {k} * {n} + {j}
{name} cuts {m} {parts} into {kw} equal heaps, how large is each | {m} / {k}
{kw} of us order for {p} in all. Per head? | {p} / {k}
divide {p} by {kw} people | {p} / {k}
The lunch was {p}; {kw} people pay the same. What is one part? | {p} / {k}
{p} for {k} kilos, what is one kilo? | {p} / {k}
A bag of {k} kg costs {p}. Price of a kilo? | {p} / {k}
{n} litres of paint cost {p}, so a litre is how much | {p} / {n}
I swim {k} lengths of {n} metres there and back, how many metres? | {k} * {n} * 2
The walk to work is {n} minutes. How many minutes in {kw} days, there and back? | {n} * 2 * {k}
One bus trip takes {n} minutes, I make {k} of them a day. Minutes in a week? | {n} * {k} * 7
{p} a month is how much after {k} months | {p} * {k}
I get {p} a day for {k} days a week. What do I get in {n} weeks? | {p} * {k} * {n}
if i lay {p} aside each month what is that after {k} months | {p} * {k}
we put {n} euros a week in a jar, how much is in it after {k} weeks | {n} * {k}
{p} a day over {n} days? | {p} * {n}
What do {n} months at {p} add up to? | {n} * {p}
A subscription of {p} a month: cost of {kw} years? | {p} * 12 * {k}
{m} seconds divided by {k} | {m} / {k}
half of {m} plus {n} | {m} / 2 + {n}
three quarters of {m} | {m} * 3 / 4
a quarter of {p} | {p} / 4
double {p} and add {q} | {p} * 2 + {q}
{k} squared plus {n} squared | {k} ^ 2 + {n} ^ 2
the cube of {k} | {k} ^ 3
{k} to the power of {kk} | {k} ^ {kk}
{n} raised to {kk} | {n} ^ {kk}
square root of {m} | sqrt({m})
root of {m} please | sqrt({m})
the square root of {k} plus {n} | sqrt({k}) + {n}
A garden bed is {p} by {q} metres, how many square metres? | {p} * {q}
A box is {k} by {n} by {j} cm. What is its volume? | {k} * {n} * {j}
What is the average of {p}, {q}, {r} and {n}? | ({p} + {q} + {r} + {n}) / 4
mean of {n}, {k}, {j} | ({n} + {k} + {j}) / 3
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
Quel est le total de {p}, {q} et {n} ? | {p} + {q} + {n}
Combien font {m} divisé par {k} ? | {m} / {k}
{m} moins {n}, ça fait combien ? | {m} - {n}
Wie viel ist {m} geteilt durch {k}? | {m} / {k}
Was macht {m} minus {n}? | {m} - {n}
Zieh {s} % von {p} ab. | {p} * (1 - {s} / 100)
¿Cuánto es {m} dividido entre {k}? | {m} / {k}
¿Cuánto es {m} menos {n}? | {m} - {n}
Quanto fa {m} diviso {k}? | {m} / {k}
Quanto é {m} dividido por {k}? | {m} / {k}
Wat is {m} min {n}? | {m} - {n}
{m} delen door {k} is hoeveel? | {m} / {k}
Hoeveel is {s}% van {m}? | {m} * {s} / 100
Ile to {m} podzielić przez {k}? | {m} / {k}
Ile to jest {s}% z {m}? | {m} * {s} / 100
Vad är {m} delat med {k}? | {m} / {k}
Quanto fa il {s}% di {m}? | {m} * {s} / 100
Quanto é {s}% de {m}? | {m} * {s} / 100
""".strip().splitlines()
NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()
LEADS = ["", "", "", "", "", "", "Help me: ", "Quick maths: ", "My homework: ", "Hi! ", "Please work this out. "]


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
        "n": rng.randint(2, 40), "m": rng.choice([rng.randint(41, 400), rng.randint(5, 90) * 50]), "k": rng.randint(2, 12), "j": rng.randint(2, 40), "p": price(), "q": price(), "r": price(), "kk": rng.randint(2, 9),
        "s": rng.choice([5, 10, 15, 20, 25, 30, rng.randint(1, 60)]), "things": things, "things2": things2, "parts": pick(rng, PARTS), "holders": pick(rng, HOLDERS), "name": pick(rng, FIRST),
        "thing": pick(rng, ["coat", "lamp", "bike", "phone", "sofa", "ticket", "pair of shoes"]),
    }  # fmt: skip
    drawn |= {"kw": NUMBERS[drawn["k"] - 2], "jw": (str(drawn["j"]) if drawn["j"] > 12 else NUMBERS[drawn["j"] - 2])}
    text, sum_ = question.format(**drawn), expression.format(**drawn)
    value = show(eval(sum_.replace("^", "**"), {"ceil": math.ceil, "sqrt": math.sqrt}))  # noqa: S307 - our own digits and signs
    answer = f"{sum_} = {value}." if coin(rng, 0.5) else pick(rng, [f"It is {value}.", f"That makes {value}."])
    text = pick(rng, LEADS) + (text[0].upper() + text[1:] if coin(rng, 0.75) else text)
    if coin(rng, 0.2):
        text = text.rstrip("?.").lower()
    return [("user", text), ("model", write_call("calculate", {"expression": sum_})), ("user", write_results([("calculate", value)])), ("model", answer)]
