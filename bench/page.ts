import { chromium, type Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";

const MESSAGES = 10_000;
const CONVERSATION = "long";
const TYPED = "When does the next ferry to the island leave, and from which of the two piers? ".repeat(3);
/** About 600 characters a minute: somebody who types fast. */
const KEY_DELAY_MS = 100;

interface Figures {
  readonly stored: number;
  /** Keys pressed while the answer was written. */
  readonly interactions: number;
  /** Milliseconds from a key to the next paint, as Event Timing measures them: in steps of 8, and 16 for anything less. */
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  /** Elements in the page while it shows the end of the conversation. */
  readonly nodes: number;
  /** Milliseconds from the address to the conversation's last message. */
  readonly open: number;
}

/**
 * Types into the message field while an answer streams at the end of a conversation of 10,000 messages, in the built app
 * in Chromium with a scripted model, and measures how long each key waits for its paint (the way Interaction to Next
 * Paint does, https://web.dev/articles/inp, but over all keys). Options: `--json`.
 */
export async function benchPage(options: readonly string[]): Promise<void> {
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const figures = await measure(page, `${server.url}?engine=scripted&model=scripted:stream`);
    console.log(options.includes("--json") ? JSON.stringify(figures) : toText(figures));
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measure(page: Page, address: string): Promise<Figures> {
  await page.goto(`${address}#/settings/data`);
  const buffer = Buffer.from(createArchive());
  await page
    .getByLabel("Choose a file to import")
    .setInputFiles({ name: "long.json", mimeType: "application/json", buffer });
  await page.getByTestId("import-preview").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The import is done.").waitFor({ timeout: 120_000 });

  await page.goto("about:blank");
  const begin = Date.now();
  await page.goto(`${address}#/chat/${CONVERSATION}`);
  await page
    .getByText(`Answer ${MESSAGES / 2}.`, { exact: false })
    .first()
    .waitFor();
  const open = Date.now() - begin;

  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor();
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill("Tell me about the tides");
  await field.press("Enter");
  await page.getByTestId("answer").last().getByText("high water").first().waitFor();
  await page.evaluate(watchInteractions);
  await field.pressSequentially(TYPED, { delay: KEY_DELAY_MS });
  const { durations, nodes } = await page.evaluate(readInteractions);
  // What Event Timing leaves out took less than its threshold.
  const all = [...durations, ...Array<number>(Math.max(0, TYPED.length - durations.length)).fill(16)].sort(
    (a, b) => a - b,
  );
  const at = (share: number): number => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return { stored: MESSAGES, interactions: all.length, p50: at(0.5), p95: at(0.95), longest: at(1), nodes, open };
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

async function readInteractions(): Promise<{ durations: number[]; nodes: number }> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    durations: [...globalThis.interactions.values()],
    nodes: document.querySelectorAll("*").length,
  };
}

function createArchive(): string {
  const at = 1_760_000_000_000;
  const toId = (index: number): string => `m${index}`;
  const messages = Array.from({ length: MESSAGES }, (_, index) => {
    const number = Math.floor(index / 2) + 1;
    const place = {
      id: toId(index),
      conversationId: CONVERSATION,
      parentId: index === 0 ? null : toId(index - 1),
      createdAt: at + index,
      sequence: index + 1,
    };
    if (index % 2 === 0) return { ...place, role: "user", text: `Question ${number}: when does the ferry leave?` };
    const text = `Answer ${number}. It leaves at **7:40** from pier two.\n\n- bring a coat\n- pay on board`;
    const turn = { text, reasoning: "", raw: text, calls: [], broken: [] };
    return { ...place, role: "assistant", runId: `r${number}`, state: "complete", turns: [turn] };
  });
  const conversation = { id: CONVERSATION, title: "Ferries", createdAt: at, updatedAt: at, headId: toId(MESSAGES - 1) };
  return JSON.stringify({
    format: "alcove-export",
    version: 1,
    exportedAt: new Date(at).toISOString(),
    settings: null,
    conversations: [conversation],
    messages,
    runs: [],
    memories: [],
  });
}

function toText({ interactions, longest, nodes, open, p50, p95, stored }: Figures): string {
  return [
    `${stored} messages stored, opened at the end in ${open} ms, ${nodes} elements in the page`,
    `${interactions} keys while an answer streamed: p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms to the next paint`,
  ].join("\n");
}
