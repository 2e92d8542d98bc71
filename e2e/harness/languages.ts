import { readdirSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { goTo } from "../page-driver.ts";
import { expect } from "./test.ts";

/** Each language of the page is a folder. */
export const LANGUAGES = readdirSync(new URL("../../app/messages/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The texts of a language, as their files have them. */
export function readTexts(code: string): ReadonlyMap<string, string> {
  const folder = new URL(`../../app/messages/${code}/`, import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "failures.json");
  return new Map(
    files.flatMap((name) =>
      Object.entries(JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, string>),
    ),
  );
}

/** The field that languages are chosen by, whatever it is called in the one at hand. */
export function languageField(page: Page): Locator {
  return page.locator("select", { has: page.locator('option[value="de"]') });
}

/** Chooses the page's language in the settings. */
export async function chooseLanguage(page: Page, code: string): Promise<void> {
  await goTo(page, "#/settings/general");
  await languageField(page).selectOption(code);
  await expect(page.locator("html")).toHaveAttribute("lang", code);
  // The words follow a moment later where much of the page is to be drawn anew.
  await expect(page.getByText(readTexts(code).get("nav.skip") ?? "")).toBeAttached();
}
