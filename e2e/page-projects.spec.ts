import { readFile } from "node:fs/promises";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, expectEnded, goTo, lastAnswer, openWithScript, readStored } from "./page-driver.ts";

const FERRY = "Remember that the ferry to the island leaves at 7:40";

test("what is said in a project stays in it, and the project is set up, exported, archived and deleted alone", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/projects");
  const entry = page.getByTestId("project");

  await test.step("it is made and set up", async () => {
    await page.getByRole("textbox", { name: "New project" }).fill("Island");
    await page.getByRole("textbox", { name: "New project" }).press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Island" }).click();
    await page.getByLabel(/^What the model is told in this project/).fill("Speak as a ferryman.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expect.poll(() => readStored(page, "settings")).toContain("Speak as a ferryman.");
    await expect(entry.locator("summary")).toHaveText("Island 0");
  });

  await test.step("a chat begins in it, and its note is its own", async () => {
    await page.getByRole("button", { name: "New chat here" }).click();
    await expect(page.getByTestId("project-note")).toContainText("Island");
    await ask(page, FERRY);
    await expectEnded(page);
    await expect(entry.locator("summary")).toHaveText("Island 1");
    await expect.poll(() => readStored(page, "run-events")).toContain("Speak as a ferryman.");
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toContainText("Island");
  });

  await test.step("another chat does not find it, one of the project does", async () => {
    await page.getByRole("link", { name: "New chat" }).click();
    await expect(page.getByTestId("project-note")).toHaveCount(0);
    await ask(page, "When does the ferry leave?");
    await expectEnded(page);
    // The script says the time whatever it finds.
    await expect(lastAnswer(page)).toContainText("No note found for “ferry”");
    await entry.getByRole("button", { name: "Actions for Island" }).click();
    await page.getByRole("button", { name: "New chat here" }).click();
    await ask(page, "When does the ferry leave?");
    await expectEnded(page);
    await expect(lastAnswer(page)).not.toContainText("No note found");
  });

  await test.step("a search in it finds only what is in it, unless the user asks for all", async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog");
    await search.getByRole("searchbox").fill("ferry");
    await expect(search.locator(".search-hit").first()).toBeVisible();
    const inside = await search.locator(".search-hit").count();
    await search.getByLabel("Only in “Island”").uncheck();
    await expect.poll(() => search.locator(".search-hit").count()).toBeGreaterThan(inside);
    await page.keyboard.press("Escape");
  });

  await test.step("it is exported alone, archived, and deleted with what is its own", async () => {
    await entry.getByRole("button", { name: "Actions for Island" }).click();
    await page.getByRole("button", { name: "Open the project" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("main").getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("Island.json");
    const file = JSON.parse(await readFile(await download.path(), "utf8"));
    expect([file.conversations.length, file.memories.length, file.settings.projects.length]).toEqual([2, 1, 1]);
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(entry).toHaveCount(0);
    await page.getByRole("button", { name: "Take out of the archive" }).click();
    await expect(entry).toHaveCount(1);
    await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alert").getByRole("button", { name: "Delete" }).click();
    await expect(entry).toHaveCount(0);
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toHaveCount(0);
    await expect(page.locator(".conversation")).toHaveCount(1);
  });
});
