"""Draws trees of conversations: `python -m dev.model.starter.generate --count 3` prints some.

The tree number `n` of a seed is always the same tree, whatever was drawn before.
"""

import argparse
from dataclasses import dataclass
from random import Random

from tokenizers import Tokenizer

from .builtin_turns import turns
from .builtins import AGENT, SPECS, draw_question, draw_skill, recalled, shorten
from .catalogue import Tool, read_catalogue, read_params
from .cannot import cannot
from .chats import in_between, said_before, untold
from .compose import compose
from .dialogues import (
    Step,
    chain,
    errands,
    failure,
    fan_out,
    find_slots,
    injected,
    missing,
    reading,
    same_tool,
    several,
    simple,
)
from .foreign import SPOKEN, in_language
from .network import Tree
from .papers import ask_table, read_file
from .prompt import END, START, open_system, write_system
from .repairs import hinted, repaired
from .replay import Replay
from .sequels import sequel
from .values import coin, made_up, pick
from .vary import Offered, offer

SYSTEMS = [
    "You are a helpful assistant on the user's own device.",
    "You are a helpful assistant on the user's own device.\nAnswer questions; use a tool where one fits, then answer with its result.",
    "You are a helpful assistant.",
    "You are a helpful assistant on the user's own device.\nCompute step by step, one tool call at a time.",
    "You are a helpful assistant on the user's own device.\nRead the fitting text first, then answer from it in a sentence or two.",
    "Use the tools.",
    "You help people with their everyday tasks. Be brief.",
    "",
]
#: How often each kind of conversation with tools is drawn.
WEIGHTS = {
    "simple": 26,
    "told": 12,
    "missing": 6,
    "chain": 14,
    "errands": 3,
    "several": 4,
    "same_tool": 5,
    "sequel": 9,
    "failure": 2,
    "repaired": 4,
    "hinted": 6,
    "injected": 7,
    "reading": 10,
}
#: Tools whose results feed one another, the share of the trees that offer them, and what is drawn then.
SCENES = [
    ("address_of", "message_to"), ("lookup_contact", "send_email"), ("address_of", "message_to", "open_tasks"), ("number_of", "sms_to"), ("phone_number", "call_person", "sms_to"),
    ("address_of", "message_to", "device_place", "weather_today"), ("device_place", "weather_today", "weather_coming"), ("device_place", "weather_today", "message_to"),
    ("plus_two", "minus_two", "times_two", "split_two"), ("plus_two", "minus_two", "times_two", "split_two"), ("throw_dice", "times_two", "egg_timer"),
    ("battery_state", "screen_light", "sound_level"), ("throw_dice", "egg_timer", "sound_level", "plus_two"), ("battery_state", "minus_two", "screen_light"),
    ("step_counter", "split_two", "egg_timer"), ("shop_price", "times_two", "plus_two"), ("shop_price", "percent_of", "minus_two"), ("free_space", "minus_two", "message_to"),
]
SCENE_SHARE = 0.2
SCENE_WEIGHTS = {**WEIGHTS, "simple": 8, "chain": 42, "hinted": 8, "told": 4}
LONGEST_BRANCH = 300


@dataclass(frozen=True)
class Conversation:
    """What is said, and which kind of conversation it is."""

    kind: str
    steps: list[Step]


#: In this share of the trees the tools that are asked for and not on offer are near those on offer.
NEAR_ABSENT = 0.5
#: Domains that people ask of most, and the share of the trees that begin with one of them.
EVERYDAY = ("device", "house", "personal", "sums")
EVERYDAY_SHARE = 0.3
#: Share of the trees that are a skill of the app's own, and of those without any tool.
BUILT_IN = 0.75
BARE = 0.03
#: Shares of all conversations: the base's own answers, and what cannot be done here.
REPLAYED = 0.4
CANNOT = 0.06
#: Share of the app's trees that list its tools in few words, and of its conversations that have notes beside the question.
IN_SHORT = 0.1
RECALLED = 0.15
#: Shares of a skill's calls: a file stands beside the question, a table where one is attached, the chat or a note has the answer.
BESIDE, OF_TABLE, SAID = 0.06, 0.5, 0.12
#: Of a built-in conversation of one call, this share ends with the call.
CUT_AFTER_CALL = 0.5


