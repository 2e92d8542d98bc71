"""Sentences with a fact each, and the questions that they answer."""

from dataclasses import dataclass
from random import Random

from .values import CITIES, FIRST, POOLS, clock, made_up, pick


@dataclass(frozen=True)
class Fact:
    """A question, the words to look it up by, and the sentence that answers it."""

    question: str
    topic: str
    sentence: str


def draw_facts(rng: Random, count: int) -> list[Fact]:
    """Different facts, about different things."""
    return [make(rng) for make in rng.sample(FACTS, count)]


#: What can be told of a thing: questions that ask for it, and the sentence that answers them.
ASPECTS = [
    (["What does the {x} cost?", "How much is the {x}?", "What is the price of the {x}?"], "{it} costs {n} euros."),
    (["How heavy is the {x}?", "What does the {x} weigh?"], "{it} weighs {n} kilos."),
    (["What colour is the {x}?", "Which colour has the {x}?"], "{it} is {c}."),
    (["How long does the {x} last?", "How long does the {x} take?"], "{it} takes {n} minutes."),
    (["Where is the {x} made?", "Where does the {x} come from?"], "{it} comes from {t}."),
    (["Who made the {x}?", "Who built the {x}?", "Who is behind the {x}?"], "{it} was made by {p}."),
    (["When was the {x} opened?", "When did the {x} start?", "Since when is there the {x}?"], "{it} was opened in {y}."),
    (["How is the {x} reset?", "How do I reset the {x}?"], "{it} is reset by pressing the {c} button for {k} seconds."),
    (["How is the {x} cleaned?", "How do I clean the {x}?"], "{it} is cleaned with a {c} cloth every {k} weeks."),
    (["Where is the {x} kept?", "Where do I find the {x}?"], "{it} stands in room {n}."),
    (["How many people fit into the {x}?", "How many people can use the {x}?"], "{it} has room for {k} people."),
    (["Who repairs the {x}?", "Who do I call about the {x}?"], "{p} repairs {obj}."),
    (["What is the {x} called?", "What is the name of the {x}?"], "{it} is called {m}."),
    (["How big is the {x}?", "How large is the {x}?"], "{it} is {n} centimetres wide."),
    (["Which battery does the {x} need?", "What battery is in the {x}?"], "{it} needs {k} batteries of the type {m}."),
    (["How loud is the {x}?", "Is the {x} loud?"], "{it} makes {n} decibels."),
    (["When is the {x} closed?", "On which day is the {x} closed?"], "{it} is closed on {d}."),
    (["When is the {x} checked?", "When is the next check of the {x}?"], "{it} is checked in {o}."),
]
SUBJECTS = [
    "kettle", "lift", "ferry", "hall", "pump", "old bridge", "boiler", "projector", "blue bus", "climbing wall", "greenhouse", "printer", "router", "tower", "drum", "reading room", "heater", "coffee machine",
    "tram", "sauna", "radio", "fountain", "garage door", "telescope", "freezer", "slide", "oven", "canteen", "gate", "scanner",
]
#: Sentences that answer none of these questions.
BESIDE = ["{it} boils fast.", "{it} is popular with children.", "Many people like {obj}.", "{it} was in the news last {o}.", "Please be careful with {obj}.", "{it} won a prize.", "{it} replaced an older one.", "Nobody has complained about {obj} so far."]


def draw_aspects(rng: Random, count: int) -> list[Fact]:
    """Different facts about one thing, most of them with “it” for its name."""
    subject = f"{made_up(rng)} {pick(rng, SUBJECTS)}" if rng.random() < 0.25 else pick(rng, SUBJECTS)

    def write(index: int, pattern: str) -> str:
        named = index == 0 or rng.random() < 0.35
        return pattern.format(
            it=f"The {subject}" if named else "It", obj=f"the {subject}" if named else "it", n=rng.randint(3, 900), k=rng.randint(2, 30), c=pick(rng, POOLS["color"]), t=pick(rng, CITIES),
            p=pick(rng, FIRST), y=rng.randint(1890, 2025), m=made_up(rng).capitalize(), d=day(rng), o=pick(rng, POOLS["month"]),
        )  # fmt: skip

    chosen = rng.sample(ASPECTS, count)
    facts = [Fact(pick(rng, questions).format(x=subject), subject, write(index, sentence)) for index, (questions, sentence) in enumerate(chosen)]
    if rng.random() < 0.4:
        facts.insert(0, Fact("", subject, write(0, pick(rng, BESIDE))))
    return facts


