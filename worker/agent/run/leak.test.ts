import * as fc from "fast-check";
import { expect, it } from "vitest";
import { playLeak, scenarios } from "./leak.fixture.ts";

it("no tool outside the allowlist is named in any message to the model, any log line or any error", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { allowed, others, texts } = await playLeak(scenario);
      for (const name of others) {
        const leak = texts.find((text) => text.includes(name));
        expect(leak, `'${name}' is outside [${[...allowed].join(", ")}]`).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
}, 20_000);
