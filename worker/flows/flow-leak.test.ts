import * as fc from "fast-check";
import { expect, it } from "vitest";
import { defineSkill } from "../agent/define/skill.ts";
import { playLeak, scenarios } from "../agent/run/leak.fixture.ts";
import { defineFlow } from "./define-flow.ts";
import { MAX_TOOLS_PER_NODE } from "./flow.ts";

it("no tool outside a node's list is named in any message to the model, any log line or any error", async () => {
  let flows = 0;
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { allowed, others, texts } = await playLeak(scenario, (tools) => {
        if (tools.length === 0 || tools.length > MAX_TOOLS_PER_NODE) return null;
        flows += 1;
        return defineSkill({
          name: "work",
          description: "Do the work.",
          program: defineFlow({
            start: "call",
            maxSteps: 4,
            nodes: {
              call: { type: "tool-call", tools, mode: "execute", toolCalled: "call", noToolCalled: "end" },
              end: { type: "end" },
            },
          }),
        });
      });
      for (const name of others) {
        const leak = texts.find((text) => text.includes(name));
        expect(leak, `'${name}' is outside [${[...allowed].join(", ")}]`).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
  expect(flows).toBeGreaterThan(0);
}, 20_000);