class Source:
    """Where trees come from: the tools of the trained or of the held-out domains."""

    def __init__(self, trained: bool = True, held_out_tools: bool = False) -> None:
        everything = read_catalogue() + compose()
        self.trained = trained
        self.tools = [tool for tool in everything if tool.held_out == held_out_tools]
        self.composed = {tool.domain for tool in compose()}
        self.domains: dict[str, list[Tool]] = {}
        self.replay = Replay(trained)
        self.everyday = [name for name in EVERYDAY if any(tool.domain == name for tool in self.tools)]
        self.givers = [tool for tool in self.tools if any(find_slots(tool, other) for other in self.tools if other is not tool)]
        for tool in self.tools:
            self.domains.setdefault(tool.domain, []).append(tool)

    def near(self, rng: Random, domain: str, count: int) -> list[Tool]:
        """Tools of a domain first, then of others."""
        own = rng.sample(self.domains[domain], min(count, len(self.domains[domain])))
        rest = [tool for tool in self.tools if tool.domain != domain]
        return own + rng.sample(rest, min(count - len(own), len(rest)))

    def draw_list(self, rng: Random) -> tuple[list[Offered], list[Tool]]:
        """Tools on offer under names that differ, and near tools that are not on offer."""
        # A composed family has one domain of five tools: half as likely as a domain of the catalogue.
        domain = pick(rng, [name for name in self.domains if name not in self.composed or coin(rng, 0.5)])
        if coin(rng, EVERYDAY_SHARE) and self.everyday:
            domain = pick(rng, self.everyday)
        size = rng.choices([1, 2, 3, 4, 5, 6, 7, 8, 10, 12], [12, 14, 16, 16, 12, 9, 6, 5, 2, 1])[0]
        shelf = self.domains[domain]
        own = min(len(shelf) - 1, max(1, round(size * rng.uniform(0.4, 1.0))))
        chosen = rng.sample(shelf, min(own, size))
        if len(chosen) < size and coin(rng, 0.5):
            other = pick(rng, [name for name in self.domains if name != domain])
            chosen += rng.sample(self.domains[other], min(size - len(chosen), len(self.domains[other]) - 1))
        rest = [tool for tool in self.tools if tool not in chosen]
        chosen += rng.sample(rest, max(0, min(size - len(chosen), len(rest))))
        rng.shuffle(chosen)
        offered = [offer(rng, tool) for tool in chosen]
        if len({tool.name for tool in offered}) < len(offered):
            return self.draw_list(rng)
        absent = [tool for tool in self.tools if tool not in chosen]
        near = [tool for tool in absent if any(tool.domain == one.domain for one in chosen)]
        return offered, near if near and coin(rng, NEAR_ABSENT) else absent

    def draw_scene(self, rng: Random) -> list[Tool]:
        """Tools that are often used one after the other."""
        names = pick(rng, SCENES)
        return [tool for tool in self.tools if tool.name in names]

    def draw_reader(self, rng: Random) -> Offered:
        """A tool that gives something to read: pages, notes, documents, the app's own texts."""
        name, note, params, gives = pick(rng, READERS)
        if "{pages}" in params:
            pages = rng.sample(PAGES, rng.randint(2, 5))
            params = params.replace("{pages}", "/".join(pages))
        if "{x}" in name:
            name = name.replace("{x}", pick(rng, ["privacy", "house", "rules", "travel", made_up(rng)]))
        return offer(rng, Tool(name, note, read_params(params), ("-",), gives, "reading", False))

    def draw_words(self, rng: Random, offered: list[Offered], names: set[str] = frozenset()) -> Conversation | None:
        """A conversation that is answered in words; none where a call is to be drawn. `names` are the app's own tools on offer."""
        roll = rng.random()
        deeds = " ".join(f"{tool.name} {tool.tool.deed}".lower() for tool in offered)
        if roll < CANNOT:
            steps = cannot(rng, deeds)
            return Conversation("cannot", steps) if steps else None
        if roll < CANNOT + REPLAYED:
            steps = self.replay.draw(rng, deeds, {tool.tool.name for tool in offered} | names)
            return Conversation("replay", recalled(rng, steps) if coin(rng, 0.08) else steps)
        return None

    def draw_branch(self, rng: Random, offered: list[Offered], readers: list[Offered], weights: dict[str, int]) -> Conversation:
        """One conversation with the tools on offer."""
        words = self.draw_words(rng, offered + readers)
        if words is not None:
            return words
        kind = rng.choices(list(weights), list(weights.values()))[0]
        spoken = [tool for tool in offered if tool.tool.name in SPOKEN]
        if spoken and self.trained and coin(rng, 0.2):
            steps = in_language(rng, pick(rng, spoken))
            if steps is not None:
                return Conversation("language", steps)
        one = pick(rng, offered)
        others = [tool for tool in offered if tool is not one]
        steps: list[Step] | None = None
        match kind:
            case "told":
                steps = simple(rng, one, self.trained, told=True)
            case "missing":
                steps = missing(rng, one, self.trained)
            case "chain":
                steps = self.draw_chain(rng, offered)
            case "several":
                tools = rng.sample(offered, 2) if len(offered) > 1 and coin(rng, 0.6) else [one, one]
                steps = several(rng, tools, self.trained)
            case "errands" if len(others) > 1:
                steps = errands(rng, rng.sample(offered, rng.choice([2, 3])), self.trained)
            case "same_tool":
                steps = same_tool(rng, one, self.trained)
            case "sequel":
                steps = sequel(rng, one, others, self.trained)
            case "hinted":
                steps = hinted(rng, one, self.trained)
            case "failure":
                steps = failure(rng, one, self.trained)
            case "repaired":
                steps = repaired(rng, one, self.trained)
            case "injected":
                steps = injected(rng, one, others, self.trained)
            case "reading" if readers:
                steps = reading(rng, pick(rng, readers), offered)
        return Conversation(kind, steps) if steps else Conversation("simple", simple(rng, one, self.trained))

    def draw_chain(self, rng: Random, offered: list[Offered]) -> list[Step] | None:
        """Two or three steps, where the tools on offer fit one another."""
        pairs = [(a, b) for a in offered for b in offered if a is not b and find_slots(a.tool, b.tool)]
        if not pairs:
            return None
        first, second = pick(rng, pairs)
        takers = [tool for giver, tool in pairs if giver is first]
        if len(takers) > 1 and coin(rng, 0.2):
            return fan_out(rng, [first, *rng.sample(takers, 2)], self.trained)
        triples = [(a, b, c) for a, b in pairs for c in offered if c is not a and c is not b and find_slots(b.tool, c.tool)]
        if triples and coin(rng, 0.6):
            return chain(rng, list(pick(rng, triples)), self.trained)
        return chain(rng, [first, second], self.trained)

    def draw_tree(self, seed: int, index: int, branches: int) -> tuple[str, list[dict], list[Conversation]]:
        """The agent's words, the tools' specs and the conversations of a tree."""
        rng = Random(f"{seed}/{index}/{self.trained}")
        roll = rng.random()
        if roll < BARE:
            return pick(rng, SYSTEMS), [], [Conversation("bare", self.replay.draw(rng, "", set())) for _ in range(branches)]
        if roll < BARE + BUILT_IN:
            return self.draw_skill_tree(rng, branches)
        offered, absent = self.draw_list(rng)
        weights = WEIGHTS
        scene = self.draw_scene(rng) if coin(rng, SCENE_SHARE) else []
        if scene:
            beside = [tool for tool in offered if tool.tool not in scene][: rng.choice([0, 0, 1, 2])]
            shown = [offer(rng, tool) for tool in scene]
            if len({tool.name for tool in shown + beside}) == len(shown + beside):
                offered, weights = shown + beside, SCENE_WEIGHTS
                absent = [tool for tool in absent if tool not in scene]
                rng.shuffle(offered)
        elif coin(rng, 0.45):
            # Givers and takers together, so that chains can be drawn.
            near = [tool for tool in self.givers if tool.domain in EVERYDAY]
            giver = pick(rng, near if near and coin(rng, 0.5) else self.givers)
            takers = [tool for tool in self.tools if tool is not giver and find_slots(giver, tool)]
            # Those that give something themselves, so that a third step can follow.
            taker = pick(rng, [tool for tool in takers if tool in self.givers] or takers) if coin(rng, 0.6) else pick(rng, takers)
            thirds = [tool for tool in self.tools if tool not in (giver, taker) and find_slots(taker, tool)]
            third = [pick(rng, thirds)] if thirds and coin(rng, 0.8) else []
            if len(offered) > 3:
                offered = offered[:3]
            shown = {tool.tool.name for tool in offered}
            extra = [offer(rng, tool) for tool in (giver, taker, *third) if tool.name not in shown]
            if not {tool.name for tool in extra} & {tool.name for tool in offered}:
                offered += extra
                absent = [tool for tool in absent if tool not in (giver, taker, *third)] or absent
                rng.shuffle(offered)
        readers = [self.draw_reader(rng)] if coin(rng, 0.2) else []
        listed = offered + readers
        if len({tool.name for tool in listed}) < len(listed):
            readers, listed = [], offered
        rng.shuffle(listed)
        conversations = [self.draw_branch(rng, offered, readers, weights) for _ in range(branches)]
        return pick(rng, SYSTEMS) if coin(rng, 0.75) else SYSTEMS[1], [tool.spec for tool in listed], conversations

    def draw_told(self, rng: Random, names: set[str]) -> Conversation | None:
        """A conversation about what stands in a file, was said in the chat, or was told by nobody."""
        if "query_table" in names:
            return Conversation("table", ask_table(rng)) if coin(rng, OF_TABLE) else None
        roll = rng.random()
        if roll < BESIDE:
            return Conversation("file", read_file(rng))
        if roll < BESIDE + SAID and not names & {"memory_search", "kom.memory.v1.search_memory"}:
            steps = untold(rng) if coin(rng, 0.15) else recalled(rng, []) if coin(rng, 0.4) else said_before(rng, names)
            return Conversation("said", in_between(rng, self.replay, steps) if coin(rng, 0.2) else steps)
        return None

    def draw_skill_tree(self, rng: Random, branches: int) -> tuple[str, list[dict], list[Conversation]]:
        """A skill of the app, sometimes with tools of the person beside it."""
        system, names = draw_skill(rng)
        own = [offer(rng, tool) for tool in rng.sample(self.tools, rng.choice([1, 2]))] if coin(rng, 0.2) else []
        conversations = []
        for _ in range(branches):
            words = self.draw_words(rng, own, set(names))
            if words is not None:
                conversations.append(words)
                continue
            told = self.draw_told(rng, set(names))
            if told is not None:
                conversations.append(told)
                continue
            roll = rng.random()
            if own and roll < 0.2:
                conversations.append(Conversation("simple", simple(rng, pick(rng, own), self.trained)))
            elif roll < 0.34 and (steps := turns(rng, set(names))) is not None:
                conversations.append(Conversation("turns", steps))
            else:
                steps = draw_question(rng, names)
                if coin(rng, RECALLED):
                    conversations.append(Conversation("recalled", recalled(rng, steps)))
                    continue
                if len(steps) == 4 and coin(rng, CUT_AFTER_CALL):
                    steps = steps[:2]
                conversations.append(Conversation("built_in", steps))
        in_short = coin(rng, IN_SHORT)
        specs = [shorten(SPECS[name]) if in_short else SPECS[name] for name in names]
        return system, specs + [tool.spec for tool in own], conversations


