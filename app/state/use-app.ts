import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ConversationId, RunId } from "../../worker/protocol/ids.ts";
import type { ModelState } from "../../worker/protocol/model.ts";
import type { Settings } from "../../worker/protocol/settings.ts";
import type { AppState } from "./app-state.ts";
import { type ComposerState, type DraftKey, EMPTY_COMPOSER } from "./composer/composer-state.ts";
import type { App } from "./create-app.ts";
import { findActiveRun } from "./live-run.ts";

export const AppContext = createContext<App | null>(null);

/** The app's state and actions. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("useApp outside of its provider");
  return app;
}

/** A part of the state; renders again when that part changes. */
export function useAppState<Part>(select: (state: AppState) => Part): Part {
  return useStore(useApp().store, select);
}

/** The settings, and how to change some of them. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const { models } = useApp();
  const settings = useAppState((state) => state.settings);
  return [settings, (change) => void models.changeSettings(change)];
}

/** The chat around; the one that does not exist yet outside of chats too. */
export const DraftKeyContext = createContext<DraftKey>("new");

/** The composer's name of the chat around. */
export function useDraftKey(): DraftKey {
  return useContext(DraftKeyContext);
}

/** The id of the chat around; undefined where it does not exist yet. */
export function useConversationId(): ConversationId | undefined {
  const key = useDraftKey();
  return key === "new" ? undefined : key;
}

/** The run that is under way in the chat around. */
export function useActiveRunId(): RunId | undefined {
  const key = useDraftKey();
  // The id and not the run: it stays the same with every word that arrives.
  return useAppState(({ runs }) => findActiveRun(runs, key)?.runId);
}

/** A part of the state of the composer around. */
export function useComposer<Part>(select: (composer: ComposerState) => Part): Part {
  const key = useDraftKey();
  return useAppState(({ composers }) => select(composers[key] ?? EMPTY_COMPOSER));
}

/** The model that is loaded; null while none is. */
export function useReadyModel(): Extract<ModelState, { readonly type: "ready" }> | null {
  return useAppState(({ modelState }) => (modelState.type === "ready" ? modelState : null));
}

/** True where the address has a script play the model. */
const isScripted = /[?&]engine=scripted\b/.test(globalThis.location?.search ?? "");

/** Whether what only developers need is shown: as the user chose, else for whoever plays scripts. */
export function useIsDeveloper(): boolean {
  return useAppState(({ settings }) => settings.developer ?? isScripted);
}
