import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

/** What belongs to the program and not to its user. */
const FOR_MACHINES: readonly (readonly [string, RegExp])[] = [
  ["an identifier", /\b[a-z]+_[a-z_]+\b|\bkom\.[a-z]/],
  ["a text's key", /\b(?:nav|settings|models|tools|runs|data|gym|plan|servers|files|memory)\.[a-z-]+\b/],
  ["JSON", /[{[]\s*"\w*"\s*[:,\]]/],
  ["a protocol mark", /<\|?\/?[a-z_]+\|?>/],
  ["a place that was not filled", /\{[a-zA-Z]+\}/],
];

/** The texts of a language, as their files have them. */
function readTexts(code: string): ReadonlyMap<string, string> {
  const folder = new URL(`../app/messages/${code}/`, import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "failures.json");
  return new Map(
    files.flatMap((name) =>
      Object.entries(JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, string>),
    ),
  );
}

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
    return texts;
  });
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
  const originals = readTexts("en");
  for (const code of ["en", "de", "es"]) {
    const messages = readTexts(code);
    await goTo(page, "#/settings/appearance");
    await page.locator("select").first().selectOption(code);
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    const english = new Set(
      [...originals].flatMap(([key, text]) =>
        messages.get(key) !== text && /[a-z]{3,} [a-z]{2,}/i.test(text) ? [text] : [],
      ),
    );
    for (const view of [...VIEWS, chat, run]) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      for (const text of await readPage(page)) {
        for (const [what, pattern] of FOR_MACHINES) expect(text, `${what} on ${view}, in ${code}`).not.toMatch(pattern);
        expect(english.has(text), `“${text}” on ${view}, in ${code}`).toBe(false);
      }
    }
  }
});
