import type { Page } from "@playwright/test";
import { GERMAN } from "../app/messages/de/de.ts";
import { EN } from "../app/messages/en/en.ts";
import { SPANISH } from "../app/messages/es/es.ts";
import { expect, test } from "./harness/test.ts";
import { ask, expectEnded, goTo, openWithScript, VIEWS } from "./page-driver.ts";

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
    return texts;
  });
}

test("no page shows what is for machines, in any language, and none of it is left in English", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Hello there");
  await expectEnded(page);
  for (const [code, messages] of [
    ["en", EN],
    ["de", GERMAN.messages],
    ["es", SPANISH.messages],
  ] as const) {
    await goTo(page, "#/settings/appearance");
    await page.locator("select").first().selectOption(code);
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    const english = new Set(
      Object.entries(EN).flatMap(([key, text]) =>
        Reflect.get(messages, key) !== text && /[a-z]{3,} [a-z]{2,}/i.test(text) ? [text] : [],
      ),
    );
    for (const view of VIEWS) {
      await goTo(page, view);
      await expect(page.locator(".view-loading, .skeleton")).toHaveCount(0);
      for (const text of await readPage(page)) {
        for (const [what, pattern] of FOR_MACHINES) expect(text, `${what} on ${view}, in ${code}`).not.toMatch(pattern);
        expect(english.has(text), `“${text}” on ${view}, in ${code}`).toBe(false);
      }
    }
  }
});
