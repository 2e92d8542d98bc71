import { createAgent } from "alcove";
import { type ChatReply, chatModel, type SentMessage } from "alcove/engines/chat";
import { readManifest, toManifestTool } from "alcove/files";
import {
  type Block,
  type BlockMessage,
  createProviderNames,
  fromProviderAnswer,
  type JsonObject,
  type JsonValue,
  toAnthropicMessages,
  toAnthropicTool,
  toOpenAiMessages,
  toOpenAiTool,
} from "alcove/formats";
import { runScript } from "alcove/sandbox";
import { SHOUT } from "./run-manifests.ts";

/** What differs between the two: how a request is written. Either's answer is read by one function. */
const PROVIDERS = {
  openai: { toTool: toOpenAiTool, toMessages: toOpenAiMessages },
  anthropic: { toTool: toAnthropicTool, toMessages: toAnthropicMessages },
};

/** A manifest's tool in the loop of a provider: described in its form, called in its form, and its result sent back in it. */
export async function runProviderLoop(
  provider: keyof typeof PROVIDERS,
  post: (body: JsonObject) => Promise<JsonValue>,
): Promise<string> {
  const manifest = readManifest(SHOUT, "shout.clad.toml");
  if (!manifest.ok) throw new Error(manifest.faults.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  const { toTool, toMessages } = PROVIDERS[provider];
  const model = chatModel({
    name: provider,
    complete: async ({ messages, tools }) => {
      const names = createProviderNames();
      const body = {
        system: messages.flatMap(({ role, text }) => (role === "system" ? [text] : [])).join("\n"),
        tools: tools.map((tool) => toTool(tool, names)),
        messages: toMessages(messages.flatMap(toBlocks)),
      };
      return toReply(fromProviderAnswer(await post(body)).message);
    },
  });
  const agent = createAgent({ model, tools: [toManifestTool(manifest.value, { runScript })] });
  return await agent.ask("Shout hello.").text;
}

function toBlocks({ role, text, calls, result }: SentMessage): readonly BlockMessage[] {
  if (role === "system") return [];
  if (result !== undefined) return [{ role, blocks: [{ type: "result", ...result, text }] }];
  const words: readonly Block[] = text === "" ? [] : [{ type: "text", text }];
  const called = calls.map(
    ({ id = "", name, arguments: args }): Block => ({ type: "call", id, name, arguments: args }),
  );
  return [{ role, blocks: [...words, ...called] }];
}

function toReply({ blocks }: BlockMessage): ChatReply {
  return {
    text: blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    calls: blocks.flatMap((block) => (block.type === "call" ? [block] : [])),
  };
}
