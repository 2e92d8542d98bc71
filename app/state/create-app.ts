import { createStore, type StoreApi } from "zustand/vanilla";
import type { AgentApi, AgentStart } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import type { AppDeps, AppState, Draft, StateAccess } from "./app-state.ts";
import { type ChatActions, createChatActions } from "./chat-actions.ts";
import { createFileActions, type FileActions } from "./file-actions.ts";
import { createModelActions, type ModelActions } from "./model-actions.ts";
import { reduceEvent } from "./reduce-event.ts";
import type { TextStore } from "./text-store.ts";
import { createToastActions, type ToastActions } from "./toast-actions.ts";
import { EMPTY_VIEW, type View } from "./view.ts";

/** The page's state and everything a user can do to it. */
export interface App {
  readonly api: AgentApi;
  readonly store: StoreApi<AppState>;
  readonly texts: TextStore;
  readonly chat: ChatActions;
  readonly files: FileActions;
  readonly models: ModelActions;
  readonly toasts: ToastActions;
  /** Listens to the agent and takes in what it knows. Call once. */
  start(): Promise<void>;
  /** Takes in what a restarted agent knows, and reopens the conversations that were open. */
  restart(start: AgentStart): Promise<void>;
  /** Tells the user of what a reload brings; `apply` is what they then agree to. */
  offerUpdate(apply: () => void, gain?: AppState["updateGain"]): void;
}

export function createApp(deps: AppDeps): App {
  const store = createStore<AppState>(() => ({
    ...EMPTY_VIEW,
    drafts: {},
    queues: {},
    sending: {},
    problems: {},
    manualCalls: {},
    reading: {},
    waitingFiles: {},
    editing: null,
    hidden: [],
    openFailures: {},
    toasts: [],
    applyUpdate: null,
    updateGain: "version",
  }));
  const state: StateAccess = { get: store.getState, set: store.setState };
  const toasts = createToastActions(deps, state);
  const files = createFileActions(deps, state, toasts);
  const chat = createChatActions(deps, state, toasts, files);
  const models = createModelActions(deps, state, toasts);

  let hasAsked = false;
  function askToKeep(): void {
    if (hasAsked || state.get().storage?.persisted === true) return;
    hasAsked = true;
    void deps.persist?.().then(models.refreshStorage, () => undefined);
  }

  function receive(events: readonly AgentEvent[]): void {
    let view: View = state.get();
    for (const event of events) view = reduceEvent(view, event);
    state.set(view);
    if (events.some((event) => event.type === "model" || (event.type === "run" && event.event.type === "run-end"))) {
      chat.drainQueues();
    }
    if (events.some(({ type }) => type === "everything-changed")) void reopen();
    if (events.some(({ type }) => type === "message-stored" || type === "memories-changed")) askToKeep();
  }

  async function reopen(): Promise<void> {
    await Promise.all(Object.keys(state.get().messages).map((conversationId) => chat.openConversation(conversationId)));
  }

  async function take(start: AgentStart): Promise<void> {
    // At once: what is told while the list is on its way is newer than this.
    state.set(start);
    state.set({ conversations: await deps.api.listConversations(), phase: "ready" });
  }

  return {
    api: deps.api,
    texts: deps.texts,
    store,
    chat,
    files,
    models,
    toasts,
    async start() {
      const draft: Draft = { text: deps.texts.read("draft.new"), attachments: [] };
      state.set({ drafts: { new: draft } });
      await deps.api.subscribe(receive);
      try {
        await take(await deps.api.start());
      } catch (error) {
        state.set({ failure: { code: "internal", detail: error instanceof Error ? error.message : String(error) } });
      }
    },
    async restart(start) {
      state.set({ runs: {}, sending: {} });
      await take(start);
      await reopen();
    },
    offerUpdate(apply, gain = "version") {
      state.set({ applyUpdate: apply, updateGain: gain });
    },
  };
}
