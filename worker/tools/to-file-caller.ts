import type { ToolContext } from "../agent/define/tool.ts";
import type { FileCaller } from "../agent/ports/workspace-port.ts";

/** On whose behalf a tool's call works with files. */
export function toFileCaller({ skill, conversationId, messageId, callId }: ToolContext): FileCaller {
  return { skill, conversationId, messageId, callId };
}
