import type { Translator } from "../../messages/translate.ts";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** The modes that answer anything, and those that show what can be done; each has a name in the page's languages. */
const USUAL = ["assistant", "plan", "tables", "documents", "writer", "code", "pages", "help"] as const;
const EXAMPLES = [
  "calculator",
  "letters",
  "notes",
  "word-games",
  "kitchen-measures",
  "travel-money",
  "helpdesk",
  "lights",
] as const;
const TITLED = [...USUAL, ...EXAMPLES] as const;

/** A skill's name for people; one of the user's own has its own name. */
export function toSkillTitle(name: string, t: Translator): string {
  const key = TITLED.find((each) => each === name);
  return key === undefined ? revealName(name) : t.text(`skill-title.${key}`);
}

/** True for a skill that shows what can be done. */
export function isExampleSkill(name: string): boolean {
  return EXAMPLES.some((each) => each === name);
}
