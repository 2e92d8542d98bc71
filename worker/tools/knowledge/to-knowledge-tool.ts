import { type Tool, toToolOutput } from "../../agent/define/tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { fromJsonSchema } from "../schema/from-json-schema.ts";
import type { KnowledgeFile } from "./read-knowledge-file.ts";

/** Characters that a question is compared with. */
const MAX_ABOUT = 20_000;

/** A text of the user's as a tool without arguments: the model knows its description until it asks for the text itself. */
export function toKnowledgeTool({ name, description, questions, text }: KnowledgeFile): Tool<JsonObject> {
  return fromJsonSchema({
    name,
    description,
    effect: "reads",
    author: "files",
    personal: true,
    about: [...questions, text].join("\n").slice(0, MAX_ABOUT),
    parameters: { type: "object", properties: {}, additionalProperties: false },
    ...(questions.length === 0 ? {} : { examples: questions.map((question) => ({ question, arguments: {} })) }),
    // A file may hold anybody's words.
    run: () => toToolOutput([{ type: "text", text }], { untrusted: true }),
  });
}
