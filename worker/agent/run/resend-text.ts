import type { Format } from "../../formats/format.ts";
import type { BrokenCall } from "../../protocol/message.ts";

/** Unreadable calls of a turn that are named to the model one by one; the rest is counted. */
const MAX_NAMED = 3;

/** Asks for a call that was demanded and not made. */
export const CALL_HINT = "Call one of the tools now.";

/** Asks the model to write what could not be read again: a call, or the whole reply where that has a form of its own. */
export function toResendText({ wholeReply }: Format, broken: readonly BrokenCall[]): string {
  const reasons = broken
    .slice(0, MAX_NAMED)
    .map(({ position, reason }) => (broken.length === 1 ? reason : `${reason} (in what begins at ${position})`));
  const rest = broken.length - reasons.length;
  const named = [...reasons, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
  return wholeReply === true
    ? `Your reply could not be read: ${named}. Send the whole reply again.`
    : `Your tool call could not be read: ${named}. Send the whole call again.`;
}
