import { readFileSync } from "node:fs";

/** What the figures do not say by themselves: reasons, profiles, what was tried. */
export function readNotes(): string {
  return readFileSync(new URL("./notes.md", import.meta.url), "utf8").trim();
}
