import type { Locator, Page } from "playwright-core";
import { readStored } from "../../../e2e/page-driver.ts";
import type { RunEvent } from "../../../worker/protocol/run-event.ts";
import type { AnswerFigures, AskedQuestion } from "./questions.ts";

/** When an answer began and ended, on the page's own clock. */
interface Watched {
  readonly firstWord: number;
  readonly end: number;
  readonly text: string;
}

declare global {
  /** Resolves with the answer to the question that is sent next; lives in the measured page. */
  var watched: Promise<Watched>;
}

/** What esbuild names functions by, in those that are sent to a page. Before it is opened. */
export async function nameFunctions(page: Page): Promise<void> {
  await page.addInitScript({ content: "globalThis.__name = (value) => value;" });
}

/** Has the app compute with so many threads, as if it had measured that they are the fastest; before it is opened. */
export async function keepThreads(page: Page, address: string, threads: number): Promise<void> {
  await page.goto(`${address}icon.svg`);
  await page.evaluate(async (count) => {
    const kept = JSON.stringify({ threads: count, measuredAt: Date.now() });
    const cache = await caches.open("alcove-device");
    await cache.put(`https://alcove.invalid/threads/${navigator.hardwareConcurrency}`, new Response(kept));
  }, threads);
}

/** Opens the app with a model on the processor, and waits until it can be asked. */
export async function openApp(page: Page, address: string, model = "starter"): Promise<void> {
  await nameFunctions(page);
  await page.goto(`${address}?engine=wllama&model=${model}`);
  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor({ timeout: 600_000 });
}

export async function beginChat(page: Page): Promise<void> {
  await page.getByRole("link", { name: "New chat" }).first().click();
  await page.waitForFunction(() => document.querySelector("[data-testid=answer]") === null);
}

/** The field that messages are written in. */
export function messageField(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

/** Puts a question into the field as a whole, after the file that comes with it, and sends it. */
export async function askApp(page: Page, { text, file }: AskedQuestion): Promise<AnswerFigures> {
  if (file !== undefined) {
    const buffer = Buffer.from(file.text);
    await page.getByTestId("attach-input").setInputFiles({ name: file.name, mimeType: "text/plain", buffer });
    await page.getByText(file.name, { exact: false }).last().waitFor();
  }
  await messageField(page).fill(text);
  return sendApp(page);
}

/** Sends what is written, and reads from the page when words stand there, and from the run's log what it cost. */
export async function sendApp(page: Page): Promise<AnswerFigures> {
  await page.evaluate(watchAnswer);
  const runs = await countRuns(page);
  await messageField(page).press("Enter");
  const watched = await page.evaluate(() => globalThis.watched);
  return { ...watched, ...(await readCost(page, runs)) };
}

/**
 * Begins when Enter is pressed; words are those of a new answer's text, or of a tool's card, as they are painted. A call that
 * asks for approval is denied: no question of the conversation wants anything kept or sent.
 */
function watchAnswer(): void {
  // Answers far above are taken out of the page, so that their number says nothing.
  const last = [...document.querySelectorAll("[data-testid=answer]")].at(-1);
  let begin = 0;
  addEventListener(
    "keydown",
    () => {
      begin = performance.now();
    },
    { once: true, capture: true },
  );
  globalThis.watched = new Promise((resolve) => {
    let firstWord: number | null = null;
    const look = (): void => {
      const newest = [...document.querySelectorAll("[data-testid=answer]")].at(-1);
      const answer = newest === last ? undefined : newest;
      const texts = [...(answer?.querySelectorAll("[data-testid=answer-text]") ?? [])];
      const text = texts.map(({ textContent }) => textContent).join("\n");
      if (text.trim() !== "") firstWord ??= performance.now() - begin;
      for (const button of answer?.querySelectorAll("[data-state=needs-approval] button") ?? [])
        if (button.textContent === "Deny") (button as HTMLElement).click();
      const state = answer?.getAttribute("data-state");
      if (state === "running" || state === null || state === undefined) return;
      observer.disconnect();
      const end = performance.now() - begin;
      resolve({ firstWord: firstWord ?? end, end, text });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

async function countRuns(page: Page): Promise<number> {
  return (await readRuns(page)).length;
}

/** What the newest run has cost, once its end is stored. */
async function readCost(page: Page, runsBefore: number): Promise<Omit<AnswerFigures, keyof Watched>> {
  let run: readonly RunEvent[] | undefined;
  while (run?.some(({ type }) => type === "run-end") !== true) {
    await page.waitForTimeout(20);
    const runs = await readRuns(page);
    run = runs.length > runsBefore ? runs[0] : undefined;
  }
  const ends = run.flatMap((event) => (event.type === "turn-end" ? [event.usage] : []));
  const sum = (of: (usage: (typeof ends)[number]) => number): number => ends.reduce((all, each) => all + of(each), 0);
  return {
    read: sum(({ promptTokens }) => promptTokens),
    kept: sum(({ cachedTokens }) => cachedTokens),
    written: sum(({ completionTokens }) => completionTokens),
    turns: ends.length,
  };
}

/** The logs of all runs, the newest first. */
async function readRuns(page: Page): Promise<readonly (readonly RunEvent[])[]> {
  const stored = await readStored(page, "run-events");
  const batches: readonly { readonly runId: string; readonly events: readonly RunEvent[] }[] = JSON.parse(stored);
  const byRun = new Map<string, RunEvent[]>();
  for (const { runId, events } of batches) byRun.set(runId, [...(byRun.get(runId) ?? []), ...events]);
  const startOf = (events: readonly RunEvent[]): number =>
    events.flatMap((event) => (event.type === "run-start" ? [event.startedAt] : []))[0] ?? 0;
  return [...byRun.values()].sort((left, right) => startOf(right) - startOf(left));
}
