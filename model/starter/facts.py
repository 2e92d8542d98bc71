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


FACTS = [opening, departure, cost, owner, place, secret, taste, birthday, amount, decision, rule, name, watering, reset]
