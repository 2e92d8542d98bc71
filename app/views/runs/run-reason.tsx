import type { ReactElement } from "react";
import { useText } from "../../messages/use-text.ts";

const REASONS = [
  "answered",
  "detected",
  "no-answer",
  "budget-exceeded",
  "repeated-call",
  "unreadable",
  "ended-by-policy",
  "cancelled",
  "failed",
] as const;

/** How a run ended, in a word. */
export function RunReason({ reason }: { readonly reason: string }): ReactElement {
  const t = useText();
  const known = REASONS.find((each) => each === reason);
  const tone = reason === "answered" || reason === "detected" ? "good" : reason === "cancelled" ? "plain" : "warn";
  return <span className={`tag tag-${tone}`}>{known === undefined ? reason : t.text(`reason.${known}`)}</span>;
}
