import { defined } from "../../../worker/protocol/defined.ts";
import type { ConversationId, MessageId } from "../../../worker/protocol/ids.ts";
import type { Message } from "../../../worker/protocol/message.ts";
import type { AppDeps, StateAccess } from "../app-state.ts";
import { findActiveRun } from "../live-run.ts";
import { toHash } from "../route.ts";
import type { RunActions } from "../run-actions.ts";
import {
  type Draft,
  type DraftKey,
  type DraftSource,
  EMPTY_DRAFT,
  type ManualCall,
  readComposer,
  toOwnDraft,
  updateComposer,
} from "./composer-state.ts";
import type { FileActions } from "./file-actions.ts";
import { createReadAhead, isBusy } from "./read-ahead.ts";
import type { StartingRuns } from "./starting-runs.ts";
import { writeDraft } from "./stored-draft.ts";
import { toSendRequest } from "./to-send-request.ts";

/** Sends a message and shows what became of it; with a parent, as a new branch behind that message. */
type SendMessage = (key: DraftKey, draft: Draft, parentId?: MessageId | null) => Promise<void>;

/** Writing and sending messages. */
export function createComposerActions(
  deps: AppDeps,
  state: StateAccess,
  starting: StartingRuns,
  { summarize }: Pick<RunActions, "summarize">,
  files: Pick<FileActions, "complete" | "add">,
) {
  const send = createMessageSender(deps, state, starting);
  /** Loads the commands behind a slash: few messages have one. */
  const loadCalls = () => import("./manual-calls.ts").then((m) => m.createManualCalls(deps, state, files, takeText));

  function setDraft(key: DraftKey, draft: Draft): void {
    const isTemporary =
      draft.temporary === true ||
      state.get().conversations.some(({ id, temporary }) => id === key && temporary === true);
    if (isTemporary) writeDraft(deps.texts, key, EMPTY_DRAFT);
    updateComposer(state, key, { draft: isTemporary ? draft : writeDraft(deps.texts, key, draft) });
  }

  /** Puts text from outside into an empty draft, marked as such; beside a text of the user it becomes a file. */
  function takeText(key: DraftKey, text: string, source: DraftSource): void {
    const { draft } = readComposer(state, key);
    const isFree = draft.text.trim() === "" || draft.text === text;
    const file = { name: `${source}.txt`, mediaType: "text/plain", text };
    setDraft(key, isFree ? { ...draft, text, source } : { ...draft, attachments: [...draft.attachments, file] });
  }

  /** Sends what waits, if the model is free now and no stop holds it. */
  function drainQueues(): void {
    for (const key of Object.keys(state.get().composers)) {
      const { queue, isQueueHeld } = readComposer(state, key);
      const [first, ...rest] = queue;
      if (first === undefined || isQueueHeld || isBusy(state, key)) continue;
      updateComposer(state, key, { queue: rest });
      void send(key, first.draft);
    }
  }

  const { noteChange, ...reading } = createReadAhead(deps, state);

  return {
    ...reading,
    undoManualCall: async (key: DraftKey, call: ManualCall) => (await loadCalls()).undoManualCall(key, call),
    changeDraft(key: DraftKey, change: Partial<Draft>): void {
      setDraft(key, { ...readComposer(state, key).draft, ...change });
      noteChange(key);
    },
    replaceDraft: setDraft,
    takeText,
    /** The user says that the draft is in their own words. */
    ownDraft(key: DraftKey): void {
      setDraft(key, toOwnDraft(readComposer(state, key).draft));
    },
    /** Sends the draft once its files are read, queues it behind a run, or runs the tool that it names. */
    async submit(key: DraftKey): Promise<void> {
      if (!(await files.complete(key))) return;
      const calls = readComposer(state, key).draft.text.startsWith("/") ? await loadCalls() : null;
      const { draft } = readComposer(state, key);
      if (draft.text.trim() === "" && draft.attachments.length === 0) return;
      const command = calls?.readCommand(key, draft) ?? ({ type: "none" } as const);
      if (command.type === "unknown-tool" || command.type === "bad-arguments") return;
      // A command takes no files, so they stay for the next message.
      setDraft(key, command.type === "none" ? EMPTY_DRAFT : { ...EMPTY_DRAFT, attachments: draft.attachments });
      if (command.type === "run-tool") return calls?.runManualCall(key, command.name, command.input, draft.pasted);
      if (command.type === "compact") return summarize(key);
      if (!isBusy(state, key)) return send(key, draft);
      const queued = { key: deps.newKey(), draft };
      updateComposer(state, key, ({ queue }) => ({ queue: [...queue, queued] }));
    },
    /** Clears what a new chat shows of the one before, which was never sent; the draft stays. */
    clearNewChat(): void {
      updateComposer(state, "new", { manualCalls: [], problem: null });
    },
    /** Puts a queued message back into the composer. */
    unqueue(key: DraftKey, queuedKey: string): void {
      const { queue } = readComposer(state, key);
      const queued = queue.find((each) => each.key === queuedKey);
      if (queued === undefined) return;
      const rest = queue.filter((each) => each !== queued);
      updateComposer(state, key, ({ isQueueHeld }) => ({ queue: rest, isQueueHeld: isQueueHeld && rest.length > 0 }));
      setDraft(key, queued.draft);
    },
    drainQueues,
    /** Stops the answer that is under way and sends this message next. */
    async sendNow(key: DraftKey, queuedKey: string): Promise<void> {
      updateComposer(state, key, ({ queue }) => ({
        isQueueHeld: false,
        queue: [...queue.filter((each) => each.key === queuedKey), ...queue.filter((each) => each.key !== queuedKey)],
      }));
      const active = findActiveRun(state.get().runs, key);
      // Its end lets the queue go on.
      if (active === undefined) drainQueues();
      else await deps.api.stop(active.runId);
    },
    /** Lets go of what a stop holds. */
    sendQueue(key: DraftKey): void {
      updateComposer(state, key, { isQueueHeld: false });
      drainQueues();
    },
    async retry(key: DraftKey): Promise<void> {
      const { problem } = readComposer(state, key);
      if (problem !== null) await send(key, problem.draft, problem.parentId);
    },
    dismissProblem(key: DraftKey): void {
      const { problem, draft } = readComposer(state, key);
      updateComposer(state, key, { problem: null });
      if (problem !== null && draft.text === "") setDraft(key, problem.draft);
    },
    /** Sends a changed version of an earlier message, as a new branch. */
    async resend(
      conversationId: ConversationId,
      messageId: MessageId,
      changed: Pick<Draft, "text" | "source">,
    ): Promise<void> {
      const messages = state.get().messages[conversationId] ?? [];
      const message = messages.find((each) => each.id === messageId);
      if (message?.role !== "user") return;
      const draft = { ...changed, attachments: message.attachments ?? [], ...toAskedWay(messages, messageId) };
      await send(conversationId, draft, message.parentId);
    },
    continueRun: (conversationId: ConversationId, text: string, source?: DraftSource) =>
      send(conversationId, { text, attachments: [], ...defined({ source }) }),
  };
}

