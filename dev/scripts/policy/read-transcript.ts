import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import { pick, toList, toPlainText, toWord } from "./pick.ts";

/** A text that the model has read, with where it came from. */
export interface PolicyText {
  readonly role: "system" | "user" | "assistant" | "tool" | "note";
  readonly text: string;
  readonly source: string;
  /** True unless the user typed it here or it came with the app. */
  readonly foreign: boolean;
}

type IsForeignTool = (name: string) => boolean;

/** Sources that are trusted; everything else, an unknown word too, is from outside. Exact words: `user-file` is none. */
const TRUSTED: ReadonlySet<string> = new Set(
  (
    "user human typed user:typed user-typed user-input user-prompt user-message user-instruction app system developer " +
    "system-prompt own ours trusted high builtin built-in memory:user note:user"
  ).split(" "),
);
/** What a model's own words may be called; of any other text these say nothing. */
const MODEL: ReadonlySet<string> = new Set(["assistant", "model", "agent", "ai", "llm"]);
const ROLES: Readonly<Record<string, PolicyText["role"]>> = {
  system: "system",
  developer: "system",
  app: "system",
  assistant: "assistant",
  model: "assistant",
  ai: "assistant",
  reasoning: "assistant",
  function_call: "assistant",
  tool_call: "assistant",
  tool_use: "assistant",
  tool: "tool",
  function: "tool",
  observation: "tool",
  tool_result: "tool",
  function_call_output: "tool",
  memory: "note",
  note: "note",
  user: "user",
  human: "user",
};
const CONTENT = ["content", "text", "value", "result", "output", "parts"] as const;
const SOURCE = ["source", "sources", "from", "origin", "provenance", "label", "trust"] as const;
const ID = ["tool_call_id", "tool_use_id", "call_id", "id"] as const;
/** What says of a message that it is from outside. */
const MARKS = ["untrusted", "foreign", "tainted", "external"] as const;
/** What comes with a message and is no part of what its author wrote. */
const ENCLOSED = ["attachments", "files", "documents", "images", "context", "retrieved", "tool_results"] as const;
/** Parts that the message's own author wrote. Any other kind, an unknown one too, holds somebody else's words. */
const OWN_PARTS: readonly JsonValue[] = ["text", "input_text", "output_text", "thinking", "reasoning"];
const CALL_PARTS: readonly JsonValue[] = ["tool_use", "tool_call", "function_call"];

/** Every text of a transcript, in order. What has no known author or form is from outside. */
export function readTranscript(messages: readonly JsonValue[], isForeignTool: IsForeignTool): readonly PolicyText[] {
  const calls = nameCalls(messages);
  return messages.flatMap((message) => readMessage(message, isForeignTool, calls));
}

/** What a call gave, as the case says. */
export function readResult(name: string, result: JsonValue, isForeignTool: IsForeignTool): PolicyText {
  const [read] = isJsonObject(result) ? readMessage({ role: "tool", name, ...result }, isForeignTool, new Map()) : [];
  return read ?? { role: "tool", text: toPlainText(result), source: `tool:${name}`, foreign: isForeignTool(name) };
}

/** A transcript may end with the calls that its model asks for. */
export function readLastCalls(transcript: JsonValue | undefined): JsonValue | undefined {
  const last = toList(transcript).at(-1);
  if (last === undefined || !isJsonObject(last)) return undefined;
  if (CALL_PARTS.includes(last.type ?? null)) return last;
  const parts = toList(pick(last, ...CONTENT)).filter((part) => isJsonObject(part) && isCall(part));
  return pick(last, "tool_calls", "calls") ?? (parts.length > 0 ? parts : undefined);
}

/** True for a source that is the user or the app. */
export function isTrusted(source: JsonValue | undefined): boolean {
  if (source === undefined) return false;
  if (isJsonObject(source)) {
    if (typeof source.trusted === "boolean") return source.trusted;
    return isTrusted(pick(source, "type", "kind", "name"));
  }
  // Several sources of one text are as trusted as the least of them.
  return toList(source).length > 0 && toList(source).every((each) => TRUSTED.has(toWord(each)));
}

