import type { ConversationId, RunId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { WorkspaceId } from "./workspaces/workspace.ts";

/** The moment a waiting question is asked at: a time of each day (`07:30`), each start of the app, or a change in a folder. */
export type WaitingTrigger =
  | { readonly type: "daily"; readonly at: string }
  | { readonly type: "start" }
  | { readonly type: "folder"; readonly workspaceId: WorkspaceId; readonly name: string };

/** A question that is asked by itself while the app is open. It only reads; any other call is kept as a draft. */
export interface WaitingQuestion {
  readonly id: string;
  readonly text: string;
  readonly when: WaitingTrigger;
  /** The mode that answers; absent for the user's usual one. */
  readonly skill?: string;
  /** Words of it were pasted. */
  readonly foreign?: boolean;
  /** The chat that holds its answers, each on a branch of its own. */
  readonly conversationId?: ConversationId;
  /** The minute up to which it has been seen to, on the device's clock. */
  readonly seenUntil: string;
  /** Times that passed before the last one it was asked at: the app was closed, locked or busy. */
  readonly missed?: number;
  /** The folder as it was then. */
  readonly mark?: string;
  /** The drafts that the user has decided about, by `toDraftKey`. */
  readonly decided?: readonly string[];
}

/** A step of a waiting question: to be asked, a draft of it to be carried out, or a look at its folder. */
export type WaitingStep =
  | {
      readonly type: "ask";
      readonly text: string;
      readonly skill?: string;
      readonly foreign: boolean;
      readonly conversationId: ConversationId | null;
    }
  | {
      readonly type: "carry-out";
      readonly conversationId: ConversationId;
      readonly name: string;
      readonly input: JsonObject;
    }
  | { readonly type: "look"; readonly workspaceId: WorkspaceId };

/** The run that a step has begun, or the folder's mark, which changes with its files. */
export interface WaitingAnswer {
  readonly runId?: RunId;
  readonly conversationId?: ConversationId;
  readonly mark?: string;
}

/** Names a draft: its answer and its call. */
export function toDraftKey(messageId: string, callId: string): string {
  return `${messageId} ${callId}`;
}
