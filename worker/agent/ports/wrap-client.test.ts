import { expect, it } from "vitest";
import { createAbsentModel } from "./absent-model.ts";
import type { ModelClient } from "./model-client.ts";
import { wrapClient } from "./wrap-client.ts";

const absent = createAbsentModel({ engine: "scripted", modelId: "none", contextTokens: 7 });

/** A client whose members are methods, as the engines' are. */
class Counting implements ModelClient {
  readonly info = absent.info;
  readonly lost = Promise.resolve({ code: "no-model" as const });
  readonly #factor = 2;
  generate = absent.generate;
  async countTokens(text: string): Promise<number> {
    return text.length * this.#factor;
  }
  async dispose(): Promise<void> {}
}

it("has its own members, and calls the client's others on the client", async () => {
  const client = new Counting();
  const wrapped = wrapClient(client, { info: { ...client.info, contextTokens: 9 } });
  expect(wrapped.info.contextTokens).toBe(9);
  expect(await wrapped.countTokens("abc")).toBe(6);
  expect(wrapped.lost).toBe(client.lost);
});

it("has no promise of a loss where the client has none", () => {
  expect("lost" in wrapClient(absent, {})).toBe(false);
});
