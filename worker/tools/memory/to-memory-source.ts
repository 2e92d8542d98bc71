import type { ToolContext } from "../../agent/define/tool.ts";
import type { MemorySource } from "../../protocol/memory.ts";

/** The source of a tool's write: the answer that made the call. */
export function toMemorySource({ conversationId, messageId }: ToolContext): MemorySource {
  return { type: "tool", conversationId, messageId };
}
