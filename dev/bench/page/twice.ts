import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Page } from "playwright-core";
import { MESSAGES_A_CHAT, toExport } from "../history-export.ts";
import { ANSWER_CHAT, createArchive, createBriefChats, LONG_CHAT, type StoredAmounts } from "./archive.ts";
import { measureInputs, type PaintLine, toLine, typeText } from "./interactions.ts";

/** What the page is put to, beside what it is put to today in the same run. */
export interface TwiceAmounts {
  readonly stored: StoredAmounts;
  /** Messages in brief chats beside those. */
  readonly briefMessages: number;
  /** Messages of an import; a tenth of it is what it is compared with. */
  readonly imported: number;
  /** Characters that are pasted; a twentieth of it is what it is compared with. */
  readonly pasted: number;
}

/** A page of its own for each measurement. */
export interface TwiceTools {
  readonly address: string;
  openPage(): Promise<Page>;
  /** Told of each line once it is measured. */
  note(line: PaintLine): void;
}

const TYPED = "When does the next ferry to the island leave, and from which of the two piers? ";
const MESSAGES_A_BRIEF_CHAT = 10;
const WORDS = 40;
const SCROLLS = 20;
/** What the script writes before it has used up a turn's tokens. */
const ANSWER = "5 MB";
/** Its writing takes half a minute. */
const ANSWER_LIMIT_MS = 120_000;
const PASTES = 5;
const PASTE_LIMIT_MS = 1000;
/** A pause between two presses, so that each is an interaction of its own. */
const PAUSE_MS = 200;

/** The measurements by their name, each on a page of its own. */
export const TWICE: Readonly<Record<string, (tools: TwiceTools, amounts: TwiceAmounts) => Promise<void>>> = {
  keys: measureKeys,
  answer: measureAnswer,
  import: measureImport,
  paste: measurePaste,
};

/** Takes a backup in. */
export async function importArchive(page: Page, address: string, archive: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${address}#/settings/data`);
  await chooseFile(page, "backup.json", [archive]);
  await page.getByLabel("It is my own backup.").check();
  await page.getByTestId("import-preview").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The import is done.").waitFor();
}

/** Opens the chat at its newest message. */
export async function openLongChat(page: Page, address: string, { messages }: StoredAmounts): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${address}#/chat/${LONG_CHAT}`);
  const newest = page.getByText(`Answer ${messages / 2}.`, { exact: false });
  await newest.first().waitFor();
}

async function measureKeys(
  { address, openPage, note }: TwiceTools,
  { stored, briefMessages }: TwiceAmounts,
): Promise<void> {
  const page = await openPage();
  const all = stored.messages + stored.chats * stored.chatMessages;
  const measure = async (messages: number): Promise<void> => {
    await openLongChat(page, address, stored);
    await waitForModel(page);
    const what = `a key in a chat of ${toNumber(stored.messages)}, ${toNumber(messages)} messages stored`;
    note(await measureInputs(page, what, () => typeText(page, TYPED.repeat(2))));
  };
  await importArchive(page, address, createArchive(stored));
  await measure(all);
  const chats = Math.ceil(briefMessages / MESSAGES_A_BRIEF_CHAT);
  await importArchive(page, address, createBriefChats(chats, MESSAGES_A_BRIEF_CHAT));
  await measure(all + briefMessages);
}

async function measureAnswer({ address, openPage, note }: TwiceTools, { stored }: TwiceAmounts): Promise<void> {
  const page = await openPage();
  await importArchive(page, address, createArchive({ ...stored, messages: 2, chats: 0 }));
  await page.goto("about:blank");
  await page.goto(`${address}#/chat/${ANSWER_CHAT}`);
  await waitForModel(page);
  const measureShown = async (size: string): Promise<void> => {
    note(await measureInputs(page, `a key under an answer of ${size}`, () => typeText(page, TYPED)));
    await page.getByLabel("Messages", { exact: true }).focus();
    note(await measureInputs(page, `a page up or down in an answer of ${size}`, () => turnPages(page)));
  };
  await measureShown(toSize(stored.answerLength));
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "Tell me about the tides");
  note(await measureInputs(page, "a key while an answer streams", () => typeText(page, TYPED)));
  // It may have come to its end by itself.
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.click({ timeout: 2000 }).catch(() => undefined);
  await waitForEnd(page);
  await ask(page, "Tell me at great length");
  const typed = await measureInputs(page, `a key while an answer of ${ANSWER} streams`, async () => {
    const isRunning = (): Promise<boolean> =>
      page.evaluate(() => document.querySelector("[data-testid=answer][data-state=running]") !== null);
    const end = Date.now() + ANSWER_LIMIT_MS;
    let inputs = 0;
    while (Date.now() < end && (await isRunning())) inputs += await typeText(page, TYPED);
    if (await isRunning()) throw new Error(`the answer had no end after ${inputs} keys`);
    return inputs;
  });
  note(typed);
  await measureShown(ANSWER);
}

