import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { removeFolder } from "./harness/remove-folder.ts";
import { killBrowser, openProfile, openStoragePage, serveStoragePage } from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** 2 rounds by default; `npx tsx dev/scripts/soak.ts` makes more. */
const ROUNDS = Number(process.env.IMPORT_ROUNDS ?? 2);
const SEED = Number(process.env.KILL_SEED ?? 1);
const TURNS = 1_000;
/** Moments at which an import of another app's chats is killed, one in each part of it, and the chats of one. */
const HISTORY_KILLS = Number(process.env.HISTORY_KILLS ?? 20);
const CHATS = 1_000;

test(`an import that the browser's end cuts off is there whole or not at all, ${ROUNDS} times`, async () => {
  test.setTimeout(90_000 + ROUNDS * 30_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-import-"));
  const server = await serveStoragePage();
  const random = createRandom();
  let whole = 0;
  let none = 0;
  try {
    // One that is left alone says how long it takes, and that the check below sees what is there.
    let context = await openProfile(profile);
    let storage = await openStoragePage(context, server.url);
    await storage.ask({ type: "save-turn", number: 7, padding: 100 });
    const importMs = (await storage.ask({ type: "import", round: 1, turns: TURNS })) as number;
    let stored = 2 + 2 * TURNS;
    for (let round = 2; round < 2 + ROUNDS; round += 1) {
      await storage.emit({ type: "import", round, turns: TURNS });
      await expect
        .poll(() => storage.acks.some(({ ack, name }) => ack === "importing" && name === String(round)))
        .toBe(true);
      await new Promise((resolve) => setTimeout(resolve, random() * importMs));
      await killBrowser(context);
      const isAcknowledged = storage.acks.some(({ ack, name }) => ack === "imported" && name === String(round));
      context = await openProfile(profile);
      storage = await openStoragePage(context, server.url);
      const checked = (await storage.ask({ type: "check", turns: ["7", "1000000"], memories: [], deleted: [] })) as {
        readonly problems: readonly string[];
        readonly messages: number;
      };
      expect(checked.problems, `after round ${round}`).toEqual([]);
      if (isAcknowledged) expect(checked.messages).toBe(stored + 2 * TURNS);
      else expect([stored, stored + 2 * TURNS]).toContain(checked.messages);
      if (checked.messages === stored) none += 1;
      else whole += 1;
      stored = checked.messages;
    }
    await context.close();
  } finally {
    server.close();
    await removeFolder(profile);
  }
  console.log(`${ROUNDS} imports cut off: ${whole} there whole, ${none} not at all`);
});

test(`chats of another app whose import is killed at ${HISTORY_KILLS} moments are there whole or not at all, also for a search`, async () => {
  test.setTimeout(90_000 + HISTORY_KILLS * 30_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-history-"));
  const server = await serveStoragePage();
  const toWhole = (chats: number) => ({ conversations: chats, messages: 5 * chats, half: 0, ghosts: 0, found: chats });
  const random = createRandom();
  let whole = 0;
  let stored = CHATS;
  try {
    let context = await openProfile(profile);
    let storage = await openStoragePage(context, server.url);
    const importMs = (await storage.ask({ type: "import-history", from: 0, chats: CHATS })) as number;
    expect(await storage.ask({ type: "count" })).toEqual(toWhole(CHATS));
    for (let kill = 0; kill < HISTORY_KILLS; kill += 1) {
      // The same file as before, unless that came in whole.
      const from = stored;
      await storage.emit({ type: "import-history", from, chats: CHATS });
      await expect
        .poll(() => storage.acks.some(({ ack, name }) => ack === "importing" && name === `${from}`), {
          intervals: [10],
        })
        .toBe(true);
      // One moment in each part of the import: reading, moving, and the end.
      await new Promise((resolve) => setTimeout(resolve, (importMs * (kill + random())) / HISTORY_KILLS));
      await killBrowser(context);
      const isAcknowledged = storage.acks.some(({ ack, name }) => ack === "imported" && name === `${from}`);
      context = await openProfile(profile);
      storage = await openStoragePage(context, server.url);
      const counted = (await storage.ask({ type: "count" })) as ReturnType<typeof toWhole>;
      const expected = [stored + CHATS, ...(isAcknowledged ? [] : [stored])];
      expect(expected.map(toWhole), `after kill ${kill}`).toContainEqual(counted);
      if (counted.conversations > stored) whole += 1;
      stored = counted.conversations;
    }
    // The same file once more: what a cut off import left is in nobody's way.
    await storage.ask({ type: "import-history", from: stored, chats: CHATS });
    expect(await storage.ask({ type: "count" })).toEqual(toWhole(stored + CHATS));
    await context.close();
  } finally {
    server.close();
    await removeFolder(profile);
  }
  console.log(`${HISTORY_KILLS} imports of chats killed: ${whole} there whole, ${HISTORY_KILLS - whole} not at all`);
  expect(whole).toBeLessThan(HISTORY_KILLS);
});

function createRandom(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
