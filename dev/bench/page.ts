import { type CDPSession, chromium, type Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { ANSWER_CHAT, createArchive, LONG_CHAT, type StoredAmounts, toChatId, toToolFile } from "./page/archive.ts";
import { readMachine } from "./report/machine.ts";
import { toQuantile } from "./report/median.ts";

const TYPED = "When does the next ferry to the island leave, and from which of the two piers? ".repeat(3);
/** About 600 characters a minute: somebody who types fast. */
const KEY_DELAY_MS = 100;
const CLICKS = 20;
/** Without a GPU Chromium has the processor play one, which paints several times slower than the processor by itself. */
const PAINT_FLAGS = ["--disable-gpu"];

/** 100,000 messages in all. */
const AMOUNTS: StoredAmounts = { messages: 10_000, chats: 45, chatMessages: 2000, answerLength: 200_000, tools: 500 };
/** To see that the measurement itself works. */
const FEW: StoredAmounts = { messages: 400, chats: 10, chatMessages: 100, answerLength: 20_000, tools: 5 };

/** How long inputs waited for the next paint, as Event Timing measures it: in steps of 8 ms, and 16 for anything less. */
interface PaintLine {
  readonly what: string;
  readonly inputs: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

/** The page's heap after so many answers, in MB, garbage collected. */
interface HeapPoint {
  readonly answers: number;
  readonly megabytes: number;
}

/**
 * Measures how long inputs wait for the next paint in the built app in Chromium with a scripted model (the way
 * Interaction to Next Paint does, https://web.dev/articles/inp, but over all inputs), with 100,000 messages stored: keys
 * while an answer streams, chats of 2,000 messages and an answer of 200 kB opened, 500 own tools listed; and the heap over
 * many answers, fifty in a chat. Options: `--answers=1000`, `--few` (a twentieth of all, to see that it works), `--json`.
 */
export async function benchPage(options: readonly string[]): Promise<void> {
  const answers = Number(options.find((option) => option.startsWith("--answers="))?.slice(10) ?? 1000);
  const amounts = options.includes("--few") ? FEW : AMOUNTS;
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_FLAGS, ...PAINT_FLAGS],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(180_000);
    const address = `${server.url}?engine=scripted&model=scripted:stream`;
    await importArchive(page, address, amounts);
    const lines: PaintLine[] = [];
    const { open, nodes } = await openLongChat(page, address, amounts);
    lines.push(await typeWhileStreaming(page));
    lines.push(await openChats(page, amounts));
    lines.push(
      await openLinks(
        page,
        `an answer of ${amounts.answerLength / 1000} kB opened`,
        [`#/chat/${ANSWER_CHAT}`, "#/memory"],
        "[data-testid=answer]",
      ),
    );
    await addTools(page, amounts);
    lines.push(
      await openLinks(
        page,
        `${amounts.tools} tools of one's own listed`,
        ["#/tools", "#/memory"],
        "[data-testid=own-file]",
      ),
    );
    const heap = answers === 0 ? [] : await measureHeap(page, address, answers);
    const summary = { bench: "page", machine: readMachine(), stored: amounts, open, nodes, lines, heap };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(summary));
  } finally {
    await browser.close();
    await server.close();
  }
}

async function importArchive(page: Page, address: string, amounts: StoredAmounts): Promise<void> {
  await page.goto(`${address}#/settings/data`);
  const buffer = Buffer.from(createArchive(amounts));
  await page
    .getByLabel("Choose a file to import")
    .setInputFiles({ name: "long.json", mimeType: "application/json", buffer });
  await page.getByLabel("It is my own backup.").check();
  const importing = page.getByTestId("import-preview").getByRole("button", { name: "Import", exact: true });
  await importing.click();
  await page.getByText("The import is done.").waitFor();
}

/** Milliseconds from the address to the conversation's last message, and the elements in the page then. */
async function openLongChat(
  page: Page,
  address: string,
  amounts: StoredAmounts,
): Promise<{ readonly open: number; readonly nodes: number }> {
  await page.goto("about:blank");
  const begin = Date.now();
  await page.goto(`${address}#/chat/${LONG_CHAT}`);
  await page
    .getByText(`Answer ${amounts.messages / 2}.`, { exact: false })
    .first()
    .waitFor();
  const open = Date.now() - begin;
  return { open, nodes: await page.evaluate(() => document.querySelectorAll("*").length) };
}

async function typeWhileStreaming(page: Page): Promise<PaintLine> {
  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor();
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill("Tell me about the tides");
  await field.press("Enter");
  await page.getByTestId("answer").last().getByText("high water").first().waitFor();
  await page.evaluate(watchInteractions);
  await field.pressSequentially(TYPED, { delay: KEY_DELAY_MS });
  const line = toLine("a key while an answer streams", TYPED.length, await page.evaluate(readInteractions));
  await field.fill("");
  // It may have come to its end by itself.
  await page
    .getByRole("button", { name: "Stop" })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  return line;
}