async function measureImport({ address, openPage, note }: TwiceTools, { imported }: TwiceAmounts): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "alcove-page-"));
  try {
    for (const messages of [imported / 10, imported]) {
      const page = await openPage();
      const chats = Math.ceil(messages / MESSAGES_A_CHAT.chatgpt);
      const file = join(folder, `${messages}.json`);
      await pipeline(Readable.from(toExport({ app: "chatgpt", chats, words: WORDS })), createWriteStream(file));
      await page.goto(`${address}#/settings/data`);
      await page.getByLabel("Choose a file to import").setInputFiles(file);
      const preview = page.getByTestId("history-preview");
      await preview.getByRole("button", { name: /^Import / }).click();
      await page.getByRole("link", { name: "New chat" }).click();
      const megabytes = (statSync(file).size / 1e6).toFixed(0);
      const what = `a key while ${toNumber(messages)} messages (${megabytes} MB) are imported`;
      const typed = await measureInputs(page, what, async () => {
        let inputs = 0;
        const isDone = (): Promise<boolean> =>
          page.evaluate(() => document.querySelector("[data-testid=project]") !== null);
        while (!(await isDone())) inputs += await typeText(page, TYPED);
        // What the page has to do with so many chats once they are there.
        return inputs + (await typeText(page, TYPED));
      });
      note(typed);
      await page.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePaste({ address, openPage, note }: TwiceTools, { pasted }: TwiceAmounts): Promise<void> {
  const page = await openPage();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(address).origin });
  await page.goto(address);
  await waitForModel(page);
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  for (const length of [pasted / 20, pasted]) {
    const painted: number[] = [];
    const shown: number[] = [];
    let isTaken = true;
    for (let paste = 0; paste < PASTES; paste += 1) {
      await page.evaluate((count) => {
        const words = "the ferry leaves from pier two at low water\n";
        return navigator.clipboard.writeText(words.repeat(Math.ceil(count / words.length)).slice(0, count));
      }, length);
      await page.evaluate(watchPaste);
      await field.focus();
      await page.keyboard.press("Control+V");
      const times = await page.waitForFunction(() =>
        globalThis.pasteTimes?.shown === undefined ? null : globalThis.pasteTimes,
      );
      const { paint = Number.NaN, shown: at = Number.NaN } = (await times.jsonValue()) ?? {};
      painted.push(paint);
      shown.push(at);
      isTaken = await removeFile(page);
    }
    const what = `a paste of ${toSize(length)}`;
    note(toLine(`${what}, to the next paint`, painted, PASTE_LIMIT_MS));
    note(toLine(`${what}, until ${isTaken ? "its file stands there" : "it is refused"}`, shown, PASTE_LIMIT_MS));
  }
}

/** Makes room for the next paste. False where the page did not take the last. */
async function removeFile(page: Page): Promise<boolean> {
  const isTaken = (await page.locator(".attachment").count()) > 0;
  if (isTaken) await page.getByRole("button", { name: "Remove text.txt" }).click();
  else await page.locator(".toast").filter({ hasText: "text.txt" }).getByRole("button").click();
  return isTaken;
}

declare global {
  /** Milliseconds from the newest paste on; lives in the measured page. */
  var pasteTimes: { paint?: number; shown?: number } | undefined;
}

/** Runs in the page, where nothing of this file is: a function with a name of its own would need the bundler's help there. */
function watchPaste(): void {
  globalThis.pasteTimes = {};
  const times = globalThis.pasteTimes;
  addEventListener(
    "paste",
    ({ timeStamp }) => {
      requestAnimationFrame(() =>
        setTimeout(() => {
          times.paint = performance.now() - timeStamp;
        }),
      );
      const watch = new MutationObserver(() => {
        const said = [...document.querySelectorAll(".attachment, .toast")];
        if (!said.some(({ textContent }) => textContent?.includes("text.txt"))) return;
        watch.disconnect();
        requestAnimationFrame(() =>
          setTimeout(() => {
            times.shown = performance.now() - timeStamp;
          }),
        );
      });
      watch.observe(document.body, { childList: true, subtree: true });
    },
    { capture: true, once: true },
  );
}

async function ask(page: Page, question: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill(question);
  await field.press("Enter");
  await page.locator("[data-testid=answer][data-state=running] .turn").waitFor();
}

async function waitForEnd(page: Page): Promise<void> {
  const running = page.locator("[data-testid=answer][data-state=running]");
  await running.waitFor({ state: "detached", timeout: 600_000 });
}

/** Looks back, and on again. */
async function turnPages(page: Page): Promise<number> {
  for (let press = 0; press < SCROLLS; press += 1) {
    await page.keyboard.press(press % 4 < 3 ? "PageUp" : "PageDown");
    await page.waitForTimeout(PAUSE_MS);
  }
  return SCROLLS;
}

async function chooseFile(page: Page, name: string, texts: Iterable<string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "alcove-page-"));
  const path = join(folder, name);
  await pipeline(Readable.from(texts), createWriteStream(path));
  await page.getByLabel("Choose a file to import").setInputFiles(path);
}

async function waitForModel(page: Page): Promise<void> {
  await page.locator('[data-testid="model-status"][data-state="ready"]').waitFor();
}

function toNumber(count: number): string {
  return count.toLocaleString("en");
}

function toSize(characters: number): string {
  return characters >= 1e6 ? `${characters / 1e6} MB` : `${characters / 1000} kB`;
}
