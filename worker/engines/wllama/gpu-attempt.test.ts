import { describe, expect, test } from "vitest";
import { describeFallback, ON_GPU, ON_PROCESSOR, toNextAttempt } from "./gpu-attempt.ts";

describe("after a failure on the GPU", () => {
  test("a crash leads to small steps, and another one to the processor", () => {
    const small = toNextAttempt(ON_GPU, { code: "engine-crashed" }, 30);
    expect(small).toEqual({ gpuLayers: ON_GPU.gpuLayers, batchTokens: 32 });
    expect(toNextAttempt(small ?? ON_GPU, { code: "engine-crashed" }, 30)).toEqual(ON_PROCESSOR);
  });

  test("too little memory leads to half of the layers, and then to the processor", () => {
    const half = toNextAttempt(ON_GPU, { code: "out-of-memory" }, 31);
    expect(half).toMatchObject({ gpuLayers: 15 });
    expect(toNextAttempt(half ?? ON_GPU, { code: "out-of-memory" }, 31)).toEqual(ON_PROCESSOR);
  });

  test.each(["cancelled", "model-corrupt", "model-unsupported", "model-missing"] as const)("%s ends it", (code) => {
    expect(toNextAttempt(ON_GPU, { code }, 30)).toBeNull();
  });

  test("on the processor there is nothing left to try", () => {
    expect(toNextAttempt(ON_PROCESSOR, { code: "engine-crashed" }, 30)).toBeNull();
  });
});

describe("the sentence", () => {
  test("says nothing while all layers are on the GPU", () => {
    expect(describeFallback(ON_GPU, 4, true)).toBeNull();
  });

  test.each([
    [{ ...ON_GPU, gpuLayers: 15 }, true, true, /15 of its layers on the GPU/],
    [ON_PROCESSOR, false, false, /on the processor with 4 threads, because it failed/],
    // The engine computes on the processor without a word where it finds no adapter.
    [ON_GPU, false, false, /on the processor/],
  ])("says what became of it", (attempt, isOffloaded, onGpu, reason) => {
    const said = describeFallback(attempt, 4, isOffloaded);
    expect(said?.onGpu).toBe(onGpu);
    expect(said?.reason).toMatch(reason);
  });
});
