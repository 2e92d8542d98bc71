import type { ThreadMessage, ToolResultText } from "../../formats/format.ts";
import { defined } from "../../protocol/defined.ts";
import type { AssistantTurn, CallRecord } from "../../protocol/message.ts";
import { isFromOutside } from "../../protocol/tool.ts";
import { toOutcomeText } from "../calls/outcome-text.ts";
import { toCallSignature } from "../calls/repeated-call.ts";

/** A turn of the model as the next prompt holds it. */
export function toThreadTurn(
  { raw, text }: Pick<AssistantTurn, "raw" | "text">,
  calls: readonly CallRecord[],
): ThreadMessage {
  return { role: "assistant", raw, text, calls };
}

/** Without this the model keeps saying that it is saved. */
const UNDONE = "\nThe person has undone this since.";

/**
 * The results of a turn's calls as the next prompt holds them. A call that a turn makes twice has one result twice.
 * `isUndone`: what the calls wrote was taken back.
 */
export function toThreadResults(records: readonly CallRecord[], isUndone = false): ThreadMessage {
  const results = records.map((record): ToolResultText => {
    const { call, edits = [] } = record;
    const { outcome = { type: "cancelled" } } = findMade(record, records);
    const isFailed = outcome.type !== "success" && outcome.type !== "duplicate";
    const text = toOutcomeText(call, outcome) + (isUndone && edits.length > 0 ? UNDONE : "");
    return {
      callId: call.id,
      name: call.name,
      text,
      ...defined({ failed: isFailed || undefined, outside: isFromOutside(outcome) || undefined }),
    };
  });
  return { role: "tool", results };
}

/** The call that a duplicate repeats, where it is of the same turn; else the record itself. */
function findMade(record: CallRecord, records: readonly CallRecord[]): CallRecord {
  if (record.outcome?.type !== "duplicate") return record;
  const asked = toCallSignature(record.call);
  const isMade = ({ call, outcome }: CallRecord): boolean =>
    outcome?.type !== "duplicate" && toCallSignature(call) === asked;
  return records.find(isMade) ?? record;
}
