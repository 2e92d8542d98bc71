import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import type { EncryptionTimes } from "./encryption-worker.ts";

const WRITES = 300;
/** What a write may cost more, of its whole time. */
const MAX_OVERHEAD = 0.15;

/**
 * Measures what encryption costs a durable write: the same questions with their answers, and the same notes, to two
 * databases in turn, in a worker in Chromium, on a profile on disk. Options: `--json`, `--writes=300`.
 */
export async function benchEncryption(options: readonly string[]): Promise<void> {
  const given = options.find((option) => option.startsWith("--writes="))?.slice("--writes=".length);
  const measured = await measure(given === undefined ? WRITES : Number(given));
  const figures = Object.entries(measured).map(([what, { plain, encrypted }]) => ({
    what,
    plainMs: middle(plain),
    encryptedMs: middle(encrypted),
    overhead: middle(encrypted) / middle(plain) - 1,
  }));
  if (options.includes("--json")) return console.log(JSON.stringify({ bench: "encryption", figures }, null, 2));
  for (const { what, plainMs, encryptedMs, overhead } of figures) {
    const verdict = overhead <= MAX_OVERHEAD ? "met   " : "MISSED";
    const times = `${plainMs.toFixed(2)} ms, encrypted ${encryptedMs.toFixed(2)} ms`;
    console.log(`${verdict} ${what}: ${times}: ${(overhead * 100).toFixed(1)} % (at most ${MAX_OVERHEAD * 100} %)`);
  }
}

async function measure(writes: number): Promise<Readonly<Record<"turns" | "notes", EncryptionTimes>>> {
  const server = await serveWorkerPage(join(import.meta.dirname, "encryption-worker.ts"));
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureChromium(),
      args: [...CHROMIUM_FLAGS],
    });
    try {
      const page = await context.newPage();
      await page.goto(server.url);
      return await page.evaluate(
        (count) =>
          new Promise<Readonly<Record<"turns" | "notes", EncryptionTimes>>>((resolve, reject) => {
            const worker = new Worker("/worker.js", { type: "module" });
            worker.onmessage = ({ data }) =>
              data.error === undefined ? resolve(data.value) : reject(new Error(data.error));
            worker.onerror = (event) => reject(new Error(event.message));
            worker.postMessage(count);
          }),
        writes,
      );
    } finally {
      await context.close();
    }
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The mean of the middle half: the disk's own stalls belong to neither, and the browser's clock counts in 0.1 ms. */
function middle(times: readonly number[]): number {
  const half = times.toSorted((left, right) => left - right).slice(times.length >> 2, -(times.length >> 2));
  return half.reduce((sum, time) => sum + time, 0) / half.length;
}
