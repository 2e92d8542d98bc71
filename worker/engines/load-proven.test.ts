import { describe, expect, it } from "vitest";
import type { GenerateRequest, ModelClient } from "../agent/ports/model-client.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import type { CanaryVerdict, CanaryVerdicts } from "./catalog/canary-verdicts.ts";
import { loadProven, type ModelForm } from "./load-proven.ts";
import { ScriptedClient } from "./scripted/scripted.ts";

const COUNTS = " 7, 8, 9, 10";
const NONSENSE = "!!!!!!!!";

interface Tested {
  readonly forms: readonly ModelForm[];
  readonly asked: GenerateRequest[];
  /** What was loaded and what was given up, in order. */
  readonly steps: string[];
}

/** Forms of one model, each with what it writes; null for one that cannot be loaded. */
function toForms(written: Partial<Record<ModelForm["type"], string | null>>, unsound = false): Tested {
  const asked: GenerateRequest[] = [];
  const steps: string[] = [];
  const forms = (["gpu", "gpu-f32", "processor"] as const).flatMap((type): readonly ModelForm[] => {
    const text = written[type];
    if (text === undefined) return [];
    const load: ModelForm["load"] = async () => {
      steps.push(`load ${type}`);
      if (text === null) return { ok: false, failure: { code: "download-failed" } };
      const script = {
        name: type,
        title: type,
        format: "chatml",
        contextTokens: 4096,
        exchanges: [{ turns: [{ text }] }],
      } as const;
      const client = new ScriptedClient(script, { template: chatmlTemplate, wait: async () => undefined });
      return { ok: true, value: watch(client, { type, unsound: unsound && type === "gpu" }) };
    };
    return [{ id: `m ${type}`, type, load }];
  });
  const watch = (client: ModelClient, { type, unsound }: { type: string; unsound: boolean }): ModelClient => ({
    info: { ...client.info, ...(unsound ? { unsound } : {}) },
    generate: (request) => {
      asked.push(request);
      return client.generate(request);
    },
    countTokens: (text) => client.countTokens(text),
    dispose: async () => void steps.push(`drop ${type}`),
  });
  return { forms, asked, steps };
}

function createVerdicts(known: Readonly<Record<string, CanaryVerdict>> = {}) {
  const kept = new Map<string, CanaryVerdict>(Object.entries(known));
  const verdicts: CanaryVerdicts = {
    read: async (form) => kept.get(form) ?? null,
    keep: async (form, verdict) => void kept.set(form, verdict),
  };
  return { kept, verdicts };
}

async function load({ forms }: Tested, verdicts: CanaryVerdicts) {
  const loaded = await loadProven(forms, { verdicts, signal: new AbortController().signal });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return { model: loaded.value.info.modelId, failedTest: loaded.value.info.fallback?.failedTest };
}

describe("a model that was loaded on the GPU", () => {
  it("goes on with a count, greedily and in its own turns, and is not asked again at the next load", async () => {
    const tested = toForms({ gpu: COUNTS, processor: COUNTS });
    const { kept, verdicts } = createVerdicts();
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:gpu", failedTest: undefined });
    expect(tested.asked).toHaveLength(1);
    expect(tested.asked[0]).toMatchObject({ temperature: 0, maxTokens: 8 });
    expect(tested.asked[0]?.prompt).toMatch(/^<\|im_start\|>[\s\S]*<\|im_start\|>assistant\n1, 2, 3, 4, 5, 6,$/);
    expect([...kept]).toEqual([["m gpu", "sound"]]);
    await load(tested, verdicts);
    expect(tested.asked).toHaveLength(1);
  });

  it("that writes nonsense runs in 32 bits, which is said and kept", async () => {
    const tested = toForms({ gpu: NONSENSE, "gpu-f32": COUNTS, processor: COUNTS });
    const { kept, verdicts } = createVerdicts();
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:gpu-f32", failedTest: "f32" });
    expect(tested.steps).toEqual(["load gpu", "drop gpu", "load gpu-f32"]);
    expect(Object.fromEntries(kept)).toEqual({ "m gpu": "wrong", "m gpu-f32": "sound" });
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:gpu-f32", failedTest: "f32" });
    expect(tested.steps.slice(3)).toEqual(["load gpu-f32"]);
  });

  it("that fails in 32 bits too runs on the processor, also where the 32-bit form cannot be fetched", async () => {
    for (const f32 of [NONSENSE, null]) {
      const tested = toForms({ gpu: NONSENSE, "gpu-f32": f32, processor: COUNTS });
      const { kept, verdicts } = createVerdicts();
      expect(await load(tested, verdicts)).toEqual({ model: "scripted:processor", failedTest: "processor" });
      expect(kept.get("m gpu")).toBe("wrong");
    }
  });

  it("whose numbers are not finite fails without being asked", async () => {
    const tested = toForms({ gpu: COUNTS, processor: COUNTS }, true);
    const { verdicts } = createVerdicts();
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:processor", failedTest: "processor" });
    expect(tested.asked).toHaveLength(1);
  });

  it("is trusted where the processor cannot count either: the test is too hard for it", async () => {
    const tested = toForms({ gpu: NONSENSE, processor: NONSENSE });
    const { kept, verdicts } = createVerdicts();
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:gpu", failedTest: undefined });
    expect(tested.steps).toEqual(["load gpu", "drop gpu", "load processor", "drop processor", "load gpu"]);
    expect(Object.fromEntries(kept)).toEqual({ "m gpu": "sound" });
  });

  it("is used with a doubt where there is no other form, and without a second test", async () => {
    const tested = toForms({ gpu: NONSENSE });
    const { kept, verdicts } = createVerdicts();
    for (let time = 0; time < 2; time += 1) {
      expect(await load(tested, verdicts)).toEqual({ model: "scripted:gpu", failedTest: "doubtful" });
    }
    expect(tested.asked).toHaveLength(1);
    expect(Object.fromEntries(kept)).toEqual({ "m gpu": "doubtful" });
  });

  it("that was proven wrong is doubtful while the user insists on it", async () => {
    const tested = toForms({ gpu: COUNTS });
    expect(await load(tested, createVerdicts({ "m gpu": "wrong" }).verdicts)).toEqual({
      model: "scripted:gpu",
      failedTest: "doubtful",
    });
    expect(tested.asked).toHaveLength(0);
  });
});

describe("other loads", () => {
  it("test nothing on the processor", async () => {
    const tested = toForms({ processor: NONSENSE });
    const { kept, verdicts } = createVerdicts();
    expect(await load(tested, verdicts)).toEqual({ model: "scripted:processor", failedTest: undefined });
    expect([tested.asked.length, kept.size]).toEqual([0, 0]);
  });

  it("fail as the first form fails", async () => {
    const { forms, steps } = toForms({ gpu: null, processor: COUNTS });
    const { verdicts } = createVerdicts();
    const loaded = await loadProven(forms, { verdicts, signal: new AbortController().signal });
    expect(loaded).toEqual({ ok: false, failure: { code: "download-failed" } });
    expect(steps).toEqual(["load gpu"]);
  });
});
