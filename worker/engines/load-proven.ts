import type { ModelClient, ModelInfo } from "../agent/ports/model-client.ts";
import { wrapClient } from "../agent/ports/wrap-client.ts";
import { failed, type Result } from "../protocol/failure.ts";
import type { CanaryVerdict, CanaryVerdicts } from "./catalog/canary-verdicts.ts";
import { canCount } from "./generation/canary.ts";

/** One way to run a model. */
export interface ModelForm {
  /** Its verdict is kept under this. */
  readonly id: string;
  readonly type: "gpu" | "gpu-f32" | "processor";
  load(): Promise<Result<ModelClient>>;
}

type Fallback = NonNullable<ModelInfo["fallback"]>;

/**
 * Loads the first form of a model that passes a short test, and remembers what failed it. The processor's form is the
 * reference: where it fails too, the test was too hard for the model and the GPU is trusted. Without one the last form is
 * used all the same, and said to be doubtful.
 */
export async function loadProven(
  forms: readonly ModelForm[],
  { verdicts, signal }: { readonly verdicts: CanaryVerdicts; readonly signal: AbortSignal },
): Promise<Result<ModelClient>> {
  const wrong: ModelForm[] = [];
  const keepWrong = async (): Promise<void> => {
    for (const { id } of wrong) await verdicts.keep(id, "wrong");
  };
  /** `known` is its verdict so far. */
  const judge = async ({ id, type }: ModelForm, client: ModelClient, known: CanaryVerdict | null): Promise<boolean> => {
    if (type === "processor" && wrong.length === 0) return true;
    if (type !== "processor" && known !== null) return known === "sound";
    const isSound = await canCount(client, signal).catch(() => false);
    if (isSound && type !== "processor" && !signal.aborted) await verdicts.keep(id, "sound");
    return isSound;
  };
  let loaded: Result<ModelClient> = failed("model-unsupported", "it has no form");
  for (const [index, form] of forms.entries()) {
    const isLast = index === forms.length - 1;
    const known = await verdicts.read(form.id);
    if (known === "wrong" && !isLast) continue;
    loaded = await form.load();
    if (signal.aborted || (!loaded.ok && index === 0)) return loaded;
    if (!loaded.ok) continue;
    const client = loaded.value;
    const isSound = await judge(form, client, known);
    if (signal.aborted) return loaded;
    if (isSound) {
      await keepWrong();
      return index === 0 ? loaded : { ok: true, value: withFallback(client, FALLBACKS[form.type]) };
    }
    const [preferred] = wrong;
    if (form.type === "processor" && preferred !== undefined) {
      await client.dispose();
      await verdicts.keep(preferred.id, "sound");
      return preferred.load();
    }
    if (isLast) {
      if (known === null) await verdicts.keep(form.id, "doubtful");
      await keepWrong();
      return { ok: true, value: withFallback(client, DOUBTFUL) };
    }
    wrong.push(form);
    await client.dispose();
  }
  return loaded;
}

const DOUBTFUL: Fallback = {
  reason: "It runs on this device's GPU, where it failed a short test: its answers may be wrong.",
  failedTest: "doubtful",
};

const FALLBACKS: Readonly<Record<ModelForm["type"], Fallback>> = {
  gpu: { reason: "It runs on this device's GPU." },
  "gpu-f32": {
    reason: "It runs on this device's GPU in 32 bits, because it failed a short test there in 16.",
    failedTest: "f32",
  },
  processor: {
    onGpu: false,
    reason: "It runs on the processor, because it failed a short test on this device's GPU.",
    failedTest: "processor",
  },
};

/** The client with the sentence that says where it runs. */
function withFallback(client: ModelClient, fallback: Fallback): ModelClient {
  return wrapClient(client, { info: { ...client.info, fallback } });
}
