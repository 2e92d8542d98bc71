import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { WorkerServer } from "../dev/scripts/serve-worker-page.ts";
import type { StorageInfo } from "../worker/protocol/stored-data.ts";
import { removeFolder } from "./harness/remove-folder.ts";
import { openProfile, openStoragePage, serveStoragePage } from "./harness/storage-page.ts";

interface Standing {
  readonly info: StorageInfo;
  readonly failures: readonly string[];
  readonly changes: readonly string[];
}

let profile: string;
let server: WorkerServer;

test.beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), "alcove-storage-"));
  server = await serveStoragePage();
});

test.afterEach(async () => {
  server.close();
  await removeFolder(profile);
});

test("over quota, a turn is refused whole, what was there stays, and small writes go on when there is room again", async () => {
  const context = await openProfile(profile);
  const storage = await openStoragePage(context, server.url);
  const session = await context.newCDPSession(storage.page);
  const origin = new URL(server.url).origin;
  // Before the first write: the browser asks for the quota once in a while only.
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 5_000_000 });
  await storage.ask({ type: "save-turn", number: 0, padding: 100 });
  const turns = ["0"];
  const fill = async (): Promise<void> => {
    for (let number = 3; number < 300; number += 3) {
      await storage.ask({ type: "save-turn", number, padding: 200_000 });
      turns.push(String(number));
    }
  };
  await expect(fill()).rejects.toThrow("storage-full");
  await expect(storage.ask({ type: "write-memory", number: 1, padding: 400_000 })).rejects.toThrow("storage-full");
  const checked = await storage.ask({ type: "check", turns, memories: [], deleted: ["1"] });
  expect(checked).toEqual({ problems: [], messages: turns.length * 2 });
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  expect(await storage.ask({ type: "save-turn", number: 999, padding: 100 })).toBe(turns.length * 2 + 2);
  await context.close();
});

test("data removed while the app is open is noticed and said, and the next turn is kept", async () => {
  const context = await openProfile(profile);
  const storage = await openStoragePage(context, server.url);
  await storage.ask({ type: "save-turn", number: 0, padding: 100 });
  const session = await context.newCDPSession(storage.page);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(server.url).origin,
    storageTypes: "indexeddb",
  });
  await expect(async () => {
    expect(await storage.ask({ type: "save-turn", number: 3, padding: 100 })).toBe(2);
  }).toPass();
  const standing = (await storage.ask({ type: "info" })) as Standing;
  expect(standing.failures).toContain("storage-lost");
  expect(standing.info.failure?.code).toBe("storage-lost");
  expect(await storage.ask({ type: "check", turns: ["3"], memories: [], deleted: [] })).toMatchObject({ problems: [] });
  await context.close();
});

// A damaged MANIFEST opens as a new, empty database; a damaged CURRENT never opens again (Chromium 156).
for (const { file, durable } of [
  { file: "MANIFEST", durable: true },
  { file: "CURRENT", durable: false },
]) {
  test(`a database whose ${file} file is damaged is never taken for a fresh start`, async () => {
    const context = await openProfile(profile);
    const storage = await openStoragePage(context, server.url);
    await storage.ask({ type: "save-turn", number: 0, padding: 100 });
    await storage.ask({ type: "save-turn", number: 1, padding: 100 });
    // The sentinel is told a moment after the turn.
    await storage.page.waitForTimeout(500);
    await context.close();
    const folder = join(profile, "Default", "IndexedDB");
    const databases = readdirSync(folder).filter((name) => name.endsWith(".leveldb"));
    expect(databases).not.toEqual([]);
    for (const database of databases) {
      for (const name of readdirSync(join(folder, database))) {
        if (name.startsWith(file)) writeFileSync(join(folder, database, name), "garbage\n");
      }
    }
    const again = await openProfile(profile);
    const reopened = await openStoragePage(again, server.url);
    const { info } = (await reopened.ask({ type: "open" })) as Standing;
    expect(info).toMatchObject({ durable, failure: { code: "storage-lost" } });
    expect(await reopened.ask({ type: "save-turn", number: 0, padding: 100 })).toBe(2);
    await again.close();
  });
}

test("where the browser refuses storage, everything works in memory and that is said", async () => {
  mkdirSync(join(profile, "Default"), { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const context = await openProfile(profile);
  const storage = await openStoragePage(context, server.url);
  const { info } = (await storage.ask({ type: "open" })) as Standing;
  expect(info).toMatchObject({ durable: false, failure: { code: "storage-refused" } });
  expect(await storage.ask({ type: "save-turn", number: 0, padding: 100 })).toBe(2);
  expect(await storage.ask({ type: "write-memory", number: 0, padding: 100 })).toBe("created");
  expect(await storage.ask({ type: "check", turns: ["0"], memories: ["0"], deleted: [] })).toMatchObject({
    problems: [],
  });
  await context.close();
});

test("when a newer version of the app opens the database, the older one stops writing and says so", async () => {
  const context = await openProfile(profile);
  const storage = await openStoragePage(context, server.url);
  await storage.ask({ type: "save-turn", number: 0, padding: 100 });
  const newer = await openStoragePage(context, server.url);
  const upgradeMs = await newer.page.evaluate(async () => {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open("storage-test", 9999);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
    return performance.now() - start;
  });
  expect(upgradeMs).toBeLessThan(5000);
  await expect(storage.ask({ type: "save-turn", number: 3, padding: 100 })).rejects.toThrow("storage-newer");
  expect(await storage.ask({ type: "check", turns: ["0"], memories: [], deleted: [] })).toEqual({
    problems: [],
    messages: 2,
  });
  const standing = (await storage.ask({ type: "info" })) as Standing;
  expect(standing.failures).toEqual(["storage-newer"]);
  const late = await openStoragePage(context, server.url);
  const { info } = (await late.ask({ type: "open" })) as Standing;
  expect(info).toMatchObject({ durable: true, failure: { code: "storage-newer" } });
  await expect(late.ask({ type: "write-memory", number: 1, padding: 1 })).rejects.toThrow("storage-newer");
  await context.close();
});
