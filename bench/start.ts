import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { messageField, nameFunctions, openApp, sendApp } from "./conversation/app-page.ts";
import type { AnswerFigures } from "./conversation/questions.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

/** What reaches the model: a sum in words that no tool recognises by itself. */
const QUESTION = "9 boxes hold 24 eggs each, how many eggs is that?";
const RIGHT = /\b216\b/u;
/** A fast typist; the whole question takes six seconds. */
const KEY_DELAY_MS = 120;
/**
 * `typed`: the question is written at once, while the model loads and reads ahead. `waited`: the same time passes, then the
 * question comes as a whole and nothing could be read ahead; what every question was before.
 */
const WAYS = ["typed", "waited"] as const;

/** One visit: milliseconds from the address to what is shown, and what the first question took from Enter on. */
interface Visit {
  readonly way: (typeof WAYS)[number];
  readonly firstPaint: number;
  readonly field: number;
  readonly ready: number;
  readonly answer: AnswerFigures;
}

/**
 * Opens the built app again and again in one profile that holds the starter already, and asks: from the bookmark to the
 * first word, with the question typed while the app starts, and without. In turns. Options: `--rounds=5`, `--json`.
 */
export async function benchStart(options: readonly string[]): Promise<void> {
  const rounds = Number(options.find((option) => option.startsWith("--rounds="))?.slice(9) ?? 5);
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
    const [typed, waited] = lines;
    const ratio = typed && waited ? typed.firstWord / waited.firstWord : Number.NaN;
    const summary = { bench: "start", machine: readMachine(), rounds, ratio: Number(ratio.toFixed(3)), lines };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(lines, ratio));
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
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
    await page.goto(`${url}?engine=wllama&model=starter`);
    const field = messageField(page);
    await field.waitFor();
    const fieldAt = await now(page);
    if (way === "typed") await field.pressSequentially(QUESTION, { delay: KEY_DELAY_MS });
    else await page.waitForTimeout(KEY_DELAY_MS * QUESTION.length);
    const ready = page.locator('[data-testid="model-status"][data-state="ready"]');
    await ready.waitFor({ timeout: 180_000 });
    const readyAt = await now(page);
    // The last words are written once the model is there, so that both ways meet it idle or reading, as it would be.
    if (way === "waited") await field.fill(QUESTION);
    const answer = await sendApp(page);
    if (!RIGHT.test(answer.text)) throw new Error(`the answer was ${JSON.stringify(answer.text)}`);
    return { way, firstPaint: await readFirstPaint(page), field: fieldAt, ready: readyAt, answer };
  } finally {
    await context.close();
  }
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

function toText(lines: readonly ReturnType<typeof toLine>[], ratio: number): string {
  return [
    ...lines.map(
      ({ way, firstPaint, field, ready, firstWord, end, read, kept }) =>
        `${way.padEnd(7)} first paint ${firstPaint} ms, field ${field} ms, model ready or question typed ${ready} ms; ` +
        `from Enter to the first word ${firstWord} ms, to the end ${end} ms; ${read} tokens read after Enter, ${kept} kept`,
    ),
    `typed / waited: ${ratio.toFixed(2)}`,
  ].join("\n");
}
