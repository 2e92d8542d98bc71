import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
  SharedV3Warning,
} from "@ai-sdk/provider";
import type { ThreadMessage } from "../../worker/formats/format.ts";
import { fromBase64, toBase64 } from "../../worker/protocol/base64.ts";
import { toBoundedObject } from "../../worker/protocol/bounded-json.ts";
import type { JsonObject } from "../../worker/protocol/json.ts";

/** A prompt of the AI SDK as the loop's own thread. */
export type SdkThread = ReturnType<typeof toSdkThread>;

/** Texts that a model wrote for its turns, by the turn's calls or text: written anew it might not be the same to the letter. */
export type RawTurns = ReadonlyMap<string, string>;

/** Converts a prompt. Parts that no model here reads are left out, each with a warning. */
export function toSdkThread(prompt: LanguageModelV3Prompt, raws: RawTurns) {
  const warnings: SharedV3Warning[] = [];
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n\n");
  const thread = prompt.flatMap((message) => toMessages(message, raws, warnings));
  return { system, thread, warnings };
}

function toMessages(
  message: LanguageModelV3Message,
  raws: RawTurns,
  warnings: SharedV3Warning[],
): readonly ThreadMessage[] {
  switch (message.role) {
    case "system":
      return [];
    case "user": {
      const media: string[] = [];
      const texts = message.content.flatMap((part) => {
        if (part.type === "text") return [part.text];
        const { data, mediaType, filename = "file" } = part;
        if (/^text\/|json$/u.test(mediaType) && !(data instanceof URL)) return [`File "${filename}":\n${toText(data)}`];
        if (/^(?:image|audio)\//u.test(mediaType) && !(data instanceof URL)) {
          media.push(typeof data === "string" ? data : toBase64(data));
          return [];
        }
        warnings.push({ type: "unsupported", feature: `a file of type ${mediaType}`, details: "It was left out." });
        return [];
      });
      return [{ role: "user", text: texts.join("\n\n"), ...(media.length === 0 ? {} : { media }) }];
    }
    case "assistant": {
      const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
      const calls = message.content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ call: { id: part.toolCallId, name: part.toolName, arguments: toArguments(part.input) } }]
          : [],
      );
      const raw =
        raws.get(
          toTurnKey(
            text,
            calls.map(({ call }) => call.id),
          ),
        ) ?? "";
      return [{ role: "assistant", raw, text, calls }];
    }
    case "tool": {
      const results = message.content.flatMap((part) =>
        part.type === "tool-result"
          ? [{ callId: part.toolCallId, name: part.toolName, text: toResultText(part.output) }]
          : [],
      );
      return results.length === 0 ? [] : [{ role: "tool", results }];
    }
  }
}

/** A turn by its calls, whose ids are unique, or else by its words. */
export function toTurnKey(text: string, callIds: readonly string[]): string {
  return callIds.length === 0 ? `text ${text}` : `calls ${callIds.join(" ")}`;
}

function toText(data: string | Uint8Array): string {
  return new TextDecoder().decode(typeof data === "string" ? fromBase64(data) : data);
}

function toArguments(input: unknown): JsonObject {
  return toBoundedObject(typeof input === "string" ? JSON.parse(input) : input) ?? {};
}

function toResultText(output: LanguageModelV3ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "execution-denied":
      return `The user refused the call${output.reason === undefined ? "." : `: ${output.reason}`}`;
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
    default:
      return JSON.stringify(output.value);
  }
}
