import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { messageField, nameFunctions, openApp, sendApp } from "./conversation/app-page.ts";
import type { AnswerFigures } from "./conversation/questions.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import type { LoadPhases } from "./start-page.ts";

/** What reaches the model: a sum in words that no tool recognises by itself. */
const QUESTION = "9 boxes hold 24 eggs each, how many eggs is that?";
const RIGHT = /\b216\b/u;
/** A fast typist; the whole question takes six seconds. */
const KEY_DELAY_MS = 120;
/** With what the app reads ahead while the question is typed, and with that held back: what every question was before. */
const WAYS = ["ahead", "held back"] as const;

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
 * loaded, and sends it: with reading ahead and without, in turns. And what loading is made of. Options: `--rounds=4`,
 * `--json`.
 */
export async function benchStart(options: readonly string[]): Promise<void> {
  const rounds = Number(options.find((option) => option.startsWith("--rounds="))?.slice(9) ?? 4);
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const profile = mkdtempSync(join(tmpdir(), "alcove-start-"));
  try {
    const first = await openProfile(profile);
    const page = await first.newPage();
    await openApp(page, server.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await first.close();
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const way of WAYS) visits.push(await visit(profile, server.url, way));
    }
    const lines = WAYS.map((way) => toLine(way, visits));
    const [ahead, heldBack] = lines;
    const ratio = ahead && heldBack ? ahead.firstWord / heldBack.firstWord : Number.NaN;
    const phases = await measurePhases();
    const summary = { bench: "start", machine: readMachine(), rounds, ratio: Number(ratio.toFixed(3)), lines, phases };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(lines, ratio, phases));
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measurePhases(): Promise<LoadPhases> {
  const { page, close } = await openBenchPage();
  try {
    return await page.evaluate(async (path) => (await import(path)).measurePhases(2), "/bench/start-page.ts");
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
    if (way === "held back") await page.addInitScript(holdBack);
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

/** Keeps what asks for reading ahead from the worker; the page does not wait for it. */
function holdBack(): void {
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
    end: middle(({ answer }) => answer.end),
    read: middle(({ answer }) => answer.read),
    kept: middle(({ answer }) => answer.kept),
  };
}

function toText(lines: readonly ReturnType<typeof toLine>[], ratio: number, phases: LoadPhases): string {
  return [
    ...lines.map(
      ({ way, firstPaint, field, ready, firstWord, end, read, kept }) =>
        `${way.padEnd(9)} first paint ${firstPaint} ms, field ${field} ms, model ready ${ready} ms; ` +
        `from Enter to the first word ${firstWord} ms, to the end ${end} ms; ${read} tokens read after Enter, ${kept} kept`,
    ),
    `ahead / held back: ${ratio.toFixed(2)}`,
    JSON.stringify(phases),
  ].join("\n");
}
