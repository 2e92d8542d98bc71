import { createStore, type StoreApi } from "zustand/vanilla";
import type { App } from "../../state/create-app.ts";
import { createNarrator, type Narrator } from "./narrator.ts";
import { readAlong } from "./read-along.ts";

/** The page's one narrator. */
export const narrator: Narrator = createNarrator();

/** The chats whose answers are read aloud, until the page is closed. */
export const readChats: StoreApi<Readonly<Record<string, () => void>>> = createStore(() => ({}));

/** Reads the answers of a chat aloud from now on, or no longer. */
export function toggleReadAlong(app: Pick<App, "store">, conversationId: string, language: string): void {
  const { [conversationId]: end, ...others } = readChats.getState();
  end?.();
  const begun = end === undefined && { [conversationId]: readAlong(app, narrator, { conversationId, language }) };
  readChats.setState({ ...others, ...begun }, true);
}

// Before the chat takes the key: it would stop the answer.
globalThis.addEventListener?.(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || narrator.state.getState().reading === null) return;
    narrator.stop();
    event.preventDefault();
  },
  { capture: true },
);
