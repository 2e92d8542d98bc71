import { assertNever } from "./assert-never.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { type ToolOutcome, toContentText, toJsonResult } from "./tool.ts";

/** How a call ended, as MCP has it and whoever made it may know it. */
export type CallResult = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
  readonly structuredContent?: JsonObject;
};

/** The result of a call as MCP has it; what went wrong is a sentence that tells nothing of the user's. */
export function toCallResult(outcome: ToolOutcome): CallResult {
  if (outcome.type !== "success") return { content: [{ type: "text", text: toFault(outcome) }], isError: true };
  const value = toJsonResult(outcome);
  return {
    content: [{ type: "text", text: toContentText(outcome.content) }],
    ...(isJsonObject(value) ? { structuredContent: value } : {}),
  };
}

function toFault(outcome: Exclude<ToolOutcome, { readonly type: "success" }>): string {
  switch (outcome.type) {
    case "invalid-arguments":
      return outcome.problems.map(({ path, message }) => `${path || "The arguments"} ${message}`).join("; ");
    case "failed":
      return outcome.message;
    case "denied":
      return "The person declined.";
    case "timed-out":
      return `The tool took longer than ${outcome.timeoutMs} ms.`;
    case "not-allowed":
      return "This tool is not offered any more.";
    case "duplicate":
    case "cancelled":
    case "detected":
      return "The call was not carried out.";
    default:
      return assertNever(outcome);
  }
}