def day(rng: Random) -> str:
    return pick(rng, POOLS["weekday"])


def opening(rng: Random) -> Fact:
    what = pick(rng, ["library", "museum", "pool", "bakery", "office", "town hall", "ice rink"])
    return Fact(f"When does the {what} open?", f"{what} opening", f"The {what} opens at {clock(rng)} and is closed on {day(rng)}.")


def departure(rng: Random) -> Fact:
    what = pick(rng, ["ferry", "bus", "night train", "shuttle"])
    where = pick(rng, CITIES)
    return Fact(f"When does the {what} to {where} leave?", f"{what} {where}", f"The {what} to {where} leaves at {clock(rng)}.")


def cost(rng: Random) -> Fact:
    what = pick(rng, ["kettle", "ticket", "annual pass", "bicycle", "guided tour", "membership", "repair"])
    return Fact(f"What does the {what} cost?", f"{what} price", f"The {what} costs {rng.randint(3, 900)} euros.")


def owner(rng: Random) -> Fact:
    what = pick(rng, ["garden", "archive", "newsletter", "workshop", "choir", "server room"])
    return Fact(f"Who looks after the {what}?", what, f"{pick(rng, FIRST)} looks after the {what}.")


def place(rng: Random) -> Fact:
    what = pick(rng, ["spare key", "first-aid box", "passport", "tool box", "router", "fire exit", "toner"])
    where = pick(rng, ["under the stairs", "in the blue drawer", "on the top shelf", "behind the door", "in the cellar", "next to the lift"])
    return Fact(f"Where is the {what}?", what, f"The {what} is {where}.")


def secret(rng: Random) -> Fact:
    what = pick(rng, ["bicycle lock", "garage", "locker", "wifi", "safe"])
    return Fact(f"What is the code of the {what}?", f"{what} code", f"The code of the {what} is {rng.randint(1000, 99999)}.")


def taste(rng: Random) -> Fact:
    who = pick(rng, FIRST)
    what = pick(rng, ["nuts", "milk", "cats", "pollen", "strawberries", "shellfish"])
    return Fact(f"What is {who} allergic to?", f"{who} allergic", f"{who} is allergic to {what}.")


def birthday(rng: Random) -> Fact:
    who = pick(rng, FIRST)
    return Fact(f"When is {who}'s birthday?", f"{who} birthday", f"{who}'s birthday is on {pick(rng, POOLS['month'])} {rng.randint(1, 28)}.")


def amount(rng: Random) -> Fact:
    what = pick(rng, ["flour", "sugar", "butter", "rice"])
    return Fact(f"How much {what} is needed?", what, f"The dough needs {rng.randint(50, 900)} g of {what}.")


def decision(rng: Random) -> Fact:
    what = pick(rng, ["fence", "roof", "kitchen", "front door", "hall"])
    return Fact(f"What was decided about the {what}?", f"{what} decision", f"The {what} will be painted {pick(rng, POOLS['color'])} in {pick(rng, POOLS['month'])}.")


def rule(rng: Random) -> Fact:
    what = pick(rng, ["Files", "Notes", "Questions", "Photos", "Messages"])
    where = pick(rng, ["on this device", "in the browser", "on the server", "for 30 days", "until you delete them"])
    return Fact(f"Where do my {what.lower()} stay?", what.lower(), f"{what} are kept {where}.")


def name(rng: Random) -> Fact:
    what = pick(rng, ["dog", "boat", "new neighbour", "project", "cat", "street"])
    return Fact(f"What is the name of the {what}?", f"{what} name", f"The {what} is called {made_up(rng).capitalize()}.")


def watering(rng: Random) -> Fact:
    what = pick(rng, ["fern", "orchid", "lawn", "cactus", "lemon tree"])
    return Fact(f"How often should the {what} be watered?", f"watering {what}", f"The {what} is watered every {rng.randint(2, 20)} days.")


def reset(rng: Random) -> Fact:
    what = pick(rng, ["router", "boiler", "printer", "alarm"])
    return Fact(f"How is the {what} reset?", f"{what} reset", f"To reset the {what}, hold the {pick(rng, POOLS['color'])} button for {rng.randint(2, 30)} seconds.")


