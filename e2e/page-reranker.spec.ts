import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { writeTinyReranker } from "../dev/scripts/gpu/write-tiny-reranker.ts";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, openWithScript } from "./page-driver.ts";

/** The passages that a search for some words finds, in their order. */
async function search(page: Page): Promise<string> {
  await goTo(page, "#/");
  await page.getByRole("link", { name: "New chat" }).click();
  await composer(page).fill('/search_files {"query": "the house rent washing flight cake", "limit": 10}');
  await composer(page).press("Enter");
  const result = page.getByTestId("tool-result").last();
  await expect(result).toContainText(/\d+ passages:/);
  return (await result.textContent()) ?? "";
}

test("a reranker's file puts the passages of files in its order, after a reload too, until it is removed", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-reranker-"));
  const file = join(folder, "tiny-judge.gguf");
  await writeTinyReranker(file);
  await openWithScript(page, "notes", "#/files");
  await page.getByRole("button", { name: "Try the sample folder" }).click();
  await expect(page.getByTestId("workspace")).toContainText("english");
  const byWords = await search(page);
  expect(await search(page)).toBe(byWords);

  const section = page.getByTestId("semantic-search");
  const judges = section.getByText("tiny-judge judges the 30 best passages");
  await goTo(page, "#/memory");
  await expect(section).toContainText("A reranker (a GGUF file too, chosen here)");
  await page.getByTestId("embedding-file").setInputFiles(file);
  await expect(judges).toBeVisible();
  await expect(section).toHaveAttribute("data-state", "absent");
  await page.screenshot({ path: test.info().outputPath("memory-desktop.png") });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath("memory-phone.png") });
  await page.setViewportSize({ width: 1280, height: 800 });
  const judged = await search(page);
  expect(judged).not.toBe(byWords);
  expect(await search(page)).toBe(judged);

  await page.reload();
  await goTo(page, "#/memory");
  await expect(judges).toBeVisible();
  expect(await search(page)).toBe(judged);
  await goTo(page, "#/memory");
  await section.getByRole("button", { name: "Remove it" }).click();
  await expect(judges).toHaveCount(0);
  expect(await search(page)).toBe(byWords);
  await rm(folder, { recursive: true });
});
