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

test(`an import that the browser's end cuts off is there whole or not at all, ${ROUNDS} times`, async () => {
  test.setTimeout(90_000 + ROUNDS * 30_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-import-"));
  const server = await serveStoragePage();
  let state = SEED;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
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

test(`chats of another app whose import the browser's end cuts off are there whole or not at all, ${ROUNDS + 1} times`, async () => {
  test.setTimeout(90_000 + ROUNDS * 30_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-history-"));
  const server = await serveStoragePage();
  const chats = 400;
  const whole = { conversations: chats, messages: 5 * chats };
  try {
    let context = await openProfile(profile);
    let storage = await openStoragePage(context, server.url);
    const importMs = (await storage.ask({ type: "import-history", from: 0, chats })) as number;
    expect(await storage.ask({ type: "count" })).toEqual(whole);
    for (let round = 1; round <= ROUNDS + 1; round += 1) {
      // In the midst of reading, of moving, and close to the end.
      const from = round * chats;
      await storage.emit({ type: "import-history", from, chats });
      await expect
        .poll(() => storage.acks.some(({ ack, name }) => ack === "importing" && name === `${from}`))
        .toBe(true);
      await new Promise((resolve) => setTimeout(resolve, (importMs * round) / (ROUNDS + 2)));
      await killBrowser(context);
      context = await openProfile(profile);
      storage = await openStoragePage(context, server.url);
      const { conversations, messages } = (await storage.ask({ type: "count" })) as typeof whole;
      expect(messages).toBe(5 * conversations);
      expect(conversations % chats).toBe(0);
    }
    // What a cut off import left is in nobody's way.
    await storage.ask({ type: "import-history", from: chats, chats: chats * (ROUNDS + 1) });
    expect(await storage.ask({ type: "count" })).toEqual({
      conversations: chats * (ROUNDS + 2),
      messages: 5 * chats * (ROUNDS + 2),
    });
    await context.close();
  } finally {
    server.close();
    await removeFolder(profile);
  }
});
