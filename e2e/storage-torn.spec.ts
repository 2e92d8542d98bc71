import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { killBrowser, openProfile, openStoragePage, serveStoragePage } from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** Bytes that the kill is made to have kept from the disk: a part of the log's last record. */
const TORN_BYTES = 60;

/** Chromium's log of what is not in its tables yet. */
function findLog(profile: string): string {
  const files = readdirSync(join(profile, "Default/IndexedDB"), { recursive: true, withFileTypes: true });
  const [log] = files.filter(({ name }) => name.endsWith(".log"));
  if (log === undefined) throw new Error("The profile has no write log.");
  return join(log.parentPath, log.name);
}

test("a record torn by a kill costs nothing that was acknowledged, however often the browser is started after", async () => {
  test.setTimeout(90_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-torn-"));
  const server = await serveStoragePage();
  /** Opens, checks, writes for a moment and is killed; answers with the turns that were acknowledged. */
  const live = async (round: number, turns: readonly string[]): Promise<readonly string[]> => {
    const context = await openProfile(profile);
    const storage = await openStoragePage(context, server.url);
    await storage.ask({ type: "open" });
    const check = { type: "check", turns, memories: [], deleted: [] } as const;
    expect(await storage.ask(check), `at opening ${round}`).toMatchObject({ problems: [] });
    // A browser that is killed again within its first second is another story.
    await storage.page.waitForTimeout(1500);
    await storage.emit({ type: "write-on", from: round * 100_000, tab: "t" });
    await storage.page.waitForTimeout(300);
    await killBrowser(context);
    return storage.acks.filter(({ ack }) => ack === "turn").map(({ name }) => name);
  };
  try {
    // Of the first round's records the last may be the torn one.
    const kept = [...(await live(0, []))].slice(0, -2);
    expect(kept.length).toBeGreaterThan(0);
    const log = findLog(profile);
    truncateSync(log, statSync(log).size - TORN_BYTES);
    for (const round of [1, 2, 3]) kept.push(...(await live(round, kept)));
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
