import { expect, test } from "./harness/test.ts";
import { composer, openWithScript } from "./page-driver.ts";

test("a tool that came as a file runs its script in the sandbox, under the page's policy; what would leave the device does not; files with faults are named", async ({
  page,
}) => {
  await page.goto("./?engine=scripted#/tools");
  const examples = page.getByTestId("examples").locator("summary").first();
  await examples.click();

  await test.step("it runs its script in the sandbox", async () => {
    const tool = page.locator('[data-testid="tool"][data-tool="roman_numeral"]').first();
    await tool.locator("summary").first().click();
    await tool.getByLabel("number").fill("1994");
    await tool.getByRole("button", { name: "Run" }).click();
    await expect(tool.getByTestId("tool-outcome")).toContainText("MCMXCIV");
  });

  await test.step("one that would leave the device does not, unless the user allows its host", async () => {
    const tool = page.locator('[data-testid="tool"][data-tool="exchange_rate"]');
    await tool.locator("summary").first().click();
    await tool.getByLabel("from").fill("EUR");
    await tool.getByLabel("to", { exact: true }).fill("USD");
    await tool.getByRole("button", { name: "Run" }).click();
    await expect(tool.getByTestId("tool-outcome")).toContainText("no host is allowed");
  });

  await test.step("files with faults are named with their line, and the rest works", async () => {
    await page.route("**/tools/word_stats.clad.toml", (route) =>
      route.fulfill({
        contentType: "text/plain",
        body: '[tool]\nname = "word_stats"\n[command]\ntemplate = "wc {text}"\n',
      }),
    );
    await page.reload();
    await examples.click();
    const faults = page.getByTestId("file-faults");
    await expect(faults).toContainText("tools/word_stats.clad.toml:3");
    await expect(faults).toContainText("cannot run in a browser");
    // The skill that lists the tool is left out with it.
    await expect(page.getByRole("heading", { name: "word-games" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "kitchen-measures" })).toBeVisible();
  });
});

test("a new tool is begun from a template, faults are named with their line, and then it is on and can be tried", async ({
  page,
}) => {
  await page.goto("./?engine=scripted#/tools");
  await page.getByRole("button", { name: "New tool" }).click();
  const editor = page.getByTestId("tool-editor");
  const text = editor.getByRole("textbox", { name: "The tool" });
  const template = await text.inputValue();
  await text.fill(template.replace('type = "number"', 'type = "nummer"'));
  await editor.getByRole("button", { name: "Save and try" }).click();
  await expect(editor.getByTestId("tool-faults")).toContainText("Line 6 'nummer' is no argument type: string, number");
  await text.fill(template);
  await editor.getByRole("button", { name: "Save and try" }).click();

  const tool = page.locator('[data-testid="tool"][data-tool="tip"]');
  await tool.getByLabel("bill").fill("12.50");
  await tool.getByLabel("percent").fill("20");
  await tool.getByRole("button", { name: "Run" }).click();
  await expect(tool.getByTestId("tool-outcome")).toContainText("The tip is 2.50, together 15.00.");

  await test.step("a text to look up comes as a file, and is a tool that gives it", async () => {
    const text = "---\nname: house_rules\ndescription: The rules of the house\n---\nQuiet from 22 to 7.";
    const file = { mimeType: "text/markdown", buffer: Buffer.from(text) };
    await page.getByTestId("tool-file-input").setInputFiles({ name: "house.knowledge.md", ...file });
    const rules = page.locator('[data-testid="own-file"] [data-tool="house_rules"]');
    await rules.locator("summary").first().click();
    await rules.getByRole("button", { name: "Run" }).click();
    await expect(rules.getByTestId("tool-outcome")).toContainText("Quiet from 22 to 7.");
  });

  // The default assistant may use it, so it can be called from the chat.
  await openWithScript(page, "notes");
  await composer(page).fill('/tip {"bill": 10}');
  await composer(page).press("Enter");
  await expect(page.getByRole("region", { name: "Run by hand, without the model" })).toContainText(
    "The tip is 1.00, together 11.00.",
  );
});
