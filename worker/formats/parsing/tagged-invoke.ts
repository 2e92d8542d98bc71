import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, isJsonArray, type JsonValue } from "../../protocol/json.ts";
import type { CallContext, Opener } from "./dialect.ts";
import { readJsonText } from "./json-reader.ts";
import { readCallJson, reportBroken } from "./read-call.ts";
import type { Reading, TextSource } from "./text-source.ts";
import { toTypedValue } from "./typed-value.ts";

/** How a family spells `<invoke name="f"><parameter name="a">…</parameter></invoke>`; each mark may have several spellings. */
export interface InvokeMarks {
  /** How the opening tags begin; the attribute `name` is in them or follows. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
  readonly parameterOpens: readonly string[];
  readonly parameterCloses: readonly string[];
  /** The tags around several invocations. */
  readonly blocks: readonly string[];
  /** True where values are marked as texts or as JSON; elsewhere the schema alone tells them apart. */
  readonly marksTexts: boolean;
}

/** The plain spelling, without anything around the invocations. */
export const INVOKE_MARKS: InvokeMarks = {
  opens: ["<invoke name="],
  closes: ["</invoke>"],
  parameterOpens: ["<parameter"],
  parameterCloses: ["</parameter>"],
  blocks: [],
  marksTexts: false,
};

/** The openers of a family that calls by invocations. */
export function toInvokeOpeners(marks: InvokeMarks): readonly Opener[] {
  return marks.opens.map((literal) => ({ literal, read: (context) => readInvoke(context, marks) }));
}

/** Reads an invocation: its name, then parameters as tags or all of them as one JSON object. */
function* readInvoke(context: CallContext, marks: InvokeMarks): Reading<boolean> {
  const { source, sink, tools } = context;
  const name = readAttribute(context.literal + (yield* takeTag(source)), "name");
  if (name === null) return yield* reportBroken(context, "the call names no tool", marks.closes, marks.opens);
  sink.name(name);
  const input: { [key: string]: JsonValue } = {};
  for (;;) {
    yield* source.skipSpace();
    if ((yield* source.acceptOne(marks.closes)) !== null) break;
    if ((yield* source.peek()) === "{" && Object.keys(input).length === 0) {
      const read = yield* readCallJson(source);
      if ("fault" in read) return yield* reportBroken(context, read.fault, marks.closes, marks.opens);
      Object.assign(input, read.object);
      continue;
    }
    const open = yield* source.acceptOne(marks.parameterOpens);
    if (open === null) {
      // The block's end says that nothing is missing but the invocation's own closing tag.
      if ((yield* source.nextLiteral(marks.blocks)) !== null) break;
      return yield* reportBroken(context, "expected a parameter", marks.closes, marks.opens);
    }
    const tag = yield* takeTag(source);
    const key = readAttribute(tag, "name");
    const text = yield* source.takeUntilLiteral([...marks.parameterCloses, ...marks.closes]);
    const isClosed = (yield* source.acceptOne(marks.parameterCloses)) !== null;
    if (key === null || isForbiddenKey(key) || !isClosed || text.length > DEFAULT_JSON_LIMITS.maxCharacters) {
      return yield* reportBroken(context, `the parameter '${key ?? ""}' cannot be read`, marks.closes, marks.opens);
    }
    const schema = tools.argumentSchema(name, key);
    if (!marks.marksTexts) input[key] = toTypedValue(text, schema);
    else input[key] = readAttribute(tag, "string") === "true" ? text : toDeclaredValue(text, schema);
  }
  sink.call(name, input);
  return true;
}

/** A value that is marked as JSON; if it is none, the schema gives its type. */
function toDeclaredValue(text: string, schema: JsonValue | undefined): JsonValue {
  const read = readJsonText(`[${text}]`, { python: true });
  if (read.ok && isJsonArray(read.value) && read.value.length === 1) return read.value[0] ?? null;
  return toTypedValue(text, schema);
}

/** The rest of an opening tag, its bracket consumed. */
function* takeTag(source: TextSource): Reading<string> {
  const tag = yield* source.takeUntil((unit) => unit === ">" || unit === "\n", 512);
  return (yield* source.accept(">")) ? tag : "";
}

function readAttribute(tag: string, key: string): string | null {
  const value = new RegExp(`\\s${key}=(?:"([^"]+)"|'([^']+)')`).exec(tag);
  return value?.[1] ?? value?.[2] ?? null;
}
