"""Second questions of a conversation: another value, more or less of it, what the first gave, thanks."""

from random import Random

from .catalogue import Filled, fill
from .dialogues import Step, ask, dress, find_slots, refer, result_of, slot_words, thanks
from .prompt import write_results
from .values import coin, pick
from .vary import Offered


def first_question(rng: Random, offered: Offered, trained: bool) -> tuple[Filled, list[Step], object]:
    """A question with its call, result and answer, and what it gave."""
    filled = ask(rng, offered, trained)
    value, text, answer = result_of(rng, offered, filled)
    if coin(rng, 0.3):
        answer = pick(rng, ["It is {}.", "The answer is {}."]).format(text) if len(text) < 30 and text[-1].isalnum() else answer
    steps = [("user", dress(rng, filled.text)), ("model", offered.call(filled)), ("user", write_results([(offered.name, text)])), ("model", answer)]
    return filled, steps, value


def close(rng: Random, offered: Offered, filled: Filled) -> list[Step]:
    """The call, and often its result and answer."""
    steps: list[Step] = [("model", offered.call(filled))]
    if coin(rng, 0.5):
        _, text, answer = result_of(rng, offered, filled)
        steps += [("user", write_results([(offered.name, text)])), ("model", answer)]
    return steps


LINKING = {"city": ["in ", "for ", ""], "country": ["in ", ""], "room": ["in the ", "for the "], "date": ["on ", "for ", ""], "time": ["at ", ""], "person": ["for ", ""], "lang": ["in ", ""], "currency": ["in ", ""], "email": ["to ", ""]}


def another_value(rng: Random, offered: Offered, trained: bool) -> list[Step] | None:
    """The same with one value changed."""
    filled, steps, _ = first_question(rng, offered, trained)
    movable = [p for p in offered.tool.params if p.name in filled.words and not p.kind.many and not p.kind.members and p.kind.name not in ("bool", "longtext")]
    if not movable:
        return None
    param = pick(rng, movable)
    value, words = param.kind.draw(rng)
    if value == filled.arguments[param.name]:
        return None
    label = offered.words_of(param)
    to = pick(rng, LINKING.get(param.kind.name, [""]))
    if param.name == "room":
        to = pick(rng, ["in the ", "for the "])
    again = pick(
        rng,
        [
            f"And {to}{words}?", f"And {to}{words}?", f"What about {words}?", f"Now with {label} {words}.", f"The same {to or 'for '}{words}, please.", f"And if the {label} is {words}?",
            f"Now {to}{words}.", f"How about {to}{words}?", f"Again {to or 'with '}{words}.", f"Sorry, I meant {words}.", f"No, {label} {words}.", f"Do that {to or 'for '}{words} as well.", f"Make it {words}.",
            f"Also {to or 'for '}{words}.", f"Then {to or 'with '}{words}?", f"ok, and {to}{words}", f"{words[0].upper()}{words[1:]} too, please.",
        ],
    )
    arguments = {**filled.arguments, param.name: value}
    return [*steps, ("user", again), *close(rng, offered, Filled(again, arguments, {**filled.words, param.name: words}))]


def more_or_less(rng: Random, offered: Offered, trained: bool) -> list[Step] | None:
    """A number made larger or smaller by so much."""
    filled, steps, _ = first_question(rng, offered, trained)
    movable = [p for p in offered.tool.params if p.name in filled.words and p.kind.name in ("minutes", "level", "pct", "int", "count", "warm", "digit") and isinstance(filled.arguments[p.name], int)]
    if not movable:
        return None
    param = pick(rng, movable)
    now = filled.arguments[param.name]
    by = pick(rng, [1, 2, 5, 10, 10, 20])
    unit = {"minutes": " minutes", "level": " percent", "pct": " percent", "warm": " degrees"}.get(param.kind.name, "")
    words = {1: "one", 2: "two", 5: "five", 10: "ten", 20: "twenty"}[by] if coin(rng, 0.5) else str(by)
    more = now - by < 1 or coin(rng, 0.6)
    after = now + by if more else now - by
    if param.kind.name in ("level", "pct") and after > 100:
        return None
    asked = pick(rng, ["Make it {w}{u} more.", "{W}{u} more, please.", "Add {w}{u}.", "Rather {w}{u} more.", "Raise it by {w}{u}."] if more else ["Make it {w}{u} less.", "{W}{u} less, please.", "Take off {w}{u}.", "Lower it by {w}{u}."])
    if coin(rng, 0.15) and now * 2 <= 100:
        after, asked = now * 2, pick(rng, ["Twice that.", "Double it.", "Make it twice as much."])
    again = asked.format(w=words, W=words.capitalize(), u=unit)
    said = f"{after}{unit}" if unit == " minutes" else str(after)
    return [*steps, ("user", again), *close(rng, offered, Filled(again, {**filled.arguments, param.name: after}, {**filled.words, param.name: said}))]


def reuse(rng: Random, giver: Offered, taker: Offered, trained: bool) -> list[Step] | None:
    """A second question that needs what the first gave."""
    _, steps, value = first_question(rng, giver, trained)
    slots = find_slots(giver.tool, taker.tool)
    kind = giver.tool.gives.partition(" ")[0]
    if not slots or value is None:
        return None
    slot = pick(rng, slots)
    if slot.kind.schema()["type"] == "integer" and not isinstance(value, int):
        return None
    questions = [q for q in (taker.tool.questions if not trained else taker.tool.questions[:-1]) if f"{{{slot.name}}}" in q]
    if not questions:
        return None
    question = pick(rng, questions)
    given, reference = refer(rng, slot, question, kind, value)
    if kind in ("email", "phone") and coin(rng, 0.5):
        reference = pick(rng, ["her", "him", "them"])
    filled = fill(rng, taker.tool, question, {slot.name: (given, reference)})
    if filled.arguments.get(slot.name) != given:
        return None
    filled.words[slot.name] = slot_words(slot, given)
    return [*steps, ("user", pick(rng, ["", "", "And ", "Now ", "Then ", "Good. "]) + filled.text), *close(rng, taker, filled)]


def next_wish(rng: Random, first: Offered, second: Offered, trained: bool) -> list[Step]:
    """A second question that has nothing to do with the first."""
    _, steps, _ = first_question(rng, first, trained)
    filled = ask(rng, second, trained)
    return [*steps, ("user", dress(rng, filled.text)), *close(rng, second, filled)]


def thanked(rng: Random, offered: Offered, trained: bool) -> list[Step]:
    """Thanks for an answer, and no further call."""
    _, steps, _ = first_question(rng, offered, trained)
    said, reply = thanks(rng)
    return [*steps, ("user", said), ("model", reply)]


def sequel(rng: Random, one: Offered, others: list[Offered], trained: bool) -> list[Step] | None:
    """Any of these."""
    roll = rng.random()
    if roll < 0.45:
        return another_value(rng, one, trained)
    if roll < 0.65:
        return more_or_less(rng, one, trained) or another_value(rng, one, trained)
    if roll < 0.85:
        pairs = [(a, b) for a in [one, *others] for b in [one, *others] if find_slots(a.tool, b.tool)]
        return reuse(rng, *pick(rng, pairs), trained) if pairs else another_value(rng, one, trained)
    if roll < 0.93 and others:
        return next_wish(rng, one, pick(rng, others), trained)
    return thanked(rng, one, trained)

