import { readFile } from "node:fs/promises";
import { expect, test } from "./harness/test.ts";
import { ask, expectEnded, exportRun, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

const toUpload = (name: string, content: string) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(content),
});

test("an exported run opens on a device that never saw it and is played again without its model; files that are none or were changed are said to be so", async ({
  page,
  context,
  watch,
}) => {
  await openWithScript(page, "calculator");
  await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
  await ask(page, "What is (3 + 5) * 2?");
  await expectEnded(page);
  const file = await exportRun(page);

  const other = await context.browser()?.newContext({ serviceWorkers: "block" });
  if (other === undefined) throw new Error("There is no browser.");
  watch(other);
  const fresh = await other.newPage();
  await fresh.goto(new URL("?engine=scripted&model=scripted:notes#/runs", page.url()).href);
  await expect(fresh.getByText("Nothing yet")).toBeVisible();
  await fresh.getByTestId("run-file-input").setInputFiles(toUpload("their-run.json", file));
  await expect(fresh.getByText("Opened from their-run.json.")).toBeVisible();
  await expect(fresh.getByText("The log is unchanged")).toBeVisible();
  await expect(fresh.getByTestId("replay").getByTestId("tool-card")).toHaveCount(2);

  await fresh.getByRole("button", { name: "Re-run with recorded answers" }).click();
  await expect(fresh.getByTestId("question")).toContainText("What is (3 + 5) * 2?");
  await expectEnded(fresh);
  const cards = lastAnswer(fresh).getByTestId("tool-card");
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(1).getByTestId("tool-result")).toContainText("16");
  await expect(fresh.getByTestId("model-status")).toContainText("Replay of");
  await other.close();

  const exchanges: string[] = [];
  await test.step("a run is handed out as the request and the response of a provider", async () => {
    await goTo(page, "#/runs");
    await page.getByTestId("run").last().click();
    for (const [button, part] of [
      ["Export for OpenAI", '"tool_calls"'],
      ["Export for Anthropic", '"tool_use"'],
    ] as const) {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: button }).click();
      const exchange = await readFile(await (await downloading).path(), "utf8");
      exchanges.push(exchange);
      expect(exchange).toContain(part);
      expect(JSON.parse(exchange).response.model).toBe("scripted:calculator");
    }
  });

  await test.step("a request and its response come back as a chat of somebody else's words", async () => {
    await goTo(page, "#/runs");
    await page.getByTestId("run-file-input").setInputFiles(toUpload("openai.json", exchanges[0] ?? ""));
    await expect(page.getByTestId("question")).toContainText("What is (3 + 5) * 2?");
    await expect(page.getByTestId("question").getByTestId("foreign-mark")).toBeVisible();
    await expect(page.getByTestId("answer").locator('[data-tool="multiply"]')).toHaveAttribute("data-state", "done");
    await expect(page.getByTestId("answer")).toContainText("16");
    await page.getByRole("link", { name: "Show the steps" }).click();
    await expect(page.getByText("No activity is stored for this answer.")).toBeVisible();
  });

  await test.step("a file that is no run, or was changed, is said to be so", async () => {
    await goTo(page, "#/runs");
    const input = page.getByTestId("run-file-input");
    await input.setInputFiles(toUpload("holiday.json", '{"photos": []}'));
    await expect(page.getByTestId("failure")).toContainText("This file cannot be imported.");
    await input.setInputFiles(
      toUpload("changed.json", file.replaceAll('"a": 3', '"a": 4').replaceAll('"a":3', '"a":4')),
    );
    await expect(page.getByText(/The log was changed at call 1/)).toBeVisible();
  });
});

test("a played run that writes is asked about first: its words are somebody else's", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  await lastAnswer(page).getByRole("button", { name: "Undo its changes" }).click();
  await goTo(page, "#/runs");
  await page.getByTestId("run").first().click();
  await page.getByRole("button", { name: "Re-run with recorded answers" }).click();
  await expect(page.getByRole("region", { name: "Approval for Save a note" })).toBeVisible();
});
