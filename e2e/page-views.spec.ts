import { readFile } from "node:fs/promises";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, expectEnded, goTo, openWithScript, readStored } from "./page-driver.ts";

test("memories are added, found, changed and deleted, and deleting can be undone", async ({ page }) => {
  await openWithScript(page, "notes", "#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();
  const add = async (text: string, tags: string) => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What to remember").fill(text);
    await page.getByLabel("Tags, separated by commas").fill(tags);
    await page.getByRole("button", { name: "Save" }).click();
  };
  await add("My bicycle is green", "bicycle, colour");
  await add("The ferry leaves at 7:40", "ferry");
  const memories = page.getByTestId("memory");
  await expect(memories).toHaveCount(2);

  await page.getByRole("searchbox", { name: "Search notes" }).fill("bicycle");
  await expect(memories).toHaveCount(1);
  await expect(memories).toContainText("colour");
  await memories.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("What to remember").fill("My bicycle is blue");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(memories).toContainText("My bicycle is blue");

  await memories.getByRole("button", { name: "Delete" }).click();
  await expect(memories).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(memories).toContainText("My bicycle is blue");
  await page.reload();
  await expect(memories).toHaveCount(2);
});

test("every skill shows its tools, and a tool can be tried from its schema", async ({ page }) => {
  await openWithScript(page, "notes", "#/tools");
  const tool = page.locator('[data-testid="tool"][data-tool="calculate"]').first();
  await tool.locator("summary").first().click();
  await tool.getByLabel("expression").fill("2 ^ 10");
  await tool.getByRole("button", { name: "Run" }).click();
  await expect(tool.getByTestId("tool-outcome")).toContainText("1024");
  await tool.getByLabel("expression").fill("2 +");
  await tool.getByRole("button", { name: "Run" }).click();
  await expect(tool.getByTestId("tool-outcome")).toHaveAttribute("data-state", "failed");
});

test("a run shows its timeline, prompts and raw output, and is exported whole", async ({ page }) => {
  await openWithScript(page, "calculator");
  await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
  await ask(page, "What is (3 + 5) * 2?");
  await expectEnded(page);
  await page.goto("#/runs");
  await page.getByTestId("run").click();
  await expect(page.getByRole("img", { name: /^Timeline/ })).toBeVisible();
  await expect(page.getByText("The log is unchanged")).toBeVisible();
  await expect(page.getByRole("region", { name: /^Step / })).toHaveCount(3);
  const first = page.getByRole("region", { name: "Step 1" });
  await first.getByText(/^Prompt as sent/).click();
  await expect(first.locator("pre").first()).toContainText("What is (3 + 5) * 2?");
  await first.getByText("Raw output").click();
  await expect(first.locator("pre").last()).toContainText('{"name": "add"');

  const replay = page.getByTestId("replay");
  await expect(replay).toHaveAttribute("data-state", "complete");
  await page.getByLabel("Moment of the answer").fill("0");
  await expect(replay.getByTestId("tool-card")).toHaveCount(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(replay).toHaveAttribute("data-state", "complete");
  await expect(replay.getByTestId("tool-card")).toHaveCount(2);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as JSON" }).click();
  const file = await (await download).path();
  const run = JSON.parse(await readFile(file, "utf8"));
  expect(run.question).toBe("What is (3 + 5) * 2?");
  expect(run.events.at(-1)).toMatchObject({ type: "run-end", reason: "answered" });
});

test("the version and the notices of the packages inside can be read; settings apply at once and last", async ({
  page,
}) => {
  const { version }: { version: string } = JSON.parse(await readFile("package.json", "utf8"));
  await openWithScript(page, "notes", "#/settings/about");
  await expect(page.getByText(`Version ${version}.`)).toBeVisible();
  await page.getByText("Notices of the packages inside").click();
  const notices = page.getByRole("region", { name: "Notices of the packages inside" });
  await expect(notices).toContainText("@mlc-ai/web-llm");
  await expect(notices).toBeInViewport();

  // A section that there is not is the first one.
  await goTo(page, "#/settings/constructor");
  await page.getByLabel("Dark").check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByLabel("Sprache").selectOption("es");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ajustes");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.getByLabel("Idioma").selectOption("de");
  await page.getByLabel("Schriftgröße").fill("1.25");
  await expect(page.locator("html")).toHaveCSS("font-size", "20px");
  await expect.poll(() => readStored(page, "settings")).toContain("1.25");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await expect(page.locator("html")).toHaveCSS("font-size", "20px");
  await page.getByRole("link", { name: "Daten", exact: true }).click();
  await page.getByRole("button", { name: "Alle Einstellungen zurücksetzen" }).click();
  await page.getByRole("button", { name: "Ja, zurücksetzen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await expect(page.locator("html")).toHaveCSS("font-size", "16px");
});
