import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { readArguments } from "../parsing/call-object.ts";
import { contentOf } from "../templates/template-request.ts";

/** A block of a provider's answer or of a run's history: the form that all others are converted through. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly type: "result";
      readonly id: string;
      readonly name: string;
      readonly text: string;
      readonly isError?: boolean;
    };

/** A message of blocks. Results are in messages with the role `tool`. */
export interface BlockMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly blocks: readonly Block[];
}

/** A provider's answer; `problems` are sentences about the parts that could not be read. */
export interface ProviderAnswer {
  readonly message: BlockMessage;
  /** Why the provider stopped, reduced to the cases that a loop distinguishes. */
  readonly stop: "call" | "end" | "length" | "other";
  readonly problems: readonly string[];
}

/** Reads an OpenAI chat completion (the whole response, a choice, or a message alone) or an Anthropic message. Never throws. */
export function fromProviderAnswer(value: JsonValue): ProviderAnswer {
  const problems: string[] = [];
  const choices = isJsonObject(value) ? value.choices : undefined;
  const choice = isJsonArray(choices) ? (choices[0] ?? null) : value;
  const inner = isJsonObject(choice) ? choice.message : undefined;
  const message = isJsonObject(inner) ? inner : choice;
  const reason = isJsonObject(choice) ? (choice.finish_reason ?? choice.stop_reason) : undefined;
  if (!isJsonObject(message)) {
    return { message: { role: "assistant", blocks: [] }, stop: "other", problems: ["the answer is not an object"] };
  }
  const blocks = [...readContent(message.content, problems), ...readCalls(message, problems)];
  return { message: { role: "assistant", blocks }, stop: toStop(reason, blocks), problems };
}

/**
 * Reads a message list in either provider's form, the legacy `function` role included. Calls get an id of their own where
 * theirs is missing, too long or was there before, and a result the id and the name of the first open call that it can belong to.
 */
export function fromProviderMessages(messages: readonly JsonValue[]): readonly BlockMessage[] {
  return withOwnIds(readMessages(messages));
}

/** The longest id that an export may carry. */
const ID_LENGTH = 200;

function withOwnIds(messages: readonly BlockMessage[]): readonly BlockMessage[] {
  const taken = new Set(messages.flatMap(({ blocks }) => blocks.flatMap((block) => ("id" in block ? [block.id] : []))));
  const used = new Set<string>();
  const open: { readonly given: string; readonly id: string; readonly name: string }[] = [];
  let count = 0;
  const toOwnId = (given: string): string => {
    count += 1;
    if (given !== "" && given.length <= ID_LENGTH && !used.has(given)) return given;
    let id = `call-${count}`;
    while (taken.has(id)) id += "x";
    return id;
  };
  return messages.map((message) => ({
    ...message,
    blocks: message.blocks.map((block): Block => {
      if (block.type === "text") return block;
      if (block.type === "call") {
        const id = toOwnId(block.id);
        used.add(id);
        open.push({ given: block.id, id, name: block.name });
        return { ...block, id };
      }
      const at = open.findIndex(({ given, name }) => given === block.id && (block.name === "" || name === block.name));
      const [call] = at === -1 ? [] : open.splice(at, 1);
      return call === undefined ? block : { ...block, id: call.id, name: call.name };
    }),
  }));
}

function readMessages(messages: readonly JsonValue[]): readonly BlockMessage[] {
  const read: BlockMessage[] = [];
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    const problems: string[] = [];
    switch (message.role) {
      case "system":
      case "developer":
        read.push({ role: "system", blocks: readContent(message.content, problems) });
        break;
      case "assistant":
        read.push(fromProviderAnswer(message).message);
        break;
      case "tool":
      case "function":
        read.push({ role: "tool", blocks: [toResult(message)] });
        break;
      default: {
        const blocks = readContent(message.content, problems);
        const results = blocks.filter((block) => block.type === "result");
        const others = blocks.filter((block) => block.type !== "result");
        if (results.length > 0) read.push({ role: "tool", blocks: results });
        if (others.length > 0 || results.length === 0) read.push({ role: "user", blocks: others });
      }
    }
  }
  return read;
}

