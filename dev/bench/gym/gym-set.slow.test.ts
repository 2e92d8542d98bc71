import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import { ScriptedClient } from "../../../worker/engines/scripted/scripted.ts";
import type { ScriptedExchange } from "../../../worker/engines/scripted/scripted-model.ts";
import { EVAL_TOOLS } from "../../../worker/evals/eval-tools.ts";
import type { ExpectedCall } from "../../../worker/evals/grade-call.ts";
import { runTask, type TaskRun } from "../../../worker/evals/run-evals.ts";
import { chatml } from "../../../worker/formats/dialects/chatml.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import { GYM_KINDS, type GymCase, toGymTools, toTask } from "./gym-case.ts";
import { GYM_HALVES, readGymSet } from "./gym-set.ts";

type GymTools = ReturnType<typeof toGymTools>;

/** A value that is right, made of what the case compares with. */
function toValue(wanted: JsonValue): JsonValue {
  if (isJsonArray(wanted)) return wanted.map(toValue);
  if (!isJsonObject(wanted)) return wanted;
  if (isJsonArray(wanted.any)) return toValue(wanted.any[0] ?? "");
  if (isJsonArray(wanted.set)) return wanted.set.map(toValue).toReversed();
  if (isJsonArray(wanted.words)) return wanted.words.join(" ");
  if (isJsonObject(wanted.members)) return toArguments(wanted.members);
  return String(wanted.zone ?? wanted.unit ?? wanted.value);
}

function toArguments(wanted: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, toValue(value)]));
}

function toCallText({ name, arguments: wanted }: ExpectedCall): string {
  return chatml.renderCall(name, toArguments(wanted));
}

async function solve(task: GymCase, tools: GymTools, calls: readonly ExpectedCall[]): Promise<TaskRun> {
  const answer = (task.answer ?? ["Done."]).map((word) => word.split("|")[0]).join(" ");
  const turns: ScriptedExchange["turns"] = [...calls.map((call) => ({ text: toCallText(call) })), { text: answer }];
  const script = { name: "gym", title: "Gym", format: "chatml", contextTokens: 100_000 } as const;
  const exchanges = [{ question: `user\n${task.question}`, turns }];
  let ids = 0;
  return runTask(toTask(task), tools, {
    model: new ScriptedClient({ ...script, exchanges }, { template: chatmlTemplate }),
    clock: createTestClock({ auto: true }),
    newId: () => `id-${ids++}`,
    signal: new AbortController().signal,
    format: null,
  });
}

function toResults({ events }: TaskRun): string {
  const outcomes = events.flatMap((event) => (event.type === "call-end" ? [event.outcome] : []));
  return JSON.stringify(outcomes).toLowerCase();
}

// What fails is named by its id alone: the sealed half is not to be read, not even here.
describe.each(GYM_HALVES)("the %s half of the gym", (half) => {
  const { cases, tools } = readGymSet(half);
  const all = toGymTools(tools);

  test("has a hundred and fifty cases of all kinds, with names and questions of their own", () => {
    expect(cases).toHaveLength(150);
    for (const kind of GYM_KINDS) {
      expect(cases.filter((task) => task.kind === kind).length, kind).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(cases.map(({ id }) => id)).size).toBe(150);
    expect(new Set(cases.map(({ question }) => question.toLowerCase())).size === 150).toBe(true);
  });

  test("expects calls of offered tools that their schemas take", () => {
    for (const task of cases) {
      for (const name of [...task.tools, ...(task.never ?? [])]) expect(all.has(name), task.id).toBe(true);
      for (const expected of task.calls) {
        expect(task.tools.includes(expected.name), task.id).toBe(true);
        const checked = all.get(expected.name)?.check(toArguments(expected.arguments));
        expect(checked?.ok === true ? [] : checked?.problems.map(({ path }) => path), task.id).toEqual([]);
      }
    }
  });

  test("asks with tools of its own that nobody has seen, ten of them, without examples", () => {
    const unseen = new Set(cases.filter(({ kind }) => kind === "unseen-tool").flatMap((task) => task.tools));
    expect(unseen.size).toBe(10);
    for (const name of unseen) {
      expect(EVAL_TOOLS.has(name)).toBe(false);
      expect(all.get(name)?.spec.examples ?? []).toEqual([]);
    }
  });

  test("is solved by the expected calls, and by no others", { timeout: 30_000 }, async () => {
    // The test's clock goes on while a file is read: what loads with a first conversion is there before.
    await import("../../../worker/tools/units/convert.ts");
    const faults: string[] = [];
    for (const task of cases) {
      const run = await solve(task, all, task.calls);
      if (!run.passed) faults.push(half === "open" ? `${task.id}: ${run.reason}` : task.id);
      const isTold = (word: string): boolean => word.split("|").some((each) => toResults(run).includes(each));
      if (task.calls.length > 0 && task.answer?.every(isTold) === false) faults.push(`${task.id}: its answer`);
      if (task.calls.length > 0 && (await solve(task, all, task.calls.slice(0, -1))).passed) faults.push(task.id);
    }
    expect(faults).toEqual([]);
  });
});

test("the halves share no question, and no tool's example gives a case away", () => {
  const [open, sealed] = GYM_HALVES.map(readGymSet);
  const questions = new Set(open?.cases.flatMap((task) => (task.earlier === undefined ? [task.question] : [])));
  expect(sealed?.cases.filter(({ question }) => questions.has(question)).map(({ id }) => id)).toEqual([]);
  const examples = GYM_HALVES.flatMap((half) =>
    [...toGymTools(readGymSet(half).tools).values()].flatMap(({ spec }) => spec.examples ?? []),
  ).map(({ question }) => question.toLowerCase());
  const given = [...(open?.cases ?? []), ...(sealed?.cases ?? [])].filter(({ question }) =>
    examples.includes(question.toLowerCase()),
  );
  expect(given.map(({ id }) => id)).toEqual([]);
});
