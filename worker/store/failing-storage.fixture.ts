/** How the chosen storage call fails. */
export type FaultKind =
  /** The call itself throws, as it does for a closed connection or a broken backing store. */
  | "throw"
  /** The transaction is aborted under it, as it is over quota or on a disk error. */
  | "abort"
  /** Nothing works from then on, as for a device that stops. */
  | "end";

/** A storage in which one call fails. */
export interface FailingStorage {
  /** Calls so far. */
  readonly calls: number;
  /** True once the fault has happened. */
  readonly struck: boolean;
  restore(): void;
}

const METHODS = {
  IDBDatabase: ["transaction"],
  IDBObjectStore: [
    "put",
    "add",
    "delete",
    "clear",
    "get",
    "getKey",
    "getAll",
    "getAllKeys",
    "count",
    "openCursor",
    "openKeyCursor",
    "createIndex",
  ],
  IDBIndex: ["get", "getKey", "getAll", "getAllKeys", "count", "openCursor", "openKeyCursor"],
  // Not `continue`: idb knows it by identity and would no longer wait for it.
  IDBCursor: ["update"],
  IDBFactory: ["deleteDatabase"],
} as const;

/** Makes the `failAt`-th call of any IndexedDB method fail, counted from 1; 0 only counts. */
export function failStorageCall(failAt: number, kind: FaultKind): FailingStorage {
  const undo: (() => void)[] = [];
  const state = {
    calls: 0,
    struck: false,
    restore() {
      for (const step of undo.splice(0)) step();
    },
  };
  for (const [type, methods] of Object.entries(METHODS)) {
    const prototype: object = Reflect.get(Reflect.get(globalThis, type), "prototype");
    for (const method of methods) {
      const original: unknown = Reflect.get(prototype, method);
      if (typeof original !== "function") throw new TypeError(`${type} has no ${method}`);
      const failing = function (this: unknown, ...args: unknown[]): unknown {
        // Made by the stand-in for Node itself, where a browser has no call at all.
        if (args[1] === "versionchange") return Reflect.apply(original, this, args);
        state.calls += 1;
        const isDown = kind === "end" && state.struck;
        if (state.calls !== failAt && !isDown) return Reflect.apply(original, this, args);
        state.struck = true;
        if (kind === "abort" && type !== "IDBDatabase" && type !== "IDBFactory") {
          const result: unknown = Reflect.apply(original, this, args);
          transactionOf(this).abort();
          return result;
        }
        throw new DOMException(`Injected at call ${failAt} (${type}.${method})`, "UnknownError");
      };
      Reflect.set(prototype, method, failing);
      undo.push(() => Reflect.set(prototype, method, original));
    }
  }
  return state;
}

function transactionOf(target: unknown): IDBTransaction {
  if (target instanceof IDBObjectStore) return target.transaction;
  if (target instanceof IDBIndex) return target.objectStore.transaction;
  if (target instanceof IDBCursor) {
    return target.source instanceof IDBObjectStore ? target.source.transaction : target.source.objectStore.transaction;
  }
  throw new TypeError("a store, an index or a cursor was expected");
}
