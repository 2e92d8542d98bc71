import type { ModelClient } from "../../agent/ports/model-client.ts";

const QUESTION = "Count from 1 to 10.";
const BEGINNING = "1, 2, 3, 4, 5, 6,";
const EXPECTED = /\b7\b/;
const MAX_TOKENS = 8;

/**
 * Whether a loaded model goes on with a count that was begun for it. Wrong kernels, drivers and 16-bit overflows load
 * well and write nonsense; every trained model counts. False also where the engine met numbers that are not finite.
 */
export async function canCount({ info, generate }: Canary, signal: AbortSignal): Promise<boolean> {
  if (info.unsound === true) return false;
  const { template } = info;
  const opening =
    template.renderOpening?.("", QUESTION) ?? template.renderStart("") + template.renderTurn("user", QUESTION);
  const prompt = opening + template.assistantStart + BEGINNING;
  const request = { prompt, constraint: null, stop: [], maxTokens: MAX_TOKENS, temperature: 0, signal };
  let raw = "";
  for await (const event of generate(request)) {
    if (event.type === "failure") return false;
    if (event.type === "end") raw = event.raw;
  }
  return EXPECTED.test(raw);
}

/** The part of a client that is put to the test. */
export type Canary = Pick<ModelClient, "info" | "generate">;
