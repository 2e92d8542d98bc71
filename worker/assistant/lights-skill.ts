import { defineFlow } from "../agent/define/flow.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { setLight } from "../tools/home/set-light.ts";

/**
 * Detection only: shows the call that a smart home would receive, and makes none. The user can report its effect in the
 * next question, in plain words.
 */
export const lightsSkill = defineSkill({
  name: "lights",
  description: "Find out which light to switch; the call is shown and not made.",
  flow: defineFlow({
    start: "detect",
    // Models repeat a call that the conversation shows, whatever is asked next.
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
