import { createDeferred } from "../../platform/deferred.ts";
import { defined } from "../../protocol/defined.ts";
import type { MessageSeal } from "../../protocol/encryption/message-seal.ts";
import { toFields } from "../../protocol/json.ts";
import { type EngineMessage, toEngineMessage } from "./engine-message.ts";

/** A lock may come sooner than the last message of the tab that held it, by no more than this. */
export const GRACE_MS = 100;

/** A Web Lock that this tab holds. */
export interface HeldLock {
  /** Resolves if another tab took the lock away. */
  readonly taken: Promise<void>;
  release(): void;
}

/** The link between the workers of the app's tabs: Web Locks and one channel. */
export type TabLink = ReturnType<typeof openTabLink>;

/** Part of every name here: tabs of app versions that speak otherwise do not hear each other. */
const VERSION = "alcove-engine-1";

/** Messages that hold nothing of the user's, and tell nobody what to answer: a tab that is locked sends them as well. */
const OPEN: ReadonlySet<EngineMessage["type"]> = new Set(["hello", "state"]);

/**
 * Opens the link on the platform's Web Locks and BroadcastChannel. Every page of the origin hears the channel and speaks
 * on it: where there is a seal, prompts and answers are sent and taken with it only.
 */
export function openTabLink(locks: Pick<LockManager, "request">, self: string, readSeal: () => MessageSeal | null) {
  const channel = new BroadcastChannel(VERSION);
  const listeners = new Set<(message: EngineMessage) => void>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const seal = readSeal();
    const { sealed } = toFields(data);
    const isSealed = sealed instanceof Uint8Array;
    const message = toEngineMessage(isSealed ? seal?.open(sealed) : data);
    if (message === null || (seal !== null && !isSealed && !OPEN.has(message.type))) return;
    for (const deliver of [...listeners]) deliver(message);
  };
  // Held as long as this worker lives: others see its end by it.
  locks.request(toTabLock(self), () => new Promise(() => undefined)).catch(() => undefined);
  return {
    /** This worker, for as long as it lives. */
    self,
    /** Waits in line for a lock, or takes it from its holder. Null if the signal fired first or the browser refuses. */
    hold: (
      name: string,
      { signal, steal }: { readonly signal?: AbortSignal; readonly steal?: boolean } = {},
    ): Promise<HeldLock | null> =>
      new Promise((resolve) => {
        const { promise: released, resolve: release } = createDeferred();
        const { promise: taken, resolve: take } = createDeferred();
        const options: LockOptions = steal === true ? { steal } : defined({ signal });
        locks
          .request(`${VERSION} ${name}`, options, () => {
            resolve({ taken, release });
            return released;
          })
          .catch(() => {
            take();
            resolve(null);
          });
      }),
    /** Resolves when a tab has ended, or the signal fires. */
    untilEnded: async (tab: string, signal: AbortSignal): Promise<void> => {
      await locks.request(toTabLock(tab), { mode: "shared", signal }, async () => undefined).catch(() => undefined);
    },
    post: (message: EngineMessage): void => {
      const seal = readSeal();
      channel.postMessage(seal === null || OPEN.has(message.type) ? message : { sealed: seal.seal(message) });
    },
    /** Calls back for every message of other tabs; returns a function that ends it. */
    listen: (deliver: (message: EngineMessage) => void): (() => void) => {
      listeners.add(deliver);
      return () => void listeners.delete(deliver);
    },
  };
}

function toTabLock(tab: string): string {
  return `${VERSION} tab ${tab}`;
}
