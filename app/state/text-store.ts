/** Small texts that outlive a reload (drafts, whether the sidebar is open). Losing them is harmless. */
export interface TextStore {
  read(key: string): string;
  write(key: string, text: string): void;
}

/** Over the browser's `localStorage`, where it has one. */
export function openTextStore(): TextStore {
  try {
    return createTextStore(localStorage);
  } catch {
    return createTextStore(undefined);
  }
}

/** Over the browser's `localStorage`; forgets everything where the browser refuses it. */
export function createTextStore(storage: Storage | undefined): TextStore {
  return {
    read(key) {
      try {
        return storage?.getItem(`alcove.${key}`) ?? "";
      } catch {
        return "";
      }
    },
    write(key, text) {
      try {
        if (text === "") storage?.removeItem(`alcove.${key}`);
        else storage?.setItem(`alcove.${key}`, text);
      } catch {
        // A full or refused store only costs the draft.
      }
    },
  };
}
