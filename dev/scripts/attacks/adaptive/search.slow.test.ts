import { expect, it } from "vitest";
import { OutsideError, type Tool } from "../../../../worker/agent/define/tool.ts";
import { FOUND } from "../found.ts";
import type { Mutant } from "./arena.ts";
import { playOnce, search } from "./search.ts";

const TIMEOUT_MS = 180_000;

it(
  "an attacker that learns from the policy's answers finds nothing that runs unasked",
  async () => {
    const tally = await search({ plays: 300, seed: 1 });
    expect(tally.finds).toEqual([]);
    expect(tally.played).toBe(300);
    expect(tally.arrived).toBeGreaterThan(200);
  },
  TIMEOUT_MS,
);

/** The tool as `change` makes it, also where its texts differ from play to play. */
function withSpec(tool: Tool, change: (spec: Tool["spec"]) => Tool["spec"]): Tool {
  return {
    check: (raw) => tool.check(raw),
    run: (input, context) => tool.run(input, context),
    get spec() {
      return change(tool.spec);
    },
  };
}

const MUTANTS: readonly (readonly [string, Mutant])[] = [
  [
    "the policy is off, since every tool says that it only reads",
    { changeTool: (tool) => withSpec(tool, ({ asks: _, ...spec }) => ({ ...spec, effect: "reads" })) },
  ],
  [
    "errors of strangers lose their mark",
    {
      changeTool: (tool) => ({
        ...tool,
        run: async (input, context) => {
          try {
            return await tool.run(input, context);
          } catch (error) {
            throw error instanceof OutsideError ? new Error(error.message) : error;
          }
        },
      }),
    },
  ],
  [
    "notes lose their mark when they are written",
    {
      changeStores: ({ memories }) => {
        const write = memories.write.bind(memories);
        memories.write = ({ untrusted: _, ...draft }) => write(draft);
      },
    },
  ],
  ["tools do not say who worded them", { changeTool: (tool) => withSpec(tool, ({ author: _, ...spec }) => spec) }],
];

it.each(MUTANTS)(
  "the same attacker finds a call that runs unasked where %s",
  async (_, mutant) => {
    const { finds } = await search({ plays: 300, seed: 1, mutant, untilFound: true });
    expect(finds.length).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it(
  "a seed plays the same again",
  async () => {
    const [one, other] = [await search({ plays: 40, seed: 7 }), await search({ plays: 40, seed: 7 })];
    expect(other).toEqual(one);
  },
  TIMEOUT_MS,
);

it(
  "what was once found asks",
  async () => {
    for (const genome of FOUND) {
      expect(await playOnce(genome), JSON.stringify(genome)).toMatchObject({ type: "asked", arrived: true });
    }
  },
  TIMEOUT_MS,
);
