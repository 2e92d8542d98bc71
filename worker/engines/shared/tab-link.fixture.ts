import type { EngineMessage } from "./engine-message.ts";
import type { HeldLock, TabLink } from "./tab-link.ts";

/** A browser's tabs as far as their links go, in memory. */
export interface TestTabs {
  open(name: string): TabLink;
  /** The tab is gone at once, as when it is closed. */
  close(name: string): void;
  /** The tab hears nothing and says nothing, as when the browser has frozen it. */
  freeze(name: string): void;
}

interface Waiting {
  readonly tab: string;
  grant(): void;
}

interface Lock {
  holder: { readonly tab: string; readonly take: () => void } | null;
  readonly line: Waiting[];
}

export function createTestTabs(): TestTabs {
  const locks = new Map<string, Lock>();
  const listeners = new Map<string, Set<(message: EngineMessage) => void>>();
  const ends = new Map<string, (() => void)[]>();
  const gone = new Set<string>();

  const readLock = (name: string): Lock => {
    const lock = locks.get(name) ?? { holder: null, line: [] };
    locks.set(name, lock);
    return lock;
  };
  const grantNext = (lock: Lock): void => {
    if (lock.holder === null) lock.line.shift()?.grant();
  };
  const hold = (tab: string): TabLink["hold"] => {
    return (name, { signal, steal } = {}) =>
      new Promise((resolve) => {
        const lock = readLock(name);
        const grant = (): void => {
          let take: () => void = () => undefined;
          const taken = new Promise<void>((resolveTaken) => {
            take = resolveTaken;
          });
          const holder = { tab, take };
          lock.holder = holder;
          const held: HeldLock = {
            taken,
            release: () => {
              if (lock.holder !== holder) return;
              lock.holder = null;
              grantNext(lock);
            },
          };
          resolve(held);
        };
        if (steal === true) {
          lock.holder?.take();
          grant();
          return;
        }
        const place = { tab, grant };
        lock.line.push(place);
        signal?.addEventListener("abort", () => {
          const at = lock.line.indexOf(place);
          if (at === -1) return;
          lock.line.splice(at, 1);
          resolve(null);
        });
        grantNext(lock);
      });
  };

  return {
    open: (tab) => {
      listeners.set(tab, new Set());
      return {
        self: tab,
        hold: hold(tab),
        untilEnded: (other, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(), { once: true });
            if (gone.has(other)) resolve();
            else ends.set(other, [...(ends.get(other) ?? []), resolve]);
          }),
        post: (message) => {
          if (gone.has(tab)) return;
          const sent = structuredClone(message);
          setTimeout(() => {
            for (const [other, deliver] of listeners) {
              if (other !== tab) for (const each of [...deliver]) each(sent);
            }
          });
        },
        listen: (deliver) => {
          listeners.get(tab)?.add(deliver);
          return () => void listeners.get(tab)?.delete(deliver);
        },
      };
    },
    close: (tab) => {
      gone.add(tab);
      listeners.delete(tab);
      for (const lock of locks.values()) {
        lock.line.splice(0, lock.line.length, ...lock.line.filter((place) => place.tab !== tab));
        if (lock.holder?.tab !== tab) continue;
        lock.holder = null;
        grantNext(lock);
      }
      for (const end of ends.get(tab) ?? []) end();
    },
    freeze: (tab) => {
      gone.add(tab);
      listeners.delete(tab);
    },
  };
}
