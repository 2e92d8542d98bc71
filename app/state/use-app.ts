import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { AppState } from "./app-state.ts";
import { type ComposerState, type DraftKey, EMPTY_COMPOSER } from "./composer/composer-state.ts";
import type { App } from "./create-app.ts";

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

/** A part of a composer's state. */
export function useComposer<Part>(key: DraftKey, select: (composer: ComposerState) => Part): Part {
  return useAppState(({ composers }) => select(composers[key] ?? EMPTY_COMPOSER));
}

/** True where the address has a script play the model. */
const isScripted = /[?&]engine=scripted\b/.test(globalThis.location?.search ?? "");

/** Whether what only developers need is shown: as the user chose, else for whoever plays scripts. */
export function useIsDeveloper(): boolean {
  return useAppState(({ settings }) => settings.developer ?? isScripted);
}
