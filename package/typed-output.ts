import * as core from "zod/v4/core";
import { readJsonText } from "../worker/formats/parsing/json-reader.ts";
import { parseJson } from "../worker/protocol/json.ts";

core.config({ jitless: true });

/** The required form of an answer, and its reader. */
export type TypedOutput<Out> = ReturnType<typeof toTypedOutput<Out>>;

/** Makes a reader of a zod schema. The JSON may stand in a code block or in a sentence, and its small slips are repaired. */
export function toTypedOutput<Out>(schema: core.$ZodType<Out>) {
  const rendered = JSON.stringify(core.toJSONSchema(schema, { io: "output", reused: "inline" }));
  return {
    /** For the system message: the form of the answer. */
    instructions:
      "When you are done, answer with one JSON value and nothing else: no sentence, no code block. " +
      `It fits this JSON Schema: ${rendered}`,
    /** Reads an answer; `problem` is a sentence for the model. */
    read: (text: string) => {
      const problems = new Set<string>();
      for (const candidate of toCandidates(text)) {
        const parsed = core.safeParse(schema, candidate);
        if (parsed.success) return { ok: true as const, value: parsed.data };
        for (const { path, message } of parsed.error.issues) problems.add(`/${path.map(String).join("/")}: ${message}`);
      }
      return { ok: false as const, problem: [...problems].slice(0, 5).join("; ") || "there is no JSON in it" };
    },
  };
}

/** Candidate values of a text: the JSON in it, repaired where it must be, or else the text itself. */
function toCandidates(text: string): readonly unknown[] {
  const bare = text
    .trim()
    .replace(/^```[a-z]*\s*/iu, "")
    .replace(/\s*```$/u, "");
  const candidates: unknown[] = [];
  const scalar = parseJson(bare);
  if (scalar !== undefined) candidates.push(scalar);
  const start = bare.search(/[[{]/u);
  if (start !== -1 && (scalar === undefined || typeof scalar !== "object")) {
    for (const end of [Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]")) + 1, bare.length]) {
      const read = readJsonText(bare.slice(start, end), { python: true, bareKeys: true });
      if (read.ok) candidates.push(read.value);
    }
  }
  return candidates;
}
