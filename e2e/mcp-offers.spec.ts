import type { Locator, Page } from "@playwright/test";
import { type EverythingServer, startEverythingServer } from "./everything-server.ts";
import { addServer } from "./harness/add-server.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";

let server: EverythingServer;

test.beforeEach(async ({ page }) => {
  server = await startEverythingServer();
  await addServer(page, "all", server.url);
  await page.evaluate(() => {
    location.hash = "#/";
  });
});

test.afterEach(() => server.close());

/** Allows a tool and runs it by hand in the chat. */
async function runByHand(page: Page, tool: string, input = "{}"): Promise<Locator> {
  await page.evaluate(() => {
    location.hash = "#/settings/connections";
  });
  await page.getByRole("button", { name: `Allow ${tool}`, exact: true }).click();
  await expect(page.locator(`[data-testid="server-tool"][data-tool="${tool}"]`)).toHaveAttribute("data-status", "on");
  await page.evaluate(() => {
    location.hash = "#/";
  });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(`/all.${tool} ${input}`);
  await field.press("Enter");
  return page.locator(`[data-testid="tool-card"][data-tool="all.${tool}"]`);
}

test("a server's prompt is a command with its fields, and stands in the message field as text from outside", async ({
  page,
}) => {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("/all:args");
  await field.press("Tab");
  const fields = page.getByTestId("prompt-fields");
  await fields.getByLabel("city").fill("Vienna");
  await expect(field).toHaveValue('/all:args-prompt {"city":"Vienna"}');
  await field.press("Enter");
  await expect(field).toHaveValue("What's weather in Vienna?");
  await expect(page.getByTestId("source-mark")).toContainText("A server wrote this.");
  await expect(page.getByTestId("question")).toHaveCount(0);

  await field.press("Enter");
  await expect(page.getByTestId("question")).toContainText("What's weather in Vienna?");
  await expect(page.getByTestId("question").getByTestId("foreign-mark")).toBeVisible();
});

test("a prompt that the server refuses says so and leaves the message field alone", async ({ page }) => {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill('/all:resource-prompt {"resourceType":"Neither","resourceId":"1"}');
  await field.press("Enter");
  await expect(page.locator('[data-testid="tool-card"][data-tool="all:resource-prompt"]')).toContainText(
    "resourceType",
  );
  await expect(field).toHaveValue("");
});

test("a server's resources and their templates are attached, and a change there is said", async ({ page }) => {
  const open = async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "From a server" }).click();
  };
  await open();
  const list = page.getByTestId("server-resources");
  await page.getByRole("searchbox", { name: "Search" }).fill("structure");
  await expect(list.locator("li")).toHaveCount(1);
  await list.getByRole("button", { name: "Attach" }).click();
  const chips = page.getByRole("list", { name: "Attached files" });
  await expect(chips).toContainText("structure.md");

  await open();
  const template = list.locator("li").filter({ hasText: "dynamic/text/{resourceId}" });
  await template.getByLabel("resourceId").fill("7");
  await template.getByRole("button", { name: "Attach" }).click();
  await expect(chips.locator("li")).toHaveCount(2);
  await driveChat(page).ask("What is in them?");
  await expect(page.getByTestId("question")).toContainText("structure.md");
});

test("a server's form is filled in where its call waits, and only what is shown is sent", async ({ page }) => {
  const card = await runByHand(page, "trigger-elicitation-request");
  const question = page.getByTestId("server-question");
  await expect(question).toContainText("The server all asks you for this");
  await expect(question).toContainText("Enter no passwords");
  const field = question.getByLabel("String", { exact: true });
  await expect(field).toHaveValue("");
  await question.getByLabel("Integer").fill("400");
  await question.getByRole("button", { name: "Send" }).click();
  await expect(question.getByRole("alert")).toBeVisible();
  await field.fill("Ada");
  await question.getByLabel("Integer").fill("40");
  await question.getByLabel("Titled Single Select Enum optional", { exact: true }).selectOption("Wonder Woman");
  await question.getByLabel("Untitled Multiple Select Enum").selectOption(["Piano", "Bass"]);
  await expect(question.locator(".json")).toContainText("hero-3");
  await question.getByRole("button", { name: "Send" }).click();
  await expect(question).toHaveCount(0);
  await card.locator("summary").click();
  await expect(card).toContainText("Favorite Integer: 40");
});

test("the model writes for a server only by consent, and what it wrote is sent by a second one", async ({ page }) => {
  const card = await runByHand(page, "trigger-sampling-request", '{"prompt":"Say hello","maxTokens":20}');
  const question = page.getByTestId("server-question");
  await expect(question).toContainText("You are a helpful test server.");
  await expect(question).toContainText("Say hello");
  await question.getByRole("button", { name: "Let the model write" }).click();
  await expect(question.getByTestId("sample-answer")).not.toBeEmpty();
  await question.getByRole("button", { name: "Send" }).click();
  await expect(card).toContainText("LLM sampling result");
});

test("a page that a server wants opened is named with its host, and opened by the user alone", async ({ page }) => {
  await runByHand(page, "trigger-url-elicitation", '{"url":"https://sign.example/in"}');
  const question = page.getByTestId("server-question");
  await expect(question.getByRole("link", { name: "Open sign.example" })).toHaveAttribute(
    "href",
    "https://sign.example/in",
  );
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(question).toHaveCount(0);
  expect(page.context().pages()).toHaveLength(1);
});

test("a long call says how far it is, and links in a result are attached by hand", async ({ page }) => {
  const long = await runByHand(page, "trigger-long-running-operation", '{"duration":3,"steps":6}');
  await expect(long.getByTestId("call-progress")).toContainText(/[1-5] \/ 6/);
  await expect(long).toHaveAttribute("data-state", "done");
  await runByHand(page, "get-resource-links", '{"count":2}');
  const links = page.getByTestId("resource-links");
  await expect(links.locator("li")).toHaveCount(2);
  await links.getByRole("button", { name: "Attach" }).last().click();
  await expect(page.getByRole("list", { name: "Attached files" }).locator("li")).toHaveCount(1);
});
