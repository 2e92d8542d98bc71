import { attempt } from "../../worker/protocol/attempt.ts";
import type { EngineId, ModelState } from "../../worker/protocol/model.ts";
import type { TextStore } from "../state/text-store.ts";

/** The locks of this origin's pages, as far as they are asked for here. */
export type PageLocks = Pick<LockManager, "request" | "query">;

interface Mark {
  readonly modelId: string;
  readonly engine: EngineId;
  /** Loads in a row that were begun and have not ended, the one at hand among them. */
  readonly loads: number;
  /** A lock that the page holds for as long as it lives. */
  readonly lock: string;
}

const KEY = "load-mark";
const MAX_UNFINISHED = 2;
/** Engines that can take the tab or the GPU along. */
const GUARDED: ReadonlySet<EngineId> = new Set(["webllm", "wllama"]);

/**
 * Remembers that a model's load was begun and forgets it when the load ended, well or with a failure. What is still
 * remembered at the next start ended with its tab or its worker: after two of those in a row the model is not loaded by
 * itself, or it could end the page at every start. A load that another tab is still busy with is no bad sign.
 */
export async function openLoadGuard(texts: TextStore, locks?: PageLocks) {
  const kept = parseMark(texts.read(KEY));
  let left = kept !== null && (await isHeld(kept.lock, locks)) ? null : kept;
  let open: Mark | null = null;
  let lock: string | null = null;

  const holdLock = (): string => {
    if (lock === null) {
      lock = `alcove-load-${crypto.randomUUID()}`;
      void locks?.request(lock, () => new Promise(() => undefined))?.catch(() => undefined);
    }
    return lock;
  };
  const show = (mark: Mark | null): void => texts.write(KEY, mark === null ? "" : JSON.stringify(mark));
  /** The page goes in peace: a load that is open now says nothing of the model. */
  const rest = (): void => {
    if (open === null) return;
    open = null;
    show(left);
  };

  return {
    /** The agent is about to start: a load that is open now ended with its worker. Returns the model to hold back. */
    begin: (): string | null => {
      if (open !== null) left = open;
      open = null;
      return left !== null && left.loads >= MAX_UNFINISHED ? left.modelId : null;
    },
    rest,
    /** Takes in where the model stands; `watched` is false while nobody sees the page. */
    follow: (state: ModelState, watched: boolean): void => {
      if (state.type !== "loading") {
        // The same model with another engine proves nothing.
        const isOver = open !== null && left?.modelId === open.modelId && left.engine === open.engine;
        if (isOver) left = null;
        rest();
        return;
      }
      const { modelId, choice, progress } = state;
      // A step that only fetches and reads files is left alone: people leave in the middle of it.
      const isRisky = GUARDED.has(choice.engine) && progress.type !== "download" && progress.type !== "verify";
      if (!isRisky || !watched) {
        rest();
        return;
      }
      if (open?.modelId === modelId && open.engine === choice.engine) return;
      const loads = left?.modelId === modelId && left.engine === choice.engine ? left.loads : 0;
      open = { modelId, engine: choice.engine, loads: loads + 1, lock: holdLock() };
      show(open);
    },
  };
}

async function isHeld(name: string, locks: PageLocks | undefined): Promise<boolean> {
  const found = await locks?.query().catch(() => null);
  return found?.held?.some((lock) => lock.name === name) === true;
}

function parseMark(text: string): Mark | null {
  const mark: Mark | null = text === "" ? null : attempt(() => JSON.parse(text));
  return typeof mark?.modelId === "string" && Number.isInteger(mark.loads) ? mark : null;
}
