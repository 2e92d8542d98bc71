import type { Wllama } from "@wllama/wllama/esm/index.js";
import { expect, it } from "vitest";
import { computeWith } from "./sound-threads.ts";

it("loads a model with fewer threads than the engine holds ready, and leaves all else that it is asked as it is", async () => {
  const asked: unknown[] = [];
  const engine: { proxy: { wllamaAction(action: string, message: object): Promise<unknown> } | null } = { proxy: null };
  computeWith(engine as unknown as Wllama, 1);
  expect(engine.proxy).toBeNull();
  engine.proxy = { wllamaAction: async (...sent) => asked.push(sent) };
  await engine.proxy.wllamaAction("load", { n_threads: 3, n_ctx: 9 });
  await engine.proxy.wllamaAction("completion", { n_threads: 3 });
  expect(asked).toEqual([
    ["load", { n_threads: 1, n_ctx: 9 }],
    ["completion", { n_threads: 3 }],
  ]);
  engine.proxy = null;
  expect(engine.proxy).toBeNull();
});
