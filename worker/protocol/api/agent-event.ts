import type { ModelPolicy } from "../evals.ts";
import type { Failure } from "../failure.ts";
import type { FileFault } from "../file-fault.ts";
import type { ConversationId, MessageId, RunId } from "../ids.ts";
import type { McpServerInfo } from "../mcp.ts";
import type { Conversation, Message } from "../message.ts";
import type { ModelDownload, ModelState } from "../model.ts";
import type { RunEvent } from "../run-event.ts";
import type { Settings } from "../settings.ts";
import type { SkillInfo } from "../tool.ts";
import type { TableReading } from "../workspaces/workspace.ts";

/** An event from the worker to the page; events arrive in order, in batches. */
export type AgentEvent =
  | {
      readonly type: "run";
      readonly runId: RunId;
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      readonly event: RunEvent;
    }
  | { readonly type: "model"; readonly state: ModelState }
  /** How far the download beside the loaded model is; null once there is none. */
  | { readonly type: "download"; readonly download: ModelDownload | null }
  /** Something else is known of how a model is asked. */
  | { readonly type: "policy"; readonly policy: ModelPolicy }
  | { readonly type: "conversation-changed"; readonly conversation: Conversation }
  | { readonly type: "conversation-deleted"; readonly conversationId: ConversationId }
  | { readonly type: "message-stored"; readonly message: Message }
  /** A conversation was read again: it has these messages, and no others. */
  | {
      readonly type: "messages-listed";
      readonly conversationId: ConversationId;
      readonly messageIds: readonly MessageId[];
    }
  | { readonly type: "memories-changed" }
  /** Folders were connected, changed or removed, or a tool read or changed a file. */
  | { readonly type: "files-changed" }
  /** How far a tool is with a large table; null once it is read. */
  | { readonly type: "table-reading"; readonly reading: TableReading | null }
  /** An import or a deletion replaced what was stored, here or in another tab: these are the conversations now. */
  | { readonly type: "everything-changed"; readonly conversations: readonly Conversation[] }
  | { readonly type: "settings-changed"; readonly settings: Settings }
  /** Servers were added or changed, and with them what the skills may use. */
  | {
      readonly type: "servers-changed";
      readonly servers: readonly McpServerInfo[];
      readonly skills: readonly SkillInfo[];
    }
  /** The user's files were added or removed, and with them what the skills may use. */
  | {
      readonly type: "tools-changed";
      readonly skills: readonly SkillInfo[];
      readonly fileFaults: readonly FileFault[];
    }
  | { readonly type: "failure"; readonly failure: Failure };
