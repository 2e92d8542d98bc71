import type { ConversationId, RunId } from "../ids.ts";
import type { JsonObject } from "../json.ts";

/** The `BroadcastChannel` on which detected calls are announced to other pages of this origin. */
export const DETECTED_CHANNEL = "alcove-detected";

/** A call that was found and not made, as it is announced. */
export interface DetectedCall {
  readonly type: "detected";
  /** The version of this shape; members may be added without a new one. */
  readonly version: 1;
  readonly runId: RunId;
  readonly conversationId: ConversationId;
  readonly skill: string;
  /** The node of the flow; absent outside a flow. */
  readonly node?: string;
  readonly name: string;
  /** As the model wrote them: not checked against the tool's schema. */
  readonly arguments: JsonObject;
}
