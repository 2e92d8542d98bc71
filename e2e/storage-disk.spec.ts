import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { StorageInfo } from "../worker/protocol/stored-data.ts";
import { openProfile, openStoragePage, type StoragePage, serveStoragePage } from "./harness/storage-page.ts";

// What is lost once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** Two rounds by default; `npx tsx dev/scripts/soak.ts` makes more. */
const ROUNDS = Number(process.env.DISK_ROUNDS ?? 2);
const DISK = "220m";
const BYTES_LEFT = 20_000;
const TURNS = 6;
/** The turns of `save-turn` go to three conversations in turn. */
const CONVERSATIONS = 3;

/** A small file system in memory; null where this process may mount none. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "alcove-disk-"));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder]).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function unmount(folder: string): void {
  execFileSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true });
}

/** Takes the disk's room but for some bytes; gives the file that does. */
function fillDisk(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, "filler");
  writeFileSync(path, new Uint8Array(Math.max(0, bavail * bsize - BYTES_LEFT)));
  return path;
}

test(`a disk with 20 kB left takes nothing without a word, and a backup brings back what it takes, ${ROUNDS} times`, async () => {
  test.setTimeout(60_000 + ROUNDS * 60_000);
  const server = await serveStoragePage();
  const outcomes = { kept: 0, lost: 0, refused: 0 };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const disk = mountDisk();
      test.skip(disk === null, "this process may not mount a disk");
      if (disk === null) return;
      try {
        // Every other time the app is opened once more before there is room again.
        const { isKept, refused } = await playRound(disk, server.url, round % 2 === 1);
        outcomes.refused += refused;
        outcomes[isKept ? "kept" : "lost"] += 1;
      } finally {
        unmount(disk);
      }
    }
  } finally {
    server.close();
  }
  console.log(JSON.stringify(outcomes));
});

async function playRound(
  disk: string,
  url: string,
  isOpenedFull: boolean,
): Promise<{ readonly isKept: boolean; readonly refused: number }> {
  const profile = join(disk, "profile");
  const context = await openProfile(profile);
  const storage = await openStoragePage(context, url);
  const backedUp: string[] = [];
  for (let number = 0; number < TURNS; number += 1) {
    await storage.ask({ type: "save-turn", number, padding: 2_000 });
    backedUp.push(String(number));
  }
  const backup = await storage.ask({ type: "back-up" });
  // The mark follows what it counts after some hundredths of a second.
  await expect
    .poll(() =>
      storage.page.evaluate(async () => {
        const kept = (await caches.match("/sentinel.json"))?.headers.get("alcove-value") ?? "{}";
        return JSON.parse(decodeURIComponent(kept)).records;
      }),
    )
    .toBe(CONVERSATIONS);
  const filler = fillDisk(disk);
  const acknowledged = [...backedUp];
  let refused = 0;
  for (let number = TURNS; number < 8 * TURNS; number += 1) {
    const isKept = await storage.ask({ type: "save-turn", number, padding: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isKept) acknowledged.push(String(number));
    else refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
  await context.close();
  const told: (string | undefined)[] = [];
  if (isOpenedFull) {
    const full = await openProfile(profile);
    const opened = await openStoragePage(full, url);
    told.push(await listen(opened, "open"));
    await opened.ask({ type: "save-turn", number: 999, padding: 5_000 }).catch(() => undefined);
    told.push(await listen(opened, "info"));
    await full.close();
  }
  rmSync(filler);

  const again = await openProfile(profile);
  const reopened = await openStoragePage(again, url);
  // Where the browser removed the mark as well, the page misses what it had noted itself: `page-backup.spec`.
  const isEvicted = await reopened.page.evaluate(async () => (await caches.keys()).length === 0);
  told.push(await listen(reopened, "open"));
  const toCheck = (turns: readonly string[]) => reopened.ask({ type: "check", turns, memories: [], deleted: [] });
  const { problems } = (await toCheck(acknowledged)) as { readonly problems: readonly string[] };
  if (problems.length > 0 && !isEvicted) expect(told, problems.join("\n")).toContain("storage-lost");
  await reopened.ask({ type: "bring-back", backup });
  expect(await toCheck(backedUp)).toMatchObject({ problems: [] });
  await again.close();
  return { isKept: problems.length === 0, refused };
}

/** What the stores say of what was there before, by its code. */
async function listen(storage: StoragePage, type: "open" | "info"): Promise<string | undefined> {
  const answer = storage.ask({ type }) as Promise<{ readonly info: StorageInfo }>;
  return await answer.then(
    ({ info }) => info.failure?.code,
    (error: Error) => error.message,
  );
}
