import { describe, expect, test } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { ScriptedClient } from "../engines/scripted/scripted.ts";
import type { ScriptedExchange } from "../engines/scripted/scripted-model.ts";
import { chatml } from "../formats/dialects/chatml.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import { EVAL_KINDS, type EvalPlan, type EvalResult } from "../protocol/evals.ts";
import { isJsonObject, type JsonObject } from "../protocol/json.ts";
import { EVAL_CASES, type EvalCase } from "./eval-case.ts";
import { EVAL_TOOLS } from "./eval-tools.ts";
import { chooseCases, runEvals, toScore } from "./run-evals.ts";

const ALL: EvalPlan = { format: null, constrained: true, kinds: [] };

/** Arguments that a right answer would have, written out from what the case compares them with. */
function toArguments(expected: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => {
      if (!isJsonObject(value)) return [name, value];
      if (Array.isArray(value.any)) return [name, value.any[0] ?? ""];
      if (Array.isArray(value.words)) return [name, value.words.join(" ")];
      return [name, String(value.zone ?? value.unit ?? value.value)];
    }),
  );
}

function solve({ question, calls, answer = ["Done."] }: EvalCase): ScriptedExchange {
  const turns = calls.map(({ name, arguments: wanted }) => ({ text: chatml.renderCall(name, toArguments(wanted)) }));
  return { question: `user\n${question}`, turns: [...turns, { text: answer.join(" ") }] };
}

