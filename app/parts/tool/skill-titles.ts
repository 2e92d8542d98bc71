import type { Translator } from "../../messages/translate.ts";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** The modes that show what can be done; each mode of the app has a name among the texts. */
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

/** A skill's name for people; one of the user's own has its own name. */
export function toSkillTitle(name: string, t: Translator): string {
  return t.find(`skill-title.${name}`) ?? revealName(name);
}

/** True for a skill that shows what can be done. */
export function isExampleSkill(name: string): boolean {
  return EXAMPLES.some((each) => each === name);
}

/** True for a skill that the user has brought along. */
export function isOwnSkill(name: string, t: Translator): boolean {
  return t.find(`skill-title.${name}`) === null;
}
