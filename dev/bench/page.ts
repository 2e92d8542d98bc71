import { type CDPSession, chromium, type Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { ANSWER_CHAT, createArchive, type StoredAmounts, toChatId, toToolFile } from "./page/archive.ts";
import { measureInputs, type PaintLine, typeText } from "./page/interactions.ts";
import { importArchive, openLongChat, TWICE } from "./page/twice.ts";
import { readMachine } from "./report/machine.ts";

const TYPED = "When does the next ferry to the island leave, and from which of the two piers? ".repeat(3);
const CLICKS = 20;
/** Without a GPU Chromium has the processor play one, which paints several times slower than the processor by itself. */
const PAINT_FLAGS = ["--disable-gpu"];

/** 100,000 messages in all. */
const AMOUNTS: StoredAmounts = { messages: 10_000, chats: 45, chatMessages: 2000, answerLength: 200_000, tools: 500 };
/** To see that the measurement itself works. */
const FEW: StoredAmounts = { messages: 400, chats: 10, chatMessages: 100, answerLength: 20_000, tools: 5 };

/** The page's heap after so many answers, in MB, garbage collected. */
interface HeapPoint {
  readonly answers: number;
  readonly megabytes: number;
}

/** What was measured. */
interface Summary {
  readonly open?: number;
  readonly nodes?: number;
  readonly lines: readonly PaintLine[];
  readonly heap: readonly HeapPoint[];
}

/**
 * Measures how long inputs wait for the next paint in the built app in Chromium with a scripted model (the way
 * Interaction to Next Paint does, https://web.dev/articles/inp, but over all inputs), with 100,000 messages stored: keys
 * while an answer streams, chats of 2,000 messages and an answer of 200 kB opened, 500 own tools listed; and the heap over
 * many answers, fifty in a chat. Then at twice the size: keys with 200,000 messages stored, with an answer of 5 MB, and while
 * 100,000 messages are imported; and a paste of 20 MB. Options: `--only=usual,keys,answer,import,paste`, `--answers=1000`,
 * `--few` (a twentieth of all, to see that it works), `--json`.
 */
export async function benchPage(options: readonly string[]): Promise<void> {
  const answers = Number(options.find((option) => option.startsWith("--answers="))?.slice(10) ?? 1000);
  const only = options
    .find((option) => option.startsWith("--only="))
    ?.slice(7)
    .split(",");
  const scale = options.includes("--few") ? 20 : 1;
  const stored = scale === 1 ? AMOUNTS : FEW;
  const more = { stored, briefMessages: 100_000 / scale, imported: 100_000 / scale, pasted: 20_000_000 / scale };
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_FLAGS, ...PAINT_FLAGS],
  });
  const address = `${server.url}?engine=scripted&model=scripted:stream`;
  const openPage = async (): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(180_000);
    return page;
  };
  try {
    const usual =
      only === undefined || only.includes("usual") ? await measureUsual(await openPage(), address, stored) : null;
    const lines = [...(usual?.lines ?? [])];
    const note = (line: PaintLine): void => {
      console.error(toLineText(line));
      lines.push(line);
    };
    for (const [name, measure] of Object.entries(TWICE)) {
      if (only !== undefined && !only.includes(name)) continue;
      await measure({ address, openPage, note }, more);
    }
    const isHeapWanted = answers > 0 && usual !== null;
    const heap = isHeapWanted ? await measureHeap(await openPage(), address, answers) : [];
    const summary = { bench: "page", machine: readMachine(), stored, ...usual, lines, heap };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(summary));
  } finally {
    await browser.close();
    await server.close();
  }
}

/** What an ordinary profile is put to. */
async function measureUsual(page: Page, address: string, amounts: StoredAmounts) {
  await importArchive(page, address, createArchive(amounts));
  const begin = Date.now();
  await openLongChat(page, address, amounts);
  const open = Date.now() - begin;
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const lines = [
    await typeWhileStreaming(page),
    await openChats(page, amounts),
    await openLinks(
      page,
      `an answer of ${amounts.answerLength / 1000} kB opened`,
      [`#/chat/${ANSWER_CHAT}`, "#/memory"],
      "[data-testid=answer]",
    ),
  ];
  await addTools(page, amounts);
  const what = `${amounts.tools} tools of one's own listed`;
  lines.push(await openLinks(page, what, ["#/tools", "#/models"], "[data-testid=own-file]"));
  return { open, nodes, lines };
}

async function typeWhileStreaming(page: Page): Promise<PaintLine> {
  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor();
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill("Tell me about the tides");
  await field.press("Enter");
  await page.getByTestId("answer").last().getByText("high water").first().waitFor();
  const line = await measureInputs(page, "a key while an answer streams", () => typeText(page, TYPED));
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
  return measureInputs(page, what, async () => {
    for (let click = 0; click < CLICKS; click += 1) {
      const link = links[click % links.length] ?? "";
      await page.locator(`a[href="${link}"]`).first().click();
      await page.waitForFunction((hash) => location.hash === hash, link);
      if (click % links.length === 0 || links.length > 2) await page.locator(shown).first().waitFor();
      // The next click is another interaction, not one that waits for this.
      await page.waitForTimeout(300);
    }
    return CLICKS;
  });
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

function toText({ open, nodes, lines, heap }: Summary): string {
  return [
    ...(open === undefined ? [] : [`the long chat opened at its end in ${open} ms, ${nodes} elements in the page`]),
    ...lines.map(toLineText),
    `heap after answers: ${heap.map(({ answers, megabytes }) => `${answers}: ${megabytes} MB`).join(", ")}`,
  ].join("\n");
}

function toLineText({ what, inputs, p50, p95, longest }: PaintLine): string {
  return `${what}: p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms (${inputs} inputs)`;
}
