import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { type BrowserFacts, retireWriteLog } from "./retire-write-log.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

function toBrowser(facts: { userAgent?: string; held?: readonly string[]; free?: number }): BrowserFacts {
  return {
    userAgent: facts.userAgent ?? CHROME,
    locks: {
      query: async () => ({ held: (facts.held ?? []).map((name) => ({ name })) }),
      request: async () => undefined,
    },
    storage: { estimate: async () => ({ usage: 0, quota: facts.free ?? 10_000_000_000 }) },
  };
}

/** How many values are left in the database of noise; null where there is none. */
async function countNoise(): Promise<number | null> {
  if (!(await indexedDB.databases()).some(({ name }) => name === "alcove-padding")) return null;
  const database = await openDB("alcove-padding");
  const count = await database.count("noise");
  database.close();
  return count;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe("putting the write log aside", () => {
  it("leaves nothing of what it wrote", async () => {
    expect(await retireWriteLog(toBrowser({}))).toBe(true);
    expect(await countNoise()).toBe(0);
  });

  it.each([
    ["in browsers that have no such log", { userAgent: FIREFOX }],
    ["while another tab has the storage open", { held: ["alcove-storage-open"] }],
    ["where there is little room", { free: 50_000_000 }],
  ])("writes nothing %s", async (_, facts) => {
    expect(await retireWriteLog(toBrowser(facts))).toBe(false);
    expect(await countNoise()).toBeNull();
  });
});
