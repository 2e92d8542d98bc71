import type { ConversationId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { MemoryEdit } from "../memory.ts";
import type { EffectPreview } from "../run-event.ts";
import type { ToolOutcome } from "../tool.ts";

/** How a call that the user made ended. */
export interface ManualCallEnd {
  readonly outcome: ToolOutcome;
  /** Its writes on this device, in order, even if it failed half-way. Absent if there are none. */
  readonly edits?: readonly MemoryEdit[];
}

/** Tool calls that the user makes, without a model. */
export interface ManualCallsApi {
  /** The change that a call with these arguments would make; null if its tool has no preview. Changes nothing. */
  previewCall(name: string, input: JsonObject): Promise<EffectPreview | null>;
  /** Runs one tool without a model, with the same checks as a model's call; with the files of a conversation, if one is given. */
  runTool(name: string, input: JsonObject, conversationId?: ConversationId): Promise<ManualCallEnd>;
}
