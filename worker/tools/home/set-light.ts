import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import examples from "./examples.json" with { type: "json" };

/** A lamp of a smart home, which a browser cannot reach: only a host that can is able to execute the call. */
export const setLight = defineTool({
  name: "set_light",
  description: "Turns a named light of the house on or off.",
  effect: "sends",
  input: z.object({
    name: z.string().check(z.describe("Which light, for instance kitchen")),
    on: z.boolean().check(z.describe("true for on, false for off")),
  }),
  examples: examples.set_light,
  run: ({ name }) => ({
    switched: false,
    reason: `A browser reaches no light, so the call for ${name} is only shown.`,
  }),
});
