import { createValueCache } from "../../platform/value-cache.ts";
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

export type Sentinel = ReturnType<typeof createSentinel>;

/**
 * Keeps the mark in the Cache API, the one other storage that a worker reaches everywhere. Neither method throws: without it
 * the app works, unguarded.
 */
export function createSentinel(databaseName: string) {
  const cache = createValueCache(globalThis, `${databaseName}-sentinel`);
  // Absolute, because a worker started from a blob cannot resolve relative addresses.
  const url = `${globalThis.origin}/sentinel.json`;
  return {
    read: async (): Promise<SentinelMark | null> => toMark(await cache.read(url)),
    write: (mark: SentinelMark): Promise<void> => cache.write(url, mark),
  };
}

function toMark(value: unknown): SentinelMark | null {
  const { databaseId, records } = toFields(value);
  if (typeof databaseId !== "string" || typeof records !== "number") return null;
  return { databaseId, records };
}
