import type { Directory } from "./directory.ts";

/** The part of the platform's `FileSystemObserver` that is used; few browsers have it yet. */
interface Observer {
  observe(root: Directory, options: { readonly recursive: boolean }): Promise<void>;
}

type ObserverClass = new (report: (records: readonly { readonly type: string }[]) => void) => Observer;

/** A change that the platform did not tell is noticed after so long all the same. */
const MAX_TRUST_MS = 300_000;

/** Says whether a folder may have changed since it was last looked at: always, where the browser does not tell. */
export class FolderWatch {
  readonly #observers: ObserverClass | undefined;
  readonly #now: () => number;
  #state: "idle" | "watching" | "blind" = "idle";
  #mayHaveChanged = true;
  #lookedAt = 0;

  constructor(now: () => number, observers: ObserverClass | undefined = findObservers()) {
    this.#now = now;
    this.#observers = observers;
  }

  /** True if the folder has to be looked at, which the caller then does. */
  async takeChange(root: Directory): Promise<boolean> {
    if (this.#state === "idle") await this.#start(root);
    const isDue = this.#state === "blind" || this.#mayHaveChanged || this.#now() - this.#lookedAt > MAX_TRUST_MS;
    if (!isDue) return false;
    this.#mayHaveChanged = false;
    this.#lookedAt = this.#now();
    return true;
  }

  /** A file was changed here, which the platform may tell only later. */
  noteChange(): void {
    this.#mayHaveChanged = true;
  }

  async #start(root: Directory): Promise<void> {
    if (this.#observers === undefined) {
      this.#state = "blind";
      return;
    }
    try {
      const observer = new this.#observers((records) => {
        this.#mayHaveChanged = true;
        // The folder was moved or its permission withdrawn: nothing more will be told.
        if (records.some(({ type }) => type === "errored")) this.#state = "blind";
      });
      await observer.observe(root, { recursive: true });
      this.#state = "watching";
    } catch {
      this.#state = "blind";
    }
  }
}

function findObservers(): ObserverClass | undefined {
  const found: unknown = Reflect.get(globalThis, "FileSystemObserver");
  return typeof found === "function" ? (found as ObserverClass) : undefined;
}
