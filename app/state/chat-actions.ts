import type { SendReceipt, SendRequest } from "../../worker/protocol/api/runs-api.ts";
import type { Failure, Result } from "../../worker/protocol/failure.ts";
import type { CallId, ConversationId, MessageId, RunId } from "../../worker/protocol/ids.ts";
import type { JsonObject } from "../../worker/protocol/json.ts";
import type { MemoryRevert } from "../../worker/protocol/memory.ts";
import type { ApprovalDecision } from "../../worker/protocol/run-event.ts";
import type { ToolSpec } from "../../worker/protocol/tool.ts";
import {
  type AppDeps,
  type Draft,
  type DraftKey,
  EMPTY_DRAFT,
  type ManualCall,
  type StateAccess,
  settle,
  without,
} from "./app-state.ts";
import type { FileActions } from "./file-actions.ts";
import type { LiveRun } from "./live-run.ts";
import { toBranchHead, toMessagePath } from "./message-path.ts";
import { toHash } from "./route.ts";
import { toSlashCommand } from "./slash-command.ts";
import type { ToastActions } from "./toast-actions.ts";
import type { View } from "./view.ts";

export interface ChatActions {
  openConversation(conversationId: ConversationId): Promise<void>;
  changeDraft(key: DraftKey, change: Partial<Draft>): void;
  /** Sends the draft once its files are read, queues it behind a run, or runs the tool that it names. */
  submit(key: DraftKey): Promise<void>;
  /** Takes back what a tool wrote that was run by hand, all of it or nothing. */
  undoManualCall(key: DraftKey, run: ManualCall): Promise<Result<MemoryRevert>>;
  /** Puts a queued message back into the composer. */
  unqueue(key: DraftKey, queuedKey: string): void;
  retry(key: DraftKey): Promise<void>;
  dismissProblem(key: DraftKey): void;
  stop(runId: RunId): Promise<void>;
  /** Stops the run that is being started, as soon as it is known; nothing where none is. */
  stopStarting(key: DraftKey): void;
  regenerate(conversationId: ConversationId, assistantMessageId: MessageId): Promise<void>;
  /** Has the older messages of a conversation summed up. */
  summarize(conversationId: ConversationId): Promise<void>;
  /** Takes a summary back, or puts it to use again. */
  applySummary(messageId: MessageId, used: boolean): Promise<void>;
  /** Sends a changed version of an earlier message, as a new branch. */
  resend(conversationId: ConversationId, messageId: MessageId, text: string): Promise<void>;
  /** Opens a message of the user's to be changed, or closes it for null. */
  edit(messageId: MessageId | null): void;
  /** Opens the user's last message in the shown branch; false where there is none. */
  editLast(conversationId: ConversationId): boolean;
  continueRun(conversationId: ConversationId, text: string): Promise<void>;
  pickBranch(conversationId: ConversationId, messageId: MessageId): Promise<void>;
  decide(runId: RunId, callId: CallId, decision: ApprovalDecision): Promise<void>;
  rename(conversationId: ConversationId, title: string): Promise<void>;
  pin(conversationId: ConversationId, pinned: boolean): Promise<void>;
  changeSystemPrompt(conversationId: ConversationId, systemPrompt: string): Promise<void>;
  /** Hides the conversation at once and deletes it when the time to undo is over. */
  deleteConversation(conversationId: ConversationId): void;
  /** Sends what waits, if the model is free now. */
  drainQueues(): void;
}

/** The run of a conversation that has not ended, if any. */
export function findActiveRun(view: Pick<View, "runs">, conversationId: ConversationId): LiveRun | undefined {
  for (const run of Object.values(view.runs)) {
    if (run.conversationId === conversationId && run.end === undefined) return run;
  }
  return undefined;
}

/** Every tool of every skill, each name once. */
export function toAllTools(view: Pick<View, "skills">): readonly ToolSpec[] {
  const tools = new Map<string, ToolSpec>();
  for (const skill of view.skills) for (const tool of skill.tools) tools.set(tool.name, tool);
  return [...tools.values()];
}

