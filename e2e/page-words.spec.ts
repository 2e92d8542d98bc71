import type { Page } from "@playwright/test";
import { chooseLanguage, LANGUAGES, languageField, readTexts } from "./harness/languages.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

/** What belongs to the program and not to its user. */
const FOR_MACHINES: readonly (readonly [string, RegExp])[] = [
  ["an identifier", /\b[a-z]+_[a-z_]+\b|\bkom\.[a-z]/],
  ["a text's key", /\b(?:nav|settings|models|tools|runs|data|gym|plan|servers|files|memory)\.[a-z-]+\b/],
  ["JSON", /[{[]\s*"\w*"\s*[:,\]]/],
  ["a protocol mark", /<\|?\/?[a-z_]+\|?>/],
  ["a place that was not filled", /\{[a-zA-Z]+\}/],
];

/** Everything that can be read on the page, without what lies behind "Details" and what a user wrote as code. */
async function readPage(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (parent === null || text === "" || parent.closest("code, pre, script, style, textarea") !== null) continue;
      const fold = parent.closest("details");
      if (fold !== null && parent.closest("summary") === null) continue;
      if (fold?.parentElement?.closest("details") != null) continue;
      if (parent.checkVisibility() || parent.tagName === "OPTION") texts.push(text);
    }
    // What is read out, or shown to a pointer that rests.
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const each of document.querySelectorAll(`[${name}]`)) {
        const fold = each.closest("details");
        const isFolded =
          fold !== null && (each.closest("summary") === null || fold.parentElement?.closest("details") != null);
        const text = each.getAttribute(name)?.trim() ?? "";
        if (text !== "" && !isFolded && each.checkVisibility()) texts.push(text);
      }
    }
    return texts;
  });
}

const PLACE = /\{\w+\}/g;

/** Finds a text with its places filled by whatever stands there. */
function toPattern(text: string): RegExp {
  const parts = text.split(PLACE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`, "su");
}

/**
 * Reads each view in each language: nothing for machines stands there, and nothing that is left in English, besides what
 * is the user's own.
 */
async function expectPlainWords(page: Page, views: readonly string[], own: readonly string[] = []): Promise<void> {
  const originals = readTexts("en");
  for (const code of LANGUAGES) {
    const messages = readTexts(code);
    await chooseLanguage(page, code);
    const english = [...originals].flatMap(([key, text]) =>
      messages.get(key) !== text && /[a-z]{3,} [a-z]{2,}/i.test(text.replaceAll(PLACE, "")) ? [toPattern(text)] : [],
    );
    for (const view of views) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      const faults = (await readPage(page)).flatMap((text) => [
        ...FOR_MACHINES.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${what}: ${text}`),
        ...(!own.includes(text) && english.some((pattern) => pattern.test(text)) ? [`English: ${text}`] : []),
      ]);
      expect(faults, `on ${view}, in ${code}`).toEqual([]);
    }
  }
}

test("no page shows what is for machines, in any language, and none of it is left in English", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Hello there");
  await expectEnded(page);
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  await expect(page.getByTestId("tool-card")).not.toHaveCount(0);
  const chat = new URL(page.url()).hash;
  const run = (await page.getByRole("link", { name: "Show the steps" }).last().getAttribute("href")) ?? "";
  await expectPlainWords(page, [...VIEWS, chat, run]);
});

test("every language is offered, and its texts are fetched when it is chosen", async ({ page }) => {
  await openWithScript(page, "notes");
  const listScripts = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1) ?? ""));
  await goTo(page, "#/settings/general");
  const options = languageField(page).locator("option");
  await expect(options).toHaveCount(LANGUAGES.length + 1);
  const offered = await options.evaluateAll((all) => all.map((each) => each.getAttribute("value") ?? ""));
  expect(offered.sort()).toEqual(["auto", ...LANGUAGES].sort());
  for (const code of ["fr", "pt"]) {
    expect((await listScripts()).filter((name) => name.startsWith(`${code}-`))).toEqual([]);
    await chooseLanguage(page, code);
    expect((await listScripts()).filter((name) => name.startsWith(`${code}-`))).toHaveLength(1);
  }
});

