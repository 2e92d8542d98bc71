import { describe, expect, test, vi } from "vitest";
import type { ModelEvent } from "../../agent/ports/model-client.ts";
import { chatmlTemplate as template } from "../../formats/templates/chatml-template.ts";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { collect, finish, toRequest } from "../generation/model-client.contract.ts";
import { loadClient, prepare, toPlan } from "./webllm.fixture.ts";

// Two cores play the GPU here.
vi.setConfig({ testTimeout: 240_000 });

const response = await fetch(`/${STARTER_FILE.path}`);
const starter = response.headers.get("content-length") === String(STARTER_FILE.bytes) ? await response.blob() : null;

function ask(question: string): string {
  return template.renderTurn("user", question) + template.assistantStart;
}

const prompt = `${template.renderStart("You are a helpful assistant.")}${ask("What is the capital of France?")}`;

describe.skipIf(starter === null)("the starter model on the GPU (needs `npm run model:fetch`)", () => {
  const file = starter ?? new Blob();

  test("with the flat kernels it answers, shows how far it has read, and reads only the next question's tokens", async () => {
    const client = await loadClient(
      toPlan("starter-flat", await prepare("starter-flat", file, "smollm2-135m-flat", 512)),
    );
    const events = await collect(client.generate(toRequest(prompt, { maxTokens: 16 })));
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "end", finishReason: "stop", raw: "The capital of France is Paris." });
    const isProgress = (event: ModelEvent) => event.type === "prefill-progress";
    expect(events.filter(isProgress).at(-1)).toMatchObject({ done: 27, total: 27 });

    const next = template.assistantEnd + ask("And of Italy?");
    const text = `${prompt}The capital of France is Paris.${next}`;
    const second = await finish(client.generate(toRequest(text, { maxTokens: 16 })));
    expect(second.raw).toBe("The capital of Italy is Rome.");
    expect(second.usage.promptTokens).toBe(await client.countTokens(next));
    await client.dispose();
  });

  test("with the kernels for GPUs it answers the same", async () => {
    const plan = toPlan("starter-split", await prepare("starter-split", file, "smollm2-135m-split", 512));
    const client = await loadClient(plan);
    const end = await finish(client.generate(toRequest(prompt, { maxTokens: 16 })));
    expect(end).toMatchObject({ finishReason: "stop", raw: "The capital of France is Paris." });
    await client.dispose();
  });
});
