import type { AppDeps, StateAccess } from "../app-state.ts";
import { type DraftKey, readComposer } from "./composer-state.ts";
import { toSendRequest } from "./to-send-request.ts";

/** A pause in writing after which the model reads what the question will follow. */
const PAUSE_MS = 400;

/** Has the model read what a question will follow before it is sent. It only saves time: nothing waits for it. */
export interface ReadAhead {
  /** A draft has changed. */
  noteChange(key: DraftKey): void;
  /** See `ComposerActions`. */
  prepareModel(): void;
  prepareShown(key: DraftKey): void;
  prepareNext(key: DraftKey): void;
}

export function createReadAhead(deps: AppDeps, state: StateAccess, isBusy: (key: DraftKey) => boolean): ReadAhead {
  /** The chat that is shown, or was written in last. */
  let shown: DraftKey = "new";
  let cancel: () => void = () => undefined;
  const read = (key: DraftKey): void => {
    const { draft } = readComposer(state, key);
    if (draft.text.trimStart().startsWith("/") || draft.attachments.length > 0 || isBusy(key)) return;
    deps.api.readAhead(toSendRequest(key, draft)).catch(() => undefined);
  };
  return {
    noteChange(key) {
      shown = key;
      cancel();
      cancel = deps.delay(PAUSE_MS, () => {
        if (readComposer(state, key).draft.text.trim() !== "") read(key);
      });
    },
    prepareModel: () => read(shown),
    prepareShown(key) {
      shown = key;
      cancel();
      // Whoever looks for a chat opens one after the other.
      cancel = deps.delay(PAUSE_MS, () => {
        if (state.get().modelState.type === "ready") read(key);
      });
    },
    prepareNext(key) {
      shown = key;
      read(key);
    },
  };
}
