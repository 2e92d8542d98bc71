import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ModelClient } from "../agent/ports/model-client.ts";
import { collectRun, ofType } from "../agent/run/run-agent.fixture.ts";
import { createAssistant } from "../assistant/assistant.ts";
import { createBrowserModelLibrary } from "../engines/browser-model-library.ts";
import { STARTER_FILE, STARTER_MODEL_ID } from "../engines/catalog/starter-model.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import { platformClock } from "../platform/clock.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const head = await fetch(`/${STARTER_FILE.path}`, { method: "HEAD" });
const hasStarter = head.headers.get("content-length") === String(STARTER_FILE.bytes);

describe.skipIf(!hasStarter)("the loop with the starter model (needs `npm run model:fetch`)", () => {
  let model: ModelClient;
  const agent = createAssistant({
    write: () => Promise.reject(new Error("nothing is stored here")),
    read: async () => null,
    search: async () => [],
    delete: async () => null,
  });

  beforeAll(async () => {
    const library = createBrowserModelLibrary({
      baseUrl: location.origin,
      scripts: false,
      toTemplate: () => chatmlTemplate,
    });
    const entry = (await library.list()).find(({ id }) => id === STARTER_MODEL_ID);
    const choice = entry === undefined ? null : await library.choose(entry, "wllama");
    if (entry === undefined || choice?.ok !== true) throw new Error("no starter model");
    const loaded = await library.load(entry, choice.value, () => undefined, new AbortController().signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    model = loaded.value;
  });

  afterAll(() => model.dispose());

  async function ask(question: string) {
    const events = await collectRun({ agent, model, clock: platformClock, request: { question } });
    return {
      calls: ofType(events, "call-start").map(({ call }) => ({ name: call.name, arguments: call.arguments })),
      end: ofType(events, "run-end")[0],
      usage: ofType(events, "turn-end").map(({ usage }) => usage),
    };
  }

  test("a sum told in words is answered with the tool's result", async () => {
    // One that is only a sum is answered without the model.
    const { calls, end, usage } = await ask("9 boxes hold 24 eggs each, how many eggs is that?");
    expect(calls).toMatchObject([{ name: "calculate" }]);
    expect(end).toMatchObject({ reason: "answered" });
    expect(end?.text).toContain("216");
    expect(usage[1]?.promptTokens).toBeLessThan(60);
    expect(usage[1]?.cachedTokens).toBeGreaterThan(usage[0]?.promptTokens ?? 0);
  });

  test("a question that no tool is near is answered in free words", async () => {
    const { calls, end } = await ask("What is the capital of France?");
    expect(calls).toEqual([]);
    expect(end?.text).toContain("Paris");
  });
});