READERS = [
    ("read_page", "give the text of a saved page", "page:<{pages}>", "text"),
    ("open_page", "open a page of the handbook", "name:<{pages}> \"name of the page\"", "text"),
    ("about_{x}", "tell what is known about the house", "-", "text"),
    ("about_{x}", "tell what stays on this device and what may leave it", "-", "text"),
    ("search_notes", "search the notes", "query:word \"words to look for\"", "list text"),
    ("search_docs", "search the documents", "q:word \"words\"; limit?:int \"how many\"", "list text"),
    ("knowledge.lookup", "look something up in the knowledge base", "question:word", "text"),
]
PAGES = "welcome rules menu timetable handbook faq tips letter review agenda hours contact news map".split()


def encode_branch(tokenizer: Tokenizer, steps: list[Step]) -> tuple[list[int], list[bool]]:
    """A conversation's tokens, and which of them are to be learned."""
    tokens: list[int] = []
    marks: list[bool] = []

    def put(text: str, learned: bool) -> None:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        tokens.extend(ids)
        marks.extend([learned] * len(ids))

    for index, (role, text) in enumerate(steps):
        last = index == len(steps) - 1
        if role == "user":
            put(f"{START}user\n{text}{END}\n{START}assistant\n", False)
        elif role == "begun":
            put(text, True)
        else:
            put(text + END, role == "model")
            if not last:
                put("\n", False)
    return tokens, marks


def encode_tree(tokenizer: Tokenizer, system: str, tools: list[dict], conversations: list[Conversation]) -> Tree:
    """A tree in tokens; conversations that are too long are left out."""
    prefix = tokenizer.encode(open_system(write_system(system, tools)), add_special_tokens=False).ids
    encoded = [encode_branch(tokenizer, conversation.steps) for conversation in conversations]
    kept = [(tokens, marks) for tokens, marks in encoded if len(tokens) <= LONGEST_BRANCH] or encoded[:1]
    return Tree(prefix, [tokens for tokens, _ in kept], [marks for _, marks in kept])


def main() -> None:
    """Prints some trees."""
    parser = argparse.ArgumentParser(description="Print conversations as the starter is trained on them.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2)
    parser.add_argument("--branches", type=int, default=10)
    options = parser.parse_args()
    source = Source()
    for index in range(options.first, options.first + options.count):
        system, tools, conversations = source.draw_tree(options.seed, index, options.branches)
        print(f"===== {index}\n{write_system(system, tools)}")
        for conversation in conversations:
            print(f"----- {conversation.kind}")
            for role, text in conversation.steps:
                print(f"[{role}] {text}")


if __name__ == "__main__":
    main()
