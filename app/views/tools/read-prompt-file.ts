import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import { readFrontMatter } from "../../../worker/protocol/read-front-matter.ts";
import type { SavedPrompt } from "../../../worker/protocol/settings.ts";
import { toBlanks } from "../../state/composer/fill-blanks.ts";

const MAX_CHARACTERS = 20_000;
const MAX_NAME = 60;
const MAX_DESCRIPTION = 300;

/** A prompt that can be named behind a slash; null where no letter of the name can be, or there is no text. */
export function toPrompt(name: string, description: string, text: string): SavedPrompt | null {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const slug = plain.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  if (slug === "" || text.trim() === "" || text.length > MAX_CHARACTERS) return null;
  const blanks = toBlanks(text);
  return {
    name: `my${PROMPT_MARK}${slug.slice(0, MAX_NAME)}`,
    description: description.slice(0, MAX_DESCRIPTION),
    parameters: {
      type: "object",
      properties: Object.fromEntries(blanks.map((blank) => [blank, { type: "string" }])),
      required: [...blanks],
    },
    text: text.trim(),
  };
}

/**
 * The prompt of a Markdown file: `name` and `description` of its front matter, or its own name and nothing. What else stands there is
 * left out. Its words are from outside.
 */
export function readPromptFile(path: string, content: string): readonly SavedPrompt[] {
  const read = readFrontMatter(content, path);
  const find = (key: string): string => {
    const value = read.ok ? read.entries.get(key)?.value : undefined;
    return typeof value === "string" ? value : "";
  };
  const ownName = (path.split("/").at(-1) ?? "").replace(/\.[^.]*$/, "");
  const text = read.ok ? read.instructions : content.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const prompt = toPrompt(find("name") || ownName, find("description"), text);
  return prompt === null ? [] : [{ ...prompt, foreign: true }];
}
