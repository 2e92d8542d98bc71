import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type AppServer, startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { messageField, nameFunctions, openApp, sendApp } from "./conversation/app-page.ts";
import type { AnswerFigures } from "./conversation/questions.ts";
import { findAtHand } from "./models/at-hand.ts";
import { readOption } from "./models/model-choice.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import type { LoadPhases } from "./start-page.ts";

/** What reaches the model: a sum in words that no tool recognises by itself. */
const QUESTION = "9 boxes hold 24 eggs each, how many eggs is that?";
const RIGHT = /\b216\b/u;
/** A fast typist; the whole question takes six seconds. */
const KEY_DELAY_MS = 120;
/**
 * As the app does it; with reading ahead held back, and without what was read at an earlier visit; and without the copy of the
 * model with its adapter merged in as well.
 */
const WAYS = ["ahead", "held back", "neither"] as const;
/** What the browser grants where no copy is to be kept: the starter's file, some visits, and less than the copy takes. */
const SMALL_QUOTA = 230_000_000;
const COPY_TIMEOUT_MS = 180_000;
/** By then the number of threads has been measured a second time, as it has in the profile that waits for its copy. */
const THREADS_AGAIN_MS = 20_000;
/** By then the beginning of a conversation is read and kept, for a model of 1.5 billion parameters. */
const KEPT_PROMPT_MS = 90_000;

/** One visit: milliseconds from the address to what is shown, and what the first question took from Enter on. */
interface Visit {
  readonly way: (typeof WAYS)[number];
  readonly firstPaint: number;
  readonly field: number;
  readonly ready: number;
  readonly answer: AnswerFigures;
}

/**
 * Opens the built app again and again in one profile that holds the starter already, types a question once the model is
 * loaded, and sends it: as the app does it, without reading ahead, and without the kept copy as well, in turns. And what loading is made
 * of. Options: `--rounds=4`, `--show` for each visit as it ends, `--json`; `--model=0.5b|1.5b` for another
 * alone, as the app does it beside the engine's own load of its file.
 */
export async function benchStart(options: readonly string[]): Promise<void> {
  const rounds = Number(options.find((option) => option.startsWith("--rounds="))?.slice(9) ?? 4);
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const model = readOption(options, "model");
  if (model !== undefined) return benchModel(server, model, rounds);
  const profiles = {
    ahead: await createProfile(server.url, "whole"),
    "held back": await createProfile(server.url, "whole"),
    neither: await createProfile(server.url, "small"),
  };
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const way of WAYS) {
        visits.push(await visit(profiles[way], server.url, way));
        if (options.includes("--show")) console.error(JSON.stringify(visits.at(-1)));
      }
    }
    const lines = WAYS.map((way) => toLine(way, visits));
    const [ahead, heldBack, neither] = lines;
    const toRatio = (of: typeof ahead, to: typeof ahead, figure: "firstWord" | "waited"): number =>
      Number(((of?.[figure] ?? Number.NaN) / (to?.[figure] ?? Number.NaN)).toFixed(3));
    const ratio = toRatio(ahead, heldBack, "firstWord");
    const whole = toRatio(ahead, neither, "waited");
    const phases = await measurePhases();
    const summary = { bench: "start", machine: readMachine(), rounds, ratio, lines, phases };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(lines, { ratio, whole }, phases));
  } finally {
    await server.close();
    for (const profile of Object.values(profiles)) rmSync(profile, { recursive: true, force: true });
  }
}

/** Loads of a model that the app keeps, beside the engine's own load of the same file, in turns; in browsers started anew. */
async function benchModel(server: AppServer, name: string, rounds: number): Promise<void> {
  const model = findAtHand(name);
  const profile = mkdtempSync(join(tmpdir(), "alcove-start-"));
  const visits: { readonly ready: number; readonly raw: number; readonly read: number }[] = [];
  try {
    // The first visit brings the model, and reads ahead what is kept for the others.
    for (let round = -1; round < rounds; round += 1) {
      const context = await openProfile(profile);
      const page = await context.newPage();
      await openApp(page, server.url, model.id);
      const ready = await now(page);
      if (round < 0) await page.waitForTimeout(KEPT_PROMPT_MS);
      await context.close();
      if (round < 0) continue;
      const { page: raw, close } = await openBenchPage();
      const asked = { path: "/dev/bench/start-page.ts", file: `/${model.path}` };
      const phases = await raw.evaluate(async (each) => (await import(each.path)).measureRawLoad(2, each.file), asked);
      await close();
      visits.push({ ready: Math.round(ready), ...phases });
      console.error(JSON.stringify(visits.at(-1)));
    }
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
  const ratio = toMedian(visits.map(({ ready, raw }) => ready / raw));
  console.log(JSON.stringify({ bench: "start", machine: readMachine(), model: name, ratio, visits }));
}

/** A profile that holds the starter; the whole one also its copy with the adapter merged in. */
async function createProfile(url: string, kind: "whole" | "small"): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), "alcove-start-"));
  const context = await openProfile(profile);
  const page = await context.newPage();
  if (kind === "small") await limitStorage(page, url);
  await openApp(page, url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  if (kind === "whole") await waitForCopy(page);
  else await page.waitForTimeout(THREADS_AGAIN_MS);
  await context.close();
  return profile;
}

