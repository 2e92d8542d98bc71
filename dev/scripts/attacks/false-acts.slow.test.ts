import { describe, expect, it } from "vitest";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { createModel, writeCall } from "../../../worker/agent/run/run-agent.fixture.ts";
import { createAssistant } from "../../../worker/assistant/assistant.ts";
import { createResponders } from "../../../worker/fastpath/registry.ts";
import { ask, createTestStores, startTestHost, toValue } from "../../../worker/host/agent-host.fixture.ts";
import type { PolicyId } from "../../../worker/protocol/model.ts";
import { isQuestion } from "./attack-bench.ts";
import { SENTENCES } from "./false-acts.fixture.ts";

/** Notes that share words with the sentences, so that an act by likeness would find one. */
const NOTES = [
  "The tap in the kitchen is leaking.",
  "The wedding of Nora is on the third of June.",
  "My Python course begins on Monday.",
  "The invoices go to account 3.",
  "I like tea in the morning.",
  "The milk is on the shopping list.",
  "Ann asked me to call her back.",
  "The rent is due on the third.",
  "The Rechner in the study has a new screen.",
  "The notary has my key.",
];

async function startHost(policy: PolicyId, output = "This is what I know of it.") {
  const stores = createTestStores();
  const { memories } = stores;
  for (const text of NOTES) await memories.write({ namespace: "notes", text, source: { type: "user" } });
  const responders = createResponders();
  return startTestHost({
    stores,
    agent: createAssistant(memories),
    responders,
    model: createAnsweringModel(policy, output),
  });
}

/** A model that answers with the same output, whatever it is asked. */
function createAnsweringModel(policy: PolicyId, output: string): ModelClient {
  const { info } = createModel([]);
  return {
    info: { ...info, policy },
    generate: async function* () {
      const raw = `${policy === "native" ? "" : "answer: "}${output}`;
      yield { type: "text-delta", text: raw };
      const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
      yield { type: "end", finishReason: "stop", raw, usage };
    },
    countTokens: async (text) => Math.ceil(text.length / 4),
    dispose: async () => undefined,
  };
}

describe.each(["native", "tuned"] as const)("by a model that is asked as %s", (policy) => {
  it.each(["notes", "tasks"] as const)(
    "what only looks like a wish about %s saves, deletes, plans and claims nothing",
    async (kind) => {
      const host = await startHost(policy);
      const before = await host.stores.memories.list();
      for (const sentence of SENTENCES[kind]) {
        const { events, conversationId } = await ask(host, sentence);
        const acts = events.flatMap((event) =>
          event.type === "call-start" || event.type === "approval-requested" ? [event] : [],
        );
        expect(acts, sentence).toEqual([]);
        const answer = (await host.messages(conversationId)).at(-1);
        expect(answer, sentence).toMatchObject({ role: "assistant", state: "complete" });
        const told = answer?.role === "assistant" ? answer.noticeKind : undefined;
        expect(told, sentence).toBe(policy === "tuned" ? "too-small" : undefined);
        expect(answer, sentence).not.toHaveProperty("by");
      }
      expect(await host.stores.memories.list()).toEqual(before);
    },
    120_000,
  );
});

it.each([
  ["memory_write", { text: "something" }],
  ["add_task", { task: "something" }],
])(
  "what a tiny model wants to save or plan by %s is asked about, and not done where nobody says yes",
  async (name, input) => {
    const host = await startHost("tuned", writeCall(name, input));
    const before = await host.stores.memories.list();
    for (const sentence of SENTENCES.tasks) {
      const { runId } = toValue(await host.api.send({ conversationId: null, text: sentence }));
      const asked = await host.waitFor((event) => isQuestion(event) && event.runId === runId);
      if (!isQuestion(asked)) continue;
      expect(asked.event.request, sentence).toMatchObject({ call: { name }, causes: ["own-idea"] });
      await host.api.decideApproval(runId, asked.event.request.call.id, { type: "deny", reason: "" });
      await host.runEvents(runId);
    }
    expect(await host.stores.memories.list()).toEqual(before);
  },
  120_000,
);

it("the same app serves a wish that is one", async () => {
  const host = await startHost("native");
  const { events } = await ask(host, "Remember that my sister likes apple cake");
  expect(events.filter((event) => event.type === "call-start")).toHaveLength(1);
});

it("79 sentences look like wishes about notes, and 100 about tasks, lists and files", () => {
  expect([SENTENCES.notes.length, SENTENCES.tasks.length]).toEqual([79, 100]);
  expect(new Set([...SENTENCES.notes, ...SENTENCES.tasks]).size).toBe(179);
});
