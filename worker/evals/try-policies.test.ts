import { expect, test } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { ScriptedClient } from "../engines/scripted/scripted.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import { steps, tryStep } from "./try-policies.ts";

function ask(policy: "native" | "staged", caseId: string, text: string, signal = new AbortController().signal) {
  const step = steps.find((each) => each.policy === policy && each.task.id === caseId);
  if (step === undefined) throw new Error(`no step ${caseId}`);
  const turns = [{ text }, { text: policy === "staged" ? "answer: Done." : "Done." }];
  const script = { name: "m", title: "M", format: "chatml", contextTokens: 100_000, exchanges: [{ turns }] } as const;
  const model = new ScriptedClient(script, { template: chatmlTemplate });
  let ids = 0;
  return tryStep(step, { model, clock: createTestClock({ auto: true }), newId: () => `id-${ids++}`, signal });
}

test.each([
  ["native", "enum-01", '<tool_call>{"name":"set_lamp","arguments":{"room":"kitchen","state":"on"}}</tool_call>', true],
  ["staged", "enum-01", 'set_lamp {"room":"kitchen","state":"on"}', true],
  ["staged", "enum-01", 'set_lamp {"room":"hall","state":"on"}', false],
  ["native", "refusal-02", "I cannot print.", true],
  ["staged", "refusal-02", "answer: I cannot print.", true],
  ["staged", "refusal-02", "battery_level {}", false],
] as const)("asked %s, %s answered with %s is passed: %s", async (policy, caseId, text, passed) => {
  expect(await ask(policy, caseId, text)).toBe(passed);
});

test("a case that was stopped says nothing", async () => {
  const stopped = new AbortController();
  stopped.abort();
  expect(await ask("native", "refusal-02", "No.", stopped.signal)).toBeNull();
});
