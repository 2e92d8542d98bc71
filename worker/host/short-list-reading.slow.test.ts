import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADAPTER_FILE, mergeStarterFile } from "../../dev/bench/starter/merge-starter-file.ts";
import { toStarterInfo } from "../../dev/bench/starter/starter-ways.ts";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { LlamaClient } from "../../e2e/harness/llama-client.ts";
import { openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { ofType, toEnd } from "../agent/run/run-agent.fixture.ts";
import { createAssistant } from "../assistant/assistant.ts";
import { STARTER_FILE } from "../engines/catalog/starter-model.ts";
import { platformClock } from "../platform/clock.ts";
import { ask, startTestHost } from "./agent-host.fixture.ts";

const BASE = join(ROOT, `.${STARTER_FILE.path}`);
/** What stands around a question in its prompt, and the end of the turn before it. */
const MAX_AROUND = 20;

/** With this checkout's adapter, or without one where there is none: the prompts are the same. */
async function openTuned() {
  if (!existsSync(BASE)) return "the starter was not fetched";
  return openLlamaModel(existsSync(ADAPTER_FILE) ? await mergeStarterFile(BASE) : BASE, 4096);
}

const model = await openTuned();

test.skipIf(typeof model === "string")(
  "after the first question of a conversation the tuned starter reads the new question, a result, and hardly more",
  async () => {
    if (typeof model === "string") throw new Error(model);
    const client = new LlamaClient(model, toStarterInfo("tuned"));
    const agent = createAssistant({
      write: () => Promise.reject(new Error("nothing is stored here")),
      read: async () => null,
      search: async () => [],
      delete: async () => null,
    });
    const host = await startTestHost({
      model: client,
      agent,
      clock: { ...platformClock, advance: () => undefined },
    });
    toOk(await host.api.updateSettings({ sampling: { maxTokens: 48 } }));
    // Plain sums, greetings and letters are answered without the model, so none of these is one.
    const questions = [
      "9 boxes hold 24 eggs each. How many eggs are there?",
      "And how many in 8 boxes of 20 eggs?",
      "Tell me something nice about ferries.",
      "Look in my notes for the ferry.",
    ];
    let conversationId: string | null = null;
    let turnsTaken = 0;
    for (const [index, question] of questions.entries()) {
      const asked = await ask(host, question, { conversationId, skill: "assistant" });
      conversationId = asked.conversationId;
      expect(toEnd(asked.events).failure).toBeUndefined();
      const turns = ofType(asked.events, "turn-end").map(({ usage }) => usage);
      turnsTaken += turns.length;
      const results = ofType(asked.events, "prompt-sent").map(({ prompt }) => prompt);
      for (const [turn, { promptTokens }] of turns.entries()) {
        if (index === 0 && turn === 0) continue;
        const read = turn === 0 ? question : (results[turn] ?? "");
        const most = (await client.countTokens(read)) + MAX_AROUND;
        expect(promptTokens, `${question}, turn ${turn + 1}`).toBeLessThanOrEqual(most);
      }
    }
    expect(turnsTaken).toBeGreaterThanOrEqual(questions.length);
    await client.dispose();
  },
);

function toOk(result: { readonly ok: boolean }): void {
  if (!result.ok) throw new Error(JSON.stringify(result));
}
