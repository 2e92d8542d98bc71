import { expect, it } from "vitest";
import { toEngineWords } from "./to-engine-words.ts";

it("says where a model runs, whatever the reason of the choice", () => {
  const engines = ["webllm", "wllama", "remote", "builtin", "scripted"] as const;
  expect(engines.map((engine) => toEngineWords({ engine, reason: "GPU" }))).toEqual([
    "plan.cause.gpu",
    "plan.on-processor",
    "plan.cause.server",
    "plan.cause.browser",
    "plan.cause.script",
  ]);
  expect(toEngineWords({ engine: "wllama", onGpu: true, reason: "" })).toBe("plan.cause.llama-gpu");
});