test("the list of commands says what each tool does in words for people, in each language", async ({ page }) => {
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByRole("heading", { name: "Sample folder" })).toBeVisible();
  for (const code of LANGUAGES) {
    const texts = new Set(readTexts(code).values());
    await chooseLanguage(page, code);
    await goTo(page, "#/");
    await page.locator(".composer textarea").fill("/");
    const said = await page.locator(".tool-hints span").allTextContents();
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((text) => !texts.has(text))).toEqual([]);
    await page.locator(".composer textarea").fill("");
  }
});

/** Each three words in a row: an English fault shares them with its text in no other language. */
function toTriples(text: string): readonly string[] {
  const words =
    text
      .replaceAll(/\S+[./]\w+/g, "")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.slice(2).map((_, index) => words.slice(index, index + 3).join(" "));
}

/** What the tools for files and tables give by hand, in one chat. */
const BY_HAND: readonly string[] = [
  '/search_files {"query": "rent"}',
  '/list_files {"folder": "english"}',
  '/find_files {"name": "*.csv"}',
  '/read_file {"path": "english/lease.md"}',
  '/read_file {"path": "english/nowhere.md"}',
  '/describe_table {"table": "english/expenses.csv"}',
  '/query_table {"operation": "rows", "table": "english/expenses.csv", "limit": 3}',
  '/query_table {"operation": "sum", "column": "amount", "table": "english/expenses.csv"}',
  '/query_table {"operation": "sum", "column": "amount", "group_by": "category", "table": "english/expenses.csv"}',
  '/query_table {"operation": "sum", "column": "colour", "table": "english/expenses.csv"}',
  '/query_table {"operation": "sum", "column": "date", "table": "english/expenses.csv"}',
  '/query_table {"operation": "rows", "table": "english/expenses.csv", "limit": 500}',
  '/draw_chart {"type": "bar", "column": "amount", "by": "category", "table": "english/expenses.csv"}',
  '/write_file {"path": "english/new.md", "text": "One line."}',
  '/move_file {"path": "english/new.md", "to": "english/newer.md"}',
  '/delete_file {"path": "english/newer.md"}',
];

test("nor do answers from a connected folder: passages, changes of files, tables and charts", async ({ page }) => {
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByRole("heading", { name: "Sample folder" })).toBeVisible();
  await goTo(page, "#/");
  const asked = "What does the lease say about pets?";
  await page.getByRole("button", { name: asked }).click();
  await composer(page).press("Enter");
  await expectEnded(page);
  await ask(page, "Set the rent in the lease to 950 euros");
  await page.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await expect(page.getByTestId("file-change")).toBeVisible();
  for (const command of BY_HAND) {
    await composer(page).fill(command);
    await composer(page).press("Enter");
    const card = page.getByTestId("tool-card").last();
    await expect(card).toHaveAttribute("data-tool", /^\/?\w+$/);
    await expect(card).toHaveAttribute("data-state", /done|failed/);
  }
  const chat = new URL(page.url()).hash;
  const run = (await page.getByRole("link", { name: "Show the steps" }).last().getAttribute("href")) ?? "";
  const readFaults = async () => {
    await goTo(page, chat);
    const failed = page.locator('[data-testid="tool-card"][data-state="failed"]');
    for (const card of await failed.all()) await card.locator("summary").first().click();
    const outcomes = failed.locator(".outcome");
    await expect(outcomes).toHaveCount(4);
    return outcomes.allTextContents();
  };
  const english = new Set((await readFaults()).flatMap(toTriples));
  for (const code of LANGUAGES.filter((each) => each !== "en")) {
    await chooseLanguage(page, code);
    const left = (await readFaults()).flatMap(toTriples).filter((words) => english.has(words));
    expect(left, code).toEqual([]);
  }
  const file = `#/files/${encodeURIComponent("Sample folder/english/expenses.csv")}`;
  await expectPlainWords(page, [chat, run, "#/files", file], [asked, "Sample folder"]);
});
