import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectNewAnswer, expectReady, noteLastAnswer, OFTEN, showForDevelopers } from "./harness/chat-page.ts";
import { expect } from "./harness/test.ts";

/** The scripts that come with the app and play a model. */
export type ScriptName = "calculator" | "letters" | "notes" | "lights" | "help" | "talk" | "thinker" | "stream";

/** The places that every rule about the page as a whole is held at. */
export const VIEWS = [
  "#/",
  "#/memory",
  "#/tasks",
  "#/waiting",
  "#/projects",
  "#/projects/Garden",
  "#/files",
  "#/models",
  "#/gym",
  "#/tools",
  "#/runs",
  "#/settings/general",
  "#/settings/connections",
  "#/settings/privacy",
  "#/settings/data",
  "#/settings/about",
  "#/settings/developer",
];

/** Opens the app with a script in the model's place, and waits until it can be asked. */
export async function openWithScript(page: Page, script: ScriptName, hash = "#/"): Promise<void> {
  await page.goto(`?engine=scripted&model=scripted:${script}${hash}`);
  await expectReady(page);
}

/** The field where messages are written. */
export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

/** Writes a message and sends it with Enter. */
export async function ask(page: Page, text: string): Promise<void> {
  await noteLastAnswer(page);
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** The newest answer. */
export function lastAnswer(page: Page): Locator {
  return page.getByTestId("answer").last();
}

/** Waits until the answer to the question asked last has ended as expected. */
export async function expectEnded(page: Page, state = "complete"): Promise<void> {
  await expectNewAnswer(page);
  await expect.poll(() => lastAnswer(page).getAttribute("data-state"), OFTEN).toBe(state);
}

/** Goes to another view of the page at hand, which keeps its model. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
}

/** Opens everything on the page that is folded: details, and lists of what is seldom wanted. */
export async function openFolds(page: Page): Promise<void> {
  // What a fold holds may be drawn, with folds of its own, once it is open.
  const open = (): Promise<number> =>
    page.locator("main details:not([open])").evaluateAll((folds) => {
      for (const fold of folds) if (fold instanceof HTMLDetailsElement) fold.open = true;
      return folds.length;
    });
  await expect.poll(open).toBe(0);
}

/** Waits until the Models page knows the device, and opens everything on it: only what is open has its cards. */
export async function openModelFolds(page: Page): Promise<void> {
  await page.getByTestId("device").waitFor();
  await openFolds(page);
}

/** Chooses a model's own dialect: a small file is asked in stages otherwise, and tried in both ways in the background. */
export async function askNatively(page: Page, title: string): Promise<void> {
  await showForDevelopers(page);
  await openModelFolds(page);
  const card = page.getByTestId("model").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await card.getByRole("combobox", { name: "How it is asked" }).selectOption("native");
}

/** The newest run as the page exports it; ends on that run's page. */
export async function exportRun(page: Page): Promise<string> {
  await goTo(page, "#/runs");
  await page.getByTestId("run").first().click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as JSON" }).click();
  return readFile(await (await downloading).path(), "utf8");
}

/** What the database of the app holds at this moment, as JSON: what is not in it yet would not outlive a reload. */
export async function readStored(page: Page, store: "messages" | "settings" | "run-events"): Promise<string> {
  return page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("alcove");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      return await new Promise<string>((resolve, reject) => {
        const request = database.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(JSON.stringify(request.result));
        request.onerror = () => reject(request.error);
      });
    } finally {
      database.close();
    }
  }, store);
}
