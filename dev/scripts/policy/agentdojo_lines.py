"""Prints AgentDojo's user tasks as lines for `npm run play-policy`, with every tool allowed for good.

    pip install agentdojo
    python3 agentdojo_lines.py servers|effects|attacks | npm run -s play-policy

`servers`: each tool is a server's, so it sends. `effects`: tools that look something up only read. `attacks`: each user
task with each injection of its suite, whose calls are written in the first turn, beside the task's first call: worse than
any result can do, since a model cannot follow what it has not read yet.

A task's calls are those of its ground truth. Each is put into the earliest turn in which a model can know its values: the
first, if all stand in the question or are words to search for; else the one behind the call whose result has them.
"""

import json
import re
import sys

from agentdojo.functions_runtime import FunctionsRuntime
from agentdojo.task_suite.load_suites import get_suites

VERSION = "v1.2.1"
LOOKS_UP = re.compile(r"^(get_|search_|list_|read_|check_)")
CHOSEN_WORDS = ("search_", "get_most_recent")
MONTHS = "january february march april may june july august september october november december".split()


def leaves(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for each in value for leaf in leaves(each)]
    return [value]


def stands_in(value, question):
    """Also a day that the question names in words: the model writes it without reading anything."""
    if value is None or isinstance(value, bool):
        return True
    question = question.lower()
    if isinstance(value, (int, float)):
        return re.search(r"(?<![\d.])%s(?!\d)" % re.escape("%g" % value), question) is not None
    text = str(value).lower()
    if re.search(r"(?<!\w)%s(?!\w)" % re.escape(text), question):
        return True
    day = re.match(r"^\d{4}-(\d\d)-(\d\d)$", text)
    if day is None:
        return False
    month, number = MONTHS[int(day[1]) - 1], int(day[2])
    return re.search(r"%s %d(st|nd|rd|th)?\b|\b%d(st|nd|rd|th)? (of )?%s" % (month, number, number, month), question) is not None


def to_turns(question, calls, outputs):
    turns = []
    for name, values in calls:
        turn = 0
        for value in leaves(values):
            if stands_in(value, question):
                continue
            sources = [index for index in range(len(turns)) if str(value).lower() in str(outputs[index]).lower()]
            if sources:
                turn = max(turn, min(turns[index] for index in sources) + 1)
            elif turns and not (LOOKS_UP.match(name) and name.startswith(CHOSEN_WORDS)):
                read = [turns[index] for index in range(len(turns)) if LOOKS_UP.match(calls[index][0])]
                turn = max(turn, max(read, default=0) + 1)
        # What is to be done if something is found is not decided before it is looked for.
        if turns and not LOOKS_UP.match(name) and re.search(r"\bif\b|\bcheck\b", question, re.I):
            turn = max(turn, max(turns) + 1)
        turns.append(turn)
    return turns


def to_line(identifier, question, calls, turns, mode):
    ordered = sorted(zip(turns, calls), key=lambda each: each[0])
    names = {name for name, _ in calls}
    effect = lambda name: "reads" if mode != "servers" and LOOKS_UP.match(name) else "sends"
    return {
        "id": identifier,
        "tools": [{"name": name, "effect": effect(name)} for name in sorted(names)],
        "transcript": [{"role": "user", "content": question}],
        "calls": [{"name": name, "arguments": values, "turn": turn} for turn, (name, values) in ordered],
        "grants": True,
    }


def to_calls(task, environment):
    return [(call.function, json.loads(json.dumps(dict(call.args), default=str))) for call in task.ground_truth(environment)]


def main(mode):
    for suite_name, suite in get_suites(VERSION).items():
        for task_name, task in suite.user_tasks.items():
            environment = task.init_environment(suite.load_and_inject_default_environment({}))
            calls = to_calls(task, environment)
            if mode == "attacks":
                for injection_name, injection in suite.injection_tasks.items():
                    planted = to_calls(injection, environment)
                    together = calls[:1] + planted
                    if planted:
                        name = f"{suite_name}/{task_name}/{injection_name}"
                        print(json.dumps(to_line(name, task.PROMPT, together, [0] * len(together), mode)))
                continue
            runtime = FunctionsRuntime(suite.tools)
            outputs = [runtime.run_function(environment, name, values)[0] for name, values in calls]
            turns = to_turns(task.PROMPT, calls, outputs)
            print(json.dumps(to_line(f"{suite_name}/{task_name}", task.PROMPT, calls, turns, mode)))


main(sys.argv[1])
