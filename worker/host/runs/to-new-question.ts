import type { SendRequest } from "../../protocol/api/runs-api.ts";
import { defined } from "../../protocol/defined.ts";
import { type Conversation, toBranch, type UserMessage } from "../../protocol/message.ts";
import { findSkill } from "../agent-facts.ts";
import { toTitle } from "../conversations.ts";
import type { Question } from "./plan-answer.ts";
import type { RunContext } from "./run-context.ts";

/**
 * The question with its conversation, which is made if the request names none; null if the one named is not stored. A
 * draft changes nothing that is stored.
 */
export async function toNewQuestion(
  context: RunContext,
  request: SendRequest,
  purpose: "kept" | "draft",
): Promise<Question | null> {
  const { conversations, stores, settings, newId } = context;
  // The default may have been chosen a moment ago, and its change not be stored yet.
  await settings.settled();
  const { conversationId, parentId: wantedParent, text, foreign, attachments, temporary, ...options } = request;
  const known = conversationId === null ? null : await stores.conversations.read(conversationId);
  if (conversationId !== null && known === null) return null;
  const createdAt = context.now();
  const { skill } = options;
  if (purpose === "kept" && known !== null && skill !== undefined && skill !== known.skill) {
    await stores.conversations.update(known.id, { skill }, createdAt);
  }
  // Kept from the first question on, so that another choice for new conversations does not change this one.
  const conversation: Conversation = known ?? {
    skill: skill ?? findSkill(context.agent, settings.current.skill).name,
    id: newId(),
    title: toTitle(text),
    createdAt,
    updatedAt: createdAt,
    headId: null,
    ...defined({ temporary, folder: request.project }),
  };
  const stored = known === null ? [] : await conversations.readMessages(known);
  const parentId = wantedParent === undefined ? conversation.headId : wantedParent;
  // A question in the place of an imported one is that one edited: most of it may still be the file's words.
  const isForeign =
    foreign === true ||
    stored.some((each) => each.role === "user" && each.parentId === parentId && each.foreign === true);
  const message: UserMessage = {
    role: "user",
    id: newId(),
    conversationId: conversation.id,
    parentId,
    createdAt,
    sequence: 0,
    text,
    ...defined({ attachments, foreign: isForeign ? true : undefined }),
  };
  return { conversation, message, isNew: true, before: toBranch(stored, parentId), options };
}
