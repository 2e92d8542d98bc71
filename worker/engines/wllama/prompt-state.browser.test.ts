import { afterEach, describe, expect, test, vi } from "vitest";
import type { GenerateRequest } from "../../agent/ports/model-client.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import type { ModelId } from "../../protocol/ids.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { finish, toRequest } from "../generation/model-client.contract.ts";
import { createKeptPrompt, forgetKeptPrompt, forgetKeptPrompts, type KeptPrompt } from "./prompt-state.ts";
import { WllamaClient } from "./wllama.ts";
import { WLLAMA_FILES } from "./wllama-wasm.ts";

vi.setConfig({ testTimeout: 180_000 });

const MODEL = "starter" as ModelId;
const response = await fetch(`/${STARTER_FILE.path}`);
const starter = response.headers.get("content-length") === String(STARTER_FILE.bytes) ? await response.blob() : null;
const opening = `${template.renderStart(`You are a helpful assistant. ${"Answer in one short sentence. ".repeat(20)}`)}`;
const question = template.renderTurn("user", "In which city is the Eiffel Tower?") + template.assistantStart;

afterEach(() => forgetKeptPrompts(caches));

async function withEngine<T>(
  keptPrompt: KeptPrompt,
  use: (client: WllamaClient) => Promise<T>,
  isWide = false,
): Promise<T> {
  const loaded = await WllamaClient.load(
    {
      ...{
        modelId: MODEL,
        files: [starter ?? new Blob()],
        toTemplate: () => template,
        contextTokens: 1024,
        threads: 1,
      },
      ...{ keptPrompt, wideCache: isWide, plainWords: true },
      ...WLLAMA_FILES,
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return await use(loaded.value).finally(() => loaded.value.dispose());
}

async function ask(client: WllamaClient, { prompt = opening + question, ...changes }: Partial<GenerateRequest> = {}) {
  return await finish(client.generate(toRequest(prompt, { maxTokens: 12, ...changes })));
}

/** Waits until it is kept, as the next generation does. */
async function keepOpening(client: WllamaClient): Promise<void> {
  await ask(client, { prompt: opening, maxTokens: 1, keep: true });
  await ask(client, { maxTokens: 1 });
}

describe.skipIf(starter === null)("what an engine has read (needs `npm run model:fetch`)", () => {
  test("is there when the model is loaded again, and the answer is the same", async () => {
    const kept = createKeptPrompt(caches, MODEL, "one");
    const before = await withEngine(kept, async (client) => {
      await ask(client, { prompt: opening, maxTokens: 1, keep: true });
      return await ask(client);
    });
    expect(before.usage.cachedTokens).toBeGreaterThan(100);
    const writes = vi.spyOn(kept, "write");
    const after = await withEngine(kept, async (client) => {
      const answer = await ask(client);
      // Read once more up to the same place, it is kept already.
      await keepOpening(client);
      return answer;
    });
    expect(after.usage).toMatchObject({
      cachedTokens: before.usage.cachedTokens,
      promptTokens: before.usage.promptTokens,
    });
    expect(after.raw).toBe(before.raw);
    expect(writes).not.toHaveBeenCalled();
  });

  test("is nothing to an engine with keys of another width, to another file, or once it is forgotten", async () => {
    const kept = createKeptPrompt(caches, MODEL, "one");
    await withEngine(kept, keepOpening);
    expect(await kept.read()).not.toBeNull();
    expect(await createKeptPrompt(caches, MODEL, "two").read()).toBeNull();
    const wide = await withEngine(kept, (client) => ask(client), true);
    expect(wide.usage.cachedTokens).toBe(0);
    await forgetKeptPrompt(caches, MODEL);
    expect(await kept.read()).toBeNull();
  });

  test("leaves an engine usable where it is broken", async () => {
    const kept = createKeptPrompt(caches, MODEL, "one");
    await withEngine(kept, keepOpening);
    const { text, state } = (await kept.read()) ?? {};
    if (text === undefined || state === undefined) throw new Error("nothing is kept");
    expect(text).toBe(opening);
    for (const broken of [state.slice(0, state.length / 2), state.slice(0, 6), new Uint8Array(64).fill(255)]) {
      await kept.write({ text, state: broken });
      const answer = await withEngine(kept, (client) => ask(client));
      expect(answer).toMatchObject({ raw: expect.stringContaining("Paris"), usage: { cachedTokens: 0 } });
    }
  });
});
