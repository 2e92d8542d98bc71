import { createStore } from "zustand/vanilla";
import type { AgentStart } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import type { AppDeps, AppState, StateAccess } from "./app-state.ts";
import { createComposerActions } from "./composer/composer-actions.ts";
import { updateComposer } from "./composer/composer-state.ts";
import { createFileActions, type FileActions } from "./composer/file-actions.ts";
import { createStartingRuns } from "./composer/starting-runs.ts";
import { readDraft } from "./composer/stored-draft.ts";
import { createConversationActions } from "./conversation-actions.ts";
import { createModelActions } from "./model-actions.ts";
import { reduceEvent } from "./reduce-event.ts";
import { createRunActions } from "./run-actions.ts";
import { createToastActions, type ToastActions } from "./toast-actions.ts";
import { EMPTY_VIEW, type View } from "./view.ts";

/** A start that takes longer is said: it waits for a network, or for a storage that does not answer. */
const SLOW_START_MS = 20_000;

/** The page's state and everything a user can do to it. */
export type App = ReturnType<typeof createApp>;

const EMPTY_STATE: AppState = {
  ...EMPTY_VIEW,
  composers: {},
  editing: null,
  hidden: [],
  openFailures: {},
  toasts: [],
  refusedModel: null,
  sidebarOpen: false,
  panel: null,
  applyUpdate: null,
  updateGain: "version",
};

export function createApp(deps: AppDeps) {
  const { api, texts } = deps;
  const store = createStore<AppState>(() => EMPTY_STATE);
  const state: StateAccess = { get: store.getState, set: store.setState };
  const toasts = createToastActions(deps, state);
  const files = createFileActions(deps, state, toasts);
  const chat = createChatActions(deps, state, toasts, files);
  const models = createModelActions(api, state, toasts);
  let hasAskedToKeep = false;

  function receive(events: readonly AgentEvent[]): void {
    const before = state.get().modelState;
    state.set(events.reduce<View>(reduceEvent, state.get()));
    const types = new Set(events.map((event) => (event.type === "run" ? event.event.type : event.type)));
    if (types.has("model") || types.has("run-end")) chat.drainQueues();
    for (const event of events) {
      if (event.type === "run" && event.event.type === "run-end") chat.prepareNext(event.conversationId);
    }
    // A trial of the model has had it read other things.
    if (events.some((event) => event.type === "policy" && !event.policy.isMeasuring)) chat.prepareModel();
    if (before.type === "loading" && state.get().modelState.type === "ready") chat.prepareModel();
    if (types.has("everything-changed")) void reopen();
    const hasSaved = types.has("message-stored") || types.has("memories-changed");
    if (!hasSaved || hasAskedToKeep || state.get().storage?.persisted === true) return;
    hasAskedToKeep = true;
    deps.persist?.().then(models.refreshStorage, () => undefined);
  }

  async function reopen(): Promise<void> {
    await Promise.all(Object.keys(state.get().messages).map((conversationId) => chat.openConversation(conversationId)));
  }

  async function take(start: AgentStart): Promise<void> {
    // Set before the list is read: events that arrive meanwhile are newer than this.
    state.set(start);
    deps.onStart?.();
    state.set({ conversations: await api.listConversations(), phase: "ready" });
  }

  return {
    api,
    texts,
    store,
    chat,
    files,
    models,
    toasts,
    /** Subscribes to the agent, starts it and takes over its state. Call once. */
    async start(): Promise<void> {
      updateComposer(state, "new", { draft: readDraft(texts, "new") });
      await api.subscribe(receive);
      const endWait = deps.delay(SLOW_START_MS, () => state.set({ failure: { code: "start-slow" } }));
      try {
        await take(await api.start());
        if (state.get().failure?.code === "start-slow") state.set({ failure: null });
      } catch (error) {
        state.set({ failure: { code: "internal", detail: describeError(error) } });
      } finally {
        endWait();
      }
    },
    /** Takes over the state of a restarted agent, and reopens the conversations that were open. */
    async restart(start: AgentStart): Promise<void> {
      for (const key of Object.keys(state.get().composers)) updateComposer(state, key, { sending: null });
      state.set({ runs: {}, download: null });
      await take(start);
      await reopen();
    },
    /** Tells the user what a reload brings; `apply` runs if they agree to it. */
    offerUpdate(apply: () => void, gain: AppState["updateGain"] = "version"): void {
      state.set({ applyUpdate: apply, updateGain: gain });
    },
  };
}

/** Everything the user can do in the chat. */
function createChatActions(
  deps: AppDeps,
  state: StateAccess,
  toasts: ToastActions,
  files: Pick<FileActions, "complete" | "add">,
) {
  const starting = createStartingRuns(deps.api, state);
  const runs = createRunActions(deps.api, state, starting);
  return {
    ...runs,
    ...createConversationActions(deps, state, toasts),
    ...createComposerActions(deps, state, starting, runs, files),
  };
}
