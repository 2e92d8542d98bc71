import { describe, expect, it } from "vitest";
import type { DeviceReport, ModelPlan } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { chooseFitting, groupByFamily } from "./models-view.tsx";

function toModel(id: string, more: Partial<ModelEntry> = {}): ModelEntry {
  const facts = { title: id, engines: ["wllama"], format: "chatml", contextTokens: 4096, local: false } as const;
  return { ...facts, id, ...more };
}

function toDevice(
  recommended: string,
  fitting: readonly string[],
  others: readonly string[],
  runnersUp: readonly string[] = [],
): DeviceReport {
  const toPlan = (modelId: string, verdict: ModelPlan["verdict"]): ModelPlan => ({
    modelId,
    verdict,
    engine: "wllama",
    cause: "processor-only",
    limit: verdict === "processor" ? "none" : "memory",
    contextTokens: 4096,
  });
  return {
    adapter: null,
    forced: null,
    cores: 4,
    threads: 4,
    memoryBytes: null,
    budgetBytes: 1,
    freeBytes: null,
    plans: [...fitting.map((id) => toPlan(id, "processor")), ...others.map((id) => toPlan(id, "does-not-fit"))],
    recommendation: { modelId: recommended, deviceClass: "processor", runnersUp },
  };
}

describe("the models shown at once", () => {
  const models = [toModel("starter", { local: true }), ...["a", "b", "c", "d"].map((id) => toModel(id))];
  const idsOf = (listed: readonly ModelEntry[]) => listed.map(({ id }) => id);

  it("are the starter and the strongest that suit the device, beside the one that is recommended", () => {
    const { fitting, rest } = chooseFitting(models, toDevice("c", ["starter", "a", "b", "c"], ["d"], ["b", "a"]));
    expect(idsOf(fitting)).toEqual(["starter", "b"]);
    expect(idsOf(rest)).toEqual(["a", "c", "d"]);
  });

  it("hold every model whose files are here, even one that does not fit", () => {
    const stored = [...models, toModel("own", { stored: true, local: true, note: "imported" })];
    const { fitting } = chooseFitting(stored, toDevice("starter", ["starter"], ["a", "b", "c", "d", "own"]));
    expect(idsOf(fitting)).toEqual(["own"]);
  });
});

describe("the other models", () => {
  it("are listed by family, the smaller first", () => {
    const grouped = groupByFamily([
      toModel("Qwen3 4B", { family: "Qwen3", downloadBytes: 4 }),
      toModel("mine", { title: "My model" }),
      toModel("Qwen3 1B", { family: "Qwen3", downloadBytes: 1 }),
    ]);
    expect(grouped.map(({ family, models }) => [family, models.map(({ id }) => id)])).toEqual([
      ["Qwen3", ["Qwen3 1B", "Qwen3 4B"]],
      ["My model", ["mine"]],
    ]);
  });
});
