"""General prompts, which the base model answers by itself: `python -m dev.model.starter.replay_prompts --count 4000`.

Prints one JSON string a line, none twice. Nothing here needs a tool. Every fourth is `{"q","tool"}`: a question of the
catalogue that one can answer in words, with the name of the tool that must not be on offer beside it; every twelfth is
`{"q","then"}`: two questions, one after the other.
"""

import argparse
import json
import re
from random import Random

from .catalogue import fill as fill_question
from .catalogue import read_catalogue
from .replay_topics import FOLLOWED, FOREIGN, POOLS, WORDINGS

#: Share of the prompts that are in English.
ENGLISH = 0.75
#: Share of the English prompts that ask for few words.
BRIEF = 0.22
#: Different pairs of questions at most.
MOST_FOLLOWED = 600
MANNERS = [
    " Answer in one sentence.", " Be brief.", " One sentence, please.", " Keep it short.", " In a few words.", " Just one sentence.", " Short answer please.",
]
OPENINGS = ["Hi, ", "Please tell me: ", "Quick question: ", "I wonder: ", "Hello! ", "Can you help? ", "My son asks: ", "One more thing: ", "For a quiz: ", "hey, "]


#: Tools whose questions one can answer in words: those of these domains, and these.
WORDY_DOMAINS = {"geometry", "numbers", "statistics", "physics", "chemistry", "text", "plane", "sums"}
WORDY = set(
    "loan_payment compound_interest tip vat discount_price split_bill net_salary movie_details actor_films recipe_find nutrition scale_recipe substitute visa_rules sights "
    "road_distance capital_of population elevation bmi calories_burned symptom_check book_lookup verb_forms cite_source plant_care species_info find_law court_case artist_top".split()
)


def fill(rng: Random, wording: str, pools: dict[str, list[str]]) -> str:
    """A wording with something drawn for each name in braces; the same name twice gives two different things."""
    taken: list[str] = []

    def draw(match: re.Match[str]) -> str:
        pool = [one for one in pools[match[1]] if one not in taken]
        taken.append(rng.choice(pool))
        return taken[-1]

    return re.sub(r"\{(\w+)\}", draw, wording)


def draw_prompt(rng: Random) -> str:
    """One prompt."""
    if rng.random() >= ENGLISH:
        language = rng.choice(list(FOREIGN))
        wordings, pools = FOREIGN[language]
        return fill(rng, rng.choice(wordings), pools)
    kinds = list(WORDINGS)
    kind = rng.choices(kinds, [WORDINGS[name][0] for name in kinds])[0]
    text = fill(rng, rng.choice(WORDINGS[kind][1]), POOLS)
    text = text[0].upper() + text[1:]
    if kind in ("explain", "why", "how", "compare", "advice", "near", "knowledge", "opinion") and rng.random() < BRIEF:
        text += rng.choice(MANNERS) if text.endswith((".", "?")) else "." + rng.choice(MANNERS)
    if rng.random() < 0.08:
        opening = rng.choice(OPENINGS)
        text = opening + (text if opening.endswith(("! ", "? ", ": ")) else text[0].lower() + text[1:])
    if rng.random() < 0.06:
        text = text.rstrip("?.").lower()
    return text


def draw_prompts(seed: int, count: int) -> list[str]:
    """Different prompts."""
    rng = Random(f"replay/{seed}")
    found: dict[str, None] = {}
    while len(found) < count:
        found[draw_prompt(rng)] = None
    return list(found)


def draw_catalogue(seed: int, count: int) -> list[dict]:
    """Questions of the trained tools that one can answer in words."""
    rng = Random(f"replay/catalogue/{seed}")
    tools = [tool for tool in read_catalogue() if not tool.held_out and (tool.domain in WORDY_DOMAINS or tool.name in WORDY)]
    found: dict[str, dict] = {}
    while len(found) < count:
        tool = rng.choice(tools)
        text = fill_question(rng, tool, rng.choice(tool.questions[:-1])).text
        found[text] = {"q": text, "tool": tool.name}
    return list(found.values())


def draw_followed(seed: int, count: int) -> list[dict]:
    """Questions with a second one each."""
    rng = Random(f"replay/followed/{seed}")
    found: dict[str, dict] = {}
    while len(found) < count:
        first, seconds = rng.choice(FOLLOWED)
        text, then = fill(rng, f"{first}\n{rng.choice(seconds)}", POOLS).split("\n")
        found[f"{text} {then}"] = {"q": text[0].upper() + text[1:], "then": then}
    return list(found.values())


def main() -> None:
    """Prints them."""
    parser = argparse.ArgumentParser(description="Print general prompts, one JSON string a line.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3000)
    options = parser.parse_args()
    catalogue = iter(draw_catalogue(options.seed, options.count // 3))
    followed = iter(draw_followed(options.seed, min(options.count // 9, MOST_FOLLOWED)))
    for index, prompt in enumerate(draw_prompts(options.seed, options.count)):
        print(json.dumps(prompt, ensure_ascii=False))
        if index % 3 == 2 and (question := next(catalogue, None)) is not None:
            print(json.dumps(question, ensure_ascii=False))
        if index % 9 == 8 and (pair := next(followed, None)) is not None:
            print(json.dumps(pair, ensure_ascii=False))


if __name__ == "__main__":
    main()
