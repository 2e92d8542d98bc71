import { assertNever } from "../../protocol/assert-never.ts";
import type { AssistantMessage, UserMessage } from "../../protocol/message.ts";
import { type ToolOutcome, toContentText } from "../../protocol/tool.ts";
import type { Block, BlockMessage } from "./provider-messages.ts";

/** Words of a conversation, with or without the facts that a stored message has. */
export type SpokenMessage =
  | Pick<UserMessage, "role" | "text" | "attachments">
  | Pick<AssistantMessage, "role" | "turns">;

/** A conversation as blocks: every turn of an answer, then the results of its calls. */
export function toBlockMessages(system: string, messages: readonly SpokenMessage[]): readonly BlockMessage[] {
  const blocks: BlockMessage[] = system === "" ? [] : [{ role: "system", blocks: [{ type: "text", text: system }] }];
  for (const message of messages) {
    if (message.role === "user") {
      const files = (message.attachments ?? []).map(
        ({ name, text, data }): Block => ({
          type: "text",
          text: data === undefined ? `File "${name}":\n${text}` : `[${name}: a picture or a sound, left out]`,
        }),
      );
      blocks.push({ role: "user", blocks: [...files, { type: "text", text: message.text }] });
      continue;
    }
    for (const turn of message.turns) {
      const calls = turn.calls.map(({ call }): Block => ({ ...call, type: "call" }));
      const text: Block[] = turn.text === "" ? [] : [{ type: "text", text: turn.text }];
      if (text.length > 0 || calls.length > 0) blocks.push({ role: "assistant", blocks: [...text, ...calls] });
      // Both providers refuse a call without a result.
      const results = turn.calls.map(({ call, outcome = { type: "cancelled" } }): Block => {
        const isError = outcome.type !== "success";
        const result: Block = { type: "result", id: call.id, name: call.name, text: toResultText(outcome) };
        return isError ? { ...result, isError } : result;
      });
      if (results.length > 0) blocks.push({ role: "tool", blocks: results });
      if (turn.feedback !== undefined) blocks.push({ role: "user", blocks: [{ type: "text", text: turn.feedback }] });
    }
  }
  return blocks;
}

function toResultText(outcome: ToolOutcome): string {
  switch (outcome.type) {
    case "success":
      return toContentText(outcome.content);
    case "not-allowed":
      return `There is no tool '${outcome.toolName}' here. The tools are: ${outcome.allowed.join(", ")}.`;
    case "invalid-arguments":
      return `The arguments do not fit: ${outcome.problems.map(({ path, message }) => `${path || "/"}: ${message}`).join("; ")}`;
    case "denied":
      return `The person refused the call: ${outcome.reason}`;
    case "timed-out":
      return `The tool took longer than ${outcome.timeoutMs} ms and was stopped.`;
    case "failed":
      return `The tool failed: ${outcome.message}`;
    case "duplicate":
      return "The same call was made before in this turn; its result is above.";
    case "cancelled":
      return "The call was cancelled.";
    case "detected":
      return "The call was reported and not run.";
    default:
      return assertNever(outcome);
  }
}
