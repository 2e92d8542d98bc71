import { openDB } from "idb";

/** The parts of `navigator` used here. */
export interface BrowserFacts {
  readonly userAgent: string;
  readonly locks: {
    query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
    request(name: string, options: { readonly mode: "shared" }, hold: () => Promise<void>): Promise<unknown>;
  };
  readonly storage: { estimate(): Promise<{ readonly usage?: number; readonly quota?: number }> };
}

/**
 * LevelDB begins a new log once 4 MiB are in the one before (its `write_buffer_size`), and reads the one before again at
 * the next opening until a table has been made of it. It begins a third one only then: so this fills two.
 */
const PADDING_BYTES = 9_000_000;
/** Chromium moves values of 64 KiB and more out of the log, into files of their own. */
const VALUE_BYTES = 50_000;
const VALUES_A_TRANSACTION = 10;
/** With less quota left than this, the space is worth more than the protection. */
const SPARE_BYTES = 100_000_000;
const CHROMIUM = /Chrom(?:e|ium)\//;
/**
 * LevelDB merges its newest tables once there are four, each of 4 MiB, and takes them in turn: this makes it do so some four
 * times, so that the tables with what was deleted have their turn. What it has merged it deletes when nothing reads it any more,
 * at the latest when the database is next opened (Chromium 156).
 */
const SCRUB_BYTES = 64_000_000;
const LOCK = "alcove-storage-open";

/**
 * Makes Chromium put its write log aside, and answers whether it did. Chromium keeps IndexedDB in LevelDB and goes on
 * writing the log of the session before (`reuse_logs`), also where a killed browser left its last record torn. What is
 * written behind a torn record is taken for damage by the opening after the next, and Chromium then deletes the whole
 * database (seen with Chromium 156; `e2e/storage-torn.spec.ts` tears a log). A log that is full is put aside with all
 * that is in it, so this fills it and the next, in a database of its own that is emptied at once. Other browsers keep theirs in
 * SQLite and need nothing. Does nothing where another tab has the storage open: the browser has lived on since then.
 * Rejects where the storage does; nothing is lost by that.
 */
export async function retireWriteLog(browser: BrowserFacts): Promise<boolean> {
  if (!CHROMIUM.test(browser.userAgent)) return false;
  const { held = [] } = await browser.locks.query();
  // Held for as long as this worker lives.
  void browser.locks.request(LOCK, { mode: "shared" }, () => new Promise(() => undefined)).catch(() => undefined);
  if (held.some(({ name }) => name === LOCK)) return false;
  const { quota = 0, usage = 0 } = await browser.storage.estimate();
  if (quota - usage < SPARE_BYTES) return false;

  await fillWriteLogs(PADDING_BYTES);
  return true;
}

/**
 * Makes Chromium drop what was deleted from its files, where it would stay readable until it happens to tidy up: so
 * much noise is written behind it, and deleted, that the tables with it are written anew. Other browsers overwrite in place.
 */
export async function scrubDeleted(browser: Pick<BrowserFacts, "userAgent">): Promise<void> {
  if (CHROMIUM.test(browser.userAgent)) await fillWriteLogs(SCRUB_BYTES);
}

async function fillWriteLogs(bytes: number): Promise<void> {
  const database = await openDB("alcove-padding", 1, {
    upgrade: (upgraded) => void upgraded.createObjectStore("noise"),
  });
  try {
    for (let key = 0; key * VALUE_BYTES < bytes; key += VALUES_A_TRANSACTION) {
      const transaction = database.transaction("noise", "readwrite", { durability: "relaxed" });
      // Chromium compresses what repeats itself.
      const puts = Array.from({ length: VALUES_A_TRANSACTION }, (_, value) =>
        transaction.store.put(crypto.getRandomValues(new Uint8Array(VALUE_BYTES)), key + value),
      );
      await Promise.all([...puts, transaction.done]);
    }
    await database.clear("noise");
  } finally {
    database.close();
  }
}
