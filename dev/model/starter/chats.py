"""What the person says of themselves in a chat and asks for later, and what nobody told: both are answered in words."""

from random import Random

from .builtins import ask_fact, keep, keep_order, to_second_person
from .facts import Fact, draw_facts
from .replay import Replay
from .values import coin, pick

Step = tuple[str, str]
HEARD = [
    "Thank you for telling me.", "Good to know.", "I see, thanks.", "Thanks, that is good to know.", "All right.", "Thank you, I will keep that in mind in this chat.", "Okay, thanks for telling me.", "Understood.", "Nice, thank you for letting me know.",
    "I understand.", "That is nice to hear.", "Thanks for the information.", "Alright, noted for this chat.",
]
UNTOLD = [
    "I do not know that: nobody has told me yet.", "I don't know, as there is no note about it.", "You have not told me that yet.", "I have no note about that.", "I cannot tell: nothing about it is noted here.", "Sorry, I don't know that. You can tell me and I will remember it.",
    "That is not in the notes that I have.", "I do not know. It was never noted.", "Nothing that I have says so, so I don't know.", "I don't know that about you yet.", "There is no note that says it, sorry.", "I have not been told.",
]


def said_before(rng: Random, names: set[str]) -> list[Step]:
    """A fact that is told or kept, perhaps something else, then the question for it, which the chat answers."""
    facts = draw_facts(rng, rng.choice([1, 1, 2]))
    sentences = [fact.sentence for fact in facts]
    if len(sentences) == 2 and coin(rng, 0.5):
        told = f"{sentences[0].removesuffix('.')} and {lower(sentences[1])}"
    else:
        told = " ".join(sentences)
    told = told if coin(rng, 0.7) else told.rstrip(".")
    if "memory_write" in names and coin(rng, 0.3):
        fact = lower(told.rstrip("."))
        steps = keep(rng, keep_order(rng, fact), fact)
    else:
        steps = [("user", told if coin(rng, 0.7) else lower(told)), ("model", pick(rng, HEARD))]
    wanted = pick(rng, facts)
    return [*steps, ("user", question_of(rng, wanted)), ("model", to_second_person(wanted.sentence))]


def untold(rng: Random) -> list[Step]:
    """A question for a fact that nobody told."""
    return [("user", question_of(rng, draw_facts(rng, 1)[0])), ("model", pick(rng, UNTOLD))]


def question_of(rng: Random, fact: Fact) -> str:
    """A question for a fact, with or without a question mark."""
    return ask_fact(rng, fact) if coin(rng, 0.8) else fact.question


def lower(text: str) -> str:
    """A sentence that goes on after another word."""
    return text if text.startswith(("I ", "I'")) else text[0].lower() + text[1:]


def in_between(rng: Random, replay: Replay, steps: list[Step]) -> list[Step]:
    """Steps after something that the base said."""
    line = replay.choose(rng)
    if "cut" in line or "then" in line or len(line["a"]) > 120:
        return steps
    return [("user", line["q"]), ("model", line["a"]), *steps]
