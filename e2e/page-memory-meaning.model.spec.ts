import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../dev/scripts/build-app.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { expect, test } from "./harness/test.ts";
import { openWithScript } from "./page-driver.ts";

const FILE = join(ROOT, ".models", STARTER_FILE.path.replace(/^models\//, ""));
const isThere = existsSync(FILE) && statSync(FILE).size === STARTER_FILE.bytes;

// The starter stands for an embedding model here: every GGUF goes the same way.
test.skip(!isThere, "needs the starter model: npm run model:fetch");

test("an embedding model that is picked gives every note a vector, is there after a reload, and goes again", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/memory");
  const section = page.getByTestId("semantic-search");
  await expect(section).toHaveAttribute("data-state", "absent");
  await expect(section).toContainText("Off: notes are found by their words");
  const add = async (text: string): Promise<void> => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What to remember").fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("memory").filter({ hasText: text })).toBeVisible();
  };
  await add("The ferry to the island leaves at 7:40");
  await add("My bicycle is green");
  await page.getByTestId("embedding-file").setInputFiles(FILE);
  await expect(section).toContainText(/: 2 of 2 notes are found by meaning/, { timeout: 120_000 });
  await add("Grandmother was born in Vienna");
  await expect(section).toContainText(/: 3 of 3 notes are found by meaning/, { timeout: 60_000 });

  await page.reload();
  await expect(section).toContainText(/: 3 of 3 notes are found by meaning/, { timeout: 120_000 });
  await section.getByRole("button", { name: "Remove it" }).click();
  await expect(section).toHaveAttribute("data-state", "absent");
  await page.reload();
  await expect(section).toHaveAttribute("data-state", "absent");
});