function readMessage(
  given: JsonValue,
  isForeignTool: IsForeignTool,
  calls: ReadonlyMap<string, string>,
): readonly PolicyText[] {
  if (typeof given === "string") return [{ role: "user", text: given, source: "user", foreign: false }];
  if (!isJsonObject(given)) throw new Error(`not a message: ${JSON.stringify(given)}`);
  const author = findAuthor(given);
  const value = author !== null && author in given ? { content: given[author] ?? "", ...given } : given;
  const known = author === null ? undefined : ROLES[author.toLowerCase()];
  const role = known ?? "user";
  const content = pick(value, ...CONTENT) ?? "";
  const source = pick(value, ...SOURCE);
  const name = toToolName(value, calls);
  const isForeign = (from: JsonValue | undefined): boolean => {
    if (value.trusted === false || MARKS.some((mark) => value[mark] === true)) return true;
    if (value.trusted === true) return false;
    if (from !== undefined && !(role === "assistant" && MODEL.has(toWord(from)))) return !isTrusted(from);
    return role === "tool" ? isForeignTool(name) : known === undefined || role === "note";
  };
  const main = {
    role,
    text: toPlainText(content),
    source: toSourceName(source ?? (role === "tool" ? `tool:${name}` : (author ?? "unknown"))),
    foreign: isForeign(source),
  };
  const parts = CONTENT.map((member) => value[member])
    .filter((list) => isJsonArray(list ?? null))
    .flatMap(toList);
  const enclosed = ENCLOSED.flatMap((member) => toList(pick(value, member)));
  return [
    main,
    ...parts.flatMap((part) => (isJsonObject(part) ? readPart(part, role, value.trusted === true) : [])),
    ...enclosed.map((file) => ({ role: "user" as const, text: toPlainText(file), source: "file", foreign: true })),
  ];

  /** Parts of one message may have sources of their own; results and files are somebody else's words wherever they stand. */
  function readPart(part: JsonObject, partRole: PolicyText["role"], isVouched: boolean): readonly PolicyText[] {
    const from = pick(part, ...SOURCE);
    const text = toPlainText(part);
    // A picture's or document's `source` may hold its bytes.
    if (typeof from === "string" || isJsonArray(from ?? null)) {
      return [{ role: partRole, text, source: toSourceName(from ?? ""), foreign: !isTrusted(from) }];
    }
    const kind = part.type ?? (typeof pick(part, "text", "content", "value") === "string" ? "text" : "unknown");
    if (isVouched || OWN_PARTS.includes(kind) || isCall(part)) return [];
    const tool = toToolName(part, calls);
    const isOfTool = tool !== "";
    return [
      {
        role: partRole,
        text,
        source: isOfTool ? `tool:${tool}` : toSourceName(kind),
        foreign: !isOfTool || isForeignTool(tool),
      },
    ];
  }
}

/** Who wrote a message: `{"role": "user", …}`, or `{"user": "…"}`; null where nothing says so. */
function findAuthor(message: JsonObject): string | null {
  const named = pick(message, "role", "speaker", "author", "type");
  if (isJsonObject(named ?? null)) return findAuthor(named as JsonObject);
  if (typeof named === "string") return named;
  return Object.keys(message).find((key) => Object.hasOwn(ROLES, key) && typeof message[key] === "string") ?? null;
}

/** The tool that a result is of: by its name, or by the call that it answers. */
function toToolName(value: JsonObject, calls: ReadonlyMap<string, string>): string {
  const response = value.functionResponse ?? null;
  const named = pick(isJsonObject(response) ? response : value, "name", "tool", "tool_name");
  return typeof named === "string" ? named : (calls.get(toPlainText(pick(value, ...ID) ?? "")) ?? "");
}

/** The tools that calls of the transcript name, by the calls' ids. */
function nameCalls(messages: readonly JsonValue[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    const parts = [...toList(pick(message, "tool_calls", "calls")), ...toList(pick(message, ...CONTENT)), message];
    for (const part of parts) {
      if (!isJsonObject(part) || (!isCall(part) && !isJsonObject(part.function ?? null))) continue;
      const inner = pick(part, "function", "functionCall") ?? null;
      const name = pick(isJsonObject(inner) ? inner : part, "name", "tool");
      const id = pick(part, "call_id", "id");
      if (typeof name === "string" && id !== undefined) names.set(toPlainText(id), name);
    }
  }
  return names;
}

function isCall(part: JsonObject): boolean {
  return CALL_PARTS.includes(part.type ?? null) || isJsonObject(part.functionCall ?? null);
}

function toSourceName(source: JsonValue): string {
  return typeof source === "string" ? source : JSON.stringify(source);
}
