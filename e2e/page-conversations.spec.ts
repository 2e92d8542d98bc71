import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript, readStored } from "./page-driver.ts";

const FERRY = "Remember that the ferry to the island leaves at 7:40";

test("a chat keeps its mode and lies in a project, one question of it can be deleted, and a temporary one leaves nothing", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  const skill = page.getByLabel("Mode", { exact: true });
  const newChat = page.getByRole("link", { name: "New chat" });

  await test.step("the mode is the chat's own", async () => {
    await skill.selectOption("notes");
    await ask(page, FERRY);
    await expectEnded(page);
    await expect(skill).toHaveValue("notes");
    await newChat.click();
    await expect(skill).toHaveValue("assistant");
    await page.goBack();
    await expect(skill).toHaveValue("notes");
  });

  await test.step("a question goes with its answer", async () => {
    await ask(page, "When does the ferry leave?");
    await expectEnded(page);
    const first = page.getByTestId("question").first();
    await first.hover();
    await first.getByRole("button", { name: "Delete this question and its answer" }).click();
    await first.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByTestId("question")).toHaveText(["When does the ferry leave?"]);
    await expect(page.getByTestId("answer")).toHaveCount(1);
    await page.reload();
    await expect(page.getByTestId("question")).toHaveText(["When does the ferry leave?"]);
    await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete");
  });

  await test.step("a project holds it", async () => {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("button", { name: "Move to a project" }).click();
    await page.getByLabel("Project (empty: none)").fill("Island");
    await page.getByLabel("Project (empty: none)").press("Enter");
    const project = page.getByTestId("project");
    await expect(project.locator("summary")).toHaveText("Island 1");
    await expect(project.getByRole("link")).toBeVisible();
    await newChat.click();
    await page.reload();
    await expect(project.getByRole("link")).toBeHidden();
  });

  await test.step("a project is renamed, its chats saved as one file, and deleted, which can be undone", async () => {
    const project = page.getByTestId("project");
    const menu = project.getByRole("button", { name: /^Actions for (?:Island|Isles)$/ });
    await menu.click();
    await page.getByRole("button", { name: "Open the project" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Isles");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(project.locator("summary")).toHaveText("Isles 1");
    await menu.click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save its chats as text" }).click();
    expect((await downloading).suggestedFilename()).toBe("Isles.md");
    await menu.click();
    await page.getByRole("button", { name: "Delete its chats" }).click();
    await expect(project.locator("summary")).toHaveText("Isles 0");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(project.locator("summary")).toHaveText("Isles 1");
    await goTo(page, "#/");
  });

  await test.step("a temporary chat is neither listed nor stored, and gone once it is left", async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Temporary chat" }).click();
    await expect(page.getByTestId("temporary")).toContainText("nothing of it is stored");
    await ask(page, "My secret is a blue door");
    await expectEnded(page);
    await expect(page.getByTestId("temporary")).toBeVisible();
    expect(await readStored(page, "messages")).not.toContain("blue door");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("blue door");
    await expect(page.getByRole("navigation", { name: "Conversations" })).not.toContainText("blue door");
    await newChat.click();
    await expect(page.getByTestId("temporary")).toHaveCount(0);
    await page.goBack();
    await expect(page.getByTestId("failure")).toBeVisible();
    await expect(page.getByText("blue door")).toHaveCount(0);
    await expect(composer(page)).toBeVisible();
  });
});
