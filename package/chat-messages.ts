import { readResults } from "../worker/engines/remote/native-calls.ts";
import { splitChatml } from "../worker/engines/remote/split-chatml.ts";
import { chatml } from "../worker/formats/dialects/chatml.ts";
import { fromProviderTool } from "../worker/formats/dialects/openai-tool.ts";
import type { JsonObject, JsonValue } from "../worker/protocol/json.ts";
import type { ToolSpec } from "../worker/protocol/tool.ts";

/** A call as the model made it. */
export interface SentCall {
  /** Its result bears the same one. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A message that a model of messages is sent. */
export interface SentMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  /** Calls of an assistant's message. */
  readonly calls: readonly SentCall[];
  /** The call whose result this is. */
  readonly result?: { readonly id: string; readonly name: string };
}

/** Everything of one request that a model of messages is sent. */
export interface SentRequest {
  readonly messages: readonly SentMessage[];
  /** The tools that the model was shown. */
  readonly tools: readonly Pick<ToolSpec, "name" | "description" | "parameters">[];
  readonly temperature: number;
  readonly maxTokens: number;
}

const TOOLS = /\n*# Tools\n[\s\S]*?<tools>\n([\s\S]*?)\n<\/tools>[\s\S]*$/u;

/** Reads the messages and the tools of a ChatML prompt; exact, because control tokens inside content are broken. */
export function readPrompt(prompt: string): Pick<SentRequest, "messages" | "tools"> {
  const tools: ToolSpec[] = [];
  let made = 0;
  let open: readonly SentCall[] = [];
  const messages = splitChatml(prompt).flatMap(({ role, content }): readonly SentMessage[] => {
    if (role === "system") {
      tools.push(...readTools(content));
      return [{ role, text: content.replace(TOOLS, ""), calls: [] }];
    }
    if (role === "assistant") {
      const message = toAssistantMessage(content, made);
      open = message.calls;
      made += open.length;
      return [message];
    }
    const results = readResults(content);
    if (results.length > 0) {
      return results.map((text, index) => {
        const { id = "", name = "" } = open[index] ?? {};
        return { role: "tool", text, calls: [], result: { id, name } };
      });
    }
    return [{ role: "user", text: content, calls: [] }];
  });
  return { messages, tools };
}

function readTools(system: string): readonly ToolSpec[] {
  const lines = TOOLS.exec(system)?.[1]?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const value: JsonValue = JSON.parse(line);
    return fromProviderTool(value) ?? [];
  });
}

function toAssistantMessage(raw: string, made: number): SentMessage {
  const parser = chatml.createParser({ tools: [], anyName: true });
  const events = [...parser.push(raw), ...parser.end()];
  return {
    role: "assistant",
    text: events
      .map((event) => (event.type === "text-delta" ? event.text : ""))
      .join("")
      .trim(),
    calls: events
      .filter((event) => event.type === "call")
      .map((event, index) => ({ id: `call_${made + index + 1}`, name: event.name, arguments: event.arguments })),
  };
}
