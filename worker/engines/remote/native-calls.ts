import { createProviderNames } from "../../formats/providers/provider-names.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from "../../protocol/json.ts";
import type { ChatMessage } from "./split-chatml.ts";

/** A chat request with its tools and calls where the interface has fields for them. */
export interface NativeRequest {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
  /** The tools' own names by those that were changed for the interface. */
  readonly names: Readonly<Record<string, string>>;
}

/** A piece of a call that the server read from its model: the name once, the arguments in any number of pieces. */
export interface CallPiece {
  readonly index: number;
  readonly name?: string;
  readonly arguments?: string;
}

/** The tools in words of the Hermes dialect, see `formats/dialects/chatml.ts`. They end the system text. */
const TOOLS =
  /(?:^|\n\n)# Tools\n\nYou may call [^\n]*\n\n[^\n]*<\/tools> XML tags:\n<tools>\n([\s\S]*)\n<\/tools>\n\nFor each [\s\S]*$/;
const CALL = /<tool_call>\n([\s\S]*?)\n<\/tool_call>/g;
const RESULT = /<tool_response>\n([\s\S]*?)\n<\/tool_response>/g;

/**
 * Moves tools, calls and results out of the messages' texts. Null where no tool is declared: then the texts are sent as they
 * are, and so is a call that cannot be read or that was not answered, which a server would refuse.
 */
export function toNativeRequest(messages: readonly ChatMessage[]): NativeRequest | null {
  const names = createProviderNames();
  const [first] = messages;
  const declared = first?.role === "system" ? TOOLS.exec(first.content) : null;
  if (first === undefined || declared === null) return null;
  const tools = (declared[1] ?? "").split("\n").flatMap((line) => {
    const spec = parseJsonObject(line)?.function;
    if (!isJsonObject(spec) || typeof spec.name !== "string") return [];
    return [{ type: "function", function: { ...spec, name: names.toValid(spec.name) } }];
  });
  const system = first.content.slice(0, declared.index);
  const native: JsonObject[] = system === "" ? [] : [{ role: "system", content: system }];
  const rest = messages.slice(1);
  let count = 0;
  for (let index = 0; index < rest.length; index += 1) {
    const message = rest[index];
    if (message === undefined) continue;
    const calls = message.role === "assistant" ? readCalls(message.content) : null;
    const results = readResults(rest[index + 1]?.content ?? "");
    if (calls === null || calls.length === 0 || calls.length !== results.length) {
      native.push({ ...message });
      continue;
    }
    const ids = calls.map(() => `call_${++count}`);
    native.push({
      role: "assistant",
      content: message.content.replaceAll(CALL, "").trim() || null,
      tool_calls: calls.map(({ name, input }, at) => ({
        id: ids[at] ?? "",
        type: "function",
        function: { name: names.toValid(name), arguments: JSON.stringify(input) },
      })),
    });
    native.push(...results.map((content, at) => ({ role: "tool", tool_call_id: ids[at] ?? "", content })));
    index += 1;
  }
  return { messages: native, tools, names: names.changed() };
}

/** The texts of the results in a message. */
export function readResults(content: string): readonly string[] {
  return [...content.matchAll(RESULT)].map(([, text = ""]) => text);
}

/** The calls in a text; null if one of them cannot be read. */
function readCalls(content: string): readonly { readonly name: string; readonly input: JsonValue }[] | null {
  const calls = [...content.matchAll(CALL)].map(([, text = ""]) => parseJsonObject(text));
  const read = calls.flatMap((call) =>
    call !== null && typeof call.name === "string" ? [{ name: call.name, input: call.arguments ?? {} }] : [],
  );
  return read.length === calls.length ? read : null;
}

/** The pieces of calls in a streamed delta or in a whole message. */
export function readCallPieces(message: JsonObject): readonly CallPiece[] {
  const { tool_calls: calls } = message;
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).flatMap((call: JsonObject, position) => {
    const { index, function: spec } = call;
    if (!isJsonObject(spec)) return [];
    const { name, arguments: input } = spec;
    // Some servers send the arguments as an object, and all at once.
    const text = typeof input === "string" ? input : isJsonObject(input) ? JSON.stringify(input) : "";
    return [
      {
        index: typeof index === "number" ? index : position,
        ...(typeof name === "string" && name !== "" ? { name } : {}),
        ...(text === "" ? {} : { arguments: text }),
      },
    ];
  });
}

/** Writes a server's calls as the Hermes dialect writes them, as they come. */
export function createCallWriter(names: Readonly<Record<string, string>>) {
  let open: number | null = null;
  let hasArguments = false;
  const close = (): string => {
    if (open === null) return "";
    open = null;
    return `${hasArguments ? "" : "{}"}}\n</tool_call>\n`;
  };
  return {
    /** The text of further pieces. A piece without a name that belongs to no open call is left out. */
    push: (pieces: readonly CallPiece[]): string => {
      let text = "";
      for (const { index, name, arguments: input = "" } of pieces) {
        if (name !== undefined && index !== open) {
          text += close();
          open = index;
          hasArguments = false;
          const own = Object.hasOwn(names, name) ? names[name] : name;
          text += `<tool_call>\n{"name": ${JSON.stringify(own)}, "arguments": `;
        }
        if (input === "" || index !== open) continue;
        hasArguments = true;
        text += input;
      }
      return text;
    },
    /** Ends a call that is open: other text follows, or nothing. */
    close,
  };
}