function createMessageSender(deps: AppDeps, state: StateAccess, starting: StartingRuns): SendMessage {
  return async (key, draft, parentId) => {
    updateComposer(state, key, { sending: draft, problem: null });
    const receipt = await starting.begin(key, deps.api.send(toSendRequest(key, draft, parentId)));
    if (!receipt.ok && receipt.failure.code === "engine-busy" && parentId === undefined) {
      // Another chat has the model: the end of that run lets this go on.
      const waiting = { key: deps.newKey(), draft };
      updateComposer(state, key, ({ queue }) => ({ sending: null, queue: [waiting, ...queue] }));
      return;
    }
    if (!receipt.ok) {
      const problem = { failure: receipt.failure, draft, ...defined({ parentId }) };
      updateComposer(state, key, { sending: null, problem });
      return;
    }
    // While it counts as being sent, nothing that waits behind it goes out.
    if (key === "new") takeAlong(deps, state, receipt.value.conversationId);
    updateComposer(state, key, { sending: null });
    if (key === "new") deps.navigate(toHash({ type: "chat", conversationId: receipt.value.conversationId }));
  };
}

/** How a question was asked, by its newest answer. */
function toAskedWay(messages: readonly Message[], questionId: MessageId): Pick<Draft, "way"> {
  const answer = messages.findLast(
    (each) => each.role === "assistant" && each.parentId === questionId && each.summary === undefined,
  );
  if (answer?.role !== "assistant") return {};
  const { detect, onlyTool } = answer;
  // Empty for an answer without tools.
  if (onlyTool) return { way: { forceCall: true, onlyTool } };
  return detect === true ? { way: { detect } } : {};
}

/** Takes along a text that was written while a first message went out: it belongs to the conversation that it began. */
function takeAlong(deps: AppDeps, state: StateAccess, conversationId: ConversationId): void {
  const { draft, queue } = readComposer(state, "new");
  updateComposer(state, conversationId, { draft: writeDraft(deps.texts, conversationId, draft), queue });
  updateComposer(state, "new", { draft: writeDraft(deps.texts, "new", EMPTY_DRAFT), queue: [] });
}