def own_colour(rng: Random) -> Fact:
    what = pick(rng, OWN)
    return Fact(f"What colo{pick(rng, ['u', ''])}r is my {what}?", f"{what}", f"My {what} is {pick(rng, POOLS['color'])}.")


def own_place(rng: Random) -> Fact:
    what = pick(rng, OWN)
    where = pick(rng, ["in the hall", "at the station", f"on level {rng.randint(1, 9)}", "at my sister's", "under the bed", f"in {pick(rng, CITIES)}", "in the garage"])
    return Fact(f"Where {pick(rng, ['is', 'did I leave', 'did I put'])} my {what}?", f"{what}", f"My {what} is {where}.")


def own_name(rng: Random) -> Fact:
    what = pick(rng, ["dog", "cat", "doctor", "teacher", "son", "daughter", "boss", "boat", "horse", "parrot", "neighbour", "dentist", "school"])
    return Fact(pick(rng, [f"What is the name of my {what}?", f"What is my {what} called?", f"What's my {what}'s name?"]), f"{what} name", f"My {what} is called {pick(rng, FIRST) if rng.random() < 0.5 else made_up(rng).capitalize()}.")


def own_taste(rng: Random) -> Fact:
    kind, pool = pick(rng, [("colour", "color"), ("dish", "food"), ("animal", "animal"), ("city", "city"), ("sport", "sport"), ("song", "song"), ("film", "title")])
    return Fact(f"What is my favourite {kind}?", f"favourite {kind}", f"My favourite {kind} is {pick(rng, POOLS[pool])}.")


def own_number(rng: Random) -> Fact:
    what = pick(rng, ["shoe size", "locker number", "room number", "seat", "customer number", "number plate", "PIN", "membership number", "flat number"])
    return Fact(f"What is my {what}?", what, f"My {what} is {rng.randint(2, 99999)}.")


def own_date(rng: Random) -> Fact:
    what = pick(rng, ["flight", "exam", "appointment", "wedding", "interview", "holiday", "train", "driving lesson"])
    return Fact(pick(rng, [f"When is my {what}?", f"What day is my {what}?"]), what, f"My {what} is on {day(rng)}, {pick(rng, POOLS['month'])} {rng.randint(1, 28)}.")


def relative(rng: Random) -> Fact:
    who = pick(rng, ["sister", "brother", "mother", "father", "aunt", "friend", "grandma", "cousin", "uncle"])
    return pick(
        rng,
        [
            Fact(f"What is my {who} allergic to?", f"{who} allergic", f"My {who} is allergic to {pick(rng, ['nuts', 'milk', 'cats', 'pollen', 'strawberries'])}."),
            Fact(f"Where does my {who} live?", f"{who} live", f"My {who} lives in {pick(rng, CITIES)}."),
            Fact(f"When was my {who} born?", f"{who} born", f"My {who} was born in {rng.randint(1930, 2015)}."),
            Fact(f"What does my {who} like?", f"{who} like", f"My {who} likes {pick(rng, POOLS['food'])}."),
        ],
    )


def someone(rng: Random) -> str:
    return pick(rng, ["grandpa", "mum", "dad", "my uncle", "my aunt", "my neighbour", "my boss", pick(rng, FIRST), pick(rng, FIRST), pick(rng, FIRST)])


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def drink(rng: Random) -> Fact:
    who, what = someone(rng), pick(rng, ["green tea", "apple juice", "oat milk", "cold water", "black coffee", "cocoa", "ginger beer", "mint tea"])
    return Fact(pick(rng, [f"What does {who} drink?", f"Which drink does {who} like?", f"What should I pour for {who}?"]), f"{who} drink", capital(f"{who} only drinks {what}."))


def paid(rng: Random) -> Fact:
    who, work = pick(rng, ["electrician", "gardener", "vet", "painter", "lawyer", "roofer", "mechanic"]), pick(rng, ["the fence", "the new lamp", "the brakes", "the check", "one hour", "the roof"])
    return Fact(pick(rng, [f"What did the {who} take?", f"How much did I pay the {who}?", f"What did I pay to the {who} for {work}?"]), who, f"The {who} took {rng.randint(20, 900)} euros for {work}.")


