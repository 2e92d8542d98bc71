/** Runs every kernel case that library/cases.py wrote, on the browser's adapter: tsx model/test/kernels.ts FOLDER */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openPage } from "./browser.ts";
import type { Case } from "./page-kernels.ts";

async function main(folder: string): Promise<void> {
  const { page, close } = await openPage({});
  let failed = 0;
  const files = readdirSync(folder).filter((each) => each.endsWith(".json"));
  if (files.length === 0) throw new Error(`no kernel cases in ${folder}`);
  for (const file of files.sort()) {
    const one = JSON.parse(readFileSync(join(folder, file), "utf8")) as Case;
    // An adapter's process may end over a kernel.
    const complaint = await page.evaluate((each) => window.runCase(each), one).catch((error: unknown) => String(error));
    if (complaint !== undefined) {
      failed++;
      console.error(`FAILED ${one.title}: ${complaint}`);
    }
  }
  await close();
  console.log(`${files.length - failed} of ${files.length} kernel cases agree with numpy`);
  if (failed > 0) process.exitCode = 1;
}

await main(process.argv[2] ?? "model/.build/kernel-cases");
