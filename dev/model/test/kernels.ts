/**
 * Runs every kernel case that library/cases.py wrote: tsx dev/model/test/kernels.ts FOLDER. In Chromium on its adapter, or,
 * where DAWN_FOR_NODE names an installed npm package `webgpu`, in this process on any Vulkan driver.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPage } from "./browser.ts";
import type { Case } from "./page-kernels.ts";

interface Runner {
  run(one: Case): Promise<string | undefined | null>;
  close(): Promise<void>;
}

async function openChromium(): Promise<Runner> {
  const { page, close } = await openPage({});
  return { run: (one) => page.evaluate((each) => window.runCase(each), one), close };
}

/** Dawn, Chromium's own WebGPU, without Chromium, which on Linux takes no software driver but SwiftShader. */
async function openDawn(folder: string): Promise<Runner> {
  const { create, globals } = (await import(pathToFileURL(resolve(folder, "index.js")).href)) as {
    create(options: readonly string[]): GPU;
    readonly globals: Record<string, unknown>;
  };
  const navigator = { gpu: create(["backend=vulkan"]) };
  Object.assign(globalThis, globals, { window: globalThis });
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  const info = (await navigator.gpu.requestAdapter())?.info;
  console.log(`on ${info?.description ?? "no adapter"}`);
  await import("./page-kernels.ts");
  // Its threads would keep this process alive.
  return { run: (one) => window.runCase(one), close: async () => setImmediate(() => process.exit()) };
}

async function main(folder: string): Promise<void> {
  const dawn = process.env["DAWN_FOR_NODE"];
  const { run, close } = dawn === undefined ? await openChromium() : await openDawn(dawn);
  let [failed, skipped] = [0, 0];
  const files = readdirSync(folder).filter((each) => each.endsWith(".json"));
  if (files.length === 0) throw new Error(`no kernel cases in ${folder}`);
  for (const file of files.sort()) {
    const one = JSON.parse(readFileSync(join(folder, file), "utf8")) as Case;
    // An adapter's process may end over a kernel.
    const complaint = await run(one).catch((error: unknown) => String(error));
    if (complaint === null) skipped++;
    else if (complaint !== undefined) {
      failed++;
      console.error(`FAILED ${one.title}: ${complaint}`);
    }
  }
  const ran = files.length - skipped;
  console.log(`${ran - failed} of ${ran} kernel cases agree with numpy`);
  if (skipped > 0) console.log(`${skipped} are for adapters with shader-f16, which this one is not`);
  if (failed > 0) process.exitCode = 1;
  await close();
}

await main(process.argv[2] ?? "dev/model/.build/kernel-cases");
