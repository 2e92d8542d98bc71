import { attempt } from "../../worker/protocol/attempt.ts";

/** Set while what the worker keeps is encrypted: the language of the page that asks for the passphrase. */
export const ENCRYPTED = "encrypted";

/** Small texts that outlive a reload (drafts, whether the sidebar is open). Losing them is harmless. */
export type TextStore = ReturnType<typeof createTextStore>;

/** Over the browser's `localStorage`, where it has one. */
export function openTextStore(): TextStore {
  return createTextStore(attempt(() => localStorage) ?? undefined);
}

/**
 * Over the browser's `localStorage`; forgets everything where the browser refuses it. While the rest is encrypted, it
 * takes no drafts.
 */
export function createTextStore(storage: Storage | undefined) {
  return {
    read: (key: string): string => attempt(() => storage?.getItem(`alcove.${key}`)) ?? "",
    write(key: string, text: string): void {
      // A full or refused store only costs the draft.
      attempt(() => {
        const isSecret = key.startsWith("draft") && storage?.getItem(`alcove.${ENCRYPTED}`);
        if (text === "" || isSecret) storage?.removeItem(`alcove.${key}`);
        else storage?.setItem(`alcove.${key}`, text);
      });
    },
  };
}

/** Names the text that holds the model to download beside the loaded one; every tab of this browser reads it. */
export const WANTED_MODEL = "wanted-model";
/** Names the text that holds the conversation and the answer for whose question a larger model is being got. */
export const KEPT_QUESTION = "kept-question";