def left(rng: Random) -> Fact:
    what = pick(rng, ["bike", "van", "boat", "trailer", "scooter", "ladder", "tent", "suitcase"])
    where = pick(rng, [f"on deck {rng.randint(1, 9)}, row {rng.randint(1, 40)}", f"in {pick(rng, CITIES)}", "behind the school", "in the yard of the bakery", f"at gate {rng.randint(1, 60)}", "next to the old mill"])
    return Fact(pick(rng, [f"Where did I leave the {what}?", f"Where is the {what}?", f"Where have I put my {what}?"]), what, f"I left the {what} {where}.")


def login(rng: Random) -> Fact:
    what = pick(rng, ["login of the tablet", "password of the club page", "door code at the office", "code for the bike shed", "password of the printer", "login at the school page", "number of the lock"])
    return Fact(pick(rng, [f"What is the {what}?", f"Which is the {what}?", f"The {what}?"]), what, f"The {what} is {made_up(rng)}{rng.randint(2, 999)}.")


def size(rng: Random) -> Fact:
    who, what = someone(rng), pick(rng, ["gloves", "jackets", "trousers", "hats", "socks", "boots"])
    return Fact(pick(rng, [f"Which size of {what} does {who} wear?", f"What size are the {what} of {who}?", f"What size in {what} for {who}?"]), f"{who} {what}", capital(f"{who} wears {what} in size {pick(rng, ['S', 'M', 'L', 'XXL', str(rng.randint(28, 60))])}."))


def contact(rng: Random) -> Fact:
    what, who = pick(rng, ["vet", "lawyer", "tailor", "hairdresser", "piano teacher", "tax adviser", "landlord"]), f"{pick(rng, ['Dr. ', 'Mr. ', 'Ms. ', ''])}{made_up(rng).capitalize()}"
    return Fact(pick(rng, [f"Who is my {what}?", f"What is the name of my {what}?", f"Where is my {what}?", f"Who was my {what} again?"]), f"my {what}", f"My {what} is {who} in {made_up(rng).capitalize()} Street.")


def card(rng: Random) -> Fact:
    what = pick(rng, ["swimming pass", "bus pass", "insurance", "bonus card", "museum card", "contract", "policy"])
    return Fact(pick(rng, [f"What is the number of my {what}?", f"Which number has my {what}?", f"My {what} number?"]), f"{what} number", f"The number of my {what} is {rng.randint(10, 99)}-{rng.randint(100, 9999)}.")


def course(rng: Random) -> Fact:
    what = pick(rng, ["yoga class", "choir", "pottery course", "parents' evening", "football training", "market", "swimming lesson"])
    return Fact(pick(rng, [f"When is the {what}?", f"When does the {what} begin?", f"On which day is the {what}?"]), what, f"The {what} is on {day(rng)} at {clock(rng)}.")


def arrival(rng: Random) -> Fact:
    who, where = pick(rng, FIRST), pick(rng, CITIES)
    return Fact(pick(rng, [f"When does {who} arrive?", f"Where does {who} arrive?", f"At what time is {who} in {where}?"]), f"{who} arrive", f"{who} arrives in {where} at {clock(rng)}.")


def lent(rng: Random) -> Fact:
    who, what = pick(rng, FIRST), pick(rng, ["drill", "tent", "red book", "ladder", "cake tin", "camera", "projector"])
    return Fact(pick(rng, [f"Who has my {what}?", f"Who did I lend the {what} to?", f"Where is my {what}?"]), what, f"I lent the {what} to {who}.")


def bins(rng: Random) -> Fact:
    what = pick(rng, ["bins", "paper", "glass", "garden waste", "old clothes"])
    return Fact(pick(rng, [f"When are the {what} collected?", f"Which day are the {what} picked up?", f"When do I put the {what} out?"]), what, f"The {what} are collected on {day(rng)}.")


#: Things that somebody may own.
OWN = "bike car bag coat umbrella house door sofa guitar phone laptop hat jacket scarf tent canoe suitcase wallet passport key watch scooter boat kite".split()
FACTS = [own_colour, own_place, own_name, own_taste, own_number, own_date, relative, relative, own_colour, own_place, own_name, opening, departure, cost, owner, place, secret, taste, birthday, amount, decision, rule, name, watering, reset, drink, paid, left, login, size, contact, card, course, arrival, lent, bins]
