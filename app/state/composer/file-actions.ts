import type { AppDeps, StateAccess } from "../app-state.ts";
import type { ToastActions } from "../toast-actions.ts";
import { type DraftKey, readComposer, updateComposer } from "./composer-state.ts";

/** Reading files into drafts. */
export type FileActions = ReturnType<typeof createFileActions>;

export function createFileActions(deps: AppDeps, state: StateAccess, toasts: ToastActions) {
  /** Files that are being read. */
  const arriving = new Map<DraftKey, Promise<unknown>>();

  /** Reads files into a draft, one after the other; says of each that cannot be attached why. */
  async function add(key: DraftKey, files: Iterable<File>): Promise<void> {
    // A drop's or a paste's list is empty once its event is over.
    const reading = readAll(key, [...files]);
    const all = Promise.all([arriving.get(key), reading]).finally(() => {
      if (arriving.get(key) === all) arriving.delete(key);
    });
    arriving.set(key, all);
    await reading;
  }

  async function readAll(key: DraftKey, files: readonly File[]): Promise<void> {
    for (const file of files) await readIntoDraft(deps, state, toasts, key, file);
  }

  /** Reads the waiting files again. */
  async function readAgain(key: DraftKey): Promise<void> {
    const { waitingFiles } = readComposer(state, key);
    updateComposer(state, key, { waitingFiles: [] });
    await add(key, waitingFiles);
  }

  return {
    add,
    readAgain,
    /** Removes a waiting file. */
    removeWaiting(key: DraftKey, file: File): void {
      updateComposer(state, key, ({ waitingFiles }) => ({
        waitingFiles: waitingFiles.filter((each) => each !== file),
      }));
    },
    /** Waits for the files that are being read and reads the waiting ones again. True when every file is in the draft. */
    async complete(key: DraftKey): Promise<boolean> {
      await arriving.get(key);
      if (readComposer(state, key).waitingFiles.length > 0) await readAgain(key);
      await arriving.get(key);
      return readComposer(state, key).waitingFiles.length === 0;
    },
  };
}

async function readIntoDraft(
  { loadFileReader }: AppDeps,
  state: StateAccess,
  toasts: ToastActions,
  key: DraftKey,
  file: File,
): Promise<void> {
  const { name } = file;
  updateComposer(state, key, ({ readingFiles }) => ({ readingFiles: [...readingFiles, name] }));
  try {
    const read = await (await loadFileReader())(file, state.get().modelState);
    if (!read.ok) return toasts.show({ text: `attachment.${read.refusal}`, values: { name } });
    updateComposer(state, key, ({ draft }) => ({
      draft: { ...draft, attachments: [...draft.attachments, read.attachment] },
    }));
  } catch {
    updateComposer(state, key, ({ waitingFiles }) => ({ waitingFiles: [...waitingFiles, file] }));
  } finally {
    updateComposer(state, key, ({ readingFiles }) => ({
      readingFiles: readingFiles.toSpliced(readingFiles.indexOf(name), 1),
    }));
  }
}
