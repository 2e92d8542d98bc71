import { type EverythingServer, startEverythingServer } from "./everything-server.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";

let server: EverythingServer;

test.beforeEach(async ({ page }) => {
  server = await startEverythingServer();
  addHome(server.url);
  const origin = new URL(server.url).origin;
  await page.addInitScript((host) => localStorage.setItem("alcove.allowed-hosts", JSON.stringify([host])), origin);
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByText("Details").click();
  await form.getByLabel(/^Name/).fill("all");
  await form.getByLabel("Address").fill(server.url.replace("http://", ""));
  await form.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByTestId("server")).toHaveAttribute("data-state", "connected");
  await page.evaluate(() => {
    location.hash = "#/";
  });
});

test.afterEach(() => server.close());

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
