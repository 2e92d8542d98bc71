import type { Directory } from "../directory.ts";

/** The platform's report of a change. */
export interface ChangeRecord {
  readonly type: string;
  readonly changedHandle?: { readonly kind: string } | null;
  readonly relativePathComponents?: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}

/** The part of the platform's `FileSystemObserver` that is used; few browsers have it yet. */
interface Observer {
  observe(root: Directory, options: { readonly recursive: boolean }): Promise<void>;
}

type ObserverClass = new (report: (records: readonly ChangeRecord[]) => void) => Observer;

/** The parts of a folder that have to be looked at. */
export type FolderChanges =
  | { readonly type: "none" | "all" }
  | { readonly type: "some"; readonly paths: readonly string[] };

/** A change that the platform did not tell is noticed after so long all the same. */
const MAX_TRUST_MS = 300_000;
/** With more changed files the whole folder is looked at. */
const MAX_PATHS = 1000;
/** Where nothing tells of changes, looking at the folder takes at most this share of the time. */
const LOOKING_SHARE = 10;

/** Says what of a folder may have changed since it was last looked at; all of it, where the browser does not tell. */
export class FolderWatch {
  readonly #observers: ObserverClass | undefined;
  readonly #now: () => number;
  #state: "idle" | "watching" | "blind" = "idle";
  #isAllDue = true;
  #paths = new Set<string>();
  #lookedAt = 0;
  #lookingMs = 0;

  constructor(now: () => number, observers: ObserverClass | undefined = findObservers()) {
    this.#now = now;
    this.#observers = observers;
  }

  /** Hands over the changes that the caller then looks at. */
  async takeChanges(root: Directory): Promise<FolderChanges> {
    if (this.#state === "idle") await this.#start(root);
    const age = this.#now() - this.#lookedAt;
    const trustMs = this.#state === "blind" ? this.#lookingMs * LOOKING_SHARE : MAX_TRUST_MS;
    const isBlindDue = this.#state === "blind" && age >= trustMs;
    const paths = [...this.#paths];
    this.#paths.clear();
    if (this.#isAllDue || isBlindDue || age > trustMs || paths.length > MAX_PATHS) {
      this.#isAllDue = false;
      this.#lookedAt = this.#now();
      this.#lookingMs = 0;
      return { type: "all" };
    }
    return paths.length === 0 ? { type: "none" } : { type: "some", paths };
  }

  /** The whole folder was looked at. */
  noteLooked(): void {
    this.#lookingMs = this.#now() - this.#lookedAt;
    this.#lookedAt = this.#now();
  }

  /** Files were changed here, which the platform may tell only later; without paths any file may have been. */
  noteChange(paths?: readonly string[]): void {
    if (paths === undefined) this.#isAllDue = true;
    else for (const path of paths) this.#paths.add(path);
  }

  async #start(root: Directory): Promise<void> {
    if (this.#observers === undefined) {
      this.#state = "blind";
      return;
    }
    try {
      const observer = new this.#observers((records) => {
        for (const record of records) this.#take(record);
      });
      await observer.observe(root, { recursive: true });
      this.#state = "watching";
    } catch {
      this.#state = "blind";
    }
  }

  #take({ type, changedHandle, relativePathComponents, relativePathMovedFrom }: ChangeRecord): void {
    // The folder was moved or its permission withdrawn: nothing more will be told.
    if (type === "errored") this.#state = "blind";
    const path = relativePathComponents?.join("/") ?? "";
    if (changedHandle?.kind !== "file" && type !== "disappeared") this.#isAllDue = true;
    else if (type === "unknown" || type === "errored" || path === "") this.#isAllDue = true;
    else {
      this.#paths.add(path);
      const from = relativePathMovedFrom?.join("/") ?? "";
      if (from !== "") this.#paths.add(from);
    }
  }
}

function findObservers(): ObserverClass | undefined {
  const found: unknown = Reflect.get(globalThis, "FileSystemObserver");
  return typeof found === "function" ? (found as ObserverClass) : undefined;
}
