import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { removeFolder } from "./harness/remove-folder.ts";
import { openProfile, openStoragePage, type StoragePage, serveStoragePage } from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

const ROUNDS = Number(process.env.TAB_ROUNDS ?? 50);
const SEED = Number(process.env.KILL_SEED ?? 1);

test(`two tabs lose and double nothing over ${ROUNDS} random steps, one of them closed on the way`, async () => {
  test.setTimeout(60_000 + ROUNDS * 2000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-tabs-"));
  const server = await serveStoragePage();
  let state = SEED;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
  try {
    const context = await openProfile(profile);
    const tabs: StoragePage[] = [
      await openStoragePage(context, server.url),
      await openStoragePage(context, server.url),
    ];
    await Promise.all(tabs.map((tab) => tab.ask({ type: "open" })));
    const turns: string[] = [];
    const memories: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === Math.floor(ROUNDS / 2)) {
        const [first] = tabs;
        await first?.page.close();
        tabs[0] = await openStoragePage(context, server.url);
      }
      // Both tabs work at the same moment, on the same conversations.
      await Promise.all(
        tabs.map(async (tab, index) => {
          const number = round * 10 + index;
          if (random(2) === 0) {
            await tab.ask({ type: "save-turn", number, padding: random(500) });
            turns.push(String(number));
          } else {
            await tab.ask({ type: "write-memory", number, padding: random(500) });
            memories.push(String(number));
          }
        }),
      );
    }
    for (const tab of tabs) {
      const checked = await tab.ask({ type: "check", turns, memories, deleted: [] });
      expect(checked).toEqual({ problems: [], messages: turns.length * 2 });
    }
    const told = await tabs.at(-1)?.ask({ type: "info" });
    expect(told).toMatchObject({ changes: expect.arrayContaining(["conversation", "memories"]) });
    await context.close();
  } finally {
    server.close();
    await removeFolder(profile);
  }
});
