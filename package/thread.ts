import { buildChatWindow } from "../worker/agent/context/chat-window.ts";
import { dropThoughts } from "../worker/agent/context/drop-thoughts.ts";
import { toThreadResults, toThreadTurn } from "../worker/agent/context/to-thread.ts";
import type { ModelClient } from "../worker/agent/ports/model-client.ts";
import type { ThreadMessage } from "../worker/formats/format.ts";
import type { SpokenMessage } from "../worker/formats/providers/block-messages.ts";
import type { Answer } from "../worker/protocol/answer.ts";
import { isFromOutside } from "../worker/protocol/tool.ts";

/** A question that the thread goes along with. */
interface ThreadDraft {
  readonly question: string;
  readonly model: ModelClient;
  readonly budgetTokens: number;
  /** Leaves calls and results of earlier answers out. */
  readonly omitToolRecords: boolean;
}

export type Thread = ReturnType<typeof createThread>;

/** The questions and answers of a conversation so far, as the model reads them. */
export function createThread(id: string) {
  const messages: ThreadMessage[] = [];
  const spoken: SpokenMessage[] = [];
  let start = 0;
  let isTainted = false;
  return {
    id,
    /** Text from outside is in it: what changes something asks first, from then on. */
    get isTainted() {
      return isTainted;
    },
    /** Everything that was said, for an export. */
    spoken: spoken as readonly SpokenMessage[],
    /** The part of the thread that fits the model; older messages are left out first. */
    fit: async (draft: ThreadDraft): Promise<readonly ThreadMessage[]> => {
      const { question, model, budgetTokens, omitToolRecords } = draft;
      if (messages.length === 0) return [];
      const thread = [...dropThoughts(messages, model.info.template), { role: "user", text: question } as const];
      const window = await buildChatWindow({
        thread,
        budgetTokens,
        start,
        omitToolRecords,
        countTokens: (text) => model.countTokens(text),
      });
      start = window.start;
      return window.messages.slice(0, -1);
    },
    add: (question: string, answer: Answer): void => {
      spoken.push({ role: "user", text: question }, { role: "assistant", turns: answer.turns });
      messages.push({ role: "user", text: question });
      for (const turn of answer.turns) {
        if (turn.raw === "" && turn.text === "" && turn.calls.length === 0) continue;
        messages.push(toThreadTurn({ raw: turn.raw === "" ? turn.text : turn.raw, text: turn.text }, turn.calls));
        if (turn.calls.length > 0) messages.push(toThreadResults(turn.calls));
        if (turn.feedback !== undefined) messages.push({ role: "user", text: turn.feedback });
        isTainted ||= turn.calls.some(({ outcome }) => isFromOutside(outcome));
      }
    },
  };
}
