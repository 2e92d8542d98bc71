import type { Stores } from "../stores.ts";
import { createDiskState, type ReserveDeps } from "./disk-state.ts";

/** Methods that take something new in; the others finish, change or delete what is there. */
const ACCEPTING: ReadonlySet<string> = new Set([
  "memories.write",
  "memories.change",
  "memories.restore",
  "memories.restoreAll",
  "memories.merge",
  "stores.importEverything",
]);
const PARTS = ["conversations", "runs", "memories", "settings", "serverKey"] as const;
/** Calls that write nothing, and may be made whatever the log is like. */
const READING = /^(?:list|read|messages|search|find|count|set)/;

/**
 * Opens the stores, and tells a disk without room from data that is gone: where the database does not open, the reserve is
 * given back and it is opened again.
 */
export async function openWithReserve(open: () => Promise<Stores>, deps: ReserveDeps): Promise<Stores> {
  const stores = await open();
  if ((await stores.info()).durable) return withReserve(stores, deps);
  await deps.reserve.release();
  stores.close();
  const again = await open();
  if ((await again.info()).durable) return withReserve(again, deps);
  return (await deps.reserve.take()) ? again : withReserve(again, deps, true);
}

/**
 * Stores that take nothing in which they could not keep. When a write finds no room, the reserve is given back and the
 * write is made again; from then on questions, notes and imports are refused and `info` says so, until the reserve can
 * be taken again. Answers that are under way, changes and deletions go on in the room that became free. `closed` says that
 * these stores only stand for a database that a full disk keeps shut: they take nothing in before the page is reloaded.
 */
export function withReserve(stores: Stores, deps: ReserveDeps, closed = false): Stores {
  const { accept, keep, isTorn, isTight } = createDiskState(deps, closed);

  function guard<Part extends object>(part: Part, name: string): Part {
    return new Proxy(part, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        return (...given: readonly unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(member, target, given);
          if (ACCEPTING.has(`${name}.${String(key)}`) || isQuestion(key, given[0])) {
            return accept().then(() => keep(async () => call(), false));
          }
          const isReading = READING.test(String(key));
          if (isTorn() && !isReading) return keep(async () => call(), false);
          let result: unknown = call();
          if (!(result instanceof Promise)) return result;
          return keep(async () => {
            const made = result ?? call();
            result = null;
            return await made;
          }, isReading);
        };
      },
    });
  }

  const parts = Object.fromEntries(PARTS.map((name) => [name, guard(stores[name], name)]));
  const { importEverything, deleteEverything } = guard(stores, "stores");
  return {
    ...stores,
    ...(parts as Pick<Stores, (typeof PARTS)[number]>),
    importEverything,
    deleteEverything,
    info: async () => {
      const info = await stores.info();
      return (await isTight()) ? { ...info, failure: { code: closed ? "storage-closed" : "storage-tight" } } : info;
    },
  };
}

/** A turn with a question of the user's, and not only the answer to one. */
function isQuestion(key: string | symbol, turn: unknown): boolean {
  if (key !== "saveTurn" || typeof turn !== "object" || turn === null || !("messages" in turn)) return false;
  return Array.isArray(turn.messages) && turn.messages.some(({ role }: { readonly role: string }) => role === "user");
}
