import { describe, expect, test } from "vitest";
import { type PrefillPipeline, PrefillStopped, watchPrefill } from "./webllm-prefill.ts";

/** A pipeline that computes at a rate, and cuts a prompt into steps as WebLLM does: all cut before the first is computed. */
function createPipeline(tokensPerSecond: number) {
  const clock = { ms: 0 };
  const steps: number[] = [];
  const pipeline: PrefillPipeline = {
    prefillChunkSize: 512,
    device: { sync: async () => undefined },
    embedAndForward: async (_chunk, length) => {
      steps.push(length);
      clock.ms += (length * 1000) / tokensPerSecond;
      return "logits";
    },
  };
  const watch = watchPrefill(pipeline, () => clock.ms);
  const read = async (tokens: number): Promise<number[]> => {
    steps.length = 0;
    const size = pipeline.prefillChunkSize;
    for (let left = tokens; left > 0; left -= size) await pipeline.embedAndForward([], Math.min(left, size));
    return [...steps];
  };
  return { pipeline, watch, read, steps };
}

describe("a prompt that is read step by step", () => {
  test("reports after each step how many tokens are computed", async () => {
    const { watch, read } = createPipeline(10);
    const seen: number[] = [];
    watch.follow(
      (done) => seen.push(done),
      () => false,
    );
    await read(80);
    expect(seen).toEqual([32, 64, 80]);
    await read(40);
    expect(seen.slice(3)).toEqual([112, 120]);
  });

  test("begins to count anew for the next prompt, and reports to nobody once released", async () => {
    const { watch, read } = createPipeline(10);
    const seen: number[] = [];
    const follow = () =>
      watch.follow(
        (done) => seen.push(done),
        () => false,
      );
    follow();
    await read(33);
    follow();
    await read(20);
    watch.release();
    await read(20);
    // The single token of the first prompt's end is computed as an answer's token is, and not reported.
    expect(seen).toEqual([32, 20]);
  });

  test("is stopped between two steps", async () => {
    const { watch, read, steps } = createPipeline(10);
    let stopped = false;
    watch.follow(
      () => {
        stopped = true;
      },
      () => stopped,
    );
    await expect(read(300)).rejects.toBeInstanceOf(PrefillStopped);
    expect(steps).toEqual([32]);
  });

  test("goes in steps of about a second: small ones on a slow device, the library's own on a fast one", async () => {
    const slow = createPipeline(5);
    await slow.read(100);
    expect(await slow.read(100)).toEqual([32, 32, 32, 4]);
    const fast = createPipeline(5000);
    for (let round = 0; round < 5; round += 1) await fast.read(1024);
    expect(await fast.read(1024)).toEqual([512, 512]);
    const middling = createPipeline(100);
    for (let round = 0; round < 5; round += 1) await middling.read(1000);
    expect((await middling.read(1000))[0]).toBe(96);
  });
});
