import { previewCall } from "./agent/execute-call.ts";
import type { Clock } from "./agent/run-deps.ts";
import type { Conversations } from "./conversation-desk.ts";
import type { AgentApi, AgentEvent } from "./protocol/agent-api.ts";
import type { MemoryEdit, MemoryRevert } from "./protocol/memory.ts";
import type { AssistantMessage } from "./protocol/message.ts";
import type { RunGround } from "./run-starter.ts";
import type { SettingsKeeper } from "./settings-keeper.ts";
import { missing, settle } from "./settle.ts";
import { toHandScope } from "./to-hand-scope.ts";

/** The part of the agent's interface that is about what the person allows, and takes back. */
export type ApprovalDesk = Pick<AgentApi, "previewCall" | "revokeGrants" | "undoAnswer">;

/** What the desk works with. */
export interface ApprovalDeskDeps {
  readGround(): Promise<RunGround>;
  readonly settings: SettingsKeeper;
  readonly conversations: Conversations;
  readonly clock: Clock;
  newId(): string;
  tell(event: AgentEvent): void;
}

export function createApprovalDesk(deps: ApprovalDeskDeps): ApprovalDesk {
  const { settings, conversations, clock, tell } = deps;
  return {
    previewCall: async (name, input) => {
      const { agent, timeZone } = await deps.readGround();
      return previewCall({ id: deps.newId(), name, arguments: input }, toHandScope({ agent, clock, timeZone }));
    },
    revokeGrants: (revoked) =>
      settle(async () => {
        const { grants } = settings.current;
        const isRevoked = (grant: (typeof grants)[number]): boolean =>
          revoked === null || revoked.some(({ tool, skill }) => tool === grant.tool && skill === grant.skill);
        await settings.update({ grants: grants.filter((grant) => !isRevoked(grant)) });
        return { ok: true, value: null };
      }),
    undoAnswer: (messageId) =>
      settle<MemoryRevert>(async () => {
        const { stores } = await deps.readGround();
        const message = await stores.conversations.readMessage(messageId);
        if (message?.role !== "assistant") return missing(messageId);
        if (message.state === "running") return { ok: false, failure: { code: "engine-busy" } };
        const value = await stores.memories.revert(toEdits(message));
        if (value.type !== "reverted") return { ok: true, value };
        tell({ type: "memories-changed" });
        const conversation = await stores.conversations.read(message.conversationId);
        if (conversation !== null) {
          await conversations.saveTurn(conversation, [{ ...message, undoneAt: clock.wallNow() }]);
        }
        return { ok: true, value };
      }),
  };
}

/** What an answer's calls wrote, in the order they wrote it. */
function toEdits({ turns }: AssistantMessage): readonly MemoryEdit[] {
  return turns.flatMap(({ calls }) => calls.flatMap(({ edits }) => edits ?? []));
}
