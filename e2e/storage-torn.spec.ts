import { existsSync, mkdtempSync, readdirSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { removeFolder } from "./harness/remove-folder.ts";
import {
  killBrowser,
  openProfile,
  openStoragePage,
  type StoragePage,
  serveStoragePage,
} from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** Bytes that the kill is made to have kept from the disk: a part of the log's last record. */
const TORN_BYTES = 60;

/** A profile folder with the page's address, for one test. */
async function withProfile(work: (profile: string, url: string) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "alcove-torn-"));
  const server = await serveStoragePage();
  try {
    await work(profile, server.url);
  } finally {
    server.close();
    await removeFolder(profile);
  }
}

/** Tears the last record of Chromium's log of what is not in its tables yet, and returns the log's path. */
function tearLog(profile: string): string {
  const files = readdirSync(join(profile, "Default/IndexedDB"), { recursive: true, withFileTypes: true });
  const [log] = files.filter(({ name }) => name.endsWith(".log"));
  if (log === undefined) throw new Error("The profile has no write log.");
  const path = join(log.parentPath, log.name);
  truncateSync(path, statSync(path).size - TORN_BYTES);
  return path;
}

/** Lets the page write until something is acknowledged. */
async function write(storage: StoragePage, round: number): Promise<void> {
  await storage.emit({ type: "write-on", from: round * 100_000, tab: "t" });
  await expect.poll(() => storage.acks.length, { intervals: [5], timeout: 60_000 }).toBeGreaterThan(3);
}

test("a record torn by a kill costs nothing that was acknowledged, however often the browser is started after", async () => {
  test.setTimeout(900_000);
  await withProfile(async (profile, url) => {
    let log = "";
    /** Opens, checks, writes at once and is killed at the first acknowledgements; answers with those of turns. */
    const live = async (round: number, turns: readonly string[]): Promise<readonly string[]> => {
      const context = await openProfile(profile);
      const storage = await openStoragePage(context, url);
      await storage.ask({ type: "open" });
      const check = { type: "check", turns, memories: [], deleted: [] } as const;
      expect(await storage.ask(check), `at opening ${round}`).toMatchObject({ problems: [] });
      await write(storage, round);
      // Before the first acknowledgement, the torn log must be out of the way.
      expect(existsSync(log), `at opening ${round}`).toBe(false);
      await killBrowser(context);
      return storage.acks.filter(({ ack }) => ack === "turn").map(({ name }) => name);
    };
    // Of the first round's records the last may be the torn one.
    const kept = [...(await live(0, []))].slice(0, -2);
    log = tearLog(profile);
    for (const round of [1, 2, 3]) kept.push(...(await live(round, kept)));
    expect(kept.length).toBeGreaterThan(0);
  });
});

test("a database that the browser deleted for a torn record is told as such, in the browser's own words", async () => {
  test.setTimeout(900_000);
  await withProfile(async (profile, url) => {
    for (const round of [0, 1]) {
      const context = await openProfile(profile);
      const storage = await openStoragePage(context, url);
      await storage.ask({ type: "open", cured: false });
      await write(storage, round);
      await killBrowser(context);
      if (round === 0) tearLog(profile);
    }
    const context = await openProfile(profile);
    const storage = await openStoragePage(context, url);
    expect(await storage.ask({ type: "open" })).toMatchObject({
      info: { failure: { code: "storage-lost", detail: expect.stringContaining("the browser deleted the database") } },
    });
    await context.close();
  });
});
