import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { serveWorkerPage } from "../dev/scripts/serve-worker-page.ts";
import type { FilesTask } from "./harness/files-worker.ts";
import { removeFolder } from "./harness/remove-folder.ts";
import { killBrowser, openProfile, openStoragePage } from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** A few by default; `npx tsx dev/scripts/soak.ts` makes forty and more. */
const ROUNDS = Number(process.env.FILE_KILL_ROUNDS ?? 5);
const SEED = Number(process.env.KILL_SEED ?? 1);
const MAX_RUN_MS = 400;

test(`a file is the old one or the new one, the journal agrees and the undo works, however the browser is killed: ${ROUNDS} times`, async () => {
  test.setTimeout(60_000 + ROUNDS * 15_000);
  const profile = mkdtempSync(join(tmpdir(), "alcove-files-kill-"));
  const server = await serveWorkerPage(join(import.meta.dirname, "harness/files-worker.ts"));
  let state = SEED;
  let acked = -1;
  let written = 0;
  try {
    let context = await openProfile(profile);
    for (let round = 0; round <= ROUNDS; round += 1) {
      const storage = await openStoragePage<FilesTask>(context, server.url);
      const checked = (await storage.ask({ type: "check", acked })) as { readonly problems: readonly string[] };
      expect(checked.problems, `before round ${round}`).toEqual([]);
      if (round === ROUNDS) {
        await context.close();
        break;
      }
      const from = (round + 1) * 100_000;
      await storage.emit({ type: "write-on", from });
      await expect.poll(() => storage.acks.length, { intervals: [5], timeout: 60_000 }).toBeGreaterThan(0);
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      await new Promise((resolve) => setTimeout(resolve, (state / 0x1_0000_0000) * MAX_RUN_MS));
      await killBrowser(context);
      acked = Number(storage.acks.at(-1)?.name);
      written += storage.acks.length;
      context = await openProfile(profile);
    }
  } finally {
    server.close();
    await removeFolder(profile);
  }
  console.log(`${ROUNDS} kills, ${written} writes`);
  expect(written).toBeGreaterThan(ROUNDS);
});
