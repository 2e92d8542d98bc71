import type { SendRequest } from "../../../worker/protocol/api/runs-api.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import type { MessageId } from "../../../worker/protocol/ids.ts";
import type { AppDeps, StateAccess } from "../app-state.ts";
import { toHash } from "../route.ts";
import { type Draft, type DraftKey, updateComposer } from "./composer-state.ts";
import type { StartingRuns } from "./starting-runs.ts";

/** Sends a message and shows what became of it; with a parent, as a new branch behind that message. */
export type SendMessage = (key: DraftKey, draft: Draft, parentId?: MessageId | null) => Promise<void>;

export function createMessageSender(deps: AppDeps, state: StateAccess, starting: StartingRuns): SendMessage {
  return async (key, draft, parentId) => {
    updateComposer(state, key, { sending: draft, problem: null });
    const { text, attachments, thinking } = draft;
    const request: SendRequest = {
      conversationId: key === "new" ? null : key,
      text,
      ...defined({ attachments: attachments.length > 0 ? attachments : undefined, thinking, parentId }),
    };
    const receipt = await starting.begin(key, deps.api.send(request));
    if (!receipt.ok) {
      const problem = { failure: receipt.failure, draft, ...defined({ parentId }) };
      updateComposer(state, key, { sending: null, problem });
      return;
    }
    updateComposer(state, key, { sending: null });
    if (key === "new") deps.navigate(toHash({ type: "chat", conversationId: receipt.value.conversationId }));
  };
}
