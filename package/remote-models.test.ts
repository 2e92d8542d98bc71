import { createAgent, defineTool } from "alcove";
import { ollama } from "alcove/engines/remote";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { answerAsOllama } from "../dev/scripts/package/fake-ollama.ts";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  effect: "reads",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});

/** The platform's fetch, answered by a stand-in for Ollama; keeps what was asked. */
function createFetch() {
  const asked: { readonly url: string; readonly body: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = { url: String(input), body: typeof init?.body === "string" ? init.body : null };
    asked.push(request);
    return new Response(answerAsOllama(request.url, request.body));
  };
  return { asked, fetch };
}

describe("a model on a server", () => {
  it("reaches Ollama at its usual port, with the sampling it was given, and calls a tool", async () => {
    const { asked, fetch } = createFetch();
    const agent = createAgent({ model: ollama("qwen2.5:7b", { temperature: 0.4, fetch }), tools: [add] });
    expect(await agent.ask("What is 17 + 25?").text).toBe("17 + 25 is 42.");
    expect(asked[0]?.url).toBe("http://localhost:11434/api/tags");
    expect(JSON.parse(asked.at(-1)?.body ?? "{}").options.temperature).toBe(0.4);
  });

  it("takes another host and port, or a whole address", async () => {
    const { asked, fetch } = createFetch();
    const ask = (options: object) =>
      createAgent({ model: ollama("qwen2.5:7b", { fetch, ...options }), tools: [add] }).ask("17 + 25?").text;
    await ask({ host: "192.168.1.5", port: 4000 });
    expect(asked[0]?.url).toBe("http://192.168.1.5:4000/api/tags");
    asked.length = 0;
    await ask({ url: "https://models.example/ollama/" });
    expect(asked[0]?.url).toBe("https://models.example/ollama/api/tags");
  });

  it("says which models the server has where the wanted one is missing, and tries again the next time", async () => {
    const { asked, fetch } = createFetch();
    const agent = createAgent({ model: ollama("missing:1b", { fetch }) });
    for (const attempt of [1, 2]) {
      await expect(agent.ask("Hello").text).rejects.toMatchObject({
        failure: { code: "remote-model-missing", detail: "the server has qwen2.5:7b, not missing:1b" },
      });
      expect(asked).toHaveLength(attempt);
    }
  });
});
