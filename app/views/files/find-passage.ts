import type { TextRange } from "../../../worker/protocol/workspaces/workspace.ts";

/** Where a piece of text is, whatever blanks stand between its words; null where it is not. */
export function findPassage(text: string, find: string): TextRange | null {
  const words = find.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const pattern = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"));
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}
