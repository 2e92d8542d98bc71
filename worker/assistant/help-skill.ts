import type { AgenticSkill } from "../agent/define/agentic-skill.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import { NO_MANUAL, type ReadManual } from "../tools/manual/open-manual.ts";

/** The page of the manual for those who use the app. */
const PAGE = "using.html";

/**
 * Answers about the app itself: from two sections of the manual, each read only when the model asks for it, and from what a
 * search finds.
 */
export function createHelpSkill(readManual: ReadManual, searchManual: Tool): AgenticSkill {
  const load = async (start: string): Promise<string> => {
    const sections = (await readManual())?.filter(({ address }) => address.startsWith(`${PAGE}#${start}`)) ?? [];
    if (sections.length === 0) throw new Error(NO_MANUAL);
    return sections.map(({ title, text }) => `${title}\n${text}`).join("\n\n");
  };
  return defineSkill({
    name: "help",
    description: "Answer questions about this app.",
    instructions: "Read the fitting text first, then answer from it in a sentence or two.",
    tools: [searchManual],
    knowledge: [
      {
        name: "about_privacy",
        description: "What stays on this device and what may leave it",
        load: () => load("privacy"),
      },
      {
        name: "about_models",
        description: "Which models there are, where they run, and what to do when one is too large",
        load: () => load("models"),
      },
    ],
  });
}