async function openChats(page: Page, amounts: StoredAmounts): Promise<PaintLine> {
  const links = Array.from({ length: CLICKS }, (_, index) => `#/chat/${toChatId(amounts.chats - 1 - (index % 10))}`);
  return openLinks(
    page,
    `a chat of ${amounts.chatMessages.toLocaleString("en")} messages opened`,
    links,
    "[data-testid=answer]",
  );
}

/** Follows links by clicks, one after the other; each is waited for until what it leads to is shown. */
async function openLinks(page: Page, what: string, links: readonly string[], shown: string): Promise<PaintLine> {
  await page.evaluate(watchInteractions);
  for (let click = 0; click < CLICKS; click += 1) {
    const link = links[click % links.length] ?? "";
    await page.locator(`a[href="${link}"]`).first().click();
    await page.waitForFunction((hash) => location.hash === hash, link);
    if (click % links.length === 0 || links.length > 2) await page.locator(shown).first().waitFor();
    // The next click is another interaction, not one that waits for this.
    await page.waitForTimeout(300);
  }
  return toLine(what, CLICKS, await page.evaluate(readInteractions));
}

async function addTools(page: Page, amounts: StoredAmounts): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/tools";
  });
  const files = Array.from({ length: amounts.tools }, (_, index) => toToolFile(index));
  const picked = files.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  await page.getByTestId("tool-file-input").setInputFiles(picked);
  await page
    .locator("[data-testid=own-file]")
    .nth(amounts.tools - 1)
    .waitFor({ state: "attached" });
}

/** Asks for brief answers, fifty in a chat, and reads the heap ten times. */
async function measureHeap(page: Page, address: string, answers: number): Promise<readonly HeapPoint[]> {
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor();
  const session = await page.context().newCDPSession(page);
  const points: HeapPoint[] = [];
  const step = Math.max(1, Math.floor(answers / 10));
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  for (let answer = 1; answer <= answers; answer += 1) {
    if (answer % 50 === 1) {
      await page.locator('a[href="#/"]').first().click();
      await page.waitForFunction(() => document.querySelector("[data-testid=answer]") === null);
    }
    const before = await page.evaluate(readLastAnswer);
    await field.fill("Say it in one word");
    await field.press("Enter");
    await page.waitForFunction(isAnswered, before);
    if (answer % step === 0) points.push({ answers: answer, megabytes: await readHeap(session) });
  }
  return points;
}

/** What names the newest answer; empty without one. */
function readLastAnswer(): string {
  return [...document.querySelectorAll("[data-testid=answer]")].at(-1)?.getAttribute("aria-labelledby") ?? "";
}

/** Whether the newest answer is another one, and ended. */
function isAnswered(before: string): boolean {
  const last = [...document.querySelectorAll("[data-testid=answer]")].at(-1);
  return (last?.getAttribute("aria-labelledby") ?? before) !== before && last?.getAttribute("data-state") !== "running";
}

async function readHeap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Number((usedSize / 1e6).toFixed(2));
}

declare global {
  /** The longest event of each interaction, by its id; lives in the measured page. */
  var interactions: Map<number, number>;
}

function watchInteractions(): void {
  globalThis.interactions = new Map();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      const before = globalThis.interactions.get(entry.interactionId) ?? 0;
      globalThis.interactions.set(entry.interactionId, Math.max(before, entry.duration));
    }
  });
  const wanted: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: "event",
    durationThreshold: 16,
  };
  observer.observe(wanted);
}

async function readInteractions(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return [...globalThis.interactions.values()];
}

/** What Event Timing leaves out took less than its threshold. */
function toLine(what: string, inputs: number, durations: readonly number[]): PaintLine {
  const all = [...durations, ...Array<number>(Math.max(0, inputs - durations.length)).fill(16)];
  const at = (share: number): number => Math.round(toQuantile(all, share));
  return { what, inputs: all.length, p50: at(0.5), p95: at(0.95), longest: at(1) };
}

function toText({
  open,
  nodes,
  lines,
  heap,
}: {
  open: number;
  nodes: number;
  lines: PaintLine[];
  heap: readonly HeapPoint[];
}) {
  return [
    `the long chat opened at its end in ${open} ms, ${nodes} elements in the page`,
    ...lines.map(
      ({ what, inputs, p50, p95, longest }) =>
        `${what}: p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms to the next paint (${inputs} inputs)`,
    ),
    `heap after answers: ${heap.map(({ answers, megabytes }) => `${answers}: ${megabytes} MB`).join(", ")}`,
  ].join("\n");
}
