import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { isJsonObject, type JsonObject } from "../../protocol/json.ts";

/** A forced call as one JSON object, with the text that its dialect puts around it. */
export interface CallSchema {
  readonly schema: JsonObject;
  readonly before: string;
  readonly after: string;
}

/** How most dialects begin a call: their own prefix, then an object with a name and the arguments. */
const CALL_START = /^(?<before>[^{]*)\{"(?<nameKey>\w+)": (?<name>"(?:[^"\\]|\\.)*"), "(?<inputKey>\w+)": $/;

/**
 * A forced constraint for servers that accept a JSON schema and nothing else. Null for a constraint that is not
 * forced, and for dialects whose calls are no JSON.
 */
export function toCallSchema(constraint: OutputConstraint | null): CallSchema | null {
  if (constraint?.mode !== "forced") return null;
  const { format } = constraint.structuralTag;
  const tags = isJsonObject(format) ? (format.tags ?? format.elements) : null;
  if (!Array.isArray(tags)) return null;
  const calls = tags.map(toCall);
  const [first] = calls;
  if (first === undefined || first === null) return null;
  if (calls.some((call) => call?.before !== first.before || call.after !== first.after)) return null;
  const { before, after } = first;
  return { before, after, schema: { anyOf: calls.flatMap((call) => (call === null ? [] : [call.schema])) } };
}

function toCall(tag: unknown): CallSchema | null {
  if (!isJsonObject(tag) || !isJsonObject(tag.content)) return null;
  const { begin, end, content } = tag;
  if (typeof begin !== "string" || typeof end !== "string" || !end.startsWith("}")) return null;
  const { before, nameKey, name, inputKey } = CALL_START.exec(begin)?.groups ?? {};
  const input = content.json_schema;
  if (before === undefined || nameKey === undefined || name === undefined || inputKey === undefined) return null;
  if (!isJsonObject(input)) return null;
  return {
    before,
    after: end.slice(1),
    schema: {
      type: "object",
      properties: { [nameKey]: { const: JSON.parse(name) as string }, [inputKey]: input },
      required: [nameKey, inputKey],
      additionalProperties: false,
    },
  };
}
