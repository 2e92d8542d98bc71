import { createValueCache, type ValueCache } from "../../platform/value-cache.ts";
import { toFields } from "../../protocol/json.ts";

/**
 * A record outside the database that reveals a silently emptied one. Chromium 156 opens a database with damaged files
 * as a new, empty one without an error.
 */
export interface SentinelMark {
  readonly databaseId: string;
  /** Recent number of conversations and memories. */
  readonly records: number;
}

/** Storage for the mark outside IndexedDB. Neither method throws: without it the app works, unguarded. */
export interface Sentinel {
  read(): Promise<SentinelMark | null>;
  write(mark: SentinelMark): Promise<void>;
}

/** Keeps the mark in the Cache API, the one other storage that a worker reaches everywhere. */
export class CacheSentinel implements Sentinel {
  readonly #cache: ValueCache;

  constructor(databaseName: string) {
    this.#cache = createValueCache(globalThis, `${databaseName}-sentinel`);
  }

  async read(): Promise<SentinelMark | null> {
    return toMark(await this.#cache.read(toMarkUrl()));
  }

  write(mark: SentinelMark): Promise<void> {
    return this.#cache.write(toMarkUrl(), mark);
  }
}

/** Absolute, because a worker started from a blob cannot resolve relative addresses. */
function toMarkUrl(): string {
  return `${globalThis.origin}/sentinel.json`;
}

function toMark(value: unknown): SentinelMark | null {
  const { databaseId, records } = toFields(value);
  if (typeof databaseId !== "string" || typeof records !== "number") return null;
  return { databaseId, records };
}
