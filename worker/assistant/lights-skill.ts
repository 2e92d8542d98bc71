import { defineFlow } from "../agent/define/flow.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";

/**
 * Detection only: shows the call that a house would get, and makes none. What the house did with it can be told in the
 * next question, in plain words.
 */
export function createLightsSkill(setLight: Tool<unknown, "set_light">) {
  return defineSkill({
    name: "lights",
    description: "Find out which light to switch; the call is shown and not made.",
    flow: defineFlow({
      start: "detect",
      // A call that was shown before would be shown again, whatever is asked.
      omitToolRecords: true,
      nodes: {
        detect: {
          type: "tool-call",
          tools: [setLight],
          mode: "detect",
          generateOnNoTool: true,
          toolCalled: "end",
          noToolCalled: "end",
        },
        end: { type: "end" },
      },
    }),
  });
}
