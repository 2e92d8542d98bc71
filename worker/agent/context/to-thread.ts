import type { ThreadMessage, ToolResultText } from "../../formats/format.ts";
import type { AssistantTurn, CallRecord } from "../../protocol/message.ts";
import { toOutcomeText } from "../calls/outcome-text.ts";

/** A turn of the model as the next prompt holds it. */
export function toThreadTurn(
  { raw, text }: Pick<AssistantTurn, "raw" | "text">,
  calls: readonly CallRecord[],
): ThreadMessage {
  return { role: "assistant", raw, text, calls };
}

/** The results of a turn's calls as the next prompt holds them. */
export function toThreadResults(records: readonly CallRecord[]): ThreadMessage {
  const results = records.map(
    ({ call, outcome }): ToolResultText => ({
      callId: call.id,
      name: call.name,
      text: toOutcomeText(call, outcome ?? { type: "cancelled" }),
      ...(outcome?.type === "success" || outcome?.type === "duplicate" ? {} : { failed: true }),
    }),
  );
  return { role: "tool", results };
}
