import type { Translator } from "../../messages/translate.ts";

/** The name for people of a tool that comes with the app; null for a tool of others. */
export function findToolTitle(name: string, t: Translator): string | null {
  return t.find(`tool-title.${name}`);
}

/** A tool's name for people; a tool of others has its own name. */
export function toToolTitle(name: string, t: Translator): string {
  return findToolTitle(name, t) ?? name;
}
