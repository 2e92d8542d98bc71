import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
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

/** The prompt of a Markdown file: `name` and `description` of its front matter, or its own name. Its words are from outside. */
export function readPromptFile(path: string, content: string): readonly SavedPrompt[] {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  const head = lines.slice(1, Math.max(end, 1));
  const find = (key: string) => {
    const line = head.find((each) => each.startsWith(`${key}:`)) ?? "";
    return line
      .slice(key.length + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2");
  };
  const ownName = (path.split("/").at(-1) ?? "").replace(/\.[^.]*$/, "");
  const prompt = toPrompt(find("name") || ownName, find("description"), lines.slice(end + 1).join("\n"));
  return prompt === null ? [] : [{ ...prompt, foreign: true }];
}