export function createChatActions(
  deps: AppDeps,
  state: StateAccess,
  toasts: ToastActions,
  files: Pick<FileActions, "complete">,
): ChatActions {
  const { api } = deps;
  const starting = new Map<DraftKey, { stop: boolean }>();

  /** Between the press of a key and the worker's answer there is no run yet that could be stopped. */
  async function begin(key: DraftKey, start: Promise<Result<SendReceipt>>): Promise<Result<SendReceipt>> {
    const mark = { stop: false };
    starting.set(key, mark);
    const receipt = await settle(start);
    if (starting.get(key) === mark) starting.delete(key);
    if (mark.stop && receipt.ok) void api.stop(receipt.value.runId);
    return receipt;
  }

  function setDraft(key: DraftKey, draft: Draft): void {
    deps.texts.write(`draft.${key}`, draft.text);
    state.set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
  }

  function isBusy(key: DraftKey): boolean {
    const view = state.get();
    return key in view.sending || view.modelState.type === "loading" || findActiveRun(view, key) !== undefined;
  }

  async function send(key: DraftKey, draft: Draft, parentId?: MessageId | null): Promise<void> {
    state.set(({ sending, problems }) => ({
      sending: { ...sending, [key]: draft },
      problems: without(problems, key),
    }));
    const request: SendRequest = {
      conversationId: key === "new" ? null : key,
      text: draft.text,
      ...(draft.attachments.length > 0 && { attachments: draft.attachments }),
      ...(draft.thinking !== undefined && { thinking: draft.thinking }),
      ...(parentId !== undefined && { parentId }),
    };
    const receipt = await begin(key, api.send(request));
    state.set(({ sending }) => ({ sending: without(sending, key) }));
    if (!receipt.ok) {
      const problem = { failure: receipt.failure, draft, ...(parentId !== undefined && { parentId }) };
      state.set(({ problems }) => ({ problems: { ...problems, [key]: problem } }));
      return;
    }
    if (key === "new") deps.navigate(toHash({ type: "chat", conversationId: receipt.value.conversationId }));
  }

  async function runByHand(key: DraftKey, name: string, input: JsonObject): Promise<void> {
    const run = { key: deps.newKey(), call: { id: deps.newKey(), name, arguments: input } };
    state.set(({ manualCalls }) => ({ manualCalls: { ...manualCalls, [key]: [...(manualCalls[key] ?? []), run] } }));
    const startedAt = deps.now();
    const ended = await api
      .runTool(name, input)
      .catch((error: unknown) => ({ outcome: { type: "failed" as const, message: String(error) } }));
    changeManualCall(key, run.key, { ...ended, durationMs: deps.now() - startedAt });
  }

  function changeManualCall(key: DraftKey, runKey: string, change: Partial<ManualCall>): void {
    state.set(({ manualCalls }) => ({
      manualCalls: {
        ...manualCalls,
        [key]: (manualCalls[key] ?? []).map((each) => (each.key === runKey ? { ...each, ...change } : each)),
      },
    }));
  }

  async function openConversation(conversationId: ConversationId): Promise<void> {
    if (state.get().drafts[conversationId] === undefined) {
      const text = deps.texts.read(`draft.${conversationId}`);
      if (text !== "")
        state.set(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: { ...EMPTY_DRAFT, text } } }));
    }
    const opened = await settle(api.openConversation(conversationId));
    if (!opened.ok) {
      state.set(({ openFailures }) => ({ openFailures: { ...openFailures, [conversationId]: opened.failure } }));
      return;
    }
    const { conversation, messages } = opened.value;
    state.set((now) => ({
      openFailures: without(now.openFailures, conversationId),
      messages: { ...now.messages, [conversationId]: messages },
      conversations: now.conversations.map((each) => (each.id === conversationId ? conversation : each)),
    }));
  }

  /** Shows what a conversation's step failed with. */
  function showFailure(key: DraftKey, failure: Failure): void {
    state.set(({ problems }) => ({ problems: { ...problems, [key]: { failure, draft: EMPTY_DRAFT } } }));
  }

  async function summarize(key: DraftKey): Promise<void> {
    if (key === "new") return showFailure(key, { code: "nothing-to-summarize" });
    const begun = await settle(api.summarizeConversation(key));
    if (!begun.ok) showFailure(key, begun.failure);
    else state.set(({ problems }) => ({ problems: without(problems, key) }));
  }

  async function report(result: Promise<{ readonly ok: boolean }>): Promise<void> {
    const { ok } = await result;
    if (!ok) toasts.show({ text: "toast.not-saved" });
  }

  return {
    openConversation,
    changeDraft(key, change) {
      setDraft(key, { ...(state.get().drafts[key] ?? EMPTY_DRAFT), ...change });
    },
    async submit(key) {
      if (!(await files.complete(key))) return;
      const draft = state.get().drafts[key] ?? EMPTY_DRAFT;
      if (draft.text.trim() === "" && draft.attachments.length === 0) return;
      const command = toSlashCommand(draft.text, toAllTools(state.get()));
      if (command.type === "run-tool") {
        setDraft(key, { ...EMPTY_DRAFT, attachments: draft.attachments });
        await runByHand(key, command.name, command.input);
        return;
      }
      if (command.type === "compact") {
        setDraft(key, { ...EMPTY_DRAFT, attachments: draft.attachments });
        await summarize(key);
        return;
      }
      if (command.type !== "none") return;
      setDraft(key, EMPTY_DRAFT);
      if (isBusy(key)) {
        const queued = { ...draft, key: deps.newKey() };
        state.set(({ queues }) => ({ queues: { ...queues, [key]: [...(queues[key] ?? []), queued] } }));
        return;
      }
      await send(key, draft);
    },
    async undoManualCall(key, run) {
      const undone = await settle(api.undoEdits(run.edits ?? []));
      if (undone.ok && undone.value.type === "reverted") changeManualCall(key, run.key, { undone: true });
      return undone;
    },
    unqueue(key, queuedKey) {
      const queue = state.get().queues[key] ?? [];
      const back = queue.find((each) => each.key === queuedKey);
      if (back === undefined) return;
      const rest = queue.filter((each) => each.key !== queuedKey);
      state.set(({ queues }) => ({ queues: rest.length === 0 ? without(queues, key) : { ...queues, [key]: rest } }));
      const { key: _, ...draft } = back;
      setDraft(key, draft);
    },
    async retry(key) {
      const problem = state.get().problems[key];
      if (problem === undefined) return;
      await send(key, problem.draft, problem.parentId);
    },
    dismissProblem(key) {
      const problem = state.get().problems[key];
      state.set(({ problems }) => ({ problems: without(problems, key) }));
      const draft = state.get().drafts[key];
      if (problem !== undefined && (draft === undefined || draft.text === "")) setDraft(key, problem.draft);
    },
    async stop(runId) {
      await api.stop(runId);
    },
    stopStarting(key) {
      const mark = starting.get(key);
      if (mark !== undefined) mark.stop = true;
    },
    async regenerate(conversationId, assistantMessageId) {
      const receipt = await begin(conversationId, api.regenerate(assistantMessageId));
      if (!receipt.ok) showFailure(conversationId, receipt.failure);
    },
    summarize,
    async applySummary(messageId, used) {
      await report(settle(api.applySummary(messageId, used)));
    },
    async resend(conversationId, messageId, text) {
      const message = state.get().messages[conversationId]?.find((each) => each.id === messageId);
      if (message?.role !== "user") return;
      await send(conversationId, { text, attachments: message.attachments ?? [] }, message.parentId);
    },
    edit(messageId) {
      state.set({ editing: messageId });
    },
    editLast(conversationId) {
      const last = toShownPath(state.get(), conversationId).findLast(({ message }) => message.role === "user");
      if (last !== undefined) state.set({ editing: last.message.id });
      return last !== undefined;
    },
    async continueRun(conversationId, text) {
      await send(conversationId, { text, attachments: [] });
    },
    async pickBranch(conversationId, messageId) {
      const headId = toBranchHead(state.get().messages[conversationId] ?? [], messageId);
      state.set(({ conversations }) => ({
        conversations: conversations.map((each) => (each.id === conversationId ? { ...each, headId } : each)),
      }));
      await report(settle(api.updateConversation(conversationId, { headId })));
    },
    async decide(runId, callId, decision) {
      await api.decideApproval(runId, callId, decision);
    },
    async rename(conversationId, title) {
      if (title.trim() === "") return;
      await report(settle(api.renameConversation(conversationId, title.trim())));
    },
    async pin(conversationId, pinned) {
      await report(settle(api.updateConversation(conversationId, { pinned })));
    },
    async changeSystemPrompt(conversationId, systemPrompt) {
      await report(settle(api.updateConversation(conversationId, { systemPrompt })));
    },
    deleteConversation(conversationId) {
      state.set(({ hidden }) => ({ hidden: [...hidden, conversationId] }));
      const show = () => state.set(({ hidden }) => ({ hidden: hidden.filter((each) => each !== conversationId) }));
      toasts.show({
        text: "toast.conversation-deleted",
        undo: show,
        async commit() {
          const deleted = await settle(api.deleteConversation(conversationId));
          if (!deleted.ok) {
            show();
            toasts.show({ text: "toast.not-saved" });
          }
        },
      });
    },
    drainQueues() {
      for (const [key, queue] of Object.entries(state.get().queues)) {
        const [first, ...rest] = queue;
        if (first === undefined || isBusy(key)) continue;
        state.set(({ queues }) => ({ queues: rest.length === 0 ? without(queues, key) : { ...queues, [key]: rest } }));
        const { key: _, ...draft } = first;
        void send(key, draft);
      }
    },
  };
}

/** The shown branch of a conversation, as the message list wants it. */
export function toShownPath(
  view: Pick<View, "messages" | "conversations">,
  conversationId: ConversationId,
): ReturnType<typeof toMessagePath> {
  const conversation = view.conversations.find((each) => each.id === conversationId);
  return toMessagePath(view.messages[conversationId] ?? [], conversation?.headId ?? null);
}
