import type { SendRequest } from "../../../worker/protocol/api/runs-api.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import type { MessageId } from "../../../worker/protocol/ids.ts";
import type { Draft, DraftKey } from "./composer-state.ts";

/** A draft as the agent is asked it; with a parent, as a new branch behind that message. */
export function toSendRequest(key: DraftKey, draft: Draft, parentId?: MessageId | null): SendRequest {
  const { text, attachments, thinking, source, skill, temporary, project } = draft;
  return {
    conversationId: key === "new" ? null : key,
    text,
    ...draft.way,
    ...defined({
      attachments: attachments.length > 0 ? attachments : undefined,
      thinking,
      skill,
      ...(key === "new" && { temporary, project }),
      parentId,
      foreign: source === undefined ? undefined : true,
    }),
  };
}
