import type { AppDeps, StateAccess } from "../app-state.ts";
import { findActiveRun } from "../live-run.ts";
import { type DraftKey, readComposer } from "./composer-state.ts";
import { toSendRequest } from "./to-send-request.ts";

/** A pause in writing after which the model reads what the question will follow. */
const PAUSE_MS = 400;

/** True while a message to this conversation would wait. For a model that loads it waits as an answer under way. */
export function isBusy(state: StateAccess, key: DraftKey): boolean {
  return readComposer(state, key).sending !== null || findActiveRun(state.get().runs, key) !== undefined;
}

/** Has the model read what a question will follow before it is sent. It only saves time: nothing waits for it. */
export function createReadAhead(deps: AppDeps, state: StateAccess) {
  /** The chat that is shown, or was written in last. */
  let shown: DraftKey = "new";
  let cancel: () => void = () => undefined;
  const read = (key: DraftKey): void => {
    const { draft } = readComposer(state, key);
    if (draft.text.trimStart().startsWith("/") || draft.attachments.length > 0 || isBusy(state, key)) return;
    if (state.get().modelState.type === "loading") return;
    deps.api.readAhead(toSendRequest(key, draft)).catch(() => undefined);
  };
  const readLater = (key: DraftKey, isWanted: () => boolean): void => {
    shown = key;
    cancel();
    // Whoever looks for a chat opens one after the other.
    cancel = deps.delay(PAUSE_MS, () => {
      if (isWanted()) read(key);
    });
  };
  return {
    /** A draft has changed. */
    noteChange: (key: DraftKey): void => readLater(key, () => readComposer(state, key).draft.text.trim() !== ""),
    /** A model was loaded: it reads what the question at hand will follow, also one that is not begun. */
    prepareModel: () => read(shown),
    /** A chat has been opened: the model reads what a question in it will follow. */
    prepareShown: (key: DraftKey): void => readLater(key, () => state.get().modelState.type === "ready"),
    /** An answer has ended: the model reads what stands between it and the next question. */
    prepareNext(key: DraftKey): void {
      shown = key;
      read(key);
    },
  };
}
