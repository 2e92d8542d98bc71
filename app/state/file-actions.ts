import { type AppDeps, type DraftKey, EMPTY_DRAFT, type StateAccess, without } from "./app-state.ts";
import type { ToastActions } from "./toast-actions.ts";

export interface FileActions {
  /** Reads files, one after the other, into a draft; says of each that cannot go along why. */
  add(key: DraftKey, files: Iterable<File>): Promise<void>;
  /** Reads anew what waits in a draft because its reader could not be loaded. */
  readAgain(key: DraftKey): Promise<void>;
  /** Gives up a file that waits. */
  removeWaiting(key: DraftKey, file: File): void;
  /** Waits for files under way and tries once more to read those that wait. True when every file is in the draft. */
  complete(key: DraftKey): Promise<boolean>;
}

export function createFileActions(deps: AppDeps, state: StateAccess, toasts: ToastActions): FileActions {
  /** Files on their way into a draft. */
  const arriving = new Map<DraftKey, Promise<unknown>>();

  function setReading(key: DraftKey, change: (names: readonly string[]) => readonly string[]): void {
    state.set(({ reading }) => ({ reading: { ...reading, [key]: change(reading[key] ?? []) } }));
  }

  function setWaiting(key: DraftKey, change: (files: readonly File[]) => readonly File[]): void {
    state.set(({ waitingFiles }) => {
      const files = change(waitingFiles[key] ?? []);
      return { waitingFiles: files.length === 0 ? without(waitingFiles, key) : { ...waitingFiles, [key]: files } };
    });
  }

  async function read(key: DraftKey, file: File): Promise<void> {
    const { name } = file;
    setReading(key, (names) => [...names, name]);
    try {
      const found = await (await deps.loadFileReader())(file);
      if (!found.ok) return toasts.show({ text: `attachment.${found.refusal}`, values: { name } });
      state.set(({ drafts }) => {
        const draft = drafts[key] ?? EMPTY_DRAFT;
        return { drafts: { ...drafts, [key]: { ...draft, attachments: [...draft.attachments, found.attachment] } } };
      });
    } catch {
      setWaiting(key, (files) => [...files, file]);
    } finally {
      setReading(key, (names) => names.toSpliced(names.indexOf(name), 1));
    }
  }

  async function readAll(key: DraftKey, files: readonly File[]): Promise<void> {
    for (const file of files) await read(key, file);
  }

  async function add(key: DraftKey, files: Iterable<File>): Promise<void> {
    // A drop's or a paste's list is empty once its event is over.
    const reading = readAll(key, [...files]);
    const all = Promise.all([arriving.get(key), reading]).finally(() => {
      if (arriving.get(key) === all) arriving.delete(key);
    });
    arriving.set(key, all);
    await reading;
  }

  async function readAgain(key: DraftKey): Promise<void> {
    const files = state.get().waitingFiles[key] ?? [];
    setWaiting(key, () => []);
    await add(key, files);
  }

  return {
    add,
    readAgain,
    removeWaiting(key, file) {
      setWaiting(key, (files) => files.filter((each) => each !== file));
    },
    async complete(key) {
      await arriving.get(key);
      if (key in state.get().waitingFiles) await readAgain(key);
      await arriving.get(key);
      return !(key in state.get().waitingFiles);
    },
  };
}
