import type { Clock } from "../../agent/ports/run-deps.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { UndoApi } from "../../protocol/api/undo-api.ts";
import type { MemoryEdit, MemoryRevert } from "../../protocol/memory.ts";
import type { AssistantMessage } from "../../protocol/message.ts";
import type { Stores } from "../../store/stores.ts";
import type { Conversations } from "../conversations.ts";
import { attempt, toMissing, toResult } from "../to-result.ts";

export function createUndoApi(deps: {
  readStores(): Promise<Stores>;
  readonly conversations: Conversations;
  readonly clock: Clock;
  emit(event: AgentEvent): void;
}): UndoApi {
  const { readStores, conversations, clock, emit } = deps;
  const revert = async (edits: readonly MemoryEdit[]): Promise<MemoryRevert> => {
    const reverted = await (await readStores()).memories.revert(edits);
    if (reverted.type === "reverted") emit({ type: "memories-changed" });
    return reverted;
  };
  return {
    undoEdits: (edits) => attempt(() => revert(edits)),
    undoAnswer: (messageId) =>
      toResult<MemoryRevert>(async () => {
        const stores = await readStores();
        const message = await stores.conversations.readMessage(messageId);
        if (message?.role !== "assistant") return toMissing(messageId);
        if (message.state === "running") return { ok: false, failure: { code: "engine-busy" } };
        const value = await revert(toEdits(message));
        if (value.type !== "reverted") return { ok: true, value };
        const conversation = await stores.conversations.read(message.conversationId);
        if (conversation !== null) {
          await conversations.saveTurn(conversation, [{ ...message, undoneAt: clock.wallNow() }]);
        }
        return { ok: true, value };
      }),
  };
}

/** Writes of an answer's calls, in order. */
function toEdits({ turns }: AssistantMessage): readonly MemoryEdit[] {
  return turns.flatMap(({ calls }) => calls.flatMap(({ edits }) => edits ?? []));
}