/** `waitForFunction` does not wait for what a function promises. */
async function waitForCopy(page: Page): Promise<void> {
  const end = Date.now() + COPY_TIMEOUT_MS;
  while (!(await page.evaluate(holdsCopy))) {
    if (Date.now() > end) throw new Error(`the model's copy was not written within ${COPY_TIMEOUT_MS / 1000} s`);
    await page.waitForTimeout(500);
  }
}

/** Leaves no room for the copy on the disk. */
async function limitStorage(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, quotaSize: SMALL_QUOTA });
}

async function holdsCopy(): Promise<boolean> {
  const files = await (await navigator.storage.getDirectory()).getDirectoryHandle("model-files");
  for await (const [name, entry] of files.entries()) {
    if (!name.startsWith("copy-of-") || entry.kind !== "directory") continue;
    const folder: FileSystemDirectoryHandle = await files.getDirectoryHandle(name);
    const seal = await folder.getFileHandle("sealed.json").catch(() => null);
    // It is there, and empty, before it is written.
    if (((await seal?.getFile())?.size ?? 0) > 0) return true;
  }
  return false;
}

async function measurePhases(): Promise<LoadPhases> {
  const { page, close } = await openBenchPage();
  try {
    return await page.evaluate(async (path) => (await import(path)).measurePhases(2), "/dev/bench/start-page.ts");
  } finally {
    await close();
  }
}

function openProfile(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] });
}

/** A visit in a browser of its own: nothing is warm but what is stored. */
async function visit(profile: string, url: string, way: Visit["way"]): Promise<Visit> {
  const context = await openProfile(profile);
  try {
    const page = await context.newPage();
    await nameFunctions(page);
    if (way !== "ahead") await page.addInitScript(holdBack);
    if (way === "neither") await limitStorage(page, url);
    await page.goto(`${url}?engine=wllama&model=starter`);
    const field = messageField(page);
    await field.waitFor();
    const fieldAt = await now(page);
    await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor({ timeout: 180_000 });
    const readyAt = await now(page);
    await field.pressSequentially(QUESTION, { delay: KEY_DELAY_MS });
    const answer = await sendApp(page);
    if (!RIGHT.test(answer.text)) throw new Error(`the answer was ${JSON.stringify(answer.text)}`);
    return { way, firstPaint: await readFirstPaint(page), field: fieldAt, ready: readyAt, answer };
  } finally {
    await context.close();
  }
}

/** Keeps what asks for reading ahead from the worker, and forgets what was read before; the page does not wait for either. */
function holdBack(): void {
  void caches.delete("alcove-read");
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]): void {
    const [message] = sent as readonly { readonly path?: readonly string[] }[];
    if (message?.path?.[0] !== "readAhead") Reflect.apply(post, this, sent);
  };
}

function now(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
}

function toLine(way: Visit["way"], all: readonly Visit[]) {
  const visits = all.filter((each) => each.way === way);
  const middle = (of: (visit: Visit) => number): number => Math.round(toMedian(visits.map(of)));
  return {
    way,
    firstPaint: middle(({ firstPaint }) => firstPaint),
    field: middle(({ field }) => field),
    ready: middle(({ ready }) => ready),
    firstWord: middle(({ answer }) => answer.firstWord),
    waited: middle(({ ready, answer }) => ready + answer.firstWord),
    end: middle(({ answer }) => answer.end),
    read: middle(({ answer }) => answer.read),
    kept: middle(({ answer }) => answer.kept),
  };
}

function toText(
  lines: readonly ReturnType<typeof toLine>[],
  { ratio, whole }: { readonly ratio: number; readonly whole: number },
  phases: LoadPhases,
): string {
  return [
    ...lines.map(
      ({ way, firstPaint, field, ready, firstWord, waited, end, read, kept }) =>
        `${way.padEnd(9)} first paint ${firstPaint} ms, field ${field} ms, model ready ${ready} ms; ` +
        `from Enter to the first word ${firstWord} ms, to the end ${end} ms; waited ${waited} ms in all; ` +
        `${read} tokens read after Enter, ${kept} kept`,
    ),
    `Enter to the first word, ahead / held back: ${ratio.toFixed(2)}`,
    `waited from the address to the first word, ahead / neither: ${whole.toFixed(2)}`,
    JSON.stringify(phases),
  ].join("\n");
}