async function run(
  exchanges: readonly ScriptedExchange[],
  plan = ALL,
  onResult: (results: readonly EvalResult[]) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<readonly EvalResult[]> {
  const script = { name: "gym", title: "Gym", format: "chatml", contextTokens: 100_000, exchanges } as const;
  let ids = 0;
  const results: EvalResult[] = [];
  const deps = {
    model: new ScriptedClient(script, { template: chatmlTemplate }),
    clock: createTestClock({ auto: true }),
    newId: () => `id-${ids++}`,
    signal,
  };
  for await (const result of runEvals(plan, deps)) {
    results.push(result);
    onResult(results);
  }
  return results;
}

const FACTS = { modelId: "scripted:gym", engine: "scripted", format: "chatml", at: 1 } as const;

describe("the cases", () => {
  test("there are a hundred, ten of each kind, with names of their own", () => {
    expect(EVAL_CASES).toHaveLength(100);
    for (const kind of EVAL_KINDS) expect(EVAL_CASES.filter((task) => task.kind === kind)).toHaveLength(10);
    expect(new Set(EVAL_CASES.map(({ id }) => id)).size).toBe(100);
    expect(new Set(EVAL_CASES.map(({ question }) => question)).size).toBe(100);
  });

  test("every expected call is of an offered tool, whose schema takes it", () => {
    for (const task of EVAL_CASES) {
      for (const name of task.tools) expect(EVAL_TOOLS.has(name), `${task.id} ${name}`).toBe(true);
      for (const expected of task.calls) {
        expect(task.tools, task.id).toContain(expected.name);
        const checked = EVAL_TOOLS.get(expected.name)?.check(toArguments(expected.arguments));
        expect(checked?.ok, `${task.id} ${JSON.stringify(checked)}`).toBe(true);
      }
      for (const name of task.never ?? []) expect(task.tools, task.id).toContain(name);
    }
  });

  test("no tool's example gives a case away", () => {
    const examples = [...EVAL_TOOLS.values()].flatMap(({ spec }) => spec.examples ?? []);
    const questions = new Set(EVAL_CASES.map(({ question }) => question.toLowerCase()));
    for (const { question } of examples) expect(questions.has(question.toLowerCase()), question).toBe(false);
  });
});

describe("runEvals", () => {
  test("a script that solves every case scores 100 %", async () => {
    // The test's clock goes on while a file is read: what loads with a first conversion is there before.
    await import("../tools/units/convert.ts");
    const results = await run(EVAL_CASES.map(solve));
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    const score = toScore(ALL, results, FACTS);
    expect(score.total).toEqual({ passed: 100, tried: 100 });
    expect(score.complete).toBe(true);
    for (const kind of EVAL_KINDS) expect(score.byKind[kind]).toEqual({ passed: 10, tried: 10 });
  });

  test("a script that never calls anything passes what needs no call, and no more", async () => {
    const results = await run(
      EVAL_CASES.map((task) => ({ ...solve(task), turns: [solve(task).turns.at(-1) ?? { text: "" }] })),
    );
    const score = toScore(ALL, results, FACTS);
    expect(score.total).toEqual({ passed: 20, tried: 100 });
    expect(score.byKind["no-tool"]).toEqual({ passed: 10, tried: 10 });
    expect(score.byKind.refusal).toEqual({ passed: 10, tried: 10 });
    expect(results.find(({ kind }) => kind === "enum")?.reason).toBe("it did not call set_lamp");
  });

  test("every way to err is told apart", async () => {
    const call = (name: string, input: JsonObject) => ({ text: chatml.renderCall(name, input) });
    const find = (id: string): EvalCase => {
      const task = EVAL_CASES.find((each) => each.id === id);
      if (task === undefined) throw new Error(id);
      return task;
    };
    const answers: Readonly<Record<string, ScriptedExchange["turns"]>> = {
      "no-tool-01": [call("set_timer", { minutes: 1 }), { text: "Hello" }],
      "no-argument-01": [call("list_tasks", {}), { text: "64" }],
      "enum-01": [call("set_lamp", { room: "kitchen", state: "off" }), { text: "Done" }],
      // Refused by the schema, put right by the model: that counts.
      "enum-02": [
        call("set_lamp", { room: "cellar", state: "off" }),
        call("set_lamp", { room: "hall", state: "off" }),
        { text: "Done" },
      ],
      "two-step-04": [call("add", { a: 4, b: 6 }), call("multiply", { a: 10, b: 7 }), { text: "It is 71." }],
      "two-step-05": [
        call("subtract", { a: 20, b: 8 }),
        call("divide", { a: 12, b: 3 }),
        call("add", { a: 1, b: 1 }),
        { text: "4" },
      ],
      "injected-01": [
        call("read_page", { page: "recipe" }),
        call("delete_note", { title: "taxes" }),
        { text: "250 g" },
      ],
    };
    const tasks = Object.keys(answers).map(find);
    const exchanges = EVAL_CASES.map((task) => ({ ...solve(task), turns: answers[task.id] ?? solve(task).turns }));
    const results = await run(exchanges);
    const reasons = tasks.map(({ id }) => results.find(({ caseId }) => caseId === id)?.reason);
    expect(reasons).toEqual([
      "no call was needed, and it asked for set_timer",
      "it called list_tasks instead of battery_level",
      "it called set_lamp with other arguments",
      "",
      'its answer does not say "70"',
      "it also called add",
      "it obeyed a command in a result: delete_note",
    ]);
    expect(toScore(ALL, results, FACTS).total).toEqual({ passed: 94, tried: 100 });
  });

  test("a stop ends it after the case under way, and what was reached is a partial score", async () => {
    const source = new AbortController();
    const results = await run(
      EVAL_CASES.map(solve),
      ALL,
      ({ length }) => length === 7 && source.abort(),
      source.signal,
    );
    expect(results).toHaveLength(7);
    expect(toScore(ALL, results, FACTS)).toMatchObject({ total: { passed: 7, tried: 7 }, complete: false });
  });

  test("a few cases of chosen kinds can be asked for", () => {
    const chosen = chooseCases({ ...ALL, kinds: ["enum", "language"], perKind: 3 });
    expect(chosen.map(({ kind }) => kind)).toEqual(["enum", "enum", "enum", "language", "language", "language"]);
  });

  test("free output sends the model no constraint, whatever it could do", async () => {
    const constraints: (string | null)[] = [];
    const script = new ScriptedClient(
      { name: "gym", title: "Gym", format: "chatml", contextTokens: 100_000, exchanges: EVAL_CASES.map(solve) },
      { template: chatmlTemplate },
    );
    const model = {
      info: { ...script.info, constraint: "gbnf", guided: true },
      generate: (request: Parameters<ScriptedClient["generate"]>[0]) => {
        constraints.push(request.constraint?.mode ?? null);
        return script.generate(request);
      },
      countTokens: (text: string) => script.countTokens(text),
      dispose: () => script.dispose(),
    } as const;
    const { signal } = new AbortController();
    const deps = { model, clock: createTestClock({ auto: true }), newId: () => "id", signal };
    const plan = { ...ALL, kinds: ["enum"], perKind: 1 } as const;
    for await (const result of runEvals({ ...plan, constrained: false }, deps)) expect(result.passed).toBe(true);
    expect(new Set(constraints)).toEqual(new Set([null]));
    constraints.length = 0;
    for await (const _ of runEvals(plan, deps));
    expect(constraints).toContain("free");
  });
});
