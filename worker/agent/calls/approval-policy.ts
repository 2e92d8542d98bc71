import type { ApprovalCause } from "../../protocol/run-event.ts";
import type { ToolEffect } from "../../protocol/tool.ts";

/** The facts that the approval policy decides by. */
export interface ApprovalFacts {
  readonly effect: ToolEffect;
  /** The tool requires approval for every call. */
  readonly asks: boolean;
  /** The run has read text from outside: from now on the model may be following somebody else's instructions. */
  readonly tainted: boolean;
  /** A model too small to be sure of what was meant chose the call. */
  readonly unsure: boolean;
  /** The user allowed this tool in this skill for good. */
  readonly granted: boolean;
}

/** Whether a call may run; if the user must be asked, why. */
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
  "tool-asks": "This tool is made to ask first.",
  "leaves-device": "It sends something out of this device.",
  "changes-data": "It changes stored data.",
  "read-outside": "This answer has read text from outside.",
  "own-idea": "This small model proposed this by itself.",
};

/**
 * Decides about a call, outside the model. Reading never asks. Writing on this device asks once the run is tainted, and
 * where the model is unsure. Sending always asks, and so does a tool with `asks`. A tainted run uses no earlier
 * permission, and the user's decision in it is not remembered.
 */
export function decideApproval({ effect, asks, tainted, unsure, granted }: ApprovalFacts): ApprovalVerdict {
  const isWriting = effect === "writes";
  const isOwnIdea = isWriting && unsure;
  if (!(asks || effect === "sends" || isOwnIdea || (isWriting && tainted))) return { type: "allow" };
  if (granted && !tainted) return { type: "allow" };
  const causes: readonly ApprovalCause[] = [
    ...(asks ? (["tool-asks"] as const) : []),
    ...(effect === "sends" ? (["leaves-device"] as const) : []),
    ...(tainted && isWriting ? (["changes-data"] as const) : []),
    ...(tainted ? (["read-outside"] as const) : []),
    ...(isOwnIdea ? (["own-idea"] as const) : []),
  ];
  return { type: "ask", causes, reason: causes.map((cause) => SENTENCES[cause]).join(" "), rememberable: !tainted };
}
