import type { BrowserContext, Locator, Page } from "playwright-core";
import type { ShownAnswer } from "./find-untrue.ts";

/** The starter answers on the processor, which may be busy. */
const MAX_ANSWER_MS = 400_000;
const MAX_LOAD_MS = 180_000;
const LOOK_MS = 250;

/** Somebody who uses the page with a pointer and a keyboard; the presses are counted. */
export interface Newcomer {
  readonly page: Page;
  /** Presses since the last `startCount`, without typing. */
  readonly presses: number;
  /** Seconds since the last `startCount`. */
  readonly seconds: number;
  startCount(): void;
  press(target: Locator): Promise<void>;
  /** Goes to a place by its link in the sidebar, as a press. */
  goTo(place: "memory" | "models" | "tools" | "activity" | "MCP" | "delete everything"): Promise<void>;
  newChat(): Promise<void>;
  /** Loads the model that the welcome offers, and waits until it is there. */
  loadStarter(): Promise<void>;
  waitForModel(): Promise<void>;
  /** Asks in the open chat, allows what asks for it, and gives the answer as it stands there in the end. */
  ask(question: string): Promise<ShownAnswer>;
  attach(name: string, mimeType: string, content: Buffer): Promise<void>;
  /** All notes that are kept, as they are stored. */
  readNotes(): Promise<readonly string[]>;
}

/** Opens the app in a context, as if for the first time, in whatever language the context has. */
export async function openNewcomer(context: BrowserContext, url: string): Promise<Newcomer> {
  const page = await context.newPage();
  await page.goto(url);
  let presses = 0;
  let since = Date.now();
  const press = async (target: Locator): Promise<void> => {
    presses += 1;
    await target.click({ timeout: 60_000 });
  };
  const waitForModel = (): Promise<void> =>
    page.locator("[data-testid=model-status][data-state=ready]").waitFor({ timeout: MAX_LOAD_MS });
  return {
    page,
    get presses() {
      return presses;
    },
    get seconds() {
      return (Date.now() - since) / 1000;
    },
    startCount: () => {
      presses = 0;
      since = Date.now();
    },
    press,
    goTo: async (place) => {
      await press(page.getByRole("button", { name: "Search", exact: true }));
      await page.getByRole("searchbox").fill(place);
      await page.keyboard.press("Enter");
    },
    newChat: () => press(page.locator("a.new-chat")),
    loadStarter: async () => {
      // Where it is served from here it loads by itself.
      const load = page.locator(".offer .button-primary");
      const status = page.locator("[data-testid=model-status]");
      await load
        .or(status.and(page.locator("[data-state=loading], [data-state=ready]")))
        .first()
        .waitFor();
      if (await load.isVisible()) await load.click({ timeout: 2000 }).catch(() => undefined);
      await waitForModel();
    },
    waitForModel,
    ask: (question) => askAndWait(page, question),
    attach: async (name, mimeType, buffer) => {
      await page.getByTestId("attach-input").setInputFiles({ name, mimeType, buffer });
      await page.getByText(name).first().waitFor({ timeout: 20_000 });
    },
    readNotes: () => readNotes(page),
  };
}

async function askAndWait(page: Page, question: string): Promise<ShownAnswer> {
  const notesBefore = (await readNotes(page)).length;
  const answers = page.getByTestId("answer");
  const before = await answers.count();
  await page.locator("[data-composer]").fill(question);
  await page.locator("[data-composer]").press("Enter");
  const answer = answers.nth(before);
  await answer.waitFor({ timeout: MAX_ANSWER_MS });
  const end = Date.now() + MAX_ANSWER_MS;
  for (;;) {
    const state = await answer.getAttribute("data-state");
    if (state !== "running") break;
    if (Date.now() > end) {
      await page.keyboard.press("Escape");
      await page.locator("[data-testid=answer]:last-of-type:not([data-state=running])").waitFor({ timeout: 20_000 });
      break;
    }
    // Once, never always; a card counts presses only when it has been there for a moment.
    const allow = answer.locator(".approval .button-primary");
    if (await allow.isEnabled({ timeout: LOOK_MS }).catch(() => false)) await allow.click().catch(() => undefined);
    await page.waitForTimeout(LOOK_MS);
  }
  // What is loaded on demand for an answer that has ended.
  await page.waitForTimeout(2 * LOOK_MS);
  const recalled = answer.getByTestId("recalled");
  const saysFromMemory = await recalled.isVisible();
  return {
    text: [
      ...(await answer.getByTestId("answer-text").allInnerTexts()),
      ...(await answer.getByTestId("run-ending").locator("span").allInnerTexts()),
    ].join("\n"),
    everything: (await answer.locator(".answer-body > :not(footer)").allInnerTexts()).join("\n"),
    state: (await answer.getAttribute("data-state")) ?? "",
    cards: await answer
      .getByTestId("tool-card")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-state") ?? "")),
    notesBefore,
    notesAfter: (await readNotes(page)).length,
    saysFromMemory,
    recalled: saysFromMemory ? await recalled.locator("li:visible").allInnerTexts() : [],
  };
}

function readNotes(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opening = indexedDB.open("alcove");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const names = database.objectStoreNames;
          if (!names.contains("memories")) {
            database.close();
            resolve([]);
            return;
          }
          const reading = database.transaction("memories").objectStore("memories").getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.map((note) => JSON.stringify(note)));
          };
        };
      }),
  );
}
