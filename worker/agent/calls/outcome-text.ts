import { assertNever } from "../../protocol/assert-never.ts";
import { shorten } from "../../protocol/shorten.ts";
import type { ContentBlock, ToolCall, ToolOutcome } from "../../protocol/tool.ts";

/**
 * Characters of one result that the model reads; small models drown in more. The limit is the same during a run and in
 * later turns of the conversation, so that the prompt only grows.
 */
export const MAX_READ_CHARACTERS = 4_000;

/** The model's text for a call that repeats an earlier one. */
export const DUPLICATE_TEXT = "This call was made already. Answer with its result.";

/** The model's text for an outcome; long texts lose their middle. */
export function toOutcomeText(call: ToolCall, outcome: ToolOutcome): string {
  switch (outcome.type) {
    case "success":
      return shorten(outcome.content.map(toBlockText).join("\n"), MAX_READ_CHARACTERS);
    case "not-allowed":
      return toRefusalText(outcome.toolName, outcome.skillName, outcome.allowed);
    case "invalid-arguments": {
      const problems = outcome.problems.map(({ path, message }) => `${path === "" ? "arguments" : path}: ${message}`);
      return shorten(
        `Invalid arguments for '${call.name}': ${problems.join("; ")}. The schema is ${JSON.stringify(outcome.schema)}. Send a corrected call.`,
        MAX_READ_CHARACTERS,
      );
    }
    case "denied":
      return `This call was denied${outcome.reason === "" ? "." : `: ${outcome.reason}`}`;
    case "timed-out":
      return `Tool '${call.name}' did not answer within ${outcome.timeoutMs / 1000} s.`;
    case "failed":
      return shorten(`Tool '${call.name}' failed: ${outcome.message}`, MAX_READ_CHARACTERS);
    case "duplicate":
      return DUPLICATE_TEXT;
    case "cancelled":
      return "The call was cancelled.";
    case "detected":
      return "The call was reported and not executed.";
    default:
      return assertNever(outcome);
  }
}

/** The refusal of a call outside the allowlist; names the allowed tools and nothing else. */
export function toRefusalText(toolName: string, skillName: string, allowed: readonly string[]): string {
  return `Tool '${shorten(toolName, 128)}' is not allowed for skill '${skillName}'. Allowed: [${allowed.join(", ")}]`;
}

/** A block as the model reads it. */
export function toBlockText(block: ContentBlock): string {
  return block.type === "text" ? block.text : JSON.stringify(block.value);
}