/** Writes messages for OpenAI's chat API: one `tool` message per result, arguments as JSON text. */
export function toOpenAiMessages(messages: readonly BlockMessage[]): readonly JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    if (message.role === "tool") {
      return message.blocks
        .filter((block) => block.type === "result")
        .map(({ id, name, text }) => ({ role: "tool", tool_call_id: id, name, content: text }));
    }
    const text = textOf(message);
    const calls = message.blocks
      .filter((block) => block.type === "call")
      .map(({ id, name, arguments: input }) => {
        return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
      });
    if (calls.length === 0) return [{ role: message.role, content: toOpenAiContent(message) }];
    return [{ role: message.role, content: text === "" ? null : text, tool_calls: calls }];
  });
}

/** One text as it is; several, as a question with files has, as parts. */
function toOpenAiContent(message: BlockMessage): JsonValue {
  const texts = message.blocks.filter((block) => block.type === "text");
  return texts.length > 1 ? texts.map(({ text }) => ({ type: "text", text })) : textOf(message);
}

/** Writes messages for Anthropic's Messages API: the system text separate, results in a user message. */
export function toAnthropicMessages(messages: readonly BlockMessage[]): {
  readonly system: string;
  readonly messages: readonly JsonObject[];
} {
  const system = messages.filter((message) => message.role === "system").map(textOf);
  const rest = messages.filter((message) => message.role !== "system");
  return {
    system: system.join("\n\n"),
    messages: rest.map((message) => ({
      role: message.role === "assistant" ? "assistant" : "user",
      content: message.blocks.map(toAnthropicBlock),
    })),
  };
}

function toAnthropicBlock(block: Block): JsonObject {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "call":
      return { type: "tool_use", id: block.id, name: block.name, input: block.arguments };
    default:
      return {
        type: "tool_result",
        tool_use_id: block.id,
        content: block.text,
        ...(block.isError === true ? { is_error: true } : {}),
      };
  }
}

function readContent(content: JsonValue | undefined, problems: string[]): readonly Block[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!isJsonArray(content)) return [];
  return content.flatMap((part): readonly Block[] => {
    if (!isJsonObject(part)) return [];
    switch (part.type) {
      case "tool_use":
        return readCall(part.id, part.name, part.input, problems);
      case "tool_result":
        return [
          {
            type: "result",
            id: toText(part.tool_use_id),
            name: toText(part.name),
            text: contentOf(part),
            ...(part.is_error === true ? { isError: true } : {}),
          },
        ];
      default:
        return typeof part.text === "string" ? [{ type: "text", text: part.text }] : [];
    }
  });
}

function readCalls(message: JsonObject, problems: string[]): readonly Block[] {
  const calls = message.tool_calls;
  const legacy = message.function_call;
  const blocks: Block[] = [];
  for (const call of isJsonArray(calls) ? calls : []) {
    const inner = isJsonObject(call) ? call.function : undefined;
    if (isJsonObject(call) && isJsonObject(inner)) {
      blocks.push(...readCall(call.id, inner.name, inner.arguments, problems));
    }
  }
  if (blocks.length === 0 && isJsonObject(legacy)) {
    blocks.push(...readCall(legacy.name, legacy.name, legacy.arguments, problems));
  }
  return blocks;
}

function readCall(
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  input: JsonValue | undefined,
  problems: string[],
): readonly Block[] {
  if (typeof name !== "string" || name === "") {
    problems.push("a call names no tool");
    return [];
  }
  const read = readArguments(input);
  if (!read.ok) {
    problems.push(`the call of '${name}' cannot be read: ${read.reason}`);
    return [];
  }
  return [{ type: "call", id: toText(id), name, arguments: read.value }];
}

function toResult(message: JsonObject): Block {
  const name = toText(message.name);
  return { type: "result", id: toText(message.tool_call_id) || name, name, text: contentOf(message) };
}

const STOPS: ReadonlyMap<JsonValue, ProviderAnswer["stop"]> = new Map([
  ...["tool_calls", "function_call", "tool_use"].map((reason) => [reason, "call"] as const),
  ...["length", "max_tokens"].map((reason) => [reason, "length"] as const),
  ...["stop", "end_turn", "stop_sequence"].map((reason) => [reason, "end"] as const),
]);

function toStop(reason: JsonValue | undefined, blocks: readonly Block[]): ProviderAnswer["stop"] {
  if (blocks.some((block) => block.type === "call")) return "call";
  return STOPS.get(reason ?? "stop") ?? "other";
}

function textOf(message: BlockMessage): string {
  return message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
