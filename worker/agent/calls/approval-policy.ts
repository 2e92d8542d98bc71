import type { ApprovalCause } from "../../protocol/run-event.ts";
import type { ToolEffect } from "../../protocol/tool.ts";

/** What the policy looks at. */
export interface ApprovalFacts {
  readonly effect: ToolEffect;
  /** The tool itself wants every call asked about. */
  readonly asks: boolean;
  /** The run has read text from outside: from here on the model may be following somebody else's wishes. */
  readonly tainted: boolean;
  /** The user allowed this tool in this skill for good. */
  readonly granted: boolean;
}

/** Whether a call may run, and why it is asked. */
export type ApprovalVerdict =
  | { readonly type: "allow" }
  | {
      readonly type: "ask";
      readonly causes: readonly ApprovalCause[];
      /** The causes as sentences, for the log. */
      readonly reason: string;
      readonly rememberable: boolean;
    };

const SENTENCES: Readonly<Record<ApprovalCause, string>> = {
  "tool-asks": "The tool itself asks for it.",
  "leaves-device": "It sends something out of this device.",
  "changes-data": "It changes stored data.",
  "read-outside": "This answer has read text from outside.",
};

/**
 * The last word on a call, outside the model. Reading runs freely. Writing on this device runs freely until the run is
 * tainted; sending is always asked, and so is whatever a tool that `asks` does. A tainted run never uses an earlier grant and its answer is not remembered.
 */
export function decideApproval({ effect, asks, tainted, granted }: ApprovalFacts): ApprovalVerdict {
  const isAskedAnyway = asks || effect === "sends";
  if (!isAskedAnyway && (effect === "reads" || !tainted)) return { type: "allow" };
  if (granted && !tainted) return { type: "allow" };
  const causes: readonly ApprovalCause[] = [
    ...(asks ? (["tool-asks"] as const) : []),
    ...(effect === "sends" ? (["leaves-device"] as const) : []),
    ...(tainted && effect === "writes" ? (["changes-data"] as const) : []),
    ...(tainted ? (["read-outside"] as const) : []),
  ];
  return { type: "ask", causes, reason: causes.map((cause) => SENTENCES[cause]).join(" "), rememberable: !tainted };
}
