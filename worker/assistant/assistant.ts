import { type Agent, defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import { createTools } from "../tools/registry.ts";
import { helpSkill } from "./help-skill.ts";
import { createLightsSkill } from "./lights-skill.ts";

/** The agent that answers in the app. A new tool is listed here, in the skill that may use it. */
export function createAssistant(memory: MemoryPort): Agent {
  const { memoryWrite, memorySearch, memoryRead, komSearchMemory, komUpsertMemory, ...tools } = createTools({ memory });
  return defineAgent({
    name: "alcove",
    prompt: "You are a helpful assistant on the user's own device.",
    tools: [...Object.values(tools), komSearchMemory, komUpsertMemory],
    memoryTools: [memoryWrite, memorySearch, memoryRead],
    skills: [
      defineSkill({
        name: "assistant",
        description: "Answer questions; use a tool where one fits, then answer with its result.",
        tools: [tools.calculate, tools.currentTime, tools.dateMath, tools.convertUnits, tools.stringLength],
      }),
      defineSkill({
        name: "calculator",
        description: "Compute step by step, one tool call at a time.",
        tools: [tools.add, tools.subtract, tools.multiply, tools.divide],
      }),
      defineSkill({
        name: "letters",
        description: "Answer questions about the letters of words and their numbers.",
        tools: [tools.stringLength, tools.add, tools.sqrt],
      }),
      defineSkill({
        name: "notes",
        description: "Keep notes by namespace and find them again.",
        tools: [komSearchMemory, komUpsertMemory],
      }),
      helpSkill,
      createLightsSkill(tools.setLight),
    ],
  });
}
