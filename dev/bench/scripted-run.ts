import type { ModelClient } from "../../worker/agent/ports/model-client.ts";
import type { runAgent } from "../../worker/agent/run/run-agent.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import { platformClock } from "../../worker/platform/clock.ts";

type RunDeps = Parameters<typeof runAgent>[1];

const USAGE = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };

/** What a run needs beside its request, for a model that answers at once: each turn's output, as the pieces it comes in. */
export function toRunDeps(contextTokens: number, writeTurn: () => readonly string[]): RunDeps {
  let ids = 0;
  return {
    model: createModel(contextTokens, writeTurn),
    clock: platformClock,
    timeZone: "UTC",
    newId: () => `id-${++ids}`,
    askApproval: async () => ({ type: "deny", reason: "" }),
    isGranted: () => false,
  };
}

function createModel(contextTokens: number, writeTurn: () => readonly string[]): ModelClient {
  return {
    info: {
      engine: "scripted",
      modelId: "bench",
      format: "chatml",
      template: chatmlTemplate,
      contextTokens,
      constraint: "none",
    },
    async *generate() {
      const pieces = writeTurn();
      for (const text of pieces) yield { type: "text-delta", text };
      yield { type: "end", finishReason: "stop", raw: pieces.join(""), usage: USAGE };
    },
    countTokens: async (text) => text.length,
    dispose: async () => undefined,
  };
}
